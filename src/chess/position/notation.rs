//! Moves in UCI notation.

use shakmaty::{CastlingMode, Position as _, uci::UciMove};

use super::{Move, Position};
use crate::support::text::quoted;

/// Error for a move that cannot be read or is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not in coordinate notation such as `e2e4` or `e7e8q`.
    #[error("'{0}' is not a move: write it as e2e4 or e7e8q")]
    Syntax(String),
    /// The text is not a move in any of the spellings of [`read_move`](super::read_move).
    #[error("'{0}' is not a move: write it as Nf3, exd5, O-O, e8=Q or e2e4")]
    NotAMove(String),
    /// The text is a move with a piece letter of another language. The second text is the move with English
    /// letters.
    #[error("'{0}' is not a move: the pieces are K, Q, R, B and N: did you mean {1}?")]
    Foreign(String, String),
    /// The text is a move, but the move is illegal in the position.
    #[error("illegal move {0}")]
    Illegal(String),
    /// The text fits several legal moves. The second text lists them.
    #[error("'{0}' fits several moves: {1}")]
    Ambiguous(String, String),
}

impl Position {
    /// Returns whether moves are written as in standard chess or as in Chess960.
    pub(crate) fn castling_mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// Returns a move in UCI notation for the position's castling mode: `e2e4`, `e7e8q`, `e1g1`, or `e1h1` in
    /// Chess960.
    pub fn uci(&self, mv: Move) -> String {
        mv.to_uci(self.castling_mode()).to_string()
    }

    /// Parses a move in UCI notation. Castling is accepted as "king takes own rook" (`e1h1`) and, for a king
    /// on e1 or e8 with its rook in the corner, as a king move (`e1g1`). The promotion letter may be upper or
    /// lower case.
    ///
    /// # Errors
    /// Returns a [`MoveError`] if the text is not a move or the move is not legal in this position.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        // A longer text is not a move; no copy of it is needed.
        let mut spelling = text.get(..text.len().min(8)).unwrap_or_default().to_owned();
        if spelling.len() == 5 && spelling.is_char_boundary(4) {
            spelling[4..].make_ascii_lowercase();
        }
        let uci: UciMove = spelling.parse().map_err(|_| MoveError::Syntax(quoted(text)))?;
        uci.to_move(&self.chess).map_err(|_| MoveError::Illegal(quoted(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_accepted_in_both_notations_and_written_in_the_notation_of_the_mode() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (mode, short) in [(CastlingMode::Standard, "e1g1"), (CastlingMode::Chess960, "e1h1")] {
            let position = Position::from_fen(fen, mode).expect("legal");
            let castle = position.parse_move("e1h1").expect("king takes rook");
            assert_eq!(position.uci(castle), short);
            assert_eq!(position.parse_move(short).expect("its own notation"), castle);
        }
    }

    #[test]
    fn errors_distinguish_invalid_syntax_from_illegal_moves() {
        let start = Position::start();
        assert_eq!(start.parse_move("e2e5"), Err(MoveError::Illegal("e2e5".into())));
        for text in ["", "e2", "e9e4", "еee2e", "Nf3", "e2e4qq"] {
            assert!(matches!(start.parse_move(text), Err(MoveError::Syntax(_))), "{text}");
        }
    }
}
