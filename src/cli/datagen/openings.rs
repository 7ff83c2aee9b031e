//! `engine datagen openings`: different openings for matches, half of them better for White and half for
//! Black. An odd number contains one more opening that is better for White.

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
use shakmaty::{ByColor, EnPassantMode, fen::Epd};

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
        rng::game_rng,
    },
    json::{Header, millis},
    lab::openings::random::{UnbalancedOpening, unbalanced_opening},
    search::StopFlag,
};

const MEGABYTES: usize = 4;
const NODES: u64 = 100_000;

/// Write openings for matches in which one side is slightly better, White as often as Black
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 4]"))
)]
pub struct Arguments {
    /// Write N openings
    #[arg(long, value_name = "N", required = true, value_parser = number::<u64>(AT_LEAST_1))]
    openings: u64,
    /// Search each candidate for N nodes
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = number::<u64>(AT_LEAST_1))]
    nodes: u64,
    /// Play this many random plies, such as 8 or 8-9 [default: 8-10]
    #[arg(long, value_name = "PLIES", value_parser = parse_plies_range)]
    random_plies: Option<RangeInclusive<u32>>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    play: PlayArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen openings --openings 2400 --seed 1 -o openings.epd
  engine datagen openings --openings 100 --nodes 20k --jobs 2 > openings.epd

Every line is a position (EPD without operations), as match runners read it.";

/// JSON output of `engine datagen openings --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpeningsReport {
    /// Engine version, machine, seed, and hash size.
    header: Header,
    /// Number of openings written.
    openings: u64,
    /// Number of random candidates that were searched.
    candidates: u64,
    /// Whether a signal ended the run before the requested number was found.
    interrupted: bool,
    /// Duration of the run in milliseconds.
    time_ms: u64,
}

/// Writes openings until the requested number is found or a signal arrives.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (play, wanted, nodes) = (&arguments.play, arguments.openings, arguments.nodes);
    play.refuse_two_outputs(arguments.output.path())?;
    let started = Instant::now();
    let plies = arguments.random_plies.clone().unwrap_or(8..=10);
    let starts = play.starts()?;
    let players = worker_states(play.jobs as usize, || play.player(MEGABYTES))?;
    let stop_flags = StopFlags::catch()?;
    let mut out = arguments.output.stream(play.starts.as_slice())?;
    let progress = play.messages.output().progress(wanted as usize, "openings");
    let signal = StopFlag::default();
    let mut left = ByColor { white: wanted.div_ceil(2), black: wanted / 2 };
    let (mut seen, mut tried, mut written) = (FxHashSet::default(), 0_u64, Ok(()));
    let take = |found: Option<UnbalancedOpening>| {
        tried += 1;
        if let Some(opening) = found
            && *left.get(opening.favoured) > 0
            && seen.insert(opening.line.position().key())
        {
            *left.get_mut(opening.favoured) -= 1;
            progress.inc(1);
            written = write_opening(&mut out, &opening);
        }
        let enough = left == ByColor { white: 0, black: 0 };
        if enough || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let job = |player: &mut Player, number| {
        let rng = &mut game_rng(play.seed, number);
        let found = unbalanced_opening(player, rng, &starts, plies.clone(), nodes, &signal);
        (!signal.is_stopped(1)).then_some(found)
    };
    stop_flags
        .stop_search_during(None, &signal, || run_numbered(players, u64::MAX, &signal, job, take))??;
    written.and_then(|()| out.finish()).with_context(|| cannot_write(arguments.output.path()))?;
    progress.finish_and_clear();
    let (seed, found) = (play.seed, wanted - left.white - left.black);
    play.messages
        .summary(format_args!("seed {seed}: {found} openings found among {tried} random candidates"));
    if play.json {
        print_json(OpeningsReport {
            header: play.header(MEGABYTES),
            openings: found,
            candidates: tried,
            interrupted: stop_flags.code() != ExitCode::SUCCESS,
            time_ms: millis(started.elapsed()),
        })?;
    }
    Ok(stop_flags.code())
}

/// Writes the opening as one line: the four position fields of an EPD without operations, a format that match
/// runners read.
fn write_opening(out: &mut dyn Write, opening: &UnbalancedOpening) -> io::Result<()> {
    writeln!(out, "{}", Epd::from_position(opening.line.position().chess(), EnPassantMode::Legal))
}
