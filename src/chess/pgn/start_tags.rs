//! Start position and variant of a game, from its headers `FEN`, `Variant`, and `SetUp`.

use shakmaty::{CastlingMode, fen::Fen};

use super::headers::Tag;
use crate::chess::position::{FenError, Position, Repair, Strictness};

/// Parts of variant names that mean Chess960: Chess960, Fischerandom, Fischer Random, FRC, DFRC, Freestyle
/// Chess.
const CHESS960: [&str; 4] = ["960", "fischer", "frc", "freestyle"];
/// Variant names that mean standard chess, reduced to lower-case letters and digits.
const CHESS: [&str; 6] = ["", "standard", "chess", "normal", "regular", "fromposition"];

/// Headers that determine the start position.
#[derive(Clone, Debug, Default)]
pub struct StartTags {
    fen: Option<String>,
    variant: Option<String>,
    set_up: Option<String>,
}

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

impl StartTags {
    /// Takes the headers `FEN`, `Variant` and `SetUp`. If a header occurs twice, the first one counts.
    pub fn new(tags: &[Tag]) -> Self {
        // Control characters are removed, because the text may be printed to a terminal.
        let value = |name: &str| {
            let tag = tags.iter().find(|tag| tag.is(name));
            tag.map(|tag| tag.value().replace(char::is_control, ""))
        };
        Self { fen: value("FEN"), variant: value("Variant"), set_up: value("SetUp") }
    }

    /// Returns the start position and the repairs of its FEN. Without a header `FEN`, the start position is
    /// that of standard chess, even if the header `Variant` names Chess960. With a header `FEN`, castling is
    /// as in Chess960 if the header `Variant` names Chess960, if `default_mode` is Chess960, or if the
    /// castling rights of the FEN are impossible in standard chess.
    ///
    /// # Errors
    /// Returns a [`StartError`] if the variant is not supported, or the FEN is missing or invalid.
    pub fn start(&self, default_mode: CastlingMode) -> Result<(Position, Vec<Repair>), StartError> {
        let is_chess960 = self.is_chess960()?;
        let Some(fen) = &self.fen else {
            let promised = self.set_up.as_deref().is_some_and(|set_up| set_up.trim() == "1");
            return if promised { Err(StartError::NoFen) } else { Ok((Position::start(), Vec::new())) };
        };
        let fen_is_chess960 =
            || fen.parse::<Fen>().is_ok_and(|fen| CastlingMode::detect(fen.as_setup()).is_chess960());
        let mode =
            CastlingMode::from_chess960(is_chess960 || default_mode.is_chess960() || fen_is_chess960());
        Ok(Position::read_fen(fen, mode, Strictness::Game)?)
    }

    fn is_chess960(&self) -> Result<bool, StartError> {
        let name = self.variant.as_deref().unwrap_or_default();
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let letters = letters.to_ascii_lowercase();
        if CHESS960.iter().any(|part| letters.contains(part)) {
            Ok(true)
        } else if CHESS.contains(&letters.as_str()) {
            Ok(false)
        } else {
            Err(StartError::Variant(name.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(tags: &[(&str, &str)]) -> StartTags {
        let tag = |(name, value): &(&str, &str)| Tag {
            name: name.as_bytes().to_owned(),
            raw: value.as_bytes().to_owned(),
        };
        StartTags::new(&tags.iter().map(tag).collect::<Vec<_>>())
    }

    #[test]
    fn all_usual_names_of_variants_are_recognised() {
        let corner = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let mode = |name: &str, default_mode| {
            let (start, _) = tags(&[("Variant", name), ("FEN", corner)]).start(default_mode)?;
            Ok::<_, StartError>(start.castling_mode())
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
        let is_chess960 = tags(&[("fen", "4k3/8/8/8/8/8/8/1R3K2 w B - 0 1"), ("FEN", "nonsense")]);
        let (start, _) = is_chess960.start(CastlingMode::Standard).expect("the first of two FENs");
        assert_eq!(start.castling_mode(), CastlingMode::Chess960);
        assert_eq!(tags(&[("SetUp", "1")]).start(CastlingMode::Standard).err(), Some(StartError::NoFen));
        assert!(matches!(tags(&[("FEN", "8/8 w")]).start(CastlingMode::Standard), Err(StartError::Fen(_))));
        assert!(tags(&[("SetUp", "0")]).start(CastlingMode::Standard).is_ok());
    }
}
