//! Comparisons with the crate `bulletformat`, which the trainer bullet uses.

use bulletformat::{BulletFormat as _, ChessBoard};
use shakmaty::{CastlingMode, Color, KnownOutcome};

use super::*;
use crate::chess::position::random;

/// Reads a record as the trainer does: as the bytes of a `ChessBoard`.
fn read(record: &TrainingRecord) -> ChessBoard {
    let number = |at: usize| std::array::from_fn(|index| record[at + index]);
    ChessBoard {
        occ: u64::from_le_bytes(number(0)),
        pcs: std::array::from_fn(|index| record[8 + index]),
        score: i16::from_le_bytes([record[24], record[25]]),
        result: record[26],
        ksq: record[27],
        opp_ksq: record[28],
        extra: [record[29], record[30], record[31]],
    }
}

/// Position, score for the side to move, and outcome: hundreds of positions with both colours to move.
fn positions() -> Vec<(Position, i32, KnownOutcome)> {
    let mut found = Vec::new();
    random::walks(43, 30, |position| {
        let number = found.len() as i32;
        let winner = [None, Some(Color::White), Some(Color::Black)][found.len() % 3];
        found.push((position.clone(), number * 37 % 6_001 - 3_000, KnownOutcome::from_winner(winner)));
    });
    found
}

#[test]
fn the_crate_bulletformat_reads_the_same_board_score_and_result() {
    let positions = positions();
    for color in Color::ALL {
        assert!(positions.iter().filter(|(position, ..)| position.turn() == color).count() > 300);
    }
    for (position, score, outcome) in positions {
        let record = record(&position, score, outcome);
        let by_white = |number: i32| position.turn().fold_wb(number, -number);
        let result = match outcome.winner() {
            None => "0.5",
            Some(Color::White) => "1.0",
            Some(Color::Black) => "0.0",
        };
        let expected: ChessBoard =
            format!("{position} | {} | {result}", by_white(score)).parse().expect("the crate reads FEN");
        let read = read(&record);
        assert_eq!(read, expected, "{position}");
        assert_eq!((i32::from(read.score()), read.extra()), (score, [0; 3]));
        let pieces: Vec<_> = pieces(&record).map(|piece| (piece.piece, piece.square)).collect();
        let expected: Vec<_> = read
            .into_iter()
            .map(|(code, square)| (u16::from(code & 7) + 6 * u16::from(code >> 3), u16::from(square)))
            .collect();
        assert_eq!(pieces, expected);
        assert_eq!(kings(&record), [read.our_ksq(), read.opp_ksq() ^ RANKS]);
        assert_eq!(
            (self::score(&record), f32::from(result_of(&record)) / 2.0),
            (read.score(), read.result())
        );
        assert!(is_valid(&record), "{position}");
    }
}

fn result_of(record: &TrainingRecord) -> u8 {
    result(record)
}

#[test]
fn a_record_consists_of_the_bytes_of_the_table() {
    let position = |fen| Position::from_fen(fen, CastlingMode::Standard).expect(fen);
    let white = KnownOutcome::Decisive { winner: Color::White };
    let written = record(&position("4k3/p7/8/8/8/8/7P/R3K2Q b - - 0 1"), 300, white);
    let mut expected = [0; RECORD_BYTES];
    // Ke8 is seen on e1, a7 on a2, h2 on h7, Ra1, Ke1 and Qh1 on the eighth rank.
    expected[0] = 1 << 4;
    expected[1] = 1;
    expected[6] = 1 << 7;
    expected[7] = 1 | 1 << 4 | 1 << 7;
    expected[8..11].copy_from_slice(&[0x05, 0xb8, 0xcd]);
    expected[24..26].copy_from_slice(&[0x2c, 0x01]);
    expected[27..29].copy_from_slice(&[4, 4]);
    assert_eq!(written, expected);
    assert_eq!(record(&Position::start(), 0, KnownOutcome::Draw)[26], 1);
}

#[test]
fn a_score_beyond_16_bits_is_stored_as_the_nearest_value() {
    let stored = |score| super::score(&record(&Position::start(), score, KnownOutcome::Draw));
    assert_eq!([-32_768, 32_768, -40_000].map(stored), [i16::MIN, i16::MAX, i16::MIN]);
}

#[test]
fn a_position_with_colours_swapped_has_the_same_record() {
    random::walks(41, 20, |position| {
        let mirror = position.mirrored().expect("legal");
        let outcome = KnownOutcome::Decisive { winner: position.turn() };
        let other = KnownOutcome::Decisive { winner: mirror.turn() };
        assert_eq!(record(position, 17, outcome), record(&mirror, 17, other), "{position}");
    });
}

#[test]
fn changed_boards_kings_and_results_are_invalid() {
    let good = record(&Position::start(), 0, KnownOutcome::Draw);
    assert!(is_valid(&good));
    assert!(!is_valid(&[0; RECORD_BYTES]) && !is_valid(&[255; RECORD_BYTES]));
    let fen = "4k3/p7/8/8/8/8/7P/R3K2Q w - - 0 1";
    let few = record(&Position::from_fen(fen, CastlingMode::Standard).expect(fen), 0, KnownOutcome::Draw);
    assert!(is_valid(&few));
    // The occupied squares, a piece code, an unused nibble, each king, and the result.
    for (record, at, byte) in [
        (good, 3, 1),
        (few, 0, 0),
        (few, 8, 6),
        (few, 8, 5),
        (few, 12, 1),
        (good, 27, 5),
        (good, 27, 64),
        (good, 28, 60),
        (good, 26, 3),
    ] {
        let mut bad = record;
        bad[at] = byte;
        assert!(!is_valid(&bad), "byte {at} = {byte}");
    }
    let mut free = good;
    free[29..].copy_from_slice(&[1, 2, 3]);
    assert!(is_valid(&free), "other programs use the last three bytes");
}
