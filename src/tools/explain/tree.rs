//! The recorded tree of a search: all entered nodes, in the order in which the search entered them.

use crate::{
    chess::{position::PackedMove, score::Score},
    search::{
        layer::Layer,
        observe::reason::Reason,
        types::window::{Bound, Window},
    },
};

/// The link from a parent to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via<M> {
    /// No link: the node is a root.
    Root,
    /// A legal move.
    Move(M),
    /// A null move.
    Pass,
    /// A second search of the same position: without the TT move (singular extension), or to verify a
    /// null-move cutoff.
    Again,
}

/// How a node ended: returned score, reason, and number of searched moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Score that the node returned, from the side to move's point of view.
    pub value: Score,
    /// Reason why the node ended.
    pub reason: Reason,
    /// Number of searched moves.
    pub tried: usize,
}

/// A recorded node.
#[derive(Clone, Debug)]
pub struct TreeNode<M> {
    /// Link from the parent to the node.
    pub via: Via<M>,
    /// Distance from the root, in plies.
    pub ply: usize,
    /// Depth of the iteration (of iterative deepening) that searched the node, in plies.
    pub iteration: i32,
    /// How many times the parent had followed the same link, including this time; for a root, how many times
    /// the iteration had searched the root.
    pub attempt: usize,
    /// Remaining depth in plies; 0 at the horizon, negative in quiescence search.
    pub depth: i32,
    /// Search window of the node.
    pub window: Window,
    /// How the node ended; `None` if the search was stopped inside the node.
    pub end: Option<End>,
    /// Depth and move of the transposition table entry that ended the node; `None` if no entry ended
    /// the node.
    pub table_entry: Option<(i32, PackedMove)>,
    /// Moves that were pruned, each with the layer that pruned it.
    pub skipped: Vec<(M, Layer)>,
    /// Number of nodes in the subtree as the search counts them: including this node unless it is the root.
    pub nodes: u64,
    /// Number of recorded nodes in the subtree, including this node: the length of its part of the list in
    /// [`Tree`]. 0 until the search has left the node, as `nodes` is.
    pub(super) size: usize,
}

impl<M> TreeNode<M> {
    /// Completes the node, whose subtree occupies `size` entries of the list.
    pub(super) fn close(&mut self, size: usize) {
        self.size = size;
        self.nodes = size as u64 - u64::from(self.ply == 0);
    }

    /// Returns the bound type of the node's score with respect to its window; `None` if the search was
    /// stopped inside the node.
    pub fn bound(&self) -> Option<Bound> {
        self.end.map(|end| self.window.bound(end.value))
    }

    /// Returns whether the node ended by a beta cutoff.
    pub fn is_beta_cut(&self) -> bool {
        self.end.is_some_and(|end| end.reason == Reason::BetaCut)
    }
}

/// All nodes of a search, parents before children.
#[derive(Clone, Debug)]
pub struct Tree<M>(pub(super) Vec<TreeNode<M>>);

impl<M: Copy + PartialEq> Tree<M> {
    /// Returns the node with this index.
    ///
    /// # Panics
    /// If the index is out of range. Indices returned by the tree are always valid.
    pub fn node(&self, index: usize) -> &TreeNode<M> {
        &self.0[index]
    }

    /// Returns the number of recorded nodes, including roots.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether the tree has no nodes.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the indices of the roots: one per iteration, and one for each re-search of an iteration with
    /// another window.
    pub fn roots(&self) -> Vec<usize> {
        self.siblings(0, self.0.len()).collect()
    }

    /// Iterates over the indices of a node's children, in search order.
    pub fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        self.siblings(index + 1, index + self.0[index].size)
    }

    /// Returns the index after the last node of a subtree.
    pub fn end(&self, index: usize) -> usize {
        index + self.0[index].size
    }

    /// Returns the index in the tree of the child that the search visited last below the node at `index`;
    /// `None` if the node has no child.
    pub fn last_child(&self, index: usize) -> Option<usize> {
        self.children(index).last()
    }

    /// Returns the number of nodes of all iterations, as the search counts them.
    pub fn nodes(&self) -> u64 {
        self.roots().into_iter().map(|root| self.0[root].nodes).sum()
    }

    /// Returns the best child of a node: after a beta cutoff the last child, otherwise the first child with
    /// the best score for the side to move at the node. Of several searches of one move, only the last one
    /// counts. Returns `None` if the node has no child, or if standing pat in quiescence search is better.
    pub fn best_child(&self, index: usize) -> Option<usize> {
        if self.0[index].is_beta_cut() {
            return self.last_child(index);
        }
        let value = |child: usize| self.0[child].end.map(|end| -end.value);
        let moves = self.children(index).filter(|child| matches!(self.0[*child].via, Via::Move(_)));
        let mut best: Option<usize> = None;
        for child in moves.filter(|child| self.is_last_attempt(index, *child)) {
            if best.is_none_or(|best| value(child) > value(best)) {
                best = Some(child);
            }
        }
        // In quiescence search, a score above that of every capture comes from standing pat.
        let node = &self.0[index];
        best.filter(|best| node.depth > 0 || node.end.map(|end| end.value) <= value(*best))
    }

    /// Returns whether `child` is the last search of its move at `parent`.
    pub fn is_last_attempt(&self, parent: usize, child: usize) -> bool {
        let via = self.0[child].via;
        self.children(parent).filter(|other| self.0[*other].via == via).last() == Some(child)
    }

    /// Returns the line that follows the [best child](Self::best_child) of each node, starting at node
    /// `index`.
    pub fn line(&self, index: usize) -> Vec<M> {
        let mut line = Vec::new();
        let mut node = index;
        while let Some(child) = self.best_child(node) {
            let Via::Move(mv) = self.0[child].via else { break };
            line.push(mv);
            node = child;
        }
        line
    }

    fn siblings(&self, first: usize, end: usize) -> impl Iterator<Item = usize> {
        let mut next = first;
        std::iter::from_fn(move || {
            let index = (next < end).then_some(next)?;
            next += self.0[index].size;
            Some(index)
        })
    }
}
