//! Moves as books print them.

use shakmaty::{Color, Position as _, san::SanPlus};

use crate::position::{Move, Position};

/// A move in algebraic notation.
pub fn san(position: &Position, mv: Move) -> String {
    SanPlus::from_move(position.chess().clone(), mv).to_string()
}

/// A move with its number: `3. Nf3` or `3... Nc6`.
pub fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.turn().is_white() { "." } else { "..." };
    format!("{}{dots} {}", position.move_number(), san(position, mv))
}

/// Moves one after the other, numbered as in a book, each move and each number a word.
pub fn words(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut chess = start.chess().clone();
    let mut words = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let number = chess.fullmoves();
        match chess.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => (),
        }
        words.push(SanPlus::from_move_and_play_unchecked(&mut chess, *mv).to_string());
    }
    words
}
