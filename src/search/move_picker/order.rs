//! Move scores for move ordering: combines the scores of all layers that order moves.
//!
//! Every move searched before the refutation costs a subtree, so likely refutations come first: noisy moves
//! ordered by [`captures_first`] or [`capture-history`](crate::search::layers::capture_history), then
//! [`killers`](mod@killers), then the remaining quiet moves ordered by the sum of their histories. Moves with
//! equal scores keep the order of the move generator.

use shakmaty::Color;

use crate::{
    chess::position::{Move, PackedMove, Position, is_noisy, see},
    search::{
        layer::Layer,
        layers::{
            captures_first, continuation_history::ContinuationRows, history::QuietHistory, killers,
            pawn_history::PawnHistoryRow,
        },
        node::{stack::context, worker::Worker},
        observe::observer::Observation,
        types::piece_to::PieceTo,
    },
};

/// Bonus added to the ordering score of every noisy move if a layer orders noisy moves, so that noisy moves
/// come before all quiet moves.
const NOISY: i32 = 1 << 20;
/// Bonus added once to the ordering score of the older killer move and twice to that of the newer killer
/// move, so that killer moves come before all other quiet moves.
const KILLER: i32 = 1 << 17;
/// Weight of one centipawn of captured material in the ordering score, in units of the capture history.
const VICTIM: i32 = 16;

/// Killer moves and histories that order the quiet moves of one node; a history is `None` if its layer is
/// off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietScores<'a> {
    us: Color,
    /// Killer moves of the node's ply; [`PackedMove::NONE`] if the layer `killers` is off.
    killers: [PackedMove; 2],
    history: Option<&'a QuietHistory>,
    continuation: Option<ContinuationRows<'a>>,
    pawn: Option<&'a PawnHistoryRow>,
}

impl<'a> QuietScores<'a> {
    /// Collects the killer moves and histories for the node with `position` at `ply`.
    #[inline]
    pub(crate) fn new<O: Observation>(worker: &'a Worker<'_, O>, position: &Position, ply: usize) -> Self {
        let histories = &worker.thread.histories;
        let context = context(&worker.stack, ply);
        Self {
            us: position.turn(),
            killers: killers(worker, ply),
            history: worker.has(Layer::History).then_some(&histories.quiet),
            continuation: worker
                .has(Layer::ContinuationHistory)
                .then(|| histories.continuation.after(context)),
            pawn: worker.has(Layer::PawnHistory).then(|| histories.pawn.of(position)),
        }
    }

    /// Returns the sum of the histories of a quiet move, from −65535 to 65535.
    #[inline]
    pub(crate) fn history(&self, mv: Move) -> i32 {
        self.history_of_packed(mv, PackedMove::pack(mv))
    }

    #[inline]
    pub(super) fn history_of_packed(&self, mv: Move, packed: PackedMove) -> i32 {
        let piece_to = PieceTo::of(self.us, mv);
        self.history.map_or(0, |history| history.get(self.us, packed))
            + self.continuation.map_or(0, |rows| rows.get(piece_to))
            + self.pawn.map_or(0, |row| i32::from(row[piece_to.index()]))
    }
}

/// Returns the killer moves of `ply`, newer first; [`PackedMove::NONE`] if the layer `killers` is off.
#[inline]
pub(super) fn killers<O: Observation>(worker: &Worker<'_, O>, ply: usize) -> [PackedMove; 2] {
    if worker.has(Layer::Killers) { worker.thread.histories.killers.at(ply) } else { Default::default() }
}

/// Returns the ordering score of `mv`; a move with a higher score is searched earlier.
#[inline]
pub(crate) fn score<O: Observation>(worker: &Worker<'_, O>, mv: Move, quiets: &QuietScores<'_>) -> i32 {
    if is_noisy(mv) { score_noisy(worker, quiets.us, mv) } else { score_quiet(mv, quiets) }
}

/// Returns the ordering score of a noisy move of side `us`; 0 if the layers `capture-history` and
/// `captures-first` are off.
#[inline]
pub(super) fn score_noisy<O: Observation>(worker: &Worker<'_, O>, us: Color, mv: Move) -> i32 {
    if worker.has(Layer::CaptureHistory) {
        NOISY + VICTIM * see::gain(mv) + noisy_history(worker, us, mv)
    } else if worker.has(Layer::CapturesFirst) {
        NOISY + captures_first::score(mv)
    } else {
        0
    }
}

/// Returns the capture history of a noisy move of side `us`; 0 if the layer `capture-history` is off.
#[inline]
pub(super) fn noisy_history<O: Observation>(worker: &Worker<'_, O>, us: Color, mv: Move) -> i32 {
    if worker.has(Layer::CaptureHistory) {
        worker.thread.histories.capture.get(PieceTo::of(us, mv), mv)
    } else {
        0
    }
}

/// Returns the ordering score of a quiet move.
#[inline]
pub(super) fn score_quiet(mv: Move, quiets: &QuietScores<'_>) -> i32 {
    let packed = PackedMove::pack(mv);
    KILLER * killers::rank(quiets.killers, packed) + quiets.history_of_packed(mv, packed)
}

/// Returns the sum of histories contained in the ordering score of a quiet move: the ordering score without
/// the bonus for killer moves, a multiple of [`KILLER`].
#[inline]
pub(super) const fn history_part(score: i32) -> i32 {
    (score + KILLER / 2).rem_euclid(KILLER) - KILLER / 2
}
