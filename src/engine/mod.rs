//! The engine as a program uses it: a table, threads that search, and a way to stop them.
//!
//! The searching threads live as long as the engine and keep what they learn from search to search. A panic inside a search
//! is caught: the answer is then the best move so far, and the reason is told.

pub mod book;
pub mod game_result;
pub mod ordered_pool;
pub mod player;
pub mod rng;
pub mod strength;

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Sender, channel},
    },
    thread::{self, JoinHandle},
};

use shakmaty::Chess;

use crate::{
    position::{Move, perft},
    search::{
        Answer, Report, SearchRequest, StopFlag, TranspositionTable,
        observe::progress::{CurrentMove, Progress},
        threads::pool::{NoThreads, Pool, STACK_BYTES, panic_message},
        tt::table::OutOfMemory,
    },
};

/// What the searching thread tells.
#[derive(Debug)]
pub enum Update {
    /// A depth was finished.
    Report(Report),
    /// The search of a root move begins.
    RootMove(CurrentMove),
    /// The search is over. `fault` says what went wrong inside, if anything did.
    Done {
        /// The move to play, and the last report.
        answer: Answer,
        /// The message of a panic that was caught.
        fault: Option<String>,
    },
    /// A count of legal lines is over: the leaves below each move, or `None` if it was stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// An errand is done, with these words.
    Said(String),
}

/// Work of another kind than a search; it is handed the question whether it has been stopped, and answers with words.
pub type BackgroundCommand = Box<dyn FnOnce(&dyn Fn() -> bool) -> String + Send>;

/// Who is told; called on the searching thread.
pub type Listener = Box<dyn FnMut(Update) + Send>;

enum Job {
    Search(Box<SearchRequest>, Arc<TranspositionTable>, Listener),
    Perft(Box<Chess>, u32, u64, Listener),
    BackgroundCommand(BackgroundCommand, u64, Listener),
    Forget,
    Staff(Box<Pool>),
}

/// A table and a searching thread.
#[derive(Debug)]
pub struct Engine {
    table: Arc<TranspositionTable>,
    signal: Arc<StopFlag>,
    jobs: Sender<Job>,
    threads: usize,
    searcher: Option<JoinHandle<()>>,
}

/// Whatever is under way or waits is stopped, and the thread has ended when the engine is gone.
impl Drop for Engine {
    fn drop(&mut self) {
        self.signal.stop_through(u64::MAX);
        self.jobs = channel().0;
        if let Some(searcher) = self.searcher.take() {
            let _ = searcher.join();
        }
    }
}

impl Engine {
    /// An engine with a table of `megabytes` MB.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for the table.
    ///
    /// # Panics
    /// If the system has no thread left to give.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        let table = Arc::new(TranspositionTable::new(megabytes)?);
        let signal = Arc::new(StopFlag::default());
        let (jobs, queue) = channel();
        let heard = Arc::clone(&signal);
        let searcher = thread::Builder::new()
            .name("search".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let mut pool = Pool::default();
                for job in queue {
                    work(job, &mut pool, &heard);
                }
            })
            .expect("the system gives a thread");
        Ok(Self { table, signal, jobs, threads: 1, searcher: Some(searcher) })
    }

    /// The way to stop searches from any thread.
    #[must_use]
    pub fn signal(&self) -> Arc<StopFlag> {
        Arc::clone(&self.signal)
    }

    /// Begins a search; returns at once. Searches run one after the other.
    pub fn go(&self, task: SearchRequest, listener: Listener) {
        self.send(Job::Search(Box::new(task), Arc::clone(&self.table), listener));
    }

    /// Begins to count the lines of `depth` plies, as search `number` of the signal.
    pub fn perft(&self, chess: Chess, depth: u32, number: u64, listener: Listener) {
        self.send(Job::Perft(Box::new(chess), depth, number, listener));
    }

    /// Begins an errand, as search `number` of the signal.
    pub fn errand(&self, errand: BackgroundCommand, number: u64, listener: Listener) {
        self.send(Job::BackgroundCommand(errand, number, listener));
    }

    /// Forgets everything learned, as for a new game. No search may be running.
    pub fn new_game(&self) {
        self.table.clear();
        self.send(Job::Forget);
    }

    /// Takes a table of another size, empty. On failure the present one stays.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for it.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        if megabytes != self.table.megabytes() {
            self.table = Arc::new(TranspositionTable::new(megabytes)?);
        }
        Ok(())
    }

    /// Searches with so many threads from the next search on, 1 to
    /// [`MOST_THREADS`](crate::search::threads::pool::MOST_THREADS). They know nothing yet but the table; on failure the present
    /// ones stay.
    ///
    /// # Errors
    /// [`NoThreads`] if the system gives no more.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), NoThreads> {
        if threads != self.threads {
            self.send(Job::Staff(Box::new(Pool::new(threads)?)));
            self.threads = threads;
        }
        Ok(())
    }

    /// The table, as it is now: another one after [`Engine::resize`].
    #[must_use]
    pub fn table(&self) -> Arc<TranspositionTable> {
        Arc::clone(&self.table)
    }

    fn send(&self, job: Job) {
        // The thread ends only with the engine: its loop catches what a search throws.
        let _ = self.jobs.send(job);
    }
}

/// Turns progress into updates.
struct Updates<'a>(&'a mut Listener);

impl Progress for Updates<'_> {
    fn report(&mut self, report: &Report) {
        (self.0)(Update::Report(report.clone()));
    }

    fn root_move(&mut self, current: CurrentMove) {
        (self.0)(Update::RootMove(current));
    }
}

fn work(job: Job, pool: &mut Pool, signal: &Arc<StopFlag>) {
    match job {
        Job::Forget => pool.clear(),
        Job::Staff(staff) => *pool = *staff,
        Job::Perft(chess, depth, number, mut listener) => {
            let counts = perft::divide(&chess, depth, 1, || signal.is_stopped(number));
            listener(Update::Counted(counts));
        }
        Job::BackgroundCommand(errand, number, mut listener) => {
            let stopped = || signal.is_stopped(number);
            let said = catch_unwind(AssertUnwindSafe(|| errand(&stopped)));
            let failed = |failure: Box<dyn Any + Send>| {
                format!("info string error: {}", panic_message(failure.as_ref()))
            };
            listener(Update::Said(said.unwrap_or_else(failed)));
        }
        Job::Search(task, table, mut listener) => {
            let (answer, fault) = pool.search(&task, &table, signal, &mut Updates(&mut listener));
            listener(Update::Done { answer, fault });
        }
    }
}

#[cfg(test)]
mod tests;
