//! The trait [`Subject`]: a game whose search can be explained, with notation of moves and access to the
//! board.
//!
//! Chess and Pichu implement the trait, so both games use the same code.

use std::fmt::Debug;

use shakmaty::{Board, Color, File, Piece, Rank, Square};

use super::mistake::{self, ScoredLine};
use crate::{
    chess::{
        game::Game as _,
        position::{Move, PackedMove, Position, changes::destination, is_noisy, move_number, read_move},
        score::Score,
    },
    tools::pichu::{Pichu, board, moves::Flight},
};

/// A position of a game whose search can be explained.
pub trait Subject: Clone {
    /// Type of a move in this game.
    type Move: Copy + PartialEq + Debug;
    /// Labels of the board: columns from left to right, rows from top to bottom.
    const COORDINATES: [&'static str; 2] = ["abcdefgh", "87654321"];

    /// Returns the position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;
    /// Returns the position after a null move, or the same position if a null move is not possible.
    #[must_use]
    fn after_pass(&self) -> Self;
    /// Returns all legal moves.
    fn legal(&self) -> Vec<Self::Move>;
    /// Returns whether the move is noisy, so quiescence search considers it.
    fn is_noisy(&self, mv: Self::Move) -> bool;
    /// Returns whether the side to move is in check; false in Pichu, which has no check.
    fn is_in_check(&self) -> bool;
    /// Formats the move for people: standard algebraic notation (SAN) in chess, the letter of the bird and both
    /// squares, such as `N01-22`, in Pichu.
    fn san(&self, mv: Self::Move) -> String;
    /// Formats the move in UCI notation; in Pichu, as four digits.
    fn code(&self, mv: Self::Move) -> String;
    /// Parses a legal move in the notation of `san` or in the notation of `code`.
    ///
    /// # Errors
    /// Returns a message if the text is not a legal move.
    fn read(&self, text: &str) -> Result<Self::Move, String>;
    /// Unpacks the move of a transposition table entry; `None` if it is not legal, and in Pichu.
    fn unpack(&self, mv: PackedMove) -> Option<Self::Move>;
    /// Returns the move number with dots, to be printed before a move (`3.` or `3...`).
    fn number(&self) -> String;
    /// Returns the side to move.
    fn turn(&self) -> Color;
    /// Returns the board.
    fn board(&self) -> &Board;
    /// Formats the position as text: a FEN for chess, 64 characters for Pichu.
    fn text(&self) -> String;

    /// Says in one sentence why a move is worse than `best`, if the opponent answers with `reply`; `None` in Pichu.
    fn mistake(
        &self,
        _played: Self::Move,
        _best: (&[Self::Move], Score),
        _reply: (&[Self::Move], Score),
    ) -> Option<String> {
        None
    }

    /// Returns the squares on which the move begins and ends, as indices into [`Subject::squares`].
    fn ends(&self, mv: Self::Move) -> [usize; 2];

    /// Returns the 64 squares from a8 to h1 as FEN letters, with a dot for an empty square.
    fn squares(&self) -> String {
        let ranks = Rank::ALL.into_iter().rev();
        let squares =
            ranks.flat_map(|rank| File::ALL.into_iter().map(move |file| Square::from_coords(file, rank)));
        squares.map(|square| self.board().piece_at(square).map_or('.', Piece::char)).collect()
    }
}

/// Returns the index of a square, counted from a8 to h1.
fn index(square: Square) -> usize {
    square.flip_vertical().to_usize()
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
        read_move(self, text).map_err(|error| error.to_string())
    }
    fn unpack(&self, mv: PackedMove) -> Option<Move> {
        mv.unpack(self)
    }
    fn number(&self) -> String {
        self.number()
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
    fn mistake(&self, played: Move, best: ScoredLine<'_>, reply: ScoredLine<'_>) -> Option<String> {
        Some(mistake::reason(self, played, best, reply))
    }
    fn ends(&self, mv: Move) -> [usize; 2] {
        // In castling, the arrow of the king ends where the king ends, not on the rook.
        let to = destination(self.turn(), mv);
        [mv.from().unwrap_or(to), to].map(index)
    }
}

/// A move of Pichu is written as the bird's letter and both squares by row and column, as in `N01-22`, or
/// `N01x22` for a capture.
impl Subject for Pichu {
    type Move = Flight;
    const COORDINATES: [&'static str; 2] = ["01234567", "76543210"];

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
        found.ok_or_else(|| {
            format!("'{text}' is not a legal move: write row and column of both squares, as in 1333")
        })
    }
    fn unpack(&self, _mv: PackedMove) -> Option<Flight> {
        None
    }
    fn number(&self) -> String {
        move_number(u32::from(self.plies()) / 2 + 1, self.turn())
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
    fn ends(&self, mv: Flight) -> [usize; 2] {
        [mv.from, mv.to].map(index)
    }
}

fn place(square: Square) -> String {
    let place = board::Place(square);
    format!("{}{}", place.row(), place.column())
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    #[test]
    fn a_castling_arrow_ends_where_the_king_ends_also_in_chess960() {
        let fen = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1";
        let position = Position::from_fen(fen, CastlingMode::Chess960).expect("legal");
        for (castling, end) in [("f1g1", Square::G1), ("f1b1", Square::C1)] {
            let mv = position.parse_move(castling).expect("legal");
            assert_eq!(position.ends(mv), [Square::F1, end].map(index), "{castling}");
        }
    }
}
