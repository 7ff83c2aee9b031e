//! Rules of Pichu: moves, evaluation, game end, and parsing of boards.

use glulam::{
    chess::game::{Game as _, Outcome},
    tools::pichu::{
        Ending, MAX_PLIES, Pichu,
        board::{self, BoardError},
        evaluate::points,
    },
};
use shakmaty::Color;

use super::{brute_force, flight, game, random_board, rng, square, with};

fn successors(game: &Pichu) -> Vec<String> {
    let mut found: Vec<_> = game.moves().into_iter().map(|mv| board::write(game.play(mv).board())).collect();
    found.sort();
    found
}

#[test]
fn moves_agree_with_brute_force_on_ten_thousand_random_boards() {
    let mut rng = rng(1);
    let (mut moves, mut promotions, mut taken) = (0, 0, 0);
    for _ in 0..10_000 {
        let text = random_board(&mut rng);
        for turn in Color::ALL {
            let found = successors(&game(&text, turn));
            assert_eq!(found, brute_force::successors(&text, turn.is_white()), "{turn} in {text}");
            let (queen, kingfisher) = turn.fold_wb(("Q", "k"), ("q", "K"));
            let queens = |board: &str| board.matches(queen).count();
            moves += found.len();
            promotions += found.iter().filter(|board| queens(board) > queens(&text)).count();
            taken += found.iter().filter(|board| !board.contains(kingfisher)).count();
        }
    }
    assert!(moves > 500_000 && promotions > 5_000 && taken > 5_000, "{moves} {promotions} {taken}");
}

#[test]
fn evaluation_agrees_with_brute_force_and_is_symmetric() {
    let mut rng = rng(2);
    for _ in 0..2_000 {
        let text = random_board(&mut rng);
        let read = board::read(&text).expect(&text);
        assert_eq!(points(&read, Color::White), brute_force::points(&text), "{text}");
        assert_eq!(points(&read, Color::Black), -points(&read, Color::White), "{text}");
    }
    assert_eq!(points(Pichu::start().board(), Color::White), 0);
}

#[test]
fn incremental_keys_equal_keys_from_scratch_and_a_formatted_board_can_be_parsed() {
    let mut rng = rng(3);
    for _ in 0..300 {
        let before = game(&random_board(&mut rng), Color::White);
        for mv in before.moves() {
            let after = before.play(mv);
            assert_eq!(after, Pichu::new(after.board().clone(), Color::Black, 1));
            assert_eq!(board::read(&board::write(after.board())).as_ref(), Ok(after.board()));
        }
    }
}

#[test]
fn a_parakeet_is_promoted_to_a_quetzal_only_on_the_last_row() {
    let before =
        game(&with(&[('K', 0, 0), ('k', 0, 7), ('P', 5, 3), ('P', 6, 5), ('p', 1, 5)]), Color::White);
    for (from, to, becomes) in [((5, 3), (6, 3), 'P'), ((6, 5), (7, 5), 'Q')] {
        let after = before.play(flight(from, to));
        assert_eq!(board::letter(after.board(), square(to.0, to.1)), becomes);
        let reply = after.play(flight((1, 5), (0, 5)));
        assert_eq!(board::letter(reply.board(), square(0, 5)), 'q');
    }
}

#[test]
fn capturing_the_kingfisher_wins_even_on_the_last_ply() {
    let text = with(&[('K', 0, 0), ('R', 0, 1), ('k', 0, 7)]);
    let before = Pichu::new(board::read(&text).expect(&text), Color::White, MAX_PLIES - 1);
    let after = before.play(flight((0, 1), (0, 7)));
    assert_eq!(after.ending(), Some(Ending::Won(Color::White)));
    assert_eq!(after.outcome(), Some(Outcome::Lost), "from the point of view of Black, who is to move");
}

#[test]
fn a_side_without_moves_draws() {
    // White's birds fill the last rows and block each other.
    let stuck = format!("k{}PPPPPPPPKBBBBBBB", ".".repeat(47));
    let [white, black] = [Color::White, Color::Black].map(|turn| game(&stuck, turn));
    assert_eq!((white.ending(), white.outcome()), (Some(Ending::NoMove), Some(Outcome::Drawn)));
    assert_eq!((black.ending(), black.outcome()), (None, None), "Black can move");
}

#[test]
fn a_game_is_drawn_after_200_plies() {
    let mut game = Pichu::start();
    let [out, back] = [flight((0, 1), (2, 2)), flight((2, 2), (0, 1))];
    let [reply, again] = [flight((7, 1), (5, 2)), flight((5, 2), (7, 1))];
    for mv in [out, reply, back, again].into_iter().cycle().take(199) {
        game = game.play(mv);
        assert_eq!(game.ending(), None, "after {} plies", game.plies());
    }
    let game = game.play(again);
    assert_eq!((game.ending(), game.outcome()), (Some(Ending::TooLong), Some(Outcome::Drawn)));
}

#[test]
fn an_invalid_board_is_rejected_with_the_square_of_the_error() {
    let start = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";
    for (text, square) in [
        (start.replacen("P.", "x.", 1), "'x' at row 1 column 7"),
        (start.replacen('.', "/", 1), "'/' at row 2 column 0"),
        (start.replacen('.', "é", 1), "'é' at row 2 column 0"),
        (start.replacen('.', "K", 1), "White Kingfisher is at row 2 column 0"),
        (start.replace("rnb", "krb"), "Black Kingfisher is at row 7 column 4"),
        (start.replace("rnbq", "rPbq"), "White Parakeet at row 7 column 1"),
        (start.replace("RNBQ", "RNBp"), "Black Parakeet at row 0 column 3"),
        (start[..62].to_owned(), "before row 7 column 6"),
        (String::new(), "before row 0 column 0"),
        (format!("{start}."), "row 7 column 7"),
        (".".repeat(64), "row 0 to row 7"),
    ] {
        let error = board::read(&text).expect_err(&text).to_string();
        assert!(error.contains(square), "{text}: {error}");
    }
    assert_eq!(board::read(&start.replace('K', ".")).map(|board| board.kings().count()), Ok(1));
    assert!(matches!(board::read("?"), Err(BoardError::NoBird { character: '?', .. })));
}
