//! What one search thread keeps from search to search.

use super::histories::Histories;
use crate::{
    evaluate::{classical::PawnTable, network::Accumulators},
    score::Score,
    search::random::Random,
};

/// What a thread learns and keeps from search to search, until a new game begins.
#[derive(Debug, Default)]
pub struct ThreadState {
    /// The histories of moves, and the errors of the static evaluation.
    pub histories: Histories,
    /// Pawn evaluations by pawn structure.
    pub pawns: PawnTable,
    /// The first layer of the network along the search path.
    pub accumulators: Accumulators,
    /// The random numbers of the rung `random`.
    pub random: Random,
    /// The score of the last search, for the time manager.
    pub last_score: Option<Score>,
}

impl ThreadState {
    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.pawns.clear();
        self.accumulators.clear();
        self.random = Random::default();
        self.last_score = None;
    }
}
