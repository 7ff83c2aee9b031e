//! Perft: counts the leaves of the tree of legal moves, to verify the move generator and to measure its
//! speed.
//!
//! Perft uses shakmaty's position, because the Zobrist keys of [`Position`](super::Position) would only slow
//! perft down. Both types generate legal moves with the same function of shakmaty.

use std::sync::atomic::{AtomicUsize, Ordering};

use shakmaty::{Chess, Position as _};

use super::Move;
use crate::support::threads::{self, SMALL_STACK_BYTES, Shortage};

/// Returns the number of move sequences of `depth` plies; depth 0 gives 1. At depth 1 the moves are counted
/// without making them (bulk counting).
pub fn perft(chess: &Chess, depth: u32) -> u64 {
    perft_until(chess, depth, &|| false).unwrap_or_default()
}

/// Counts like [`perft`], but returns `None` as soon as `is_stopped` returns true. `is_stopped` is called at
/// every node of depth 2 and more, so a count ends within a millisecond at any depth.
fn perft_until(chess: &Chess, depth: u32, is_stopped: &impl Fn() -> bool) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(chess.legal_moves().len() as u64),
        _ if is_stopped() => None,
        _ => {
            let mut leaves = 0;
            for mv in &chess.legal_moves() {
                let mut child = chess.clone();
                child.play_unchecked(*mv);
                leaves += perft_until(&child, depth - 1, is_stopped)?;
            }
            Some(leaves)
        }
    }
}

/// Returns each legal move with the perft count at `depth - 1` of the position after the move (0 at depth 0),
/// in generation order, computed by `threads` threads, or fewer if the system refuses some. Returns `None` if
/// `is_stopped` returns true during the count, which is tested from depth 4 on.
///
/// # Panics
/// Panics if a counting thread panics.
pub fn divide(
    chess: &Chess,
    depth: u32,
    threads: usize,
    is_stopped: impl Fn() -> bool + Sync,
) -> Option<Vec<(Move, u64)>> {
    divide_by(chess, depth, threads, |chess, depth| perft_until(chess, depth, &is_stopped))
}

/// Counts moves like [`divide`], with `count` in place of [`perft`]. The function `count` must return the
/// same numbers as `perft`, or `None` to stop all threads.
///
/// The unit of work of a thread is a root move with one reply, so that one root move with a large subtree
/// does not occupy a single thread while the others wait.
///
/// # Panics
/// Panics if a counting thread panics.
pub(crate) fn divide_by(
    chess: &Chess,
    depth: u32,
    thread_count: usize,
    count: impl Fn(&Chess, u32) -> Option<u64> + Sync,
) -> Option<Vec<(Move, u64)>> {
    let moves = chess.legal_moves();
    if depth <= 1 {
        return Some(moves.into_iter().map(|mv| (mv, u64::from(depth > 0))).collect());
    }
    let jobs: Vec<(usize, Chess)> =
        moves.iter().enumerate().flat_map(|(index, mv)| jobs(chess, index, *mv)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = vec![0; moves.len()];
        while let Some((index, child)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[*index] += count(child, depth - 2)?;
        }
        Some(counts)
    };
    let counts = std::thread::scope(|scope| {
        let helper = |_| threads::new("count", SMALL_STACK_BYTES).spawn_scoped(scope, work);
        let (helpers, shortage) = threads::start(1..thread_count, helper);
        shortage.inspect(Shortage::report);
        let mut counts = work()?;
        for helper in helpers {
            let more = helper.join().expect("counting does not panic")?;
            counts.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        Some(counts)
    })?;
    Some(moves.into_iter().zip(counts).collect())
}

/// Plays the root move `mv` and each legal reply. Returns the resulting positions, each with `index`, the
/// index of the root move.
fn jobs(chess: &Chess, index: usize, mv: Move) -> Vec<(usize, Chess)> {
    let mut child = chess.clone();
    child.play_unchecked(mv);
    let replies = child.legal_moves();
    let play = |reply| {
        let mut grandchild = child.clone();
        grandchild.play_unchecked(reply);
        (index, grandchild)
    };
    replies.into_iter().map(play).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perft_of_the_start_position_is_correct_with_any_number_of_threads() {
        let start = Chess::default();
        for (depth, leaves) in [(0, 1), (1, 20), (2, 400), (3, 8_902), (4, 197_281)] {
            assert_eq!(perft(&start, depth), leaves);
            for threads in [1, 3] {
                let divided = divide(&start, depth, threads, || false).expect("not stopped");
                assert_eq!(divided.len(), 20);
                let sum: u64 = divided.iter().map(|(_, count)| count).sum();
                assert_eq!(sum, if depth == 0 { 0 } else { leaves });
            }
        }
    }

    #[test]
    fn divide_can_be_stopped_from_depth_4_on_and_at_any_time() {
        for depth in [4, 9, 30] {
            assert!(divide(&Chess::default(), depth, 2, || true).is_none(), "{depth}");
        }
        let calls = AtomicUsize::new(0);
        let is_stopped = || calls.fetch_add(1, Ordering::Relaxed) >= 1_000;
        assert!(divide(&Chess::default(), 30, 1, is_stopped).is_none());
        assert_eq!(calls.into_inner(), 1_001, "the first true ends the count");
    }
}
