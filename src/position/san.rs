//! Writes and parses moves in standard algebraic notation (SAN).

use std::fmt::Write as _;

use shakmaty::{
    CastlingSide, Color, Role,
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

    /// Parses a move in SAN or in coordinate notation such as `e2e4`. The signs `+`, `#`, `!` and `?` at the end
    /// are ignored. Other common spellings are accepted if they fit exactly one legal move: `nf3`, `E4`, `0-0`,
    /// `e8Q`, `Ng1-f3`, and `exd` or `ed` for a capture.
    ///
    /// # Errors
    /// Returns a [`MoveError`] if the text is not a move, is not legal in this position, or is ambiguous.
    pub(crate) fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_strictly(text).or_else(|error| match &self.fitting_moves(text)[..] {
            [mv] => Ok(*mv),
            [] => Err(in_english(text).map_or(error, |english| MoveError::Foreign(text.to_owned(), english))),
            moves => {
                let moves: Vec<_> = moves.iter().map(|mv| self.san(*mv)).collect();
                Err(MoveError::Ambiguous(text.to_owned(), moves.join(", ")))
            }
        })
    }

    fn parse_strictly(&self, text: &str) -> Result<Move, MoveError> {
        let bare = text.trim_end_matches(['!', '?', '+', '#']);
        let letters = if bare.starts_with("0-0") { bare.replace('0', "O") } else { bare.to_owned() };
        let san = San::from_ascii(letters.as_bytes()).ok();
        if let Some(mv) = san.and_then(|san| san.to_move(&self.chess).ok()) {
            return Ok(mv);
        }
        // A text in coordinate notation such as `e2e4` can also be parsed as a pawn move in SAN, so
        // coordinate notation is tried whenever the text is not a legal move in SAN.
        self.parse_move(&bare.to_ascii_lowercase()).map_err(|error| match error {
            MoveError::Syntax(_) if san.is_none() => MoveError::San(text.to_owned()),
            _ => MoveError::Illegal(text.to_owned()),
        })
    }

    /// Returns the legal moves that a text fits if case, hyphens and similar signs are ignored.
    fn fitting_moves(&self, text: &str) -> Vec<Move> {
        let text = without_number(text.trim());
        let letters = letters(text);
        // An upper-case letter that can name a piece, also in another language, never means a file, except before
        // a digit, as in E2-E4. A lower-case letter means a file if such a move is legal, as in bc4.
        let names_piece = text.starts_with(|first| PIECE_LETTERS.contains(first))
            && !text[1..].starts_with(|second: char| second.is_ascii_digit());
        let fits = |mv: &&Move| {
            !(names_piece && mv.role() == Role::Pawn)
                && (mv.is_capture() || !letters.contains('x'))
                && spellings(**mv).contains(&letters.replace('x', ""))
        };
        let mut moves: Vec<_> = self.legal_moves().iter().filter(fits).copied().collect();
        if text.starts_with('b') && moves.iter().any(|mv| mv.role() == Role::Pawn) {
            moves.retain(|mv| mv.role() == Role::Pawn);
        }
        moves
    }
}

/// Letters of pieces in SAN, and in the notations of [`FOREIGN_LETTERS`].
const PIECE_LETTERS: &str = "KQRBNSLTDCFA";

/// Letters of pieces in German, French, Spanish, Italian and other languages, except those that mean another piece
/// in English.
const FOREIGN_LETTERS: [(char, char); 7] =
    [('S', 'N'), ('C', 'N'), ('L', 'B'), ('F', 'B'), ('A', 'B'), ('T', 'R'), ('D', 'Q')];

/// Returns the text without a move number such as `12.` or `12...` at its start.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') { rest.trim_start_matches(['.', ' ']) } else { text }
}

/// Returns the letters and digits of a typed move in lower case, without signs and without `e.p.`. Zeros of
/// castling become letters.
fn letters(text: &str) -> String {
    let is_sign = |letter: char| " .-=+#!?():".contains(letter);
    let letters: String = text.chars().filter(|letter| !is_sign(*letter)).collect();
    let letters = letters.to_lowercase().replace('0', "o");
    letters.strip_suffix("ep").map_or(letters.clone(), str::to_owned)
}

/// Returns the spellings of a move in lower case, without signs: `nf3`, `ngf3`, `n1f3`, `ng1f3` and `g1f3`.
fn spellings(mv: Move) -> Vec<String> {
    let (Some(from), to) = (mv.from(), mv.to()) else { return Vec::new() };
    if let Some(side) = mv.castling_side() {
        let letters = if side == CastlingSide::KingSide { "oo" } else { "ooo" };
        let king_to =
            side.king_to(if from.rank() == shakmaty::Rank::First { Color::White } else { Color::Black });
        return vec![letters.to_owned(), format!("k{king_to}")];
    }
    let promotion = mv.promotion().map_or_else(String::new, |role| role.char().to_string());
    let (file, rank) = (from.file(), from.rank());
    let coordinates = format!("{from}{to}{promotion}");
    if mv.role() == Role::Pawn {
        return if mv.is_capture() {
            let files = format!("{file}{}", to.file());
            vec![format!("{file}{to}{promotion}"), format!("{files}{promotion}"), files, coordinates]
        } else {
            vec![format!("{to}{promotion}"), coordinates]
        };
    }
    let role = mv.role().char();
    let origins = [String::new(), file.to_string(), rank.to_string(), from.to_string()];
    origins.iter().map(|origin| format!("{role}{origin}{to}")).chain([coordinates]).collect()
}

/// Returns a move with piece letters of another language in English: `Nf3` for `Sf3`, `e8=Q` for `e8D`. Returns
/// `None` if the text is not such a move.
pub(crate) fn in_english(text: &str) -> Option<String> {
    let text = without_number(text.trim()).trim_end_matches(['!', '?', '+', '#']);
    let english = |letter: char| {
        // A lower-case letter from a to h is a file.
        let is_file = matches!(letter, 'a'..='h');
        let found = FOREIGN_LETTERS.iter().find(|(foreign, _)| *foreign == letter.to_ascii_uppercase());
        found.filter(|_| !is_file).map(|(_, english)| *english)
    };
    let first = text.chars().next()?;
    let mut translated = text.to_ascii_lowercase();
    if let Some(piece) = english(first).or_else(|| Some(first).filter(|letter| "KQRBN".contains(*letter))) {
        translated.replace_range(..1, &piece.to_string());
    }
    let promotion = text.chars().last().and_then(english).filter(|_| text.len() > 2);
    let is_foreign = english(first).or(promotion).is_some();
    if let Some(piece) = promotion {
        translated.truncate(text.len() - 1);
        translated = format!("{}={piece}", translated.trim_end_matches('='));
    }
    let is_move = matches!(San::from_ascii(translated.as_bytes()), Ok(San::Normal { .. }));
    (is_foreign && is_move).then_some(translated)
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
        for text in ["Dd1+", "", "!?", "Ké2", "Qz9", "é", "1.", "0-0-0-0"] {
            assert!(kings.parse_san(text).is_err(), "{text}");
        }
        assert_eq!(kings.parse_san("Rd2"), Err(MoveError::Illegal("Rd2".into())), "no rook can move there");
    }

    #[test]
    fn case_and_signs_are_ignored_if_one_legal_move_fits() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let captures = "4k3/8/8/1p1p1p2/2B1P3/8/8/4K2R w K - 0 1";
        let promotes = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
        for (fen, text, expected) in [
            (start, "E4", "e2e4"),
            (start, "NF3", "g1f3"),
            (start, "nf3", "g1f3"),
            (start, "1.NG1-F3!", "g1f3"),
            (start, "d2 d4", "d2d4"),
            (start, "E2-E4", "e2e4"),
            (captures, "o-o", "e1g1"),
            (captures, "kg1", "e1g1"),
            (captures, "BXD5", "c4d5"),
            (captures, "EXF", "e4f5"),
            (captures, "ed", "e4d5"),
            (captures, "exd", "e4d5"),
            (promotes, "E8Q", "e7e8q"),
            (promotes, "edq", "e7d8q"),
            (promotes, "exd8(N)", "e7d8n"),
        ] {
            let position = position(fen);
            assert_eq!(
                position.parse_san(text).map(|mv| position.uci(mv)).as_deref(),
                Ok(expected),
                "{text}"
            );
        }
        let two = position("4k3/8/8/1p1p1p2/2P1P1P1/8/8/1N2KN2 w - - 0 1");
        let ambiguous = |text: &str, moves: &str| {
            assert_eq!(two.parse_san(text), Err(MoveError::Ambiguous(text.into(), moves.into())));
        };
        ambiguous("nd2", "Nbd2, Nfd2");
        for (position, text) in [(position(promotes), "ed"), (position(promotes), "ED8")] {
            let error = position.parse_san(text).expect_err(text).to_string();
            assert!(text == "ED8" || error.ends_with("exd8=Q+, exd8=R+, exd8=B, exd8=N"), "{error}");
        }
    }

    #[test]
    fn piece_letters_of_other_languages_are_translated_and_never_played() {
        // After 1. e4 c5 2. d4, dxc5 is legal for White: Dc5 does not mean it.
        let open = position("rnbqkbnr/pp1ppppp/8/2p5/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 2");
        for (text, english) in [
            ("Sf3", "Nf3"),
            ("sf3!", "Nf3"),
            ("Lc4", "Bc4"),
            ("Dh5+", "Qh5"),
            ("Dc5", "Qc5"),
            ("Dxc5", "Qxc5"),
            ("DXC5", "Qxc5"),
            ("Txd5", "Rxd5"),
            ("Sgf3", "Ngf3"),
            ("e8D", "e8=Q"),
            ("exd8=S+", "exd8=N"),
        ] {
            let expected = MoveError::Foreign(text.into(), english.into());
            assert_eq!(open.parse_san(text), Err(expected), "{text}");
        }
        assert_eq!(open.parse_san("dc5").map(|mv| open.uci(mv)).as_deref(), Ok("d4c5"));
        for text in ["Quit", "D", "Sz9", "e9D", "Ds", "DD", "ä8D"] {
            assert_eq!(in_english(text), None, "{text}");
        }
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
