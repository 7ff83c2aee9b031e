//! Estimate of the nodes saved by cutoffs, and its formula.

use std::collections::BTreeMap;

use super::tree::{Tree, TreeNode};

/// The formula of the estimate, as printed in text and HTML output.
pub const FORMULA: &str = "nodes saved ≈ moves left out × M(d−1) if at least one move was searched, otherwise M(d) − nodes spent; \
d is the remaining depth of the node in plies, and M(d) is the mean subtree size in nodes, over all nodes of this search \
with remaining depth d that searched moves (at the horizon: over all nodes)";

/// Total subtree size (in nodes) and number of subtrees in one search tree, for each remaining depth in
/// plies.
#[derive(Clone, Debug, Default)]
pub struct Estimate(BTreeMap<i32, (u64, u64)>);

impl Estimate {
    /// Collects the subtree sizes of one search tree, without roots. Above the horizon, only nodes that
    /// searched a move count.
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

    /// Returns the mean subtree size, in nodes, at remaining depth `depth`. If no counted node has this
    /// depth, returns the mean subtree size at the next smaller depth that has one, or 1 if there is none.
    pub fn mean(&self, depth: i32) -> f64 {
        self.0.range(..=depth).next_back().map_or(1.0, |(_, (nodes, count))| *nodes as f64 / *count as f64)
    }

    /// Estimates the number of nodes saved at a node that did not search `left_out` of its moves; 0 if the
    /// search was stopped inside the node.
    pub fn saved<M>(&self, node: &TreeNode<M>, left_out: usize) -> u64 {
        let Some(end) = node.end.filter(|_| left_out > 0) else { return 0 };
        let saved = if end.tried > 0 {
            left_out as f64 * self.mean(node.depth - 1)
        } else {
            self.mean(node.depth) - node.nodes as f64
        };
        saved.max(0.0).round() as u64
    }
}
