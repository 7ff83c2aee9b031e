//! Chess positions for the search, based on the crate shakmaty.
//!
//! The crate shakmaty implements the rules of chess. [`Position`] adds what a search needs at every node:
//! hash keys, the checking pieces, and the number of plies in which a repetition is possible. A move is made
//! on a copy of the position (copy-make), so there is no function to unmake a move.
//!
//! Reading order:
//!
//! - [`changes`]: a move as a list of pieces and pawns removed from and added to squares. [`keys`] and the
//!   network use this list, which resolves castling, en passant captures, and promotions.
//! - [`history`]: the keys of earlier positions, and repetition. [`upcoming`]: detects a repetition that is
//!   one move away.
//! - [`game_end`]: the rules that end a game, and the draws that a player can claim.
//! - [`packed`]: a move in 16 bits.
//! - [`noisy`]: captures and queen promotions. [`checks`]: moves that give check. [`see`]: static exchange
//!   evaluation (SEE).
//! - [`read_move`]: moves that a person or a file wrote.
//! - [`fen`]: positions from FEN. [`chess960`]: the start positions of Chess960. [`perft`](mod@perft): move counts that verify the move generator.

pub mod changes;
pub mod checks;
pub mod chess960;
pub mod fen;
pub mod game_end;
pub mod history;
pub mod keys;
pub mod noisy;
mod notation;
mod outcome;
pub mod packed;
pub mod perft;
#[cfg(test)]
pub mod random;
mod read_move;
mod san;
pub mod see;
pub mod upcoming;

use std::fmt;

use shakmaty::{
    Bitboard, Board, Chess, Color, EnPassantMode, FromSetup as _, Position as _, Square, attacks, fen::Fen,
};

pub use self::{
    changes::is_noisy,
    checks::Checks,
    fen::{FenError, Repair, Strictness},
    game_end::GameEnd,
    history::{GameHistory, Line},
    keys::Keys,
    notation::MoveError,
    packed::PackedMove,
    read_move::read_move,
};
#[cfg(feature = "tools")]
pub(crate) use self::{
    read_move::{
        MoveToSquare, WrittenMove, in_english, is_remark, move_words, plain, readings, without_number,
    },
    san::move_number,
};

/// A legal move in shakmaty's representation. Castling is stored as the king's square and the rook's square.
pub type Move = shakmaty::Move;
/// The legal moves of one position, in the order of shakmaty's generator.
pub type MoveList = shakmaty::MoveList;

/// A chess position with its hash keys, the pieces that give check, and the number of reversible plies.
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
    keys: Keys,
    checkers: Bitboard,
    reversible: u16,
}

impl Position {
    /// Returns the start position of chess.
    pub fn start() -> Self {
        Self::new(Chess::default())
    }

    /// Creates a position from a shakmaty position.
    pub fn new(chess: Chess) -> Self {
        let keys = Keys::new(&chess);
        let checkers = chess.checkers();
        let reversible = u16::try_from(chess.halfmoves()).unwrap_or(u16::MAX);
        Self { chess, keys, checkers, reversible }
    }

    /// Returns the position as shakmaty's type.
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// Returns the board with all pieces and pawns.
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Returns the Zobrist key of the complete position, see [`Keys::whole`].
    pub const fn key(&self) -> u64 {
        self.keys.whole
    }

    /// Returns the Zobrist keys of the position and of its parts.
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Returns the pieces and pawns that give check.
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns whether the side to move is in check.
    pub const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Returns the square of the side to move's king.
    ///
    /// # Panics
    /// Never panics: shakmaty accepts only positions in which each side has exactly one king.
    pub fn king(&self) -> Square {
        self.board().king_of(self.turn()).expect("each side has one king")
    }

    /// Returns the number of plies since the last capture, pawn move, or null move. A repetition cannot lie
    /// further back.
    pub(crate) const fn reversible(&self) -> usize {
        self.reversible as usize
    }

    /// Returns the halfmove clock: plies since the last capture or pawn move. At 100 the game is drawn by the
    /// fifty-move rule unless the side to move is checkmated.
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Returns the number of the current full move, from 1. The number increases after each move by Black.
    pub(crate) fn move_number(&self) -> u32 {
        self.chess.fullmoves().get()
    }

    /// Returns whether the material is insufficient for checkmate by either side, even with the worst
    /// defence. Positions in which only blocked pawns prevent checkmate do not count.
    pub fn is_insufficient_material(&self) -> bool {
        self.chess.is_insufficient_material()
    }

    /// Generates all legal moves, in the order of shakmaty's move generator.
    #[doc(alias = "movegen", alias = "generate_moves", alias = "generate moves")]
    pub fn legal_moves(&self) -> MoveList {
        self.chess.legal_moves()
    }

    /// Makes a move: returns the position after the legal move `mv`.
    #[doc(alias = "make_move", alias = "do_move", alias = "make a move")]
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        self.play_after(mv, |_| {})
    }

    /// Makes a move like [`Position::play`]. Before it makes the move, it calls `early` with the keys of the
    /// new position, so that the caller can [prefetch](crate::support::prefetch) what it will look up with them. In these
    /// early keys, `whole` does not contain a change of the castling rights and a new en passant file; the
    /// others are final.
    #[inline]
    #[must_use]
    pub fn play_after(&self, mv: Move, early: impl FnOnce(&Keys)) -> Self {
        let keys = self.keys.after_changes(self.turn(), mv);
        early(&keys);
        let mut chess = self.chess.clone();
        chess.play_unchecked(mv);
        let keys = keys.after_rights(&self.chess, &chess);
        let checkers = chess.checkers();
        let reversible = if chess.halfmoves() == 0 { 0 } else { self.reversible.saturating_add(1) };
        Self { chess, keys, checkers, reversible }
    }

    /// Makes a null move: returns the position with the opponent to move and without en passant. Returns `None`
    /// if the side to move is in check, because a null move would be illegal, or if one side has too much
    /// material for a game.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        let mut setup = self.chess.to_setup(EnPassantMode::Always);
        setup.swap_turn();
        if self.turn().is_black() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        let chess = Chess::from_setup(setup, self.castling_mode()).ok()?;
        Some(Self { chess, keys: self.keys.after_pass(), checkers: Bitboard::EMPTY, reversible: 0 })
    }

    /// Returns the position with colours exchanged and ranks mirrored. In the mirrored position, the other
    /// side is to move. The result is `None` only for a position with material or a check that no game can
    /// reach ([`Strictness::Suite`]).
    #[must_use]
    pub fn mirrored(&self) -> Option<Self> {
        let setup = self.chess.to_setup(EnPassantMode::Legal).into_mirrored();
        setup.position(self.castling_mode()).ok().map(Self::new)
    }

    /// Returns the pinned pieces and pawns of the side to move: each is alone between its king and an enemy
    /// slider.
    pub fn pinned(&self) -> Bitboard {
        self.blockers(self.king(), !self.turn())
    }

    /// Returns the pieces and pawns of the side to move that are alone between `king` and a slider of side
    /// `snipers`.
    fn blockers(&self, king: Square, snipers: Color) -> Bitboard {
        let board = self.board();
        let snipers = board.by_color(snipers)
            & ((attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
                | (attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens()));
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & board.occupied();
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers & board.by_color(self.turn())
    }
}

/// Writes the FEN. The en passant square is included only if the en passant capture is legal.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen::from_position(&self.chess, EnPassantMode::Legal).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirroring_twice_gives_the_position_and_mirroring_keeps_the_number_of_moves() {
        random::walks(15, 20, |position| {
            let mirror = position.mirrored().expect("legal");
            assert_eq!(mirror.legal_moves().len(), position.legal_moves().len());
            assert_eq!(mirror.turn(), !position.turn());
            assert_eq!(mirror.mirrored().expect("legal").key(), position.key());
        });
    }

    #[test]
    fn a_null_move_changes_only_the_side_to_move() {
        random::walks(5, 40, |position| match position.pass() {
            None => assert!(position.is_check()),
            Some(passed) => {
                assert_eq!(passed.board(), position.board());
                assert_eq!(passed.turn(), !position.turn());
                assert_eq!(
                    passed.move_number(),
                    position.move_number() + u32::from(position.turn().is_black())
                );
                assert_eq!(passed.halfmoves(), position.halfmoves());
                let rights = |position: &Position| position.chess().castles().castling_rights();
                assert_eq!(rights(&passed), rights(position));
                assert_eq!(passed.reversible(), 0);
                assert!(!passed.is_check());
            }
        });
    }
}
