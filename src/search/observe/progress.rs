//! Progress of a search: finished depths and root moves.

use crate::{position::Move, search::types::report::Report};

/// The root move that is searched next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentMove {
    /// The move.
    pub mv: Move,
    /// Its number in the order of the search, from 1.
    pub number: usize,
    /// Depth of the iteration, in plies.
    pub depth: i32,
}

/// Receives the progress of a search, on the searching thread. A closure over [`Report`]s is one.
pub trait Progress {
    /// A depth is finished, or a cut-off iteration has found a better move.
    fn report(&mut self, report: &Report);

    /// The search of a root move begins.
    fn root_move(&mut self, _current: CurrentMove) {}
}

impl<F: FnMut(&Report)> Progress for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}

/// Ignores all progress.
#[derive(Debug)]
pub struct Silent;

impl Progress for Silent {
    fn report(&mut self, _report: &Report) {}
}
