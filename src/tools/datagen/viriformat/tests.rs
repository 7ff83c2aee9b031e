//! Comparisons with the crate `viriformat`, with which the trainer bullet reads the games.

use std::sync::atomic::Ordering;

use shakmaty::CastlingMode;
use viriformat::{
    chess::CHESS960,
    dataformat::{Filter, Game, WDL},
};

use rand::RngExt as _;

use super::*;
use crate::{chess::position::random, support::rng::game_rng, tools::datagen::bulletformat};

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

/// Reads games with the crate. In a build with debug assertions the crate also checks that the start position
/// is valid and that each move is legal.
fn read(mut bytes: &[u8]) -> Vec<Game> {
    // The crate then writes castling as it is stored: king takes rook.
    CHESS960.store(true, Ordering::SeqCst);
    let mut games = Vec::new();
    while !bytes.is_empty() {
        games.push(Game::deserialise_from(&mut bytes, Vec::new()).expect("a valid game"));
    }
    games
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
    let [game] = &read(&bytes)[..] else { panic!("one game") };
    let moves: Vec<_> =
        game.moves.iter().map(|(mv, score)| (mv.display(true).to_string(), score.get())).collect();
    let expected =
        [("d2d4", 25), ("e4d3", -10), ("e1h1", 300), ("d3d2", 310), ("b7a8q", 900), ("e8e7", 1000)];
    assert_eq!(moves, expected.map(|(mv, score)| (mv.to_owned(), score)));
    assert_eq!(game.outcome(), WDL::Win);
    assert_eq!(game.initial_position().to_string(), "r3k3/1P6/8/8/4p3/8/3P4/R3K2R w KQq - 3 40");
}

#[test]
fn the_crate_viriformat_reads_the_same_games() {
    let games = games(44, 600);
    let mut bytes = Vec::new();
    for game in &games {
        game.encode(&mut bytes);
    }
    let read = read(&bytes);
    assert_eq!(read.len(), games.len());
    let (mut castled, mut passed, mut promoted, mut black_first) = (0, 0, 0, 0);
    for (game, read) in games.iter().zip(&read) {
        let mut position = game.start.clone();
        let plies =
            2 * (u32::from(position.chess().fullmoves()) as usize - 1) + position.turn().fold_wb(0, 1);
        assert_eq!(read.initial_position().ply(), plies);
        let expected = match game.outcome.winner() {
            None => WDL::Draw,
            Some(Color::White) => WDL::Win,
            Some(Color::Black) => WDL::Loss,
        };
        assert_eq!((read.outcome(), read.len()), (expected, game.plies.len()));
        black_first += usize::from(position.turn().is_black());
        let mut positions = Vec::new();
        read.visit_positions(|board, score| positions.push((board.to_string(), score)));
        for ((ply, (mv, _)), (fen, score)) in game.plies.iter().zip(&read.moves).zip(positions) {
            let shredder = shakmaty::fen::Fen::from_position(position.chess(), EnPassantMode::Legal);
            let words = |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&fen), words(&shredder.to_string()), "board and side to move");
            assert_eq!(score, position.turn().fold_wb(ply.score, -ply.score));
            assert_eq!(
                (mv.is_castle(), mv.is_ep(), mv.is_promo()),
                (ply.mv.is_castle(), ply.mv.is_en_passant(), ply.mv.is_promotion())
            );
            castled += usize::from(mv.is_castle());
            passed += usize::from(mv.is_ep());
            promoted += usize::from(mv.is_promo());
            position = position.play(ply.mv);
        }
    }
    let chess960 = games.iter().filter(|game| game.start.castling_mode() == CastlingMode::Chess960).count();
    let seen = [castled, passed, promoted, black_first, chess960];
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
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

#[test]
fn the_positions_of_a_game_are_the_records_in_bulletformat() {
    for game in games(45, 60) {
        let mut bytes = Vec::new();
        game.encode(&mut bytes);
        let mut expected = Vec::new();
        let add = |board: ::bulletformat::ChessBoard| {
            expected.push((board.occ, board.pcs, board.score, board.result, board.ksq, board.opp_ksq));
            Ok(())
        };
        read(&bytes)[0].splat_to_bulletformat(add, &Filter::UNRESTRICTED).expect("positions");
        let mut position = game.start.clone();
        let records = game.plies.iter().map(|ply| {
            let record = bulletformat::record(&position, ply.score, game.outcome);
            position = position.play(ply.mv);
            let occupied = u64::from_le_bytes(std::array::from_fn(|index| record[index]));
            let pieces: [u8; 16] = std::array::from_fn(|index| record[8 + index]);
            let [own, theirs] = bulletformat::kings(&record);
            let result = bulletformat::result(&record);
            (occupied, pieces, bulletformat::score(&record), result, own, theirs ^ 0o70)
        });
        assert!(records.eq(expected));
    }
}
