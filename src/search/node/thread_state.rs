//! What one searching thread knows beside the shared table.

use shakmaty::Color;

use crate::{
    evaluate::{classical::PawnTable, network::Accumulators},
    position::{Move, PackedMove},
    score::Score,
    search::{
        layers::{
            capture_history::CaptureHistory,
            continuation_history::{ContinuationHistory, ContinuationRows, PieceTo},
            correction::CorrectionHistory,
            history::QuietHistory,
            killers::Killers,
            pawn_history::{PawnHistory, PawnHistoryRow},
        },
        random::Random,
    },
};

/// What a thread learns and keeps from search to search, until a new game begins.
#[derive(Debug, Default)]
pub struct ThreadState {
    /// Quiet refutations by ply.
    pub killers: Killers,
    /// Quiet moves by success.
    pub history: QuietHistory,
    /// Quiet moves by success after the moves before them.
    pub continuation: ContinuationHistory,
    /// Quiet moves by success with the pawns as they stand.
    pub formations: PawnHistory,
    /// Captures by success.
    pub captures: CaptureHistory,
    /// The evaluator's errors.
    pub corrections: CorrectionHistory,
    /// What pawns are worth, by formation.
    pub pawns: PawnTable,
    /// The network's first layer along the line being searched.
    pub accumulators: Accumulators,
    /// The dice of the rung `random`.
    pub random: Random,
    /// The score of the last search, for the clock of the next.
    pub last_score: Option<Score>,
}

impl ThreadState {
    /// Forgets all, as for a new game.
    pub fn clear(&mut self) {
        self.killers.clear();
        self.history.clear();
        self.continuation.clear();
        self.formations.clear();
        self.captures.clear();
        self.corrections.clear();
        self.pawns.clear();
        self.accumulators.clear();
        self.random = Random::default();
        self.last_score = None;
    }
}

/// What is known of the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub struct QuietHistories<'a> {
    pub(crate) us: Color,
    /// The killers of the ply, none without the layer.
    pub(crate) killers: [PackedMove; 2],
    pub(in crate::search) everywhere: Option<&'a QuietHistory>,
    pub(in crate::search) sequels: Option<ContinuationRows<'a>>,
    pub(in crate::search) formation: Option<&'a PawnHistoryRow>,
}

impl QuietHistories<'_> {
    /// The sum of what the histories know of a move: within ±65535.
    #[inline]
    #[must_use]
    pub fn of(&self, mv: Move) -> i32 {
        self.of_packed(mv, PackedMove::pack(mv))
    }

    /// The same of a move that has been packed already.
    #[inline]
    #[must_use]
    pub fn of_packed(&self, mv: Move, packed: PackedMove) -> i32 {
        let arrival = PieceTo::of(self.us, mv);
        self.everywhere.map_or(0, |history| history.get(self.us, packed))
            + self.sequels.map_or(0, |sequels| sequels.get(arrival))
            + self.formation.map_or(0, |formation| i32::from(formation[arrival.index()]))
    }
}
