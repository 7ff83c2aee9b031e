//! Observers: the bench counts nodes with one, `explain` keeps the tree of a search.
//!
//! ```
//! use glulam::{position::Position, search::{ChessGame, Run, Setup, minimax::minimax}};
//! use glulam::search::observe::{event::Visit, observer::Observer};
//!
//! struct Nodes(u64);
//! impl<M> Observer<M> for Nodes {
//!     fn enter(&mut self, visit: Visit) {
//!         self.0 += u64::from(visit.ply > 0); // the root does not count
//!     }
//! }
//! let game = ChessGame { position: Position::start(), setup: &Setup::default() };
//! let mut nodes = Nodes(0);
//! minimax(&game, 2, 0, &mut Run::observed(&mut nodes)).expect("nothing stops it");
//! assert_eq!(nodes.0, 20 + 20 * 20);
//! ```

use super::event::{Event, Left, Visit};
use crate::position::Move;

/// Receives what a search over moves of type `M` does, node by node.
pub trait Observer<M> {
    /// A new iteration of deepening begins, or the only one. A re-search of the root with a wider window is part of it.
    fn iteration(&mut self, _depth: i32) {}

    /// A node is entered.
    fn enter(&mut self, visit: Visit);

    /// Something happened at the node entered last and not left.
    fn event(&mut self, _event: Event<M>) {}

    /// The node at `ply` is left. A node ended by a stop of the whole search is not left.
    fn leave(&mut self, _ply: usize, _left: Left) {}
}

/// Whether a search has an observer. It is a type, so that [the node](crate::search::negamax) is compiled exactly twice:
/// [`Observed`] and [`Unobserved`], where every call of the observer compiles to nothing.
pub trait Observation {
    /// Whether there is an observer.
    const ON: bool;

    /// The observer, if there is one.
    fn observer(&mut self) -> Option<&mut dyn Observer<Move>>;
}

/// No observer.
#[derive(Debug)]
pub struct Unobserved;

impl Observation for Unobserved {
    const ON: bool = false;

    #[inline]
    fn observer(&mut self) -> Option<&mut dyn Observer<Move>> {
        None
    }
}

/// An observer.
pub struct Observed<'a>(pub &'a mut dyn Observer<Move>);

impl Observation for Observed<'_> {
    const ON: bool = true;

    fn observer(&mut self) -> Option<&mut dyn Observer<Move>> {
        Some(self.0)
    }
}
