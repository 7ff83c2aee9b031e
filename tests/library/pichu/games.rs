//! Games to their end: against random moves, and against two plies of alpha-beta.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

use glulam::{
    game::Game as _,
    pichu::{
        Ending, MAX_PLIES, Pichu,
        moves::Flight,
        search::{Limits, search},
        table::Table,
    },
};
use rand::{RngExt as _, rngs::ChaCha8Rng};
use shakmaty::Color;

use super::dice;

/// Who plays against the search.
#[derive(Clone, Copy)]
enum Opponent {
    Random,
    TwoPlies,
}

/// Won, drawn and lost, from the search.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    won: usize,
    drawn: usize,
    lost: usize,
}

fn random_move(game: &Pichu, dice: &mut ChaCha8Rng) -> Flight {
    let moves: Vec<_> = game.moves().into_iter().collect();
    moves[dice.random_range(0..moves.len())]
}

/// A game from two random moves of each side; the search has White in games with even numbers.
fn play(number: u64, opponent: Opponent, limits: impl Fn() -> Limits) -> Ending {
    let ours = if number.is_multiple_of(2) { Color::White } else { Color::Black };
    let mut dice = dice(number / 2);
    let mut tables = [Table::new().expect("16 MB"), Table::new().expect("16 MB")];
    let mut game = Pichu::start();
    for _ in 0..4 {
        game = game.play(random_move(&game, &mut dice));
    }
    loop {
        if let Some(ending) = game.ending() {
            return ending;
        }
        let two_plies = Limits { depth: Some(2), ..Limits::default() };
        let mv = match opponent {
            _ if game.turn() == ours => search(&game, limits(), &mut tables[0], |_| ()).expect("a move").best,
            Opponent::Random => random_move(&game, &mut dice),
            Opponent::TwoPlies => search(&game, two_plies, &mut tables[1], |_| ()).expect("a move").best,
        };
        game = game.play(mv);
        assert!(game.plies() <= MAX_PLIES);
    }
}

/// `games` games on `threads` threads.
fn tally(games: u64, threads: u64, opponent: Opponent, limits: impl Fn() -> Limits + Sync) -> Tally {
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

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn a_second() -> Limits {
    Limits { deadline: Some(Instant::now() + Duration::from_secs(1)), ..Limits::default() }
}

#[test]
fn a_random_player_is_beaten_in_a_hundred_games_of_a_hundred_at_few_nodes() {
    assert_eq!(tally(100, 2, Opponent::Random, || nodes(3_000)), Tally { won: 100, drawn: 0, lost: 0 });
}

#[test]
fn two_plies_are_beaten_nearly_always_at_thirty_thousand_nodes() {
    let tally = tally(20, 2, Opponent::TwoPlies, || nodes(30_000));
    assert!(tally.won >= 19, "{tally:?}");
}

#[test]
#[ignore = "a hundred games at a second a move: half an hour on two cores"]
fn a_random_player_is_beaten_in_a_hundred_games_of_a_hundred_at_a_second() {
    assert_eq!(tally(100, cores(), Opponent::Random, a_second), Tally { won: 100, drawn: 0, lost: 0 });
}

#[test]
#[ignore = "a hundred games at a second a move: an hour on two cores"]
fn two_plies_are_beaten_in_ninety_five_games_of_a_hundred_at_a_second() {
    let tally = tally(100, cores(), Opponent::TwoPlies, a_second);
    assert!(tally.won >= 95, "{tally:?}");
}

fn cores() -> u64 {
    thread::available_parallelism().map_or(1, |cores| cores.get() as u64)
}
