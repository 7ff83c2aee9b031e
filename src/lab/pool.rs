//! Many games at once, handed over one by one in the order of their numbers.

use std::{
    collections::BTreeMap,
    io,
    ops::ControlFlow,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use crate::search::{StopFlag, threads::pool::STACK_BYTES};

/// Runs `job` for the numbers 0, 1, 2, … below `end`, one thread for each of `states`, and hands what it gives to `take` in the order of
/// the numbers, until that breaks off: then the signal stops what is under way. A job that gives `None` was stopped.
///
/// # Errors
/// If the system has no thread left to give.
pub fn in_order<S: Send, T: Send>(
    states: Vec<S>,
    end: u64,
    signal: &StopFlag,
    job: impl Fn(&mut S, u64) -> Option<T> + Sync,
    take: impl FnMut(T) -> ControlFlow<()>,
) -> io::Result<()> {
    let next = AtomicU64::new(0);
    let (sender, results) = channel();
    let work = |mut state: S, sender: Sender<(u64, T)>| {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= end || signal.is_stopped(1) {
                return;
            }
            let Some(result) = job(&mut state, number) else { return };
            if sender.send((number, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for state in states {
            let (work, sender) = (&work, sender.clone());
            let spawned = thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || work(state, sender));
            if let Err(error) = spawned {
                signal.stop_through(1);
                return Err(error);
            }
        }
        drop(sender);
        hand_over(&results, take);
        signal.stop_through(1);
        Ok(())
    })
}

fn hand_over<T>(results: &Receiver<(u64, T)>, mut take: impl FnMut(T) -> ControlFlow<()>) {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (number, result) in results {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            if take(result).is_break() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(threads: usize, end: u64, most: usize) -> Vec<u64> {
        let mut taken = Vec::new();
        let square = |(): &mut (), number: u64| {
            // Later numbers are done sooner.
            (0..1_000 * (end.min(40) - number.min(39))).for_each(|i| {
                std::hint::black_box(i);
            });
            Some(number * number)
        };
        let take = |square| {
            taken.push(square);
            if taken.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        in_order(vec![(); threads], end, &StopFlag::default(), square, take).expect("threads");
        taken
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        let squares: Vec<u64> = (0..40).map(|number| number * number).collect();
        for threads in [1, 2, 7] {
            assert_eq!(taken(threads, 40, 100), squares);
        }
        assert_eq!(taken(3, u64::MAX, 5), &squares[..5], "until nobody wants more");
    }
}
