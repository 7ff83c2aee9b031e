//! `threads`: several threads search the same position at once and help each other through the table (lazy SMP).
//!
//! *Idea.* Every thread runs the whole search for itself, with its own histories. Chance lets them drift apart, and
//! what one has stored spares the others the work.
//!
//! *Source.* Known from Toga and Houdini; measured against cleverer schemes by Österlund 2013.
//!
//! *When.* With two threads or more, and the layer `table`, without which nobody would hear of the others.
//!
//! *Where.* The first thread leads: it alone watches the clock and reports. When it ends all end, and only then an
//! answer is given: of the thread whose move got the most [votes](super::vote). A depth or a mate that was asked for is a
//! race: who has it first ends the search. Helpers take every second depth only and so run ahead (so did Stockfish). What they
//! share beside the table is the [`team`](crate::search::time::shared). The helpers live as long as their [`Pool`] and wait between
//! searches. A thread that fails is heard of at the end; the others' answer stands.
//!
//! *Risk.* From two threads on nodes and line hang on chance, and nodes may pass their limit a little.
//!
//! *Cost and gain.* With `network` and `Hash` 256 two threads need 0.60 of the time of one to the same depth (median of 20
//! bench positions of 5 to 8 s each, five runs with two threads; geometric mean 0.62, 0.25 to 3.13; 2026-11-21). Without the
//! race and with every depth 0.93 (12 positions of 2 to 3 s, `Hash` 64), with the race alone 0.80. By games, two against one
//! +117 ± 60 (80 at 2+0.02, 2026-11-22), every second depth against all +22 ± 50 (94 at 1+0.01, two threads).
//!
//! *Tried and lost.* Kerrigan's simplified ABDADA: 0.68 of the time to depth with and without (40 positions of 0.7 s).

use std::{
    any::Any,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
};

use super::vote::choose;
use crate::search::{
    layer::Layer,
    node::thread_state::ThreadState,
    observe::{
        observer::Unobserved,
        progress::{CurrentMove, Progress, Silent},
    },
    root::driver::Driver,
    time::{shared::SharedState, stop_flag::StopFlag},
    tt::table::TranspositionTable,
    types::{
        limits::Limits,
        report::{Answer, Report},
        request::SearchRequest,
    },
};

/// The most threads that may be asked for.
pub const MOST_THREADS: usize = 256;

/// Deep lines of large nodes: see [`MAX_PLY`](crate::score::MAX_PLY).
pub const STACK_BYTES: usize = 32 << 20;

/// The system does not give so many threads.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no {0} threads: {1}")]
pub struct NoThreads(usize, io::Error);

/// What a helper does with its memory; the result is an answer if it was a search.
type Job = Box<dyn FnOnce(&mut ThreadState) -> Option<Answer> + Send>;
/// The end of a job; the message if it failed.
type Done = Result<Option<Answer>, String>;

/// A living thread beside the first.
#[derive(Debug)]
struct Helper {
    jobs: Sender<Job>,
    done: Receiver<Done>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    fn hire() -> io::Result<Self> {
        let (jobs, queue) = channel::<Job>();
        let (tell, done) = channel();
        let work = move || {
            let mut memory = ThreadState::default();
            for job in queue {
                let result = catch_unwind(AssertUnwindSafe(|| job(&mut memory))).map_err(|failure| {
                    memory.clear();
                    message(failure.as_ref())
                });
                if tell.send(result).is_err() {
                    return;
                }
            }
        };
        let thread = thread::Builder::new().name("help".to_owned()).stack_size(STACK_BYTES).spawn(work)?;
        Ok(Self { jobs, done, thread: Some(thread) })
    }

    /// Begins a job; every job begun is to be waited for.
    fn begin(&self, job: Job) {
        // The thread ends only with the pool: its loop catches what a job throws.
        let _ = self.jobs.send(job);
    }

    fn wait(&self) -> Done {
        self.done.recv().unwrap_or_else(|_| Err("a thread has ended".to_owned()))
    }
}

/// Sent home, and waited for: its memory is back when others are hired.
impl Drop for Helper {
    fn drop(&mut self) {
        self.jobs = channel().0;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// One thread or more that search together, each with a memory of its own. The thread that calls is the first.
#[derive(Debug, Default)]
pub struct Pool {
    memory: ThreadState,
    helpers: Vec<Helper>,
}

impl Pool {
    /// A pool of `threads`, 1 to [`MOST_THREADS`], that know nothing yet.
    ///
    /// # Errors
    /// [`NoThreads`] if the system refuses.
    pub fn new(threads: usize) -> Result<Self, NoThreads> {
        let threads = threads.clamp(1, MOST_THREADS);
        let helpers = (1..threads).map(|_| Helper::hire()).collect::<io::Result<_>>();
        let helpers = helpers.map_err(|error| NoThreads(threads, error))?;
        Ok(Self { memory: ThreadState::default(), helpers })
    }

    /// How many threads there are, the first included.
    #[must_use]
    pub const fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Forgets all, as for a new game.
    pub fn forget(&mut self) {
        self.memory.clear();
        let forget = |memory: &mut ThreadState| {
            memory.clear();
            None
        };
        self.helpers.iter().for_each(|helper| helper.begin(Box::new(forget)));
        self.helpers.iter().for_each(|helper| drop(helper.wait()));
    }

    /// As [`search`](crate::search::search()), by all threads. Nothing runs any more when it returns. If a thread failed, its message
    /// comes beside an answer that is legal all the same.
    pub fn search(
        &mut self,
        task: &SearchRequest,
        table: &Arc<TranspositionTable>,
        signal: &Arc<StopFlag>,
        progress: &mut dyn Progress,
    ) -> (Answer, Option<String>) {
        let helpers = if profits(task) { self.helpers.len() } else { 0 };
        let team = Arc::new(SharedState::new(1 + helpers));
        for (helper, index) in self.helpers[..helpers].iter().zip(1..) {
            helper.begin(help(task, table, signal, &team, index));
        }
        let (led, failed) = self.lead(task, table, signal, &team, progress);
        team.stop_all();
        let (mut answers, mut fault) = (vec![led], failed.clone());
        for helper in &self.helpers[..helpers] {
            match helper.wait() {
                Ok(answer) => answers.extend(answer),
                Err(message) => fault = fault.or(Some(message)),
            }
        }
        let elected = choose(&task.limits, &answers);
        let cut_off = answers.iter().all(|answer| answer.cut_off);
        let mut answer = Answer { cut_off, ..answers.swap_remove(elected) };
        if helpers > 0 {
            answer.report.nodes = team.nodes();
            answer.report.elapsed = task.started.elapsed();
        }
        if elected > 0 {
            self.memory.last_score = Some(answer.report.score);
            // Who has failed once to take a report is not given another.
            if failed.is_none() {
                progress.report(&answer.report);
            }
        }
        (answer, fault)
    }

    /// The search of the first thread: its answer, or what there is of one, and why it failed if it did.
    fn lead(
        &mut self,
        task: &SearchRequest,
        table: &TranspositionTable,
        signal: &StopFlag,
        team: &SharedState,
        progress: &mut dyn Progress,
    ) -> (Answer, Option<String>) {
        let mut kept = KeepLast { progress, last: None };
        let searched = catch_unwind(AssertUnwindSafe(|| {
            let driver = Driver::new(task, table).on_thread(team.thread(0));
            driver.run(&mut self.memory, signal, Unobserved, &mut kept)
        }));
        searched.map_or_else(
            |failure| {
                self.memory.clear();
                (rescue(task, kept.last), Some(message(failure.as_ref())))
            },
            |answer| (answer, None),
        )
    }
}

/// Passes progress on and keeps the last report: the answer of a search that fails.
struct KeepLast<'a> {
    progress: &'a mut dyn Progress,
    last: Option<Report>,
}

impl Progress for KeepLast<'_> {
    fn report(&mut self, report: &Report) {
        self.last = Some(report.clone());
        self.progress.report(report);
    }

    fn root_move(&mut self, current: CurrentMove) {
        self.progress.root_move(current);
    }
}

/// The search of helper `index` of the team, from 1.
fn help(
    task: &SearchRequest,
    table: &Arc<TranspositionTable>,
    signal: &Arc<StopFlag>,
    team: &Arc<SharedState>,
    index: usize,
) -> Job {
    let (table, signal, team) = (Arc::clone(table), Arc::clone(signal), Arc::clone(team));
    let task = SearchRequest { limits: limits_of_helpers(&task.limits), ..task.clone() };
    Box::new(move |memory| {
        let driver = Driver::new(&task, &table).on_thread(team.thread(index));
        let answer = driver.run(memory, &signal, Unobserved, &mut Silent);
        if task.limits.is_race() && !answer.cut_off {
            team.stop_all();
        }
        Some(answer)
    })
}

/// Whether more threads than one do any good: they hear of each other through the table alone.
fn profits(task: &SearchRequest) -> bool {
    task.setup.algorithm.layers().has(Layer::Table)
}

/// What the helpers heed: no clock, which the first thread watches for all, but the mate or else the depth asked for.
fn limits_of_helpers(limits: &Limits) -> Limits {
    let Limits { depth, nodes, mate, search_moves, multi_pv, .. } = limits.clone();
    let depth = depth.filter(|_| mate.is_none()); // the first thread may still prove the mate
    Limits { depth, nodes, mate, search_moves, multi_pv, infinite: true, ..Limits::default() }
}

/// The best move so far of a search that failed; where there is none, any legal one.
fn rescue(task: &SearchRequest, last: Option<Report>) -> Answer {
    let legal = task.position.legal_moves();
    let report = last.unwrap_or_else(|| {
        let line: Vec<_> = legal.first().copied().into_iter().collect();
        Report::unsearched(task.setup.evaluate(&task.position), line)
    });
    Answer { best: report.line.first().copied(), report, cut_off: true }
}

pub(crate) fn message(failure: &(dyn Any + Send)) -> String {
    let text = failure.downcast_ref::<&str>().copied();
    text.or_else(|| failure.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown").to_owned()
}

#[cfg(test)]
mod tests;
