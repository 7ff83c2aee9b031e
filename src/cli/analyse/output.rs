//! Writes output records as JSON lines, CSV or TSV. The output is flushed after each record, so that a
//! program that reads the output gets each record at once.

use std::{
    fs::File,
    io::{self, Write},
};

use crate::{
    analysis::reply::{Analysis, Failure, Id, Origin, Reply},
    cli::output::stdout,
    json::Versioned,
};

/// Format of the output: JSON lines, or a table (CSV or TSV).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// One JSON object per output record, each on its own line.
    Json,
    /// A header row, and one row per output record; this byte separates the [`COLUMNS`].
    Table(u8),
}

/// Writes output records to a file or to standard output.
pub struct Sink {
    format: OutputFormat,
    out: Box<dyn Write>,
    timing: bool,
}

/// Columns of CSV and TSV output.
const COLUMNS: [&str; 22] = [
    "seq", "id", "ok", "fen", "turn", "bestmove", "san", "ponder", "cp", "mate", "bound", "depth",
    "seldepth", "nodes", "tbhits", "hashfull", "time_ms", "nps", "pv", "terminal", "code", "message",
];
/// Columns that `--no-timing` omits.
const TIMING_COLUMNS: [&str; 3] = ["seq", "time_ms", "nps"];

impl Sink {
    /// Creates a writer to `file`, or to standard output without a `file`. Writes the header row of CSV and
    /// TSV output.
    ///
    /// # Errors
    /// An I/O error if the header row cannot be written.
    pub fn new(format: OutputFormat, file: Option<File>, timing: bool) -> io::Result<Self> {
        let out: Box<dyn Write> = match file {
            Some(file) => Box::new(file),
            None => stdout(),
        };
        let mut sink = Self { format, out, timing };
        if let OutputFormat::Table(separator) = format {
            let header = sink.row(separator, str::to_owned)?;
            sink.write_line(&header)?;
        }
        Ok(sink)
    }

    /// Writes one output record.
    ///
    /// # Errors
    /// An I/O error if the output record cannot be written.
    pub fn write_reply(&mut self, reply: &Reply) -> io::Result<()> {
        let line = match self.format {
            OutputFormat::Json => {
                let mut line = serde_json::to_vec(reply)?;
                line.push(b'\n');
                line
            }
            OutputFormat::Table(separator) => match reply {
                Reply::Analysis(analysis) => self.row(separator, |name| analysis_cell(analysis, name))?,
                Reply::Failure(failure) => self.row(separator, |name| failure_cell(failure, name))?,
            },
        };
        self.write_line(&line)
    }

    fn row(&self, separator: u8, cell: impl Fn(&str) -> String) -> io::Result<Vec<u8>> {
        let mut row = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
        let columns = COLUMNS.into_iter().filter(|name| self.timing || !TIMING_COLUMNS.contains(name));
        row.write_record(columns.map(cell))?;
        row.into_inner().map_err(|error| io::Error::other(error.to_string()))
    }

    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        self.out.write_all(line)?;
        self.out.flush()
    }
}

fn or_empty<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn origin_cell(origin: &Origin, name: &str) -> String {
    match (name, &origin.id) {
        ("seq", _) => or_empty(origin.seq),
        ("id", Some(Id::Text(text))) => text.clone(),
        ("id", Some(Id::Number(number))) => number.to_string(),
        _ => String::new(),
    }
}

fn analysis_cell(analysis: &Versioned<Analysis>, name: &str) -> String {
    let analysis = analysis.record();
    match name {
        "ok" => analysis.ok.to_string(),
        "fen" => analysis.fen.clone(),
        "turn" => analysis.turn.to_string(),
        "bestmove" => or_empty(analysis.bestmove.as_ref()),
        "san" => or_empty(analysis.san.as_ref()),
        "ponder" => or_empty(analysis.ponder.as_ref()),
        "cp" if !analysis.score.is_mate() => analysis.score.raw().to_string(),
        "mate" => or_empty(analysis.score.mate()),
        "bound" => json_name(analysis.bound),
        "depth" => analysis.depth.to_string(),
        "seldepth" => analysis.seldepth.to_string(),
        "nodes" => analysis.nodes.to_string(),
        "tbhits" => analysis.tbhits.to_string(),
        "hashfull" => analysis.hashfull.to_string(),
        "time_ms" => or_empty(analysis.time_ms),
        "nps" => or_empty(analysis.nps),
        "pv" => analysis.pv.join(" "),
        "terminal" => analysis.terminal.map(json_name).unwrap_or_default(),
        _ => origin_cell(&analysis.origin, name),
    }
}

fn failure_cell(failure: &Versioned<Failure>, name: &str) -> String {
    let failure = failure.record();
    match name {
        "ok" => failure.ok.to_string(),
        "code" => json_name(failure.error.code),
        "message" => failure.error.message.clone(),
        _ => origin_cell(&failure.origin, name),
    }
}

/// Returns the JSON string of an enum value, without quotes.
fn json_name(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
