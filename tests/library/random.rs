//! The rung `random`: legal moves from a seeded random number generator.
//!
//! Every other rung must be able to beat `random`. Its moves must be reproducible, so that a lost game
//! against it can be played again and examined.

use glulam::{
    chess::position::{Move, Position},
    search::{
        self, Algorithm, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        random::Random,
    },
};

use crate::searching::position;

/// Returns the move that `random` chooses.
fn random_move(position: &Position, limits: Limits, thread: &mut ThreadState) -> Option<Move> {
    let task = SearchRequest::new(position.clone(), limits, Setup::new(Algorithm::Random));
    let table = TranspositionTable::new(1).expect("a megabyte");
    search::search(&task, &table, thread, &StopFlag::default(), |_| ()).best
}

/// Plays a game of `random` against itself, for at most 200 plies.
fn game(seed: u64) -> Vec<Move> {
    let mut thread = ThreadState { random: Random::new(seed), ..ThreadState::default() };
    let mut position = Position::start();
    let mut moves = Vec::new();
    while moves.len() < 200
        && let Some(mv) = random_move(&position, Limits::default(), &mut thread)
    {
        assert!(position.legal_moves().contains(&mv), "{mv:?} is not legal in {position}");
        position = position.play(mv);
        moves.push(mv);
    }
    assert!(moves.len() == 200 || position.outcome().is_some(), "the game stopped early in {position}");
    moves
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_gives_another_game() {
    for seed in 1..=20 {
        assert_eq!(game(seed), game(seed));
        assert_ne!(game(seed), game(seed + 1));
    }
}

#[test]
fn a_new_game_restarts_the_random_number_generator() {
    let mut thread = ThreadState::default();
    let ten_moves = |thread: &mut ThreadState| {
        std::iter::repeat_with(|| random_move(&Position::start(), Limits::default(), thread))
            .take(10)
            .collect::<Vec<_>>()
    };
    let first = ten_moves(&mut thread);
    assert_ne!(ten_moves(&mut thread), first, "without a new game, the sequence continues");
    thread.clear();
    assert_eq!(ten_moves(&mut thread), first);
}

#[test]
fn without_a_legal_move_nothing_is_chosen() {
    assert_eq!(Random::new(7).choose(&[]), None);
}

#[test]
fn every_legal_move_is_chosen_and_searchmoves_restricts_the_choice() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let mut thread = ThreadState::default();
    let legal = start.legal_moves();
    let chosen: Vec<_> =
        (0..600).filter_map(|_| random_move(&start, Limits::default(), &mut thread)).collect();
    assert!(legal.iter().all(|mv| chosen.contains(mv)), "a move was never chosen in 600 searches");

    let allowed = legal[3..6].to_vec();
    let limits = Limits { search_moves: Some(allowed.clone()), ..Limits::default() };
    let chosen: Vec<_> = (0..100).filter_map(|_| random_move(&start, limits.clone(), &mut thread)).collect();
    assert!(chosen.iter().all(|mv| allowed.contains(mv)) && allowed.iter().all(|mv| chosen.contains(mv)));
}
