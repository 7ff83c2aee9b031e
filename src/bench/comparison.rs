//! Comparison of two benches (`engine bench --compare`): on which positions has the search changed?
//!
//! If two signatures differ, they only show that the search has changed on some position. Every position is
//! searched with an empty transposition table and empty histories ([`signature`](super::signature)), so the
//! result on one position does not depend on the positions before it. Two results on a position are equal if
//! their nodes, depth, score and best move are equal. The comparison ignores the time of each position.

pub mod report;

use std::collections::HashMap;

use super::{signature::BenchPosition, totals::geometric_mean};

/// Results of the earlier bench and of this bench on the same position.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// Result of the earlier bench on the position.
    pub before: &'a BenchPosition,
    /// Result of this bench on the position.
    pub now: &'a BenchPosition,
}

impl Change<'_> {
    /// Returns the position's node count in this bench divided by its node count in the earlier bench; `None`
    /// if the count in the earlier bench is zero.
    pub fn times_nodes(&self) -> Option<f64> {
        (self.before.nodes > 0).then(|| self.now.nodes as f64 / self.before.nodes as f64)
    }

    fn is_none(&self) -> bool {
        let Self { before, now } = self;
        // Scores are compared as text, because a mate score read from a file counts the distance in moves,
        // not in plies.
        (before.depth, before.nodes, before.score.to_string(), &before.best)
            == (now.depth, now.nodes, now.score.to_string(), &now.best)
    }
}

/// Differences between an earlier bench and this bench.
#[derive(Clone, Debug, Default)]
pub struct Comparison<'a> {
    /// Positions on which the results of the two benches differ, in the order of this bench.
    pub changed: Vec<Change<'a>>,
    /// Number of positions with the same result in both benches.
    pub unchanged: usize,
    /// Positions that only the earlier bench contains.
    pub missing: Vec<&'a BenchPosition>,
    /// Positions that only this bench contains.
    pub added: Vec<&'a BenchPosition>,
    /// Node count in this bench divided by the node count in the earlier bench: geometric mean over the
    /// positions that are in both benches.
    pub times_nodes: Option<f64>,
}

impl Comparison<'_> {
    /// Returns whether both benches have the same positions with the same results.
    pub const fn is_same(&self) -> bool {
        self.changed.is_empty() && self.missing.is_empty() && self.added.is_empty()
    }

    /// Returns the number of positions that are in both benches.
    pub const fn common(&self) -> usize {
        self.changed.len() + self.unchanged
    }
}

/// Compares two benches. The comparison matches positions by id and FEN, so the order of the positions does
/// not matter.
pub fn compare<'a>(before: &'a [BenchPosition], now: &'a [BenchPosition]) -> Comparison<'a> {
    let mut waiting: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    for (index, row) in before.iter().enumerate().rev() {
        waiting.entry((&row.id, &row.fen)).or_default().push(index);
    }
    let mut comparison = Comparison::default();
    let mut ratios = Vec::new();
    for now in now {
        let found = waiting.get_mut(&(now.id.as_str(), now.fen.as_str())).and_then(Vec::pop);
        let Some(index) = found else {
            comparison.added.push(now);
            continue;
        };
        let change = Change { before: &before[index], now };
        ratios.extend(change.times_nodes());
        if change.is_none() {
            comparison.unchanged += 1;
        } else {
            comparison.changed.push(change);
        }
    }
    let mut missing: Vec<_> = waiting.into_values().flatten().collect();
    missing.sort_unstable();
    comparison.missing = missing.into_iter().map(|index| &before[index]).collect();
    comparison.times_nodes = geometric_mean(ratios.into_iter());
    comparison
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::score::Score;

    fn row(id: &str, nodes: u64, score: i32, best: &str) -> BenchPosition {
        let (fen, best) = (format!("the position of {id}"), Some(best.to_owned()));
        let time = Duration::from_millis(nodes);
        BenchPosition {
            id: id.to_owned(),
            fen,
            depth: 3,
            nodes,
            time,
            nps: 1000,
            score: Score::cp(score),
            score_white: None,
            wdl: None,
            best,
        }
    }

    #[test]
    fn benches_of_the_same_search_are_equal_in_any_order_and_at_any_speed() {
        let before = [row("a", 100, 10, "e2e4"), row("b", 200, -5, "e7e5")];
        let slower = |row: &BenchPosition| BenchPosition { time: row.time * 3, ..row.clone() };
        let now = [slower(&before[1]), slower(&before[0])];
        let comparison = compare(&before, &now);
        assert!(comparison.is_same());
        assert_eq!((comparison.unchanged, comparison.common()), (2, 2));
        assert_eq!(comparison.times_nodes, Some(1.0));
    }

    #[test]
    fn one_node_one_centipawn_or_a_different_move_is_reported_as_a_change() {
        let before = [row("a", 100, 10, "e2e4"), row("b", 100, 0, "e7e5"), row("c", 50, 1, "c2c4")];
        for now in [row("b", 101, 0, "e7e5"), row("b", 100, 1, "e7e5"), row("b", 100, 0, "c7c5")] {
            let after = [before[0].clone(), now, before[2].clone()];
            let comparison = compare(&before, &after);
            assert!(!comparison.is_same());
            let changed: Vec<_> = comparison.changed.iter().map(|change| change.now.id.as_str()).collect();
            assert_eq!((changed, comparison.unchanged), (vec!["b"], 2));
        }
    }

    #[test]
    fn half_and_double_node_counts_cancel_in_the_mean_but_not_in_the_verdict() {
        let before = [row("a", 100, 0, "e2e4"), row("b", 100, 0, "e2e4")];
        let now = [row("a", 50, 0, "e2e4"), row("b", 200, 0, "e2e4")];
        let comparison = compare(&before, &now);
        assert_eq!(comparison.changed[0].times_nodes(), Some(0.5));
        assert!(comparison.times_nodes.is_some_and(|times| (times - 1.0).abs() < 1e-12));
        assert!(!comparison.is_same());
    }

    #[test]
    fn a_position_that_is_in_only_one_bench_makes_the_benches_different() {
        let both = [row("a", 1, 0, "e2e4"), row("a", 2, 0, "e2e4")];
        let comparison = compare(&both, &both[..1]);
        assert_eq!(
            (comparison.missing.len(), comparison.missing[0].nodes),
            (1, 2),
            "the second position with this id"
        );
        assert!(!comparison.is_same());
        let comparison = compare(&both[1..], &both);
        assert_eq!((comparison.added.len(), comparison.added[0].nodes), (1, 2));
        assert_eq!((comparison.common(), comparison.is_same()), (1, false));
    }
}
