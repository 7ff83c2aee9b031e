//! [`Engine`]: a transposition table, search threads and a stop flag behind one handle, as used by the UCI
//! front end.
//!
//! The search threads keep their histories from search to search, until [`Engine::new_game`] clears the
//! histories or [`Engine::set_threads`] replaces the threads. A panic inside a search is caught: the answer
//! is then the best move so far, with an error message.
//!
//! [`player`] is one side of a game, [`strength`] limits the playing strength, [`openings`] plays random moves from
//! start positions, and [`signature`] is the node count of fifty positions.

pub mod openings;
pub mod player;
pub mod signature;
pub mod strength;

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
};

use crate::{
    search::{
        Answer, Report, SearchRequest, StopFlag, TranspositionTable,
        observe::progress::{CurrentMove, Progress},
        threads::pool::{Pool, STACK_BYTES, panic_message},
        tt::table::OutOfMemory,
    },
    support::threads::{self, Shortage},
};

/// Progress or result of a job on the search thread.
#[derive(Debug)]
pub enum Update {
    /// Report of a finished iteration, of an iteration that was stopped after it found a better move, or, if
    /// no iteration was finished, of the answer.
    Report(Report),
    /// The score of the root fell outside the aspiration window; the root is searched again.
    Bound(Report),
    /// The search of a root move begins.
    RootMove(CurrentMove),
    /// The search is finished.
    Done {
        /// Best move of the search, and its last report.
        answer: Answer,
        /// Message of a panic during the search, which was caught; `None` if there was no panic.
        fault: Option<String>,
    },
    /// A background command is finished; the text is its output.
    CommandDone(String),
}

/// Background work: any work of the search thread other than a search. The argument is a function
/// that returns whether the work was stopped; the result is the text to print.
pub type BackgroundWork = Box<dyn FnOnce(&(dyn Fn() -> bool + Sync)) -> String + Send>;

/// Callback that receives updates, called on the search thread.
pub type Listener = Box<dyn FnMut(Update) + Send>;

enum EngineJob {
    Search(Box<SearchRequest>, Arc<TranspositionTable>, Listener),
    BackgroundWork(BackgroundWork, u64, Listener),
    NewGame,
    SetPool(Box<Pool>),
}

/// Error of [`Engine::new`].
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// Not enough memory for the transposition table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The operating system cannot start the search thread.
    #[error("cannot start the search thread: {0}")]
    Thread(io::Error),
}

/// Size of a table, in MiB, up to which it is cleared in place for a new game. This takes some hundredths of a second at
/// most, and the table keeps its [huge pages](crate::support::huge_pages).
const SMALL_TABLE: usize = 256;

/// Chess engine: a transposition table and a search thread that runs jobs one after the other.
#[derive(Debug)]
pub struct Engine {
    table: Arc<TranspositionTable>,
    /// Whether anything may have been stored in the table since it was created.
    table_is_used: bool,
    /// Thread that frees the memory of the previous table.
    freeing: Option<JoinHandle<()>>,
    stop_flag: Arc<StopFlag>,
    /// Queue of jobs for the search thread. Sending a job fails only if a panic has ended the search thread;
    /// panics in searches and background commands are caught and do not end it.
    jobs: Sender<EngineJob>,
    threads: usize,
    search_thread: Option<JoinHandle<()>>,
}

/// Stops the running job and all queued jobs, and waits until the search thread has ended.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop_flag.stop_through(u64::MAX);
        self.jobs = channel().0;
        if let Some(thread) = self.search_thread.take() {
            let _ = thread.join();
        }
    }
}

impl Engine {
    /// Creates an engine with one search thread and a transposition table of `megabytes` MiB.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the table cannot be allocated or the search thread cannot be started.
    pub fn new(megabytes: usize) -> Result<Self, EngineError> {
        let table = Arc::new(TranspositionTable::new(megabytes)?);
        let stop_flag = Arc::new(StopFlag::default());
        let (jobs, queue) = channel();
        let flag = Arc::clone(&stop_flag);
        let search_thread = threads::new("search", STACK_BYTES)
            .spawn(move || run_jobs(queue, &flag))
            .map_err(EngineError::Thread)?;
        let search_thread = Some(search_thread);
        Ok(Self { table, table_is_used: false, freeing: None, stop_flag, jobs, threads: 1, search_thread })
    }

    /// Returns the stop flag, which stops searches from any thread.
    pub fn stop_flag(&self) -> Arc<StopFlag> {
        Arc::clone(&self.stop_flag)
    }

    /// Queues a search and returns immediately. The search thread runs queued searches one after the other.
    pub fn go(&mut self, request: SearchRequest, listener: Listener) {
        self.table_is_used = true;
        let _ = self.jobs.send(EngineJob::Search(Box::new(request), Arc::clone(&self.table), listener));
    }

    /// Queues a background command; `number` is the number with which the stop flag can stop this command.
    pub fn run_in_background(&self, command: BackgroundWork, number: u64, listener: Listener) {
        let _ = self.jobs.send(EngineJob::BackgroundWork(command, number, listener));
    }

    /// Clears the transposition table and the state of all search threads, for a new game. No search may be
    /// running.
    ///
    /// A large used table is replaced by a fresh one without huge pages: the operating system provides zeroed
    /// pages when they are first used, whereas clearing a table of several GiB in place takes seconds.
    pub fn new_game(&mut self) {
        if self.table_is_used {
            let megabytes = self.table.megabytes();
            self.wait_until_freed();
            let fresh = (megabytes > SMALL_TABLE).then(|| TranspositionTable::lazy(megabytes).ok()).flatten();
            match fresh {
                Some(table) => self.replace_table(table),
                // A small table, or not enough memory for two tables.
                None => self.table.clear(),
            }
            self.table_is_used = false;
        }
        let _ = self.jobs.send(EngineJob::NewGame);
    }

    /// Waits until the previous table is freed. Called before a table is allocated, so that at most two tables
    /// occupy memory.
    fn wait_until_freed(&mut self) {
        if let Some(freeing) = self.freeing.take() {
            let _ = freeing.join();
        }
    }

    /// Replaces the table, and frees the old one on another thread, because freeing several GiB takes up to
    /// seconds.
    fn replace_table(&mut self, table: TranspositionTable) {
        let old = std::mem::replace(&mut self.table, Arc::new(table));
        // If the thread cannot be started, the closure is dropped at once, and the table with it.
        self.freeing = thread::Builder::new().name("free".to_owned()).spawn(move || drop(old)).ok();
        self.table_is_used = false;
    }

    /// Replaces the transposition table by an empty one of `megabytes` MiB, if the size differs. If the new
    /// table cannot be allocated, the old table stays in use.
    ///
    /// # Errors
    /// Returns [`OutOfMemory`] if the table cannot be allocated.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        if megabytes != self.table.megabytes() {
            self.wait_until_freed();
            self.replace_table(TranspositionTable::new(megabytes)?);
        }
        Ok(())
    }

    /// Sets the number of search threads for the searches queued from now on: 1 to
    /// [`MOST_THREADS`](crate::search::threads::pool::MOST_THREADS). New threads have empty histories.
    ///
    /// # Errors
    /// Returns the [`Shortage`] if the operating system refuses some of the threads. The engine then searches
    /// with the threads that were started.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), Shortage> {
        if threads == self.threads {
            return Ok(());
        }
        let (pool, shortage) = Pool::start(threads);
        self.threads = pool.threads();
        let _ = self.jobs.send(EngineJob::SetPool(Box::new(pool)));
        shortage.map_or(Ok(()), Err)
    }

    /// Returns the current transposition table for loading or saving. [`Engine::resize`] and
    /// [`Engine::new_game`] may replace it by a new one.
    pub fn table(&mut self) -> Arc<TranspositionTable> {
        self.table_is_used = true;
        Arc::clone(&self.table)
    }
}

/// Forwards the progress of a search to a listener.
struct ProgressUpdates<'a>(&'a mut Listener);

impl Progress for ProgressUpdates<'_> {
    fn report(&mut self, report: &Report) {
        (self.0)(Update::Report(report.clone()));
    }

    fn bound(&mut self, report: &Report) {
        (self.0)(Update::Bound(report.clone()));
    }

    fn root_move(&mut self, current: CurrentMove) {
        (self.0)(Update::RootMove(current));
    }
}

/// Loop of the search thread: runs queued jobs one after the other until the engine is dropped.
fn run_jobs(jobs: Receiver<EngineJob>, stop_flag: &Arc<StopFlag>) {
    let mut pool = Pool::default();
    for job in jobs {
        match job {
            EngineJob::NewGame => pool.clear(),
            EngineJob::SetPool(new_pool) => pool = *new_pool,
            EngineJob::BackgroundWork(command, number, mut listener) => {
                let stopped = || stop_flag.is_stopped(number);
                let output = catch_unwind(AssertUnwindSafe(|| command(&stopped)));
                let output = output
                    .unwrap_or_else(|panic| format!("info string error: {}", panic_message(panic.as_ref())));
                listener(Update::CommandDone(output));
            }
            EngineJob::Search(request, table, mut listener) => {
                let (answer, fault) =
                    pool.search(&request, &table, stop_flag, &mut ProgressUpdates(&mut listener));
                listener(Update::Done { answer, fault });
            }
        }
    }
}

#[cfg(test)]
mod tests;
