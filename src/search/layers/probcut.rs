//! ProbCut (`probcut`): if a capture beats beta by a margin at a reduced depth, end the node.
//!
//! Previous layer: [`singular`](super::singular). Next layer: [`correction`](super::correction).
//!
//! **Idea.** The score of a shallow search predicts the score of a deep search up to an error. If a capture
//! scores at least beta plus a margin, first in quiescence search and then in a reduced search, the capture
//! almost surely scores at least beta at full depth.
//!
//! **When.** ProbCut applies at non-PV nodes from a minimum depth on, if the side to move is not in check,
//! neither beta nor beta plus the margin is decisive, and the layer [`near-root`](super::near_root) does
//! not turn ProbCut off. ProbCut is off if the TT entry of the node is at least as deep as the reduced search
//! and has a score below beta plus the margin. ProbCut tries those captures and queen promotions whose
//! material gain by SEE, added to the static evaluation, reaches beta plus the margin. [`TUNABLES`] lists
//! minimum depth, margin and reduction.
//!
//! **Where.** ProbCut is the last cut in step 5 of [the node](crate::search::negamax): it comes after
//! razoring, reverse futility pruning and null move pruning.
//!
//! **Risk.** ProbCut misses a refutation of the capture that only a deeper search finds.
//!
//! **Gain.** The full search of commit f27b9f5 scores +10 ± 33 Elo against the same search without
//! `probcut` (240 games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). See
//! [experiments](crate::search::experiments#probcut).
//!
//! **Source.** Buro published ProbCut in 1995, for Othello.

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    chess::position::see,
    search::{
        layer::Layer,
        move_picker::picker::Picker,
        node::{
            static_eval::StaticEval,
            worker::{At, EarlyResult, Worker},
        },
        observe::{observer::Observation, reason::Reason},
        tt::entry::TtEntry,
        tunable::tunables,
        types::{node_type::NodeType, stop::Stop, window::Window},
    },
};

tunables! {
    /// Minimum depth for ProbCut, in plies.
    min_depth = 5, 3..=8, 1;
    /// Number of centipawns by which the score of a capture must exceed beta for a ProbCut.
    margin = 182, 80..=400, 16;
    /// Depth of the node minus the depth of the confirming search after the capture, in plies.
    reduction = 3, 2..=6, 1;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    static_eval: true,
    reasons: &[ReasonInfo {
        code: "probcut",
        term: "ProbCut",
        says: "A search of {line} to a reduced depth beats beta by a margin: {result}; {enough}",
        kind: ReasonKind::CutByLastMove,
    }],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Reason for the end of a node: a capture exceeds beta by a margin at a reduced depth.
pub const PROBCUT: Reason = Reason::Layer(Layer::Probcut, 0);

/// Tries ProbCut: ends the node if a capture or queen promotion scores at least beta plus the margin at a
/// reduced depth.
pub(crate) fn cut<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    at: At<'_>,
    eval: &StaticEval,
    entry: Option<&TtEntry>,
) -> Result<Option<EarlyResult>, Stop> {
    let At { position, depth, ply, .. } = at;
    let Some(value) = eval.value else { return Ok(None) };
    let beta = at.window.beta;
    let goal = beta + margin();
    let table_refutes = entry.is_some_and(|entry| entry.depth > depth - reduction() && entry.score < goal);
    let shallow = depth < min_depth();
    if !worker.has(Layer::Probcut) || shallow || beta.is_decisive() || goal.is_decisive() || table_refutes {
        return Ok(None);
    }
    let window = -Window::zero(goal - 1);
    let needed = goal.raw() - value.raw();
    let mut picker = Picker::noisy();
    while let Some(mv) = picker.next(worker, position, ply) {
        worker.prefetch(position, mv);
        if !see::at_least(position, mv, needed) {
            continue;
        }
        let child = worker.play(position, mv, ply);
        let mut score = -worker.negamax::<N::Later>(&child, window, 0, ply + 1)?;
        if score >= goal && depth > reduction() {
            score = -worker.negamax::<N::Later>(&child, window, depth - reduction(), ply + 1)?;
        }
        if score >= goal {
            let score = if score.is_decisive() { score } else { score - margin() };
            return Ok(Some(EarlyResult { score, reason: PROBCUT }));
        }
    }
    Ok(None)
}
