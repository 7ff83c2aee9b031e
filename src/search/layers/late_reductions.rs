//! Late move reductions, LMR (`late-reductions`): search late moves to a reduced depth first.
//!
//! Previous layer: [`exchange-ordering`](super::exchange_ordering). Next layer: [`late-pruning`](super::late_pruning).
//!
//! **Idea.** If the move order is good, a late move almost always fails low. A node therefore searches a late
//! move to a reduced depth first. Only if the reduced search scores above alpha does the node search the move
//! again, to full depth or to [one ply more or less](super::deeper_shallower).
//!
//! **When.** Late move reductions apply at depth [`MIN_DEPTH`] or more, from the second move of a node on.
//! The reduction is a base plus a factor times ln(depth) · ln(move number). Moves that the node has pruned
//! count in the move number; quiet moves that the move picker skips after late move pruning do not. These
//! conditions make the reduction smaller:
//!
//! - a PV node, or a TT entry from a PV node; more so if the TT score is above alpha,
//! - a check, and a noisy move (capture or queen promotion),
//! - a good history; for a noisy move, the history is the [capture history](super::capture_history),
//! - the root ([`near-root`](super::near_root)).
//!
//! These conditions make the reduction larger:
//!
//! - an expected cut node,
//! - a static evaluation that is not improving,
//! - a quiet move while the TT move is noisy,
//! - a move of the node that has raised alpha, at depth [`MAX_DEPTH_AFTER_RAISE`] or less,
//! - many beta cutoffs one ply below,
//! - a bad history.
//!
//! A PV node gets the decrease for a TT entry from a PV node as well. The reduced depth is at least one ply.
//! [`TUNABLES`] lists the base, the factor and the size of each change.
//!
//! **Where.** Step 9 of [the node](crate::search::negamax) applies late move reductions.
//!
//! **Risk.** A strong quiet move that comes late in the move order is found some plies later. Good histories
//! reduce this risk, because they move a strong quiet move forward in the move order.
//!
//! **Gain.** The full search scores +124 ± 22 Elo against the same search without `late-reductions` (600
//! games at 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +139 ± 33 Elo against it by the
//! clock (200 games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#late-reductions).
//!
//! **Source.** Glaurung (Romstad) and Fruit (Letouzey), about 2005. The larger reduction after a move that
//! raised alpha, the smaller reduction with a TT score above alpha and the capture history follow Stockfish.
//!
//! ```
//! use glulam::search::layers::late_reductions::usual;
//!
//! // The reduction grows with the depth and with the move number, but ever more slowly, like a logarithm.
//! assert!(usual(5, 20) < usual(40, 20));
//! assert!(usual(20, 62) - usual(20, 32) < usual(20, 32) - usual(20, 2));
//! ```

use super::{LayerInfo, near_root};
use crate::{
    chess::position::{Move, Position, is_noisy},
    search::{
        layer::Layer,
        node::{move_loop::Node, static_eval::StaticEval, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
        types::node_type::{NodeKind, NodeType},
    },
};

tunables! {
    /// Base reduction of a late move, in 1/1024 ply.
    base = 968, 0..=2048, 64;
    /// Factor of ln(depth) · ln(move number) in the reduction, in 1/1024 ply.
    factor = 453, 200..=800, 24;
    /// Increase of the reduction in expected cut nodes, in 1/1024 ply.
    at_cut = 692, 0..=3072, 128;
    /// Increase of the reduction if the static evaluation is not improving, in 1/1024 ply.
    not_improving = 502, 0..=2048, 96;
    /// Decrease of the reduction in PV nodes, in 1/1024 ply.
    at_pv = 1185, 0..=2048, 96;
    /// Decrease of the reduction if the node is a PV node or its TT entry comes from one, in 1/1024 ply.
    was_pv = 615, 0..=2048, 96;
    /// Decrease of the reduction for a move that gives check, in 1/1024 ply.
    for_check = 1152, 0..=2048, 96;
    /// Decrease of the reduction for a capture or queen promotion, in 1/1024 ply.
    for_noisy = 1096, 0..=3072, 128;
    /// Increase of the reduction for a quiet move if the TT move is a capture or queen promotion, in 1/1024
    /// ply.
    table_takes = 663, 0..=2048, 96;
    /// Increase of the reduction after more than `many_cuts` beta cutoffs one ply below, in 1/1024 ply.
    after_cuts = 182, 0..=2048, 96;
    /// Increase of the reduction after a move of the node raised alpha, at depth [`MAX_DEPTH_AFTER_RAISE`] or
    /// less, in 1/1024 ply.
    after_raise = 1015, 0..=2048, 96;
    /// Decrease of the reduction if the node is a PV node or its TT entry comes from one, and the TT score is
    /// above alpha, in 1/1024 ply.
    above_alpha = 576, 0..=2048, 96;
    /// Largest number of beta cutoffs one ply below that does not yet increase the reduction by `after_cuts`.
    many_cuts = 2, 1..=6, 1;
    /// Sum of histories that makes the reduction one ply smaller, in history units.
    history_divisor = 10037, 2048..=20000, 768;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo =
    LayerInfo { needs: &[Layer::ZeroWindow], static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// Minimum depth for reductions, in plies.
pub const MIN_DEPTH: i32 = 3;
/// Maximum depth at which a move that raised alpha increases the reduction of the later moves, in plies.
pub const MAX_DEPTH_AFTER_RAISE: i32 = 13;
const PLY: i32 = 1024;

/// Properties of a move and its node that determine the reduction of the move.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent properties of a move, not states")]
struct Late {
    /// Remaining depth of the node, in plies.
    depth: i32,
    /// Number of the move in the order of the node's moves, from 1; pruned moves count.
    number: usize,
    /// Whether the node is a PV node.
    pv: bool,
    /// Whether the node is a PV node or its TT entry comes from one.
    was_pv: bool,
    /// Whether the TT score of the node is above alpha.
    above_alpha: bool,
    /// Whether a move of the node has raised alpha.
    raised: bool,
    /// Whether the node is an expected cut node.
    cut: bool,
    /// Whether the static evaluation of the node is [improving](StaticEval::improving).
    improving: bool,
    /// Whether the move gives check.
    checks: bool,
    /// Whether the move is a capture or a queen promotion.
    noisy: bool,
    /// Whether the TT move of the node is noisy.
    table_takes: bool,
    /// Number of [beta cutoffs](crate::search::node::stack::StackEntry::cutoffs) one ply below.
    cuts_below: i32,
    /// Sum of the histories of the move, in history units; the capture history of a noisy move.
    history: i32,
    /// Decrease of the reduction [near the root](super::near_root), in 1/1024 ply.
    spared: i32,
}

/// Reduction of a late move by all its properties, in plies, 0 or more.
fn plies(late: Late) -> i32 {
    if late.depth < MIN_DEPTH || late.number < 2 {
        return 0;
    }
    let more = |fact: bool, by: i32| if fact { by } else { 0 };
    let mut reduction = by_number(late.depth, late.number);
    reduction += more(late.cut, at_cut()) + more(!late.improving, not_improving());
    reduction += more(late.table_takes && !late.noisy, table_takes());
    reduction += more(late.cuts_below > many_cuts(), after_cuts());
    reduction += more(late.raised && late.depth <= MAX_DEPTH_AFTER_RAISE, after_raise());
    reduction -= more(late.pv, at_pv()) + more(late.was_pv, was_pv());
    reduction -= more(late.was_pv && late.above_alpha, above_alpha());
    reduction -= more(late.checks, for_check()) + more(late.noisy, for_noisy());
    reduction -= late.history * PLY / history_divisor() + late.spared;
    (reduction / PLY).max(0)
}

/// Reduction that follows from depth and move number alone, in plies, without the other properties of the
/// move.
pub fn usual(depth: i32, number: usize) -> i32 {
    by_number(depth, number) / PLY
}

fn by_number(depth: i32, number: usize) -> i32 {
    base() + factor() * LN[depth.clamp(1, 63) as usize] / PLY * LN[number.clamp(1, 63)] / PLY
}

/// 1024 · ln(n), rounded. The table holds integers because floating-point logarithms can differ in the last
/// bit between machines, and node counts must not differ.
const LN: [i32; 64] = [
    0, 0, 710, 1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545, 2627, 2702, 2773, 2839, 2901,
    2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296, 3336, 3375, 3412, 3448, 3483, 3516, 3549, 3580, 3611,
    3641, 3670, 3698, 3725, 3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943, 3964, 3985, 4006, 4026,
    4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
];

/// Reduction of the move `mv`, in plies; 0 if the layer `late-reductions` is off or inactive. `child` is the
/// position after `mv`, and `history` is the sum of the histories of `mv`.
#[inline]
pub(crate) fn reduction<N: NodeType, O: Observation>(
    worker: &Worker<'_, O>,
    mv: Move,
    history: i32,
    child: &Position,
    node: &Node,
    eval: &StaticEval,
) -> i32 {
    if !worker.has(Layer::LateReductions) {
        return 0;
    }
    plies(Late {
        depth: node.depth,
        number: node.move_number(),
        pv: N::PV,
        was_pv: eval.was_pv,
        above_alpha: eval.table_score.is_some_and(|score| score > node.window.alpha),
        raised: node.best_move.is_some(),
        cut: N::KIND == NodeKind::Cut,
        improving: eval.improving,
        checks: child.is_check(),
        noisy: is_noisy(mv),
        table_takes: node.table_takes,
        cuts_below: worker.stack[node.ply + 1].cutoffs,
        history,
        spared: near_root::spared(worker, node.ply),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATE: Late = Late {
        depth: 8,
        number: 12,
        pv: false,
        was_pv: false,
        above_alpha: false,
        raised: false,
        cut: false,
        improving: true,
        checks: false,
        noisy: false,
        table_takes: false,
        cuts_below: 0,
        history: 0,
        spared: 0,
    };

    #[test]
    fn the_integer_logarithms_equal_the_rounded_natural_logarithms() {
        for (n, ln) in LN.iter().enumerate().skip(1) {
            assert_eq!(*ln, ((n as f64).ln() * 1024.0).round() as i32);
        }
    }

    #[test]
    fn the_reduction_grows_with_depth_and_move_number_and_shrinks_with_a_good_history() {
        assert!(plies(LATE) > plies(Late { number: 3, ..LATE }));
        assert!(plies(LATE) > plies(Late { depth: 3, ..LATE }));
        assert!(plies(LATE) > plies(Late { history: 9000, ..LATE }));
        assert!(plies(LATE) > plies(Late { pv: true, checks: true, ..LATE }));
        assert!(plies(LATE) < plies(Late { cut: true, improving: false, ..LATE }));
        assert!(plies(LATE) < plies(Late { cuts_below: 9, table_takes: true, improving: false, ..LATE }));
        assert_eq!(plies(Late { depth: 2, ..LATE }), 0);
        assert_eq!(plies(Late { number: 1, ..LATE }), 0);
    }

    #[test]
    fn a_raised_alpha_at_low_depth_and_a_tt_score_above_alpha_after_a_pv_node_change_the_reduction() {
        let sum = |late: Late| (2..64).map(|number| plies(Late { number, ..late })).sum::<i32>();
        let [low, high] = [0, 1].map(|more| Late { depth: MAX_DEPTH_AFTER_RAISE + more, ..LATE });
        assert!(sum(Late { raised: true, ..low }) > sum(low));
        assert_eq!(sum(Late { raised: true, ..high }), sum(high));
        let was_pv = Late { was_pv: true, ..LATE };
        assert!(sum(Late { above_alpha: true, ..was_pv }) < sum(was_pv));
        assert_eq!(sum(Late { above_alpha: true, ..LATE }), sum(LATE));
    }
}
