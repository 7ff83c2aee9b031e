//! Tests of writing and reading packed games and files.

mod damage;

use std::{fs, path::PathBuf};

use proptest::prelude::*;
use shakmaty::{Color, KnownOutcome};

use super::{
    bits::BitReader,
    block::{Block, Blocks, HEADER_BYTES},
    file::{OpenError, PushResult},
    game::{MAX_OPENING_PLIES, MAX_PLIES, ScoredGame, ScoredPly, TooLong},
    header::{self, Header, HeaderError, Seed},
    *,
};
use crate::{
    engine::{game_result::GameResult, rng::game_rng},
    position::{GameEnd, Move, Position, random},
};

/// Generates random games with random scores, including castling, promotions, en passant, Chess960 and other
/// start positions.
fn games(seed: u64, count: usize) -> Vec<ScoredGame> {
    let mut rng = game_rng(seed, 0);
    let mut scored = |(start, mut moves): (_, Vec<Move>)| {
        let plies = moves.split_off(moves.len().min(rng.random_range(0..=MAX_OPENING_PLIES)));
        let range = [50, 500, 3_000][rng.random_range(0..3)];
        // Only scores that are stored exactly, so that the games read back are equal.
        let mut score = || scores::centipawns(scores::steps(rng.random_range(-range..=range)));
        let plies = plies.into_iter().map(|mv| ScoredPly { mv, score: score() }).collect();
        let winner = [None, Some(Color::White), Some(Color::Black)][rng.random_range(0..3)];
        ScoredGame { start, opening: moves, plies, outcome: KnownOutcome::from_winner(winner) }
    };
    random::games(seed, count).map(&mut scored).collect()
}

fn assert_same(read: &[ScoredGame], written: &[ScoredGame]) {
    assert_eq!(read.len(), written.len());
    for (read, written) in read.iter().zip(written) {
        assert_eq!(read.start.to_string(), written.start.to_string());
        assert_eq!((&read.opening, &read.plies), (&written.opening, &written.plies));
        assert_eq!(read.outcome, written.outcome);
    }
}

fn header(run: u64) -> Header {
    Header { nodes: 500, signature: 7, network: 9, seed: Seed { run, worker: 3 }, engine: "1.2.3".to_owned() }
}

/// A temporary file that is removed at the end of the test.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("glulam-packed-{name}-{}.games", std::process::id())))
    }

    fn write(&self, games: &[ScoredGame]) -> Vec<u8> {
        let mut writer = Writer::append(&self.0, &header(5), Some(3)).expect("a new file");
        for game in games {
            assert_eq!(writer.push(game).expect("room"), PushResult::Taken);
        }
        writer.flush().expect("room");
        assert_eq!(writer.bytes() as u64, fs::metadata(&self.0).expect("there").len());
        fs::read(&self.0).expect("there")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn read(blocks: Blocks<'_>) -> Vec<ScoredGame> {
    blocks.flat_map(|block| block.games()).map(|game| game.expect("sound")).collect()
}

#[test]
fn a_game_without_moves_keeps_its_start_position() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30";
    let start = Position::from_fen(fen, shakmaty::CastlingMode::Standard).expect("a FEN");
    let outcome = KnownOutcome::Draw;
    let game = ScoredGame { start, opening: Vec::new(), plies: Vec::new(), outcome };
    let bytes = game.pack().expect("short");
    assert_same(&[ScoredGame::unpack(&mut BitReader::new(&bytes)).expect("a game")], &[game]);
}

#[test]
fn games_with_every_kind_of_move_are_read_back_as_written() {
    let games = games(31, 1_500);
    let moves: Vec<_> = games.iter().flat_map(|game| game.plies.iter().map(|ply| ply.mv)).collect();
    assert!(moves.iter().any(|mv| mv.is_castle()) && moves.iter().any(|mv| mv.is_promotion()));
    assert!(moves.iter().any(|mv| mv.is_en_passant()));
    let file = TempFile::new("round-trip");
    let bytes = file.write(&games);
    let read_header = Header::read(&bytes).expect("a header");
    assert_eq!(read_header, header(5));
    let mut blocks = Blocks::new(&bytes, header::BYTES);
    let sizes: Vec<_> = blocks.by_ref().map(|block| (block.bytes(), block.seed)).collect();
    assert!(sizes.len() > 2 && sizes.iter().all(|(_, seed)| *seed == header(5).seed), "{sizes:?}");
    assert_eq!((blocks.gaps, blocks.lost, blocks.end), (0, 0, bytes.len()));
    assert_same(&read(Blocks::new(&bytes, header::BYTES)), &games);
}

#[test]
fn appending_with_a_used_seed_or_other_settings_is_rejected_and_leaves_the_file_unchanged() {
    let file = TempFile::new("refused");
    let bytes = file.write(&games(34, 20));
    let refused = |header: &Header, worker| Writer::append(&file.0, header, worker).expect_err("refused");
    assert!(matches!(refused(&header(5), Some(3)), OpenError::SeedUsed(Seed { run: 5, worker: 3 })));
    let other = |change: fn(&mut Header)| {
        let mut header = header(6);
        change(&mut header);
        refused(&header, None).to_string()
    };
    assert!(other(|header| header.nodes = 501).contains("nodes per move 500, but this run has 501"));
    assert!(other(|header| header.network = 0).contains("network"));
    assert!(other(|header| header.engine = "2.0".to_owned()).contains("engine version 1.2.3"));
    assert_eq!(Writer::append(&file.0, &header(6), None).expect("another run").seed().worker, 0);
    let held = Writer::append(&file.0, &header(6), None).expect("free again");
    assert!(matches!(refused(&header(7), None), OpenError::Busy));
    drop(held);
    assert_eq!(fs::read(&file.0).expect("there"), bytes);

    let text = b"This text is longer than a header, but it is not a file of packed games. It ends here.";
    fs::write(&file.0, text).expect("room");
    assert!(matches!(refused(&header(5), None), OpenError::Header(HeaderError::Foreign)));
    assert_eq!(fs::read(&file.0).expect("there"), text);
}

#[test]
fn each_kind_of_invalid_header_has_its_own_error() {
    let good = header(1).to_bytes();
    assert_eq!(Header::read(&good), Ok(header(1)));
    assert_eq!(Header::read(&good[..63]), Err(HeaderError::Foreign));
    let flipped = |at: usize| {
        let mut bytes = good;
        bytes[at] ^= 1;
        Header::read(&bytes)
    };
    assert_eq!(flipped(3), Err(HeaderError::Foreign));
    assert_eq!(flipped(8), Err(HeaderError::Version(0)));
    assert_eq!(flipped(12), Err(HeaderError::Damaged));
    assert_eq!(flipped(63), Err(HeaderError::Damaged));
}

#[test]
fn a_game_that_is_too_long_is_rejected_and_not_truncated() {
    let mut game = games(35, 1).remove(0);
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut position = game.start.clone();
    game.opening = Vec::new();
    game.plies = Vec::new();
    for word in shuffle.into_iter().cycle().take(MAX_PLIES) {
        let mv = position.parse_move(word).expect("legal");
        game.plies.push(ScoredPly { mv, score: 0 });
        position = position.play(mv);
    }
    let bytes = game.pack().expect("the maximum length");
    let read = ScoredGame::unpack(&mut bits::BitReader::new(&bytes)).expect("a game");
    assert_same(&[read], &[game.clone()]);
    game.plies.push(game.plies[3]);
    assert_eq!(game.pack(), Err(TooLong));
}

#[test]
fn random_bytes_are_rejected_without_a_panic() {
    let mut rng = game_rng(36, 0);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..rng.random_range(0..200)).map(|_| rng.random::<u8>()).collect();
        // Decoding may succeed by chance; it must not panic and must end.
        let mut bits = bits::BitReader::new(&bytes);
        while !bits.is_empty() && ScoredGame::unpack(&mut bits).is_some() {}
        assert!(Blocks::new(&bytes, 0).next().is_none());
    }
    let none: Option<Block<'_>> = Blocks::new(&[], header::BYTES).next();
    assert!(none.is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn games_with_any_scores_are_read_back_with_the_stored_precision(seed: u64, score in proptest::collection::vec(-32_000..=32_000_i32, 120)) {
        let mut games = games(seed, 10);
        for game in &mut games {
            game.plies.iter_mut().zip(&score).for_each(|(ply, score)| ply.score = *score);
            let bytes = game.pack().expect("short");
            // Scores are rounded once; packing the game again gives the same bytes.
            game.plies.iter_mut().for_each(|ply| ply.score = scores::centipawns(scores::steps(ply.score)));
            let mut bits = bits::BitReader::new(&bytes);
            let read = ScoredGame::unpack(&mut bits).expect("a game");
            prop_assert!(bits.is_empty());
            prop_assert_eq!(read.pack(), Ok(bytes));
            assert_same(&[read], std::slice::from_ref(game));
        }
    }
}

#[test]
fn a_result_by_the_rules_is_restored_and_any_other_is_an_adjudication() {
    let mut position = crate::position::Position::start();
    let mut game = |opening: &[&str], moves: &[&str], outcome| {
        let mut play = |words: &[&str]| -> Vec<Move> {
            let play = |word: &&str| {
                let mv = position.parse_move(word).expect("legal");
                position = position.play(mv);
                mv
            };
            words.iter().map(play).collect()
        };
        let opening = play(opening);
        let plies = play(moves).into_iter().map(|mv| ScoredPly { mv, score: 12 }).collect();
        ScoredGame { start: crate::position::Position::start(), opening, plies, outcome }
    };
    let mate = game(&["f2f3", "e7e5"], &["g2g4", "d8h4"], KnownOutcome::Decisive { winner: Color::Black });
    let restored = crate::lab::game::Game::from(&mate);
    assert_eq!(restored.result, GameResult::Rules { end: GameEnd::Checkmate, turn: Color::White });
    assert_eq!(restored.opening.position().move_number(), 2);
    let adjudicated = ScoredGame { outcome: KnownOutcome::Draw, ..mate };
    let restored = crate::lab::game::Game::from(&adjudicated);
    assert_eq!(restored.result, GameResult::Adjudicated(KnownOutcome::Draw));
}

#[test]
fn a_full_file_rejects_games_and_contains_all_accepted_ones() {
    let file = TempFile::new("full");
    let mut writer = Writer::append(&file.0, &header(5), Some(3)).expect("a new file");
    writer.max_bytes = 100_000;
    let games = games(38, 1_500);
    let pushed: Vec<_> = games.iter().map(|game| writer.push(game).expect("room")).collect();
    writer.flush().expect("room");
    let taken = pushed.iter().position(|pushed| *pushed == PushResult::Full).expect("more than fits");
    let bytes = fs::read(&file.0).expect("there");
    assert!((95_000..100_000).contains(&bytes.len()), "{}", bytes.len());
    assert_same(&read(Blocks::new(&bytes, header::BYTES))[..taken], &games[..taken]);
}

#[test]
fn scored_positions_are_read_game_by_game_for_the_side_to_move() {
    let written = games(21, 40);
    let file = TempFile::new("scored");
    let bytes = file.write(&written);
    let blocks: Vec<_> = Blocks::new(&bytes, header::BYTES).collect();
    let read: Vec<_> = blocks.iter().flat_map(|block| scored_positions::scored_positions(block).0).collect();
    assert!(
        blocks.iter().all(|block| scored_positions::scored_positions(block).1) && read.len() == written.len()
    );
    for (scored_positions, game) in read.iter().zip(&written) {
        assert!(scored_positions.iter().map(|one| one.units).eq(game.plies.iter().map(|ply| ply.score)));
        let last = game.plies.len().saturating_sub(1);
        let mover = if (game.opening.len() + last).is_multiple_of(2) {
            game.start.turn()
        } else {
            !game.start.turn()
        };
        let expected = match game.outcome {
            KnownOutcome::Draw => 1,
            KnownOutcome::Decisive { winner } => 2 * usize::from(winner == mover),
        };
        assert!(scored_positions.last().is_none_or(|one| one.half_points == expected && one.material <= 78));
    }
}

#[test]
fn the_guide_states_the_largest_sizes_of_a_file_and_of_a_block() {
    let file = super::file::MAX_FILE_BYTES >> 20;
    let block = super::block::MAX_PAYLOAD_BYTES >> 10;
    for text in [
        format!("A file always stays below {file} MiB."),
        format!("A file consists of blocks of at most {block} KiB"),
    ] {
        crate::text::assert_states("src/lab/README.md", &text);
    }
}
