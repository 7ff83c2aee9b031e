//! Several workers on one stream: what comes in is numbered, what goes out is in the same order, and nobody runs far ahead.
//!
//! One thread reads, a thread for each worker works, and whoever called takes the results. The reader stops when as many entries
//! wait as there are workers; a worker begins nothing that lies a whole window ahead of what has been taken. So memory
//! stays flat however long the input is, and however long one entry takes. Nobody looks around for work: who has nothing to do
//! sleeps.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, channel},
    },
    thread,
};

use crate::search::threads::pool::STACK_BYTES;

/// Results that may wait for an earlier one, for each worker.
const AHEAD: u64 = 64;

/// What lies between the reader and the workers.
#[derive(Debug)]
pub struct OrderedPool<I> {
    state: Mutex<State<I>>,
    changed: Condvar,
    workers: usize,
    ordered: bool,
}

#[derive(Debug)]
struct State<I> {
    waiting: VecDeque<(u64, I)>,
    /// Nothing more will come.
    ended: bool,
    /// Nothing more is to be begun.
    draining: bool,
    /// How many results have been taken.
    taken: u64,
    /// Why the source has ended before its time.
    failure: Option<io::Error>,
}

impl<I: Send + 'static> OrderedPool<I> {
    /// A belt for so many workers, at least one; `ordered` if results are to be taken in the order of the input.
    #[must_use]
    pub fn new(workers: usize, ordered: bool) -> Arc<Self> {
        let state =
            State { waiting: VecDeque::new(), ended: false, draining: false, taken: 0, failure: None };
        Arc::new(Self { state: Mutex::new(state), changed: Condvar::new(), workers: workers.max(1), ordered })
    }

    /// Nothing more is begun; what is under way is finished.
    pub fn drain(&self) {
        self.lock().draining = true;
        self.changed.notify_all();
    }

    /// Lets `workers` do what `source` brings and hands the results to `take`, until the source ends, the belt is drained, or
    /// something fails. The reader may be left behind, waiting for input that nobody wants any more.
    ///
    /// # Errors
    /// What the source or `take` says, or the system, if it gives no threads.
    pub fn run<O: Send + 'static>(
        self: &Arc<Self>,
        source: impl Iterator<Item = io::Result<I>> + Send + 'static,
        workers: Vec<impl FnMut(u64, I) -> Option<O> + Send + 'static>,
        take: impl FnMut(O) -> io::Result<()>,
    ) -> io::Result<()> {
        let (sender, results) = channel();
        let pool = Arc::clone(self);
        thread::Builder::new().name("read".to_owned()).spawn(move || pool.read(source))?;
        for mut worker in workers {
            let (pool, sender) = (Arc::clone(self), sender.clone());
            let work = move || {
                while let Some((number, item)) = pool.next_item() {
                    if sender.send((number, worker(number, item))).is_err() {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().name("work".to_owned()).stack_size(STACK_BYTES);
            thread.spawn(work).inspect_err(|_| self.drain())?;
        }
        drop(sender);
        let handed = self.deliver(&results, take);
        self.drain();
        handed?;
        self.lock().failure.take().map_or(Ok(()), Err)
    }

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

    /// Takes results until the workers are gone. Where order counts, one that was stopped has no result, and so has none behind it.
    fn deliver<O>(
        &self,
        results: &Receiver<(u64, Option<O>)>,
        mut take: impl FnMut(O) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut early, mut taken) = (BTreeMap::new(), 0);
        for (number, made) in results {
            early.insert(number, made);
            while let Some(next) = early.first_entry()
                && (!self.ordered || *next.key() == taken)
            {
                taken += 1;
                match next.remove() {
                    Some(made) => take(made)?,
                    None if self.ordered => return Ok(()),
                    None => {}
                }
                self.lock().taken = taken;
                self.changed.notify_all();
            }
        }
        Ok(())
    }

    fn push_item(&self, number: u64, item: I) -> bool {
        let mut state = self.lock();
        while state.waiting.len() >= self.workers && !state.draining {
            state = self.wait(state);
        }
        let goes_on = !state.draining;
        state.waiting.push_back((number, item));
        drop(state);
        self.changed.notify_all();
        goes_on
    }

    fn next_item(&self) -> Option<(u64, I)> {
        let mut state = self.lock();
        loop {
            let limit = state.taken + AHEAD * self.workers as u64;
            match state.waiting.front() {
                _ if state.draining => return None,
                Some((number, _)) if *number < limit => break,
                None if state.ended => return None,
                _ => state = self.wait(state),
            }
        }
        let item = state.waiting.pop_front();
        drop(state);
        self.changed.notify_all();
        item
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<I>>) -> MutexGuard<'a, State<I>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
