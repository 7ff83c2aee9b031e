//! State of one search thread that lives longer than one search.

use super::histories::Histories;
use crate::{
    evaluate::{classical::PawnTable, network::Accumulators},
    search::random::Random,
};

/// State of one search thread. The next search of the same game uses the state that the search before left,
/// except for the killer moves and the accumulators, which each search resets.
#[derive(Debug, Default)]
pub struct ThreadState {
    /// Histories of moves and the correction history (errors of the static evaluation).
    pub histories: Histories,
    /// Cache of pawn evaluations, by pawn structure.
    pub pawns: PawnTable,
    /// Accumulators (values of the network's first layer) of the positions along the search path.
    pub accumulators: Accumulators,
    /// Random number generator of the rung `random`.
    pub random: Random,
}

impl ThreadState {
    /// Clears all fields of the `ThreadState`, as before a new game.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.pawns.clear();
        self.accumulators.clear();
        self.random = Random::default();
    }
}
