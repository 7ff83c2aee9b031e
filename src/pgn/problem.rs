//! Why a game cannot be read.

use super::{
    split::{self, RawGame},
    start_tags::StartError,
};
use crate::position::FenError;

/// The deepest nesting of variations that is read.
pub const MAX_VARIATION_DEPTH: usize = 64;
/// The most moves a game may have: the longest possible under the 75-move rule has fewer than 18,000 plies.
pub const MAX_PLIES: usize = 20_000;

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A header that is none.
    #[error("broken header: write it as [Name \"value\"], not {0}")]
    Header(String),
    /// It begins nowhere.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A move that cannot be played.
    #[error("{san} is {why}")]
    Move {
        /// Plies played before it.
        ply: usize,
        /// As it is written, with its number.
        san: String,
        /// What it is instead.
        why: &'static str,
    },
    /// A word that is no move, no number, no result.
    #[error("'{word}' is no move")]
    Word {
        /// Plies played before it.
        ply: usize,
        /// The word, or its beginning.
        word: String,
    },
    /// Moves behind the result.
    #[error("there are moves after the result")]
    AfterResult {
        /// Plies played before it.
        ply: usize,
    },
    /// A comment without end.
    #[error("a comment is not closed: a }} is missing")]
    Comment,
    /// Variations that do not fit into each other.
    #[error(
        "the brackets of its variations do not match, or more than {MAX_VARIATION_DEPTH} are open at once"
    )]
    Brackets,
    /// More moves than a game can have.
    #[error("more than {MAX_PLIES} plies")]
    Endless,
    /// More text than is held in memory.
    #[error("its text is longer than {} bytes", split::MAX_GAME_BYTES)]
    TooLong,
}

impl Problem {
    /// A word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Header(_) => "bad_header",
            Self::Start(StartError::Variant(_)) => "bad_variant",
            Self::Start(StartError::NoFen | StartError::Fen(FenError::Syntax(_))) => "bad_fen",
            Self::Start(StartError::Fen(FenError::Illegal(_))) => "illegal_position",
            Self::Move { .. } => "illegal_move",
            Self::Word { .. } => "bad_move",
            Self::AfterResult { .. } | Self::Comment | Self::Brackets => "bad_pgn",
            Self::Endless | Self::TooLong => "too_long",
        }
    }

    /// The ply it was met at, from 1, if it lies in the moves.
    pub const fn ply(&self) -> Option<usize> {
        match self {
            Self::Move { ply, .. } | Self::Word { ply, .. } | Self::AfterResult { ply } => Some(*ply + 1),
            Self::Endless => Some(MAX_PLIES + 1),
            Self::Header(_) | Self::Start(_) | Self::Comment | Self::Brackets | Self::TooLong => None,
        }
    }
}

impl RawGame {
    /// Where something is wrong with it, for people: `game 3 (line 26), ply 3`.
    pub fn place(&self, ply: Option<usize>) -> String {
        let ply = ply.map_or_else(String::new, |ply| format!(", ply {ply}"));
        format!("game {} (line {}){ply}", self.number, self.line)
    }
}

/// The beginning of something that is wrong, so that it can be shown: what would steer a terminal is replaced.
pub(super) fn quoted(text: &[u8], letters: usize) -> String {
    let shown = |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    String::from_utf8_lossy(text).chars().take(letters).map(shown).collect()
}
