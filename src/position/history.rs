//! The keys of the positions that led here: repetition and the fifty-move rule.
//!
//! The game before the root and the line inside the search lie in one row, so that looking back crosses the root
//! without noticing.
//!
//! ```
//! use glulam::position::{Line, Position};
//!
//! let mut line = Line::new(Position::start());
//! for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
//!     assert!(!line.is_over());
//!     line.play(line.position().parse_move(mv).unwrap());
//! }
//! // The start position stands for the third time.
//! assert_eq!(line.occurrences(), 3);
//! assert!(line.is_over());
//! ```

use super::{GameEnd, Move, Position};
use crate::score::MAX_PLY;

/// Keys of the game up to the root, then of the searched line by ply.
#[derive(Clone, Debug)]
pub struct GameHistory {
    keys: Vec<u64>,
    root: usize,
}

/// A game that begins at the root.
impl Default for GameHistory {
    fn default() -> Self {
        Self::new(&[])
    }
}

impl GameHistory {
    /// The history of a game: the keys of all positions before the root, oldest first. The root's own key is
    /// recorded by the search, at ply 0.
    pub fn new(earlier_keys: &[u64]) -> Self {
        let mut keys = earlier_keys.to_vec();
        keys.resize(earlier_keys.len() + MAX_PLY + 1, 0);
        Self { keys, root: earlier_keys.len() }
    }

    /// Notes the key of the position met at `ply` (at most [`MAX_PLY`]) of the line being searched, in place of its sibling's.
    pub fn record(&mut self, ply: usize, key: u64) {
        self.keys[self.root + ply] = key;
    }

    /// The key recorded at `ply`.
    pub(super) fn key_at(&self, ply: usize) -> u64 {
        self.keys[self.root + ply]
    }

    /// Whether the position recorded last, at `ply`, is to be scored as a repetition: it stood on the board once before
    /// inside the search (the root counts), or twice before in all. `reversible` is how many plies back a
    /// repetition can lie: moves since the last capture, pawn move or pass.
    #[inline]
    pub(crate) fn is_repetition(&self, ply: usize, reversible: usize) -> bool {
        let now = self.root + ply;
        let mut seen_in_game = false;
        let mut distance = 4;
        while distance <= reversible.min(now) {
            if self.keys[now - distance] == self.keys[now] {
                if distance <= ply || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
            distance += 2;
        }
        false
    }
}

/// A game as a person or a GUI tells it: where it began, what was played, where it stands.
#[derive(Clone, Debug)]
pub struct Line {
    position: Position,
    earlier_keys: Vec<u64>,
}

impl Line {
    /// A game that begins at `position`.
    pub fn new(position: Position) -> Self {
        Self { position, earlier_keys: Vec::new() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.earlier_keys.push(self.position.key());
        self.position = self.position.play(mv);
        if self.position.reversible() == 0 {
            self.earlier_keys.clear();
        }
    }

    /// Where the game stands.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What the search needs to know of the way here.
    pub fn history(&self) -> GameHistory {
        GameHistory::new(&self.earlier_keys)
    }

    /// The part of `moves`, legal from here on, up to where the rules end the game: a third repetition, fifty moves, nothing
    /// to mate with. A rung that knows no draws may look beyond.
    pub fn playable<'a>(&self, moves: &'a [Move]) -> &'a [Move] {
        let mut line = self.clone();
        let over = moves.iter().position(|mv| {
            line.play(*mv);
            line.is_over()
        });
        over.map_or(moves, |last| &moves[..=last])
    }

    /// Whether the game is over: mate, stalemate or a draw.
    pub fn is_over(&self) -> bool {
        GameEnd::of(self).is_some()
    }

    /// How often the position on the board has stood there, itself included.
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
    fn a_position_of_the_game_must_stand_a_third_time_but_one_of_the_search_only_a_second_time() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8";
        let line = after(shuffle);
        assert_eq!(line.occurrences(), 2);
        let mut history = line.history();
        history.record(0, line.position().key());
        assert!(!history.is_repetition(0, line.position().reversible()), "stood once before, in the game");

        let mut position = line.position().clone();
        for (ply, word) in shuffle.split_whitespace().enumerate() {
            position = position.play(position.parse_move(word).expect("legal"));
            history.record(ply + 1, position.key());
        }
        assert!(history.is_repetition(4, position.reversible()), "the root stands again");

        let thrice = after(&[shuffle, shuffle].join(" "));
        assert_eq!(thrice.occurrences(), 3);
        let mut history = thrice.history();
        history.record(0, thrice.position().key());
        assert!(history.is_repetition(0, thrice.position().reversible()), "stood twice before, in the game");
    }

    #[test]
    fn a_line_is_told_only_as_far_as_the_game_goes() {
        let line = after("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
        let mut position = line.position().clone();
        let moves = ["f6g8", "e2e4", "e7e5"].map(|word| {
            let mv = position.parse_move(word).expect("legal");
            position = position.play(mv);
            mv
        });
        assert_eq!(line.playable(&moves), &moves[..1], "the start stands a third time");
        let start = Line::new(Position::start());
        assert_eq!(start.playable(&[]), &[]);
    }

    #[test]
    fn a_pawn_move_ends_what_can_be_repeated() {
        let line = after("g1f3 g8f6 f3g1 f6g8 e2e4 g8f6 g1f3 f6g8 f3g1");
        assert_eq!(line.position().reversible(), 4);
        let mut history = line.history();
        history.record(0, line.position().key());
        assert!(!history.is_repetition(0, line.position().reversible()));
    }

    #[test]
    fn recording_a_sibling_puts_it_in_the_place_of_the_other() {
        let mut history = GameHistory::new(&[7]);
        for (ply, key) in [1, 2, 3, 4, 1].into_iter().enumerate() {
            history.record(ply, key);
        }
        assert!(history.is_repetition(4, 10));
        history.record(4, 9);
        assert!(!history.is_repetition(4, 10));
    }
}
