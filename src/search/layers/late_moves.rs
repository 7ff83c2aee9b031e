//! `late-reductions` and `late-pruning`: moves that come late in a good order are seldom best.
//!
//! *Idea.* With the likely moves tried first, a late quiet move almost always fails. It is searched less deep, and again at
//! full depth only if it surprises (late move reductions: Romstad's Glaurung and Letouzey's Fruit, about 2005). Near
//! the horizon, after enough of them have failed, the rest is not searched at all (late move pruning).
//! *When.* Quiet moves, from depth 3 and the second move on; less on the principal variation, for a check, for a move with a
//! good history, more where a cut is expected or the position has not improved.
//! *Cost and gain.* `late-reductions` +108 ± 61, `late-pruning` +80 ± 56 (120 games at 20,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search against
//! itself without the layer).
//! *Tried and lost.* Nothing yet.

use std::sync::LazyLock;

const MIN_DEPTH: i32 = 3;
/// All in 1/1024 ply: the base, and the factor of ln(depth)·ln(move number).
const BASE: i32 = 819;
const FACTOR: i64 = 455;
const PLY: i32 = 1024;
/// History for one ply less.
const HISTORY_DIVISOR: i32 = 8192;

/// What is known of a move that may be reduced.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts of a move, not a state")]
pub struct Late {
    /// Plies left at the node.
    pub depth: i32,
    /// The number of the move, from 1.
    pub number: usize,
    /// Whether the principal variation is expected here.
    pub pv: bool,
    /// Whether a cut is expected here.
    pub cut: bool,
    /// Whether the static value has risen since our last move.
    pub improving: bool,
    /// Whether the move gives check.
    pub checks: bool,
    /// What history says of the move, ±8192.
    pub history: i32,
}

/// Plies by which a quiet move is reduced: 0 or more.
#[must_use]
pub fn reduction(late: Late) -> i32 {
    if late.depth < MIN_DEPTH || late.number < 2 {
        return 0;
    }
    let mut reduction = BASES[at(late.depth.unsigned_abs() as usize)][at(late.number)];
    reduction += PLY * (i32::from(late.cut) + i32::from(!late.improving));
    reduction -= PLY * (i32::from(late.pv) + i32::from(late.checks));
    reduction -= late.history * PLY / HISTORY_DIVISOR;
    (reduction / PLY).max(0)
}

/// After how many moves of a node the quiet ones left are not searched.
#[must_use]
pub fn enough(depth: i32, improving: bool) -> usize {
    ((3 + depth * depth) / if improving { 1 } else { 2 }).unsigned_abs() as usize
}

/// The reduction of a move of which nothing is known but how late it comes.
#[must_use]
pub fn base(depth: i32, number: usize) -> i32 {
    BASES[at(depth.unsigned_abs() as usize)][at(number)] / PLY
}

fn at(number: usize) -> usize {
    number.min(63)
}

/// ln(n) in 1/1024, rounded: a table of integers, because floating point may differ in the last bit between machines and the
/// count of nodes must not.
const LN: [i64; 64] = [
    0, 0, 710, 1125, 1420, 1648, 1835, 1993, 2129, 2250, 2358, 2455, 2545, 2627, 2702, 2773, 2839, 2901,
    2960, 3015, 3068, 3118, 3165, 3211, 3254, 3296, 3336, 3375, 3412, 3448, 3483, 3516, 3549, 3580, 3611,
    3641, 3670, 3698, 3725, 3751, 3777, 3803, 3827, 3851, 3875, 3898, 3921, 3943, 3964, 3985, 4006, 4026,
    4046, 4066, 4085, 4104, 4122, 4140, 4158, 4175, 4193, 4210, 4226, 4243,
];

static BASES: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let mut bases = [[0; 64]; 64];
    for (depth, row) in bases.iter_mut().enumerate().skip(1) {
        for (number, base) in row.iter_mut().enumerate().skip(1) {
            *base = BASE + (FACTOR * LN[depth] * LN[number] / (1024 * 1024)) as i32;
        }
    }
    bases
});

#[cfg(test)]
mod tests {
    use super::*;

    const LATE: Late =
        Late { depth: 8, number: 12, pv: false, cut: false, improving: true, checks: false, history: 0 };

    #[test]
    fn logarithms_are_those_of_the_textbook() {
        for (n, ln) in LN.iter().enumerate().skip(1) {
            assert_eq!(*ln, ((n as f64).ln() * 1024.0).round() as i64);
        }
    }

    #[test]
    fn later_and_deeper_is_reduced_more_and_good_history_less() {
        assert!(reduction(LATE) > reduction(Late { number: 3, ..LATE }));
        assert!(reduction(LATE) > reduction(Late { depth: 3, ..LATE }));
        assert!(reduction(LATE) > reduction(Late { history: 8000, ..LATE }));
        assert!(reduction(LATE) > reduction(Late { pv: true, checks: true, ..LATE }));
        assert!(reduction(LATE) < reduction(Late { cut: true, improving: false, ..LATE }));
        assert_eq!(reduction(Late { depth: 2, ..LATE }), 0);
        assert_eq!(reduction(Late { number: 1, ..LATE }), 0);
    }
}
