//! Searches the positions of a test suite, and records whether and from which depth on the search meets the
//! goal of each position.
//!
//! [`Goal`] reads the goal of a position from its EPD operations; [`attempt`] searches the position and
//! records when it was solved.
#![doc = include_str!("README.md")]

pub(super) mod command;
pub mod goal;
pub mod solver;

pub use self::{
    goal::Goal,
    solver::{Attempt, SolvedAt, attempt},
};

/// Returns the nearest-rank percentile of `values`, which must be sorted: the smallest value such that at
/// least `percent` percent of all values are not larger. `None` if `values` is empty.
pub fn percentile<T: Copy>(values: &[T], percent: usize) -> Option<T> {
    let rank = (values.len() * percent).div_ceil(100).max(1);
    values.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentile_returns_one_of_the_values() {
        let values = [15, 20, 35, 40, 50];
        let found = [5, 30, 40, 50, 100].map(|percent| percentile(&values, percent));
        assert_eq!(found, [15, 20, 20, 35, 50].map(Some));
        assert_eq!(percentile::<u8>(&[], 50), None);
    }
}
