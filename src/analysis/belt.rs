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

use crate::search::threads::STACK_BYTES;

/// Results that may wait for an earlier one, for each worker.
const AHEAD: u64 = 64;

/// What lies between the reader and the workers.
#[derive(Debug)]
pub struct Belt<I> {
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

impl<I: Send + 'static> Belt<I> {
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
        let belt = Arc::clone(self);
        thread::Builder::new().name("read".to_owned()).spawn(move || belt.read(source))?;
        for mut worker in workers {
            let (belt, sender) = (Arc::clone(self), sender.clone());
            let work = move || {
                while let Some((number, item)) = belt.pick() {
                    if sender.send((number, worker(number, item))).is_err() {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().name("work".to_owned()).stack_size(STACK_BYTES);
            thread.spawn(work).inspect_err(|_| self.drain())?;
        }
        drop(sender);
        let handed = self.hand_over(&results, take);
        self.drain();
        handed?;
        self.lock().failure.take().map_or(Ok(()), Err)
    }

    fn read(&self, source: impl Iterator<Item = io::Result<I>>) {
        for (number, item) in (0..).zip(source) {
            match item {
                Ok(item) => {
                    if !self.put(number, item) {
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
    fn hand_over<O>(
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

    fn put(&self, number: u64, item: I) -> bool {
        let mut state = self.lock();
        while state.waiting.len() >= self.workers && !state.draining {
            state = self.sleep(state);
        }
        let goes_on = !state.draining;
        state.waiting.push_back((number, item));
        drop(state);
        self.changed.notify_all();
        goes_on
    }

    fn pick(&self) -> Option<(u64, I)> {
        let mut state = self.lock();
        loop {
            let limit = state.taken + AHEAD * self.workers as u64;
            match state.waiting.front() {
                _ if state.draining => return None,
                Some((number, _)) if *number < limit => break,
                None if state.ended => return None,
                _ => state = self.sleep(state),
            }
        }
        let picked = state.waiting.pop_front();
        drop(state);
        self.changed.notify_all();
        picked
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sleep<'a>(&self, state: MutexGuard<'a, State<I>>) -> MutexGuard<'a, State<I>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU64, Ordering},
        time::Duration,
    };

    use super::*;

    type Worker = Box<dyn FnMut(u64, u64) -> Option<u64> + Send>;

    fn run(ordered: bool, items: u64, workers: usize, job: fn(u64) -> Option<u64>) -> Vec<u64> {
        let belt = Belt::new(workers, ordered);
        let workers = (0..workers).map(|_| -> Worker { Box::new(move |_, item| job(item)) }).collect();
        let mut taken = Vec::new();
        let take = |made| {
            taken.push(made);
            Ok(())
        };
        belt.run((0..items).map(Ok), workers, take).expect("nothing fails");
        taken
    }

    /// Every seventh takes long.
    fn uneven(item: u64) -> u64 {
        if item.is_multiple_of(7) {
            thread::sleep(Duration::from_millis(2));
        }
        item * item
    }

    #[test]
    fn results_come_in_order_or_as_they_are_ready_and_none_is_lost() {
        let squares: Vec<_> = (0..300).map(|item| item * item).collect();
        for workers in [1, 2, 5] {
            assert_eq!(run(true, 300, workers, |item| Some(uneven(item))), squares);
            let mut free = run(false, 300, workers, |item| Some(uneven(item)));
            free.sort_unstable();
            assert_eq!(free, squares);
        }
        assert!(run(true, 0, 2, Some).is_empty());
    }

    #[test]
    fn what_was_stopped_has_no_result_and_no_successor() {
        assert_eq!(run(true, 40, 3, |item| (item != 5).then_some(item)), [0, 1, 2, 3, 4]);
        assert_eq!(run(false, 40, 3, |item| (item != 5).then_some(item)).len(), 39);
    }

    #[test]
    fn nobody_runs_further_ahead_than_the_window() {
        static READ: AtomicU64 = AtomicU64::new(0);
        let belt = Belt::new(2, true);
        let source = (0..1_000).map(|item| {
            READ.fetch_add(1, Ordering::SeqCst);
            Ok(item)
        });
        let slow_first = |_, item: u64| {
            if item == 0 {
                thread::sleep(Duration::from_millis(200));
            }
            Some(READ.load(Ordering::SeqCst))
        };
        let mut read = Vec::new();
        let take = |made| {
            read.push(made);
            Ok(())
        };
        belt.run(source, vec![slow_first; 2], take).expect("nothing fails");
        assert_eq!(read.len(), 1_000);
        assert!((AHEAD..3 * AHEAD).contains(&read[0]), "{} were read while the first was at work", read[0]);
    }

    #[test]
    fn a_drained_belt_finishes_what_is_under_way_and_waits_for_no_input() {
        let belt = Belt::new(2, true);
        let drainer = Arc::clone(&belt);
        let endless = (0..).map(|item: u64| {
            if item >= 10 {
                // As an open pipe that nobody writes to.
                thread::sleep(Duration::from_hours(1));
            }
            Ok(item)
        });
        let worker = move |_, item| {
            if item == 9 {
                drainer.drain();
            }
            Some(item)
        };
        let mut taken = Vec::new();
        let take = |made| {
            taken.push(made);
            Ok(())
        };
        belt.run(endless, vec![worker; 2], take).expect("nothing fails");
        assert_eq!(taken, (0..10).collect::<Vec<u64>>());
    }

    #[test]
    fn a_failure_of_the_input_or_the_output_ends_the_run() {
        let broken = || (0..5).map(Ok).chain([Err(io::Error::other("torn"))]);
        let mut taken = Vec::new();
        let take = |made: u64| {
            taken.push(made);
            Ok(())
        };
        let error = Belt::new(2, true).run(broken(), vec![|_, item| Some(item); 2], take);
        assert_eq!(error.map_err(|error| error.to_string()), Err("torn".to_owned()));
        assert_eq!(taken, [0, 1, 2, 3, 4]);
        let refuse = |_: u64| Err(io::Error::from(io::ErrorKind::BrokenPipe));
        let error = Belt::new(2, true).run((0..).map(Ok), vec![|_, item| Some(item); 2], refuse);
        assert!(error.is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe));
    }
}
