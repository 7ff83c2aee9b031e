//! Chess as the search needs it, on shakmaty.
//!
//! shakmaty holds the rules; [`Position`] adds what a search asks at every node: keys, checkers, how far back a
//! repetition can lie. A position is copied and played on the copy, so nothing is ever undone.
//!
//! In reading order:
//!
//! - [`changes`]: a move told as men lifted and dropped, so that nobody else needs to know castling and en passant;
//!   [`keys`] and the network listen to it.
//! - [`history`]: the keys on the way here, and repetition; [`upcoming`]: the repetition that is one move away.
//! - [`game_end`]: the rules that end a game, and the draws that can be claimed.
//! - [`packed`]: a move in sixteen bits.
//! - [`noisy`], [`checks`], [`see`]: the noisy moves, which moves give check, and what a capture wins.
//! - [`fen`]: positions from text. [`perft`](mod@perft): the proof that the rules are right.

pub mod changes;
pub mod checks;
pub mod fen;
pub mod game_end;
pub mod history;
pub mod keys;
pub mod noisy;
mod notation;
mod outcome;
pub mod packed;
pub mod perft;
pub mod perft_table;
#[cfg(test)]
pub mod random;
mod san;
pub mod see;
pub mod upcoming;

use std::fmt;

use shakmaty::{Bitboard, Board, Chess, Color, EnPassantMode, Position as _, Square, attacks, fen::Fen};

pub use self::{
    changes::is_noisy,
    checks::Checks,
    fen::{FenError, Repair, Strictness},
    game_end::GameEnd,
    history::{GameHistory, Line},
    keys::Keys,
    notation::MoveError,
    packed::PackedMove,
};

/// A legal move, as shakmaty tells it; castling is king-to-rook.
pub type Move = shakmaty::Move;
/// The legal moves of one position, in shakmaty's generation order.
pub type MoveList = shakmaty::MoveList;

/// A chess position with everything a search node asks of it.
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
    keys: Keys,
    checkers: Bitboard,
    reversible: u16,
}

impl Position {
    /// The position the game of chess begins with.
    pub fn start() -> Self {
        Self::new(Chess::default())
    }

    /// Takes over a position of shakmaty's.
    pub fn new(chess: Chess) -> Self {
        let keys = Keys::new(&chess);
        let checkers = chess.checkers();
        let reversible = u16::try_from(chess.halfmoves()).unwrap_or(u16::MAX);
        Self { chess, keys, checkers, reversible }
    }

    /// The rules' view of the position.
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The men on the board.
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// The key of the whole position, see [`Keys::whole`].
    pub const fn key(&self) -> u64 {
        self.keys.whole
    }

    /// All keys.
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The men that give check.
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the side to move is in check.
    pub const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The king of the side to move.
    ///
    /// # Panics
    /// Never: shakmaty admits no position without one king a side.
    pub fn king(&self) -> Square {
        self.board().king_of(self.turn()).expect("a chess position has one king a side")
    }

    /// How many plies back a repetition can lie: since the last capture, pawn move or pass.
    pub(crate) const fn reversible(&self) -> usize {
        self.reversible as usize
    }

    /// Plies since the last capture or pawn move; at 100 the game is drawn unless it is mate.
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// The number of the move in the game, from 1; it grows after Black's.
    pub(crate) fn move_number(&self) -> u32 {
        self.chess.fullmoves().get()
    }

    /// Whether neither side can mate by any play.
    pub fn is_insufficient_material(&self) -> bool {
        self.chess.is_insufficient_material()
    }

    /// Every legal move, in shakmaty's order.
    pub fn legal_moves(&self) -> MoveList {
        self.chess.legal_moves()
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        let mut chess = self.chess.clone();
        chess.play_unchecked(mv);
        let keys = self.keys.after(&self.chess, mv, &chess);
        let checkers = chess.checkers();
        let reversible = if chess.halfmoves() == 0 { 0 } else { self.reversible.saturating_add(1) };
        Self { chess, keys, checkers, reversible }
    }

    /// The position after a pass: the other side to move, no en passant. `None` in check, where passing loses the king.
    #[must_use]
    pub fn pass(&self) -> Option<Self> {
        let chess = self.chess.clone().swap_turn().ok()?;
        Some(Self { chess, keys: self.keys.after_pass(), checkers: Bitboard::EMPTY, reversible: 0 })
    }

    /// The same position seen from the other side of the board: White's men are Black's, and who was to move has changed.
    /// `None` never happens to a legal position, whose mirror is legal.
    #[must_use]
    pub fn mirrored(&self) -> Option<Self> {
        let setup = self.chess.to_setup(EnPassantMode::Legal).into_mirrored();
        setup.position(self.castling_mode()).ok().map(Self::new)
    }

    /// Our men that stand alone between our king and an enemy slider.
    pub fn pinned(&self) -> Bitboard {
        self.blockers(self.king(), !self.turn())
    }

    /// Men of the side to move that stand alone between `king` and a slider of side `snipers`.
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

/// The FEN, with an en passant square only where the capture is legal.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen::from_position(&self.chess, EnPassantMode::Legal).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_of_the_mirror_is_the_position_and_has_as_many_moves() {
        random::walks(15, 20, |position| {
            let mirror = position.mirrored().expect("legal");
            assert_eq!(mirror.legal_moves().len(), position.legal_moves().len());
            assert_eq!(mirror.turn(), !position.turn());
            assert_eq!(mirror.mirrored().expect("legal").key(), position.key());
        });
    }

    #[test]
    fn passing_turns_the_move_over_and_nothing_else() {
        random::walks(5, 40, |position| match position.pass() {
            None => assert!(position.is_check()),
            Some(passed) => {
                assert_eq!(passed.board(), position.board());
                assert_eq!(passed.turn(), !position.turn());
                assert_eq!(passed.reversible(), 0);
                assert!(!passed.is_check());
            }
        });
    }
}
