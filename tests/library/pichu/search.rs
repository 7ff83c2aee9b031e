//! The small search against the frozen one, which has never heard of birds.

use std::time::{Duration, Instant};

use glulam::{
    game::Game as _,
    pichu::{
        MAX_PLIES, Pichu, board,
        search::{Limits, search},
        table::Table,
    },
    score::Score,
    search::{Run, alphabeta::alphabeta, minimax::minimax, types::window::Window},
};
use rand::RngExt as _;
use shakmaty::Color;

use super::{EXAMPLES, dice, flight, game, random_board, to_depth, with};

fn frozen(game: &Pichu, depth: i32) -> Score {
    alphabeta(game, Window::OPEN, depth, 0, &mut Run::default()).expect("nobody stops it")
}

fn table() -> Table {
    Table::new().expect("16 MB")
}

#[test]
fn the_search_equals_the_frozen_alpha_beta_in_score_and_its_move_is_worth_it() {
    let mut dice = dice(4);
    let mut table = table();
    let mut decided = 0;
    for _ in 0..400 {
        let turn = if dice.random() { Color::White } else { Color::Black };
        let game = game(&random_board(&mut dice), turn);
        for depth in [1, 2, 3, 2] {
            let answer = to_depth(&game, depth, &mut table);
            let truth = frozen(&game, i32::from(depth));
            assert_eq!(answer.score, Some(truth), "{} at depth {depth}", board::write(game.board()));
            let after = alphabeta(
                &game.play(answer.best),
                Window::OPEN,
                i32::from(depth) - 1,
                1,
                &mut Run::default(),
            );
            assert_eq!(after.map(|score| -score), Ok(truth), "{}", board::write(game.board()));
            decided += usize::from(truth.is_mate());
        }
    }
    assert!(decided > 100, "only {decided} scores of a game's end");
}

#[test]
fn they_are_equal_along_games_with_one_table_and_to_depth_5_where_birds_are_few() {
    let mut dice = dice(5);
    let mut table = table();
    for _ in 0..6 {
        let mut game = Pichu::start();
        while game.ending().is_none() && game.plies() < 60 {
            let score = to_depth(&game, 3, &mut table).score;
            assert_eq!(score, Some(frozen(&game, 3)), "{}", board::write(game.board()));
            let moves: Vec<_> = game.moves().into_iter().collect();
            game = game.play(moves[dice.random_range(0..moves.len())]);
        }
    }
    for text in [
        with(&[('K', 0, 0), ('P', 5, 3), ('k', 7, 7), ('p', 2, 5)]),
        with(&[('K', 0, 0), ('Q', 3, 3), ('k', 7, 7)]),
        with(&[('K', 4, 4), ('N', 3, 3), ('k', 7, 7), ('b', 1, 2), ('p', 3, 6)]),
    ] {
        for turn in Color::ALL {
            let game = game(&text, turn);
            assert_eq!(to_depth(&game, 5, &mut table).score, Some(frozen(&game, 5)), "{text}");
        }
    }
}

#[test]
fn they_are_equal_when_the_last_plies_have_come_and_the_table_knows_the_board_from_earlier() {
    let mut dice = dice(6);
    let mut table = table();
    let mut draws = 0;
    for _ in 0..60 {
        let board = board::read(&random_board(&mut dice)).expect("a board");
        for plies in [0, MAX_PLIES - 4, MAX_PLIES - 2, MAX_PLIES - 1] {
            let game = Pichu::new(board.clone(), Color::White, plies);
            let answer = to_depth(&game, 3, &mut table);
            assert_eq!(answer.score, Some(frozen(&game, 3)), "{} at ply {plies}", board::write(&board));
            draws += usize::from(answer.score == Some(Score::DRAW));
        }
    }
    assert!(draws > 30, "only {draws} draws");
}

#[test]
fn alpha_beta_equals_minimax_in_this_game_too() {
    let mut dice = dice(7);
    for _ in 0..60 {
        let game = game(&random_board(&mut dice), Color::Black);
        let truth = minimax(&game, 2, 0, &mut Run::default()).expect("nobody stops it");
        assert_eq!(frozen(&game, 2), truth, "{}", board::write(game.board()));
    }
}

#[test]
fn on_the_student_programs_second_board_the_parakeet_is_retaken_as_it_does() {
    let (turn, before, after) = EXAMPLES[1];
    let game = game(before, turn);
    for depth in 1..=6 {
        let best = to_depth(&game, depth, &mut table()).best;
        assert_eq!(board::write(game.play(best).board()), after, "depth {depth}");
    }
}

#[test]
fn a_kingfisher_is_taken_where_it_can_be_and_the_search_does_not_go_on() {
    let game = game(&with(&[('K', 0, 0), ('R', 0, 1), ('k', 0, 7), ('q', 7, 7), ('P', 4, 4)]), Color::White);
    let answer = search(&game, Limits::default(), &mut table(), |_| ()).expect("a move");
    assert_eq!((answer.best, answer.score), (flight((0, 1), (0, 7)), Some(Score::mate_in(1))));
    assert_eq!(answer.depth, 1);
}

#[test]
fn a_single_move_is_played_at_once() {
    let walled_in = with(&[('K', 0, 0), ('P', 0, 1), ('P', 1, 1), ('k', 7, 7), ('P', 2, 1), ('p', 3, 1)]);
    let game = game(&walled_in, Color::White);
    assert_eq!(game.moves().into_iter().count(), 1);
    let answer = search(&game, Limits::default(), &mut table(), |_| ()).expect("a move");
    assert_eq!((answer.best, answer.depth), (flight((0, 0), (1, 0)), 1));
}

#[test]
fn nodes_and_time_are_kept_and_an_answer_is_there_even_without_any() {
    let game = Pichu::start();
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let answer = search(&game, limits, &mut table(), |_| ()).expect("a move");
    assert_eq!(answer.nodes, 5_000);
    assert_eq!(search(&game, limits, &mut table(), |_| ()), Some(answer), "the same again");

    let deadline = Instant::now().checked_sub(Duration::from_millis(1));
    let answer =
        search(&game, Limits { deadline, ..Limits::default() }, &mut table(), |_| ()).expect("a move");
    assert_eq!((answer.nodes, answer.score), (0, None));
    assert!(game.moves().into_iter().any(|mv| mv == answer.best));
}

#[test]
fn a_finished_game_has_no_answer() {
    let over = game(&with(&[('K', 0, 0), ('R', 0, 1)]), Color::Black);
    assert_eq!(search(&over, Limits::default(), &mut table(), |_| ()), None);
    let over = game(&with(&[('K', 0, 0), ('R', 0, 1)]), Color::White);
    assert_eq!(search(&over, Limits::default(), &mut table(), |_| ()), None);
}
