//! `quiescence-table`: quiescence probes the transposition table and stores in it.
//!
//! *Idea.* Positions recur below the horizon as well. A stored bound ends a quiescence node, its static evaluation saves a call
//! of the evaluator, and its move is tried first in check.
//!
//! *Source.* In most engines; in this form Stockfish.
//!
//! *When.* At every quiescence node; a stored bound ends it only in a zero window. Stored at depth 0 and as a bound, because
//! captures alone prove no exact value.
//!
//! *Where.* In [quiescence](super::quiescence).
//!
//! *Risk.* That of [`table`].
//!
//! *Cost and gain.* Not measured alone; elsewhere +8 to +47. With the rungs from `draws-ahead` to `quiescence-pruning` +47 ± 26
//! (400 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

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

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::SELECTIVE };

/// The entry of a position below the horizon.
pub(crate) fn probe<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
) -> Option<TtEntry> {
    if worker.has(Layer::QuiescenceTable) { table::probe(worker, position, ply) } else { None }
}

/// Ends a quiescence node with a zero window if the stored bound lies outside it.
pub(crate) fn cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    window: Window,
    entry: Option<&TtEntry>,
) -> Option<Cut> {
    let entry = entry.filter(|_| window.is_zero())?;
    table::bound_cut(worker, position, window, entry)
}

/// Stores the result of a quiescence node that was asked with `window`.
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
