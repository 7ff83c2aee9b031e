//! `engine datagen positions`: writes quiet positions with game results as EPD lines.

use std::{
    io::{self, Write},
    ops::{ControlFlow, RangeInclusive},
    process::ExitCode,
    time::Instant,
};

use anyhow::Context as _;
use clap::Args;
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Serialize;

use super::{PlayArguments, parse_plies_range};
use crate::{
    cli::{
        interrupt::StopFlags,
        output::{OutputFile, cannot_write, print_json},
        values::{AT_LEAST_1, number},
    },
    engine::{
        ordered_pool::{run_numbered, worker_states},
        player::Player,
    },
    json::{Header, millis},
    lab::data::quiet_positions::{SampledGame, Settings, play_and_sample},
    search::StopFlag,
};

/// Default hash size of each side in MiB. With the default of 2,000 nodes per move, a larger table would not
/// be filled and would only take longer to clear before each game.
const MEGABYTES: usize = 2;
const NODES: u64 = 2_000;

/// Write quiet positions of self-play games with the results of the games, as EPD
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size of each player in MiB [default: 2]"))
)]
pub struct Arguments {
    #[command(flatten)]
    amount: Amount,
    /// Start no new iteration after N nodes per move
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = number::<u64>(AT_LEAST_1))]
    nodes: u64,
    /// Start each game with this many random plies, such as 8 or 8-9 [default: 8-9]
    #[arg(long, value_name = "PLIES", value_parser = parse_plies_range)]
    random_plies: Option<RangeInclusive<u32>>,
    /// Write at most N positions of each game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number::<usize>(1..=1_000_000))]
    per_game: usize,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    play: PlayArguments,
}

/// Options that end the run.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Amount {
    /// Play N games
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    games: Option<u64>,
    /// Write N positions or slightly more: the last game is written completely
    #[arg(long, value_name = "N", value_parser = number::<u64>(AT_LEAST_1))]
    positions: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen positions --games 20
  engine datagen positions --positions 300k --nodes 1000 --jobs 2 -o games.epd

Every line is a position, the result of its game (c9), and the search score in centipawns for the side to move (ce):
  8/5pk1/8/8/8/6P1/5P2/6K1 w - - c9 \"1/2-1/2\"; ce 12;

Ctrl-C ends the run; the positions of all finished games are written.";

/// JSON output of `engine datagen positions --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PositionsReport {
    /// Engine version, machine, seed, and hash size.
    header: Header,
    /// Number of games played.
    games: u64,
    /// Number of plies in these games.
    plies: u64,
    /// Number of nodes searched in all games.
    nodes: u64,
    /// Number of positions written.
    positions: u64,
    /// Number of positions that were not written because an earlier game contains them.
    duplicates: u64,
    /// Whether a signal ended the run before the requested amount was written.
    interrupted: bool,
    /// Duration of the run in milliseconds.
    time_ms: u64,
}

/// Numbers of games, plies, nodes, positions and duplicates of all games played so far.
#[derive(Default)]
struct Tally {
    games: u64,
    plies: u64,
    nodes: u64,
    positions: u64,
    duplicates: u64,
}

/// Plays until the requested amount is written or a signal arrives.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let play = &arguments.play;
    play.refuse_two_outputs(arguments.output.path())?;
    let settings = Settings {
        seed: play.seed,
        starts: play.starts()?,
        random_plies: arguments.random_plies.clone().unwrap_or(8..=9),
        nodes: arguments.nodes,
        per_game: arguments.per_game,
    };
    let pair = || anyhow::Ok([play.player(MEGABYTES)?, play.player(MEGABYTES)?]);
    let pairs = worker_states(play.jobs as usize, pair)?;

    let (games, positions) = (arguments.amount.games, arguments.amount.positions);
    let length = games.or(positions).unwrap_or_default();
    let stop_flags = StopFlags::catch()?;
    let mut out = arguments.output.stream(play.starts.as_slice())?;
    let progress =
        play.messages.output().progress(length as usize, if games.is_some() { "games" } else { "positions" });
    let started = Instant::now();
    let signal = StopFlag::default();
    let (mut tally, mut seen, mut written) = (Tally::default(), FxHashSet::default(), Ok(()));
    let take = |game: SampledGame| {
        written = write_game(&mut out, &game, &mut seen, &mut tally);
        progress.set_position(if games.is_some() { tally.games } else { tally.positions }.min(length));
        let enough = positions.is_some_and(|wanted| tally.positions >= wanted);
        if enough || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let job = |players: &mut [Player; 2], number| play_and_sample(players, &settings, number, &signal);
    let end = games.unwrap_or(u64::MAX);
    stop_flags.stop_search_during(None, &signal, || run_numbered(pairs, end, &signal, job, take))??;
    written.and_then(|()| out.finish()).with_context(|| cannot_write(arguments.output.path()))?;
    progress.finish_and_clear();
    let Tally { games, plies, nodes, positions, duplicates } = tally;
    let seconds = started.elapsed().as_secs_f64();
    play.messages.summary(format_args!(
        "seed {}: {games} games, {plies} plies, {nodes} nodes, {positions} positions ({duplicates} duplicates skipped) \
         in {seconds:.1} s: {:.0} positions/s, {:.0} nodes/s",
        play.seed,
        positions as f64 / seconds,
        nodes as f64 / seconds
    ));
    if play.json {
        let (header, interrupted) = (play.header(MEGABYTES), stop_flags.code() != ExitCode::SUCCESS);
        let time_ms = millis(started.elapsed());
        print_json(PositionsReport {
            header,
            games,
            plies,
            nodes,
            positions,
            duplicates,
            interrupted,
            time_ms,
        })?;
    }
    Ok(stop_flags.code())
}

/// Writes every sampled position of `game` that has no key in `seen`, and adds the position keys to `seen`.
/// All positions of the game are written together after the game, so that an interruption during a game
/// leaves no half-written game.
fn write_game(
    out: &mut dyn Write,
    game: &SampledGame,
    seen: &mut FxHashSet<u64>,
    tally: &mut Tally,
) -> io::Result<()> {
    let mut text = Vec::new();
    for sample in &game.samples {
        if seen.insert(sample.position.key()) {
            writeln!(text, "{sample}")?;
            tally.positions += 1;
        } else {
            tally.duplicates += 1;
        }
    }
    tally.games += 1;
    tally.plies += game.game.plies.len() as u64;
    tally.nodes += game.game.plies.iter().map(|ply| ply.nodes).sum::<u64>();
    out.write_all(&text)
}
