//! TT in quiescence search (`quiescence-table`): use the transposition table below the horizon as well.
//!
//! **Idea.** Positions recur below the horizon as well. A stored bound can end a quiescence node, the stored
//! static evaluation saves a call of the evaluator, and in check the TT move is searched first.
//!
//! **When.** Every quiescence node. A stored bound ends the node only if the window is a zero window. Results
//! of quiescence search are stored with depth 0 and as a bound, because a search of captures alone proves no
//! exact score.
//!
//! **Where.** In [quiescence search](super::quiescence).
//!
//! **Risk.** The risks of the [transposition table](table): key collisions, and scores that depend on the
//! path.
//!
//! **Cost and gain.** The rungs from `draws-ahead` to `quiescence-pruning` together gain +47 ± 26 Elo (400
//! games at 10,000 nodes per move, `classical`, UHO openings, 2026-11-20). The layer `quiescence-table` was
//! not measured separately. Other engines report +8 to +47 Elo for the table in quiescence search.
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Most engines probe the table in quiescence search; this form follows Stockfish.

use super::{LayerInfo, quiescence::Quiet, table};
use crate::{
    position::{PackedMove, Position},
    score::Score,
    search::{
        layer::Layer,
        node::worker::{Cut, Worker},
        observe::observer::Observation,
        tt::entry::TtEntry,
        types::window::{Bound, Window},
    },
};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// Returns the TT entry of a position in quiescence search.
pub(crate) fn probe<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
) -> Option<TtEntry> {
    if worker.has(Layer::QuiescenceTable) { table::probe(worker, position, ply) } else { None }
}

/// Ends a quiescence node if its window is a zero window and the stored bound lies outside.
pub(crate) fn cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    window: Window,
    entry: Option<&TtEntry>,
) -> Option<Cut> {
    let entry = entry.filter(|_| window.is_zero())?;
    table::bound_cut(worker, position, window, entry)
}

/// Stores the result of a quiescence node that was entered with `window`.
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
