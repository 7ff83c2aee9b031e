//! `engine bestmove`: prints the best move of one position, for shell scripts.

use std::{process::ExitCode, sync::Arc};

use clap::Args;
use shakmaty::CastlingMode;

use super::{
    exit::{CHECK_FAILED, UsageError},
    output::{Output, print, print_json, print_message},
    search_arguments::{LimitArguments, SearchArguments, ThreadArguments, analysis_settings, parse_case},
};
use crate::{
    analysis::{AnalysisTask, Analyst, Settings, reply::Operations},
    position::{Line, Strictness},
    search::StopFlag,
};

/// Print the best move of a position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Position: a FEN (quoted or unquoted), startpos, or a name such as kiwipete
    #[arg(value_name = "FEN|NAME", default_value = "startpos")]
    fen: Vec<String>,
    /// Moves to play before the search, such as "e4 e5" or "e2e4 e7e5"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Print the move in SAN (Nf3) instead of UCI notation (g1f3)
    #[arg(long)]
    san: bool,
    #[command(flatten)]
    limit_options: LimitArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    /// Use Chess960 notation for castling rights and castling moves
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine bestmove kiwipete --depth 12
  engine bestmove '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  engine bestmove --moves 'e4 e5' --san
  move=$(engine bestmove \"$fen\" --movetime 1000) || echo 'the game is over'

The first limit reached ends the search. Defaults: 1,000,000 nodes if no limit is given, 16 MiB hash. With --json, \
the command prints an output record in the format of engine analyse.

If the game is over, the command prints no move and exits with code 3.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = Arc::new(analysis_settings(
        &arguments.engine_options,
        &arguments.limit_options,
        &arguments.thread_options,
    ));
    let task = arguments.task(&settings)?;
    let mut analyst = Analyst::new(settings)?;
    let answer = analyst.answer(&task, &Arc::new(StopFlag::default()));
    let analysis = answer.map_err(|error| anyhow::anyhow!(error.fault.message))?;
    if arguments.output.json {
        print_json(&analysis)?;
    }
    let best = if arguments.san { &analysis.san } else { &analysis.bestmove };
    let Some(best) = best else {
        let reason = serde_json::to_value(analysis.terminal)?.as_str().unwrap_or_default().replace('_', " ");
        print_message(format_args!("no best move: the game is over ({reason})"));
        return Ok(ExitCode::from(CHECK_FAILED));
    };
    if !arguments.output.json {
        print(|out| writeln!(out, "{best}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn task(&self, settings: &Settings) -> Result<AnalysisTask, UsageError> {
        let mode = CastlingMode::from_chess960(self.chess960);
        let start = parse_case(&self.fen.join(" "), "", mode, Strictness::Game, &self.output)?;
        let mut line = Line::new(start.position);
        for (number, word) in (1..).zip(self.moves.as_deref().unwrap_or_default().split_whitespace()) {
            let mv = line.position().parse_san(word);
            line.play(mv.map_err(|error| UsageError(format!("--moves: move {number}: {error}")))?);
        }
        Ok(AnalysisTask {
            id: None,
            line,
            limits: settings.limits.clone(),
            hash: settings.hash,
            operations: Operations::default(),
            warnings: Vec::new(),
        })
    }
}
