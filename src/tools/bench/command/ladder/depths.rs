//! Text tables of the ladder, one for the exact and one for the selective rungs: rung after rung, with one
//! row for each depth.

use std::io::{self, Write};

use crate::{
    support::text::decimals,
    tools::{
        bench::ladder::report::Ladder,
        common::table::{
            Column::{self, Left, Right},
            Table,
        },
    },
};

/// Columns of the table that lists the counts of each rung depth by depth.
pub const DEPTHS: &[Column] = &[
    Left("rung"),
    Right("depth"),
    Right("nodes so far"),
    Right("nodes"),
    Right("d/d-1"),
    Right("leaves"),
    Right("qnodes"),
    Right("hits"),
    Right("cuts"),
    Right("ms so far"),
];

/// Writes a table for the exact rungs and a table for the selective rungs, with one row for each rung and
/// each depth that the rung reached on all positions, and rows with the leaves of the minimal tree.
pub fn write(out: &mut dyn Write, ladder: &Ladder) -> io::Result<()> {
    for block in ["exact", "selective"] {
        if ladder.growth.iter().all(|growth| growth.block != block) {
            continue;
        }
        let mut table = Table::new(DEPTHS);
        for growth in ladder.growth.iter().filter(|growth| growth.block == block) {
            let counts = |counts: &[u64]| counts.iter().map(u64::to_string).collect::<Vec<_>>();
            let mut cells = vec![growth.rung.clone(), growth.depth.to_string()];
            cells.extend(counts(&[growth.nodes, growth.last_nodes]));
            cells.push(decimals(growth.ebf_ratio, 2));
            cells.extend(counts(&[growth.leaves, growth.qnodes, growth.table_hits, growth.table_cuts]));
            cells.push(decimals(Some(growth.time_us as f64 / 1000.0), 1));
            table.row(cells);
        }
        for trees in ladder.minimal_trees.iter().filter(|trees| trees.block == block) {
            let leaves = trees.leaves.to_string();
            let [so_far, nodes, ratio] = [const { String::new() }; 3];
            table.row(["minimal tree".to_owned(), trees.depth.to_string(), so_far, nodes, ratio, leaves]);
        }
        writeln!(
            out,
            "Depth by depth, {block} rungs: each depth that a rung reached on all positions\n\n{table}"
        )?;
    }
    Ok(())
}
