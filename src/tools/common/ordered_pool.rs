//! A pool of worker threads that returns results in the order of its input and uses bounded memory.
//!
//! One thread reads items from a source, one thread per worker processes them, and the caller takes the
//! results. The reader thread waits while the queue holds one unprocessed item per worker. A worker waits
//! while the next item is more than 64 items per worker ahead of the last result that the caller has
//! taken, so that the number of waiting results is bounded. The caller gets finished results even while the
//! source blocks.
//!
//! [`OrderedPool::run`] uses detached threads, for sources that may block forever.
//! [`OrderedPool::run_scoped`] and [`run_numbered`] join all threads before they return, so workers may
//! borrow local data.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use crate::{
    search::{StopFlag, threads::pool::STACK_BYTES},
    support::threads::{self, SMALL_STACK_BYTES, Shortage},
};

/// Number of items per worker that workers may start ahead of the last result that the caller has
/// taken.
const AHEAD: u64 = 64;

/// State shared by the reader, the workers and the caller. `I` is the type of the input items, `O` the type
/// of the workers' results.
#[derive(Debug)]
pub struct OrderedPool<I, O> {
    state: Mutex<PoolState<I, O>>,
    changed: Condvar,
    workers: usize,
}

#[derive(Debug)]
struct PoolState<I, O> {
    /// Items that no worker has taken yet.
    queue: VecDeque<(u64, I)>,
    /// Results that the caller has not taken yet, by item number.
    results: BTreeMap<u64, Finished<O>>,
    /// Number of results that the caller has taken.
    delivered: u64,
    /// Number of running workers.
    workers: usize,
    /// Whether the source has ended.
    ended: bool,
    /// Whether the pool is draining: no further item is started.
    draining: bool,
    /// Whether the pool is stopped: no further result is delivered.
    stopped: bool,
    /// I/O error of the source; no more items are read after an error.
    failure: Option<io::Error>,
}

/// Result of a worker on one item.
#[derive(Debug)]
enum Finished<O> {
    Result(O),
    Stopped,
    Panicked,
}

impl<I: Send, O: Send> OrderedPool<I, O> {
    /// Creates a pool for `workers` worker threads, at least one.
    pub fn new(workers: usize) -> Self {
        let state = PoolState {
            queue: VecDeque::new(),
            results: BTreeMap::new(),
            delivered: 0,
            workers: 0,
            ended: false,
            draining: false,
            stopped: false,
            failure: None,
        };
        let workers = workers.max(1);
        Self { state: Mutex::new(state), changed: Condvar::new(), workers }
    }

    /// Drains the pool: no further item is started, items in progress are finished, and their results are
    /// delivered.
    pub fn drain(&self) {
        self.lock().draining = true;
        self.changed.notify_all();
    }

    /// Stops the pool: no further item is started and no further result is delivered.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.drain();
    }

    /// Runs each of `workers` on its own thread over the items of `source` and passes every result to `take`.
    /// If the system refuses threads, the run has fewer workers, but at least one.
    ///
    /// Returns after the last result if the source ends or the pool is drained, and earlier if the pool is
    /// stopped, `take` breaks, or an error occurs. A worker that was stopped returns `None`, which ends the
    /// run. Some threads may still be running when the function returns: the reader in
    /// a blocked source, and the workers after an early return.
    ///
    /// # Errors
    /// Returns an I/O error if the source fails, a worker panics, or the operating system starts no worker. All
    /// results before the error are delivered. After [`stop`](Self::stop), an error of the
    /// source is not returned.
    pub fn run(
        self: &Arc<Self>,
        source: impl Iterator<Item = io::Result<I>> + Send + 'static,
        workers: Vec<impl FnMut(I) -> Option<O> + Send + 'static>,
        take: impl FnMut(O) -> ControlFlow<()>,
    ) -> io::Result<()>
    where
        I: 'static,
        O: 'static,
    {
        let _drain = DrainOnDrop(self);
        let pool = Arc::clone(self);
        reader_thread().spawn(move || pool.read(source))?;
        self.start_workers(workers, |thread, worker| {
            let pool = Arc::clone(self);
            thread.spawn(move || pool.work(worker)).map(drop)
        })?;
        self.deliver(take)
    }

    /// Like [`OrderedPool::run`], but joins all threads before returning. The source must not block forever,
    /// because the function waits for the reader thread.
    ///
    /// # Errors
    /// Returns the same errors as [`OrderedPool::run`].
    pub fn run_scoped(
        &self,
        source: impl Iterator<Item = io::Result<I>> + Send,
        workers: Vec<impl FnMut(I) -> Option<O> + Send>,
        take: impl FnMut(O) -> ControlFlow<()>,
    ) -> io::Result<()> {
        thread::scope(|scope| {
            let _drain = DrainOnDrop(self);
            reader_thread().spawn_scoped(scope, move || self.read(source))?;
            self.start_workers(workers, |thread, worker| {
                thread.spawn_scoped(scope, move || self.work(worker)).map(drop)
            })?;
            self.deliver(take)
        })
    }

    /// Starts the workers, as many as the system permits.
    ///
    /// # Errors
    /// The error of the system if it does not start a single worker.
    fn start_workers<W>(
        &self,
        workers: Vec<W>,
        mut start: impl FnMut(thread::Builder, W) -> io::Result<()>,
    ) -> io::Result<()> {
        let wanted = workers.len();
        // The number is set first, because a worker may end before the next one starts.
        self.lock().workers = wanted;
        let mut workers = workers.into_iter();
        let (started, shortage) = threads::start(0..wanted, |_| {
            let thread = threads::new("work", STACK_BYTES);
            workers.next().map_or(Ok(()), |worker| start(thread, worker))
        });
        self.lock().workers -= wanted - started.len();
        match shortage {
            Some(Shortage { error, .. }) if started.is_empty() => Err(error),
            shortage => {
                shortage.inspect(Shortage::report);
                Ok(())
            }
        }
    }

    /// Loop of the reader thread: queues the items of the source.
    fn read(&self, source: impl Iterator<Item = io::Result<I>>) {
        for (number, item) in (0..).zip(source) {
            match item {
                Ok(item) => {
                    if !self.push_item(number, item) {
                        return;
                    }
                }
                Err(error) => {
                    self.lock().failure = Some(error);
                    break;
                }
            }
        }
        self.lock().ended = true;
        self.changed.notify_all();
    }

    /// Loop of a worker thread: processes queued items.
    fn work(&self, mut worker: impl FnMut(I) -> Option<O>) {
        while let Some((number, item)) = self.next_item() {
            let result = catch_unwind(AssertUnwindSafe(|| worker(item)));
            let mut state = self.lock();
            state.draining |= result.is_err();
            let finished = result
                .map_or(Finished::Panicked, |result| result.map_or(Finished::Stopped, Finished::Result));
            state.results.insert(number, finished);
            drop(state);
            self.changed.notify_all();
        }
        self.lock().workers -= 1;
        self.changed.notify_all();
    }

    /// Passes results to `take` until all workers have ended, `take` breaks, the pool is stopped, a worker
    /// has panicked, or the next item has no result.
    fn deliver(&self, mut take: impl FnMut(O) -> ControlFlow<()>) -> io::Result<()> {
        while let Some(finished) = self.next_result() {
            match finished {
                Finished::Result(result) => {
                    if take(result).is_break() {
                        break;
                    }
                }
                Finished::Stopped => break,
                // A panic is returned as an error: a missing result must not look like the end of the input.
                Finished::Panicked => return Err(io::Error::other("a worker thread panicked")),
            }
            self.lock().delivered += 1;
            self.changed.notify_all();
        }
        let mut state = self.lock();
        if state.stopped { Ok(()) } else { state.failure.take().map_or(Ok(()), Err) }
    }

    /// Waits for the result of the next item of the input. Returns `None` if there are no more results or the pool
    /// was stopped.
    fn next_result(&self) -> Option<Finished<O>> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            let delivered = state.delivered;
            if let Some(next) = state.results.first_entry()
                && *next.key() == delivered
            {
                return Some(next.remove());
            }
            if state.workers == 0 {
                return None;
            }
            state = self.wait(state);
        }
    }

    /// Queues an item. Returns `false` if the pool is draining and accepts no more items.
    fn push_item(&self, number: u64, item: I) -> bool {
        let mut state = self.lock();
        while state.queue.len() >= self.workers && !state.draining {
            state = self.wait(state);
        }
        let accepts_more = !state.draining;
        state.queue.push_back((number, item));
        drop(state);
        self.changed.notify_all();
        accepts_more
    }

    /// Waits for an item that may be started. Returns `None` if there are no more items or the pool is
    /// draining.
    fn next_item(&self) -> Option<(u64, I)> {
        let mut state = self.lock();
        loop {
            let limit = state.delivered + AHEAD * self.workers as u64;
            match state.queue.front() {
                _ if state.draining => return None,
                Some((number, _)) if *number < limit => break,
                None if state.ended => return None,
                _ => state = self.wait(state),
            }
        }
        let item = state.queue.pop_front();
        drop(state);
        self.changed.notify_all();
        item
    }

    fn lock(&self) -> MutexGuard<'_, PoolState<I, O>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, PoolState<I, O>>) -> MutexGuard<'a, PoolState<I, O>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drains the pool when the run ends, also after an error, so that its threads end as well.
struct DrainOnDrop<'a, I: Send, O: Send>(&'a OrderedPool<I, O>);

impl<I: Send, O: Send> Drop for DrainOnDrop<'_, I, O> {
    fn drop(&mut self) {
        self.0.drain();
    }
}

fn reader_thread() -> thread::Builder {
    threads::new("read", SMALL_STACK_BYTES)
}

/// Makes the state of each of `wanted` workers with `make`.
///
/// # Errors
/// Returns the first error of `make`.
pub fn worker_states<S, E>(wanted: usize, mut make: impl FnMut() -> Result<S, E>) -> Result<Vec<S>, E> {
    (0..wanted).map(|_| make()).collect()
}

/// Runs `job` for the numbers 0, 1, 2, … below `end`, one thread per state, and passes the results to `take`
/// in the order of the numbers.
///
/// Joins all threads before returning. The run stops when `stop_flag` stops search number 1. If `take`
/// breaks, `stop_flag` is set, so that jobs in progress that test `stop_flag` end. A job that was stopped
/// returns `None`, which ends the run.
///
/// # Errors
/// Returns an I/O error if a job panics or the operating system starts no worker.
pub fn run_numbered<S: Send, O: Send>(
    states: Vec<S>,
    end: u64,
    stop_flag: &StopFlag,
    job: impl Fn(&mut S, u64) -> Option<O> + Sync,
    mut take: impl FnMut(O) -> ControlFlow<()>,
) -> io::Result<()> {
    let pool = OrderedPool::new(states.len());
    let job = &job;
    let worker =
        |mut state: S| move |number| if stop_flag.is_stopped(1) { None } else { job(&mut state, number) };
    let workers = states.into_iter().map(worker).collect();
    let take = |result| {
        let flow = take(result);
        if flow.is_break() {
            stop_flag.stop_through(1);
        }
        flow
    };
    pool.run_scoped((0..end).map(Ok), workers, take)
}

#[cfg(test)]
mod tests;
