//! `threads`: lazy SMP. Several threads search the same position and share their results through the
//! transposition table.
//!
//! **Idea.** Every thread runs a complete search with its own histories. Timing differences make the threads
//! search different parts of the tree. If a thread reaches a position that another thread has already
//! searched, it can find the result in the transposition table.
//!
//! **When.** Helper threads search if the option `Threads` is 2 or more and the layer `table` is on. Without
//! the transposition table the threads could not exchange results.
//!
//! **Where.** Thread 0 is the main thread: it decides whether another depth begins and reports finished
//! depths. When the main thread ends its search, all threads stop, and then the [vote](super::vote)
//! chooses the answer. Every thread checks the hard time limit, and the first thread that reaches it ends
//! the search of all threads: with many more threads than cores, the main thread may wait for a core at
//! that time. With a depth limit or a mate limit, the first thread that reaches the depth or finds the
//! mate ends the search of all threads. Helper threads skip every second depth and are therefore usually
//! ahead of the main thread (as in earlier versions of Stockfish). Besides the transposition table, the
//! threads share node counters and a stop flag ([shared state](crate::search::time::shared)). Helper
//! threads live as long as their [`Pool`] and wait between searches. If a thread panics, the pool returns
//! an error message together with an answer.
//!
//! **Risk.** With two or more threads, node counts and principal variations differ between runs, and the node
//! count may exceed the node limit slightly.
//!
//! **Gain.** Two threads score +117 ± 60 Elo against one thread (80 games at 2+0.02, `network`, openings not
//! recorded, 2026-11-22). See [experiments](crate::search::experiments#search-threads).
//!
//! **Source.** Lazy SMP is known from the engines Toga and Houdini. Österlund 2013 compared lazy SMP with
//! more complex algorithms.

use std::{
    any::Any,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread::JoinHandle,
};

use super::vote::choose_answer;
use crate::{
    search::{
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
    },
    support::threads::{self, Shortage},
};

/// Maximum number of search threads.
pub const MOST_THREADS: usize = 256;

/// Stack size of a search thread, in bytes. The search recurses up to [`MAX_PLY`](crate::chess::score::MAX_PLY)
/// plies.
pub(crate) const STACK_BYTES: usize = 32 << 20;

/// Job of a helper thread: a function of its thread state. A search job returns the answer of its search; a
/// job that clears the state returns `None`.
type Job = Box<dyn FnOnce(&mut ThreadState) -> Option<Answer> + Send>;
/// Result of a helper thread's job, or the message of the panic that ended the job.
type JobResult = Result<Option<Answer>, String>;

/// A running helper thread: a search thread other than the main thread.
#[derive(Debug)]
struct Helper {
    jobs: Sender<Job>,
    results: Receiver<JobResult>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    fn spawn() -> io::Result<Self> {
        let (jobs, job_receiver) = channel::<Job>();
        let (result_sender, results) = channel();
        let work = move || {
            let mut state = ThreadState::default();
            for job in job_receiver {
                let result = catch_unwind(AssertUnwindSafe(|| job(&mut state))).map_err(|panic| {
                    state.clear();
                    panic_message(panic.as_ref())
                });
                if result_sender.send(result).is_err() {
                    return;
                }
            }
        };
        let thread = threads::new("help", STACK_BYTES).spawn(work)?;
        Ok(Self { jobs, results, thread: Some(thread) })
    }

    /// Starts a job on the helper thread. After every call of `start`, call [`Helper::wait_for_result`] once.
    fn start(&self, job: Job) {
        // Sending a job cannot fail: the helper thread ends only when the pool is dropped, because the
        // thread's loop catches panics.
        let _ = self.jobs.send(job);
    }

    fn wait_for_result(&self) -> JobResult {
        self.results.recv().unwrap_or_else(|_| Err("a thread has ended".to_owned()))
    }
}

/// Ends the helper thread and waits until it has ended, so that its memory is free before new helper threads
/// start.
impl Drop for Helper {
    fn drop(&mut self) {
        self.jobs = channel().0;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Pool of search threads, each with its own thread state. The calling thread is the main search thread.
#[derive(Debug, Default)]
pub struct Pool {
    /// Thread state of the main thread.
    state: ThreadState,
    helpers: Vec<Helper>,
}

impl Pool {
    /// Creates a pool of `threads` search threads (clamped to the range 1 to [`MOST_THREADS`]) with empty
    /// histories. If the operating system refuses some of them, the pool has fewer, and the shortage is
    /// [reported](Shortage::report).
    pub fn new(threads: usize) -> Self {
        let (pool, shortage) = Self::start(threads);
        shortage.inspect(Shortage::report);
        pool
    }

    /// Creates a pool like [`Pool::new`], and returns the shortage if the pool has fewer threads.
    pub fn start(threads: usize) -> (Self, Option<Shortage>) {
        let (helpers, shortage) = threads::start(1..threads.clamp(1, MOST_THREADS), |_| Helper::spawn());
        (Self { state: ThreadState::default(), helpers }, shortage)
    }

    /// Number of search threads, including the main thread.
    pub const fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Clears the thread state of all search threads, for a new game.
    pub fn clear(&mut self) {
        self.state.clear();
        let clear_state = |state: &mut ThreadState| {
            state.clear();
            None
        };
        self.helpers.iter().for_each(|helper| helper.start(Box::new(clear_state)));
        self.helpers.iter().for_each(|helper| drop(helper.wait_for_result()));
    }

    /// Runs one search like [`search`](crate::search::search()), but with all threads of the pool if the
    /// layer `table` is on. When `search` returns, all threads have finished. If a thread panicked, the
    /// second returned value is the message of the panic; the answer nevertheless contains a legal move if
    /// there is one.
    pub fn search(
        &mut self,
        request: &SearchRequest,
        table: &Arc<TranspositionTable>,
        stop_flag: &Arc<StopFlag>,
        progress: &mut dyn Progress,
    ) -> (Answer, Option<String>) {
        let helpers = if uses_helpers(request) { self.helpers.len() } else { 0 };
        let shared = Arc::new(SharedState::new(1 + helpers));
        for (helper, index) in self.helpers[..helpers].iter().zip(1..) {
            helper.start(helper_job(request, table, stop_flag, &shared, index));
        }
        let (main_answer, main_error) =
            self.search_on_main_thread(request, table, stop_flag, &shared, progress);
        shared.stop_all();
        let (mut answers, mut error) = (vec![main_answer], main_error.clone());
        for helper in &self.helpers[..helpers] {
            match helper.wait_for_result() {
                Ok(answer) => answers.extend(answer),
                Err(message) => error = error.or(Some(message)),
            }
        }
        let winner = choose_answer(&request.limits, &answers);
        let cut_off = answers.iter().all(|answer| answer.cut_off);
        let mut answer = Answer { cut_off, ..answers.swap_remove(winner) };
        if helpers > 0 {
            answer.report.nodes = shared.nodes();
            answer.report.tb_hits = shared.tb_hits();
            answer.report.elapsed = request.started.elapsed();
        }
        if winner > 0 {
            // If the main thread panicked, the progress receiver may be the cause, so the pool does not call
            // the progress receiver again.
            if main_error.is_none() {
                progress.report(&answer.report);
            }
        }
        (answer, error)
    }

    /// Runs the search of the main thread and returns its answer. After a panic, returns the last reported
    /// result, or else the first legal move, as the answer, and the message of the panic.
    fn search_on_main_thread(
        &mut self,
        request: &SearchRequest,
        table: &TranspositionTable,
        stop_flag: &StopFlag,
        shared: &SharedState,
        progress: &mut dyn Progress,
    ) -> (Answer, Option<String>) {
        let mut recorder = KeepLast { progress, last: None };
        let result = catch_unwind(AssertUnwindSafe(|| {
            let driver = Driver::new(request, table).on_thread(shared.thread(0));
            driver.run(&mut self.state, stop_flag, Unobserved, &mut recorder)
        }));
        result.map_or_else(
            |panic| {
                self.state.clear();
                (fallback_answer(request, recorder.last), Some(panic_message(panic.as_ref())))
            },
            |answer| (answer, None),
        )
    }
}

/// Forwards progress to another receiver and keeps the last report, which becomes the answer if the search
/// panics.
struct KeepLast<'a> {
    progress: &'a mut dyn Progress,
    last: Option<Report>,
}

impl Progress for KeepLast<'_> {
    fn report(&mut self, report: &Report) {
        self.last = Some(report.clone());
        self.progress.report(report);
    }

    fn bound(&mut self, report: &Report) {
        self.progress.bound(report);
    }

    fn root_move(&mut self, current: CurrentMove) {
        self.progress.root_move(current);
    }
}

/// Creates the search job of the helper thread with number `index`, from 1.
fn helper_job(
    request: &SearchRequest,
    table: &Arc<TranspositionTable>,
    stop_flag: &Arc<StopFlag>,
    shared: &Arc<SharedState>,
    index: usize,
) -> Job {
    let (table, stop_flag, shared) = (Arc::clone(table), Arc::clone(stop_flag), Arc::clone(shared));
    let request = SearchRequest { limits: helper_limits(&request.limits), ..request.clone() };
    Box::new(move |state| {
        let driver = Driver::new(&request, &table).on_thread(shared.thread(index));
        let answer = driver.run(state, &stop_flag, Unobserved, &mut Silent);
        if request.limits.is_race() && !answer.cut_off {
            shared.stop_all();
        }
        Some(answer)
    })
}

/// Whether helper threads take part in the search: only if the layer `table` is on, because threads exchange
/// results through the transposition table.
fn uses_helpers(request: &SearchRequest) -> bool {
    request.setup.algorithm.layers().has(Layer::Table)
}

/// Returns the limits of a helper thread: no soft node limit, because only the main thread checks it, and no
/// depth limit if there is a mate limit.
fn helper_limits(limits: &Limits) -> Limits {
    let depth = limits.depth.filter(|_| limits.mate.is_none()); // the main thread may still prove the mate
    Limits { depth, soft_nodes: None, ..limits.clone() }
}

/// Returns the answer of a search that panicked: the best move of the last report, or else the first legal
/// move, or no move if there is no legal move.
fn fallback_answer(request: &SearchRequest, last: Option<Report>) -> Answer {
    let legal = request.position.legal_moves();
    let report = last.unwrap_or_else(|| {
        let line: Vec<_> = legal.first().copied().into_iter().collect();
        Report::unsearched(request.setup.evaluate(&request.position), line)
    });
    Answer { best: report.line.first().copied(), report, cut_off: true }
}

/// Returns the message of a caught panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("unknown").to_owned()
}

#[cfg(test)]
mod tests;
