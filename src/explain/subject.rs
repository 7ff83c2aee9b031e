//! What an explanation must know of a game beyond its rules: how moves and sides are called, and what the board looks like.
//!
//! Chess and Pichu are explained by the same code.

use std::fmt::Debug;

use shakmaty::{Board, Color, File, Piece, Rank, Square};

use crate::{
    game::Game as _,
    pichu::{Pichu, board, moves::Flight},
    position::{Move, PackedMove, Position, is_noisy},
};

/// A position that can be talked about.
pub trait Subject: Clone {
    /// A move of the side to move.
    type Move: Copy + PartialEq + Debug;

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;
    /// The position after a pass; the same where nobody may pass.
    #[must_use]
    fn after_pass(&self) -> Self;
    /// Every legal move.
    fn legal(&self) -> Vec<Self::Move>;
    /// Whether quiescence looks at the move.
    fn is_noisy(&self, mv: Self::Move) -> bool;
    /// Whether the side to move must answer a check.
    fn is_in_check(&self) -> bool;
    /// The move as people write it.
    fn san(&self, mv: Self::Move) -> String;
    /// The move as programs write it.
    fn code(&self, mv: Self::Move) -> String;
    /// The move that a person has written; the error says what is wrong.
    ///
    /// # Errors
    /// A sentence.
    fn read(&self, text: &str) -> Result<Self::Move, String>;
    /// The move of a table entry.
    fn unpack(&self, mv: PackedMove) -> Option<Self::Move>;
    /// The number before a move: `3.` or `3...`.
    fn number(&self) -> String;
    /// Who is to move.
    fn turn(&self) -> Color;
    /// What stands where.
    fn board(&self) -> &Board;
    /// The position as a text that can be read back.
    fn text(&self) -> String;

    /// The squares from a8 to h1, `.` where nobody stands.
    fn squares(&self) -> String {
        let ranks = Rank::ALL.into_iter().rev();
        let squares =
            ranks.flat_map(|rank| File::ALL.into_iter().map(move |file| Square::from_coords(file, rank)));
        squares.map(|square| self.board().piece_at(square).map_or('.', Piece::char)).collect()
    }
}

/// The number before a move, after so many moves of both sides.
fn numbered(number: u32, turn: Color) -> String {
    format!("{number}{}", turn.fold_wb(".", "..."))
}

impl Subject for Position {
    type Move = Move;

    fn after(&self, mv: Move) -> Self {
        self.play(mv)
    }
    fn after_pass(&self) -> Self {
        self.pass().unwrap_or_else(|| self.clone())
    }
    fn legal(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }
    fn is_noisy(&self, mv: Move) -> bool {
        is_noisy(mv)
    }
    fn is_in_check(&self) -> bool {
        self.is_check()
    }
    fn san(&self, mv: Move) -> String {
        self.san(mv)
    }
    fn code(&self, mv: Move) -> String {
        self.uci(mv)
    }
    fn read(&self, text: &str) -> Result<Move, String> {
        self.parse_san(text).map_err(|error| error.to_string())
    }
    fn unpack(&self, mv: PackedMove) -> Option<Move> {
        mv.unpack(self)
    }
    fn number(&self) -> String {
        numbered(self.move_number(), self.turn())
    }
    fn turn(&self) -> Color {
        self.turn()
    }
    fn board(&self) -> &Board {
        self.board()
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

/// A bird's letter with the squares by row and column, as in `N01-22`.
impl Subject for Pichu {
    type Move = Flight;

    fn after(&self, mv: Flight) -> Self {
        self.play(mv)
    }
    fn after_pass(&self) -> Self {
        self.clone()
    }
    fn legal(&self) -> Vec<Flight> {
        self.moves().into_iter().collect()
    }
    fn is_noisy(&self, mv: Flight) -> bool {
        self.board().piece_at(mv.to).is_some()
    }
    fn is_in_check(&self) -> bool {
        false
    }
    fn san(&self, mv: Flight) -> String {
        let bird = board::letter(self.board(), mv.from).to_ascii_uppercase();
        let takes = if self.is_noisy(mv) { 'x' } else { '-' };
        let [from, to] = [mv.from, mv.to].map(place);
        format!("{bird}{from}{takes}{to}")
    }
    fn code(&self, mv: Flight) -> String {
        [mv.from, mv.to].map(place).concat()
    }
    fn read(&self, text: &str) -> Result<Flight, String> {
        let found = self.legal().into_iter().find(|mv| self.san(*mv) == text || self.code(*mv) == text);
        found.ok_or_else(|| format!("'{text}' is no move here: write row and column twice, as in 1333"))
    }
    fn unpack(&self, _mv: PackedMove) -> Option<Flight> {
        None
    }
    fn number(&self) -> String {
        numbered(u32::from(self.plies()) / 2 + 1, self.turn())
    }
    fn turn(&self) -> Color {
        self.turn()
    }
    fn board(&self) -> &Board {
        self.board()
    }
    fn text(&self) -> String {
        board::write(self.board())
    }
}

fn place(square: Square) -> String {
    let place = board::Place(square);
    format!("{}{}", place.row(), place.column())
}
