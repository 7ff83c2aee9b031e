//! The columns of the ladder: their heads, and `--explain-columns`, which says of each what it means and how it is computed.

use std::io::{self, Write};

use super::meanings::{ColumnMeaning, MEANINGS};
use crate::cli::table::Column::{self, Left, Right};

/// What a rung takes, and whether it answers as minimax does.
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
/// How good its order is.
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
/// Its speed and its table.
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
/// One position: the answers.
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
/// One position: the order and the table.
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

/// What stands below the tables.
pub const LEGEND: &str = "\
nodes and ms are of all iterations, the rest is of the last; - is not run, or
nothing to tell. What each column means, and its formula:
engine bench --ladder --explain-columns
";

const WIDTH: usize = 80;
const INDENT: usize = 14;

/// Says what every column means.
pub fn explain(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "The columns of engine bench --ladder, their fields in --json, their formulas.")?;
    writeln!(out, "Everything is counted, so it is the same on every machine; only times vary.\n")?;
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

/// The words of a text in lines of at most so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            word.clone_into(&mut lines[last]);
        } else if lines[last].chars().count() + 1 + word.chars().count() <= width {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::bench::ladder::depths::DEPTHS;

    #[test]
    fn every_column_of_every_table_is_explained_once() {
        for column in [SIZE, ORDER, WORK, POSITION, POSITION_ORDER, DEPTHS].concat() {
            let (Left(head) | Right(head)) = column;
            assert_eq!(MEANINGS.iter().filter(|meaning| meaning.head == head).count(), 1, "{head}");
        }
    }

    #[test]
    fn text_is_wrapped_between_its_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("unbreakable", 3), ["unbreakable"]);
    }
}
