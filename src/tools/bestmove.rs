//! `engine bestmove`: prints the best move of one position, for shell scripts.

use std::{process::ExitCode, sync::Arc};

use clap::Args;

use crate::{
    chess::position::{GameEnd, Strictness},
    engine::strength::Strength,
    search::{Limits, StopFlag},
    support::rng::game_rng,
    tools::{
        analyse::{
            AnalysisSettings, AnalysisTask, Analyst,
            reply::{Analysis, Operations},
        },
        common::{
            exit::{CHECK_FAILED, UsageError},
            output::{JsonArguments, Output, print, print_json, print_message},
            search_arguments::{
                LimitArguments, LineArguments, RootArguments, SearchArguments, SeedArguments,
                StrengthArguments, TablebaseArguments, ThreadArguments, VariantArguments,
            },
        },
    },
};

/// Print the best move of a position
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("elo", |elo| elo.conflicts_with_all(["json", "multipv"])),
    mut_arg("seed", |seed| seed.requires("elo").help("Seed for the moves of a player with --elo [default: 1]"))
)]
pub struct BestmoveArguments {
    #[command(flatten)]
    start: LineArguments,
    #[command(flatten)]
    variant: VariantArguments,
    #[command(flatten)]
    limit_options: LimitArguments,
    #[command(flatten)]
    root_options: RootArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    strength_option: StrengthArguments,
    #[command(flatten)]
    seed_option: SeedArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    #[command(flatten)]
    json_option: JsonArguments,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine bestmove kiwipete --depth 12
  engine bestmove '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  engine bestmove --moves 'e4 e5 Nf3' --multipv 3
  engine bestmove --nodes 50000 --json | jq -r .san
  move=$(engine bestmove \"$fen\" --movetime 1000) || echo 'the game is over'

The first limit reached ends the search. --json prints the output record of engine analyse. If the game is over, the command prints no move and exits with code 3.";

pub fn run(arguments: &BestmoveArguments) -> anyhow::Result<ExitCode> {
    let settings = Arc::new(arguments.settings()?);
    let task = arguments.task(&settings)?;
    let mut analyst = Analyst::new(Arc::clone(&settings))?;
    let stop_flag = Arc::new(StopFlag::default());
    let is_over = GameEnd::all(&task.line).next().is_some();
    if let Some(elo) = arguments.strength_option.elo.filter(|_| !is_over) {
        let (strength, position) = (Strength::of_elo(elo), task.line.position().clone());
        let limits = strength.limits(task.limits.clone(), &position);
        let answer = analyst.search(&AnalysisTask { limits, ..task }, &stop_flag, |_| ());
        let answer = answer.map_err(|error| anyhow::anyhow!(error.message))?;
        let mut rng = game_rng(arguments.seed_option.seed(), position.key());
        let best = strength.choose(answer, &position, &settings.setup, &mut rng).best;
        print(|out| best.iter().try_for_each(|mv| writeln!(out, "{}", position.uci(*mv))))?;
        return Ok(ExitCode::SUCCESS);
    }
    let answer = analyst.answer(&task, &stop_flag);
    let analysis = *answer.map_err(|error| anyhow::anyhow!(error.message))?;
    let terminal = analysis.terminal;
    arguments.write(&analysis)?;
    if terminal.is_some() {
        let reason = serde_json::to_value(terminal)?.as_str().unwrap_or_default().replace('_', " ");
        print_message(format_args!("no best move: the game is over ({reason})"));
        return Ok(ExitCode::from(CHECK_FAILED));
    }
    Ok(ExitCode::SUCCESS)
}

impl BestmoveArguments {
    fn settings(&self) -> anyhow::Result<AnalysisSettings> {
        let defaults = AnalysisSettings::default();
        let limits = self.limit_options.limits().unwrap_or(defaults.limits);
        Ok(AnalysisSettings {
            setup: self.engine_options.setup(),
            limits: Limits { multi_pv: self.root_options.multipv as usize, ..limits },
            search_moves: self.root_options.search_moves.words()?,
            hash: self.engine_options.megabytes().unwrap_or(defaults.hash),
            threads: self.thread_options.threads.unwrap_or(defaults.threads),
            tablebases: self.tablebase_options.probing()?,
            ..defaults
        })
    }

    fn task(&self, settings: &AnalysisSettings) -> Result<AnalysisTask, UsageError> {
        let mode = self.variant.mode();
        let line = self.start.line(mode, Strictness::Game, &self.output)?;
        let search_moves = self.root_options.search_moves.moves(line.position())?;
        Ok(AnalysisTask {
            request_hash: None,
            line,
            limits: Limits { search_moves, ..settings.limits.clone() },
            hash: settings.hash,
            operations: Operations::default(),
            warnings: Vec::new(),
        })
    }

    /// Prints the JSON record, or the moves, the best one first.
    fn write(&self, analysis: &Analysis) -> anyhow::Result<()> {
        if self.json_option.json {
            return print_json(analysis);
        }
        let lines = analysis.lines.iter().map(|line| &line.mv);
        let moves: Vec<_> =
            if analysis.lines.is_empty() { analysis.bestmove.iter().collect() } else { lines.collect() };
        Ok(print(|out| moves.iter().try_for_each(|mv| writeln!(out, "{mv}")))?)
    }
}
