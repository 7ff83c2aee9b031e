//! The board of a chess or Pichu position as SVG, with the pieces as Unicode chess symbols.

use crate::text::escape;
use std::fmt::Write as _;

/// Draws a board. `squares` contains 64 characters from a8 to h1: FEN letters, and dots for empty squares.
/// `label` is the accessible name.
pub fn svg(squares: &str, label: &str) -> String {
    let mut svg =
        format!("<svg class=\"board\" viewBox=\"0 0 8 8\" role=\"img\" aria-label=\"{}\">", escape(label));
    for (index, piece) in squares.chars().enumerate() {
        let (x, y) = (index % 8, index / 8);
        let class = if (x + y) % 2 == 0 { "l" } else { "d" };
        // `write!` to a `String` cannot fail, so its result is ignored.
        let _ = write!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"/>");
        if let Some(glyph) = glyph(piece) {
            let _ = write!(svg, "<text x=\"{x}.5\" y=\"{y}.82\">{glyph}</text>");
        }
    }
    svg.push_str("</svg>");
    svg
}

/// Returns the Unicode symbol of a piece, followed by the variation selector for text (not emoji) display.
fn glyph(piece: char) -> Option<String> {
    let index = "KQRBNPkqrbnp".find(piece)?;
    let glyph = "♔♕♖♗♘♙♚♛♜♝♞♟".chars().nth(index)?;
    Some(format!("{glyph}\u{fe0e}"))
}
