//! `engine datagen games`: plays games and writes them to a packed file, with the score of every move after
//! the random opening.

use std::{
    ops::{ControlFlow, RangeInclusive},
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow};
use clap::Args;
use indicatif::ProgressBar;
use schemars::JsonSchema;
use serde::Serialize;

use super::{PlayArguments, parse_plies_range};
use crate::{
    cli::{
        exit::UsageError,
        interrupt::StopFlags,
        output::{NewFile, cannot_write, create, is_stdout, print_json, stdout_file},
        values::{AT_LEAST_1, SECOND, duration, number},
    },
    engine::{
        ordered_pool::{run_numbered, worker_states},
        player::Player,
    },
    evaluate::Evaluator,
    json,
    lab::data::{
        packed::{Header, OpenError, Seed, Writer, file::PushResult, game::MAX_OPENING_PLIES},
        self_play::{self, PlayedGame, Settings},
    },
    search::{Setup, StopFlag},
};

/// Default hash size in MiB of the player that plays both sides of a game.
const MEGABYTES: usize = 2;
const NODES: u64 = 1_000;
/// Default number of random plies at the start of a game.
const RANDOM_PLIES: RangeInclusive<u32> = 8..=9;

/// Play games and write them packed: every move with its score, about two bytes per ply
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 2]"))
)]
pub struct Arguments {
    #[command(flatten)]
    amount: Amount,
    /// Start no new iteration after N nodes per move
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = number::<u64>(1..=u64::from(u32::MAX)))]
    nodes: u64,
    /// Start each game with this many random plies, such as 8 or 8-9 [default: 8-9]
    #[arg(long, value_name = "PLIES", value_parser = parse_plies_range)]
    random_plies: Option<RangeInclusive<u32>>,
    /// Number of this worker in the run; --seed and --worker together determine the games [default: 0; with
    /// --append the next unused number in the file]
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=u64::from(u32::MAX)))]
    worker: Option<u32>,
    /// Store this node count of engine bench in the header of the file
    #[arg(long, value_name = "NODES", value_parser = number::<u64>(0..=u64::MAX))]
    signature: Option<u64>,
    /// Write to this file; - is stdout
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Append to an existing file, as the next worker of the run; an incomplete last block is removed
    #[arg(long)]
    append: bool,
    /// Accepted without effect: older scripts write `--packed` in addition to the subcommand `games`.
    #[arg(long, hide = true)]
    packed: bool,
    #[command(flatten)]
    play: PlayArguments,
}

/// Options that end the run. The first limit reached ends it.
#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
struct Amount {
    /// Play N games
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    games: Option<u64>,
    /// Write games with N scored moves in total or slightly more: the last game is written completely
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    plies: Option<u64>,
    /// Play for this time: seconds, or with a unit, as in 30m or 2h; unfinished games are discarded
    #[arg(long, value_name = "SECONDS", value_parser = duration(SECOND, SECOND))]
    seconds: Option<Duration>,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen games --seconds 540 --jobs 16 --seed 7 -o run7.games
  engine datagen games --plies 1M --seed 7 --append -o run7.games
  engine datagen games --games 20 --chess960 -o run960.games
  engine datagen games --games 20 --starts endings.epd -o endings.games

A file stays below 16 MiB. Ctrl-C ends the run; all finished games are written. Without --seconds, the same seed and \
worker give the same file with any number of jobs.";

/// JSON output of `engine datagen games --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GamesReport {
    /// Engine version, machine, seed, and hash size.
    header: json::Header,
    /// Number of this worker in the run.
    worker: u32,
    /// Number of games written.
    games: u64,
    /// Number of moves with scores in these games.
    plies: u64,
    /// Number of nodes searched in all games.
    nodes: u64,
    /// Size of the file in bytes, with the games that it contained before (`--append`).
    bytes: usize,
    /// Whether the file is full.
    full: bool,
    /// Number of games that are too long for the file format, which were not written.
    too_long: u64,
    /// One message per game that was not written because a search failed.
    faults: Vec<String>,
    /// Whether a signal ended the run before the requested amount was written.
    interrupted: bool,
    /// Duration of the run in milliseconds.
    time_ms: u64,
}

/// Plays until the requested amount is written, the file is full, the time is up, or a signal arrives.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let plies = arguments.random_plies.clone().unwrap_or(RANDOM_PLIES);
    if *plies.end() as usize > MAX_OPENING_PLIES {
        let text = format!(
            "--random-plies: a packed game can start with at most {MAX_OPENING_PLIES} random plies: use a smaller number"
        );
        return Err(UsageError(text).into());
    }
    arguments.play.refuse_two_outputs(&arguments.output)?;
    let (header, starts) = (header(arguments)?, arguments.play.starts()?);
    // Signals are caught before the file is created, so that an interrupted run still writes its finished
    // games.
    let stop_flags = StopFlags::catch()?;
    let play = &arguments.play;
    let players = worker_states(play.jobs as usize, || play.player(MEGABYTES))?;
    let (mut writer, new) = open(arguments, &header)?;
    let (seed, nodes) = (writer.seed(), arguments.nodes);
    let settings = Settings { seed, starts, random_plies: plies, nodes };
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
    written.and_then(|()| writer.flush()).with_context(|| cannot_write(&arguments.output))?;
    new.keep();
    run.finish(arguments, &writer, &stop_flags);
    if play.json {
        print_json(run.report(arguments, &writer, &stop_flags))?;
    }
    Ok(stop_flags.code())
}

fn header(arguments: &Arguments) -> anyhow::Result<Header> {
    let nodes = u32::try_from(arguments.nodes)?;
    let seed = Seed { run: arguments.play.seed, worker: arguments.worker.unwrap_or_default() };
    let engine = env!("CARGO_PKG_VERSION").to_owned();
    let signature = arguments.signature.unwrap_or_default();
    Ok(Header { nodes, signature, network: network(&arguments.play.engine_options.setup()), seed, engine })
}

/// Returns the CRC-32 of the network that evaluates; 0 if another evaluator is used.
fn network(setup: &Setup) -> u64 {
    let uses_network = setup.eval.evaluator == Evaluator::Network;
    if uses_network { u64::from(setup.eval.eval_file.network().checksum()) } else { 0 }
}

fn open(arguments: &Arguments, header: &Header) -> anyhow::Result<(Writer, NewFile)> {
    let path = &arguments.output;
    if is_stdout(path) && arguments.append {
        return Err(UsageError("--append: stdout cannot be continued: name a file".to_owned()).into());
    }
    if !arguments.append {
        let (file, new) = if is_stdout(path) {
            (stdout_file()?, NewFile::kept())
        } else {
            create(path, "use another name, or --append to continue it")?
        };
        let new = new.with_header(header.to_bytes().len());
        return Ok((Writer::begin(file, header).with_context(|| cannot_write(path))?, new));
    }
    let path_name = path.display();
    let writer = Writer::append(path, header, arguments.worker).map_err(|error| match error {
        OpenError::Io(_) => anyhow!(error).context(format!("cannot append to {path_name}")),
        error => UsageError(format!("cannot append to {path_name}: {error}")).into(),
    })?;
    if writer.removed_bytes() > 0 {
        arguments.play.messages.output().remark(format_args!(
            "{path_name}: removed an incomplete last block ({} bytes)",
            writer.removed_bytes()
        ));
    }
    Ok((writer, NewFile::kept()))
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
        let (length, counts, name) = match (amount.plies, amount.games, amount.seconds) {
            (Some(plies), ..) => (plies, Counts::Plies, "plies"),
            (None, Some(games), _) => (games, Counts::Games, "games"),
            (None, None, seconds) => (seconds.unwrap_or_default().as_secs(), Counts::Seconds, "seconds"),
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
            deadline: amount.seconds.and_then(|time| started.checked_add(time)),
            progress: arguments.play.messages.output().progress(length as usize, name),
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
        self.progress.set_position(done.min(self.progress.length().unwrap_or_default()));
    }

    fn report(&self, arguments: &Arguments, writer: &Writer, stop_flags: &StopFlags) -> GamesReport {
        let Seed { run, worker } = writer.seed();
        GamesReport {
            header: json::Header { seed: Some(run), ..arguments.play.header(MEGABYTES) },
            worker,
            games: self.games,
            plies: self.plies,
            nodes: self.nodes,
            bytes: writer.bytes(),
            full: self.is_full,
            too_long: self.too_long,
            faults: self.faults.clone(),
            interrupted: stop_flags.code() != ExitCode::SUCCESS,
            time_ms: json::millis(self.started.elapsed()),
        }
    }

    fn finish(&self, arguments: &Arguments, writer: &Writer, stop_flags: &StopFlags) {
        self.progress.finish_and_clear();
        let messages = arguments.play.messages.output();
        let Self { games, plies, nodes, .. } = self;
        let seconds = self.started.elapsed().as_secs_f64();
        let (Seed { run, worker }, bytes) = (writer.seed(), writer.bytes());
        arguments.play.messages.summary(format_args!(
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

#[cfg(test)]
mod tests {
    use super::*;

    use crate::text::assert_states;

    #[test]
    fn the_guide_states_the_random_plies_and_the_hash_size_of_self_play() {
        let (least, most) = (RANDOM_PLIES.start(), RANDOM_PLIES.end());
        for text in [
            format!("Each self-play game starts with {least} or {most} random plies."),
            format!("Both sides share one hash table of {MEGABYTES} MiB."),
        ] {
            assert_states("src/lab/README.md", &text);
        }
    }
}
