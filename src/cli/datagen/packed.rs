//! `engine datagen --packed`: plays games and writes them, with the score of every move, to a packed file.

use std::{
    ops::ControlFlow,
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow};
use indicatif::{HumanDuration, ProgressBar};

use super::Arguments;
use crate::{
    cli::{exit::UsageError, interrupt::StopFlags, output::create},
    engine::{
        ordered_pool::{run_numbered, worker_states},
        player::Player,
    },
    evaluate::Evaluator,
    lab::data::{
        packed::{Header, OpenError, Seed, Writer, file::PushResult, game::MAX_OPENING_PLIES},
        self_play::{self, PlayedGame, Settings},
    },
    search::{Setup, StopFlag},
};

/// Default hash size in MiB of the player that plays both sides of a game.
const MEGABYTES: usize = 2;
const NODES: u64 = 1_000;

/// Plays until the requested amount is written, the file is full, the time is up, or a signal arrives.
pub fn write(arguments: &Arguments, path: &Path) -> anyhow::Result<ExitCode> {
    let plies = arguments.random_plies.clone().unwrap_or(8..=9);
    if *plies.end() as usize > MAX_OPENING_PLIES {
        let text = format!(
            "--random-plies: a packed game can start with at most {MAX_OPENING_PLIES} random plies: use a smaller number"
        );
        return Err(UsageError(text).into());
    }
    let nodes = arguments.nodes.unwrap_or(NODES);
    let header = header(arguments, nodes)?;
    // Signals are caught before the file is created, so that an interrupted run still writes its finished
    // games.
    let stop_flags = StopFlags::catch()?;
    let mut writer = open(arguments, path, &header)?;
    let settings = Settings { seed: writer.seed(), random_plies: plies, nodes };
    let players = worker_states(arguments.threads() as usize, || arguments.player(MEGABYTES))?;
    let signal = StopFlag::default();
    let mut run = Run::new(arguments);
    let deadline = run.deadline;
    let end = arguments.amount.games.unwrap_or(u64::MAX);
    let mut written = Ok(());
    let take = |played: PlayedGame| {
        let flow = run.write_game(&mut writer, played);
        flow.unwrap_or_else(|error| {
            written = Err(error);
            ControlFlow::Break(())
        })
    };
    let job = |player: &mut Player, number| self_play::play(player, &settings, number, &signal);
    stop_flags.stop_search_during(deadline, &signal, || run_numbered(players, end, &signal, job, take))??;
    written.and_then(|()| writer.flush()).with_context(|| format!("cannot write {}", path.display()))?;
    run.finish(arguments, &writer, &stop_flags);
    Ok(stop_flags.code())
}

fn header(arguments: &Arguments, nodes: u64) -> anyhow::Result<Header> {
    let nodes = u32::try_from(nodes)
        .map_err(|_| UsageError(format!("--nodes: {nodes} is too large: write at most {}", u32::MAX)))?;
    let seed = Seed { run: arguments.seed, worker: arguments.worker.unwrap_or_default() };
    let engine = env!("CARGO_PKG_VERSION").to_owned();
    let signature = arguments.signature.unwrap_or_default();
    Ok(Header { nodes, signature, network: network(&arguments.engine_options.setup()), seed, engine })
}

/// Returns the CRC-32 of the network that evaluates; 0 if another evaluator is used.
fn network(setup: &Setup) -> u64 {
    let uses_network = setup.eval.evaluator == Evaluator::Network;
    if uses_network { u64::from(setup.eval.eval_file.network().checksum()) } else { 0 }
}

fn open(arguments: &Arguments, path: &Path, header: &Header) -> anyhow::Result<Writer> {
    let path_name = path.display();
    if !arguments.append {
        let file = create(path)?;
        return Writer::begin(file, header).with_context(|| format!("cannot write {path_name}"));
    }
    Writer::append(path, header, arguments.worker).map_err(|error| match error {
        OpenError::Io(_) => anyhow!(error).context(format!("cannot append to {path_name}")),
        error => UsageError(format!("cannot append to {path_name}: {error}")).into(),
    })
}

/// Progress of a self-play run.
struct Run {
    games: u64,
    plies: u64,
    nodes: u64,
    too_long: u64,
    faults: Vec<String>,
    is_full: bool,
    wanted_plies: Option<u64>,
    started: Instant,
    deadline: Option<Instant>,
    progress: ProgressBar,
    counts: Counts,
}

/// Unit that the progress bar counts: games, plies or seconds.
enum Counts {
    Games,
    Plies,
    Seconds,
}

impl Run {
    fn new(arguments: &Arguments) -> Self {
        let (amount, started) = (&arguments.amount, Instant::now());
        let (length, counts) = match (amount.plies, amount.games, amount.seconds) {
            (Some(plies), ..) => (plies, Counts::Plies),
            (None, Some(games), _) => (games, Counts::Games),
            (None, None, seconds) => (seconds.unwrap_or_default(), Counts::Seconds),
        };
        Self {
            games: 0,
            plies: 0,
            nodes: 0,
            too_long: 0,
            faults: Vec::new(),
            is_full: false,
            wanted_plies: amount.plies,
            started,
            deadline: amount.seconds.and_then(|seconds| started.checked_add(Duration::from_secs(seconds))),
            progress: arguments.messages().progress(length as usize, "datagen"),
            counts,
        }
    }

    fn write_game(&mut self, writer: &mut Writer, played: PlayedGame) -> std::io::Result<ControlFlow<()>> {
        let PlayedGame { game, nodes, fault } = played;
        self.nodes += nodes;
        if let Some(fault) = fault {
            self.faults.push(fault);
            return Ok(ControlFlow::Continue(()));
        }
        match writer.push(&game)? {
            PushResult::Taken => {
                self.games += 1;
                self.plies += game.plies.len() as u64;
            }
            PushResult::TooLong => self.too_long += 1,
            PushResult::Full => self.is_full = true,
        }
        self.update_progress();
        let enough = self.is_full || self.wanted_plies.is_some_and(|wanted| self.plies >= wanted);
        Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn update_progress(&self) {
        let done = match self.counts {
            Counts::Games => self.games,
            Counts::Plies => self.plies,
            Counts::Seconds => self.started.elapsed().as_secs(),
        };
        let rate = self.plies as f64 / self.started.elapsed().as_secs_f64();
        self.progress.set_position(done.min(self.progress.length().unwrap_or_default()));
        let left = HumanDuration(self.progress.eta());
        self.progress.set_message(format!("datagen, {rate:.0} plies/s, {left} remaining"));
    }

    fn finish(&self, arguments: &Arguments, writer: &Writer, stop_flags: &StopFlags) {
        self.progress.finish_and_clear();
        let messages = arguments.messages();
        let Self { games, plies, nodes, .. } = self;
        let seconds = self.started.elapsed().as_secs_f64();
        let (Seed { run, worker }, bytes) = (writer.seed(), writer.bytes());
        messages.remark(format_args!(
            "run {run}, worker {worker}: {games} games, {plies} plies, {nodes} nodes in {seconds:.1} s: \
             {:.0} plies/s, {:.0} nodes/s; file size {bytes} bytes",
            *plies as f64 / seconds,
            *nodes as f64 / seconds
        ));
        if self.is_full {
            messages.remark(format_args!(
                "the file is full: continue in another file, with another --seed or --worker"
            ));
        }
        if stop_flags.code() != ExitCode::SUCCESS {
            messages.remark(format_args!(
                "interrupted: unfinished games were discarded, finished games are written"
            ));
        }
        if self.too_long > 0 {
            messages.remark(format_args!(
                "skipped {} games that are too long for the file format",
                self.too_long
            ));
        }
        for fault in &self.faults {
            messages.remark(format_args!("skipped a game because a search failed: {fault}"));
        }
    }
}
