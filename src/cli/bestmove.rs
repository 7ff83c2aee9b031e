//! `engine bestmove`: one answer for a shell script.

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

/// Print the best move of one position
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The position, quoted or in several words: a FEN, startpos, or a name such as kiwipete
    #[arg(value_name = "FEN|NAME", default_value = "startpos")]
    fen: Vec<String>,
    /// Moves played from there, as in "e2e4 e7e5" or "e4 e5"
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Write the move as people do: Nf3 and not g1f3
    #[arg(long)]
    san: bool,
    #[command(flatten)]
    limit_options: LimitArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    /// Read castling rights and write castling as in Chess960
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine bestmove '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  engine bestmove --moves 'e4 e5' --san --depth 12
  move=$(engine bestmove \"$fen\" --movetime 1000) || echo 'the game is over'

1,000,000 nodes unless --nodes, --depth or --movetime say otherwise. --json
tells what analyse tells. Exit code 3, and nothing on stdout, if the game is
over.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = Arc::new(analysis_settings(
        &arguments.engine_options,
        &arguments.limit_options,
        &arguments.thread_options,
    ));
    let question = arguments.question(&settings)?;
    let mut analyst = Analyst::new(settings)?;
    let answer = analyst.answer(&question, &Arc::new(StopFlag::default()));
    let analysis = answer.map_err(|refusal| anyhow::anyhow!(refusal.fault.message))?;
    if arguments.output.json {
        print_json(&analysis)?;
    }
    let best = if arguments.san { &analysis.san } else { &analysis.bestmove };
    let Some(best) = best else {
        let why = serde_json::to_value(analysis.terminal)?.as_str().unwrap_or_default().replace('_', " ");
        print_message(format_args!("there is no move: {why}"));
        return Ok(ExitCode::from(CHECK_FAILED));
    };
    if !arguments.output.json {
        print(|out| writeln!(out, "{best}"))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn question(&self, settings: &Settings) -> Result<AnalysisTask, UsageError> {
        let mode = CastlingMode::from_chess960(self.chess960);
        let start = parse_case(&self.fen.join(" "), "", mode, Strictness::Game, &self.output)?;
        let mut line = Line::new(start.position);
        for (number, word) in (1..).zip(self.moves.as_deref().unwrap_or_default().split_whitespace()) {
            let mv = line.position().parse_san(word);
            line.play(mv.map_err(|error| UsageError(format!("--moves, number {number}: {error}")))?);
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
