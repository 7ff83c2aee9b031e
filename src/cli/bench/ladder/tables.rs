//! The ladder as text.

use std::io::{self, Write};

use crate::{
    bench::{
        ladder::{Block, Entry, Kind, Row},
        measure::Measured,
        plan::Plan,
        students::{Figure, figures},
        tally::Counts,
        totals::{Total, ebf_ratio, totals},
        verdict::{Verdict, agrees},
    },
    cli::table::{
        Column::{self, Left, Right},
        Table, decimals, or_dash,
    },
    record::{Header, millis},
};

const TOTALS: &[Column] = &[
    Left("rung"),
    Right("run"),
    Right("nodes"),
    Right("ms"),
    Right("nps"),
    Right("leaves"),
    Right("qnodes"),
    Right("EBF"),
    Right("d/d-1"),
    Right("cut@1"),
    Right("cut idx"),
    Right("hit"),
    Right("cut"),
    Right("x below"),
    Right("x minimax"),
    Right("/ oracle"),
    Right("agree"),
    Right("moves"),
];

const POSITION: &[Column] = &[
    Left("rung"),
    Right("nodes"),
    Right("ms"),
    Right("last"),
    Right("leaves"),
    Right("qnodes"),
    Right("EBF"),
    Right("d/d-1"),
    Right("cut@1"),
    Right("cut idx"),
    Right("hit"),
    Right("cut"),
    Right("score"),
    Left("best"),
    Left("agrees"),
];

const LEGEND: &str = "\
run        positions done; - is not run, or nothing to tell
nodes      of all iterations, as ms and nps; everything else is of the last iteration
qnodes     nodes of quiescence, below the horizon
EBF        effective branching factor: the width of an even tree with as many nodes; d/d-1: nodes for each of the depth before
cut@1      cuts by the first move, in % of all cuts; cut idx: mean index of the cutting move
hit, cut   positions the table knew, nodes it ended, in % of its probes
x below    times fewer nodes than the rung in the line above; x minimax: than minimax
/ oracle   leaves for each leaf of the tree with the best replies of a finished search first
           (EBF, d/d-1 and the last three are geometric means over the positions)
agree      positions with minimax's score, or that of the lowest exact rung run; moves: with another best move than it
";

/// A block: its totals, after every position if `lists_positions`.
pub fn block(out: &mut dyn Write, block: &Block, plan: &Plan, lists_positions: bool) -> io::Result<()> {
    if lists_positions {
        block.entries.iter().try_for_each(|entry| position(out, entry))?;
    }
    let rungs = match block.kind {
        Kind::Exact => "Exact rungs",
        Kind::Selective => "Selective rungs",
    };
    let Plan { evaluator, megabytes, max_nodes, .. } = plan;
    let (depth, positions) = (block.depth, block.entries.len());
    writeln!(
        out,
        "{rungs}: depth {depth}, {positions} positions, evaluator {evaluator}, table {megabytes} MB, \
         at most {max_nodes} nodes a position\n"
    )?;
    let mut table = Table::new(TOTALS);
    for total in totals(block) {
        table.row(total_cells(&total));
    }
    if block.kind == Kind::Exact {
        let oracle = block.entries.iter().filter_map(|entry| entry.oracle_leaves);
        table.row(reference_cells("oracle order", oracle));
        let minimal = block.entries.iter().filter_map(|entry| entry.minimal_tree_leaves);
        table.row(reference_cells("minimal tree", minimal));
    }
    writeln!(out, "{table}")
}

/// Where it was measured.
pub fn header(out: &mut dyn Write, header: &Header) -> io::Result<()> {
    let Header { engine, target, cpu, compiler, .. } = header;
    let [cpu, compiler] = [cpu, compiler].map(|known| known.as_deref().unwrap_or("unknown"));
    writeln!(out, "{engine} on {cpu} ({target}), built by {compiler}\n")
}

fn total_cells(total: &Total) -> Vec<String> {
    if total.positions == 0 {
        return not_run(&total.rung, TOTALS.len());
    }
    let mut cells = vec![
        total.rung.clone(),
        total.positions.to_string(),
        total.nodes.to_string(),
        millis(total.time).to_string(),
        total.nps().to_string(),
        total.last.leaves.to_string(),
        total.last.qnodes.to_string(),
        decimals(total.ebf, 2),
        decimals(total.ebf_ratio, 2),
    ];
    cells.extend(rates(&total.last));
    let times = [total.fewer_than_below, total.fewer_than_minimax, total.leaves_per_oracle];
    cells.extend(times.map(|times| decimals(times, 2)));
    cells.extend([total.agreeing, total.other_moves].map(or_dash));
    cells
}

/// A row that is no rung: on how many positions it is known, and its leaves.
fn reference_cells(name: &str, leaves: impl Iterator<Item = u64> + Clone) -> Vec<String> {
    let run = leaves.clone().count().to_string();
    let [nodes, ms, nps] = [const { String::new() }; 3];
    vec![name.to_owned(), run, nodes, ms, nps, leaves.sum::<u64>().to_string()]
}

fn position(out: &mut dyn Write, entry: &Entry) -> io::Result<()> {
    writeln!(out, "{}, depth {}\n{}", entry.id, entry.depth, entry.fen)?;
    let mut table = Table::new(POSITION);
    for row in &entry.rows {
        table.row(match &row.measured {
            Some(run) => run_cells(row, run, entry),
            None => not_run(&row.rung, POSITION.len()),
        });
    }
    write!(out, "{table}")?;
    if let Some(leaves) = entry.oracle_leaves {
        writeln!(out, "oracle order: {leaves} leaves")?;
    }
    if let Some(leaves) = entry.minimal_tree_leaves {
        writeln!(out, "minimal tree: {leaves} leaves")?;
    }
    students(out, entry)?;
    writeln!(out)
}

/// What the student programs counted here, beside what we count.
fn students(out: &mut dyn Write, entry: &Entry) -> io::Result<()> {
    for figure in figures(&entry.fen, entry.depth) {
        let Some(row) = entry.rows.iter().find(|row| row.rung == figure.rung) else { continue };
        let Some(ours) = row.stage(figure.depth).map(|stage| stage.counts.nodes) else { continue };
        let Figure { program, rung, depth, nodes, same, .. } = figure;
        let why = if *same {
            ""
        } else {
            " (it asks every move of the root anew, and tries quiet moves before captures)"
        };
        writeln!(out, "student program {program}: {rung}, depth {depth}: {nodes} nodes, here {ours}{why}")?;
    }
    Ok(())
}

fn run_cells(row: &Row, run: &Measured, entry: &Entry) -> Vec<String> {
    let mut cells = vec![
        row.rung.clone(),
        run.nodes.to_string(),
        millis(run.time).to_string(),
        run.last.nodes.to_string(),
        run.last.leaves.to_string(),
        run.last.qnodes.to_string(),
        decimals(Some(run.last.branching_factor(entry.depth)), 2),
        decimals(ebf_ratio(row, entry.depth), 2),
    ];
    cells.extend(rates(&run.last));
    let agrees = agrees(row, &entry.rows).map(|agrees| if agrees { "yes" } else { "NO" });
    cells.extend([run.score.to_string(), or_dash(run.best.as_ref()), or_dash(agrees)]);
    cells
}

fn rates(last: &Counts) -> [String; 4] {
    [
        decimals(last.cut_first_pct(), 1),
        decimals(last.mean_cut_index(), 2),
        decimals(last.table_hit_pct(), 1),
        decimals(last.table_cut_pct(), 1),
    ]
}

fn not_run(rung: &str, columns: usize) -> Vec<String> {
    let mut cells = vec!["-".to_owned(); columns];
    rung.clone_into(&mut cells[0]);
    cells
}

/// What the columns mean.
pub fn legend(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{LEGEND}")
}

/// What speaks against the exact rungs, and the verdict in the last line.
pub fn verdict(out: &mut dyn Write, verdict: &Verdict) -> io::Result<()> {
    let Verdict { with_minimax, with_stand_in, disagreements } = verdict;
    for disagreement in disagreements {
        writeln!(out, "{disagreement}")?;
    }
    let (wrong, compared) = (disagreements.len(), with_minimax + with_stand_in);
    if wrong > 0 {
        writeln!(out, "verdict: REFUTED: {wrong} of {compared} scores of exact rungs differ")
    } else if compared == 0 {
        writeln!(out, "verdict: nothing to compare")
    } else {
        writeln!(
            out,
            "verdict: the exact rungs agree: {with_minimax} scores equal minimax's, {with_stand_in} that of the lowest \
             exact rung run"
        )
    }
}
