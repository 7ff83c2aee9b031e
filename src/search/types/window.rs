//! Search window: alpha and beta, and the [`Bound`] of a score that was found with a window.
//!
//! ```
//! use glulam::{chess::score::Score, search::types::window::{Bound, Window}};
//!
//! let window = Window { alpha: Score::cp(10), beta: Score::cp(50) };
//! let bounds = [0, 30, 70].map(|score| window.bound(Score::cp(score)));
//! assert_eq!(bounds, [Bound::Upper, Bound::Exact, Bound::Lower]);
//! // The window from the opponent's point of view:
//! assert_eq!(-window, Window { alpha: Score::cp(-50), beta: Score::cp(-10) });
//! // A zero window contains no score. It only answers the question "more than 10?".
//! assert!(Window::zero(Score::cp(10)).is_zero());
//! ```

use std::ops::Neg;

use serde::Serialize;

use crate::chess::score::Score;

/// Search window: only scores strictly between `alpha` and `beta` can change the best move at the root.
///
/// Elsewhere in the tree, the side to move is already sure of at least `alpha`, and its opponent can already
/// limit it to `beta`. `alpha` is always less than `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Lower end of the search window: a score at or below alpha fails low.
    pub alpha: Score,
    /// Upper end of the search window: a score at or above beta fails high.
    pub beta: Score,
}

impl Window {
    /// The open window, from minus infinity to infinity.
    pub const OPEN: Self = Self { alpha: Score::from_raw(-Score::INFINITE.raw()), beta: Score::INFINITE };

    /// The zero window above `alpha`: a search with this window only tests whether the score is greater than
    /// `alpha`.
    pub fn zero(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Whether the window is a zero window: no score lies strictly between alpha and beta.
    pub fn is_zero(self) -> bool {
        self.beta == self.alpha + 1
    }

    /// Returns whether `score`, the result of a search with this window, is the exact value, a lower bound or
    /// an upper bound of the true value.
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

/// The window from the opponent's point of view: negated, and with alpha and beta exchanged.
impl Neg for Window {
    type Output = Self;
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

// The doc comments are descriptions in JSON schemas.
/// Kind of bound: the relation between a score and the true value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tools", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// Upper bound (fail low): the true value is at most the score.
    Upper = 1,
    /// Lower bound (fail high): the true value is at least the score.
    Lower = 2,
    /// Exact score: the true value is the score.
    Exact = 3,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_is_an_upper_bound_beta_a_lower_bound_and_only_scores_between_them_are_exact() {
        let window = Window { alpha: Score::cp(10), beta: Score::cp(12) };
        let bounds = [9, 10, 11, 12, 13].map(|score| window.bound(Score::cp(score)));
        assert_eq!(bounds, [Bound::Upper, Bound::Upper, Bound::Exact, Bound::Lower, Bound::Lower]);
    }

    #[test]
    fn a_zero_window_contains_no_score_and_every_other_window_at_least_one() {
        let zero = Window::zero(Score::cp(10));
        assert!(zero.is_zero() && (-zero).is_zero());
        assert_eq!(zero, Window { alpha: Score::cp(10), beta: Score::cp(11) });
        assert!(!Window { alpha: Score::cp(10), beta: Score::cp(12) }.is_zero() && !Window::OPEN.is_zero());
    }
}
