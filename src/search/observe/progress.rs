//! Progress of a search: finished depths and root moves.

use crate::{position::Move, search::types::report::Report};

/// Root move whose search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentMove {
    /// The root move.
    pub mv: Move,
    /// Number of the root move in the search order, from 1.
    pub number: usize,
    /// Depth of the iteration, in plies.
    pub depth: i32,
}

/// Receives the progress of a search, on the search thread. Every closure with a parameter
/// [`&Report`](Report) implements this trait.
pub trait Progress {
    /// A depth is finished, or an iteration was stopped after it found a better move.
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
