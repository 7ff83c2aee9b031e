//! Why a game was not annotated.

use crate::pgn::Problem;

/// What came in between.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnnotateError {
    /// The game cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Problem),
    /// The search failed, with these words.
    #[error("the search failed: {0}")]
    Search(String),
}

impl AnnotateError {
    /// A word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(problem) => problem.code(),
            Self::Search(_) => "internal",
        }
    }

    /// The ply it was met at, from 1, if it lies in the moves.
    pub const fn ply(&self) -> Option<usize> {
        match self {
            Self::Unreadable(problem) => problem.ply(),
            Self::Search(_) => None,
        }
    }
}
