//! Selects the nodes of a search tree that `engine explain` shows, largest subtrees first. Each shown node
//! counts its children that are not shown.

use std::collections::BinaryHeap;

use serde::Serialize;

use super::tree::Tree;

/// Default of `--show`: maximum number of shown nodes.
pub const MAX_NODES: usize = 3_000;

/// The nodes of a tree that the output shows. The parent of a selected node is always selected too.
#[derive(Clone, Debug)]
pub struct Selection {
    shown: Vec<bool>,
    count: usize,
}

/// Number and total subtree size of those children of a shown node that are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rest {
    /// Number of children that are not shown.
    pub children: u64,
    /// Number of nodes in the subtrees of these children.
    pub nodes: u64,
}

impl Selection {
    /// Selects all roots, the nodes of `path`, and then more nodes until `max` nodes are selected.
    ///
    /// After the roots and `path`, each step adds the node with the largest subtree among the nodes that lie
    /// below the last node of `path` and whose parent is selected. If `path` is empty, each step chooses
    /// among the nodes below any root whose parent is selected.
    pub fn new<M: Copy + PartialEq>(tree: &Tree<M>, max: usize, path: &[usize]) -> Self {
        let mut selection = Self { shown: vec![false; tree.len()], count: 0 };
        let roots = tree.roots();
        roots.iter().chain(path).for_each(|index| selection.show(*index));
        let expanded: Vec<usize> = path.last().map_or(roots, |last| vec![*last]);
        selection.expand(tree, max, &expanded);
        selection
    }

    /// Selects all roots, the best line below the last root, and then the largest subtrees, until `max` nodes are
    /// selected.
    pub fn with_best_lines<M: Copy + PartialEq>(tree: &Tree<M>, max: usize) -> Self {
        let mut selection = Self { shown: vec![false; tree.len()], count: 0 };
        let roots = tree.roots();
        for root in &roots {
            selection.show(*root);
        }
        if let Some(mut node) = roots.last().copied() {
            while let Some(child) = tree.best_child(node) {
                selection.show(child);
                node = child;
            }
        }
        selection.expand(tree, max, &roots);
        selection
    }

    /// Selects the largest subtrees below `expanded`, until `max` nodes are selected.
    fn expand<M: Copy + PartialEq>(&mut self, tree: &Tree<M>, max: usize, expanded: &[usize]) {
        // Of two subtrees with the same size, the one that was searched earlier is selected first.
        let rank = |index: usize| (tree.node(index).nodes, usize::MAX - index);
        let mut heap: BinaryHeap<_> =
            expanded.iter().flat_map(|index| tree.children(*index)).map(rank).collect();
        while self.count < max
            && let Some((_, reversed_index)) = heap.pop()
        {
            let index = usize::MAX - reversed_index;
            self.show(index);
            heap.extend(tree.children(index).map(rank));
        }
    }

    fn show(&mut self, index: usize) {
        self.count += usize::from(!self.shown[index]);
        self.shown[index] = true;
    }

    /// Returns whether a node is selected.
    pub fn has(&self, index: usize) -> bool {
        self.shown[index]
    }

    /// Returns the number of selected nodes.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Counts the children of a node that are not selected, and the nodes in their subtrees.
    pub fn rest<M: Copy + PartialEq>(&self, tree: &Tree<M>, index: usize) -> Rest {
        let mut rest = Rest::default();
        for child in tree.children(index).filter(|child| !self.has(*child)) {
            rest.children += 1;
            rest.nodes += tree.node(child).nodes;
        }
        rest
    }
}
