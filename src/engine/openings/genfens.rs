//! Openings for a test server: the command `genfens` of `OpenBench`.
//!
//! Each opening is a position after a few random moves from the start position or from a position of a book.
//! A short search rejects openings in which one side has a decisive advantage.

use std::ops::RangeInclusive;

use rand::RngExt as _;

use super::random::{MAX_CANDIDATES, evaluate_opening, random_moves};
use crate::{
    chess::position::{Line, Position},
    engine::player::Player,
    search::{StopFlag, tt::table::OutOfMemory},
    support::rng::game_rng,
};

/// Number of random plies of an opening that begins at the start position.
const FROM_START: RangeInclusive<u32> = 7..=9;
/// Number of random plies of an opening that begins at a position of a book.
const FROM_BOOK: RangeInclusive<u32> = 2..=4;
/// Node limit of the search that evaluates an opening.
const NODES: u64 = 3_000;
/// An opening is rejected if the absolute score of its search is larger than this number of internal units.
const MAX_SCORE: i32 = 600;
/// Hash size in MiB of the engine that searches each candidate opening and rejects decided openings.
const MEGABYTES: usize = 1;

/// Returns up to `count` different openings, determined by the seed and `starts`.
///
/// Each opening is a position after random moves from a random position of `starts`, or from the standard
/// start position if `starts` is empty. Fewer than `count` openings are returned if almost all candidates are
/// rejected, or if `stopped` returns true.
pub fn openings(
    player: &mut Player,
    count: u64,
    seed: u64,
    starts: &[Position],
    stopped: impl Fn() -> bool,
) -> Vec<Position> {
    let signal = StopFlag::default();
    let mut found: Vec<Position> = Vec::new();
    let mut rejected = 0;
    for number in 0.. {
        if found.len() as u64 >= count || rejected == MAX_CANDIDATES || stopped() {
            break;
        }
        rejected += 1;
        let mut rng = game_rng(seed, number);
        let (start, plies) = match starts {
            [] => (Position::start(), FROM_START),
            starts => (starts[rng.random_range(0..starts.len())].clone(), FROM_BOOK),
        };
        let Some(line) = random_moves(Line::new(start), &mut rng, plies) else { continue };
        let seen = found.iter().any(|known| known.key() == line.position().key());
        if !seen && evaluate_opening(player, &line, NODES, &signal).raw().abs() <= MAX_SCORE {
            found.push(line.position().clone());
            rejected = 0;
        }
    }
    found
}

/// Creates the player that evaluates openings.
///
/// # Errors
/// Returns [`OutOfMemory`] if the hash table of 1 MiB cannot be allocated.
pub fn judge_of_openings() -> Result<Player, OutOfMemory> {
    Player::new(crate::search::Setup::playing(), MEGABYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_the_openings_and_all_of_them_differ() {
        let find = |count, seed, starts: &[Position]| {
            let mut player = judge_of_openings().expect("a megabyte");
            let found = openings(&mut player, count, seed, starts, || false);
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let first = find(6, 1, &[]);
        assert_eq!(first.len(), 6);
        assert_eq!(find(6, 1, &[]), first);
        assert_ne!(find(6, 2, &[]), first);
        assert_eq!(find(3, 1, &[]), first[..3], "a smaller count gives the first of the same openings");
        let kiwipete = crate::chess::positions::named("kiwipete").expect("a classic").position;
        let from_book = find(2, 1, &[kiwipete]);
        assert_eq!(from_book.len(), 2);
        assert!(from_book.iter().all(|fen| !first.contains(fen)));
    }
}
