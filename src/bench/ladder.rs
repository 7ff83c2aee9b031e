//! The ladder, measured: every rung on the same positions at the same depth.
//!
//! There are two blocks. In the first the exact rungs stand side by side at a depth that minimax can still reach: all
//! must find the same score ([`verdict`](super::verdict)), and what differs is how many nodes they need for it. In the second
//! the selective rungs follow, with the exact ones below them for comparison, at a greater depth, because what they do
//! takes depth to show.
//!
//! A rung that would visit more than [`Plan::max_nodes`] nodes of a position is given up there and shown as not run. The rungs of a
//! position are run from the top down, and once one was too large, those below it are not tried: they would be larger
//! still, or nearly. So a position is given up at most once in each block.

use super::{
    Case,
    measure::{Measured, Meter},
    oracle::{minimal_leaves, oracle_leaves},
    plan::{Plan, Step},
};
use crate::search::{Algorithm, Memory, Setup, table::OutOfMemory};

/// Which of the two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Rungs that must agree with minimax.
    Exact,
    /// Rungs that may find another score, with the exact ones below them.
    Selective,
}

/// Some rungs at one depth, on every position.
#[derive(Clone, Debug)]
pub struct Block {
    /// Which block it is.
    pub kind: Kind,
    /// The depth of all its searches.
    pub depth: i32,
    /// Its rungs, lowest first.
    pub steps: Vec<Step>,
    /// One a position.
    pub entries: Vec<Entry>,
}

/// One position at one depth.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Which position.
    pub id: String,
    /// The position as FEN.
    pub fen: String,
    /// The depth of the searches.
    pub depth: i32,
    /// One a rung, lowest first.
    pub rows: Vec<Row>,
    /// The leaves left with nearly perfect ordering; `None` if they are too many. Of exact blocks only.
    pub oracle_leaves: Option<u64>,
    /// Knuth and Moore's minimum for a tree as wide as minimax's is on average; `None` if minimax was not run.
    pub minimal_tree_leaves: Option<u64>,
}

/// One rung on one position.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the rung.
    pub rung: String,
    /// What it is.
    pub algorithm: Algorithm,
    /// What it did; `None` if it was not run, or given up.
    pub measured: Option<Measured>,
}

/// Measures all blocks of `plan` on `cases`; `done` is called after each position of each block.
///
/// # Errors
/// [`OutOfMemory`] if the table cannot be had.
pub fn run(plan: &Plan, cases: &[Case], mut done: impl FnMut()) -> Result<Vec<Block>, OutOfMemory> {
    let Plan { evaluator, terms, .. } = *plan;
    let setup = Setup { evaluator, terms, eval_file: plan.eval_file.clone(), ..Setup::default() };
    let meter = Meter::new(plan.megabytes, setup, plan.max_nodes)?;
    let mut blocks = plan.blocks();
    for block in &mut blocks {
        for case in cases {
            block.entries.push(entry(&meter, block, case));
            done();
        }
    }
    Ok(blocks)
}

fn entry(meter: &Meter, block: &Block, case: &Case) -> Entry {
    let mut rows = Vec::new();
    let mut too_large = false;
    for Step { rung, algorithm } in block.steps.iter().rev() {
        let measured = if too_large {
            None
        } else {
            meter.measure(case, *algorithm, block.depth, &mut Memory::default())
        };
        too_large = measured.is_none();
        rows.push(Row { rung: rung.clone(), algorithm: *algorithm, measured });
    }
    rows.reverse();
    let exact = block.kind == Kind::Exact;
    Entry {
        id: case.id.clone(),
        fen: case.position.to_string(),
        depth: block.depth,
        oracle_leaves: if exact { oracle_leaves(meter, case, &block.steps, block.depth) } else { None },
        minimal_tree_leaves: minimal_leaves(&rows, block.depth),
        rows,
    }
}
