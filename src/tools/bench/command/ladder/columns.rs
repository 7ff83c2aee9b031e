//! Columns of the ladder tables, and `--explain-columns`, which prints the meaning and the formula of each
//! column.

use std::io::{self, Write};

use super::meanings::{ColumnMeaning, MEANINGS};
use crate::{
    support::text::wrapped,
    tools::common::table::Column::{self, Left, Right},
};

/// Columns of the table with node counts and score agreement.
pub const SIZE: &[Column] = &[
    Left("rung"),
    Right("run"),
    Right("nodes"),
    Right("ms"),
    Right("leaves"),
    Right("qnodes"),
    Right("agree"),
    Right("moves"),
];
/// Columns of the table with the quality of the move ordering.
pub const ORDER: &[Column] = &[
    Left("rung"),
    Right("EBF"),
    Right("d/d-1"),
    Right("cut@1"),
    Right("idx"),
    Right("wrong"),
    Right("x below"),
    Right("x minimax"),
    Right("effic"),
];
/// Columns of the table with the speed and the transposition table.
pub const WORK: &[Column] = &[
    Left("rung"),
    Right("nps"),
    Right("hit"),
    Right("usable"),
    Right("cut"),
    Right("stores"),
    Right("replaced"),
    Right("full"),
];
/// Columns of the table of one position with node counts, scores and best moves.
pub const POSITION: &[Column] = &[
    Left("rung"),
    Right("nodes"),
    Right("last"),
    Right("leaves"),
    Right("qnodes"),
    Right("score"),
    Left("best"),
    Left("agrees"),
];
/// Columns of the table of one position with rates of the move ordering and the transposition table.
pub const POSITION_ORDER: &[Column] = &[
    Left("rung"),
    Right("ms"),
    Right("EBF"),
    Right("d/d-1"),
    Right("cut@1"),
    Right("idx"),
    Right("wrong"),
    Right("hit"),
    Right("usable"),
    Right("cut"),
];

/// Legend below the ladder tables.
pub const LEGEND: &str = "\
nodes, ms and nps cover all iterations, and full is the fill at the end. The
other counts and percentages cover only the last iteration. The cell - means
that the rung was not run or that the column does not apply. This command prints
the meaning and the formula of each column:
engine bench --ladder --explain-columns
";

const WIDTH: usize = 80;
const INDENT: usize = 14;

/// Prints the meaning of every column, with its formula and its JSON fields, if any.
pub fn explain(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "This list explains the columns and --json fields of engine bench --ladder.")?;
    writeln!(out, "All counts are the same on every machine; only times and speeds vary.\n")?;
    for ColumnMeaning { head, fields, text, formula } in MEANINGS {
        let fields = fields.replace(' ', ", ");
        let paragraphs = [("", *text), ("= ", formula), ("json: ", fields.as_str())];
        let mut head = *head;
        for (sign, text) in paragraphs.into_iter().filter(|(_, text)| !text.is_empty()) {
            for line in wrapped(&format!("{sign}{text}"), WIDTH - INDENT) {
                writeln!(out, "{head:<INDENT$}{line}")?;
                head = "";
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::bench::command::ladder::depths::DEPTHS;

    #[test]
    fn every_column_of_every_table_has_exactly_one_explanation() {
        for column in [SIZE, ORDER, WORK, POSITION, POSITION_ORDER, DEPTHS].concat() {
            let (Left(head) | Right(head)) = column;
            assert_eq!(MEANINGS.iter().filter(|meaning| meaning.head == head).count(), 1, "{head}");
        }
    }
}
