//! What `engine analyse` can be told.

use std::{path::PathBuf, sync::Arc, time::Duration};

use clap::{Args, ValueEnum, value_parser};
use shakmaty::CastlingMode;

use crate::{
    analysis::{Format, HashScope, Settings, request::bounded},
    cli::{
        exit::UsageError,
        search_arguments::{LimitArguments, SearchArguments, ThreadArguments},
    },
    search::Limits,
    tablebase::{Probing, Tablebases},
};

/// Analyse positions: a record in, a JSON line out, in order
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Arguments {
    /// Files to read, - for stdin [default: stdin]
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// What a line is; pgn takes games, each position a record
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    pub(super) input: InputFormat,
    #[command(flatten)]
    limit_options: LimitArguments,
    /// End at a mate in so many moves or fewer
    #[arg(long, value_name = "MOVES", value_parser = value_parser!(u32).range(1..))]
    pub(super) mate: Option<u32>,
    /// Tell so many of the best moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1000))]
    multipv: u32,
    /// Search only these moves, as in e2e4,d2d4
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    searchmoves: Option<Vec<String>>,
    /// Read castling rights and write castling as in Chess960
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    /// Directories of Syzygy tables, separated as in PATH
    #[arg(long, value_name = "PATH")]
    pub(super) syzygy: Option<String>,
    /// Positions searched at a time, each with a table and a thread of its own
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    pub(super) jobs: u32,
    /// Answer as soon as an answer is ready
    #[arg(long)]
    pub(super) unordered: bool,
    /// How far the table goes: with stream an answer hangs on those before it
    #[arg(long, value_name = "SCOPE", default_value = "record")]
    hash_scope: Scope,
    /// Leave out what hangs on the run: the time, the speed, the number in the input
    #[arg(long)]
    no_timing: bool,
    /// Write a table of the flat fields, with commas
    #[arg(long, conflicts_with = "tsv")]
    pub(super) csv: bool,
    /// Write it with tabs
    #[arg(long)]
    pub(super) tsv: bool,
    /// Write here instead of to stdout; the file must not exist
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The file may exist: leave out the records it has and go on, with the settings it was begun with (kept in FILE.settings)
    #[arg(long, requires = "output", conflicts_with_all = ["csv", "tsv"])]
    pub(super) resume: bool,
    /// Exit code 3 if any record was refused
    #[arg(long)]
    pub(super) strict: bool,
    /// After SIGTERM, seconds for the searches under way
    #[arg(long, value_name = "S", default_value_t = 20)]
    pub(super) drain_timeout: u64,
    /// Print the JSON Schema of the output and nothing else
    #[arg(long)]
    pub(super) schema: bool,
    /// Print the JSON Schema of a request and nothing else
    #[arg(long)]
    request_schema: bool,
    /// No progress
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// Say at the end how many records there were, even if stderr is no terminal
    #[arg(short, long)]
    pub(super) verbose: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine analyse < positions.epd > answers.jsonl
  engine analyse --nodes 20000 --jobs 4 --no-timing positions.epd
  echo '{\"id\":7,\"fen\":\"startpos\",\"moves\":[\"e2e4\"],\"depth\":12}' | engine analyse
  engine analyse --input pgn game.pgn | jq -r '[.id, .san, .score_white.cp] | @tsv'
  engine analyse --output out.jsonl --resume < positions.epd

A line is a FEN, an EPD, or a JSON request with limits of its own; empty lines
and those that begin with # are passed over. Without a limit 1,000,000 nodes
are searched. A record that cannot be read has an answer too: \"ok\":false.

Exit codes: 0 all was read; 1 input, output or internal error; 2 usage;
3 with --strict a record was refused; 130 after Ctrl-C; 143 after SIGTERM, when
the searches under way are done.";

/// `--input`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum InputFormat {
    Auto,
    Fen,
    Epd,
    Jsonl,
    Pgn,
}

/// `--hash-scope`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Scope {
    Record,
    Stream,
}

impl Arguments {
    /// What all records have in common.
    pub(super) fn settings(&self) -> anyhow::Result<Settings> {
        let defaults = Settings::default();
        let movetime = self.limit_options.movetime.map(Duration::from_millis);
        let LimitArguments { depth, nodes, .. } = self.limit_options;
        let limits = Limits { depth, nodes, movetime, mate: self.mate, ..Limits::default() };
        if self.searchmoves.as_ref().is_some_and(|moves| moves.iter().any(String::is_empty)) {
            return Err(UsageError(
                "--searchmoves: write moves with commas between, as in e2e4,d2d4".to_owned(),
            )
            .into());
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

/// The tables, asked as the options of UCI do.
fn probing(directories: &str) -> anyhow::Result<Probing> {
    let tables = Arc::new(Tablebases::open(directories)?);
    Ok(Probing { tables, depth: 4, max_pieces: 7, fifty_moves: true })
}
