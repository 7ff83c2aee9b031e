//! Which nodes are shown: few enough to read, and so that what is not shown can be counted.

use std::collections::BinaryHeap;

use schemars::JsonSchema;
use serde::Serialize;

use super::tree::Tree;

/// Nodes written if nobody asks for another number.
pub const MAX_NODES: usize = 3_000;

/// Some nodes of a tree; with a node always its parents.
#[derive(Clone, Debug)]
pub struct Selection {
    shown: Vec<bool>,
    count: usize,
}

/// Children of a node that are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rest {
    /// How many there are.
    pub children: u64,
    /// The nodes of their subtrees.
    pub nodes: u64,
}

impl Selection {
    /// Every root, the nodes of `path` from its root down, and then, below the end of the path, whichever node has the largest
    /// subtree among those whose parent is shown, until `max` are. Without a path all roots are opened.
    pub fn new<M: Copy + PartialEq>(tree: &Tree<M>, max: usize, path: &[usize]) -> Self {
        let mut selection = Self { shown: vec![false; tree.len()], count: 0 };
        let roots = tree.roots();
        roots.iter().chain(path).for_each(|place| selection.show(*place));
        let expanded: Vec<usize> = path.last().map_or(roots, |last| vec![*last]);
        // Among equals the earlier one.
        let rank = |place: usize| (tree.node(place).nodes, usize::MAX - place);
        let mut heap: BinaryHeap<_> =
            expanded.into_iter().flat_map(|place| tree.children(place)).map(rank).collect();
        while selection.count < max
            && let Some((_, reversed_index)) = heap.pop()
        {
            let place = usize::MAX - reversed_index;
            selection.show(place);
            heap.extend(tree.children(place).map(rank));
        }
        selection
    }

    fn show(&mut self, place: usize) {
        self.count += usize::from(!self.shown[place]);
        self.shown[place] = true;
    }

    /// Whether a node is shown.
    pub fn has(&self, place: usize) -> bool {
        self.shown[place]
    }

    /// How many nodes are shown.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// What is not shown of the children of a node.
    pub fn rest<M: Copy + PartialEq>(&self, tree: &Tree<M>, place: usize) -> Rest {
        let mut rest = Rest::default();
        for child in tree.children(place).filter(|child| !self.has(*child)) {
            rest.children += 1;
            rest.nodes += tree.node(child).nodes;
        }
        rest
    }
}
