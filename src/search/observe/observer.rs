//! Observers receive every node of a search. The bench counts nodes with an observer; `explain` stores the
//! search tree with another observer.
//!
//! ```
//! use glulam::{chess::position::Position, search::{ChessGame, Run, Setup, minimax::minimax}};
//! use glulam::search::observe::{event::Visit, observer::Observer};
//!
//! struct Nodes(u64);
//! impl<M> Observer<M> for Nodes {
//!     fn enter(&mut self, visit: Visit) {
//!         self.0 += u64::from(visit.ply > 0); // the root does not count as a node
//!     }
//! }
//! let game = ChessGame { position: Position::start(), setup: &Setup::default() };
//! let mut nodes = Nodes(0);
//! minimax(&game, 2, 0, &mut Run::observed(&mut nodes)).expect("the search has no limit");
//! assert_eq!(nodes.0, 20 + 20 * 20);
//! ```

use super::event::{Event, Left, Visit};
use crate::chess::{
    position::{Move, Position},
    score::Score,
};

/// Receives every node of a search with moves of type `M`.
pub trait Observer<M> {
    /// Called when an iteration begins; a search without iterative deepening has one iteration, but minimax
    /// and alpha-beta have one for each principal variation. A re-search of the root with a wider window
    /// belongs to the same iteration.
    fn iteration(&mut self, _depth: i32) {}

    /// Called when the search enters a node.
    fn enter(&mut self, visit: Visit);

    /// Called at an event in the current node, which is the last node entered and not yet left.
    fn event(&mut self, _event: Event<M>) {}

    /// Called after the evaluator has evaluated the position of a node, for the side to move; a search without layers
    /// does not call it. A score from the transposition table or of a finished game is not an evaluation.
    fn evaluated(&mut self, _position: &Position, _raw: Score) {}

    /// Called when the search leaves the node at `ply`. If the search is stopped, `leave` is not called for
    /// nodes that are still open.
    fn leave(&mut self, _ply: usize, _left: Left) {}
}

/// Type parameter of a search that determines at compile time whether the search has an observer. [The
/// node](crate::search::negamax) is compiled once for [`Observed`] and once for [`Unobserved`]; in the code
/// for [`Unobserved`] the observer calls are compiled away.
/// The calls [cost no instructions](crate::search::experiments#observer) in a search without an observer.
pub trait Observation {
    /// Whether the search has an observer.
    const ON: bool;

    /// Returns the observer of the search, or `None` if the search has no observer ([`Unobserved`]).
    fn observer(&mut self) -> Option<&mut dyn Observer<Move>>;
}

/// Marks a search without an observer.
#[derive(Debug)]
pub struct Unobserved;

impl Observation for Unobserved {
    const ON: bool = false;

    #[inline]
    fn observer(&mut self) -> Option<&mut dyn Observer<Move>> {
        None
    }
}

/// Marks a search with an observer; the field is the observer.
pub struct Observed<'a>(pub &'a mut dyn Observer<Move>);

impl Observation for Observed<'_> {
    const ON: bool = true;

    fn observer(&mut self) -> Option<&mut dyn Observer<Move>> {
        Some(self.0)
    }
}
