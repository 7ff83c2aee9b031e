//! Command-line options of `engine analyse`.

use std::path::PathBuf;

use clap::Args;

use crate::{
    search::Limits,
    tools::{
        analyse::{AnalysisSettings, request::bounded},
        common::{
            output::{Output, OutputFile, ResumeArguments, StrictArguments},
            search_arguments::{
                JobArguments, LimitArguments, RootArguments, SearchArguments, TablebaseArguments,
                ThreadArguments, VariantArguments,
            },
            values::number,
        },
    },
};

/// Analyse positions or games; print one JSON object per position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, mut_arg("force", |force| force.conflicts_with("resume")))]
pub struct AnalyseArguments {
    /// Input files; - is stdin [default: -]
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    limit_options: LimitArguments,
    /// Stop when a mate in at most this many moves is proved, for either side
    #[arg(long, value_name = "MOVES", value_parser = number::<u32>(1..=u32::MAX.into()))]
    mate: Option<u32>,
    #[command(flatten)]
    root_options: RootArguments,
    #[command(flatten)]
    variant: VariantArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    pub(super) tablebase_options: TablebaseArguments,
    #[command(flatten)]
    pub(super) job_options: JobArguments,
    /// Omit fields that vary between runs: time_ms, nps and seq (sequence number)
    #[arg(long)]
    no_timing: bool,
    /// Print comma-separated values instead of JSON, without nested fields
    #[arg(long)]
    pub(super) csv: bool,
    #[command(flatten)]
    pub(super) file: OutputFile,
    #[command(flatten)]
    pub(super) resumption: ResumeArguments,
    #[command(flatten)]
    pub(super) strictness: StrictArguments,
    /// Print the JSON Schema of an output record and exit
    #[arg(long)]
    pub(super) schema: bool,
    #[command(flatten)]
    pub(super) messages: Output,
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
that start with # are skipped. If the first line begins like PGN, each position of the games is a record. A record that cannot be analysed is rejected: its output record contains \
\"ok\":false and the error.

The first limit reached ends a search.

Exit codes: 0 all records were processed; 1 reading or writing failed, or internal error; 2 wrong usage; 3 a record was \
rejected (with --strict); 130 ended by Ctrl-C; 143 ended by SIGTERM.";

impl AnalyseArguments {
    /// Returns the settings that the command-line options select. A JSON request can replace some of these
    /// settings, such as the limits, for its own record.
    pub(super) fn settings(&self) -> anyhow::Result<AnalysisSettings> {
        let defaults = AnalysisSettings::default();
        let root = &self.root_options;
        let LimitArguments { depth, nodes, movetime } = self.limit_options;
        let limits = Limits { depth, nodes, movetime, mate: self.mate, ..Limits::default() };
        Ok(AnalysisSettings {
            setup: self.engine_options.setup(),
            limits: Limits { multi_pv: root.multipv as usize, ..bounded(limits) },
            search_moves: root.search_moves.words()?,
            mode: self.variant.mode(),
            hash: self.engine_options.megabytes().unwrap_or(defaults.hash),
            threads: self.thread_options.threads.unwrap_or(defaults.threads),
            tablebases: self.tablebase_options.probing()?,
            timing: !self.no_timing,
        })
    }
}
