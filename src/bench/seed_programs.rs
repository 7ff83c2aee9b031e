//! What the student programs counted on their own positions, as far as it is sound.
//!
//! The engine grew out of five of them. Two left node counts: *A* by minimax and alpha-beta on `blocking`, *B* by minimax on `standoff`.
//! Both count as this engine does, every position entered below the root. Minimax has no freedom, so its counts must be ours
//! to the node; A's alpha-beta asks each move of the root with a full window and tries quiet moves before captures, so that its count
//! is another one, beside which ours stands. Their counts with tables, and those of B with alpha-beta, have not been reproduced by any
//! program and are left out.

/// A count of a student program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeCount {
    /// The position, as FEN.
    fen: &'static str,
    /// Who counted.
    pub program: &'static str,
    /// The rung it comes nearest to.
    pub rung: &'static str,
    /// The depth.
    pub depth: i32,
    /// The nodes below the root.
    pub nodes: u64,
    /// Whether ours must be the same.
    pub same: bool,
}

const BLOCKING: &str = "r1b2rk1/pppp1ppp/2n5/2b1q3/3P4/2P5/PPP2PPP/R1BQKBNR w - - 0 1";
const STANDOFF: &str = "r1b1kb1r/pppp1pp1/4p3/2n5/2Q1BN1q/3P4/PP2PP2/RNB1K2R b KQkq - 0 1";

const fn minimax(fen: &'static str, program: &'static str, depth: i32, nodes: u64) -> NodeCount {
    NodeCount { fen, program, rung: "minimax", depth, nodes, same: true }
}

const fn alphabeta(depth: i32, nodes: u64) -> NodeCount {
    NodeCount { fen: BLOCKING, program: "A", rung: "alpha-beta", depth, nodes, same: false }
}

/// All of them.
const NODE_COUNTS: &[NodeCount] = &[
    minimax(BLOCKING, "A", 2, 257),
    minimax(BLOCKING, "A", 3, 7_403),
    minimax(BLOCKING, "A", 4, 294_104),
    alphabeta(2, 257),
    alphabeta(3, 6_720),
    alphabeta(4, 206_179),
    minimax(STANDOFF, "B", 1, 40),
    minimax(STANDOFF, "B", 2, 1_741),
    minimax(STANDOFF, "B", 3, 66_890),
    minimax(STANDOFF, "B", 4, 2_851_743),
];

/// What the student programs counted in this position, up to this depth.
pub fn node_counts(fen: &str, depth: i32) -> impl Iterator<Item = &'static NodeCount> + use<'_> {
    let here = without_counters(fen).collect::<Vec<_>>();
    let is_here = move |count: &&NodeCount| without_counters(count.fen).eq(here.iter().copied());
    NODE_COUNTS.iter().filter(move |count| count.depth <= depth).filter(is_here)
}

/// The fields of a FEN that a search to a few plies depends on.
fn without_counters(fen: &str) -> impl Iterator<Item = &str> {
    fen.split_whitespace().take(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        bench::{Case, ladder::run, plan::Plan},
        positions,
    };

    #[test]
    fn minimax_counts_what_the_student_programs_counted_and_alpha_beta_fewer() {
        let cases = ["blocking", "standoff"].map(|name| Case::from(positions::named(name).expect(name)));
        let steps: Vec<_> = Plan::default().steps.into_iter().take(2).collect();
        let blocks = run(&Plan { steps, depth: 3, ..Plan::default() }, &cases, || ()).expect("memory");
        let mut compared = 0;
        for entry in &blocks[0].entries {
            for count in node_counts(&entry.fen, 3) {
                let row = entry.rows.iter().find(|row| row.rung == count.rung).expect("both were run");
                let ours = row.stage(count.depth).expect("searched").counts.nodes;
                assert!(
                    if count.same { ours == count.nodes } else { ours <= count.nodes },
                    "{count:?}: {ours}"
                );
                compared += 1;
            }
        }
        assert_eq!(compared, 7);
    }
}
