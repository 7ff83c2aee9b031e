//! `engine datagen openings`: different openings for matches, half of them better for White and half for
//! Black. An odd number contains one more opening that is better for White.

use std::{
    io::{self, Write},
    ops::{ControlFlow, RangeInclusive},
    process::ExitCode,
    sync::Arc,
};

use clap::Args;
use rustc_hash::FxHashSet;
use shakmaty::{ByColor, EnPassantMode, fen::Epd};

use super::{SelfPlayArguments, parse_plies_range};
use crate::{
    engine::{
        openings::random::{MAX_CANDIDATES, UnbalancedOpening, unbalanced_opening},
        player::Player,
    },
    search::StopFlag,
    support::rng::game_rng,
    tools::common::{
        interrupt::Interrupt,
        ordered_pool::{run_numbered, worker_states},
        output::{OutputFile, write_error},
        values::{AT_LEAST_1, number},
    },
};

const MEGABYTES: usize = 4;
const NODES: u64 = 100_000;

/// Write openings for matches in which one side is slightly better, White as often as Black
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 4]"))
)]
pub struct DatagenOpeningsArguments {
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
    play: SelfPlayArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen openings --openings 2400 --seed 1 -o openings.epd
  engine datagen openings --openings 100 --nodes 20k --jobs 2 > openings.epd

Every line is a position (EPD without operations), as match runners read it.";

/// Writes openings until the requested number is found, a signal arrives, or [`MAX_CANDIDATES`] in a row give no new one.
pub fn run(arguments: &DatagenOpeningsArguments) -> anyhow::Result<ExitCode> {
    let (play, wanted, nodes) = (&arguments.play, arguments.openings, arguments.nodes);
    let seed = play.seed_option.seed();
    let plies = arguments.random_plies.clone().unwrap_or(8..=10);
    let starts = play.starts()?;
    let players = worker_states(play.job_options.jobs as usize, || play.player(MEGABYTES))?;
    let signal = Arc::new(StopFlag::default());
    let interrupt = Interrupt::stopping(&signal)?;
    let mut out = arguments.output.stream(play.starts.as_slice())?;
    let progress = play.messages.progress(wanted as usize, "openings");
    let mut left = ByColor { white: wanted.div_ceil(2), black: wanted / 2 };
    let (mut seen, mut tried, mut written) = (FxHashSet::default(), 0_u64, Ok(()));
    let mut tried_since_opening = 0;
    let take = |found: Option<UnbalancedOpening>| {
        tried += 1;
        tried_since_opening += 1;
        if let Some(opening) = found
            && *left.get(opening.favoured) > 0
            && seen.insert(opening.line.position().key())
        {
            *left.get_mut(opening.favoured) -= 1;
            tried_since_opening = 0;
            progress.inc(1);
            written = write_opening(&mut out, &opening);
        }
        let ended = left == ByColor { white: 0, black: 0 } || tried_since_opening == MAX_CANDIDATES;
        if ended || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let job = |player: &mut Player, number| {
        let rng = &mut game_rng(seed, number);
        let found = unbalanced_opening(player, rng, &starts, plies.clone(), nodes, &signal);
        (!signal.is_stopped(1)).then_some(found)
    };
    run_numbered(players, u64::MAX, &signal, job, take)?;
    written.and_then(|()| out.finish()).map_err(|error| write_error(error, arguments.output.path()))?;
    progress.finish_and_clear();
    let found = wanted - left.white - left.black;
    play.messages.remark(format_args!("seed {seed}: {found} openings found among {tried} random candidates"));
    if interrupt.code().is_none() && found < wanted {
        anyhow::bail!(
            "{found} of {wanted} openings found: none of the last {MAX_CANDIDATES} random candidates is a new opening; \
             choose more --random-plies or other --starts"
        );
    }
    Ok(interrupt.code().unwrap_or(ExitCode::SUCCESS))
}

/// Writes the opening as one line: the four position fields of an EPD without operations, a format that match
/// runners read.
fn write_opening(out: &mut dyn Write, opening: &UnbalancedOpening) -> io::Result<()> {
    writeln!(out, "{}", Epd::from_position(opening.line.position().chess(), EnPassantMode::Legal))
}
