//! Writes output records as JSON lines, CSV, TSV or Markdown. The output is flushed after each record, so that
//! a program that reads the output gets each record at once.

use std::{
    fs::File,
    io::{self, Write},
};

use serde_json::Value;

use crate::{
    analysis::reply::{Analysis, Failure, Reply},
    cli::{
        flat::{TableFormat, cell, rows},
        output::stdout,
    },
    json::Versioned,
};

/// Writes output records to a file or to standard output.
pub struct Sink {
    /// Format of a table; `None` for JSON lines.
    format: Option<TableFormat>,
    out: Box<dyn Write>,
    timing: bool,
}

/// A column of a table of output records.
pub struct Column {
    pub name: &'static str,
    /// Path of the JSON field, see [`cell`].
    path: &'static str,
}

const fn column(name: &'static str) -> Column {
    Column { name, path: name }
}

const fn renamed(name: &'static str, path: &'static str) -> Column {
    Column { name, path }
}

/// Columns of the CSV, TSV and Markdown tables of `engine analyse` and `engine bestmove`.
pub const ANALYSIS_COLUMNS: [Column; 29] = [
    column("seq"),
    column("id"),
    column("ok"),
    column("fen"),
    column("turn"),
    column("bestmove"),
    column("san"),
    column("ponder"),
    renamed("cp", "score_cp"),
    renamed("mate", "score_mate"),
    column("bound"),
    column("depth"),
    column("seldepth"),
    column("nodes"),
    column("tbhits"),
    column("hashfull"),
    column("time_ms"),
    column("nps"),
    column("pv"),
    column("terminal"),
    renamed("code", "error_code"),
    renamed("message", "error_message"),
    column("multipv"),
    column("score_white_cp"),
    column("score_white_mate"),
    column("wdl_win"),
    column("wdl_draw"),
    column("wdl_loss"),
    column("pv_san"),
];
/// Columns that `--no-timing` omits.
const TIMING_COLUMNS: [&str; 3] = ["seq", "time_ms", "nps"];

impl Sink {
    /// Creates a writer to `file`, or to standard output without a `file`. Writes the header row of a table.
    ///
    /// # Errors
    /// An I/O error if the header row cannot be written.
    pub fn new(format: Option<TableFormat>, file: Option<File>, timing: bool) -> io::Result<Self> {
        let out: Box<dyn Write> = match file {
            Some(file) => Box::new(file),
            None => stdout(),
        };
        let mut sink = Self { format, out, timing };
        if let Some(format) = format {
            let names = ANALYSIS_COLUMNS.iter().map(|column| column.name);
            let header = format.header(names.filter(|name| sink.has_column(name)))?;
            sink.write_line(&header)?;
        }
        Ok(sink)
    }

    /// Writes one output record.
    ///
    /// # Errors
    /// An I/O error if the output record cannot be written.
    pub fn write_reply(&mut self, reply: &Reply) -> io::Result<()> {
        let lines = match self.format {
            None => {
                let mut line = serde_json::to_vec(reply)?;
                line.push(b'\n');
                line
            }
            Some(format) => {
                let rows = match reply {
                    Reply::Analysis(analysis) => analysis_rows(analysis)?,
                    Reply::Failure(failure) => vec![failure_row(failure)?],
                };
                let columns = || ANALYSIS_COLUMNS.iter().map(|column| self.has_column(column.name));
                let mut lines = Vec::new();
                for row in rows {
                    let cells: Vec<_> = row
                        .into_iter()
                        .zip(columns())
                        .filter_map(|(cell, has)| has.then_some(cell))
                        .collect();
                    lines.extend(format.row(&cells)?);
                }
                lines
            }
        };
        self.write_line(&lines)
    }

    fn has_column(&self, name: &str) -> bool {
        self.timing || !TIMING_COLUMNS.contains(&name)
    }

    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        self.out.write_all(line)?;
        self.out.flush()
    }
}

/// Returns the row of a rejected record. The column `fen` contains its text, without which a row without an id could
/// not be identified.
fn failure_row(failure: &Versioned<Failure>) -> io::Result<Vec<String>> {
    let mut record = serde_json::to_value(failure)?;
    record["fen"] = record["input"].clone();
    Ok(row(&record))
}

fn row(record: &Value) -> Vec<String> {
    ANALYSIS_COLUMNS.iter().map(|column| cell(record, column.path)).collect()
}

/// Returns the rows of an analysis: one for each of its variations, or one if it has none.
///
/// # Errors
/// An I/O error if the analysis cannot be converted to JSON, which does not happen for any [`Analysis`].
pub fn analysis_rows(analysis: &Versioned<Analysis>) -> io::Result<Vec<Vec<String>>> {
    let mut rows = rows(&serde_json::to_value(analysis)?);
    for row in &mut rows {
        // Only a row of a variation has the field `move`.
        if !row["move"].is_null() {
            row["bestmove"] = row["move"].clone();
            row["ponder"] = row["pv"][1].clone();
        }
    }
    Ok(rows.iter().map(row).collect())
}
