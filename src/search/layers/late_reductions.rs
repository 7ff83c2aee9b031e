//! `late-reductions`: moves that come late in a good order are searched less deep first.
//!
//! *Idea.* With the likely moves tried first, a late quiet move almost always fails. It is searched less deep, and
//! again at full depth only if it surprises (late move reductions).
//!
//! *Source.* Romstad's Glaurung and Letouzey's Fruit, about 2005.
//!
//! *When.* From depth [`MIN_DEPTH`] and the second move on. The reduction is a base plus a factor times ln(depth) times
//! ln(number of the move); less on the principal variation, where the table remembers one, for a check, for a capture,
//! for a good history; more where a cut is expected, where the position has not improved, where the table remembers a
//! capture, where replies refute one move after another. All of it: [`TUNABLES`].
//!
//! *Where.* Step 9 of [the node](crate::search::negamax).
//!
//! *Risk.* The quiet, late, strong move: it is found some plies later. Hence histories.
//!
//! *Cost and gain.* The full search against itself without the layer, `classical`, UHO openings, 2026-11-20:
//! +108 ± 61 (120 games at 20,000 nodes a move). The rung against `exchange`: +90 ± 30 (400 games at 10,000).
//!
//! *Tried and lost.* Nothing yet.
//!
//! ```
//! use glulam::search::layers::late_reductions::usual;
//!
//! // It grows with the depth and with the number of the move, but as logarithms do: ever slower.
//! assert!(usual(5, 20) < usual(40, 20));
//! assert!(usual(20, 62) - usual(20, 32) < usual(20, 32) - usual(20, 2));
//! ```

use super::{LayerInfo, near_root};
use crate::{
    position::{Move, Position, is_noisy},
    search::{
        layer::Layer,
        node::{move_loop::Node, static_eval::StaticEval, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
        types::node_type::{Kind, NodeType},
    },
};

tunables! { "late_moves":
    /// All in 1/1024 ply: what every late move is reduced by,
    base = 933, 0..=2048, 64;
    /// and the factor of ln(depth)·ln(move number).
    factor = 445, 200..=800, 24;
    /// Where a cut is expected.
    at_cut = 738, 0..=3072, 128;
    /// Where the static value has not risen.
    not_improving = 602, 0..=2048, 96;
    /// Less on the principal variation.
    at_pv = 1114, 0..=2048, 96;
    /// Less where the table remembers one.
    was_pv = 588, 0..=2048, 96;
    /// Less for a check.
    for_check = 1210, 0..=2048, 96;
    /// Less for a capture.
    for_noisy = 1134, 0..=3072, 128;
    /// More of a quiet move where the table remembers a capture.
    table_takes = 688, 0..=2048, 96;
    /// More where replies have cut often.
    after_cuts = 205, 0..=2048, 96;
    /// So many cuts among the replies are often.
    many_cuts = 2, 1..=6, 1;
    /// History for one ply less.
    history_divisor = 8100, 2048..=20000, 768;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo =
    LayerInfo { needs: &[Layer::ZeroWindow], static_eval: true, tunables: &TUNABLES, ..LayerInfo::SELECTIVE };

/// No reduction below this depth.
pub const MIN_DEPTH: i32 = 3;
const PLY: i32 = 1024;

/// What is known of a move that may be reduced.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts of a move, not a state")]
struct Late {
    /// Plies left at the node.
    depth: i32,
    /// The number of the move, from 1.
    number: usize,
    /// Whether the principal variation is expected here.
    pv: bool,
    /// Whether the position was met on one before.
    was_pv: bool,
    /// Whether a cut is expected here.
    cut: bool,
    /// Whether the static value has risen since our last move.
    improving: bool,
    /// Whether the move gives check.
    checks: bool,
    /// Whether it takes something or makes a queen.
    noisy: bool,
    /// Whether the remembered move of the node is noisy.
    table_takes: bool,
    /// How often replies to the moves before it made a cut.
    cuts_below: i32,
    /// What the histories say of the move.
    history: i32,
    /// Less for [nearness to the root](super::near_root), in 1/1024 ply.
    spared: i32,
}

/// Plies by which a move is reduced: 0 or more.
fn plies(late: Late) -> i32 {
    if late.depth < MIN_DEPTH || late.number < 2 {
        return 0;
    }
    let more = |fact: bool, by: i32| if fact { by } else { 0 };
    let mut reduction = by_number(late.depth, late.number);
    reduction += more(late.cut, at_cut()) + more(!late.improving, not_improving());
    reduction += more(late.table_takes && !late.noisy, table_takes());
    reduction += more(late.cuts_below > many_cuts(), after_cuts());
    reduction -= more(late.pv, at_pv()) + more(late.was_pv, was_pv());
    reduction -= more(late.checks, for_check()) + more(late.noisy, for_noisy());
    reduction -= late.history * PLY / history_divisor() + late.spared;
    (reduction / PLY).max(0)
}

/// The plies by which a move is reduced of which nothing is known but how late it comes.
pub fn usual(depth: i32, number: usize) -> i32 {
    by_number(depth, number) / PLY
}

fn by_number(depth: i32, number: usize) -> i32 {
    base() + factor() * LN[depth.clamp(1, 63) as usize] / PLY * LN[number.clamp(1, 63)] / PLY
}

/// ln(n) in 1/1024, rounded: a table of integers, because floating point may differ in the last bit between machines and the
/// count of nodes must not.
const LN: [i32; 64] = [
    0, 0, 710, 1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545, 2627, 2702, 2773, 2839, 2901,
    2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296, 3336, 3375, 3412, 3448, 3483, 3516, 3549, 3580, 3611,
    3641, 3670, 3698, 3725, 3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943, 3964, 3985, 4006, 4026,
    4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
];

/// Plies by which a move is searched less deep at first; `child` is the position after it, `history` what the histories say.
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
        number: node.tried + 1,
        pv: N::PV,
        was_pv: eval.was_pv,
        cut: N::KIND == Kind::Cut,
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
    fn logarithms_are_those_of_the_textbook() {
        for (n, ln) in LN.iter().enumerate().skip(1) {
            assert_eq!(*ln, ((n as f64).ln() * 1024.0).round() as i32);
        }
    }

    #[test]
    fn later_and_deeper_is_reduced_more_and_good_history_less() {
        assert!(plies(LATE) > plies(Late { number: 3, ..LATE }));
        assert!(plies(LATE) > plies(Late { depth: 3, ..LATE }));
        assert!(plies(LATE) > plies(Late { history: 9000, ..LATE }));
        assert!(plies(LATE) > plies(Late { pv: true, checks: true, ..LATE }));
        assert!(plies(LATE) < plies(Late { cut: true, improving: false, ..LATE }));
        assert!(plies(LATE) < plies(Late { cuts_below: 9, table_takes: true, improving: false, ..LATE }));
        assert_eq!(plies(Late { depth: 2, ..LATE }), 0);
        assert_eq!(plies(Late { number: 1, ..LATE }), 0);
    }
}
