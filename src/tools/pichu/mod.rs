//! Pichu: a simplified chess with bird names, and the second implementation of the trait [`Game`].
//!
//! - [`board`]: parses and formats boards of 64 characters. Row 0 is stored as the first rank of shakmaty's
//!   board and column 0 as the a-file, so shakmaty's attack tables can be used.
//! - [`moves`]: move generation of Pichu.
//! - [`evaluate`]: static evaluation of Pichu boards.
//! - [`search`]: alpha-beta search of Pichu with iterative deepening and a transposition [`table`]. At the
//!   same depth, the Pichu search returns the same scores as [`alphabeta`](crate::search::alphabeta), which
//!   can search both chess and Pichu positions.
//! - [`table_file`]: saves the transposition table to a file, for the next run.
//!
#![doc = include_str!("README.md")]

pub mod board;
pub(super) mod command;
pub mod evaluate;
pub mod moves;
pub mod search;
pub mod table;
pub mod table_file;

use shakmaty::{
    Board, Color, Piece, Role, Square,
    zobrist::{Zobrist64, ZobristValue as _},
};

use self::moves::Flight;
use crate::chess::{
    game::{Game, Outcome},
    score::Score,
};

/// Number of plies after which a game is drawn.
pub const MAX_PLIES: u8 = 200;

/// A position of Pichu: board, side to move, and number of played plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pichu {
    board: Board,
    turn: Color,
    plies: u8,
    key: u64,
}

/// How a game ended: won by a side, drawn for lack of a legal move, or drawn by length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side has captured the opponent's Kingfisher and won.
    Won(Color),
    /// The side to move has no legal move, so the game is drawn.
    NoMove,
    /// The game has lasted [`MAX_PLIES`] plies and is drawn.
    TooLong,
}

impl Pichu {
    /// Creates a position from a board, the side to move, and the number of played plies, which is capped at
    /// [`MAX_PLIES`].
    pub fn new(board: Board, turn: Color, plies: u8) -> Self {
        let piece_keys = board.iter().map(|(square, piece)| key_of(square, piece));
        let key = piece_keys.fold(turn.fold_wb(key_of_turn(), 0), |key, piece_key| key ^ piece_key);
        Self { board, turn, plies: plies.min(MAX_PLIES), key }
    }

    /// Returns the start position.
    pub fn start() -> Self {
        Self::new(Board::new(), Color::White, 0)
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the number of played plies.
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// Returns the Zobrist key of board and side to move. The number of played plies is not part of the key.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns how the game has ended; `None` if it continues.
    pub fn ending(&self) -> Option<Ending> {
        if self.board.king_of(self.turn).is_none() {
            Some(Ending::Won(!self.turn))
        } else if self.board.king_of(!self.turn).is_none() {
            Some(Ending::Won(self.turn))
        } else if self.plies >= MAX_PLIES {
            Some(Ending::TooLong)
        } else if moves::all(&self.board, self.turn).next().is_none() {
            Some(Ending::NoMove)
        } else {
            None
        }
    }
}

impl Game for Pichu {
    type Move = Flight;

    fn moves(&self) -> impl IntoIterator<Item = Flight> {
        moves::all(&self.board, self.turn)
    }

    fn play(&self, Flight { from, to }: Flight) -> Self {
        let mut after = self.clone();
        after.turn = !self.turn;
        after.plies = (self.plies + 1).min(MAX_PLIES);
        after.key ^= key_of_turn();
        if let Some(taken) = after.board.remove_piece_at(to) {
            after.key ^= key_of(to, taken);
        }
        if let Some(mover) = after.board.remove_piece_at(from) {
            let becomes = if moves::is_promotion(mover, to) { Role::Queen.of(mover.color) } else { mover };
            after.board.set_piece_at(to, becomes);
            after.key ^= key_of(from, mover) ^ key_of(to, becomes);
        }
        after
    }

    /// Returns the outcome from the side to move's point of view; `None` if the game continues. After the
    /// capture of a Kingfisher, the side that has lost it is to move, so its outcome is `Lost`. If only the
    /// opponent's Kingfisher is missing, which no move can cause, the outcome is also `None`.
    fn outcome(&self) -> Option<Outcome> {
        match self.ending()? {
            Ending::Won(winner) => (winner != self.turn).then_some(Outcome::Lost),
            Ending::NoMove | Ending::TooLong => Some(Outcome::Drawn),
        }
    }

    fn evaluate(&self) -> Score {
        evaluate::evaluate(&self.board, self.turn)
    }
}

fn key_of(square: Square, piece: Piece) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

fn key_of_turn() -> u64 {
    Zobrist64::zobrist_for_white_turn().0
}
