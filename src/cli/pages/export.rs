//! Markdown, CSV and TSV output of the ladder and ablation records.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

/// JSON fields that are the columns of the Markdown table of the ladder.
pub const LADDER: &[&str] = &[
    "block",
    "rung",
    "depth",
    "positions",
    "nodes",
    "last_nodes",
    "leaves",
    "qnodes",
    "time_ms",
    "ebf",
    "ebf_ratio",
    "cut_first_pct",
    "mean_cut_index",
    "table_hit_pct",
    "table_cut_pct",
    "wrong_cut_pct",
    "table_stores",
    "table_replacements",
    "fewer_than_below",
    "fewer_than_minimax",
    "leaves_per_oracle",
    "agreeing",
];
/// JSON fields that are the columns of the Markdown table of the ablation.
pub const ABLATION: &[&str] = &[
    "layer",
    "exact",
    "positions",
    "nodes",
    "last_nodes",
    "time_ms",
    "times_nodes",
    "times_time",
    "other_scores",
    "other_moves",
];

/// Writes a Markdown table with one row per record and the JSON fields `fields` as columns.
///
/// # Errors
/// I/O errors of `out`.
pub fn markdown<T: Serialize>(out: &mut dyn Write, fields: &[&str], records: &[T]) -> io::Result<()> {
    writeln!(out, "| {} |", fields.join(" | "))?;
    let aligned: Vec<_> = fields.iter().map(|field| if is_word(field) { "---" } else { "--:" }).collect();
    writeln!(out, "|{}|", aligned.join("|"))?;
    for record in records {
        let record = serde_json::to_value(record)?;
        let cells: Vec<_> = fields.iter().map(|field| plain(&record[*field]).replace('|', "\\|")).collect();
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

/// Writer of CSV in long form: each line contains one measured number, in the columns
/// `table,block,layer,depth,metric,value`.
///
/// The numbers of a list get the metric names `NAME_1`, `NAME_2`, and so on.
pub struct Csv<'a> {
    out: csv::Writer<&'a mut dyn Write>,
}

impl<'a> Csv<'a> {
    /// Creates a writer of CSV, or of TSV with a tab as `separator`, and writes the column names as the first line.
    ///
    /// # Errors
    /// I/O errors of `out`.
    pub fn new(out: &'a mut dyn Write, separator: u8) -> io::Result<Self> {
        let mut out = csv::WriterBuilder::new().delimiter(separator).from_writer(out);
        out.write_record(["table", "block", "layer", "depth", "metric", "value"]).map_err(io_error)?;
        Ok(Self { out })
    }

    /// Writes one line for each number in the fields of each record and in their lists, except the field
    /// `depth`. The record's field `rung` or `layer` fills the column `layer`, the field `block` fills the
    /// column `block`, and the argument `depth` or else the field `depth` fills the column `depth`. A column
    /// is empty if the record has no field for the column.
    ///
    /// # Errors
    /// I/O errors of `out`.
    pub fn write<T: Serialize>(&mut self, table: &str, records: &[T], depth: Option<i32>) -> io::Result<()> {
        for record in records {
            let record = serde_json::to_value(record)?;
            let of = |field: &str| plain(&record[field]);
            let name = [of("rung"), of("layer")].concat();
            let depth = depth.map_or_else(|| of("depth"), |depth| depth.to_string());
            let numbers = record.as_object().into_iter().flatten().filter(|(field, _)| *field != "depth");
            for (metric, value) in numbers.flat_map(|(field, value)| flat(field, value)) {
                self.out
                    .write_record([table, &of("block"), &name, &depth, &metric, &value])
                    .map_err(io_error)?;
            }
        }
        self.out.flush()
    }
}

/// Returns the I/O error in an error of the CSV writer: its kind shows whether a pipe is closed.
fn io_error(error: csv::Error) -> io::Error {
    let text = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        _ => io::Error::other(text),
    }
}

/// Returns the numbers in the value of a field, each with its metric name.
fn flat(field: &str, value: &Value) -> Vec<(String, String)> {
    match value {
        Value::Number(number) => vec![(field.to_owned(), number.to_string())],
        Value::Array(all) => {
            let numbered = all.iter().enumerate().filter(|(_, value)| value.is_number());
            numbered.map(|(index, value)| (format!("{field}_{}", index + 1), value.to_string())).collect()
        }
        _ => Vec::new(),
    }
}

fn is_word(field: &str) -> bool {
    matches!(field, "block" | "rung" | "layer" | "exact")
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
