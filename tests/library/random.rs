//! `random`, the rung below all thinking: legal moves from seeded dice.
//!
//! It is the opponent every other rung has to beat, and a game against it has to be repeatable, or a lost one could
//! never be looked at again.

use glulam::{
    position::{Move, Position},
    search::{
        self, Algorithm, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        random::Random,
    },
};

use crate::searching::position;

fn throw(position: &Position, limits: Limits, memory: &mut ThreadState) -> Option<Move> {
    let task = SearchRequest::new(position.clone(), limits, Setup::new(Algorithm::Random));
    let table = TranspositionTable::new(1).expect("a megabyte");
    search::search(&task, &table, memory, &StopFlag::default(), |_| ()).best
}

/// A game of `random` against itself, to its end or two hundred plies.
fn game(seed: u64) -> Vec<Move> {
    let mut memory = ThreadState { random: Random::new(seed), ..ThreadState::default() };
    let mut position = Position::start();
    let mut moves = Vec::new();
    while moves.len() < 200
        && let Some(mv) = throw(&position, Limits::default(), &mut memory)
    {
        assert!(position.legal_moves().contains(&mv), "{mv:?} is not legal in {position}");
        position = position.play(mv);
        moves.push(mv);
    }
    assert!(moves.len() == 200 || position.outcome().is_some(), "a game was given up in {position}");
    moves
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_seed_another() {
    for seed in 1..=20 {
        assert_eq!(game(seed), game(seed));
        assert_ne!(game(seed), game(seed + 1));
    }
}

#[test]
fn a_new_game_begins_with_the_same_dice() {
    let mut memory = ThreadState::default();
    let throws = |memory: &mut ThreadState| {
        std::iter::repeat_with(|| throw(&Position::start(), Limits::default(), memory))
            .take(10)
            .collect::<Vec<_>>()
    };
    let first = throws(&mut memory);
    assert_ne!(throws(&mut memory), first, "the dice should roll on");
    memory.clear();
    assert_eq!(throws(&mut memory), first);
}

#[test]
fn dice_fall_on_every_move_and_only_on_those_that_are_allowed() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let mut memory = ThreadState::default();
    let legal = start.legal_moves();
    let seen: Vec<_> = (0..600).filter_map(|_| throw(&start, Limits::default(), &mut memory)).collect();
    assert!(legal.iter().all(|mv| seen.contains(mv)), "a move never came up in 600 throws");

    let allowed = legal[3..6].to_vec();
    let limits = Limits { search_moves: Some(allowed.clone()), ..Limits::default() };
    let seen: Vec<_> = (0..100).filter_map(|_| throw(&start, limits.clone(), &mut memory)).collect();
    assert!(seen.iter().all(|mv| allowed.contains(mv)) && allowed.iter().all(|mv| seen.contains(mv)));
}
