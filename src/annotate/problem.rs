//! Why a game cannot be annotated.

use crate::{annotate::split, position::FenError, start_tags::StartError};

/// The deepest nesting of variations that is read.
pub const DEEPEST: usize = 64;
/// The most moves a game may have: the longest possible under the 75-move rule has fewer than 18,000 plies.
pub const MOST_PLIES: usize = 20_000;

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
    #[error("the brackets of its variations do not match, or more than {DEEPEST} are open at once")]
    Brackets,
    /// More moves than a game can have.
    #[error("more than {MOST_PLIES} plies")]
    Endless,
    /// More text than is held in memory.
    #[error("its text is longer than {} bytes", split::LONGEST)]
    TooLong,
    /// The search failed, with these words.
    #[error("the search failed: {0}")]
    Search(String),
}

impl Problem {
    /// A word for programs.
    #[must_use]
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
            Self::Search(_) => "internal",
        }
    }

    /// The ply it was met at, from 1, if it lies in the moves.
    #[must_use]
    pub const fn ply(&self) -> Option<usize> {
        match self {
            Self::Move { ply, .. } | Self::Word { ply, .. } | Self::AfterResult { ply } => Some(*ply + 1),
            _ => None,
        }
    }
}
