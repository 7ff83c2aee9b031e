//! A control and a watch in one: the search tells both with one call, and where nobody looks on only the counting is left.

use super::observer::{Fact, Left, Visit, Watch};
use crate::search::{time::stop_condition::StopCondition, tt::replacement::StoreResult, types::stop::Stop};

/// A control together with whoever looks on.
#[derive(Debug)]
pub struct Controlled<'a, W> {
    /// Decides when to stop.
    pub control: StopCondition<'a>,
    /// Looks on.
    pub watch: W,
}

impl<M, W: Watch<M>> Watch<M> for Controlled<'_, W> {
    fn iteration(&mut self, depth: i32) {
        self.control.begin_iteration();
        self.watch.iteration(depth);
    }

    #[inline]
    fn enter(&mut self, visit: Visit) -> Result<(), Stop> {
        if visit.ply > 0 {
            self.control.count(visit.ply)?;
        }
        self.watch.enter(visit)
    }

    #[inline]
    fn probe(&mut self, hit: bool) {
        self.watch.probe(hit);
    }

    #[inline]
    fn usable(&mut self) {
        self.watch.usable();
    }

    #[inline]
    fn collision(&mut self) {
        self.watch.collision();
    }

    #[inline]
    fn store(&mut self, fate: impl FnOnce() -> StoreResult) {
        self.watch.store(fate);
    }

    #[inline]
    fn leaf(&mut self, ply: usize) {
        self.watch.leaf(ply);
    }

    #[inline]
    fn note(&mut self, ply: usize, fact: Fact<M>) {
        self.watch.note(ply, fact);
    }

    #[inline]
    fn improve(&mut self, ply: usize, mv: M) {
        self.watch.improve(ply, mv);
    }

    #[inline]
    fn leave(&mut self, ply: usize, left: Left) {
        self.watch.leave(ply, left);
    }
}
