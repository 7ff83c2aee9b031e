//! The tree of a search, kept: every node that was entered, in the order of entry.

use crate::{
    position::PackedMove,
    score::Score,
    search::{
        layer::Layer,
        observe::reason::Reason,
        types::window::{Bound, Window},
    },
};

/// What led to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via<M> {
    /// Nothing: the search begins here.
    Root,
    /// A move.
    Move(M),
    /// A pass, to see whether even that would do.
    Pass,
    /// The same position once more: without its best move, or to verify what a pass has shown.
    Again,
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Its value for the side to move.
    pub value: Score,
    /// Why it ended.
    pub reason: Reason,
    /// How many moves were searched.
    pub tried: usize,
}

/// One node.
#[derive(Clone, Debug)]
pub struct Node<M> {
    /// What led here.
    pub via: Via<M>,
    /// Plies from the root.
    pub ply: usize,
    /// The depth of the iteration.
    pub iteration: i32,
    /// How often the same way has led here from the same open node, this time included: 1 or more.
    pub attempt: usize,
    /// Plies to be searched; 0 at the horizon, negative in quiescence.
    pub depth: i32,
    /// Where the value still matters.
    pub window: Window,
    /// How it ended; `None` if the search was stopped inside.
    pub end: Option<End>,
    /// What the table knew, if that ended the node: the depth and the move of the entry.
    pub table_entry: Option<(i32, PackedMove)>,
    /// Moves that a layer passed by.
    pub skipped: Vec<(M, Layer)>,
    /// Nodes of the subtree, this one included unless it is the root: what the search counts.
    pub nodes: u64,
    /// The same as places in the list, the root included.
    size: usize,
}

impl<M> Node<M> {
    /// A node just entered.
    pub(super) const fn new(
        via: Via<M>,
        ply: usize,
        iteration: i32,
        attempt: usize,
        depth: i32,
        window: Window,
    ) -> Self {
        Self {
            via,
            ply,
            iteration,
            attempt,
            depth,
            window,
            end: None,
            table_entry: None,
            skipped: Vec::new(),
            nodes: 0,
            size: 0,
        }
    }

    /// Its subtree is complete, and fills so many places of the list.
    pub(super) fn close(&mut self, size: usize) {
        self.size = size;
        self.nodes = size as u64 - u64::from(self.ply == 0);
    }

    /// What the value says of the true one, as the search asked; `None` if it was stopped.
    pub fn bound(&self) -> Option<Bound> {
        self.end.map(|end| self.window.bound(end.value))
    }

    /// Whether a move ended it that the opponent will not allow.
    pub fn is_beta_cut(&self) -> bool {
        self.end.is_some_and(|end| end.reason == Reason::BetaCut)
    }
}

/// Every node of a search, parents before children.
#[derive(Clone, Debug)]
pub struct Tree<M>(pub(super) Vec<Node<M>>);

impl<M: Copy + PartialEq> Tree<M> {
    /// The node at a place of the list.
    ///
    /// # Panics
    /// If there is no such place; all that come from the tree are.
    pub fn node(&self, place: usize) -> &Node<M> {
        &self.0[place]
    }

    /// Places in the list.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was searched.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The roots: one an iteration, and one more for each time it was searched again with another window.
    pub fn roots(&self) -> Vec<usize> {
        self.siblings(0, self.0.len()).collect()
    }

    /// The children of a node, in the order of the search.
    pub fn children(&self, place: usize) -> impl Iterator<Item = usize> {
        self.siblings(place + 1, place + self.0[place].size)
    }

    /// The place after the last one of a subtree.
    pub fn end(&self, place: usize) -> usize {
        place + self.0[place].size
    }

    /// The child by which a node was left: the last one.
    pub fn last_child(&self, place: usize) -> Option<usize> {
        self.children(place).last()
    }

    /// Nodes of all iterations.
    pub fn nodes(&self) -> u64 {
        self.roots().into_iter().map(|root| self.0[root].nodes).sum()
    }

    /// The best child of a node, for its side: the one whose value is its own, or the last that came nearest.
    pub fn best_child(&self, place: usize) -> Option<usize> {
        if self.0[place].is_beta_cut() {
            return self.last_child(place);
        }
        let value = |child: usize| self.0[child].end.map(|end| -end.value);
        let moves = self.children(place).filter(|child| matches!(self.0[*child].via, Via::Move(_)));
        let mut best: Option<usize> = None;
        for child in moves.filter(|child| self.is_last_attempt(place, *child)) {
            if best.is_none_or(|best| value(child) > value(best)) {
                best = Some(child);
            }
        }
        best
    }

    /// Whether the move of this child was not searched again afterwards.
    fn is_last_attempt(&self, parent: usize, child: usize) -> bool {
        let via = self.0[child].via;
        self.children(parent).filter(|other| self.0[*other].via == via).last() == Some(child)
    }

    /// The best line from a node on.
    pub fn line(&self, place: usize) -> Vec<M> {
        let mut line = Vec::new();
        let mut node = place;
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
            let place = (next < end).then_some(next)?;
            next += self.0[place].size;
            Some(place)
        })
    }
}
