//! The order of moves: every ordering layer adds its part here.
//!
//! A cut costs as many subtrees as moves are tried before the refutation, so likely refutations come first: noisy moves by
//! [`captures_first`] and
//! [`capture-history`](crate::search::layers::capture_history), then [`killers`], then quiet moves
//! by the sum of their histories. Moves with equal scores keep the order of the generator.

use shakmaty::Color;

use crate::{
    position::{Move, PackedMove, Position, is_noisy, see},
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

/// Noisy moves come before every quiet move, killers before all other quiet moves.
const NOISY: i32 = 1 << 20;
const KILLER: i32 = 1 << 17;
/// One centipawn of the victim counts as much as this many units of capture history.
const VICTIM: i32 = 16;

/// What the layers that are on know of the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietScores<'a> {
    us: Color,
    /// The killers of the ply; none without the layer.
    killers: [PackedMove; 2],
    history: Option<&'a QuietHistory>,
    continuation: Option<ContinuationRows<'a>>,
    pawn: Option<&'a PawnHistoryRow>,
}

impl<'a> QuietScores<'a> {
    /// The histories of the node at `ply`.
    #[inline]
    pub(crate) fn new<O: Observation>(worker: &'a Worker<'_, O>, position: &Position, ply: usize) -> Self {
        let histories = &worker.thread.histories;
        let context = context(&worker.stack, ply);
        let killers = worker.has(Layer::Killers).then(|| histories.killers.at(ply));
        Self {
            us: position.turn(),
            killers: killers.unwrap_or_default(),
            history: worker.has(Layer::History).then_some(&histories.quiet),
            continuation: worker
                .has(Layer::ContinuationHistory)
                .then(|| histories.continuation.after(context)),
            pawn: worker.has(Layer::PawnHistory).then(|| histories.pawn.of(position)),
        }
    }

    /// The sum of the histories of a move: within ±65535.
    #[inline]
    pub(crate) fn history(&self, mv: Move) -> i32 {
        self.history_of_packed(mv, PackedMove::pack(mv))
    }

    #[inline]
    fn history_of_packed(&self, mv: Move, packed: PackedMove) -> i32 {
        let piece_to = PieceTo::of(self.us, mv);
        self.history.map_or(0, |history| history.get(self.us, packed))
            + self.continuation.map_or(0, |rows| rows.get(piece_to))
            + self.pawn.map_or(0, |row| i32::from(row[piece_to.index()]))
    }
}

/// How early to try `mv`: more is earlier.
#[inline]
pub(crate) fn score<O: Observation>(worker: &Worker<'_, O>, mv: Move, quiets: &QuietScores<'_>) -> i32 {
    if is_noisy(mv) { score_noisy(worker, quiets.us, mv) } else { score_quiet(mv, quiets) }
}

/// The same of a noisy move of side `us`.
#[inline]
pub(super) fn score_noisy<O: Observation>(worker: &Worker<'_, O>, us: Color, mv: Move) -> i32 {
    if worker.has(Layer::CaptureHistory) {
        NOISY + VICTIM * see::gain(mv) + worker.thread.histories.capture.get(PieceTo::of(us, mv), mv)
    } else if worker.has(Layer::CapturesFirst) {
        NOISY + captures_first::score(mv)
    } else {
        0
    }
}

/// The same of a quiet move.
#[inline]
pub(super) fn score_quiet(mv: Move, quiets: &QuietScores<'_>) -> i32 {
    let packed = PackedMove::pack(mv);
    KILLER * killers::rank(quiets.killers, packed) + quiets.history_of_packed(mv, packed)
}

/// The histories of a quiet move that was given this score: killers are whole multiples above.
#[inline]
pub(super) const fn history_in(score: i32) -> i32 {
    (score + KILLER / 2).rem_euclid(KILLER) - KILLER / 2
}
