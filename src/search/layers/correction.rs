//! `correction`: how far the evaluator has been off in positions like this one.
//!
//! *Idea.* The evaluator errs alike in positions that are alike. Whenever a search has found a better value than the
//! static one, the difference is remembered under the pawns, the pieces of each side, the minor pieces and the last two
//! moves; the next static value is corrected by what those remember.
//!
//! *Source.* Caissa, 2023, then Stockfish and everybody.
//!
//! *When.* Remembered at the end of a node that is not in check, whose best move is quiet, and whose bound does not
//! hide the truth: a value of at least this much teaches nothing if the static one is higher already. Speed and shares:
//! [`TUNABLES`].
//!
//! *Where.* Read in step 5 of [the node](crate::search::negamax), written in step 11.
//!
//! *Risk.* Positions with the same pawns need not be alike. Where the game is [decided](crate::search::node::static_eval::DECIDED)
//! nothing is corrected: it would blur the small steps to the mate.
//!
//! *Cost and gain.* +75 ± 35 (240 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search
//! against itself without the layer); the rung against `probcut` +80 ± 27 (400 games at 10,000 nodes a move,
//! `classical`, UHO openings, 2026-11-20). Elsewhere 46 (Simbelmyne). A net errs otherwise than a sum of terms: with
//! `network` not measured.
//!
//! *Tried and lost.* Nothing yet.

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
    /// How fast a memory follows, in 1/1024: so much a ply of depth,
    weight_by_depth = 15, 2..=24, 2;
    /// and no more than this.
    weight_most = 56, 32..=256, 16;
    /// How much of each memory counts, in 1/64: the pawns,
    of_pawns = 42, 0..=128, 8;
    /// each side's other men,
    of_pieces = 27, 0..=128, 8;
    /// the minor pieces,
    of_minors = 37, 0..=128, 8;
    /// the last two moves.
    of_moves = 77, 0..=128, 8;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Numbers are kept in 1/256 centipawn, within ±64 centipawns.
const GRAIN: i32 = 256;
const LIMIT: i32 = 64 * GRAIN;
const BUCKETS: usize = 1 << 14;
/// Pawns, Black's pieces, White's pieces, minor pieces.
const STRUCTURES: usize = 4;

/// What is remembered, by side to move.
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
    /// What to add to the static value, in centipawns. `moves` are the last arrival and the one before.
    #[inline]
    pub(crate) fn get(&self, position: &Position, moves: [PieceTo; 2]) -> i32 {
        let side = &self.structures[position.turn() as usize];
        let keys = places(position);
        let weights = [of_pawns(), of_pieces(), of_pieces(), of_minors()];
        let of = |number: usize| i32::from(side[keys[number]][number]) * weights[number];
        let structures: i32 = (0..STRUCTURES).map(of).sum();
        let last = if moves[0] == PieceTo::NONE {
            0
        } else {
            i32::from(self.moves[moves[1].index()][moves[0].index()])
        };
        (structures + last * of_moves()) / (64 * GRAIN)
    }

    /// A search to `depth` found the static value, corrections included, to be `error` centipawns too low.
    #[inline]
    pub(crate) fn update(&mut self, position: &Position, moves: [PieceTo; 2], depth: i32, error: i32) {
        let weight = (weight_by_depth() * (depth + 1)).min(weight_most());
        let follow = |number: &mut i16| {
            let now = i32::from(*number);
            let next = now + (error.clamp(-256, 256) * GRAIN - now) * weight / 1024;
            *number = next.clamp(-LIMIT, LIMIT) as i16;
        };
        let side = &mut self.structures[position.turn() as usize];
        for (number, key) in places(position).into_iter().enumerate() {
            follow(&mut side[key][number]);
        }
        if moves[0] != PieceTo::NONE {
            follow(&mut self.moves[moves[1].index()][moves[0].index()]);
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.structures.iter_mut().for_each(|side| side.fill([0; STRUCTURES]));
        self.moves.fill([0; PIECE_TOS]);
    }
}

#[inline]
fn places(position: &Position) -> [usize; STRUCTURES] {
    let keys = position.keys();
    [keys.pawns, keys.pieces[0], keys.pieces[1], keys.minors].map(|key| key as usize % BUCKETS)
}

/// The static evaluation with the learnt error added.
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

/// Learns from a finished node how far the static evaluation was off, unless its bound hides that.
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
    fn what_was_too_low_again_and_again_is_raised_until_nothing_is_left_to_correct() {
        let position = Position::start();
        let mut corrections = CorrectionHistory::default();
        let truth = 40;
        for _ in 0..500 {
            let error = truth - corrections.get(&position, [PieceTo::NONE; 2]);
            corrections.update(&position, [PieceTo::NONE; 2], 10, error);
        }
        let learnt = corrections.get(&position, [PieceTo::NONE; 2]);
        assert!((25..=truth).contains(&learnt), "learnt {learnt} of {truth}");
        let other = position.pass().expect("not in check");
        assert_eq!(corrections.get(&other, [PieceTo::NONE; 2]), 0, "the other side has its own memory");
        corrections.clear();
        assert_eq!(corrections.get(&position, [PieceTo::NONE; 2]), 0);
    }
}
