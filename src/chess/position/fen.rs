//! Parses positions in FEN, including the board fields of EPD. Invalid positions are rejected with a reason;
//! small errors with only one sensible reading are repaired.

use std::fmt;

use shakmaty::{
    CastlingMode, Chess, PositionError, PositionErrorKinds, Rank, Setup,
    fen::{Fen, ParseFenError},
};

use super::Position;

/// A repaired error in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Castling rights were removed because the king or a rook is not on its square.
    CastlingRights,
    /// The en passant square was removed because the position is illegal with it: no pawn can just have moved
    /// past the square, or the check on the board cannot come from a double pawn push.
    EnPassant,
    /// The position was read as a position of Chess960, because only there its castling rights are possible.
    Chess960,
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CastlingRights => "castling rights removed: the king or a rook is not on its square",
            Self::EnPassant => "impossible en passant square removed",
            Self::Chess960 => "read as Chess960, because of its castling rights",
        })
    }
}

/// Which unusual positions the FEN parser accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// For play: positions that a game can reach, as far as shakmaty detects unreachable positions.
    Game,
    /// For perft suites: also positions with too many pieces, or with checks that no legal move can have
    /// given.
    Suite,
}

/// Error for a FEN that cannot be parsed or that describes an illegal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text cannot be parsed; contains the field and its expected format.
    #[error("bad FEN: {0}")]
    Syntax(&'static str),
    /// The text can be parsed, but the position is not legal; contains the reasons.
    #[error("illegal position: {0}")]
    Illegal(String),
}

impl From<ParseFenError> for FenError {
    fn from(error: ParseFenError) -> Self {
        Self::Syntax(match error {
            ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
                "the board must be eight ranks of eight squares, rank 8 first, as in 8/8/4k3/8/8/4K3/4P3/8"
            }
            ParseFenError::InvalidTurn => "the side to move must be w or b",
            ParseFenError::InvalidCastling => "castling rights must be KQkq, rook files such as HAha, or -",
            ParseFenError::InvalidEpSquare => "the en passant square must be one such as e3, or -",
            ParseFenError::InvalidHalfmoveClock => "the halfmove clock must be a number",
            ParseFenError::InvalidFullmoves => "the fullmove number must be a number",
            ParseFenError::InvalidRemainingChecks | ParseFenError::InvalidFen => {
                "the fields must be board, side to move, castling, en passant, halfmove clock and move number, and no more"
            }
        })
    }
}

impl From<PositionErrorKinds> for FenError {
    fn from(kinds: PositionErrorKinds) -> Self {
        let reasons = [
            (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
            (PositionErrorKinds::MISSING_KING, "a king is missing"),
            (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
            (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn is on the first or last rank"),
            (PositionErrorKinds::OPPOSITE_CHECK, "the side not to move is in check"),
            (PositionErrorKinds::TOO_MUCH_MATERIAL, "more pieces than a game can have"),
            (PositionErrorKinds::IMPOSSIBLE_CHECK, "no legal move can have given this check"),
        ];
        let found: Vec<_> =
            reasons.iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, text)| *text).collect();
        Self::Illegal(if found.is_empty() {
            "the fields contradict each other".to_owned()
        } else {
            found.join(", ")
        })
    }
}

impl Position {
    /// Parses a FEN and repairs small errors. Missing fields after the board get default values: `w - - 0 1`.
    ///
    /// # Errors
    /// Returns a [`FenError`] if the text is not a FEN or the position is illegal.
    pub fn from_fen(text: &str, mode: CastlingMode) -> Result<Self, FenError> {
        Self::read_fen(text, mode, Strictness::Game).map(|(position, _)| position)
    }

    /// Like [`Position::from_fen`], with a given `strictness`, and also returns the list of repairs.
    ///
    /// # Errors
    /// Returns a [`FenError`] if the text is not a FEN or `strictness` excludes the position.
    pub fn read_fen(
        text: &str,
        mode: CastlingMode,
        strictness: Strictness,
    ) -> Result<(Self, Vec<Repair>), FenError> {
        // A FEN has six fields; more than seven are not read.
        let fields: Vec<_> = text.split([' ', '\t']).filter(|field| !field.is_empty()).take(7).collect();
        let setup = Fen::from_ascii(fields.join(" ").as_bytes())?.into_setup();
        let is_en_passant_rank = |rank| rank == Rank::Third || rank == Rank::Sixth;
        if setup.ep_square.is_some_and(|square| !is_en_passant_rank(square.rank())) {
            return Err(ParseFenError::InvalidEpSquare.into());
        }
        let mut repairs = Vec::new();
        let chess = build(setup, mode, strictness, &mut repairs)?;
        Ok((Self::new(chess), repairs))
    }
}

impl Position {
    /// Like [`Position::read_fen`]; a position whose castling rights are possible only in Chess960 is read as a position
    /// of Chess960, with [`Repair::Chess960`].
    ///
    /// # Errors
    /// Those of [`Position::read_fen`].
    pub fn read_fen_of_either_mode(
        text: &str,
        mode: CastlingMode,
        strictness: Strictness,
    ) -> Result<(Self, Vec<Repair>), FenError> {
        let (position, repairs) = Self::read_fen(text, mode, strictness)?;
        if mode == CastlingMode::Standard
            && repairs.contains(&Repair::CastlingRights)
            && let Ok((position, mut repairs)) = Self::read_fen(text, CastlingMode::Chess960, strictness)
            && !repairs.contains(&Repair::CastlingRights)
        {
            repairs.push(Repair::Chess960);
            return Ok((position, repairs));
        }
        Ok((position, repairs))
    }
}

/// Builds the position of a parsed FEN. If the position with the en passant square of the FEN is illegal,
/// builds the position without an en passant square and adds [`Repair::EnPassant`] to `repairs`.
fn build(
    setup: Setup,
    mode: CastlingMode,
    strictness: Strictness,
    repairs: &mut Vec<Repair>,
) -> Result<Chess, PositionErrorKinds> {
    let en_passant = setup.ep_square.is_some();
    let without = Setup { ep_square: None, ..setup.clone() };
    match accept(setup, mode, strictness, repairs) {
        Err(_) if en_passant => {
            repairs.push(Repair::EnPassant);
            accept(without, mode, strictness, repairs)
        }
        result => result,
    }
}

fn accept(
    setup: Setup,
    mode: CastlingMode,
    strictness: Strictness,
    repairs: &mut Vec<Repair>,
) -> Result<Chess, PositionErrorKinds> {
    let mut result: Result<Chess, PositionError<Chess>> = setup.position(mode);
    if strictness == Strictness::Suite {
        result = result
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check);
    }
    let castling = result
        .as_ref()
        .is_err_and(|error| error.kinds().contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS));
    let result = result.or_else(PositionError::ignore_invalid_castling_rights);
    if castling && result.is_ok() {
        repairs.push(Repair::CastlingRights);
    }
    result.map_err(|error| error.kinds())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str) -> Result<(Position, Vec<Repair>), FenError> {
        Position::read_fen(fen, CastlingMode::Standard, Strictness::Game)
    }

    #[test]
    fn a_fen_is_parsed_and_written_unchanged() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 40",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1",
        ] {
            assert_eq!(read(fen).expect("legal").0.to_string(), fen);
        }
    }

    #[test]
    fn missing_fields_and_extra_white_space_are_accepted() {
        let start = Position::start();
        for fen in [
            "\t rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tKQkq -  ",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        ] {
            assert_eq!(read(fen).expect("legal").0.key(), start.key());
        }
    }

    #[test]
    fn castling_rights_without_a_rook_are_removed_and_reported() {
        let (position, repairs) = read("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1").expect("repaired");
        assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(repairs, [Repair::CastlingRights]);
    }

    #[test]
    fn an_impossible_en_passant_square_is_removed_and_reported() {
        for fen in [
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq h3 0 3",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq e6 0 1",
            "4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1",
        ] {
            let (position, repairs) = read(fen).expect("repaired");
            assert_eq!(repairs, [Repair::EnPassant], "{fen}");
            assert!(position.to_string().contains(" - "), "{position}");
        }
    }

    #[test]
    fn illegal_positions_are_rejected_with_the_reason() {
        for (fen, reason) in [
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "a king is missing"),
            ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "more than one king"),
            ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "first or last rank"),
            ("8/5pk1/8/6Q1/8/8/8/7K w - - 0 1", "not to move is in check"),
            ("4k3/pppppppp/p7/8/8/8/8/4K3 b - - 0 1", "more pieces"),
            ("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", "no legal move"),
            ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "eight ranks"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", "w or b"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e4 0 1", "en passant square"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - +1 1", "halfmove clock"),
            ("", "board"),
            ("💥", "eight ranks"),
        ] {
            let error = read(fen).expect_err(fen).to_string();
            assert!(error.contains(reason), "{fen}: {error}");
        }
    }

    #[test]
    fn perft_suites_may_contain_positions_that_no_game_can_reach() {
        let fen = "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1";
        assert!(Position::read_fen(fen, CastlingMode::Standard, Strictness::Suite).is_ok());
    }
}
