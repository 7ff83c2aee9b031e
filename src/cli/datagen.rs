//! `engine datagen`: games against itself, for positions to tune an evaluator with.

use std::{
    fs::File,
    io::{self, Write},
    ops::{ControlFlow, RangeInclusive},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use anyhow::Context as _;
use clap::{Args, value_parser};
use rustc_hash::FxHashSet;

use super::{
    choose::How,
    exit::Misuse,
    output::{Output, print},
};
use crate::{
    search::Signal,
    selfplay::{
        Player, pool,
        quiet::{Harvest, Recipe, harvest},
    },
};

/// The table of each side, in MB: at so few nodes a larger one only takes longer to clear.
const MEGABYTES: usize = 2;
const MOST_RANDOM_PLIES: u32 = 60;

/// Play against itself and write quiet positions with the results of their games
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Games to play
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Positions to write; the last game is written whole
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), conflicts_with = "games", required_unless_present = "games")]
    positions: Option<u64>,
    /// Nodes to a move; the depth under way is finished
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves before each game: as many, or between two numbers
    #[arg(long, value_name = "PLIES", default_value = "8-9", value_parser = plies_range)]
    random_plies: RangeInclusive<u32>,
    /// Positions taken of one game, at most
    #[arg(long, value_name = "N", default_value_t = 12)]
    per_game: usize,
    /// The same seed gives the same file, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    threads: u32,
    #[command(flatten)]
    how: How,
    /// Where to write, game by game; it must not exist [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// No progress bar and no remarks
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen --games 20
  engine datagen --positions 300000 --nodes 1000 --threads 2 -o selfplay.epd

A line is an EPD: position, c9 with the result of its game, ce with the score in centipawns for the side to move:
  8/5pk1/8/8/8/6P1/5P2/6K1 w - - c9 \"1/2-1/2\"; ce 12;";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.output {
        Some(path) => generate(arguments, &mut create(path)?)?,
        None => print(|out| generate(arguments, out).map_err(io::Error::other))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A file that nobody has filled before.
fn create(path: &Path) -> anyhow::Result<File> {
    let created = File::create_new(path);
    if created.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
        let path = path.display();
        return Err(Misuse(format!("{path} exists already: name another file, or remove it")).into());
    }
    created.with_context(|| format!("cannot write {}", path.display()))
}

/// What was played and written so far.
#[derive(Default)]
struct Tally {
    games: u64,
    plies: u64,
    nodes: u64,
    positions: u64,
    doubles: u64,
}

fn generate(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let Arguments { games, positions, nodes, per_game, seed, .. } = *arguments;
    let recipe = Recipe { seed, random_plies: arguments.random_plies.clone(), nodes, per_game };
    let megabytes = arguments.how.megabytes().unwrap_or(MEGABYTES);
    let player = || Player::new(arguments.how.setup(), megabytes);
    let pairs = (0..arguments.threads).map(|_| Ok([player()?, player()?])).collect::<anyhow::Result<_>>()?;

    let output = Output { json: false, quiet: arguments.quiet };
    let length = games.or(positions).unwrap_or_default();
    let progress = output.progress(length as usize, "datagen");
    let started = Instant::now();
    let signal = Signal::default();
    let (mut tally, mut seen, mut written) = (Tally::default(), FxHashSet::default(), Ok(()));
    let take = |harvest: Harvest| {
        written = write_game(out, &harvest, &mut seen, &mut tally);
        progress.set_position(if games.is_some() { tally.games } else { tally.positions }.min(length));
        let enough = positions.is_some_and(|wanted| tally.positions >= wanted);
        if enough || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let job = |players: &mut [Player; 2], number| harvest(players, &recipe, number, &signal);
    pool::in_order(pairs, games.unwrap_or(u64::MAX), &signal, job, take)?;
    written?;
    progress.finish_and_clear();
    let Tally { games, plies, nodes, positions, doubles } = tally;
    let seconds = started.elapsed().as_secs_f64();
    output.remark(format_args!(
        "{games} games, {plies} plies, {nodes} nodes, {positions} positions ({doubles} doubles left out) \
         in {seconds:.1} s: {:.0} positions/s, {:.0} nodes/s",
        positions as f64 / seconds,
        nodes as f64 / seconds
    ));
    Ok(())
}

/// Writes what is new of a game, all at once, so that a run that is broken off leaves whole games.
fn write_game(
    out: &mut dyn Write,
    harvest: &Harvest,
    seen: &mut FxHashSet<u64>,
    tally: &mut Tally,
) -> io::Result<()> {
    let mut text = Vec::new();
    for sample in &harvest.samples {
        if seen.insert(sample.position.key()) {
            writeln!(text, "{sample}")?;
            tally.positions += 1;
        } else {
            tally.doubles += 1;
        }
    }
    tally.games += 1;
    tally.plies += harvest.game.plies.len() as u64;
    tally.nodes += harvest.game.plies.iter().map(|ply| ply.nodes).sum::<u64>();
    out.write_all(&text)
}

/// Reads `8` or `8-9`.
fn plies_range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.parse().and_then(|least| Ok(least..=most.parse()?));
    range
        .ok()
        .filter(|range| !range.is_empty() && *range.end() <= MOST_RANDOM_PLIES)
        .ok_or_else(|| format!("write one number or two, at most {MOST_RANDOM_PLIES}, as in 8 or 8-9"))
}
