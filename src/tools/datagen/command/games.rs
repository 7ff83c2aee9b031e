//! `engine datagen games`: plays games and writes them in viriformat, with the score of every move after the
//! random opening.

use std::{
    io::{self, Write as _},
    ops::{ControlFlow, RangeInclusive},
    process::ExitCode,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use clap::Args;
use indicatif::ProgressBar;

use super::{SelfPlayArguments, parse_plies_range};
use crate::{
    engine::{openings::random::MAX_CANDIDATES, player::Player},
    search::StopFlag,
    support::threads::{self, SMALL_STACK_BYTES},
    tools::{
        common::{
            exit::FAILED,
            interrupt::Interrupt,
            ordered_pool::{run_numbered, worker_states},
            output::{Destination, OutputFile, print_message, write_error},
            values::{AT_LEAST_1, SECOND, duration, number},
        },
        datagen::self_play::{self, PlayedGame, SelfPlaySettings},
    },
};

/// Default hash size in MiB of the player that plays both sides of a game.
pub(super) const MEGABYTES: usize = 2;
/// Default soft node limit per move.
pub(super) const NODES: u64 = 1_000;
/// Default number of random plies at the start of a game.
const RANDOM_PLIES: RangeInclusive<u32> = 8..=9;

/// Play games and write them in viriformat: every move with its score, four bytes per ply
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 2]")),
    mut_arg("output", |output| output.required(true).help("Write to this file; - is stdout"))
)]
pub struct DatagenGamesArguments {
    #[command(flatten)]
    amount: Amount,
    /// Start no new iteration after N nodes per move
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = number::<u64>(AT_LEAST_1))]
    nodes: u64,
    /// Start each game with this many random plies, such as 8 or 8-9 [default: 8-9]
    #[arg(long, value_name = "PLIES", value_parser = parse_plies_range)]
    random_plies: Option<RangeInclusive<u32>>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    play: SelfPlayArguments,
}

/// Options that end the run. The first limit reached ends it.
#[derive(Args, Debug)]
#[group(required = true, multiple = true)]
struct Amount {
    /// Play N games
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    games: Option<u64>,
    /// Play for this time: seconds, or with a unit, as in 30m or 2h; unfinished games are discarded
    #[arg(long, value_name = "SECONDS", value_parser = duration(SECOND, SECOND))]
    seconds: Option<Duration>,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen games --seconds 540 --jobs 16 --seed 7 -o run7.vf
  engine datagen games --games 20 --chess960 -o run960.vf
  engine datagen games --games 20 --starts endings.epd -o endings.vf

Ctrl-C ends the run; all finished games are written. Without --seconds, the same seed gives the same file with any \
number of jobs. Files of runs with different seeds can be joined, for example with cat.";

/// Plays until the requested number of games is written, the time is up, a signal arrives, or a game finds no
/// undecided opening.
pub fn run(arguments: &DatagenGamesArguments) -> anyhow::Result<ExitCode> {
    let (play, amount) = (&arguments.play, &arguments.amount);
    let random_plies = arguments.random_plies.clone().unwrap_or(RANDOM_PLIES);
    let settings = SelfPlaySettings {
        seed: play.seed_option.seed(),
        starts: play.starts()?,
        random_plies,
        nodes: arguments.nodes,
    };
    let signal = Arc::new(StopFlag::default());
    let interrupt = Interrupt::stopping(&signal)?;
    let players = worker_states(play.job_options.jobs as usize, || play.player(MEGABYTES))?;
    let mut out = arguments.output.stream(play.starts.as_slice())?;
    let mut run = GamesRun::new(arguments);
    if let Some(time) = amount.seconds {
        let signal = Arc::clone(&signal);
        let stop = move || {
            thread::sleep(time);
            signal.stop_through(1);
        };
        threads::new("timer", SMALL_STACK_BYTES).spawn(stop)?;
    }
    let mut written = Ok(());
    let take = |played: PlayedGame| {
        written = run.write_game(&mut out, &played);
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let job = |player: &mut Player, number| self_play::play(player, &settings, number, &signal);
    let end = amount.games.unwrap_or(u64::MAX);
    run_numbered(players, end, &signal, job, take)?;
    written.and_then(|()| out.finish()).map_err(|error| write_error(error, arguments.output.path()))?;
    run.finish(arguments, interrupt.code().is_some());
    if !signal.is_stopped(1) && run.games + (run.faults.len() as u64) < end {
        anyhow::bail!(
            "no undecided opening among {MAX_CANDIDATES} random candidates: choose other --starts or --random-plies"
        );
    }
    let failed = if run.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FAILED) };
    Ok(interrupt.code().unwrap_or(failed))
}

/// Progress of a self-play run.
struct GamesRun {
    games: u64,
    plies: u64,
    nodes: u64,
    faults: Vec<String>,
    started: Instant,
    progress: ProgressBar,
    /// Whether the progress bar counts seconds instead of games.
    counts_seconds: bool,
}

impl GamesRun {
    fn new(arguments: &DatagenGamesArguments) -> Self {
        let amount = &arguments.amount;
        let (length, name) = match amount.games {
            Some(games) => (games, "games"),
            None => (amount.seconds.unwrap_or_default().as_secs(), "seconds"),
        };
        Self {
            games: 0,
            plies: 0,
            nodes: 0,
            faults: Vec::new(),
            started: Instant::now(),
            progress: arguments.play.messages.progress(length as usize, name),
            counts_seconds: amount.games.is_none(),
        }
    }

    /// Writes a game with one call, so that a process that is killed between two games leaves whole games.
    fn write_game(&mut self, out: &mut Destination, played: &PlayedGame) -> io::Result<()> {
        self.nodes += played.nodes;
        if let Some(fault) = &played.fault {
            self.faults.push(fault.clone());
            return Ok(());
        }
        let mut bytes = Vec::new();
        played.game.encode(&mut bytes);
        out.write_all(&bytes)?;
        self.games += 1;
        self.plies += played.game.plies.len() as u64;
        let done = if self.counts_seconds { self.started.elapsed().as_secs() } else { self.games };
        self.progress.set_position(done.min(self.progress.length().unwrap_or_default()));
        Ok(())
    }

    fn finish(&self, arguments: &DatagenGamesArguments, is_interrupted: bool) {
        self.progress.finish_and_clear();
        let messages = &arguments.play.messages;
        let Self { games, plies, nodes, .. } = self;
        let seconds = self.started.elapsed().as_secs_f64();
        messages.remark(format_args!(
            "seed {}: {games} games, {plies} plies, {nodes} nodes in {seconds:.1} s: {:.0} plies/s, {:.0} nodes/s",
            arguments.play.seed_option.seed(),
            *plies as f64 / seconds,
            *nodes as f64 / seconds
        ));
        if is_interrupted {
            messages.remark(format_args!(
                "interrupted: unfinished games were discarded, finished games are written"
            ));
        }
        for fault in &self.faults {
            print_message(format_args!("skipped a game because a search failed: {fault}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::support::text::assert_states;

    #[test]
    fn the_guide_states_the_random_plies_and_the_hash_size_of_self_play() {
        let (least, most) = (RANDOM_PLIES.start(), RANDOM_PLIES.end());
        for text in [
            format!("Each self-play game starts with {least} or {most} random plies."),
            format!("Both sides share one hash table of {MEGABYTES} MiB."),
        ] {
            assert_states("src/tools/matches/README.md", &text);
        }
    }
}
