//! Tables for other programs: CSV, TSV and Markdown, with the flat JSON fields as columns.
//!
//! A column is named by its JSON path, with `_` between the parts: `score_white_cp` is the field `cp` in the
//! field `score_white`. The three parts of a `wdl` list are `wdl_win`, `wdl_draw` and `wdl_loss`; the two parts of
//! a comparison end in `_before` and `_now`.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use serde_json::Value;

/// The options `--csv`, `--tsv` and `--md`.
#[derive(Args, Clone, Copy, Debug)]
pub struct TableArguments {
    /// Print comma-separated values, without nested fields
    #[arg(long, conflicts_with_all = ["tsv", "md"])]
    csv: bool,
    /// Print tab-separated values, without nested fields
    #[arg(long, conflicts_with = "md")]
    tsv: bool,
    /// Print a Markdown table
    #[arg(long)]
    md: bool,
}

/// Formats of a table for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Values separated by this byte.
    Separated(u8),
    /// Markdown.
    Markdown,
}

impl TableArguments {
    /// Returns the format that the options select; `None` without the options.
    pub const fn format(self) -> Option<TableFormat> {
        match self {
            Self { csv: true, .. } => Some(TableFormat::Separated(b',')),
            Self { tsv: true, .. } => Some(TableFormat::Separated(b'\t')),
            Self { md: true, .. } => Some(TableFormat::Markdown),
            Self { .. } => None,
        }
    }
}

impl TableFormat {
    /// Returns the lines above the first row: the column names, and in Markdown also the separator line.
    ///
    /// # Errors
    /// An I/O error of the CSV writer, which does not happen because it writes to memory.
    pub fn header<'a>(self, columns: impl IntoIterator<Item = &'a str>) -> io::Result<Vec<u8>> {
        let columns: Vec<_> = columns.into_iter().map(str::to_owned).collect();
        let mut header = self.row(&columns)?;
        if self == Self::Markdown {
            header.extend(format!("|{}\n", " --- |".repeat(columns.len())).bytes());
        }
        Ok(header)
    }

    /// Returns one row with its line break.
    ///
    /// # Errors
    /// An I/O error of the CSV writer, which does not happen because it writes to memory.
    pub fn row(self, cells: &[String]) -> io::Result<Vec<u8>> {
        match self {
            Self::Separated(separator) => {
                let mut row = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
                row.write_record(cells)?;
                row.into_inner().map_err(|error| io::Error::other(error.to_string()))
            }
            Self::Markdown => {
                let cell = |cell: &String| format!(" {} |", cell.replace('|', "\\|").replace('\n', " "));
                Ok(format!("|{}\n", cells.iter().map(cell).collect::<String>()).into_bytes())
            }
        }
    }

    /// Writes a table of records: one row for each record, or for each variation of a record, and one column
    /// for each JSON path.
    ///
    /// # Errors
    /// I/O errors of `out`.
    pub fn write<T: Serialize>(self, out: &mut dyn Write, columns: &[&str], records: &[T]) -> io::Result<()> {
        out.write_all(&self.header(columns.iter().copied())?)?;
        for record in records {
            for row in rows(&serde_json::to_value(record)?) {
                let cells: Vec<_> = columns.iter().map(|column| cell(&row, column)).collect();
                out.write_all(&self.row(&cells)?)?;
            }
        }
        Ok(())
    }
}

/// Returns one JSON object per table row: `record`, or, if the field `lines` of `record` contains variations,
/// one copy of `record` per variation, in which the fields of the variation replace fields with the same
/// name.
pub fn rows(record: &Value) -> Vec<Value> {
    let lines = record["lines"].as_array().map(Vec::as_slice).unwrap_or_default();
    let with_line = |line: &Value| {
        let mut row = record.clone();
        for (name, value) in line.as_object().into_iter().flatten() {
            row[name] = value.clone();
        }
        row
    };
    if lines.is_empty() { vec![record.clone()] } else { lines.iter().map(with_line).collect() }
}

/// Returns the text of the field with the path `column` in a JSON record: an empty text if the record does
/// not have the field, and the values of a list separated by spaces.
pub fn cell(record: &Value, column: &str) -> String {
    find(record, column).map(text).unwrap_or_default()
}

/// Names of the numbers in a `wdl` list.
const WDL: &[&str] = &["win", "draw", "loss"];
/// Names of the values in the lists of a comparison.
const PAIR: &[&str] = &["before", "now"];

/// Finds the field with this path. The names of fields contain `_` too, so each split of the path is tried.
fn find<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    if let Some(list) = value.as_array() {
        let names = if list.len() == 2 { PAIR } else { WDL };
        return names.iter().zip(list).find_map(|(name, part)| match path.strip_prefix(name)? {
            "" => Some(part),
            rest => find(part, rest.strip_prefix('_')?),
        });
    }
    value.get(path).or_else(|| {
        path.match_indices('_').find_map(|(at, _)| find(value.get(&path[..at])?, &path[at + 1..]))
    })
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_column_is_a_json_path() {
        let record = json!({"id": "a|b", "score_white": {"cp": -3}, "wdl": [1, 2, 3], "best": ["e2e4", "d2d4"], "mate": null});
        let columns = ["id", "score_white_cp", "score_white_mate", "wdl_draw", "best", "mate"];
        let mut out = Vec::new();
        TableFormat::Markdown.write(&mut out, &columns[..4], &[&record]).expect("memory");
        let expected = "| id | score_white_cp | score_white_mate | wdl_draw |\n| --- | --- | --- | --- |\n| a\\|b | -3 |  | 2 |\n";
        assert_eq!(String::from_utf8_lossy(&out), expected);
        let cells: Vec<_> = columns.iter().map(|column| cell(&record, column)).collect();
        assert_eq!(cells[4..], ["e2e4 d2d4".to_owned(), String::new()]);
    }
}
