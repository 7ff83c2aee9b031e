//! Tests of reading files of records.

use shakmaty::{Color, KnownOutcome};

use super::positions;
use crate::{
    chess::position::Position,
    tools::{
        datagen::bulletformat::{RECORD_BYTES, record},
        tune::network::{Records, RecordsError},
    },
};

#[test]
fn the_start_of_every_file_is_held_out_and_the_hash_covers_all_files() {
    let bytes: Vec<_> = positions(6, 10).into_iter().flat_map(|(_, record)| record).collect();
    let mut records = Records::default();
    records.read(&bytes[..], bytes.len(), 0.1).expect("sound");
    let (all, hash) = (bytes.len() / RECORD_BYTES, records.hash());
    assert_eq!(records.held_out().len(), all / 10);
    records.read(&bytes[..100 * RECORD_BYTES], 0, 0.2).expect("sound");
    assert_eq!(records.held_out().len(), all / 10 + 20);
    assert_eq!(records.training().len(), all - all / 10 + 80);
    assert_eq!(records.held_out()[all / 10] as usize, all);
    assert_eq!(records.get(all as u32), records.get(0));
    assert_ne!(records.hash(), hash);
    let mut empty = Records::default();
    empty.read(&[][..], 0, 0.1).expect("an empty file is valid");
    assert_eq!(empty.hash(), u64::from_le_bytes([0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14]));
}

#[test]
fn an_invalid_record_is_rejected_with_its_number() {
    let (position, good) =
        (Position::start(), record(&Position::start(), 0, KnownOutcome::Decisive { winner: Color::White }));
    let with = |at: usize, byte: u8| {
        let mut bad = good;
        bad[at] = byte;
        bad
    };
    assert_eq!(position.board().occupied().count(), 32);
    // A king on another square, an invalid piece code, an invalid result.
    for bad in [with(27, 12), with(8, 6), with(26, 3)] {
        let error = Records::default().read(&[good, bad].concat()[..], 0, 0.0).expect_err("bad");
        assert!(matches!(error, RecordsError::Record(1)), "{error}");
    }
    let endless = std::io::repeat(0);
    assert!(matches!(Records::default().read(endless, 0, 0.0), Err(RecordsError::Record(0))));
    let error = Records::default().read(&good[1..], 0, 0.0).expect_err("truncated");
    assert!(matches!(error, RecordsError::Length(31)), "{error}");
}
