//! Moves as GUIs write them.

use shakmaty::{CastlingMode, Position as _, uci::UciMove};

use super::{Move, Position};

/// Why a move was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// Not coordinates such as `e2e4` or `e7e8q`.
    #[error("'{0}' is not a move: write it as e2e4 or e7e8q")]
    Syntax(String),
    /// Neither algebraic such as `Nf3` nor coordinates.
    #[error("'{0}' is not a move: write it as Nf3, exd5, O-O, e8=Q or e2e4")]
    San(String),
    /// A move, but not one of this position.
    #[error("illegal move {0}")]
    Illegal(String),
}

impl Position {
    /// Whether castling is told as in normal chess or as in Chess960.
    pub(crate) fn castling_mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// A move as UCI writes it, in the position's castling mode: `e2e4`, `e7e8q`, `e1g1` or (Chess960) `e1h1`.
    pub fn uci(&self, mv: Move) -> String {
        mv.to_uci(self.castling_mode()).to_string()
    }

    /// Reads a move as GUIs write it: both spellings of castling, promotion letters of either case.
    ///
    /// # Errors
    /// [`MoveError`] with the text, if it is no move or not legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mut spelling = text.to_owned();
        if spelling.len() == 5 && spelling.is_char_boundary(4) {
            spelling[4..].make_ascii_lowercase();
        }
        let uci: UciMove = spelling.parse().map_err(|_| MoveError::Syntax(text.to_owned()))?;
        uci.to_move(&self.chess).map_err(|_| MoveError::Illegal(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn castling_is_read_in_both_spellings_and_written_by_mode() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (mode, short) in [(CastlingMode::Standard, "e1g1"), (CastlingMode::Chess960, "e1h1")] {
            let position = Position::from_fen(fen, mode).expect("legal");
            let castle = position.parse_move("e1h1").expect("king takes rook");
            assert_eq!(position.uci(castle), short);
            assert_eq!(position.parse_move(short).expect("its own spelling"), castle);
        }
    }

    #[test]
    fn moves_that_are_none_say_why() {
        let start = Position::start();
        assert_eq!(start.parse_move("e2e5"), Err(MoveError::Illegal("e2e5".into())));
        for text in ["", "e2", "e9e4", "еee2e", "Nf3", "e2e4qq"] {
            assert!(matches!(start.parse_move(text), Err(MoveError::Syntax(_))), "{text}");
        }
    }
}
