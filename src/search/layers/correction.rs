//! Correction history (`correction`): correct the static evaluation by stored errors of similar positions.
//!
//! Previous layer: [`probcut`](super::probcut). Next layer: [`table-eval`](super::table_eval).
//!
//! **Idea.** The evaluator makes similar errors in similar positions. If a search finds a score that differs
//! from the static evaluation, correction tables store the difference. The correction tables are indexed by
//! the pawn structure, by the pieces of each side, by the minor pieces, and by the last two moves. The static
//! evaluation of a position is corrected by the weighted sum of the errors stored for its structures and its
//! last two moves.
//!
//! **When.** The correction tables are updated at the end of a main search node's move loop, except in a
//! singular search or at a root with only some of the legal moves, if the side to move is not in check, the
//! best move is not noisy, the score is not decisive, and the score is exact or its bound proves an
//! error. A lower bound proves an error only if the score is above the static evaluation; an upper bound
//! proves an error only if the score is below the static evaluation. The error of one node counts at most 256
//! centipawns, and an error stored in a table is at most 64 centipawns. Learning rate and weights:
//! [`TUNABLES`]. The layer has an effect only if another layer requires the static evaluation.
//!
//! **Where.** Step 5 of [the node](crate::search::negamax) and [quiescence search](super::quiescence) read the
//! correction tables; step 11 updates them.
//!
//! **Risk.** Two positions with the same pawn structure can be too different to have the same evaluation
//! error. From an absolute raw score of [`DECIDED`](crate::search::node::static_eval::DECIDED) centipawns on,
//! no correction is applied, because a correction would hide the small differences that lead to mate.
//!
//! **Gain.** The full search scores +22 ± 19 Elo against the same search without `correction` (600 games at
//! 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +17 ± 26 Elo against it by the clock (200
//! games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#correction).
//!
//! **Source.** The engine Caissa, 2023; later adopted by Stockfish and most other engines.

use shakmaty::Color;

use super::LayerInfo;
use crate::{
    chess::{
        position::{Keys, Position, is_noisy},
        score::Score,
    },
    search::{
        layer::Layer,
        node::{move_loop::Node, static_eval::StaticEval, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
        types::{
            piece_to::{PIECE_TOS, PieceTo},
            window::Bound,
        },
    },
    support::prefetch,
};

tunables! {
    /// Learning rate per (depth + 1), in 1/1024 of the difference between new and stored error.
    weight_by_depth = 15, 2..=24, 2;
    /// Upper limit of the learning rate, in 1/1024 of the difference between new and stored error.
    weight_most = 56, 32..=256, 16;
    /// Weight of the error stored for the pawn structure, in 1/64.
    of_pawns = 56, 0..=128, 8;
    /// Weight of the error stored for the pieces (without pawns) of each side, in 1/64.
    of_pieces = 33, 0..=128, 8;
    /// Weight of the error stored for the minor pieces and the king, in 1/64.
    of_minors = 37, 0..=128, 8;
    /// Weight of the error stored for the last two moves, in 1/64.
    of_moves = 88, 0..=128, 8;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Number of units of a correction table entry per centipawn.
const GRAIN: i32 = 256;
/// Largest absolute value of a correction table entry: 64 centipawns.
const LIMIT: i32 = 64 * GRAIN;
/// Number of correction table entries per kind of structure and side to move; two structures with the same
/// index share an entry.
const BUCKETS: usize = 1 << 14;
/// Number of kinds of structures: pawns, Black's pieces, White's pieces, and minor pieces (with the kings).
const STRUCTURES: usize = 4;

/// Stored errors of the static evaluation in two tables: one by side to move and structure (pawns, pieces of
/// each side, minor pieces with kings), one by the last two moves.
#[derive(Clone, Debug)]
pub struct CorrectionHistory {
    structures: [Box<[[i16; STRUCTURES]]>; 2],
    moves: Box<[[i16; PIECE_TOS]]>,
}

impl Default for CorrectionHistory {
    fn default() -> Self {
        let structures = [(), ()].map(|()| vec![[0; STRUCTURES]; BUCKETS].into_boxed_slice());
        Self { structures, moves: vec![[0; PIECE_TOS]; PIECE_TOS + 1].into_boxed_slice() }
    }
}

impl CorrectionHistory {
    /// Returns the correction of the static evaluation of `position`, in centipawns, which the caller adds
    /// to the static evaluation. `moves` contains the last move before the position and the move before
    /// that.
    #[inline]
    pub(crate) fn get(&self, position: &Position, moves: [PieceTo; 2]) -> i32 {
        let side = &self.structures[position.turn() as usize];
        let indices = indices(position.keys());
        let weights = [of_pawns(), of_pieces(), of_pieces(), of_minors()];
        let weighted = |structure: usize| i32::from(side[indices[structure]][structure]) * weights[structure];
        let structures: i32 = (0..STRUCTURES).map(weighted).sum();
        let last = if moves[0] == PieceTo::NONE {
            0
        } else {
            i32::from(self.moves[moves[1].index()][moves[0].index()])
        };
        (structures + last * of_moves()) / (64 * GRAIN)
    }

    /// Prefetches the entries that [`CorrectionHistory::get`] reads for a position with `keys` and side to move
    /// `turn` after `moves`.
    #[inline]
    fn prefetch(&self, keys: &Keys, turn: Color, moves: [PieceTo; 2]) {
        let side = &self.structures[turn as usize];
        for index in indices(keys) {
            prefetch::prefetch(&side[index]);
        }
        prefetch::prefetch(&self.moves[moves[1].index()][moves[0].index()]);
    }

    /// Updates the correction table entries of `position` after a search to `depth` plies. `error` is the
    /// score of the search minus the corrected static evaluation, in centipawns.
    #[inline]
    pub(crate) fn update(&mut self, position: &Position, moves: [PieceTo; 2], depth: i32, error: i32) {
        let weight = (weight_by_depth() * (depth + 1)).min(weight_most());
        let learn = |entry: &mut i16| {
            let now = i32::from(*entry);
            let next = now + (error.clamp(-256, 256) * GRAIN - now) * weight / 1024;
            *entry = next.clamp(-LIMIT, LIMIT) as i16;
        };
        let side = &mut self.structures[position.turn() as usize];
        for (structure, index) in indices(position.keys()).into_iter().enumerate() {
            learn(&mut side[index][structure]);
        }
        if moves[0] != PieceTo::NONE {
            learn(&mut self.moves[moves[1].index()][moves[0].index()]);
        }
    }

    /// Resets all correction table entries to 0.
    pub(crate) fn clear(&mut self) {
        self.structures.iter_mut().for_each(|side| side.fill([0; STRUCTURES]));
        self.moves.fill([0; PIECE_TOS]);
    }
}

/// Returns the index of the correction table entry for each of the four kinds of structures of a position with
/// `keys`.
#[inline]
fn indices(keys: &Keys) -> [usize; STRUCTURES] {
    [keys.pawns, keys.pieces[0], keys.pieces[1], keys.minors].map(|key| key as usize % BUCKETS)
}

/// Prefetches the correction table entries of a position that will be evaluated soon, from its keys, its side to
/// move, and the last two moves before it.
#[inline]
pub(crate) fn prefetch<O: Observation>(
    worker: &Worker<'_, O>,
    keys: &Keys,
    turn: Color,
    moves: [PieceTo; 2],
) {
    if worker.has(Layer::Correction) {
        worker.thread.histories.correction.prefetch(keys, turn, moves);
    }
}

/// Returns `eval` plus its correction, or `eval` unchanged if the layer `correction` is off.
#[inline]
pub(crate) fn corrected<O: Observation>(
    worker: &Worker<'_, O>,
    position: &Position,
    ply: usize,
    eval: Score,
) -> Score {
    if !worker.has(Layer::Correction) {
        return eval;
    }
    let moves = worker.last_moves(ply);
    Score::cp(eval.raw() + worker.thread.histories.correction.get(position, moves))
}

/// Updates the correction tables with the error of the static evaluation at the end of a node. Does nothing
/// without a static evaluation, after a noisy best move, with a decisive score, with a bound that does not prove
/// an error, or if the layer `correction` is off.
#[inline]
pub(crate) fn update<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    node: &Node,
    eval: &StaticEval,
) {
    let Some(value) = eval.value else { return };
    let hidden = match node.bound() {
        Bound::Lower => node.best <= value,
        Bound::Upper => node.best >= value,
        Bound::Exact => false,
    };
    if !worker.has(Layer::Correction)
        || hidden
        || node.best.is_decisive()
        || node.best_move.is_some_and(is_noisy)
    {
        return;
    }
    let moves = worker.last_moves(node.ply);
    let error = node.best.raw() - value.raw();
    worker.thread.histories.correction.update(position, moves, node.depth, error);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{node::testing::with_worker, types::window::Window};

    #[test]
    fn repeated_updates_bring_the_correction_close_to_the_error() {
        let position = Position::start();
        let mut corrections = CorrectionHistory::default();
        let truth = 40;
        for _ in 0..500 {
            let error = truth - corrections.get(&position, [PieceTo::NONE; 2]);
            corrections.update(&position, [PieceTo::NONE; 2], 10, error);
        }
        let learned = corrections.get(&position, [PieceTo::NONE; 2]);
        assert!((25..=truth).contains(&learned), "learned {learned} of {truth}");
        let other = position.pass().expect("not in check");
        assert_eq!(corrections.get(&other, [PieceTo::NONE; 2]), 0, "each side to move has its own entries");
        corrections.clear();
        assert_eq!(corrections.get(&position, [PieceTo::NONE; 2]), 0);
    }

    #[test]
    fn the_correction_moves_towards_the_search_score_unless_the_best_move_is_a_capture() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let position = Position::from_fen(fen, shakmaty::CastlingMode::Standard).expect("legal");
        let [push, capture] = ["e4e5", "e4d5"].map(|text| Some(position.parse_move(text).expect("legal")));
        for (best_move, score, sign) in [(push, 200, 1), (push, -200, -1), (capture, 200, 0)] {
            with_worker(|worker| {
                let mut node = Node::new(Window::OPEN, 8, 0, [PieceTo::NONE; 3]);
                (node.best, node.best_move) = (Score::cp(score), best_move);
                let value = Some(Score::DRAW);
                update(worker, &position, &node, &StaticEval { value, ..StaticEval::default() });
                let corrected = corrected(worker, &position, 0, Score::DRAW);
                assert_eq!(corrected.raw().signum(), sign, "{best_move:?} {score}");
            });
        }
    }
}
