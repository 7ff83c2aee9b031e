//! The tracer: an observer that records the tree of a search.

use super::tree::{End, Tree, TreeNode, Via};
use crate::search::observe::{
    event::{Event, Left, Visit},
    observer::Observer,
};

/// A node that the search has entered and not yet left.
#[derive(Debug)]
struct OpenVisit<M> {
    index: usize,
    next: Via<M>,
    /// Links to the children that the search has entered, each with the number of times it was followed.
    attempts: Vec<(Via<M>, usize)>,
    /// Whether the next `leave` belongs to the quiescence search of a razored node, and must be ignored.
    razored: bool,
}

/// Records every node that a search enters.
#[derive(Debug)]
pub struct Tracer<M> {
    nodes: Vec<TreeNode<M>>,
    open: Vec<OpenVisit<M>>,
    iteration: i32,
    roots: usize,
}

impl<M> Default for Tracer<M> {
    fn default() -> Self {
        Self { nodes: Vec::new(), open: Vec::new(), iteration: 0, roots: 0 }
    }
}

impl<M: Copy + PartialEq> Tracer<M> {
    /// Returns the recorded tree. Nodes that are still open were interrupted when the search was stopped.
    pub fn finish(mut self) -> Tree<M> {
        while let Some(open) = self.open.pop() {
            self.close(open.index);
        }
        Tree(self.nodes)
    }

    fn close(&mut self, index: usize) {
        let size = self.nodes.len() - index;
        self.nodes[index].close(size);
    }

    /// Returns the link from the open parent node to the node that the search enters at `ply`, and how often
    /// the search has followed this link from this parent, including this time. For a root, the returned
    /// number counts the searches of the root in the current iteration.
    fn next_via(&mut self, ply: usize) -> (Via<M>, usize) {
        let Some(open) = self.open.last_mut() else {
            self.roots += 1;
            return (Via::Root, self.roots);
        };
        let via = if self.nodes[open.index].ply == ply { Via::Again } else { open.next };
        if let Some((_, times)) = open.attempts.iter_mut().find(|(other, _)| *other == via) {
            *times += 1;
            return (via, *times);
        }
        open.attempts.push((via, 1));
        (via, 1)
    }
}

impl<M: Copy + PartialEq> Observer<M> for Tracer<M> {
    fn iteration(&mut self, depth: i32) {
        self.iteration = depth;
        self.roots = 0;
    }

    fn enter(&mut self, visit: Visit) {
        let (via, attempt) = self.next_via(visit.ply);
        let index = self.nodes.len();
        self.nodes.push(TreeNode {
            via,
            ply: visit.ply,
            iteration: self.iteration,
            attempt,
            depth: visit.depth,
            window: visit.window,
            end: None,
            table_entry: None,
            skipped: Vec::new(),
            nodes: 0,
            size: 0,
        });
        self.open.push(OpenVisit { index, next: Via::Root, attempts: Vec::new(), razored: false });
    }

    fn event(&mut self, event: Event<M>) {
        let Some(open) = self.open.last_mut() else { return };
        let node = &mut self.nodes[open.index];
        match event {
            Event::Move(mv) => open.next = Via::Move(mv),
            Event::NullMove => open.next = Via::Pass,
            Event::Pruned(mv, layer) => node.skipped.push((mv, layer)),
            Event::TableCutoff(depth, mv) => node.table_entry = Some((depth, mv)),
            Event::Razored => open.razored = true,
            Event::Probe(_) | Event::UsableEntry | Event::KeyCollision | Event::Store(_) | Event::Leaf => {}
        }
    }

    fn leave(&mut self, ply: usize, left: Left) {
        let Some(open) = self.open.last_mut() else { return };
        debug_assert_eq!(self.nodes[open.index].ply, ply);
        if std::mem::take(&mut open.razored) {
            return;
        }
        let index = open.index;
        self.nodes[index].end = Some(End { value: left.value, reason: left.reason, tried: left.tried });
        self.open.pop();
        self.close(index);
    }
}
