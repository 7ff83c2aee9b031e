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
    now: Counts,
    depth: i32,
    before: Vec<Stage>,
    begun: Option<Instant>,
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
    #[must_use]
    pub const fn last(&self) -> Counts {
        self.now
    }

    /// All iterations together.
    #[must_use]
    pub fn all(&self) -> Counts {
        let mut sum = self.now;
        self.before.iter().for_each(|stage| sum += stage.counts);
        sum
    }

    /// The iterations so far; the last one ends now, and was searched to its end only if the search was.
    #[must_use]
    pub fn stages(&self) -> Vec<Stage> {
        let mut stages = self.before.clone();
        stages.extend(self.stage());
        stages
    }

    /// Says of a node that is left which kind it was.
    fn judge(&mut self, ply: usize, left: &Left) {
        if let Some(open) = self.open.last_mut()
            && std::mem::take(&mut open.razored)
        {
            return;
        }
        let Some(Open { window, expected, .. }) = self.open.pop().filter(|_| ply > 0) else { return };
        let bound = window.bound(left.value);
        match bound {
            Bound::Exact => self.now.pv_nodes += 1,
            Bound::Lower => self.now.cut_nodes += 1,
            Bound::Upper => self.now.all_nodes += 1,
        }
        let is_expected = expected == Some(Kind::Cut);
        self.now.expected_cut_nodes += u64::from(is_expected);
        self.now.wrong_cut_nodes += u64::from(is_expected && bound == Bound::Upper);
    }

    fn stage(&self) -> Option<Stage> {
        let before = self.before.last().map_or(0, |stage| stage.nodes);
        Some(Stage {
            depth: self.depth,
            counts: self.now,
            nodes: before + self.now.nodes,
            time: self.begun?.elapsed(),
        })
    }
}

impl<M> Observer<M> for Tally {
    fn iteration(&mut self, depth: i32) {
        let ended = self.stage();
        self.before.extend(ended);
        self.begun.get_or_insert_with(Instant::now);
        self.depth = depth;
        self.now = Counts::default();
        self.open.clear();
    }

    #[inline]
    fn enter(&mut self, visit: Visit) {
        self.now.nodes += u64::from(visit.ply > 0);
        self.now.qnodes += u64::from(visit.depth < 0);
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
            Event::UsableEntry => self.now.usable_hits += 1,
            Event::KeyCollision => self.now.collisions += 1,
            Event::Store(result) => {
                self.now.stores += u64::from(result != StoreResult::Refused);
                self.now.replacements += u64::from(result == StoreResult::Replaced);
            }
            Event::Probe(hit) => {
                self.now.probes += 1;
                self.now.hits += u64::from(hit);
            }
            Event::Leaf => self.now.leaves += 1,
            Event::Move(_) | Event::NullMove | Event::Pruned(..) | Event::TableCutoff(..) => {}
        }
    }

    #[inline]
    fn leave(&mut self, ply: usize, left: Left) {
        self.judge(ply, &left);
        let tried = left.tried as u64;
        match left.reason {
            Reason::BetaCut => {
                self.now.cuts += 1;
                self.now.first_cuts += u64::from(tried == 1);
                self.now.cut_index_sum += tried;
                self.now.cut_indices[bucket(tried)] += 1;
            }
            Reason::SearchedAll => {
                self.now.expanded += 1;
                self.now.expanded_moves += tried;
            }
            Reason::Layer(Layer::Table, _) => self.now.table_cuts += 1,
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
