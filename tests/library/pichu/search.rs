//! The search of Pichu compared with the chess rungs `alpha-beta` and `minimax`, which play any game.

use std::time::{Duration, Instant};

use glulam::{
    chess::{game::Game as _, score::Score},
    search::{Run, alphabeta::alphabeta, minimax::minimax, types::window::Window},
    tools::pichu::{
        MAX_PLIES, Pichu, board,
        search::{PichuLimits, search},
        table::PichuTable,
    },
};
use rand::RngExt as _;
use shakmaty::Color;

use super::{EXAMPLES, flight, game, random_board, rng, to_depth, with};

fn frozen(game: &Pichu, depth: i32) -> Score {
    alphabeta(game, Window::OPEN, depth, 0, &mut Run::default()).expect("the search is not stopped")
}

fn table() -> PichuTable {
    PichuTable::new().expect("16 MiB")
}

#[test]
fn the_search_returns_the_score_of_alpha_beta_and_a_move_with_this_score() {
    let mut rng = rng(4);
    let mut table = table();
    let mut decided = 0;
    for _ in 0..150 {
        let turn = if rng.random() { Color::White } else { Color::Black };
        let game = game(&random_board(&mut rng), turn);
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
    assert!(decided > 40, "only {decided} decided positions");
}

#[test]
fn scores_are_equal_during_games_with_one_table_and_to_depth_5_with_few_birds() {
    let mut rng = rng(5);
    let mut table = table();
    for _ in 0..6 {
        let mut game = Pichu::start();
        while game.ending().is_none() && game.plies() < 60 {
            let score = to_depth(&game, 3, &mut table).score;
            assert_eq!(score, Some(frozen(&game, 3)), "{}", board::write(game.board()));
            let moves: Vec<_> = game.moves().into_iter().collect();
            game = game.play(moves[rng.random_range(0..moves.len())]);
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
fn scores_are_equal_near_the_ply_limit_with_table_entries_from_earlier_plies() {
    let mut rng = rng(6);
    let mut table = table();
    let mut draws = 0;
    for _ in 0..60 {
        let board = board::read(&random_board(&mut rng)).expect("a board");
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
fn alpha_beta_returns_the_score_of_minimax_in_pichu() {
    let mut rng = rng(7);
    for _ in 0..60 {
        let game = game(&random_board(&mut rng), Color::Black);
        let truth = minimax(&game, 2, 0, &mut Run::default()).expect("the search is not stopped");
        assert_eq!(frozen(&game, 2), truth, "{}", board::write(game.board()));
    }
}

#[test]
fn the_search_plays_the_move_of_the_student_program_on_its_second_board() {
    let (turn, before, after) = EXAMPLES[1];
    let game = game(before, turn);
    for depth in 1..=6 {
        let best = to_depth(&game, depth, &mut table()).best;
        assert_eq!(board::write(game.play(best).board()), after, "depth {depth}");
    }
}

#[test]
fn the_search_captures_a_kingfisher_and_stops_at_depth_1() {
    let game = game(&with(&[('K', 0, 0), ('R', 0, 1), ('k', 0, 7), ('q', 7, 7), ('P', 4, 4)]), Color::White);
    let answer = search(&game, PichuLimits::default(), &mut table(), |_| ()).expect("a move");
    assert_eq!((answer.best, answer.score), (flight((0, 1), (0, 7)), Some(Score::mate_in(1))));
    assert_eq!(answer.depth, 1);
}

#[test]
fn a_single_legal_move_is_played_immediately() {
    let walled_in = with(&[('K', 0, 0), ('P', 0, 1), ('P', 1, 1), ('k', 7, 7), ('P', 2, 1), ('p', 3, 1)]);
    let game = game(&walled_in, Color::White);
    assert_eq!(game.moves().into_iter().count(), 1);
    let answer = search(&game, PichuLimits::default(), &mut table(), |_| ()).expect("a move");
    assert_eq!((answer.best, answer.depth), (flight((0, 0), (1, 0)), 1));
}

#[test]
fn node_and_time_limits_are_respected_and_there_is_always_a_move() {
    let game = Pichu::start();
    let limits = PichuLimits { nodes: Some(5_000), ..PichuLimits::default() };
    let answer = search(&game, limits, &mut table(), |_| ()).expect("a move");
    assert_eq!(answer.nodes, 5_000);
    assert_eq!(search(&game, limits, &mut table(), |_| ()), Some(answer), "the same result in a second run");

    let deadline = Instant::now().checked_sub(Duration::from_millis(1));
    let answer = search(&game, PichuLimits { deadline, ..PichuLimits::default() }, &mut table(), |_| ())
        .expect("a move");
    assert_eq!((answer.nodes, answer.score), (0, None));
    assert!(game.moves().into_iter().any(|mv| mv == answer.best));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let over = game(&with(&[('K', 0, 0), ('R', 0, 1)]), Color::Black);
    assert_eq!(search(&over, PichuLimits::default(), &mut table(), |_| ()), None);
    let over = game(&with(&[('K', 0, 0), ('R', 0, 1)]), Color::White);
    assert_eq!(search(&over, PichuLimits::default(), &mut table(), |_| ()), None);
}
