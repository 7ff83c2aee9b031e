//! Suites with known answers: what each position asks for, whether the search finds it, and when.
//!
//! The operations of EPD say what is asked for: `bm` the best moves, `am` moves to avoid, `dm` a mate in so many, and moves worth
//! different points, as the Strategic Test Suite has them (Corbit and Swaminathan 2010): their moves in `c9` as coordinates, or in
//! `c7` as people write them, the points of each in `c8`; or both in `c0`, as in `"f5=10, Be5+=2"`.

pub mod goal;
pub mod solver;

pub use self::{
    goal::Goal,
    solver::{Attempt, SolvedAt, attempt},
};

/// Of `values` in rising order the one that so many percent of them do not exceed (nearest rank); `None` of none.
pub fn percentile<T: Copy>(values: &[T], percent: usize) -> Option<T> {
    let rank = (values.len() * percent).div_ceil(100).max(1);
    values.get(rank - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values = [15, 20, 35, 40, 50];
        let found = [5, 30, 40, 50, 100].map(|percent| percentile(&values, percent));
        assert_eq!(found, [15, 20, 20, 35, 50].map(Some));
        assert_eq!(percentile::<u8>(&[], 50), None);
    }
}
