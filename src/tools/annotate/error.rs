//! The error type of games that could not be annotated.

use crate::chess::pgn::Problem;

/// Error of a game that could not be annotated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnnotateError {
    /// The PGN of the game cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Problem),
    /// The search of a position of the game panicked with this message.
    #[error("the search failed: {0}")]
    Search(String),
}

impl AnnotateError {
    /// Returns the error code that the JSON output contains.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(problem) => problem.code(),
            Self::Search(_) => "internal",
        }
    }

    /// Returns the ply of the PGN error, counted from 1; `None` if the PGN error is not in the moves of the
    /// game or if the search failed.
    pub const fn ply(&self) -> Option<usize> {
        match self {
            Self::Unreadable(problem) => problem.ply(),
            Self::Search(_) => None,
        }
    }
}
