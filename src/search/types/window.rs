//! The window of a search: between which scores the true value still matters.
//!
//! ```
//! use glulam::{score::Score, search::types::window::{Bound, Window}};
//!
//! let window = Window { alpha: Score::cp(10), beta: Score::cp(50) };
//! let told = [0, 30, 70].map(|score| window.bound(Score::cp(score)));
//! assert_eq!(told, [Bound::Upper, Bound::Exact, Bound::Lower]);
//! // The opponent sees it upside down.
//! assert_eq!(-window, Window { alpha: Score::cp(-50), beta: Score::cp(-10) });
//! // No score lies inside this one: it only asks "more than 10?".
//! assert!(Window::zero(Score::cp(10)).is_zero());
//! ```

use std::ops::Neg;

use schemars::JsonSchema;
use serde::Serialize;

use crate::score::Score;

/// `alpha` is what the side to move has for sure elsewhere, `beta` what its opponent has: only scores strictly
/// between can change the choice at the root. `alpha < beta` always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Scores up to this one are of no use to the side to move.
    pub alpha: Score,
    /// Scores from this one on will not be allowed by the opponent.
    pub beta: Score,
}

impl Window {
    /// Nothing is known yet.
    pub const OPEN: Self = Self { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The window that only asks "more than `alpha`?".
    pub fn zero(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Whether no score lies strictly inside: the search only answers above or below.
    pub fn is_zero(self) -> bool {
        self.beta == self.alpha + 1
    }

    /// What a score found with this window says about the true value.
    pub fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score <= self.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

/// The window as the opponent sees it.
impl Neg for Window {
    type Output = Self;
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

// The doc comments are descriptions in JSON schemas.
/// What a score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// It is at most the score.
    Upper = 1, // No move reached alpha.
    /// It is at least the score.
    Lower = 2, // A move reached beta.
    /// It is the score.
    Exact = 3,
}
