//! Tests of reading files of records.

use shakmaty::{Color, KnownOutcome};

use super::positions;
use crate::{
    chess::position::Position,
    tools::{
        datagen::bulletformat::{RECORD_BYTES, record},
        tune::network::{Records, RecordsError, ShuffledRecords},
    },
};

#[test]
fn the_start_of_every_file_is_held_out_and_the_hash_covers_all_files() {
    let bytes: Vec<_> = positions(6, 10).into_iter().flat_map(|(_, record)| record).collect();
    let mut records = Records::default();
    records.read(&bytes[..], None, 0.1).expect("sound");
    let (all, hash) = (bytes.len() / RECORD_BYTES, records.hash());
    assert_eq!(records.held_out().len(), all / 10);
    records.read(&bytes[..100 * RECORD_BYTES], None, 0.2).expect("sound");
    assert_eq!(records.held_out().len(), all / 10 + 20);
    assert_eq!(records.training_count(), all - all / 10 + 80);
    assert_eq!(records.held_out()[all / 10], records.held_out()[0], "the second file has the same start");
    assert_ne!(records.hash(), hash);
    let mut empty = Records::default();
    empty.read(&[][..], None, 0.1).expect("an empty file is valid");
    assert_eq!(empty.hash(), u64::from_le_bytes([0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14]));
}

#[test]
fn every_record_is_used_once_per_pass_in_random_order_also_if_only_few_fit_into_memory() {
    let bytes: Vec<_> = positions(8, 40).into_iter().flat_map(|(_, record)| record).collect();
    let mut sorted = bytes.as_chunks::<RECORD_BYTES>().0.to_vec();
    let (batch, window) = (10, 1_500);
    sorted.truncate(sorted.len() / batch * batch);
    assert!(sorted.len() > 2 * window, "{}", sorted.len());
    let mut records = Records::default();
    let (one, other) = sorted.split_at(sorted.len() / 3);
    records.read(one.as_flattened(), None, 0.0).expect("sound");
    records.read(other.as_flattened(), None, 0.0).expect("sound");
    let pass = |seed| {
        let mut shuffled = ShuffledRecords::with_window(&records, batch, seed, window);
        let batches = (0..sorted.len() / batch).map(|_| shuffled.next_batch().expect("readable").to_vec());
        batches.collect::<Vec<_>>().concat()
    };
    let mut once = pass(1);
    assert_eq!(pass(1), once);
    assert_ne!(pass(2), once);
    let neighbours = once.windows(2).filter(|two| sorted.windows(2).any(|pair| pair == *two)).count();
    assert!(neighbours < once.len() / 50, "{neighbours} of {} records have the same successor", once.len());
    once.sort_unstable();
    sorted.sort_unstable();
    assert!(once == sorted, "a pass uses every record once");
}

#[test]
fn a_file_that_changes_during_the_training_is_an_error() {
    let bytes: Vec<_> = positions(9, 4).into_iter().flat_map(|(_, record)| record).collect();
    let named = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(&named, &bytes).expect("written");
    let mut records = Records::default();
    let file = || std::fs::File::open(&named).expect("readable");
    records.read(file(), Some(file()), 0.1).expect("sound");
    let error = || {
        let mut shuffled = ShuffledRecords::new(&records, 10, 1);
        shuffled.next_batch().err().map(|error| error.to_string())
    };
    assert_eq!(error(), None);
    std::fs::write(&named, vec![0; bytes.len()]).expect("written");
    assert_eq!(error().as_deref(), Some("input 1: the records have changed"));
    std::fs::write(&named, &bytes[..bytes.len() / 2]).expect("written");
    assert_eq!(error().as_deref(), Some("input 1: failed to fill whole buffer"));
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
        let error = Records::default().read(&[good, bad].concat()[..], None, 0.0).expect_err("bad");
        assert!(matches!(error, RecordsError::Record(1)), "{error}");
    }
    let endless = std::io::repeat(0);
    assert!(matches!(Records::default().read(endless, None, 0.0), Err(RecordsError::Record(0))));
    let error = Records::default().read(&good[1..], None, 0.0).expect_err("truncated");
    assert!(matches!(error, RecordsError::Length(31)), "{error}");
}
