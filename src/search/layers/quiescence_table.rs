//! TT in quiescence search (`quiescence-table`): use the transposition table below the horizon as well.
//!
//! Previous layer: [`shallow-aspiration`](super::shallow_aspiration). Next layer: [`quiescence-pruning`](super::quiescence_pruning).
//!
//! **Idea.** Different moves can lead to the same position in quiescence search as well as in the main
//! search. A stored bound can end a quiescence node, the stored static evaluation saves a call of the
//! evaluator, and the TT move (layer `table-move`) is searched first if the side to move is in check.
//!
//! **When.** Every quiescence node above the maximum ply probes the TT and, unless a TT entry ends the node,
//! stores its result. A stored bound ends the node only if the window is a zero window. Results of quiescence
//! search are stored with depth 0 and as a bound, because a search of captures alone proves no exact score.
//!
//! **Where.** [Quiescence search](super::quiescence) probes the TT at the start of a node and stores its
//! result at the end.
//!
//! **Risk.** `quiescence-table` has the same risks as the [transposition table](table) of the main search:
//! key collisions, and scores that depend on the path.
//!
//! **Gain.** The three rungs from `draws-ahead` to `quiescence-pruning` together score +47 ± 26 Elo
//! against the rung `deeper-shallower` (400 games at 10,000 nodes per move, `classical`, UHO openings,
//! 2026-11-20). See [experiments](crate::search::experiments#quiescence-table).
//!
//! **Source.** Most engines probe the TT in quiescence search; the form of `quiescence-table` follows
//! Stockfish.

use super::{LayerInfo, quiescence::Quiet, table};
use crate::{
    chess::{
        position::{PackedMove, Position},
        score::Score,
    },
    search::{
        layer::Layer,
        node::worker::{EarlyResult, Worker},
        observe::observer::Observation,
        tt::entry::TtEntry,
        types::window::{Bound, Window},
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// Returns the TT entry of a position in quiescence search; `None` if there is no entry or the layer
/// `quiescence-table` is off.
pub(crate) fn probe<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
) -> Option<TtEntry> {
    if worker.has(Layer::QuiescenceTable) { table::probe(worker, position, ply) } else { None }
}

/// Ends a quiescence node if its window is a zero window and the stored bound lies outside the window.
pub(crate) fn cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    window: Window,
    entry: Option<&TtEntry>,
) -> Option<EarlyResult> {
    let entry = entry.filter(|_| window.is_zero())?;
    table::bound_cut(worker, position, window, entry)
}

/// Stores the result of a quiescence node that was entered with `window` in the TT, as a bound with depth 0.
pub(crate) fn store<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    quiet: &Quiet,
    window: Window,
    raw: Option<Score>,
    ply: usize,
    known: Option<&TtEntry>,
) {
    if !worker.has(Layer::QuiescenceTable) {
        return;
    }
    let bound = if quiet.best >= window.beta { Bound::Lower } else { Bound::Upper };
    let entry = TtEntry {
        mv: quiet.best_move.map_or(PackedMove::NONE, PackedMove::pack),
        score: quiet.best.to_table(ply),
        eval: raw,
        depth: 0,
        bound,
        pv: known.is_some_and(|entry| entry.pv),
    };
    table::write(worker, position, entry);
}
