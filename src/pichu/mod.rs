//! Pichu: simplified chess with birds for men, the second [`Game`].
//!
//! The game comes from a student program, and lives on here. The board is told row by row, row 0 first, and White, in upper case,
//! starts at row 0 and moves towards row 7. Laid on shakmaty's board, row 0 is the first rank and column 0 the a-file, so that
//! its tables of attacks serve unchanged.
//!
//! | bird | letter | moves as the |
//! |---|---|---|
//! | Parakeet | P | pawn: one ahead, two from its starting row, takes diagonally ahead, becomes a Quetzal on the far row |
//! | Nighthawk | N | knight |
//! | Blue jay | B | bishop |
//! | Robin | R | rook |
//! | Quetzal | Q | queen |
//! | Kingfisher | K | king; whoever loses it has lost |
//!
//! There is no castling, no en passant and no check: a Kingfisher may be left to be taken. Who has no move has drawn, and so have
//! both after [`MAX_PLIES`].
//!
//! - [`board`]: the 64 characters, read and written.
//! - [`moves`]: where a bird can go.
//! - [`evaluate`]: what a board is worth.
//! - [`search`]: deepening alpha-beta with a [`table`]; in score equal to the frozen
//!   [`alphabeta`](crate::search::alphabeta), which plays this game as it plays chess.
//! - [`table_file`]: the table in a file, for the next run.

pub mod advice;
pub mod board;
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
use crate::{
    game::{Game, Outcome},
    score::Score,
};

/// A game that lasts so many plies is drawn.
pub const MAX_PLIES: u8 = 200;

/// A board, whose turn it is, and how long the game has lasted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pichu {
    board: Board,
    turn: Color,
    plies: u8,
    key: u64,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side has taken the other's Kingfisher.
    Won(Color),
    /// The side to move cannot.
    NoMove,
    /// It has lasted [`MAX_PLIES`].
    TooLong,
}

impl Pichu {
    /// The game on `board`, as [`board::read`] gives it, after `plies` plies, which are not counted beyond [`MAX_PLIES`].
    pub fn new(board: Board, turn: Color, plies: u8) -> Self {
        let piece_keys = board.iter().map(|(square, piece)| key_of(square, piece));
        let key = piece_keys.fold(turn.fold_wb(key_of_turn(), 0), |key, piece_key| key ^ piece_key);
        Self { board, turn, plies: plies.min(MAX_PLIES), key }
    }

    /// The beginning of a game.
    pub fn start() -> Self {
        Self::new(Board::new(), Color::White, 0)
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// How many plies the game has lasted.
    pub const fn plies(&self) -> u8 {
        self.plies
    }

    /// A number for board and turn together; the length of the game is no part of it.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// How the game has ended, if it has.
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

    /// A won game has no side to move: play ends when a Kingfisher is taken, and it is the other side's turn then.
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
