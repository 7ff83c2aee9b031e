//! Transposition table, TT (`table`): reuse the result of an earlier search of the same position.
//!
//! Previous layer: [`deepening`](super::deepening). Next layer: [`table-move`](super::table_move).
//!
//! **Idea.** Different move orders lead to the same position. The first search of a position stores its
//! result in the [transposition table](crate::search::tt::table) under the [Zobrist
//! key](crate::chess::position::keys) of the position. If the same position occurs again, a stored score outside the
//! window ends the node (layer `table`), and the stored move is searched first (layer `table-move`).
//!
//! **When.** The layer `table` uses a stored score only from exactly the same depth, which keeps the layer
//! exact. The layer `deeper-table` also uses scores from greater depths and is selective. A stored score
//! inside the window never ends a node, so principal variations are never cut short. If the layer
//! `zero-window` is on, a stored score never ends a PV node. If the layer [`draws`](super::draws) is on, no
//! stored score ends a node after [`TRUSTED_HALFMOVES`] plies without a capture or pawn move.
//!
//! **Where.** Step 3 of [the node](crate::search::negamax) probes the TT, and step 11 stores the result of
//! the node. [Quiescence search](super::quiescence_table) has its own TT probe and store.
//!
//! **Risk.** Two positions can share one 64-bit key; such a key collision has not been observed in practice.
//! From the rung [`draws`](super::draws) on, a score depends on the path to its position, and the TT does not
//! store the path. A stored win can therefore be a draw on the current path.
//!
//! **Gain.** At depth 6 the last iteration of the rung `table` visits 0.67 times as many nodes as that of
//! the rung below, `deepening` (geometric mean over the 50 bench positions, evaluator `material`). See
//! [experiments](crate::search::experiments#table).
//!
//! **Source.** Greenblatt's chess program used a transposition table in 1967; the hash keys are by Zobrist
//! (1970).

use super::{LayerInfo, ReasonInfo, ReasonKind, deeper_table};
use crate::{
    chess::position::{PackedMove, Position},
    search::{
        layer::Layer,
        node::{
            move_loop::Node,
            static_eval::StaticEval,
            worker::{At, EarlyResult, Worker},
        },
        observe::{event::Event, observer::Observation, reason::Reason},
        tt::entry::TtEntry,
        types::{
            node_type::NodeType,
            window::{Bound, Window},
        },
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    reasons: &[
        ReasonInfo {
            code: "table_exact",
            term: "table hit, exact score",
            says: "Transposition table entry of depth {depth}{move}: {result}",
            kind: ReasonKind::Table,
        },
        ReasonInfo {
            code: "table_lower",
            term: "table hit, lower bound",
            says: "Transposition table entry of depth {depth}{move}: {result}; {enough}",
            kind: ReasonKind::Table,
        },
        ReasonInfo {
            code: "table_upper",
            term: "table hit, upper bound",
            says: "Transposition table entry of depth {depth}{move}: {result}; {needed}",
            kind: ReasonKind::Table,
        },
    ],
    ..LayerInfo::EXACT
};

/// Reason for the end of a node: its TT score is exact and lies outside the window.
pub const EXACT: Reason = Reason::Layer(Layer::Table, 0);
/// Reason for the end of a node: its TT score is a lower bound and reaches beta.
pub const LOWER: Reason = Reason::Layer(Layer::Table, 1);
/// Reason for the end of a node: its TT score is an upper bound and does not exceed alpha.
pub const UPPER: Reason = Reason::Layer(Layer::Table, 2);

/// Number of plies without a capture or pawn move from which TT scores no longer end a node, because the
/// fifty-move rule may end the game first.
pub const TRUSTED_HALFMOVES: u32 = 90;

/// Returns the TT entry of a position, with a decisive score converted to plies from the root. Returns `None` if
/// there is no entry, or if the layer `table` is off and the search is not a replay.
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

/// Ends a node of type `N` with the score of its TT entry, exact or a bound, if the entry is deep enough and
/// proves that the value of the node is at most alpha or at least beta. Never ends the root or, with the
/// layer `zero-window`, a PV node.
#[inline]
pub(crate) fn cut<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    at: At<'_>,
    entry: Option<&TtEntry>,
) -> Option<EarlyResult> {
    let entry = entry?;
    let deep_enough = entry.depth == at.depth || deeper_table::suffices(worker, entry, at.depth);
    if N::ROOT || !deep_enough || N::PV && worker.has(Layer::ZeroWindow) {
        return None;
    }
    bound_cut(worker, at.position, at.window, entry)
}

/// Ends a node if the bound in its TT entry lies outside the window, unless the layer `table` is off or, with
/// `draws`, the fifty-move counter has reached [`TRUSTED_HALFMOVES`]. The function does not compare the depth
/// of the entry with the depth of the node.
#[inline]
pub(crate) fn bound_cut<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    window: Window,
    entry: &TtEntry,
) -> Option<EarlyResult> {
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
    Some(EarlyResult { score: entry.score, reason })
}

/// Stores the result of a main search node in the transposition table, if the layer `table` is on.
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

/// Writes an entry to the transposition table.
#[inline]
pub(crate) fn write<O: Observation>(worker: &mut Worker<'_, O>, position: &Position, entry: TtEntry) {
    let result = worker.table.store(position.key(), entry);
    worker.event(Event::Store(result));
}

/// Prefetches the TT cache line of the position with `key`, which will be probed soon.
#[inline]
pub(crate) fn prefetch<O: Observation>(worker: &Worker<'_, O>, key: u64) {
    if worker.has(Layer::Table) {
        worker.table.prefetch(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::score::Score,
        search::{
            node::testing::with_worker,
            types::{
                node_type::{Cut, Pv},
                piece_to::PieceTo,
            },
        },
    };

    #[test]
    fn a_stored_mate_is_found_with_its_distance_from_the_root() {
        with_worker(|worker| {
            let position = Position::start();
            for (stored, found) in
                [(Score::mate_in(3), Score::mate_in(7)), (Score::mated_in(2), Score::mated_in(6))]
            {
                let (mv, bound) = (PackedMove::NONE, Bound::Exact);
                write(
                    worker,
                    &position,
                    TtEntry { mv, score: stored, eval: None, depth: 9, bound, pv: false },
                );
                assert_eq!(probe(worker, &position, 4).map(|entry| entry.score), Some(found));
            }
        });
    }

    #[test]
    fn an_entry_contains_the_raw_evaluation_and_not_the_corrected_one() {
        with_worker(|worker| {
            let position = Position::start();
            let node = Node::new(Window::zero(Score::DRAW), 5, 0, [PieceTo::NONE; 3]);
            let (raw, value) = (Some(Score::cp(10)), Some(Score::cp(50)));
            store(worker, &position, &node, &StaticEval { raw, value, ..StaticEval::default() });
            assert_eq!(probe(worker, &position, 0).expect("stored").eval, raw);
        });
    }

    #[test]
    fn a_lower_bound_ends_a_node_from_beta_on_and_an_upper_bound_up_to_alpha() {
        with_worker(|worker| {
            let window = Window { alpha: Score::cp(10), beta: Score::cp(50) };
            for (bound, ending) in
                [(Bound::Lower, &[50, 60][..]), (Bound::Upper, &[0, 10]), (Bound::Exact, &[0, 10, 50, 60])]
            {
                let ends = |score: &i32| {
                    let (mv, score) = (PackedMove::NONE, Score::cp(*score));
                    let entry = TtEntry { mv, score, eval: None, depth: 9, bound, pv: false };
                    bound_cut(worker, &Position::start(), window, &entry).is_some()
                };
                let found: Vec<_> = [0, 10, 30, 50, 60].into_iter().filter(ends).collect();
                assert_eq!(found, ending, "{bound:?}");
            }
        });
    }

    #[test]
    fn an_entry_of_a_shallower_search_ends_no_node_and_no_entry_ends_a_pv_node() {
        with_worker(|worker| {
            let position = Position::start();
            let (mv, score, bound) = (PackedMove::NONE, Score::cp(50), Bound::Exact);
            let at = At { position: &position, window: Window::zero(Score::DRAW), depth: 5, ply: 1 };
            for (depth, ends) in [(4, false), (5, true), (6, true)] {
                let entry = Some(TtEntry { mv, score, eval: None, depth, bound, pv: false });
                assert_eq!(cut::<Cut, _>(worker, at, entry.as_ref()).is_some(), ends, "depth {depth}");
                assert!(cut::<Pv, _>(worker, at, entry.as_ref()).is_none(), "depth {depth}");
            }
        });
    }
}
