//! The records as tables for other programs: Markdown for a page of text, CSV for a spreadsheet or a notebook.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

/// The columns of the Markdown table of the ladder, and of the ablation.
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
/// See [`LADDER`].
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

/// A Markdown table of these fields of `records`.
///
/// # Errors
/// What `out` says.
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

/// Long CSV: one line a number, `block,layer,depth,metric,value`; a list of numbers has its place in the name of the metric.
pub struct Csv<'a> {
    out: csv::Writer<&'a mut dyn Write>,
}

impl<'a> Csv<'a> {
    /// Writes the heads.
    ///
    /// # Errors
    /// What `out` says.
    pub fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        let mut out = csv::Writer::from_writer(out);
        out.write_record(["table", "block", "layer", "depth", "metric", "value"])?;
        Ok(Self { out })
    }

    /// Writes the numbers of `records`, which have a `rung` or a `layer`, and may have a `block` and a `depth`.
    ///
    /// # Errors
    /// What `out` says.
    pub fn write<T: Serialize>(&mut self, table: &str, records: &[T], depth: Option<i32>) -> io::Result<()> {
        for record in records {
            let record = serde_json::to_value(record)?;
            let of = |field: &str| plain(&record[field]);
            let name = [of("rung"), of("layer")].concat();
            let depth = depth.map_or_else(|| of("depth"), |depth| depth.to_string());
            let numbers = record.as_object().into_iter().flatten().filter(|(field, _)| *field != "depth");
            for (metric, value) in numbers.flat_map(|(field, value)| flat(field, value)) {
                self.out.write_record([table, &of("block"), &name, &depth, &metric, &value])?;
            }
        }
        self.out.flush()
    }
}

/// The numbers of a field.
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
