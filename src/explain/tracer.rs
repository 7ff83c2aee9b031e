//! The tracer: looks on while a search runs, and keeps its tree.

use super::tree::{End, Node, Tree, Via};
use crate::search::observe::{
    event::{Event, Left, Visit},
    observer::Observer,
};

/// A node that has been entered and not been left.
#[derive(Debug)]
struct Open<M> {
    place: usize,
    next: Via<M>,
    /// What has led on from here, and how often.
    attempts: Vec<(Via<M>, usize)>,
    /// The next leave is that of quiescence, which answers for the node.
    razored: bool,
}

/// Keeps every node that a search enters.
#[derive(Debug)]
pub struct Tracer<M> {
    nodes: Vec<Node<M>>,
    open: Vec<Open<M>>,
    iteration: i32,
    roots: usize,
}

impl<M> Default for Tracer<M> {
    fn default() -> Self {
        Self { nodes: Vec::new(), open: Vec::new(), iteration: 0, roots: 0 }
    }
}

impl<M: Copy + PartialEq> Tracer<M> {
    /// The tree of what has been seen. Nodes still open were stopped.
    pub fn finish(mut self) -> Tree<M> {
        while let Some(open) = self.open.pop() {
            self.close(open.place);
        }
        Tree(self.nodes)
    }

    fn close(&mut self, place: usize) {
        let places = self.nodes.len() - place;
        self.nodes[place].close(places);
    }

    /// What leads to a node at `ply` now, and for which time.
    fn next_via(&mut self, ply: usize) -> (Via<M>, usize) {
        let Some(open) = self.open.last_mut() else {
            self.roots += 1;
            return (Via::Root, self.roots);
        };
        let via = if self.nodes[open.place].ply == ply { Via::Again } else { open.next };
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
        let place = self.nodes.len();
        self.nodes.push(Node::new(via, visit.ply, self.iteration, attempt, visit.depth, visit.window));
        self.open.push(Open { place, next: Via::Root, attempts: Vec::new(), razored: false });
    }

    fn event(&mut self, event: Event<M>) {
        let Some(open) = self.open.last_mut() else { return };
        let node = &mut self.nodes[open.place];
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
        debug_assert_eq!(self.nodes[open.place].ply, ply);
        if std::mem::take(&mut open.razored) {
            return;
        }
        let place = open.place;
        self.nodes[place].end = Some(End { value: left.value, reason: left.reason, tried: left.tried });
        self.open.pop();
        self.close(place);
    }
}
