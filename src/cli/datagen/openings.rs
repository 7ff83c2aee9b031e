//! `engine datagen --openings`: different openings for matches, half of them better for White and half for
//! Black. An odd number contains one more opening that is better for White.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use rustc_hash::FxHashSet;
use shakmaty::{ByColor, EnPassantMode, fen::Epd};

use super::Arguments;
use crate::{
    engine::{
        ordered_pool::{run_numbered, worker_states},
        player::Player,
        rng::game_rng,
    },
    lab::openings::random::{UnbalancedOpening, unbalanced_opening},
    search::StopFlag,
};

const MEGABYTES: usize = 4;
const NODES: u64 = 100_000;

pub fn write(arguments: &Arguments, wanted: u64, out: &mut dyn Write) -> anyhow::Result<()> {
    let plies = arguments.random_plies.clone().unwrap_or(8..=10);
    let nodes = arguments.nodes.unwrap_or(NODES);
    let players = worker_states(arguments.threads() as usize, || arguments.player(MEGABYTES))?;
    let progress = arguments.messages().progress(wanted as usize, "openings");
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
            written = write_opening(out, &opening);
        }
        let enough = left == ByColor { white: 0, black: 0 };
        if enough || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let job = |player: &mut Player, number| {
        let found =
            unbalanced_opening(player, &mut game_rng(arguments.seed, number), plies.clone(), nodes, &signal);
        (!signal.is_stopped(1)).then_some(found)
    };
    run_numbered(players, u64::MAX, &signal, job, take)?;
    written?;
    progress.finish_and_clear();
    arguments.messages().remark(format_args!("{wanted} openings found among {tried} random candidates"));
    Ok(())
}

/// Writes the opening as one line: the four position fields of an EPD without operations, a format that match
/// runners read.
fn write_opening(out: &mut dyn Write, opening: &UnbalancedOpening) -> io::Result<()> {
    writeln!(out, "{}", Epd::from_position(opening.line.position().chess(), EnPassantMode::Legal))
}
