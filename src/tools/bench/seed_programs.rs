//! Node counts that two student programs reported for their own test positions.
//!
//! Glulam goes back to five student programs. Two of the five student programs left node counts: program *A*
//! for minimax and alpha-beta on the position `blocking`, program *B* for minimax on `standoff`. Programs A
//! and B count nodes as Glulam does: every position entered below the root. The node count of minimax is
//! fully determined, so Glulam's minimax must have exactly the counts of both programs. Alpha-beta of program
//! A searches every root move with a full window and tries quiet moves before captures, so Glulam's
//! alpha-beta needs fewer nodes. The counts of programs A and B with transposition tables, and the counts of
//! program B with alpha-beta, could not be reproduced by any program and are not listed.

/// Node count that a student program reported for one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeCount {
    /// Position as a FEN.
    fen: &'static str,
    /// Letter of the student program: `A` or `B`.
    pub program: &'static str,
    /// Rung of Glulam that corresponds to the search of the program.
    pub rung: &'static str,
    /// Search depth, in plies.
    pub depth: i32,
    /// Nodes below the root that the student program visited.
    pub nodes: u64,
    /// Whether Glulam's node count must equal `nodes`; if not, Glulam's node count must be at most `nodes`.
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

/// Node counts of the student programs that could be reproduced: minimax of two programs, and
/// alpha-beta of one of the two.
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

/// Returns the node counts of the student programs for the position `fen`, up to `depth` plies.
pub fn node_counts(fen: &str, depth: i32) -> impl Iterator<Item = &'static NodeCount> + use<'_> {
    let here = without_counters(fen).collect::<Vec<_>>();
    let is_here = move |count: &&NodeCount| without_counters(count.fen).eq(here.iter().copied());
    NODE_COUNTS.iter().filter(move |count| count.depth <= depth).filter(is_here)
}

/// Returns the first four fields of a FEN; the move counters do not affect a search of a few plies.
fn without_counters(fen: &str) -> impl Iterator<Item = &str> {
    fen.split_whitespace().take(4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::positions::{self, Case},
        tools::bench::{ladder::run, plan::LadderPlan},
    };

    #[test]
    fn minimax_has_the_counts_of_the_student_programs_and_alpha_beta_has_no_more() {
        let cases = ["blocking", "standoff"].map(|name| Case::from(positions::named(name).expect(name)));
        let steps: Vec<_> = LadderPlan::default().steps.into_iter().take(2).collect();
        let blocks =
            run(&LadderPlan { steps, depth: 3, ..LadderPlan::default() }, &cases, || ()).expect("memory");
        let mut compared = 0;
        for entry in &blocks[0].entries {
            for count in node_counts(&entry.fen, 3) {
                let row = entry.rows.iter().find(|row| row.rung == count.rung).expect("both rungs were run");
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
