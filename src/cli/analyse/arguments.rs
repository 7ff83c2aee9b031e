//! Command-line options of `engine analyse`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use shakmaty::CastlingMode;

use crate::{
    analysis::{Format, HashScope, Settings, request::bounded},
    cli::{
        flat::TableArguments,
        search_arguments::{
            LimitArguments, RootArguments, SearchArguments, TablebaseArguments, ThreadArguments,
        },
        values::number,
    },
    search::Limits,
};

/// Analyse positions or games; print one JSON object per position
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 16]")),
    mut_arg("nodes", |nodes| nodes.help("Search this many nodes [default: 1000000 without a limit]")),
    mut_arg("jsonl", |jsonl| jsonl.conflicts_with_all(["csv", "tsv", "md"]))
)]
#[expect(clippy::struct_excessive_bools, reason = "each bool field is a command-line switch")]
pub struct Arguments {
    /// Input files; - is stdin [default: -]
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Input format: auto, fen, epd, jsonl or pgn
    ///
    /// auto detects PGN by the first line that is neither empty nor a comment; in input that is not PGN, auto
    /// detects FEN, EPD or JSON for each line. In PGN, each position of the main line is a record.
    #[arg(long, value_name = "FORMAT", default_value = "auto", hide_possible_values = true)]
    pub(super) input: InputFormat,
    #[command(flatten)]
    limit_options: LimitArguments,
    /// Stop when a mate in at most this many moves is proved, for either side
    #[arg(long, value_name = "MOVES", value_parser = number::<u32>(1..=u32::MAX.into()))]
    pub(super) mate: Option<u32>,
    #[command(flatten)]
    root_options: RootArguments,
    /// Use Chess960 notation for castling rights and castling moves
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    pub(super) tablebase_options: TablebaseArguments,
    /// Number of positions to search in parallel, each with its own hash table and threads
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=1024))]
    pub(super) jobs: u32,
    /// Write each output record as soon as it is ready instead of in input order
    #[arg(long)]
    pub(super) unordered: bool,
    /// Clear the hash table per record, or keep it for the whole stream
    ///
    /// Keeping it is faster, but results then depend on the order of records.
    #[arg(long, value_name = "SCOPE", default_value = "record")]
    hash_scope: Scope,
    /// Omit fields that vary between runs: time_ms, nps and seq (sequence number)
    #[arg(long)]
    no_timing: bool,
    /// Print one JSON object per record, which is the default
    #[arg(long)]
    jsonl: bool,
    #[command(flatten)]
    pub(super) table_options: TableArguments,
    /// Write to this file; - is stdout [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Continue an interrupted run: skip the records that the output file contains
    ///
    /// The settings must be the same as those of the interrupted run, which are saved in FILE.settings.
    #[arg(long, requires = "output")]
    pub(super) resume: bool,
    /// Replace an existing file
    #[arg(long, conflicts_with = "resume")]
    pub(super) force: bool,
    /// Exit with code 3 if any record was rejected
    #[arg(long)]
    pub(super) strict: bool,
    /// After SIGTERM, end within this many seconds
    ///
    /// A search that still runs one second before the end of this time is stopped.
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
  engine analyse game.pgn | jq -r '[.id, .san] | @tsv'
  engine analyse --output results.jsonl --resume < positions.epd

An input line is a FEN, an EPD record, or a JSON request, which may have its own limits. Empty lines and lines \
that start with # are skipped. A record that cannot be analysed is rejected: its output record contains \
\"ok\":false and the error.

The first limit reached ends a search.

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
    /// Returns the settings that the command-line options select. A JSON request can replace some of these
    /// settings, such as the limits, for its own record.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let defaults = Settings::default();
        let root = &self.root_options;
        let LimitArguments { depth, nodes, movetime } = self.limit_options;
        let limits = Limits { depth, nodes, movetime, mate: self.mate, ..Limits::default() };
        Ok(Settings {
            setup: self.engine_options.setup(),
            limits: Limits { multi_pv: root.multipv as usize, ..bounded(limits) },
            search_moves: root.search_moves.words()?,
            mode: CastlingMode::from_chess960(self.chess960),
            hash: self.engine_options.megabytes().unwrap_or(defaults.hash),
            threads: self.thread_options.threads().unwrap_or(defaults.threads),
            scope: match self.hash_scope {
                Scope::Record => HashScope::Record,
                Scope::Stream => HashScope::Stream,
            },
            tablebases: self.tablebase_options.probing()?,
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
