//! A solved suite as a person reads it, in eighty columns.

use std::io::{self, Write};

use crate::{
    cli::{
        solve::solution::{PositionResult, Solution},
        table::{
            Column::{self, Left, Right},
            Table,
        },
    },
    position::Position,
    text::{or_dash, shorten},
};

const RESULTS: &[Column] = &[
    Left("id"),
    Left("solved"),
    Left("move"),
    Left("asked for"),
    Right("depth"),
    Right("ms"),
    Right("nodes"),
];
const PERCENTILES: &[Column] = &[Right("solved by"), Right("depth"), Right("ms"), Right("nodes")];

/// The widest an id and a goal may be.
const ID: usize = 20;
const GOAL: usize = 14;

/// Writes the results, what they come to, and by when how many were found.
///
/// # Errors
/// What `out` says.
pub fn write(out: &mut dyn Write, solution: &Solution, positions: &[&Position]) -> io::Result<()> {
    let scored = solution.results.iter().any(|result| result.max_points > 1);
    let mut table = Table::new(RESULTS);
    for (result, position) in solution.results.iter().zip(positions) {
        let verdict = match result.solved {
            None => "-".to_owned(),
            Some(_) if scored => format!("{}/{}", result.points, result.max_points),
            Some(true) => "yes".to_owned(),
            Some(false) => "no".to_owned(),
        };
        table.row([
            shorten(&result.id, ID),
            verdict,
            or_dash(result.mv.as_deref().map(|mv| san(position, mv))),
            shorten(&goal(result, position), GOAL),
            or_dash(result.depth),
            or_dash(result.time_ms),
            or_dash(result.nodes),
        ]);
    }
    writeln!(out, "{table}")?;
    if !solution.percentiles.is_empty() {
        let mut table = Table::new(PERCENTILES);
        for row in &solution.percentiles {
            let cells = [u64::from(row.depth.unsigned_abs()), row.time_ms, row.nodes];
            table
                .row(std::iter::once(format!("{} %", row.percent)).chain(cells.map(|cell| cell.to_string())));
        }
        writeln!(out, "{table}")?;
    }
    let Solution { solved, positions, points, max_points, time_ms, nodes, .. } = solution;
    let share = 100.0 * *points as f64 / (*max_points).max(1) as f64;
    let seconds = *time_ms as f64 / 1000.0;
    writeln!(out, "solved {solved} of {positions}; {points} of {max_points} points ({share:.1} %)")?;
    writeln!(out, "{nodes} nodes in {seconds:.1} s")
}

/// A move of the record as people write it.
fn san(position: &Position, uci: &str) -> String {
    position.parse_move(uci).map_or_else(|_| uci.to_owned(), |mv| position.san(mv))
}

fn goal(result: &PositionResult, position: &Position) -> String {
    let list = |moves: &[String]| moves.iter().map(|mv| san(position, mv)).collect::<Vec<_>>().join(" ");
    let mut words = Vec::new();
    if !result.best.is_empty() {
        words.push(list(&result.best));
    }
    if !result.avoid.is_empty() {
        words.push(format!("not {}", list(&result.avoid)));
    }
    words.extend(result.mate.map(|moves| format!("mate in {moves}")));
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}
