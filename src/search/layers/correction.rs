//! Correction history (`correction`): correct the static evaluation by stored errors of similar positions.
//!
//! **Idea.** The evaluator makes similar errors in similar positions. If a search finds a score that differs
//! from the static evaluation, tables store the difference. The tables are indexed by the pawn structure, by
//! the pieces of each side, by the minor pieces, and by the last two moves. The next static evaluation is
//! corrected by the weighted sum of the stored errors.
//!
//! **When.** The tables are updated at the end of a node if the side to move is not in check, the best move
//! is not noisy, the score is not a mate score, and the bound proves an error. A lower bound proves an error
//! only if the score is above the static evaluation, an upper bound only if the score is below it. One error
//! counts at most 256 centipawns, and a stored error is at most 64 centipawns. Learning rate and weights:
//! [`TUNABLES`].
//!
//! **Where.** Step 5 of [the node](crate::search::negamax) reads the tables; step 11 updates the tables.
//!
//! **Risk.** Positions with the same pawns need not be similar. From an absolute raw score of
//! [`DECIDED`](crate::search::node::static_eval::DECIDED) centipawns on, no correction is applied, because a
//! correction would hide the small differences that lead to mate.
//!
//! **Cost and gain.** Full search against the full search without the layer: +75 ± 35 Elo (240 games at
//! 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). The rung `correction` against `probcut`:
//! +80 ± 27 Elo (400 games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). Other engines:
//! +46 Elo in Simbelmyne (self-reported). This layer was not measured with `network`, whose errors differ
//! from the errors of a sum of terms.
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Caissa, 2023; then Stockfish and most other engines.

use super::LayerInfo;
use crate::{
    position::{Position, is_noisy},
    score::Score,
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
};

tunables! { "correction":
    /// Learning rate per (depth + 1), in 1/1024 of the difference between new and stored error.
    weight_by_depth = 15, 2..=24, 2;
    /// Upper limit of the learning rate, in 1/1024 of the difference between new and stored error.
    weight_most = 56, 32..=256, 16;
    /// Weight of the error stored for the pawn structure, in 1/64.
    of_pawns = 42, 0..=128, 8;
    /// Weight of the error stored for the pieces (without pawns) of each side, in 1/64.
    of_pieces = 27, 0..=128, 8;
    /// Weight of the error stored for the minor pieces and the king, in 1/64.
    of_minors = 37, 0..=128, 8;
    /// Weight of the error stored for the last two moves, in 1/64.
    of_moves = 77, 0..=128, 8;
}

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Entry units per centipawn.
const GRAIN: i32 = 256;
/// Largest absolute value of an entry: 64 centipawns.
const LIMIT: i32 = 64 * GRAIN;
/// Number of entries per structure and side to move; structures with the same index share an entry.
const BUCKETS: usize = 1 << 14;
/// Number of structures: pawns, Black's pieces, White's pieces, and minor pieces (with the kings).
const STRUCTURES: usize = 4;

/// Stored errors of the static evaluation: by side to move and structure, and by the last two moves.
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
    /// Returns the correction of the static evaluation, in centipawns. `moves` contains the last move and the
    /// move before.
    #[inline]
    pub(crate) fn get(&self, position: &Position, moves: [PieceTo; 2]) -> i32 {
        let side = &self.structures[position.turn() as usize];
        let indices = indices(position);
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

    /// Updates the entries after a search to `depth` plies. `error` is the score of the search minus the
    /// corrected static evaluation, in centipawns.
    #[inline]
    pub(crate) fn update(&mut self, position: &Position, moves: [PieceTo; 2], depth: i32, error: i32) {
        let weight = (weight_by_depth() * (depth + 1)).min(weight_most());
        let learn = |entry: &mut i16| {
            let now = i32::from(*entry);
            let next = now + (error.clamp(-256, 256) * GRAIN - now) * weight / 1024;
            *entry = next.clamp(-LIMIT, LIMIT) as i16;
        };
        let side = &mut self.structures[position.turn() as usize];
        for (structure, index) in indices(position).into_iter().enumerate() {
            learn(&mut side[index][structure]);
        }
        if moves[0] != PieceTo::NONE {
            learn(&mut self.moves[moves[1].index()][moves[0].index()]);
        }
    }

    /// Resets all entries to 0.
    pub(crate) fn clear(&mut self) {
        self.structures.iter_mut().for_each(|side| side.fill([0; STRUCTURES]));
        self.moves.fill([0; PIECE_TOS]);
    }
}

/// Returns the index of the position's entry for each structure.
#[inline]
fn indices(position: &Position) -> [usize; STRUCTURES] {
    let keys = position.keys();
    [keys.pawns, keys.pieces[0], keys.pieces[1], keys.minors].map(|key| key as usize % BUCKETS)
}

/// Returns the static evaluation plus the correction, if the layer is on.
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

/// Stores the error of the static evaluation at the end of a node, unless the bound of the node hides the
/// error.
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
    if !worker.has(Layer::Correction) || hidden || node.best.is_mate() || node.best_move.is_some_and(is_noisy)
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
}
