//! `engine datagen leaves`: searches the positions of self-play games and writes a sample of the positions that the
//! searches evaluate. The engine evaluates such positions when it plays, and many of them never occur in games.

use std::{io::Write as _, ops::ControlFlow, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Args;
use rustc_hash::FxHashSet;
use shakmaty::KnownOutcome;

use super::{
    for_each_game,
    games::{MEGABYTES, NODES},
};
use crate::{
    chess::{
        position::{Line, Move, Position},
        score::Score,
    },
    search::{
        Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        observe::{event::Visit, observer::Observer},
        search_observed,
    },
    tools::{
        common::{
            input,
            interrupt::Interrupt,
            ordered_pool::{run_numbered, worker_states},
            output::{Output, OutputFile, write_error},
            search_arguments::{EvalArguments, HashArguments, JobArguments},
            values::{AT_LEAST_1, number},
        },
        datagen::{
            bulletformat::{self, TrainingRecord},
            self_play,
            training::{MIN_MEN, PositionFilter},
            viriformat::ScoredGame,
        },
    },
};

/// Write positions that searches evaluate, a sample for each self-play game
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 2]")),
    mut_arg("output", |output| output.required(true).help("Write to this file; - is stdout"))
)]
pub struct DatagenLeavesArguments {
    /// Files of games in viriformat, as engine datagen games writes them; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Start no new iteration after N nodes per position
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = number::<u64>(AT_LEAST_1))]
    nodes: u64,
    /// Write one in N of the evaluated positions
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = number::<u64>(AT_LEAST_1))]
    every: u64,
    #[command(flatten)]
    eval: EvalArguments,
    #[command(flatten)]
    hash_option: HashArguments,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    job_options: JobArguments,
    #[command(flatten)]
    messages: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen leaves run7.vf -o leaves.bin
  engine datagen leaves run7.vf --nodes 400 --every 20 --jobs 2 -o leaves.bin

The output is in bulletformat, with static evaluations as scores, which engine datagen label replaces. Repeated \
positions are skipped.";

/// Searches the games one by one and writes the leaves of each game when it is done.
pub fn run(arguments: &DatagenLeavesArguments) -> anyhow::Result<ExitCode> {
    let (paths, mut games) = (input::files_or_stdin(&arguments.files)?, Vec::new());
    for_each_game(&paths, |_, game| {
        games.push(game);
        Ok(())
    })?;
    let defaults = Setup::playing();
    let setup = Setup { eval: arguments.eval.config(&defaults.eval), ..defaults };
    let megabytes = arguments.hash_option.hash.unwrap_or(MEGABYTES);
    let tables = worker_states(arguments.job_options.jobs as usize, || {
        TranspositionTable::new(megabytes).map(|table| (table, ThreadState::default()))
    })?;
    let signal = Arc::new(StopFlag::default());
    let interrupt = Interrupt::stopping(&signal)?;
    let mut out = arguments.output.stream(&paths)?;
    let progress = arguments.messages.progress(games.len(), "games");
    let (mut seen, mut positions, mut evaluated, mut written) = (FxHashSet::default(), 0, 0, Ok(()));
    let take = |sample: LeafSample| {
        let new = sample.found.iter().filter(|(key, _)| seen.insert(*key));
        let records: Vec<_> = new.flat_map(|(_, record)| *record).collect();
        written = out.write_all(&records);
        (positions, evaluated) = (positions + sample.positions, evaluated + sample.evaluated);
        progress.inc(1);
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (limits, every) = (self_play::limits(arguments.nodes), arguments.every);
    let job = |(table, thread): &mut (TranspositionTable, ThreadState), number: u64| {
        let mut sample = LeafSample::new(&games[number as usize], every);
        sample.search(&games[number as usize], &setup, &limits, table, thread, &signal).then_some(sample)
    };
    run_numbered(tables, games.len() as u64, &signal, job, take)?;
    written.and_then(|()| out.finish()).map_err(|error| write_error(error, arguments.output.path()))?;
    progress.finish_and_clear();
    arguments.messages.remark(format_args!(
        "{positions} positions searched, {evaluated} evaluated, {} written",
        seen.len()
    ));
    Ok(interrupt.code().unwrap_or(ExitCode::SUCCESS))
}

/// Sample of the evaluated positions of one game, as the observer of its searches.
struct LeafSample {
    outcome: KnownOutcome,
    every: u64,
    /// Number of positions searched.
    positions: u64,
    /// Number of evaluations in all searches.
    evaluated: u64,
    /// Key and record of each position in the sample.
    found: Vec<(u64, TrainingRecord)>,
}

impl LeafSample {
    fn new(game: &ScoredGame, every: u64) -> Self {
        Self { outcome: game.outcome, every, positions: 0, evaluated: 0, found: Vec::new() }
    }

    /// Searches every position of the game in which a move was played. Returns false if the stop flag ended the search.
    fn search(
        &mut self,
        game: &ScoredGame,
        setup: &Setup,
        limits: &Limits,
        table: &mut TranspositionTable,
        thread: &mut ThreadState,
        signal: &StopFlag,
    ) -> bool {
        table.clear();
        thread.clear();
        let mut line = Line::new(game.start.clone());
        for ply in &game.plies {
            let request = SearchRequest::new(line.position().clone(), limits.clone(), setup.clone());
            let request = SearchRequest { history: line.history(), ..request };
            search_observed(&request, table, thread, signal, self);
            if signal.is_stopped(1) {
                return false;
            }
            self.positions += 1;
            line.play(ply.mv);
        }
        true
    }
}

impl Observer<Move> for LeafSample {
    fn enter(&mut self, _visit: Visit) {}

    /// Adds the position if its key selects it: the same positions on any number of threads.
    fn evaluated(&mut self, position: &Position, raw: Score) {
        self.evaluated += 1;
        let key = position.key();
        if key.is_multiple_of(self.every)
            && raw.raw().abs() < PositionFilter::default().score_below
            && position.board().occupied().count() >= MIN_MEN
            && !position.is_check()
        {
            self.found.push((key, bulletformat::record(position, raw.raw(), self.outcome)));
        }
    }
}
