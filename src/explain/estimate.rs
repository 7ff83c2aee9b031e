//! What cuts have saved: an estimate, and its formula.

use std::collections::BTreeMap;

use super::tree::{Node, Tree};

/// The formula, for people.
pub const FORMULA: &str = "saved ≈ moves left out × M(d−1) after at least one move was searched, and M(d) − nodes spent \
where none was; M(d) is the mean number of nodes below and at those nodes of this very search that had d plies left and \
searched moves (at the horizon: of all)";

/// The mean size of a subtree by the plies left to search.
#[derive(Clone, Debug, Default)]
pub struct Estimate(BTreeMap<i32, (u64, u64)>);

impl Estimate {
    /// The means of one tree.
    pub fn of<M: Copy + PartialEq>(tree: &Tree<M>) -> Self {
        let mut means = BTreeMap::new();
        for node in &tree.0 {
            if node.ply > 0 && (node.depth <= 0 || node.end.is_some_and(|end| end.tried > 0)) {
                let (nodes, count): &mut (u64, u64) = means.entry(node.depth).or_default();
                *nodes += node.nodes;
                *count += 1;
            }
        }
        Self(means)
    }

    /// The mean number of nodes with so many plies left, or with the next smaller number of plies that was met; 1 if none was.
    pub fn mean(&self, depth: i32) -> f64 {
        self.0.range(..=depth).next_back().map_or(1.0, |(_, (nodes, count))| *nodes as f64 / *count as f64)
    }

    /// Nodes saved at a node that left so many moves out.
    pub fn saved<M>(&self, node: &Node<M>, left_out: usize) -> u64 {
        let Some(end) = node.end.filter(|_| left_out > 0) else { return 0 };
        let saved = if end.tried > 0 {
            left_out as f64 * self.mean(node.depth - 1)
        } else {
            self.mean(node.depth) - node.nodes as f64
        };
        saved.max(0.0).round() as u64
    }
}
