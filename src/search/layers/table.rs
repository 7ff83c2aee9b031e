//! `table`: what is remembered of a position, and when it ends a node.
//!
//! *Idea.* Different orders of moves lead to the same position; what was found out the first time is stored under its
//! [key](crate::position::keys) in the [table](crate::search::tt::table). A stored value ends a node if it lies outside the
//! window (`table`); the stored move is tried first (`table-move`).
//!
//! *Source.* Greenblatt's program, 1967; keys: Zobrist 1970.
//!
//! *When.* `table` wants exactly the depth asked for, which keeps it exact; `deeper-table` takes a greater one as well
//! and is selective. A value inside the window never ends a node, so no line is cut short; with `zero-window`, nodes of
//! the principal variation are not ended at all. Beyond [`TRUSTED_HALFMOVES`] no value is trusted.
//!
//! *Where.* Step 3 of [the node](crate::search::negamax); stored in step 11. Quiescence does the same in small.
//!
//! *Risk.* Two positions with one key of 64 bits: not seen in practice. From [`draws`](super::draws) on a value hangs
//! on the way to its position, which the table does not know: a stored win may be a draw here.
//!
//! *Cost and gain.* Nodes of the last iteration at depth 6 against the rung below, geometric mean of the 50 bench
//! positions: `table` 0.67, `table-move` 0.88, `deeper-table` 1.00. Games at 20,000 nodes a move, 200 each, 8moves
//! openings, 2026-11-20: `table` +17 ± 19, `table-move` 0 ± 20, `deeper-table` +7 ± 19. All with `material`.
//!
//! *Tried and lost.* Nothing yet.

use super::{LayerInfo, ReasonInfo, ReasonKind, deeper_table};
use crate::{
    position::{PackedMove, Position},
    search::{
        layer::Layer,
        node::{
            move_loop::Node,
            static_eval::StaticEval,
            worker::{At, Cut, Worker},
        },
        observe::{event::Event, observer::Observation, reason::Reason},
        tt::entry::TtEntry,
        types::{
            node_type::NodeType,
            window::{Bound, Window},
        },
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[
        ReasonInfo {
            code: "table_exact",
            says: "met before, remembered from a search of depth {depth}{move}: {us} gets {value} exactly",
            kind: ReasonKind::Table,
        },
        ReasonInfo {
            code: "table_lower",
            says: "met before, remembered from a search of depth {depth}{move}: {us} gets {value} or better",
            kind: ReasonKind::Table,
        },
        ReasonInfo {
            code: "table_upper",
            says: "met before, remembered from a search of depth {depth}{move}: {us} gets {value} at best",
            kind: ReasonKind::Table,
        },
    ],
    ..LayerInfo::EXACT
};

/// The stored value is exact.
pub const EXACT: Reason = Reason::Layer(Layer::Table, 0);
/// The stored value is a lower bound and reaches beta.
pub const LOWER: Reason = Reason::Layer(Layer::Table, 1);
/// The stored value is an upper bound and does not exceed alpha.
pub const UPPER: Reason = Reason::Layer(Layer::Table, 2);

/// Beyond so many plies without progress a stored value is not trusted: the fifty moves may come first.
pub const TRUSTED_HALFMOVES: u32 = 90;

/// The entry of a position, with mate scores counted from the root.
#[inline]
pub(crate) fn probe<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    ply: usize,
) -> Option<TtEntry> {
    if !worker.has(Layer::Table) && !worker.replays {
        return None;
    }
    let entry = worker.table.probe(position.key());
    worker.event(Event::Probe(entry.is_some()));
    let entry = entry?;
    Some(TtEntry { score: entry.score.from_table(ply), ..entry })
}

/// Ends a node of type `N` if its entry is deep enough and the stored bound lies outside the window.
#[inline]
pub(crate) fn cut<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    at: At<'_>,
    entry: Option<&TtEntry>,
) -> Option<Cut> {
    let entry = entry?;
    let deep_enough = entry.depth == at.depth || deeper_table::suffices(worker, entry, at.depth);
    if N::ROOT || !deep_enough || N::PV && worker.has(Layer::ZeroWindow) {
        return None;
    }
    bound_cut(worker, at.position, at.window, entry)
}

/// Ends a node if the stored bound lies outside the window, whatever its depth.
#[inline]
pub(crate) fn bound_cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    window: Window,
    entry: &TtEntry,
) -> Option<Cut> {
    worker.event(Event::UsableEntry);
    let trusted = !worker.has(Layer::Draws) || position.halfmoves() < TRUSTED_HALFMOVES;
    if !worker.has(Layer::Table) || !trusted {
        return None;
    }
    let reason = match entry.bound {
        Bound::Exact => EXACT,
        Bound::Lower => LOWER,
        Bound::Upper => UPPER,
    };
    let above = entry.score >= window.beta && entry.bound != Bound::Upper;
    let below = entry.score <= window.alpha && entry.bound != Bound::Lower;
    if !above && !below {
        return None;
    }
    worker.event(Event::TableCutoff(entry.depth, entry.mv));
    Some(Cut { score: entry.score, reason })
}

/// Stores the result of a node.
#[inline]
pub(crate) fn store<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    node: &Node,
    eval: &StaticEval,
) {
    if worker.has(Layer::Table) {
        let entry = TtEntry {
            mv: node.best_move.map_or(PackedMove::NONE, PackedMove::pack),
            score: node.best.to_table(node.ply),
            eval: eval.raw,
            depth: node.depth,
            bound: node.bound(),
            pv: eval.was_pv,
        };
        write(worker, position, entry);
    }
}

/// Hands an entry to the transposition table.
#[inline]
pub(crate) fn write<O: Observation>(worker: &mut Worker<'_, O>, position: &Position, entry: TtEntry) {
    let result = worker.table.store(position.key(), entry);
    worker.event(Event::Store(result));
}

/// Fetches the cache line of a position that will be probed soon.
#[inline]
pub(crate) fn prefetch<O: Observation>(worker: &Worker<'_, O>, child: &Position) {
    if worker.has(Layer::Table) {
        worker.table.prefetch(child.key());
    }
}
