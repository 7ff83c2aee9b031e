//! Writes and parses moves in standard algebraic notation (SAN).

use std::fmt::Write as _;

use shakmaty::{
    Color,
    san::{San, SanPlus},
};

use super::{Move, MoveError, Position};

impl Position {
    /// Returns a legal move in SAN, with the sign for check or checkmate: `Qxf7#`.
    pub fn san(&self, mv: Move) -> String {
        SanPlus::from_move(self.chess.clone(), mv).to_string()
    }

    /// Returns a sequence of legal moves in SAN with move numbers: `12... Nf6 13. e5`.
    pub(crate) fn san_line(&self, moves: &[Move]) -> String {
        let (mut text, mut position) = (String::new(), self.clone());
        for (index, mv) in moves.iter().enumerate() {
            let blank = if index > 0 { " " } else { "" };
            let number = position.move_number();
            let _ = match position.turn() {
                Color::White => write!(text, "{blank}{number}. "),
                Color::Black if index == 0 => write!(text, "{number}... "),
                Color::Black => write!(text, "{blank}"),
            };
            text.push_str(&position.san(*mv));
            position = position.play(*mv);
        }
        text
    }

    /// Parses a move in SAN. The signs `+`, `#`, `!` and `?` at the end are ignored, and castling may be
    /// written with zeros. Coordinate notation such as `e2e4` is accepted as well.
    ///
    /// # Errors
    /// Returns a [`MoveError`] if the text is not a move, is not legal in this position, or is ambiguous.
    pub(crate) fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let bare = text.trim_end_matches(['!', '?', '+', '#']);
        let letters = if bare.starts_with("0-0") { bare.replace('0', "O") } else { bare.to_owned() };
        let san = San::from_ascii(letters.as_bytes()).ok();
        if let Some(mv) = san.and_then(|san| san.to_move(&self.chess).ok()) {
            return Ok(mv);
        }
        // A text in coordinate notation such as `e2e4` can also be parsed as a pawn move in SAN, so
        // coordinate notation is tried whenever the text is not a legal move in SAN.
        self.parse_move(bare).map_err(|error| match error {
            MoveError::Syntax(_) if san.is_none() => MoveError::San(text.to_owned()),
            _ => MoveError::Illegal(text.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Standard).expect("legal")
    }

    #[test]
    fn every_legal_move_is_parsed_from_san_and_from_coordinates() {
        crate::position::random::walks(6, 60, |position| {
            for mv in position.legal_moves() {
                assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{position}");
                assert_eq!(position.parse_san(&position.uci(mv)), Ok(mv), "{position}");
            }
        });
    }

    #[test]
    fn annotation_signs_and_zeros_for_castling_are_accepted() {
        let kings = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let castle = kings.parse_san("O-O").expect("legal");
        for text in ["0-0", "O-O!", "0-0+?", "e1g1", "e1h1"] {
            assert_eq!(kings.parse_san(text), Ok(castle), "{text}");
        }
        for text in ["Dd1+", "", "!?", "Ké2", "Qz9"] {
            assert!(kings.parse_san(text).is_err(), "{text}");
        }
        assert_eq!(kings.parse_san("Rd2"), Err(MoveError::Illegal("Rd2".into())), "no rook can move there");
    }

    #[test]
    fn move_numbers_are_correct_with_either_side_to_move() {
        let start = Position::start();
        let moves = ["e2e4", "e7e5", "g1f3"];
        let mut now = start.clone();
        let moves = moves.map(|text| {
            let mv = now.parse_move(text).expect("legal");
            now = now.play(mv);
            mv
        });
        assert_eq!(start.san_line(&moves), "1. e4 e5 2. Nf3");
        assert_eq!(start.play(moves[0]).san_line(&moves[1..]), "1... e5 2. Nf3");
        assert_eq!(start.san_line(&[]), "");
    }
}
