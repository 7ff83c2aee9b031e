//! Runs workers on the games of a PGN stream, one thread per worker, and passes on their results in the order
//! of the input.

use std::{
    io,
    ops::ControlFlow,
    sync::{
        Arc,
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use crate::{
    chess::pgn::RawGame,
    support::threads::{self, SMALL_STACK_BYTES},
    tools::common::ordered_pool::OrderedPool,
};

/// Maximum number of games per worker that are in progress or whose results wait for the result of an earlier
/// game.
const AHEAD: u64 = 4;
/// Interval at which [`in_order`] calls `stopped`.
const POLL: Duration = Duration::from_millis(50);

/// Passes every game of `games` to one of `workers`, and passes the results of the workers to `take` in the
/// order of the input. Returns when all games are processed, a worker returns `None`, `take` returns `Break`,
/// or `stopped` returns `true`. After `None`, `Break` or `stopped`, threads may still be running.
///
/// # Errors
/// An I/O error if the input cannot be read, a worker panics, or the system cannot start a thread.
pub fn in_order<W, T>(
    games: impl Iterator<Item = io::Result<RawGame>> + Send + 'static,
    workers: Vec<W>,
    stopped: impl Fn() -> bool + Sync,
    take: impl FnMut(T) -> ControlFlow<()>,
) -> io::Result<()>
where
    W: FnMut(RawGame) -> Option<T> + Send + 'static,
    T: Send + 'static,
{
    let pool = Arc::new(OrderedPool::new(workers.len()).ahead(AHEAD));
    let (done, finished) = channel::<()>();
    thread::scope(|scope| {
        let (pool, stopped) = (&pool, &stopped);
        threads::new("signals", SMALL_STACK_BYTES).spawn_scoped(scope, move || {
            while finished.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if stopped() {
                    return pool.stop();
                }
            }
        })?;
        let result = pool.run(games, workers, take);
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufRead, BufReader, Read},
        sync::atomic::{AtomicU64, Ordering},
    };

    use super::*;
    use crate::chess::pgn::Collection;

    fn games(input: impl BufRead + Send) -> impl Iterator<Item = io::Result<RawGame>> + Send {
        Collection::new([(None, input)])
    }

    /// An endless PGN stream that counts the games read.
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
    fn results_are_in_input_order_and_the_reader_stays_close_to_the_writer() {
        let read = Arc::new(AtomicU64::new(0));
        let input = BufReader::with_capacity(64, Endless(Arc::clone(&read)));
        let slow_on_odd = |game: RawGame| {
            thread::sleep(Duration::from_millis(2 * (game.number % 2)));
            Some(game.number)
        };
        let mut taken = Vec::new();
        in_order(
            games(input),
            vec![slow_on_odd; 3],
            || false,
            |number| {
                taken.push(number);
                let ahead = read.load(Ordering::Relaxed) - number;
                assert!(ahead <= 3 * AHEAD + 6, "{ahead} games ahead");
                if taken.len() == 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        )
        .expect("threads");
        assert_eq!(taken, (1..=60).collect::<Vec<_>>());
    }

    #[test]
    fn a_read_error_is_returned_after_the_results_of_earlier_games() {
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
            games(input),
            vec![worker],
            || false,
            |_| {
                taken += 1;
                ControlFlow::Continue(())
            },
        );
        assert!(result.is_err_and(|error| error.to_string() == "torn"));
        assert_eq!(taken, 1, "the second game may be incomplete");
    }

    #[test]
    fn a_worker_panic_is_an_error_and_not_the_end_of_the_input() {
        let unlucky = |game: RawGame| {
            assert!(game.number != 2, "two is unlucky");
            Some(game.number)
        };
        let mut taken = 0;
        let result = in_order(
            games(&b"1. e4 *\n\n1. d4 *\n\n1. c4 *\n"[..]),
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
