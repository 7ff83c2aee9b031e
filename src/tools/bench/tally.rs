//! Counts of a search, iteration by iteration: size of the tree, quality of the move ordering, work of the
//! table.
//!
//! A [`Tally`] is an [`Observer`]: it counts events and never changes the search.
//!
//! - *Leaf*: a node where the main search ends because the game is over or the depth is used up.
//! - *Cut*: a node ended by a move whose score reached beta (a beta cutoff). With perfect move ordering the
//!   first move causes every beta cutoff. The share of first-move cutoffs and the mean index of the cutting
//!   move (counted from 1) therefore measure the move ordering. Beta cutoffs inside quiescence search are
//!   included.
//! - *Expanded node*: a node that ended after its last move, without a beta cutoff.
//! - *Kind of a node* below the root, from its value and its search window (alpha, beta): *cut* if the value
//!   is at least beta, *all* if the value is at most alpha, *pv* between alpha and beta. Leaves and
//!   quiescence nodes also have one of the three kinds.
//! - *Wrong cut node*: a node that the search expected to be a cut node, but that failed low. The search
//!   expects no kind for quiescence nodes, so they are never wrong cut nodes.

mod counts;
mod shares;

use std::time::{Duration, Instant};

pub use self::{
    counts::NodeCounts,
    shares::{Kinds, Rates, TableWork},
};
use crate::search::{
    Layer,
    observe::{
        event::{Event, Left, Visit},
        observer::Observer,
        reason::Reason,
    },
    tt::replacement::StoreResult,
    types::{
        node_type::NodeKind,
        window::{Bound, Window},
    },
};

/// Observer that collects one set of [`NodeCounts`] per iteration.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    current: NodeCounts,
    depth: i32,
    finished: Vec<Iteration>,
    started: Option<Instant>,
    open: Vec<OpenCall>,
}

/// Node that has been entered but not left.
#[derive(Clone, Copy, Debug)]
struct OpenCall {
    window: Window,
    expected: Option<NodeKind>,
    /// Whether the node was razored. The observer is notified twice that a razored node is left: first by
    /// quiescence search, then by the node itself.
    razored: bool,
}

/// Counts and time of a search at the end of one iteration.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Depth of the iteration, in plies.
    pub depth: i32,
    /// Node and event counts of the iteration.
    pub counts: NodeCounts,
    /// Number of nodes of this iteration and all earlier iterations of the same search.
    pub nodes: u64,
    /// Time from the start of the first iteration to the end of this iteration.
    pub time: Duration,
}

impl Tally {
    /// Returns the counts of the last iteration, including re-searches of the root with a wider window.
    pub const fn last(&self) -> NodeCounts {
        self.current
    }

    /// Returns the counts summed over all iterations.
    pub fn all(&self) -> NodeCounts {
        let mut sum = self.current;
        self.finished.iter().for_each(|stage| sum += stage.counts);
        sum
    }

    /// Returns all iterations, the current one last. If the search was stopped, the last iteration is
    /// incomplete.
    pub fn stages(&self) -> Vec<Iteration> {
        let mut stages = self.finished.clone();
        stages.extend(self.stage());
        stages
    }

    /// Adds a node below the root that the search leaves to the count of its kind: pv, cut or all.
    fn count_node_kind(&mut self, ply: usize, left: &Left) {
        if let Some(open) = self.open.last_mut()
            && std::mem::take(&mut open.razored)
        {
            return;
        }
        let Some(OpenCall { window, expected, .. }) = self.open.pop().filter(|_| ply > 0) else { return };
        let bound = window.bound(left.value);
        match bound {
            Bound::Exact => self.current.pv_nodes += 1,
            Bound::Lower => self.current.cut_nodes += 1,
            Bound::Upper => self.current.all_nodes += 1,
        }
        let is_expected = expected == Some(NodeKind::Cut);
        self.current.expected_cut_nodes += u64::from(is_expected);
        self.current.wrong_cut_nodes += u64::from(is_expected && bound == Bound::Upper);
    }

    fn stage(&self) -> Option<Iteration> {
        let finished = self.finished.last().map_or(0, |stage| stage.nodes);
        Some(Iteration {
            depth: self.depth,
            counts: self.current,
            nodes: finished + self.current.nodes,
            time: self.started?.elapsed(),
        })
    }
}

impl<M> Observer<M> for Tally {
    fn iteration(&mut self, depth: i32) {
        let ended = self.stage();
        self.finished.extend(ended);
        self.started.get_or_insert_with(Instant::now);
        self.depth = depth;
        self.current = NodeCounts::default();
        self.open.clear();
    }

    #[inline]
    fn enter(&mut self, visit: Visit) {
        self.current.nodes += u64::from(visit.ply > 0);
        self.current.qnodes += u64::from(visit.depth < 0);
        self.open.push(OpenCall { window: visit.window, expected: visit.expected, razored: false });
    }

    #[inline]
    fn event(&mut self, event: Event<M>) {
        match event {
            Event::Razored => {
                if let Some(open) = self.open.last_mut() {
                    open.razored = true;
                }
            }
            Event::UsableEntry => self.current.usable_hits += 1,
            Event::KeyCollision => self.current.collisions += 1,
            Event::Store(result) => {
                self.current.stores += u64::from(result != StoreResult::Refused);
                self.current.replacements += u64::from(result == StoreResult::Replaced);
            }
            Event::Probe(hit) => {
                self.current.probes += 1;
                self.current.hits += u64::from(hit);
            }
            Event::Leaf => self.current.leaves += 1,
            Event::Move(_) | Event::NullMove | Event::Pruned(..) | Event::TableCutoff(..) => {}
        }
    }

    #[inline]
    fn leave(&mut self, ply: usize, left: Left) {
        self.count_node_kind(ply, &left);
        let tried = left.tried as u64;
        match left.reason {
            Reason::BetaCut => {
                self.current.cuts += 1;
                self.current.first_cuts += u64::from(tried == 1);
                self.current.cut_index_sum += tried;
                self.current.cut_indices[bucket(tried)] += 1;
            }
            Reason::SearchedAll => {
                self.current.expanded += 1;
                self.current.expanded_moves += tried;
            }
            Reason::Layer(Layer::Table, _) => self.current.table_cuts += 1,
            _ => {}
        }
    }
}

/// Returns the index into [`NodeCounts::cut_indices`] for a beta cutoff by the move with this `index`, counted
/// from 1.
const fn bucket(index: u64) -> usize {
    match index {
        0 | 1 => 0,
        2 => 1,
        3 => 2,
        4..=6 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests;
