//! Games through several searchers at once, written in their order, a bounded number of them in memory.
//!
//! One thread reads and cuts, `--jobs` threads work, and whoever called writes. The reader puts the place for a result into a bounded queue
//! before the game is handed out, and so it is never more than the queue ahead of the writer.

use std::{
    io::{self, BufRead},
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel},
    },
    thread,
    time::Duration,
};

use crate::{
    pgn::{RawGame, Splitter},
    search::threads::pool::STACK_BYTES,
};

/// Games in work or waiting for an earlier one, for each worker.
const AHEAD: usize = 4;
/// How often a waiting writer asks whether it was stopped.
const PATIENCE: Duration = Duration::from_millis(50);

/// Where a result will be; `None` is the end of the input.
type Place<T> = io::Result<Option<Receiver<T>>>;

/// Hands every game of `input` to one of `workers` and what it gives to `take`, in the order of the input, until that breaks off. A worker
/// that gives `None` was stopped; so is then everything after it, and `stopped`, asked now and then, ends the waiting. Threads may
/// still run when this returns, unless it came to the end of the input.
///
/// # Errors
/// What the system says when it cannot be read, or there is no thread to be had; or that a worker failed.
pub fn in_order<W, T>(
    input: impl BufRead + Send + 'static,
    workers: Vec<W>,
    stopped: impl Fn() -> bool,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> io::Result<()>
where
    W: FnMut(RawGame) -> Option<T> + Send + 'static,
    T: Send + 'static,
{
    let (places, order) = sync_channel::<Place<T>>(AHEAD * workers.len());
    let (jobs, queue) = channel::<(RawGame, Sender<T>)>();
    let queue = Arc::new(Mutex::new(queue));
    for mut worker in workers {
        let queue = Arc::clone(&queue);
        thread::Builder::new().stack_size(STACK_BYTES).spawn(move || {
            loop {
                let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok((game, result)) = job else { return };
                let Some(done) = worker(game) else { return };
                // Nobody waits for it any more when the writer has gone.
                let _ = result.send(done);
            }
        })?;
    }
    thread::Builder::new().spawn(move || read(input, &places, &jobs))?;
    while !stopped() {
        // A thread that has gone without a word must not pass for the end: what is written would seem complete.
        let lost = || if stopped() { Ok(()) } else { Err(io::Error::other("a thread has failed")) };
        let Some(place) = wait(&order, &stopped) else { return lost() };
        let Some(place) = place? else { break };
        let Some(done) = wait(&place, &stopped) else { return lost() };
        if take(done).is_break() {
            break;
        }
    }
    Ok(())
}

/// What comes next; `None` if nothing more will, or nobody waits any longer.
fn wait<T>(receiver: &Receiver<T>, stopped: impl Fn() -> bool) -> Option<T> {
    while !stopped() {
        match receiver.recv_timeout(PATIENCE) {
            Err(RecvTimeoutError::Timeout) => {}
            result => return result.ok(),
        }
    }
    None
}

fn read<T>(input: impl BufRead, places: &SyncSender<Place<T>>, jobs: &Sender<(RawGame, Sender<T>)>) {
    let mut splitter = Splitter::new(input);
    loop {
        match splitter.next_game() {
            Ok(None) => {
                let _ = places.send(Ok(None));
                return;
            }
            Err(error) => {
                let _ = places.send(Err(error));
                return;
            }
            Ok(Some(game)) => {
                let (result, place) = channel();
                if places.send(Ok(Some(place))).is_err() || jobs.send((game, result)).is_err() {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufReader, Read},
        sync::atomic::{AtomicU64, Ordering},
    };

    use super::*;

    /// Games without end, which counts what was read of them.
    struct Endless(Arc<AtomicU64>);

    impl Read for Endless {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            const GAME: &[u8] = b"[Event \"x\"]\n\n1. e4 *\n\n";
            self.0.fetch_add(1, Ordering::Relaxed);
            bytes[..GAME.len()].copy_from_slice(GAME);
            Ok(GAME.len())
        }
    }

    #[test]
    fn games_come_in_order_and_reading_stays_near_the_writer() {
        let read = Arc::new(AtomicU64::new(0));
        let input = BufReader::with_capacity(64, Endless(Arc::clone(&read)));
        let slow_on_odd = |game: RawGame| {
            thread::sleep(Duration::from_millis(2 * (game.number % 2)));
            Some(game.number)
        };
        let mut taken = Vec::new();
        in_order(
            input,
            vec![slow_on_odd; 3],
            || false,
            |number| {
                taken.push(number);
                let ahead = read.load(Ordering::Relaxed) - number;
                assert!(ahead <= 3 * AHEAD as u64 + 6, "{ahead} games ahead");
                if taken.len() == 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        )
        .expect("threads");
        assert_eq!(taken, (1..=60).collect::<Vec<_>>());
    }

    #[test]
    fn what_cannot_be_read_is_an_error_after_the_games_before_it() {
        struct Torn;
        impl Read for Torn {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("torn"))
            }
        }
        let input = BufReader::new((&b"1. e4 *\n\n1. d4 *\n"[..]).chain(Torn));
        let mut taken = 0;
        let worker = |game: RawGame| Some(game.number);
        let result = in_order(
            input,
            vec![worker],
            || false,
            |_| {
                taken += 1;
                ControlFlow::Continue(())
            },
        );
        assert!(result.is_err_and(|error| error.to_string() == "torn"));
        assert_eq!(taken, 1, "the second may be torn as well");
    }

    #[test]
    fn a_worker_that_fails_is_no_end_of_the_input() {
        let unlucky = |game: RawGame| {
            assert!(game.number != 2, "two is unlucky");
            Some(game.number)
        };
        let mut taken = 0;
        let result = in_order(
            &b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n"[..],
            vec![unlucky],
            || false,
            |_| {
                taken += 1;
                ControlFlow::Continue(())
            },
        );
        assert!(result.is_err() && taken == 1);
    }
}
