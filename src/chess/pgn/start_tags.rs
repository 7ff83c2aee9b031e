//! Start position and variant of a game, from its headers `FEN`, `Variant`, and `SetUp`.

use shakmaty::{CastlingMode, fen::Fen};

use super::headers::{Tag, value_of};
use crate::chess::position::{FenError, Position, Repair, Strictness};

/// Parts of variant names that mean Chess960: Chess960, Fischerandom, Fischer Random, FRC, DFRC, Freestyle
/// Chess.
const CHESS960: [&str; 4] = ["960", "fischer", "frc", "freestyle"];
/// Variant names that mean standard chess, reduced to lower-case letters and digits.
const CHESS: [&str; 6] = ["", "standard", "chess", "normal", "regular", "fromposition"];

/// Error in the headers that determine the start position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The variant is not supported.
    #[error("variant {0} is not chess: only chess and Chess960 are supported")]
    Variant(String),
    /// The header `SetUp` is 1, but there is no header `FEN`.
    #[error("header SetUp is 1, but there is no header FEN")]
    NoFen,
    /// The header `FEN` cannot be parsed or describes an illegal position.
    #[error("header FEN: {0}")]
    Fen(#[from] FenError),
}

/// Returns the start position and the repairs of its FEN. Without a header `FEN`, the start position is that of
/// standard chess, even if the header `Variant` names Chess960. With a header `FEN`, castling is as in Chess960
/// if the header `Variant` names Chess960, if `default_mode` is Chess960, or if the castling rights of the FEN
/// are impossible in standard chess. If a header occurs twice, the first one counts.
///
/// # Errors
/// Returns a [`StartError`] if the variant is not supported, or the FEN is missing or invalid.
pub(super) fn start_position(
    tags: &[Tag],
    default_mode: CastlingMode,
) -> Result<(Position, Vec<Repair>), StartError> {
    // Control characters are removed, because the text may be printed to a terminal.
    let value = |name| value_of(tags, name).map(|value| value.replace(char::is_control, ""));
    let is_chess960 = is_chess960(&value("Variant").unwrap_or_default())?;
    let Some(fen) = value("FEN") else {
        let promised = value("SetUp").is_some_and(|set_up| set_up.trim() == "1");
        return if promised { Err(StartError::NoFen) } else { Ok((Position::start(), Vec::new())) };
    };
    let fen_is_chess960 =
        || fen.parse::<Fen>().is_ok_and(|fen| CastlingMode::detect(fen.as_setup()).is_chess960());
    let mode = CastlingMode::from_chess960(is_chess960 || default_mode.is_chess960() || fen_is_chess960());
    Ok(Position::read_fen(&fen, mode, Strictness::Game)?)
}

fn is_chess960(variant: &str) -> Result<bool, StartError> {
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    let letters = letters.to_ascii_lowercase();
    if CHESS960.iter().any(|part| letters.contains(part)) {
        Ok(true)
    } else if CHESS.contains(&letters.as_str()) {
        Ok(false)
    } else {
        Err(StartError::Variant(variant.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(tags: &[(&str, &str)], default_mode: CastlingMode) -> Result<Position, StartError> {
        let tags: Vec<_> = tags.iter().map(|(name, value)| Tag::new(name, value)).collect();
        start_position(&tags, default_mode).map(|(start, _)| start)
    }

    #[test]
    fn all_usual_names_of_variants_are_recognised() {
        let corner = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let mode = |name: &str, default_mode| {
            start(&[("Variant", name), ("FEN", corner)], default_mode).map(|start| start.castling_mode())
        };
        for name in [
            "Chess960",
            "Chess 960",
            "fischerandom",
            "Fischer-Random",
            "DFRC",
            "Freestyle Chess",
            "chess9LX960",
        ] {
            assert_eq!(mode(name, CastlingMode::Standard), Ok(CastlingMode::Chess960), "{name}");
        }
        for name in ["", "Standard", "chess", "From Position", "normal"] {
            assert_eq!(mode(name, CastlingMode::Standard), Ok(CastlingMode::Standard), "{name}");
            assert_eq!(mode(name, CastlingMode::Chess960), Ok(CastlingMode::Chess960), "{name}");
        }
        for name in ["Atomic", "Three-check", "\u{1b}[2JAntichess", "chess variant"] {
            let error = mode(name, CastlingMode::Standard).expect_err(name).to_string();
            assert!(error.contains("only chess") && !error.contains('\u{1b}'), "{name}: {error}");
        }
    }

    #[test]
    fn the_fen_can_imply_chess960_and_setup_requires_a_fen() {
        let start = |tags: &[(&str, &str)]| start(tags, CastlingMode::Standard);
        let two = start(&[("fen", "4k3/8/8/8/8/8/8/1R3K2 w B - 0 1"), ("FEN", "nonsense")]);
        assert_eq!(two.expect("the first of two FENs").castling_mode(), CastlingMode::Chess960);
        assert_eq!(start(&[("SetUp", "1")]).err(), Some(StartError::NoFen));
        assert!(matches!(start(&[("FEN", "8/8 w")]), Err(StartError::Fen(_))));
        assert!(start(&[("SetUp", "0")]).is_ok());
    }
}
