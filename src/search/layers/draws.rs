//! `draws`: what the rules call drawn on the way to a position, or for its material.
//!
//! *Idea.* A position that stands a second time inside the search, or a third time in all, is worth a draw: whoever
//! wanted more would have played otherwise. So are [`FIFTY_MOVES`] plies without capture or pawn move (unless it is
//! mate), and material with which nobody can mate.
//!
//! *Source.* The laws of chess; that a second time is enough inside the search is old practice.
//!
//! *When.* Below the root. [`History`](crate::position::GameHistory) keeps the keys of game and line in one row.
//!
//! *Where.* Step 1 of [the node](crate::search::negamax).
//!
//! *Risk.* The value then hangs on the way to the position, which the table does not see: the first layer that is not
//! exact.
//!
//! *Cost and gain.* Without it a won game is repeated away: +63 ± 23 (200 games at 20,000 nodes a move, `material`,
//! 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

use crate::{
    position::Position,
    search::{
        node::worker::Worker,
        observe::{observer::Observation, reason::Reason},
    },
};

/// Plies without capture or pawn move after which the game is drawn.
pub const FIFTY_MOVES: u32 = 100;

impl<O: Observation> Worker<'_, O> {
    /// Why the position at `ply`, which is not mate, is drawn; `None` if it is not.
    #[inline]
    pub(crate) fn draw(&self, position: &Position, ply: usize) -> Option<Reason> {
        if self.history.is_repetition(ply, position.reversible()) {
            Some(Reason::Repetition)
        } else if position.halfmoves() >= FIFTY_MOVES {
            Some(Reason::FiftyMoves)
        } else if position.is_insufficient_material() {
            Some(Reason::Material)
        } else {
            None
        }
    }
}
