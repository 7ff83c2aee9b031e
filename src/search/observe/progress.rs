//! Progress of a search: finished depths and root moves.

use crate::{chess::position::Move, search::types::report::Report};

/// Root move whose search begins, as in the UCI output `info currmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentMove {
    /// The root move.
    pub mv: Move,
    /// Number of the root move in the search order of the iteration, from 1.
    pub number: usize,
    /// Depth of the current iteration, in plies.
    pub depth: i32,
}

/// Receives the progress of a search, on the search thread. Every closure with a parameter
/// [`&Report`](Report) implements this trait.
pub trait Progress {
    /// Called when a depth is finished, when an iteration is stopped after it found a better root move, and
    /// once at the end of a search that made no other report.
    fn report(&mut self, report: &Report);

    /// Called when the score of the root falls outside the aspiration window, before the root is searched
    /// again. The score of `report` is only a bound.
    fn bound(&mut self, _report: &Report) {}

    /// Called when a search with layers begins the search of a root move.
    fn root_move(&mut self, _current: CurrentMove) {}
}

impl<F: FnMut(&Report)> Progress for F {
    fn report(&mut self, report: &Report) {
        self(report);
    }
}

/// Progress receiver that ignores all reports.
#[derive(Debug)]
pub struct Silent;

impl Progress for Silent {
    fn report(&mut self, _report: &Report) {}
}
