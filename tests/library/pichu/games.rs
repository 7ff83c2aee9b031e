//! Complete games of the search against random moves, and against a search to depth 2.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use glulam::{
    chess::game::Game as _,
    tools::pichu::{
        Ending, MAX_PLIES, Pichu,
        moves::Flight,
        search::{PichuLimits, search},
        table::PichuTable,
    },
};
use rand::{RngExt as _, rngs::ChaCha8Rng};
use shakmaty::Color;

use super::rng;

/// The opponent of the search.
#[derive(Clone, Copy)]
enum Opponent {
    Random,
    TwoPlies,
}

/// Number of games that the search won, drew and lost.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    won: usize,
    drawn: usize,
    lost: usize,
}

fn random_move(game: &Pichu, rng: &mut ChaCha8Rng) -> Flight {
    let moves: Vec<_> = game.moves().into_iter().collect();
    moves[rng.random_range(0..moves.len())]
}

/// Plays a game that begins with two random moves by each side. The search has White in games with even
/// numbers.
fn play(number: u64, opponent: Opponent, limits: impl Fn() -> PichuLimits) -> Ending {
    let ours = if number.is_multiple_of(2) { Color::White } else { Color::Black };
    let mut rng = rng(number / 2);
    let mut tables = [PichuTable::new().expect("16 MiB"), PichuTable::new().expect("16 MiB")];
    let mut game = Pichu::start();
    for _ in 0..4 {
        game = game.play(random_move(&game, &mut rng));
    }
    loop {
        if let Some(ending) = game.ending() {
            return ending;
        }
        let two_plies = PichuLimits { depth: Some(2), ..PichuLimits::default() };
        let mv = match opponent {
            _ if game.turn() == ours => search(&game, limits(), &mut tables[0], |_| ()).expect("a move").best,
            Opponent::Random => random_move(&game, &mut rng),
            Opponent::TwoPlies => search(&game, two_plies, &mut tables[1], |_| ()).expect("a move").best,
        };
        game = game.play(mv);
        assert!(game.plies() <= MAX_PLIES);
    }
}

/// Plays `games` games on `threads` threads, and counts the results.
fn tally(games: u64, threads: u64, opponent: Opponent, limits: impl Fn() -> PichuLimits + Sync) -> Tally {
    let next = AtomicU64::new(0);
    let mut tally = Tally::default();
    thread::scope(|scope| {
        let work = || {
            let mut results = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return results;
                }
                results.push((number, play(number, opponent, &limits)));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for (number, ending) in workers.into_iter().flat_map(|worker| worker.join().expect("no panic")) {
            match ending {
                Ending::Won(color) if color.is_white() == number.is_multiple_of(2) => tally.won += 1,
                Ending::Won(_) => tally.lost += 1,
                Ending::NoMove | Ending::TooLong => tally.drawn += 1,
            }
        }
    });
    tally
}

fn nodes(nodes: u64) -> PichuLimits {
    PichuLimits { nodes: Some(nodes), ..PichuLimits::default() }
}

fn one_second() -> PichuLimits {
    PichuLimits { deadline: Some(Instant::now() + Duration::from_secs(1)), ..PichuLimits::default() }
}

#[test]
fn the_search_with_3000_nodes_wins_100_of_100_games_against_random_moves() {
    assert_eq!(tally(100, 2, Opponent::Random, || nodes(3_000)), Tally { won: 100, drawn: 0, lost: 0 });
}

#[test]
fn the_search_with_30000_nodes_wins_its_games_against_depth_2() {
    let tally = tally(6, 2, Opponent::TwoPlies, || nodes(30_000));
    assert_eq!(tally.won, 6, "{tally:?}");
}

/// 100 games at fixed nodes against each opponent: the same games on every machine.
#[test]
#[ignore = "for .ci/long: 300 games"]
fn the_search_wins_as_many_games_as_the_documents_state() {
    let guide = include_str!("../../../src/tools/pichu/README.md");
    for (name, limit, opponent, most) in [
        ("random moves", "3,000", Opponent::Random, 3_000),
        ("alpha-beta to depth 2", "10,000", Opponent::TwoPlies, 10_000),
        ("alpha-beta to depth 2", "30,000", Opponent::TwoPlies, 30_000),
    ] {
        let Tally { won, drawn, lost } = tally(100, cores(), opponent, || nodes(most));
        let row = format!("| {name} | {limit} nodes | {won} won, {drawn} drawn, {lost} lost |");
        assert!(guide.contains(&row), "src/tools/pichu/README.md does not contain {row}");
    }
}

#[test]
#[ignore = "for .ci/long: 100 games at 1 second per move"]
fn the_search_with_one_second_wins_100_of_100_games_against_random_moves() {
    assert_eq!(tally(100, cores(), Opponent::Random, one_second), Tally { won: 100, drawn: 0, lost: 0 });
}

#[test]
#[ignore = "for .ci/long: 100 games at 1 second per move"]
fn the_search_with_one_second_wins_95_of_100_games_against_depth_2() {
    let tally = tally(100, cores(), Opponent::TwoPlies, one_second);
    assert!(tally.won >= 95, "{tally:?}");
}

fn cores() -> u64 {
    thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}
