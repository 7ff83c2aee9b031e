//! Counting what a search does, iteration by iteration.
//!
//! A [`Tally`] looks on as a [`Watch`] and never interferes. The questions it answers are those of the ladder: how large is
//! the tree, how good is the order of the moves, what does the table give?
//!
//! - *leaf*: where the main search ends because the game is over or the depth used up.
//! - *cut*: a node ended by a move that reached beta. With perfect ordering the first move does it every time, so the share of
//!   cuts by the first move, and the mean index of the cutting move (from 1), tell how far from perfect the order is.
//!   Cuts inside quiescence count as well.
//! - *expanded*: a node whose moves were searched to the last.

use std::{
    ops::AddAssign,
    time::{Duration, Instant},
};

use crate::search::watch::{Left, Reason, Stop, Visit, Watch};

/// What happened in one iteration, or in several added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes entered below the root.
    pub nodes: u64,
    /// Those of them inside quiescence, below the horizon.
    pub qnodes: u64,
    /// Leaves of the main search.
    pub leaves: u64,
    /// Nodes, the root included, whose moves were all searched.
    pub expanded: u64,
    /// The moves searched there.
    pub expanded_moves: u64,
    /// Nodes ended by a move that reached beta.
    pub cuts: u64,
    /// Those of them ended by the first move.
    pub first_cuts: u64,
    /// The sum of the cutting moves' indices, from 1.
    pub cut_index_sum: u64,
    /// How many cuts were made by the first, the second, the third, the fourth to sixth, and by a later move.
    pub cut_indices: [u64; 5],
    /// Questions to the table.
    pub probes: u64,
    /// Questions to which it knew the position.
    pub hits: u64,
    /// Nodes ended by what the table knew.
    pub table_cuts: u64,
}

impl Counts {
    /// The effective branching factor: the width of an even tree of `depth` plies with as many nodes.
    #[must_use]
    pub fn branching_factor(&self, depth: i32) -> f64 {
        (self.nodes as f64).powf(1.0 / f64::from(depth.max(1)))
    }

    /// Cuts by the first move, in percent of all cuts; `None` without cuts.
    #[must_use]
    pub fn cut_first_pct(&self) -> Option<f64> {
        ratio(self.first_cuts, self.cuts).map(|share| share * 100.0)
    }

    /// The mean index of the cutting move; 1 is perfect.
    #[must_use]
    pub fn mean_cut_index(&self) -> Option<f64> {
        ratio(self.cut_index_sum, self.cuts)
    }

    /// Positions the table knew, in percent of those it was asked about.
    #[must_use]
    pub fn table_hit_pct(&self) -> Option<f64> {
        ratio(self.hits, self.probes).map(|share| share * 100.0)
    }

    /// Nodes the table ended, in percent of those it was asked about.
    #[must_use]
    pub fn table_cut_pct(&self) -> Option<f64> {
        ratio(self.table_cuts, self.probes).map(|share| share * 100.0)
    }

    /// The mean number of moves at the expanded nodes: in minimax, the mean width of the tree.
    #[must_use]
    pub fn mean_moves(&self) -> Option<f64> {
        ratio(self.expanded_moves, self.expanded)
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Self) {
        self.nodes += more.nodes;
        self.qnodes += more.qnodes;
        self.leaves += more.leaves;
        self.expanded += more.expanded;
        self.expanded_moves += more.expanded_moves;
        self.cuts += more.cuts;
        self.first_cuts += more.first_cuts;
        self.cut_index_sum += more.cut_index_sum;
        for (sum, more) in self.cut_indices.iter_mut().zip(more.cut_indices) {
            *sum += more;
        }
        self.probes += more.probes;
        self.hits += more.hits;
        self.table_cuts += more.table_cuts;
    }
}

/// Counts as it looks on, one set of [`Counts`] an iteration.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    now: Counts,
    depth: i32,
    before: Vec<Stage>,
    begun: Option<Instant>,
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

impl<M> Watch<M> for Tally {
    fn iteration(&mut self, depth: i32) {
        let ended = self.stage();
        self.before.extend(ended);
        self.begun.get_or_insert_with(Instant::now);
        self.depth = depth;
        self.now = Counts::default();
    }

    #[inline]
    fn enter(&mut self, visit: Visit) -> Result<(), Stop> {
        self.now.nodes += u64::from(visit.ply > 0);
        self.now.qnodes += u64::from(visit.depth < 0);
        Ok(())
    }

    #[inline]
    fn probe(&mut self, hit: bool) {
        self.now.probes += 1;
        self.now.hits += u64::from(hit);
    }

    #[inline]
    fn leaf(&mut self, _ply: usize) {
        self.now.leaves += 1;
    }

    #[inline]
    fn leave(&mut self, _ply: usize, left: Left) {
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
            Reason::TableExact | Reason::TableLower | Reason::TableUpper => self.now.table_cuts += 1,
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
