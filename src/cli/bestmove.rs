//! `engine bestmove`: prints the best move of one position, for shell scripts.

use std::{process::ExitCode, sync::Arc};

use clap::Args;
use shakmaty::CastlingMode;

use super::{
    analyse::output::{ANALYSIS_COLUMNS, analysis_rows},
    exit::{CHECK_FAILED, UsageError},
    flat::TableArguments,
    output::{Output, OutputFile, print_message},
    search_arguments::{
        LimitArguments, LineArguments, RootArguments, SearchArguments, TablebaseArguments, ThreadArguments,
        analysis_settings,
    },
};
use crate::{
    analysis::{
        AnalysisTask, Analyst, Settings,
        reply::{Analysis, Operations},
    },
    json::Versioned,
    position::Strictness,
    search::{Limits, StopFlag},
};

/// Print the best move of a position
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 16]")),
    mut_arg("nodes", |nodes| nodes.help("Search this many nodes [default: 1000000 without a limit]")),
    mut_arg("json", |json| json.help("Print the output record of engine analyse as JSON").conflicts_with_all(["csv", "tsv", "md", "san"])),
    mut_arg("multipv", |multipv| multipv.help("Print the N best moves, one per line"))
)]
pub struct Arguments {
    #[command(flatten)]
    start: LineArguments,
    /// Use Chess960 notation for castling rights and castling moves
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    limit_options: LimitArguments,
    #[command(flatten)]
    root_options: RootArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    file: OutputFile,
    #[command(flatten)]
    table_options: TableArguments,
    /// Print the move in SAN (Nf3) instead of UCI notation (g1f3)
    #[arg(long)]
    san: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine bestmove kiwipete --depth 12
  engine bestmove '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  engine bestmove --moves 'e4 e5 Nf3' --san
  engine bestmove --multipv 3 --nodes 50000 --csv
  move=$(engine bestmove \"$fen\" --movetime 1000) || echo 'the game is over'

The first limit reached ends the search. If the game is over, the command prints no move and exits with code 3.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    arguments.file.check(&[])?;
    let settings = Arc::new(analysis_settings(
        &arguments.engine_options,
        &arguments.limit_options,
        &arguments.thread_options,
        &arguments.root_options,
        &arguments.tablebase_options,
    )?);
    let task = arguments.task(&settings)?;
    let mut analyst = Analyst::new(settings)?;
    let answer = analyst.answer(&task, &Arc::new(StopFlag::default()));
    let analysis = *answer.map_err(|error| anyhow::anyhow!(error.fault.message))?;
    let terminal = analysis.terminal;
    arguments.write(analysis)?;
    if terminal.is_some() {
        let reason = serde_json::to_value(terminal)?.as_str().unwrap_or_default().replace('_', " ");
        print_message(format_args!("no best move: the game is over ({reason})"));
        return Ok(ExitCode::from(CHECK_FAILED));
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn task(&self, settings: &Settings) -> Result<AnalysisTask, UsageError> {
        let mode = CastlingMode::from_chess960(self.chess960);
        let line = self.start.line(mode, Strictness::Game, &self.output)?;
        let search_moves = self.root_options.search_moves.moves(line.position())?;
        Ok(AnalysisTask {
            id: None,
            request_hash: None,
            line,
            limits: Limits { search_moves, ..settings.limits.clone() },
            hash: settings.hash,
            operations: Operations::default(),
            warnings: Vec::new(),
        })
    }

    /// Writes the JSON record, the table, or the moves, the best one first.
    fn write(&self, analysis: Analysis) -> anyhow::Result<()> {
        if self.output.json {
            return self.file.print_json(&analysis);
        }
        if let Some(format) = self.table_options.format() {
            let rows = analysis_rows(&Versioned::new(analysis))?;
            return self.file.print(|out| {
                out.write_all(&format.header(ANALYSIS_COLUMNS.iter().map(|column| column.name))?)?;
                rows.iter().try_for_each(|row| out.write_all(&format.row(row)?))
            });
        }
        let lines = analysis.lines.iter().map(|line| if self.san { &line.san } else { &line.mv });
        let best = if self.san { &analysis.san } else { &analysis.bestmove };
        let moves: Vec<_> = if analysis.lines.is_empty() { best.iter().collect() } else { lines.collect() };
        self.file.print(|out| moves.iter().try_for_each(|mv| writeln!(out, "{mv}")))
    }
}
