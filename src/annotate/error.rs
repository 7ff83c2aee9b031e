//! Error of a game that could not be annotated.

use crate::pgn::Problem;

/// Error of a game that could not be annotated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnnotateError {
    /// The PGN of the game cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Problem),
    /// The search failed with this message.
    #[error("the search failed: {0}")]
    Search(String),
}

impl AnnotateError {
    /// Error code in JSON.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(problem) => problem.code(),
            Self::Search(_) => "internal",
        }
    }

    /// Ply of the error, from 1; `None` if the error is not in the moves.
    pub const fn ply(&self) -> Option<usize> {
        match self {
            Self::Unreadable(problem) => problem.ply(),
            Self::Search(_) => None,
        }
    }
}
