//! `repetition-ahead`: who can repeat has a draw at least.
//!
//! *Idea.* If one reversible move of the side to move leads back to a position of this line, the node is worth a draw
//! or more, and that is known a ply before the repetition stands on the board.
//!
//! *Source.* van Kervinck 2013; Stockfish 2017.
//!
//! *When.* Below the root, where a draw would lift alpha. The move is found by
//! [`History::can_repeat`](crate::position::GameHistory::can_repeat).
//!
//! *Where.* Step 1 of [the node](crate::search::negamax). With `fifty-fade` it is the rung `draws-ahead`.
//!
//! *Risk.* That of all that hangs on the way to a position: the table keeps the value and forgets the way.
//!
//! *Cost and gain.* Not measured alone; with the rungs from `draws-ahead` to `quiescence-pruning` +47 ± 26 (400 games
//! at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20). Elsewhere +3 (Reckless).
//!
//! *Tried and lost.* Nothing yet.

use crate::{
    position::Position,
    score::Score,
    search::{node::worker::Worker, observe::observer::Observation, types::window::Window},
};

impl<O: Observation> Worker<'_, O> {
    /// Lifts alpha to a draw where the side to move can repeat; whether nothing is left of the window then.
    #[inline]
    pub(crate) fn sees_repetition(&self, position: &Position, window: &mut Window, ply: usize) -> bool {
        if window.alpha >= Score::DRAW || !self.history.can_repeat(position, ply) {
            return false;
        }
        window.alpha = Score::DRAW;
        window.alpha >= window.beta
    }
}
