//! Text output of the ladder totals: three tables for each block, because a terminal of 80 columns is too
//! narrow for one table.

use std::io::{self, Write};

use super::columns::{LEGEND, ORDER, SIZE, WORK};
use crate::{
    evaluate::EvalConfig,
    support::{
        json::Header,
        text::{decimals, or_dash},
    },
    tools::{
        bench::{
            ladder::{Block, BlockKind},
            plan::LadderPlan,
            tally::{Kinds, Rates, TableWork},
            totals::{RungTotal, totals},
            verdict::LadderVerdict,
        },
        common::table::{Column, Table},
    },
};

/// Writes the totals of a block, preceded by the results on every position if `lists_positions` is true.
pub fn block(out: &mut dyn Write, block: &Block, plan: &LadderPlan, lists_positions: bool) -> io::Result<()> {
    if lists_positions {
        block.entries.iter().try_for_each(|entry| super::positions::write(out, entry))?;
    }
    let rungs = match block.kind {
        BlockKind::Exact => "Exact rungs",
        BlockKind::Selective => "Selective rungs",
    };
    let LadderPlan { eval: EvalConfig { evaluator, .. }, megabytes, max_nodes, .. } = plan;
    let (depth, positions) = (block.depth, block.entries.len());
    writeln!(out, "{rungs}: depth {depth}, {positions} positions, evaluator {evaluator},")?;
    writeln!(out, "hash {megabytes} MiB, at most {max_nodes} nodes per search\n")?;
    let totals = totals(block);
    write!(out, "Size of the search, and agreement of the scores\n\n{}\n", size(block, &totals))?;
    write!(out, "{}", not_run(&totals, positions, *max_nodes))?;
    write!(out, "Quality of the move ordering\n\n{}\n", table(ORDER, &totals, order_cells))?;
    writeln!(out, "Speed, and work of the transposition table\n\n{}", table(WORK, &totals, work_cells))
}

/// Writes the names of the engine, the processor, the compilation target and the compiler.
pub fn header(out: &mut dyn Write, header: &Header) -> io::Result<()> {
    let Header { engine, target, cpu, compiler, .. } = header;
    let [cpu, compiler] = [cpu, compiler].map(|known| known.as_deref().unwrap_or("unknown"));
    writeln!(out, "{engine} on {cpu} ({target}),\nbuilt by {compiler}\n")
}

fn size(block: &Block, totals: &[RungTotal]) -> Table {
    let mut table = table(SIZE, totals, size_cells);
    if block.kind == BlockKind::Exact {
        let oracle = block.entries.iter().filter_map(|entry| entry.oracle_leaves);
        table.row(reference_cells("oracle order", oracle));
        let minimal = block.entries.iter().filter_map(|entry| entry.minimal_tree_leaves);
        table.row(reference_cells("minimal tree", minimal));
    }
    table
}

fn table(
    columns: &'static [Column],
    totals: &[RungTotal],
    cells: impl Fn(&RungTotal) -> Vec<String>,
) -> Table {
    let mut table = Table::new(columns);
    for total in totals {
        let is_run = total.positions > 0;
        table.row(if is_run { cells(total) } else { not_run_cells(&total.rung, columns.len()) });
    }
    table
}

fn size_cells(total: &RungTotal) -> Vec<String> {
    let mut cells = vec![total.rung.clone(), total.positions.to_string()];
    let counts = [total.nodes, total.time_ms, total.leaves, total.qnodes];
    cells.extend(counts.map(|count| count.to_string()));
    cells.extend([total.agreeing, total.other_moves].map(or_dash));
    cells
}

/// Returns the cells of a reference row, such as the minimal tree: number of positions and leaves.
fn reference_cells(name: &str, leaves: impl Iterator<Item = u64> + Clone) -> Vec<String> {
    let run = leaves.clone().count().to_string();
    let [nodes, ms] = [const { String::new() }; 2];
    vec![name.to_owned(), run, nodes, ms, leaves.sum::<u64>().to_string()]
}

fn order_cells(total: &RungTotal) -> Vec<String> {
    let mut cells = vec![total.rung.clone(), decimals(total.ebf, 2), decimals(total.ebf_ratio, 2)];
    cells.extend(order_rates(&total.rates, &total.kinds));
    cells.extend([total.fewer_than_below, total.fewer_than_minimax].map(|times| decimals(times, 2)));
    cells.push(decimals(total.efficiency_pct, 1));
    cells
}

fn work_cells(total: &RungTotal) -> Vec<String> {
    let mut cells = vec![total.rung.clone(), total.nps.to_string()];
    cells.extend(table_rates(&total.rates, &total.table));
    cells.extend([total.table.table_stores, total.table.table_replacements].map(or_dash));
    cells.push(decimals(total.table.table_full_permille, 0));
    cells
}

/// Returns the cells for the move ordering: first-move cutoffs, mean index of the cutting move, wrong cut
/// nodes.
pub fn order_rates(rates: &Rates, kinds: &Kinds) -> [String; 3] {
    [decimals(rates.cut_first_pct, 1), decimals(rates.mean_cut_index, 2), decimals(kinds.wrong_cut_pct, 1)]
}

/// Returns the cells for the transposition table: hits, usable hits and cutoffs, in percent of the probes.
pub fn table_rates(rates: &Rates, table: &TableWork) -> [String; 3] {
    [rates.table_hit_pct, table.table_usable_pct, rates.table_cut_pct].map(|share| decimals(share, 1))
}

/// Returns the cells of a rung that was not run: its name, then a hyphen for each other column.
pub fn not_run_cells(rung: &str, columns: usize) -> Vec<String> {
    let mut cells = vec!["-".to_owned(); columns];
    rung.clone_into(&mut cells[0]);
    cells
}

/// Maximum width of the output, in characters.
const WIDTH: usize = 80;

/// Lists the rungs that were not run on every position because of the node limit; empty if there are none.
fn not_run(totals: &[RungTotal], positions: usize, max_nodes: u64) -> String {
    let skipped = totals.iter().filter(|total| total.positions < positions);
    let names: Vec<_> = skipped
        .map(|total| match total.positions {
            0 => total.rung.clone(),
            run => format!("{} (on {} of {positions})", total.rung, positions - run),
        })
        .collect();
    if names.is_empty() {
        return String::new();
    }
    let mut text = format!("Not run, more than {max_nodes} nodes (--max-nodes):\n ");
    let mut column = 1;
    for (index, name) in names.iter().enumerate() {
        let comma = if index + 1 < names.len() { "," } else { "" };
        let length = name.chars().count() + comma.len() + 1;
        if column + length > WIDTH {
            text.push_str("\n ");
            column = 1;
        }
        text.extend([" ", name, comma]);
        column += length;
    }
    text + "\n\n"
}

/// Writes the legend of the tables.
pub fn legend(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{LEGEND}")
}

/// Writes every score of an exact rung that differs from the reference score, then the verdict as the last
/// line.
pub fn verdict(out: &mut dyn Write, verdict: &LadderVerdict) -> io::Result<()> {
    let LadderVerdict { with_minimax, with_stand_in, disagreements, .. } = verdict;
    for disagreement in disagreements {
        writeln!(out, "{disagreement}")?;
    }
    let (wrong, compared) = (disagreements.len(), verdict.compared());
    if wrong > 0 {
        writeln!(
            out,
            "verdict: REFUTED: {wrong} of {compared} scores of exact rungs differ from the reference score"
        )
    } else if verdict.is_unverified() {
        writeln!(out, "{}", super::UNVERIFIED)
    } else if compared == 0 {
        writeln!(out, "verdict: no scores to compare")
    } else {
        let partners = match (with_minimax, with_stand_in) {
            (0, others) => format!("each other ({others} scores)"),
            (with_minimax, 0) => format!("minimax ({with_minimax} scores)"),
            (with_minimax, others) => format!("minimax ({with_minimax} scores) and each other ({others})"),
        };
        writeln!(out, "verdict: the exact rungs agree with {partners}")
    }
}
