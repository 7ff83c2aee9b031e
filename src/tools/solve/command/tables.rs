//! Text report of `engine solve`, at most 80 columns wide.

use std::io::{self, Write};

use crate::{
    chess::position::Position,
    support::text::{or_dash, shorten},
    tools::{
        common::table::{
            Column::{self, Left, Right},
            Table,
        },
        solve::command::solution::{PositionResult, Solution},
    },
};

const RESULTS: &[Column] =
    &[Left("id"), Left("solved"), Left("move"), Left("goal"), Right("depth"), Right("ms"), Right("nodes")];
const PERCENTILES: &[Column] = &[Right("of solved"), Right("depth"), Right("ms"), Right("nodes")];

/// Maximum width of a position's id in the table, in characters.
const ID: usize = 20;
/// Maximum width of a position's goal in the table, in characters.
const GOAL: usize = 14;

/// Writes a table with the result of each position, a table of percentiles, and the totals of the suite.
///
/// # Errors
/// An I/O error if `out` cannot be written.
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

/// Converts a move from UCI notation to SAN.
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
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
