//! Singular extensions (`singular`): extend the TT move if all other moves are clearly worse.
//!
//! Previous layer: [`internal-reduction`](super::internal_reduction). Next layer: [`probcut`](super::probcut).
//!
//! **Idea.** The TT entry of a node gives a score for one move, the TT move. A reduced search of all other
//! moves tests whether another move comes near the TT score. If no other move comes near the TT score, the TT
//! move is singular and is extended by one to three plies. If another move of a non-PV node reaches beta as
//! well, the node ends without a full search (multi-cut). Otherwise, if a beta cutoff is likely anyway, the
//! TT move is reduced (negative extension).
//!
//! **When.** The singular search runs at nodes below the root, from a minimum depth on, before the TT move is
//! searched. The TT score must be a lower bound or exact, must not be decisive, and must come from a
//! search at most [`STORED_SLACK`] plies shallower than the node. [`TUNABLES`] lists the minimum depth and
//! the margins. Singular extensions are off at plies of twice the iteration depth or more.
//!
//! **Where.** Step 8 of [the node](crate::search::negamax) runs the singular search. The singular search
//! is a second search of the same position, with the TT move excluded.
//!
//! **Risk.** Each singular search costs nodes, and forced lines become long. The limit of twice the iteration
//! depth keeps forced lines finite. Multi-cut relies on shallow searches.
//!
//! **Gain.** The full search scores +74 ± 20 Elo against the same search without `singular` (604 games at
//! 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +63 ± 29 Elo against it by the clock (200
//! games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#singular).
//!
//! **Source.** Singular extensions: Deep Thought (Anantharaman, Campbell and Hsu), 1988. The form of the
//! layer `singular` follows Stockfish. Multi-cut: Björnsson and Marsland 1999.

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    chess::{
        position::{Move, is_noisy},
        score::Score,
    },
    search::{
        layer::Layer,
        node::worker::{At, Worker},
        observe::{observer::Observation, reason::Reason},
        tt::entry::TtEntry,
        tunable::tunables,
        types::{
            node_type::{NodeKind, NodeType},
            stop::Stop,
            window::{Bound, Window},
        },
    },
};

tunables! {
    /// Minimum depth for singular extensions, in plies.
    min_depth = 5, 4..=10, 1;
    /// Margin by which all other moves must stay below the TT score, in 1/16 centipawn per ply of depth.
    margin = 14, 4..=48, 3;
    /// Additional margin below the TT score for a second ply of extension (non-PV nodes only), in centipawns.
    twice = 38, 0..=64, 4;
    /// Additional margin below the TT score for a third ply of extension (quiet moves in non-PV nodes only),
    /// in centipawns.
    thrice = 118, 40..=300, 12;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    needs: &[Layer::TableMove],
    reasons: &[ReasonInfo {
        code: "multi_cut",
        term: "multi-cut",
        says: "Several moves reach beta in searches of reduced depth: {result}; {enough}",
        kind: ReasonKind::Cut,
    }],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Reason for the end of a node (multi-cut): a move other than the TT move reaches beta at a reduced depth.
pub const MULTI_CUT: Reason = Reason::Layer(Layer::Singular, 0);

/// Maximum difference between the depth of the node and the depth of its TT entry, in plies.
pub const STORED_SLACK: i32 = 3;

/// Result of the singular search: how to treat the TT move or the node.
pub(crate) enum SingularVerdict {
    /// Extend the TT move by this number of plies; a negative number is a reduction.
    Extend(i32),
    /// End the node with this score, because another move reaches beta as well.
    Cut(Score),
}

/// Runs the singular search: searches all moves except the TT move `mv` to a reduced depth, and returns how
/// to treat `mv` or the node.
pub(crate) fn verdict<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    at: At<'_>,
    mv: Move,
    entry: &TtEntry,
) -> Result<SingularVerdict, Stop> {
    let At { position, depth, ply, .. } = at;
    let beta = at.window.beta;
    if !worker.has(Layer::Singular)
        || N::ROOT
        || depth < min_depth()
        || entry.depth < depth - STORED_SLACK
        || entry.bound == Bound::Upper
        || entry.score.is_decisive()
        || ply as i32 >= 2 * worker.iteration
    {
        return Ok(SingularVerdict::Extend(0));
    }
    let goal = entry.score - margin() * depth / 16;
    worker.stack[ply].excluded = Some(mv);
    let found = worker.negamax::<N::Again>(position, Window::zero(goal - 1), (depth - 1) / 2, ply);
    worker.stack[ply].excluded = None;
    let found = found?;
    worker.pv.clear(ply);
    if found < goal {
        let second = !N::PV && found < goal - twice();
        let third = second && !is_noisy(mv) && found < goal - thrice();
        return Ok(SingularVerdict::Extend(1 + i32::from(second) + i32::from(third)));
    }
    if !N::PV && found >= beta && !found.is_decisive() {
        return Ok(SingularVerdict::Cut(found));
    }
    let less = if entry.score >= beta {
        -2 - i32::from(!N::PV)
    } else if N::KIND == NodeKind::Cut {
        -2
    } else {
        0
    };
    Ok(SingularVerdict::Extend(less))
}
