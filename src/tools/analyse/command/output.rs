//! Writes output records as JSON lines or CSV. The output is flushed after each record, so that a program that
//! reads the output gets each record at once.

use std::{
    io::{self, Write as _},
    path::Path,
};

use serde_json::Value;

use crate::tools::{
    analyse::reply::Reply,
    common::output::{Destination, print_message},
};

/// Writes output records to a file or to standard output.
pub struct Sink {
    csv: bool,
    out: Destination,
    timing: bool,
}

/// Columns of the CSV table: name, and JSON Pointer of the field.
const COLUMNS: [(&str, &str); 29] = [
    ("seq", "/seq"),
    ("id", "/id"),
    ("ok", "/ok"),
    ("fen", "/fen"),
    ("turn", "/turn"),
    ("bestmove", "/bestmove"),
    ("san", "/san"),
    ("ponder", "/ponder"),
    ("cp", "/score/cp"),
    ("mate", "/score/mate"),
    ("bound", "/bound"),
    ("depth", "/depth"),
    ("seldepth", "/seldepth"),
    ("nodes", "/nodes"),
    ("tbhits", "/tbhits"),
    ("hashfull", "/hashfull"),
    ("time_ms", "/time_ms"),
    ("nps", "/nps"),
    ("pv", "/pv"),
    ("terminal", "/terminal"),
    ("code", "/error/code"),
    ("message", "/error/message"),
    ("multipv", "/multipv"),
    ("score_white_cp", "/score_white/cp"),
    ("score_white_mate", "/score_white/mate"),
    ("wdl_win", "/wdl/0"),
    ("wdl_draw", "/wdl/1"),
    ("wdl_loss", "/wdl/2"),
    ("pv_san", "/pv_san"),
];
/// Columns that `--no-timing` omits.
const TIMING_COLUMNS: [&str; 3] = ["seq", "time_ms", "nps"];

impl Sink {
    /// Creates a writer to `out`. Writes the header row of a table.
    ///
    /// # Errors
    /// An I/O error if the header row cannot be written.
    pub fn new(csv: bool, out: Destination, timing: bool) -> io::Result<Self> {
        let mut sink = Self { csv, out, timing };
        if csv {
            let header = sink.row(|(name, _)| (*name).to_owned());
            sink.write(header.as_bytes())?;
        }
        Ok(sink)
    }

    /// Writes one output record: a JSON line, or a CSV row for each of its variations.
    ///
    /// # Errors
    /// An I/O error if the output record cannot be written.
    pub fn write_reply(&mut self, reply: &Reply) -> io::Result<()> {
        if !self.csv {
            let mut line = serde_json::to_vec(reply)?;
            line.push(b'\n');
            return self.write(&line);
        }
        let record = serde_json::to_value(reply)?;
        // The table has no column for warnings.
        for warning in record["warnings"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let fen = record["fen"].as_str().unwrap_or_default();
            print_message(format_args!("warning: {warning} ({fen})"));
        }
        let text = |row: Value| self.row(|(_, path)| row.pointer(path).map(text).unwrap_or_default());
        let rows: String = rows(record).into_iter().map(text).collect();
        self.write(rows.as_bytes())
    }

    /// Prints, after an interruption, that the output file at `path` is unchanged, if it is.
    pub fn report_unfinished(&self, path: &Path) {
        self.out.report_unfinished(path);
    }

    /// Completes the output.
    ///
    /// # Errors
    /// An I/O error if the output cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.out.finish()
    }

    /// Returns a CSV row with the cells that `cell` returns for the columns.
    fn row(&self, cell: impl Fn(&(&str, &str)) -> String) -> String {
        let has_column = |(name, _): &&(&str, &str)| self.timing || !TIMING_COLUMNS.contains(name);
        let cells: Vec<_> = COLUMNS.iter().filter(has_column).map(|column| quoted(cell(column))).collect();
        cells.join(",") + "\n"
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.out.flush()
    }
}

/// Returns one JSON object per CSV row. In the rows of variations, the fields of the variation replace those of the
/// record. In the row of a rejected record, `fen` is its text, without which a row without an id could not be
/// identified.
fn rows(mut record: Value) -> Vec<Value> {
    if record["ok"] == false {
        record["fen"] = record["input"].take();
    }
    let lines = record["lines"].as_array().filter(|lines| !lines.is_empty()).cloned();
    let Some(lines) = lines else { return vec![record] };
    let with_line = |line: Value| {
        let mut row = record.clone();
        row["bestmove"] = line["move"].clone();
        row["ponder"] = line["pv"][1].clone();
        for (name, value) in line.as_object().into_iter().flatten() {
            row[name] = value.clone();
        }
        row
    };
    lines.into_iter().map(with_line).collect()
}

/// Returns the text of a cell: an empty text for `null`, and the values of a list separated by spaces.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        value => value.to_string(),
    }
}

/// Quotes a cell if it contains a separator, a quotation mark or a line break (RFC 4180).
fn quoted(cell: String) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}
