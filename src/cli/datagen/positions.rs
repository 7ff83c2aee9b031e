//! `engine datagen --games` and `--positions`: writes quiet positions with game results as EPD lines.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    time::Instant,
};

use rustc_hash::FxHashSet;

use super::Arguments;
use crate::{
    engine::{
        ordered_pool::{run_numbered, worker_states},
        player::Player,
    },
    lab::data::quiet_positions::{SampledGame, Settings, play_and_sample},
    search::StopFlag,
};

/// Default hash size of each side in MiB. With the default of 2,000 nodes per move, a larger table would not
/// be filled and would only take longer to clear before each game.
const MEGABYTES: usize = 2;
const NODES: u64 = 2_000;

/// Numbers of games, plies, nodes, positions and duplicates of all games played so far.
#[derive(Default)]
struct Tally {
    games: u64,
    plies: u64,
    nodes: u64,
    positions: u64,
    duplicates: u64,
}

pub fn write(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let settings = Settings {
        seed: arguments.seed,
        random_plies: arguments.random_plies.clone().unwrap_or(8..=9),
        nodes: arguments.nodes.unwrap_or(NODES),
        per_game: arguments.per_game,
    };
    let pair = || anyhow::Ok([arguments.player(MEGABYTES)?, arguments.player(MEGABYTES)?]);
    let pairs = worker_states(arguments.threads() as usize, pair)?;

    let (games, positions) = (arguments.amount.games, arguments.amount.positions);
    let length = games.or(positions).unwrap_or_default();
    let progress = arguments.messages().progress(length as usize, "datagen");
    let started = Instant::now();
    let signal = StopFlag::default();
    let (mut tally, mut seen, mut written) = (Tally::default(), FxHashSet::default(), Ok(()));
    let take = |game: SampledGame| {
        written = write_game(out, &game, &mut seen, &mut tally);
        progress.set_message(format!("datagen, {:.0}/s", progress.per_sec()));
        progress.set_position(if games.is_some() { tally.games } else { tally.positions }.min(length));
        let enough = positions.is_some_and(|wanted| tally.positions >= wanted);
        if enough || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let job = |players: &mut [Player; 2], number| play_and_sample(players, &settings, number, &signal);
    run_numbered(pairs, games.unwrap_or(u64::MAX), &signal, job, take)?;
    written?;
    progress.finish_and_clear();
    let Tally { games, plies, nodes, positions, duplicates } = tally;
    let seconds = started.elapsed().as_secs_f64();
    arguments.messages().remark(format_args!(
        "{games} games, {plies} plies, {nodes} nodes, {positions} positions ({duplicates} duplicates skipped) \
         in {seconds:.1} s: {:.0} positions/s, {:.0} nodes/s",
        positions as f64 / seconds,
        nodes as f64 / seconds
    ));
    Ok(())
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
