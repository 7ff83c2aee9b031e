//! Openings for a test server: `genfens`, as `OpenBench` asks every engine for them.
//!
//! Some random moves from the start position or from one of a book, and a short search that leaves out what is decided.

use std::ops::RangeInclusive;

use rand::RngExt as _;

use super::random::{evaluate_opening, random_opening_from};
use crate::{
    engine::{player::Player, rng::game_rng},
    position::{Line, Position},
    search::{StopFlag, tt::table::OutOfMemory},
};

/// Random plies from the start position, and from a position of a book.
const FROM_START: RangeInclusive<u32> = 7..=9;
const FROM_BOOK: RangeInclusive<u32> = 2..=4;
/// Nodes of the search, and the score from which an opening is left out.
const NODES: u64 = 3_000;
const MAX_SCORE: i32 = 600;
const MEGABYTES: usize = 1;
/// Openings tried for each one wanted, at most: a book may hold nothing but decided positions.
const MAX_TRIES_PER_OPENING: u64 = 200;

/// `count` openings, always the same for a seed, from one of `starts` each or from the start position if there are none. Fewer if
/// nearly all that come up are decided, or when `stopped` says so.
pub fn openings(
    player: &mut Player,
    count: u64,
    seed: u64,
    starts: &[Position],
    stopped: impl Fn() -> bool,
) -> Vec<Position> {
    let signal = StopFlag::default();
    let mut found: Vec<Position> = Vec::new();
    for number in 0..count.saturating_mul(MAX_TRIES_PER_OPENING) {
        if found.len() as u64 >= count || stopped() {
            break;
        }
        let mut rng = game_rng(seed, number);
        let (start, plies) = match starts {
            [] => (Position::start(), FROM_START),
            starts => (starts[rng.random_range(0..starts.len())].clone(), FROM_BOOK),
        };
        let Some(line) = random_opening_from(Line::new(start), &mut rng, plies) else { continue };
        let seen = found.iter().any(|known| known.key() == line.position().key());
        if !seen && evaluate_opening(player, &line, NODES, &signal).raw().abs() <= MAX_SCORE {
            found.push(line.position().clone());
        }
    }
    found
}

/// A player that judges openings.
///
/// # Errors
/// [`OutOfMemory`] if there is no room for a small table.
pub fn judge_of_openings() -> Result<Player, OutOfMemory> {
    Player::new(crate::search::Setup::playing(), MEGABYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_openings_each_once_and_another_seed_others() {
        let find = |count, seed, starts: &[Position]| {
            let mut player = judge_of_openings().expect("a megabyte");
            let found = openings(&mut player, count, seed, starts, || false);
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let first = find(6, 1, &[]);
        assert_eq!(first.len(), 6);
        assert_eq!(find(6, 1, &[]), first);
        assert_ne!(find(6, 2, &[]), first);
        assert_eq!(find(3, 1, &[]), first[..3], "fewer are the first of more");
        let kiwipete = crate::positions::named("kiwipete").expect("a classic").position;
        let from_book = find(2, 1, &[kiwipete]);
        assert!(from_book.len() <= 2 && from_book.iter().all(|fen| !first.contains(fen)));
    }
}
