//! Detects an upcoming repetition: a legal move of the side to move that repeats a position of the search
//! path.
//!
//! If two positions an odd number of plies apart differ by one reversible move, the XOR of their Zobrist keys
//! identifies the move and its reverse. A hash map contains the 3,668 pairs of a reversible move and its
//! reverse, so one lookup per earlier position is enough. Source: Marcel van Kervinck, "A solution to
//! upcoming repetition", 2013, which uses cuckoo tables instead of a hash map.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::{
    Bitboard, Color, Role, Square, attacks,
    zobrist::{Zobrist64, ZobristValue as _},
};

use super::{GameHistory, Position};

/// The two squares of each pair of a reversible move and its reverse, indexed by the XOR of the position keys
/// before and after the move.
static MOVES: LazyLock<FxHashMap<u64, (Square, Square)>> = LazyLock::new(|| {
    let mut moves = FxHashMap::default();
    let turn = Zobrist64::zobrist_for_white_turn().0;
    for color in Color::ALL {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            let key = |square| Zobrist64::zobrist_for_piece(square, role.of(color)).0;
            for from in Square::ALL {
                for to in attacks::attacks(from, role.of(color), Bitboard::EMPTY) {
                    moves.insert(key(from) ^ key(to) ^ turn, (from, to));
                }
            }
        }
    }
    moves
});

impl GameHistory {
    /// Returns whether one move of the side to move in `position` leads to an earlier position after the
    /// root. The key of `position` must be recorded at `ply`.
    pub fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        let max_distance = position.reversible().min(ply.saturating_sub(1));
        let now = position.key();
        (3..=max_distance).step_by(2).any(|distance| {
            let Some(&(from, to)) = MOVES.get(&(now ^ self.key_at(ply - distance))) else { return false };
            let board = position.board();
            let ours = board.by_color(position.turn());
            let path_is_clear = (attacks::between(from, to) & board.occupied()).is_empty();
            path_is_clear && (ours.contains(from) || ours.contains(to))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_reversible_moves_is_that_of_the_literature() {
        assert_eq!(MOVES.len(), 3668);
    }

    #[test]
    fn a_knight_that_can_move_back_can_repeat_a_position() {
        let mut position = Position::start();
        let mut history = GameHistory::default();
        history.record(0, position.key());
        for (ply, (word, expected)) in
            [("e2e4", false), ("g8f6", false), ("g1f3", false), ("f6g8", true), ("f3g1", true)]
                .into_iter()
                .enumerate()
        {
            position = position.play(position.parse_move(word).expect("legal"));
            history.record(ply + 1, position.key());
            assert_eq!(history.can_repeat(&position, ply + 1), expected, "after {word}");
        }
    }

    #[test]
    fn neither_a_blocked_piece_nor_a_piece_of_the_opponent_can_repeat_a_position() {
        for (fen, moves) in [
            // The knight is back between the rook and its earlier square.
            ("8/7k/8/8/n7/8/8/R6K b - - 0 1", &["a4b6", "a1a8", "b6a4"][..]),
            // Only the black rook stands elsewhere, but White is to move.
            ("r6k/8/8/8/8/8/8/6NK b - - 0 1", &["a8a7", "g1f3", "a7a6", "f3g1", "a6a5"]),
        ] {
            let mut position = Position::from_fen(fen, shakmaty::CastlingMode::Standard).expect("legal");
            let mut history = GameHistory::default();
            // Only positions after the root can be repeated, so the first position is at ply 1.
            history.record(1, position.key());
            for (ply, word) in (2..).zip(moves) {
                position = position.play(position.parse_move(word).expect("legal"));
                history.record(ply, position.key());
            }
            let is_one_move_away = MOVES.contains_key(&(position.key() ^ history.key_at(1)));
            assert!(is_one_move_away && !history.can_repeat(&position, moves.len() + 1), "{fen}");
        }
    }
}
