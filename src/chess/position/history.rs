//! The Zobrist keys of earlier positions in the game and on the search path, for detecting repetitions.
//!
//! The keys of the game before the root and the keys of the search path lie in one vector. A search for
//! repetitions across the root therefore needs no special case.
//!
//! ```
//! use glulam::chess::position::{Line, Position};
//!
//! let mut line = Line::new(Position::start());
//! for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
//!     assert!(!line.is_over());
//!     line.play(line.position().parse_move(mv).unwrap());
//! }
//! // The start position occurs for the third time.
//! assert_eq!(line.occurrences(), 3);
//! assert!(line.is_over());
//! ```

use super::{GameEnd, Move, Position};
use crate::chess::score::MAX_PLY;

/// Zobrist keys of the game up to the root, followed by the keys of the search path by ply.
#[derive(Clone, Debug)]
pub struct GameHistory {
    keys: Vec<u64>,
    root: usize,
}

/// Creates the history of a game with no positions before the root position of the search.
impl Default for GameHistory {
    fn default() -> Self {
        Self::new(&[])
    }
}

impl GameHistory {
    /// Creates a history from the keys of consecutive positions of the game up to the position before the
    /// root, oldest first. The search records the key of the root itself at ply 0.
    pub fn new(earlier_keys: &[u64]) -> Self {
        let mut keys = earlier_keys.to_vec();
        keys.resize(earlier_keys.len() + MAX_PLY + 1, 0);
        Self { keys, root: earlier_keys.len() }
    }

    /// Records the key of the position at `ply` of the search path, at most [`MAX_PLY`]. The key replaces the
    /// key recorded before at the same ply.
    pub fn record(&mut self, ply: usize, key: u64) {
        self.keys[self.root + ply] = key;
    }

    /// Returns the key recorded at `ply` of the search path.
    pub(super) fn key_at(&self, ply: usize) -> u64 {
        self.keys[self.root + ply]
    }

    /// Returns whether the position recorded last, at `ply`, is scored as a repetition. One earlier
    /// occurrence on the search path (including the root) is enough; in the game before the root, two earlier
    /// occurrences are needed. `reversible` is the number of plies since the last capture, pawn move, or null
    /// move: no repeated position can lie further back.
    #[inline]
    pub(crate) fn is_repetition(&self, ply: usize, reversible: usize) -> bool {
        let now = self.root + ply;
        let mut found_in_game = false;
        let mut distance = 4;
        while distance <= reversible.min(now) {
            if self.keys[now - distance] == self.keys[now] {
                if distance <= ply || found_in_game {
                    return true;
                }
                found_in_game = true;
            }
            distance += 2;
        }
        false
    }
}

/// A game: the current position and the keys of the earlier positions that can still be repeated.
#[derive(Clone, Debug)]
pub struct Line {
    position: Position,
    earlier_keys: Vec<u64>,
}

impl Line {
    /// Creates a game that starts at `position`.
    pub fn new(position: Position) -> Self {
        Self { position, earlier_keys: Vec::new() }
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        self.earlier_keys.push(self.position.key());
        self.position = self.position.play(mv);
        if self.position.reversible() == 0 {
            self.earlier_keys.clear();
        }
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the keys of the earlier positions that can still be repeated, as the history of a search.
    pub fn history(&self) -> GameHistory {
        GameHistory::new(&self.earlier_keys)
    }

    /// Returns the first moves of `moves`, up to and including the move that ends the game by checkmate,
    /// stalemate, threefold repetition, the fifty-move rule, or insufficient material; returns all `moves`
    /// if the game does not end. All moves must be legal from the current position. A principal variation
    /// can continue after the end of the game if the search does not detect draws.
    pub fn playable<'a>(&self, moves: &'a [Move]) -> &'a [Move] {
        let mut line = self.clone();
        let over = moves.iter().position(|mv| {
            line.play(*mv);
            line.is_over()
        });
        over.map_or(moves, |last| &moves[..=last])
    }

    /// Returns whether the game is over by checkmate, stalemate, or a draw. A draw that a player can claim
    /// counts as the end of the game.
    pub fn is_over(&self) -> bool {
        GameEnd::of(self).is_some()
    }

    /// Returns how often the current position has occurred, including the current occurrence. Positions
    /// before the last capture or pawn move are not counted, because they cannot repeat.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier_keys.iter().filter(|key| **key == self.position.key()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Line {
        let mut line = Line::new(Position::start());
        for word in moves.split_whitespace() {
            let mv = line.position().parse_move(word).expect("legal");
            line.play(mv);
        }
        line
    }

    #[test]
    fn a_position_of_the_game_must_occur_three_times_but_a_position_of_the_search_only_twice() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8";
        let line = after(shuffle);
        assert_eq!(line.occurrences(), 2);
        let mut history = line.history();
        history.record(0, line.position().key());
        assert!(
            !history.is_repetition(0, line.position().reversible()),
            "one earlier occurrence in the game"
        );

        let mut position = line.position().clone();
        for (ply, word) in shuffle.split_whitespace().enumerate() {
            position = position.play(position.parse_move(word).expect("legal"));
            history.record(ply + 1, position.key());
        }
        assert!(history.is_repetition(4, position.reversible()), "the root occurs again");

        let thrice = after(&[shuffle, shuffle].join(" "));
        assert_eq!(thrice.occurrences(), 3);
        let mut history = thrice.history();
        history.record(0, thrice.position().key());
        assert!(
            history.is_repetition(0, thrice.position().reversible()),
            "two earlier occurrences in the game"
        );
    }

    #[test]
    fn playable_moves_end_with_the_game() {
        let line = after("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        let mut position = line.position().clone();
        let moves = ["f6g8", "e2e4", "e7e5"].map(|word| {
            let mv = position.parse_move(word).expect("legal");
            position = position.play(mv);
            mv
        });
        assert_eq!(line.playable(&moves), &moves[..1], "third occurrence of the start position");
        let start = Line::new(Position::start());
        assert_eq!(start.playable(&[]), &[]);
    }

    #[test]
    fn positions_before_a_pawn_move_cannot_be_repeated() {
        let line = after("g1f3 g8f6 f3g1 f6g8 e2e4 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(line.position().reversible(), 4);
        let mut history = line.history();
        history.record(0, line.position().key());
        assert!(!history.is_repetition(0, line.position().reversible()));
    }

    #[test]
    fn recording_a_key_at_the_same_ply_replaces_the_old_key() {
        let mut history = GameHistory::new(&[7]);
        for (ply, key) in [1, 2, 3, 4, 1].into_iter().enumerate() {
            history.record(ply, key);
        }
        assert!(history.is_repetition(4, 10));
        history.record(4, 9);
        assert!(!history.is_repetition(4, 10));
    }

    #[test]
    fn a_repetition_is_found_at_every_even_distance_from_four_up_to_the_last_irreversible_move() {
        for distance in 1..=MAX_PLY {
            let mut history = GameHistory::new(&[]);
            (0..=distance).for_each(|ply| history.record(ply, 100 + ply as u64));
            history.record(distance, 100);
            let is_possible = distance >= 4 && distance % 2 == 0;
            assert_eq!(history.is_repetition(distance, distance), is_possible, "{distance} plies");
            assert!(!history.is_repetition(distance, distance - 1), "an irreversible move since then");
        }
    }
}
