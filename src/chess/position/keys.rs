//! Zobrist keys of a position: one for the complete position and one for each of several parts.
//!
//! A Zobrist key is the XOR of one random number for each piece or pawn on its square (Zobrist 1970); the
//! complete key also includes the side to move, castling rights, and the en passant file. A move changes the
//! key by the XOR of the numbers that it removes and adds, so every order of moves to the same position gives
//! the same key. The complete key equals shakmaty's `Zobrist64` with [`EnPassantMode::Legal`]: an en passant
//! square counts only if the capture is legal. This module updates the keys after each move. shakmaty's own
//! incremental hash is not available after a quarter of all moves: king moves, castling, double pawn pushes,
//! moves from or to the square of a rook that may castle, and any move after a double pawn push.
//!
//! ```
//! use glulam::chess::position::{Line, Position};
//!
//! let key = |moves: &str| {
//!     let mut line = Line::new(Position::start());
//!     for mv in moves.split(' ') {
//!         line.play(line.position().parse_move(mv).unwrap());
//!     }
//!     line.position().key()
//! };
//! assert_eq!(key("g1f3 g8f6 b1c3"), key("b1c3 g8f6 g1f3")); // a transposition
//! assert_ne!(key("g1f3 g8f6 b1c3"), key("g1f3 g8f6 b1c3 b8c6 c3b1 c6b8")); // a different side to move
//! ```

use shakmaty::{
    CastlingSide, Chess, Color, EnPassantMode, Piece, Position as _, Role, Square,
    zobrist::{Zobrist64, ZobristValue as _},
};

use super::{
    Move,
    changes::{Change, changes},
};

/// Zobrist keys of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Key of the complete position: pieces and pawns, side to move, castling rights, and the file of a legal
    /// en passant capture.
    pub whole: u64,
    /// Key of the pawns of both sides; 0 without pawns.
    pub pawns: u64,
    /// Keys of the pieces (without pawns) of each side: `[Black, White]`.
    pub pieces: [u64; 2],
    /// Key of the knights, bishops, and kings of both sides.
    pub minors: u64,
    /// Contribution of the en passant file to `whole`; 0 without a legal en passant capture.
    en_passant: u64,
}

impl Keys {
    /// Computes the keys from scratch.
    pub fn new(chess: &Chess) -> Self {
        let whole = chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let mut keys = Self { whole, pawns: 0, pieces: [0; 2], minors: 0, en_passant: en_passant_key(chess) };
        for (square, piece) in chess.board().clone() {
            keys.toggle_partial(piece, piece_key(square, piece));
        }
        keys
    }

    /// Returns the keys after the move `mv` of side `us`, with the castling rights from before the move and
    /// without an en passant file. [`Keys::after_rights`] completes them.
    #[inline]
    #[must_use]
    pub fn after_changes(mut self, us: Color, mv: Move) -> Self {
        changes(us, mv, |_: Change, piece, square| {
            let key = piece_key(square, piece);
            self.whole ^= key;
            self.toggle_partial(piece, key);
        });
        self.after_pass()
    }

    /// Returns the field `whole` of [`Keys::after_changes`]: the final one after most moves, and known before the move is
    /// made.
    #[inline]
    #[must_use]
    pub fn whole_after(&self, us: Color, mv: Move) -> u64 {
        let mut whole = self.after_pass().whole;
        changes(us, mv, |_: Change, piece, square| whole ^= piece_key(square, piece));
        whole
    }

    /// Completes the keys from [`Keys::after_changes`] for a move from the position `before` to the position
    /// `after`: adds the change of the castling rights and the en passant file.
    #[inline]
    #[must_use]
    pub fn after_rights(mut self, before: &Chess, after: &Chess) -> Self {
        if before.castles().castling_rights() != after.castles().castling_rights() {
            self.whole ^= castling_key(before) ^ castling_key(after);
        }
        self.en_passant = en_passant_key(after);
        self.whole ^= self.en_passant;
        self
    }

    /// Returns the keys after a null move.
    #[inline]
    #[must_use]
    pub fn after_pass(mut self) -> Self {
        self.whole ^= Zobrist64::zobrist_for_white_turn().0 ^ self.en_passant;
        self.en_passant = 0;
        self
    }

    #[inline]
    fn toggle_partial(&mut self, piece: Piece, key: u64) {
        match piece.role {
            Role::Pawn => self.pawns ^= key,
            _ => self.pieces[piece.color as usize] ^= key,
        }
        if matches!(piece.role, Role::Knight | Role::Bishop | Role::King) {
            self.minors ^= key;
        }
    }
}

#[inline]
fn piece_key(square: Square, piece: Piece) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

fn castling_key(chess: &Chess) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if chess.castles().has(color, side) {
                key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    key
}

/// Returns the contribution of a legal en passant capture to the complete key. The legality test is
/// slow, but it is needed only after a double push beside an enemy pawn.
#[inline]
fn en_passant_key(chess: &Chess) -> u64 {
    if chess.pseudo_legal_ep_square().is_none() {
        return 0;
    }
    chess.legal_ep_square().map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0)
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::chess::position::{Position, random};

    #[test]
    fn keys_updated_move_by_move_equal_keys_from_scratch() {
        let mut positions = 0;
        random::walks(2, 150, |position| {
            positions += 1;
            assert_eq!(*position.keys(), Keys::new(position.chess()), "{position}");
            let whole = position.chess().zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
            assert_eq!(position.key(), whole);
        });
        assert!(positions > 5_000, "only {positions} positions");
    }

    #[test]
    fn keys_after_a_null_move_equal_keys_from_scratch() {
        random::walks(3, 40, |position| {
            if let Some(passed) = position.pass() {
                assert_eq!(*passed.keys(), Keys::new(passed.chess()), "{position}");
            }
        });
    }

    #[test]
    fn the_early_key_is_the_key_after_every_move_that_changes_no_right_to_castle_or_capture_en_passant() {
        let mut equal = 0;
        random::walks(4, 60, |position| {
            for mv in position.legal_moves() {
                let after = position.play(mv);
                let [rights, new_rights] =
                    [position, &after].map(|at| at.chess().castles().castling_rights());
                if rights == new_rights && after.keys().en_passant == 0 {
                    assert_eq!(
                        position.keys().whole_after(position.turn(), mv),
                        after.key(),
                        "{position}, {mv:?}"
                    );
                    equal += 1;
                }
            }
        });
        assert!(equal > 10_000, "only {equal} moves");
    }

    #[test]
    fn each_partial_key_changes_with_the_pieces_that_its_name_says_and_with_no_others() {
        let before = Position::from_fen("4k3/8/8/8/8/8/P7/RNBQK3 w - - 0 1", CastlingMode::Standard);
        let before = before.expect("legal");
        for (text, pawns, pieces, minors) in [
            ("a2a3", true, false, false),
            ("b1c3", false, true, true),
            ("c1d2", false, true, true),
            ("d1d2", false, true, false),
            ("e1e2", false, true, true),
        ] {
            let after = before.play(before.parse_move(text).expect("legal"));
            let (old, new) = (before.keys(), after.keys());
            let changed = [
                old.pawns != new.pawns,
                old.pieces[Color::White as usize] != new.pieces[Color::White as usize],
                old.minors != new.minors,
            ];
            assert_eq!(changed, [pawns, pieces, minors], "{text}");
            assert_eq!(old.pieces[Color::Black as usize], new.pieces[Color::Black as usize], "{text}");
        }
    }
}
