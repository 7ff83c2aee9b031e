//! Command-line options of `engine analyse`.

use std::{path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum, value_parser};
use shakmaty::CastlingMode;

use crate::{
    analysis::{Format, HashScope, Settings, request::bounded},
    cli::{
        exit::UsageError,
        output::print_message,
        search_arguments::{LimitArguments, SearchArguments, ThreadArguments},
    },
    search::Limits,
    tablebase::{Probing, Tablebases},
};

/// Analyse positions or games; print one JSON object per position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each bool field is a command-line switch")]
pub struct Arguments {
    /// Input files; - is stdin [default: -]
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Input format; auto detects FEN, EPD or JSON for each line; pgn makes one record of each position of
    /// the main line
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    pub(super) input: InputFormat,
    #[command(flatten)]
    limit_options: LimitArguments,
    /// Stop when a mate in at most this many moves is proved, for either side
    #[arg(long, value_name = "MOVES", value_parser = value_parser!(u32).range(1..))]
    pub(super) mate: Option<u32>,
    /// Report the N best moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1000))]
    multipv: u32,
    /// Search only these root moves, such as e2e4,d2d4
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    searchmoves: Option<Vec<String>>,
    /// Use Chess960 notation for castling rights and castling moves
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    /// Directories with Syzygy tablebases, separated by : (on Windows by ;)
    #[arg(long, value_name = "PATH")]
    pub(super) syzygy: Option<String>,
    /// Number of positions to search in parallel, each with its own hash table and search threads
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    pub(super) jobs: u32,
    /// Write each output record as soon as it is ready instead of in input order
    #[arg(long)]
    pub(super) unordered: bool,
    /// Clear the hash table per record, or keep it for the whole stream (faster; results then depend on the
    /// order of records)
    #[arg(long, value_name = "SCOPE", default_value = "record")]
    hash_scope: Scope,
    /// Omit fields that vary between runs: time_ms, nps and seq (sequence number)
    #[arg(long)]
    no_timing: bool,
    /// Write comma-separated values instead of JSON, without nested fields
    #[arg(long, conflicts_with = "tsv")]
    pub(super) csv: bool,
    /// Write tab-separated values instead of JSON, without nested fields
    #[arg(long)]
    pub(super) tsv: bool,
    /// Write to this file, which must not exist unless --resume is given [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Continue an interrupted run: skip the records that the output file contains; its settings, which are
    /// in FILE.settings, must be the same
    #[arg(long, requires = "output", conflicts_with_all = ["csv", "tsv"])]
    pub(super) resume: bool,
    /// Exit with code 3 if any record was rejected
    #[arg(long)]
    pub(super) strict: bool,
    /// After SIGTERM, end within this many seconds; running searches may finish until one second before
    #[arg(long, value_name = "S", default_value_t = 20)]
    pub(super) drain_timeout: u64,
    /// Print the JSON Schema of an output record and exit
    #[arg(long)]
    pub(super) schema: bool,
    /// Print the JSON Schema of a JSON request and exit
    #[arg(long)]
    request_schema: bool,
    /// Do not print progress and notes on stderr
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// Print a summary at the end, even if stderr is not a terminal
    #[arg(short, long)]
    pub(super) verbose: bool,
}

const EXAMPLES: &str = "\
Examples:
  echo startpos | engine analyse --nodes 20000
  echo '{\"id\":7,\"fen\":\"startpos\",\"moves\":[\"e2e4\"]}' | engine analyse
  engine analyse < positions.epd > results.jsonl
  engine analyse --nodes 20000 --jobs 4 --no-timing positions.epd
  engine analyse --input pgn game.pgn | jq -r '[.id, .san] | @tsv'
  engine analyse --output results.jsonl --resume < positions.epd

An input line is a FEN, an EPD record, or a JSON request, which may have its own limits. Empty lines and lines \
that start with # are skipped. A record that cannot be analysed is rejected: its output record contains \
\"ok\":false and the error.

The first limit reached ends a search. Defaults: 1,000,000 nodes per position if no limit is given, 16 MiB hash.

Exit codes: 0 all records were processed; 1 reading or writing failed, or internal error; 2 wrong usage; 3 a record was \
rejected (with --strict); 130 ended by Ctrl-C; 143 ended by SIGTERM, after running searches finished or --drain-timeout passed.";

/// Values of `--input`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum InputFormat {
    Auto,
    Fen,
    Epd,
    Jsonl,
    Pgn,
}

/// Values of the option `--hash-scope`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Scope {
    Record,
    Stream,
}

impl Arguments {
    /// Returns the settings that the command-line options select. A JSON request can override its limits.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let defaults = Settings::default();
        let LimitArguments { depth, nodes, movetime } = self.limit_options;
        let limits = Limits { depth, nodes, movetime, mate: self.mate, ..Limits::default() };
        if self.searchmoves.as_ref().is_some_and(|moves| moves.iter().any(String::is_empty)) {
            let message = "--searchmoves: a move is empty: separate moves by commas, such as e2e4,d2d4";
            return Err(UsageError(message.to_owned()).into());
        }
        Ok(Settings {
            setup: self.engine_options.setup(),
            limits: Limits { multi_pv: self.multipv as usize, ..bounded(limits) },
            search_moves: self.searchmoves.clone(),
            mode: CastlingMode::from_chess960(self.chess960),
            hash: self.engine_options.megabytes().unwrap_or(defaults.hash),
            threads: self.thread_options.threads().unwrap_or(defaults.threads),
            scope: match self.hash_scope {
                Scope::Record => HashScope::Record,
                Scope::Stream => HashScope::Stream,
            },
            tablebases: self.syzygy.as_deref().map(probing).transpose()?,
            timing: !self.no_timing,
            format: match self.input {
                InputFormat::Auto => Format::Auto,
                InputFormat::Fen => Format::Fen,
                InputFormat::Epd => Format::Epd,
                InputFormat::Jsonl => Format::Jsonl,
                InputFormat::Pgn => Format::Pgn,
            },
        })
    }
}

/// Opens the Syzygy tablebases in `directories`. The probing options have the default values of the UCI
/// options.
fn probing(directories: &str) -> anyhow::Result<Probing> {
    let tables = Arc::new(Tablebases::open(directories)?);
    if let Some(skipped) = tables.skipped() {
        print_message(format_args!("warning: {skipped}"));
    }
    Ok(Probing { tables, depth: 4, max_pieces: 7, fifty_moves: true })
}
