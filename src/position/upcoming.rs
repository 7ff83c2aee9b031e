//! Whether the side to move can repeat a position of the searched line with its next move.
//!
//! Two positions an odd number of plies apart that differ by one reversible move have keys that differ by that move's
//! key. The 3,668 reversible moves of chess stand in a table by key, so that one look tells (van Kervinck's "A
//! solution to upcoming repetition", 2013; here an ordinary hash map instead of his cuckoo tables).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::{
    Bitboard, Color, Role, Square, attacks,
    zobrist::{Zobrist64, ZobristValue as _},
};

use super::{GameHistory, Position};

/// The squares a reversible move connects, by what it changes in the key of the position.
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
    /// Whether one move of the side to move in `position`, recorded at `ply`, leads to a position met after the root.
    pub fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        let farthest = position.reversible().min(ply.saturating_sub(1));
        let now = position.key();
        (3..=farthest).step_by(2).any(|distance| {
            let Some(&(from, to)) = MOVES.get(&(now ^ self.key_at(ply - distance))) else { return false };
            let board = position.board();
            let ours = board.by_color(position.turn());
            let way_is_clear = (attacks::between(from, to) & board.occupied()).is_empty();
            way_is_clear && (ours.contains(from) || ours.contains(to))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_reversible_moves_as_the_literature_says() {
        assert_eq!(MOVES.len(), 3668);
    }

    #[test]
    fn a_knight_that_can_go_back_to_where_it_stood_can_repeat() {
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
}
