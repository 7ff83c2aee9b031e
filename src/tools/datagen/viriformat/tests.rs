//! Comparisons with the crate `viriformat`, with which the trainer bullet reads the games.

use rand::RngExt as _;
use shakmaty::CastlingMode;

use super::*;
use crate::{chess::position::random, support::rng::game_rng};

/// Games from the start positions of chess and Chess960 and from other positions, with random scores.
fn games(seed: u64, count: usize) -> Vec<ScoredGame> {
    let mut rng = game_rng(seed, 0);
    let scored = |(start, moves): (_, Vec<Move>)| {
        let plies = moves.into_iter().map(|mv| ScoredPly { mv, score: rng.random_range(-3_000..=3_000) });
        let plies = plies.collect();
        let winner = [None, Some(Color::White), Some(Color::Black)][rng.random_range(0..3)];
        ScoredGame { start, plies, outcome: KnownOutcome::from_winner(winner) }
    };
    random::games(seed, count).map(scored).collect()
}

/// A game that the crate `viriformat` has written: its bytes, and what the crate reads.
struct WrittenGame {
    bytes: Vec<u8>,
    start: Position,
    outcome: KnownOutcome,
    plies: Vec<ScoredPly>,
}

fn written_games() -> Vec<WrittenGame> {
    let lines = include_str!("games.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let [fen, result, moves, bytes] =
                line.split("; ").collect::<Vec<_>>().try_into().expect("four parts");
            let start = Position::from_fen(fen, CastlingMode::Chess960).expect(fen);
            let mut position = start.clone();
            let plies = moves.split(", ").map(|ply| {
                let (mv, score) = ply.split_once(' ').expect("a move and its score");
                let mv = position.parse_move(mv).expect(mv);
                let score: i32 = score.parse().expect(score);
                let score = position.turn().fold_wb(score, -score);
                position = position.play(mv);
                ScoredPly { mv, score }
            });
            let plies = plies.collect();
            let digit = |index| u8::from_str_radix(&bytes[index..index + 2], 16).expect("hexadecimal digits");
            let outcome = result.parse().expect(result);
            WrittenGame { bytes: (0..bytes.len()).step_by(2).map(digit).collect(), start, outcome, plies }
        })
        .collect()
}

/// The game of the module's page.
fn documented_game() -> ScoredGame {
    let fen = "r3k3/1P6/8/8/4p3/8/3P4/R3K2R w KQq - 3 40";
    let start = Position::from_fen(fen, CastlingMode::Standard).expect(fen);
    let mut position = start.clone();
    let moves = [("d2d4", 25), ("e4d3", 10), ("e1h1", 300), ("d3d2", -310), ("b7a8q", 900), ("e8e7", -1000)];
    let plies = moves.map(|(mv, score)| {
        let mv = position.parse_move(mv).expect(mv);
        position = position.play(mv);
        ScoredPly { mv, score }
    });
    let outcome = KnownOutcome::Decisive { winner: Color::White };
    ScoredGame { start, plies: plies.to_vec(), outcome }
}

fn hexdump(bytes: &[u8]) -> String {
    let lines = bytes.chunks(16).enumerate().map(|(number, line)| {
        let bytes: Vec<_> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("//! {:02x}: {}\n", 16 * number, bytes.join(" "))
    });
    lines.collect()
}

#[test]
fn the_hexdump_of_the_module_page_is_the_game_that_it_describes() {
    let mut bytes = Vec::new();
    documented_game().encode(&mut bytes);
    let page = include_str!("../viriformat.rs");
    assert!(page.contains(&format!("```text\n{}//! ```", hexdump(&bytes))), "{}", hexdump(&bytes));
}

#[test]
fn games_of_the_crate_viriformat_are_read_and_written_byte_for_byte() {
    let (mut castled, mut passed, mut promoted, mut black_first, mut chess960) = (0, 0, 0, 0, 0);
    for WrittenGame { bytes, start, outcome, plies } in written_games() {
        let game = StoredGames::new(&bytes[..]).next_game().expect("valid").expect("a game");
        assert_eq!(game.start.key(), start.key());
        assert_eq!(game.start.chess().fullmoves(), start.chess().fullmoves());
        assert_eq!((game.outcome, &game.plies), (outcome, &plies));
        let mut written = Vec::new();
        ScoredGame { start, plies, outcome }.encode(&mut written);
        assert_eq!(written, bytes);

        black_first += usize::from(game.start.turn().is_black());
        chess960 += usize::from(game.start.castling_mode() == CastlingMode::Chess960);
        castled += game.plies.iter().filter(|ply| ply.mv.is_castle()).count();
        passed += game.plies.iter().filter(|ply| ply.mv.is_en_passant()).count();
        promoted += game.plies.iter().filter(|ply| ply.mv.is_promotion()).count();
    }
    let seen = [castled, passed, promoted, black_first, chess960];
    assert!(seen.iter().all(|count| *count > 2), "{seen:?}");
}

#[test]
fn games_are_read_as_they_were_written_and_an_incomplete_game_is_an_error() {
    let games = games(46, 300);
    let mut bytes = Vec::new();
    for game in &games {
        game.encode(&mut bytes);
    }
    let mut reader = StoredGames::new(&bytes[..]);
    for game in &games {
        let read = reader.next_game().expect("valid").expect("a game");
        assert_eq!(read.start.key(), game.start.key());
        assert_eq!((&read.plies, read.outcome), (&game.plies, game.outcome));
    }
    assert!(matches!(reader.next_game(), Ok(None)));
    for length in [1, 31, 33, 39] {
        let mut reader = StoredGames::new(&bytes[..length]);
        assert!(matches!(reader.next_game(), Err(ReadError::Incomplete(1))), "{length} bytes");
    }
}

#[test]
fn a_score_beyond_16_bits_is_stored_as_the_nearest_value() {
    let mut game = documented_game();
    game.plies[0].score = 40_000;
    let mut bytes = Vec::new();
    game.encode(&mut bytes);
    let read = StoredGames::new(&bytes[..]).next_game().expect("valid").expect("a game");
    assert_eq!(read.plies[0].score, i32::from(i16::MAX));
}
