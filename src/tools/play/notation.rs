//! Words for display: moves in words, and the English names of pieces and sides.

use shakmaty::{Bitboard, Color, Square};

use crate::chess::position::{Move, Position};
pub use crate::tools::explain::mistake::name as role_name;

/// Describes a legal move in words: `knight from g1 to f3`, `pawn from e7 takes the queen on d8 and becomes a
/// knight, check`.
pub fn words(position: &Position, mv: Move) -> String {
    let from = mv.from().map_or_else(String::new, |from| format!(" from {from}"));
    let mut words = match mv {
        Move::Castle { king, rook } if rook > king => "castles kingside".to_owned(),
        Move::Castle { .. } => "castles queenside".to_owned(),
        Move::EnPassant { to, .. } => format!("pawn{from} takes the pawn en passant and goes to {to}"),
        _ => match mv.capture() {
            Some(taken) => {
                format!("{}{from} takes the {} on {}", role_name(mv.role()), role_name(taken), mv.to())
            }
            None => format!("{}{from} to {}", role_name(mv.role()), mv.to()),
        },
    };
    if let Some(role) = mv.promotion() {
        words = format!("{words} and becomes a {}", role_name(role));
    }
    let after = position.play(mv);
    if after.is_check() {
        words.push_str(if after.has_legal_move() { ", check" } else { ", checkmate" });
    }
    words
}

/// Returns the name of a side: `White` or `Black`.
pub const fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Describes the piece on a square from the side to move's point of view: `your knight on g1`,
/// `the black queen on h4`.
pub fn piece_on(position: &Position, square: Square) -> String {
    match position.board().piece_at(square) {
        Some(piece) if piece.color == position.turn() => {
            format!("your {} on {square}", role_name(piece.role))
        }
        Some(piece) => format!("the {} {} on {square}", piece.color, role_name(piece.role)),
        None => format!("nothing on {square}"),
    }
}

/// Describes the pieces on several squares, joined with `and`.
pub fn pieces_on(position: &Position, squares: Bitboard) -> String {
    join_and(&squares.into_iter().map(|square| piece_on(position, square)).collect::<Vec<_>>())
}

/// Joins words with commas and `and`: `a`, `a and b`, `a, b and c`.
pub fn join_and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} and {end}", first.join(", ")),
    }
}
