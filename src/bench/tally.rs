//! Counting what a search does, iteration by iteration.
//!
//! A [`Tally`] looks on as an [`Observer`] and never interferes. The questions it answers are those of the ladder: how large is
//! the tree, how good is the order of the moves, what does the table give?
//!
//! - *leaf*: where the main search ends because the game is over or the depth used up.
//! - *cut*: a node ended by a move that reached beta. With perfect ordering the first move does it every time, so the share of
//!   cuts by the first move, and the mean index of the cutting move (from 1), tell how far from perfect the order is.
//!   Cuts inside quiescence count as well.
//! - *expanded*: a node whose moves were searched to the last.
//! - *kind*: what a node below the root turned out to be by its value and the window it was asked with: *cut* from beta on, *all* up to alpha,
//!   *pv* between them. A *wrong* cut node is one that was expected to be cut and failed low. Every node is of one kind, leaves and those inside
//!   quiescence too, where nothing is expected.

mod counts;
mod shares;

use std::time::{Duration, Instant};

pub use self::{
    counts::Counts,
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
        node_type::Kind,
        window::{Bound, Window},
    },
};

/// Counts as it looks on, one set of [`Counts`] an iteration.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    current: Counts,
    depth: i32,
    finished: Vec<Stage>,
    started: Option<Instant>,
    open: Vec<Open>,
}

/// A node entered and not yet left.
#[derive(Clone, Copy, Debug)]
struct Open {
    window: Window,
    expected: Option<Kind>,
    /// It is left twice: first by quiescence, which answers for it.
    razored: bool,
}

/// A search up to the end of one of its iterations.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// The depth of the iteration.
    pub depth: i32,
    /// What happened in it.
    pub counts: Counts,
    /// Nodes of this and of all iterations before.
    pub nodes: u64,
    /// The time from the first iteration's beginning to the end of this one.
    pub time: Duration,
}

impl Tally {
    /// The iteration begun last; re-searches of the root with a wider window are part of it.
    pub const fn last(&self) -> Counts {
        self.current
    }

    /// All iterations together.
    pub fn all(&self) -> Counts {
        let mut sum = self.current;
        self.finished.iter().for_each(|stage| sum += stage.counts);
        sum
    }

    /// The iterations so far; the last one ends now, and was searched to its end only if the search was.
    pub fn stages(&self) -> Vec<Stage> {
        let mut stages = self.finished.clone();
        stages.extend(self.stage());
        stages
    }

    /// Says of a node that is left which kind it was.
    fn count_node_kind(&mut self, ply: usize, left: &Left) {
        if let Some(open) = self.open.last_mut()
            && std::mem::take(&mut open.razored)
        {
            return;
        }
        let Some(Open { window, expected, .. }) = self.open.pop().filter(|_| ply > 0) else { return };
        let bound = window.bound(left.value);
        match bound {
            Bound::Exact => self.current.pv_nodes += 1,
            Bound::Lower => self.current.cut_nodes += 1,
            Bound::Upper => self.current.all_nodes += 1,
        }
        let is_expected = expected == Some(Kind::Cut);
        self.current.expected_cut_nodes += u64::from(is_expected);
        self.current.wrong_cut_nodes += u64::from(is_expected && bound == Bound::Upper);
    }

    fn stage(&self) -> Option<Stage> {
        let finished = self.finished.last().map_or(0, |stage| stage.nodes);
        Some(Stage {
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
        self.current = Counts::default();
        self.open.clear();
    }

    #[inline]
    fn enter(&mut self, visit: Visit) {
        self.current.nodes += u64::from(visit.ply > 0);
        self.current.qnodes += u64::from(visit.depth < 0);
        self.open.push(Open { window: visit.window, expected: visit.expected, razored: false });
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

/// Where a cut by the move of this index, from 1, is counted in [`Counts::cut_indices`].
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
