//! Tests with small artificial networks, and with the network of Stockfish 15.1.

use std::path::PathBuf;

use shakmaty::{CastlingMode, KnownOutcome};

use super::{
    file::{ARCHITECTURE, BYTES, FIRST_LAYER, STACK, TeacherError, VERSION},
    *,
};
use crate::chess::position::{Position, random};

/// Offsets of the parts of a file without a description.
const BIAS: usize = 16;
const WEIGHTS: usize = BIAS + 2 * NEURONS;
const MATERIAL: usize = WEIGHTS + 2 * NEURONS * FEATURES;
const STACK_BYTES: usize = 17_640;

fn stack(number: usize) -> usize {
    MATERIAL + 4 * STACKS * FEATURES + STACK_BYTES * number
}

/// A network file with all weights 0.
fn empty_file() -> Vec<u8> {
    let mut bytes = vec![0; BYTES];
    put(&mut bytes, 0, VERSION);
    put(&mut bytes, 4, ARCHITECTURE);
    put(&mut bytes, 12, FIRST_LAYER);
    (0..STACKS).for_each(|number| put(&mut bytes, stack(number), STACK));
    bytes
}

fn put(bytes: &mut [u8], at: usize, number: u32) {
    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
}

fn put_word(bytes: &mut [u8], at: usize, number: i16) {
    bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
}

fn teacher(bytes: &[u8]) -> Teacher {
    Teacher::from_bytes(bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn record(fen: &str) -> TrainingRecord {
    let position = Position::from_fen(fen, CastlingMode::Standard).expect(fen);
    bulletformat::record(&position, 0, KnownOutcome::Draw)
}

/// Features of a pawn on e2 with both kings on their squares: for its side, and for the other side.
const OWN_PAWN: usize = (11 * 31) * 64 + 12;
const THEIR_PAWN: usize = (11 * 31 + 1) * 64 + 52;

#[test]
fn a_network_with_few_weights_returns_the_sum_computed_by_hand() {
    let mut bytes = empty_file();
    // Neuron 0 is 80 + 20 in both views, and neuron 512 is 64. Inputs 0 and 512 of the stack are 100·64 / 128 = 50.
    put_word(&mut bytes, BIAS, 80);
    put_word(&mut bytes, BIAS + 2 * 512, 64);
    put_word(&mut bytes, WEIGHTS + 2 * NEURONS * OWN_PAWN, 20);
    put_word(&mut bytes, WEIGHTS + 2 * NEURONS * THEIR_PAWN, 20);
    let at = stack(0);
    // Output 0 of the first layer is 548 + 50·10 + 50·20 = 2048: squared 2048² / 2^19 = 8, plain 2048 / 64 = 32.
    put(&mut bytes, at + 4, 548);
    (bytes[at + 68], bytes[at + 68 + 512]) = (10, 20);
    // Output 15 is 1778 + 50·127 = 8128 = 127·64, which is 1.0 and adds 9600.
    put(&mut bytes, at + 4 + 4 * 15, 1_778);
    bytes[at + 68 + 15 * NEURONS] = 127;
    // Output 3 of the second layer is (64 + 8·40 + 32·10) / 64 = 11.
    let second = at + 68 + FIRST * NEURONS;
    put(&mut bytes, second + 4 * 3, 64);
    (bytes[second + 128 + 3 * 32], bytes[second + 128 + 3 * 32 + 15]) = (40, 10);
    // The result of the stack is 20 + 11·100 + 9600 = 10720.
    let last = second + 128 + 32 * 32;
    put(&mut bytes, last, 20);
    bytes[last + 4 + 3] = 100;
    // The material is (400 − 80) / 2 = 160 for the side with the pawn.
    put(&mut bytes, MATERIAL + 4 * STACKS * OWN_PAWN, 400);
    put(&mut bytes, MATERIAL + 4 * STACKS * THEIR_PAWN, 80);
    let teacher = teacher(&bytes);
    let mut labeller = Labeller::new(&teacher);
    assert_eq!(labeller.evaluate(&record("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), (10_720 + 160) / 16);
    assert_eq!(labeller.score(&record("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), 680 * 4 / 5);
    assert_eq!(labeller.evaluate(&record("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")), (10_720 - 160) / 16);
    // Kings on d1 and d8: each view is mirrored, so the pawn on d2 is seen on e2.
    assert_eq!(labeller.evaluate(&record("3k4/8/8/8/8/8/3P4/3K4 w - - 0 1")), (10_720 + 160) / 16);
    // Without a pawn, neuron 0 is 80, and inputs 0 and 512 are 40.
    // 548 + 40·30 = 1748: 5 and 27; (64 + 5·40 + 27·10) / 64 = 8; 20 + 8·100 + (1778 + 40·127) · 9600 / 8128.
    assert_eq!(labeller.evaluate(&record("4k3/8/8/8/8/8/8/4K3 w - - 0 1")), (820 + 8_100) / 16);
    // The other stacks have only zeros.
    assert_eq!(labeller.evaluate(&record("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")), 0);
}

#[test]
fn updated_evaluations_equal_those_computed_from_scratch() {
    let mut bytes = empty_file();
    let mut state = 1_u32;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for at in (WEIGHTS..MATERIAL).step_by(2) {
        put_word(&mut bytes, at, draw(31) as i16 - 14);
    }
    for at in (MATERIAL..stack(0)).step_by(4) {
        put(&mut bytes, at, draw(2_000));
    }
    for number in 0..STACKS {
        let first = stack(number) + 68;
        bytes[first..first + FIRST * NEURONS].iter_mut().for_each(|weight| *weight = draw(20) as u8);
    }
    let teacher = teacher(&bytes);
    let (mut labeller, mut values) = (Labeller::new(&teacher), std::collections::BTreeSet::new());
    random::walks(29, 4, |position| {
        let record = bulletformat::record(position, 0, KnownOutcome::Draw);
        let value = labeller.evaluate(&record);
        assert_eq!(value, Labeller::new(&teacher).evaluate(&record), "{position}");
        values.insert(value);
    });
    assert!(values.len() > 100, "{}", values.len());
}

#[test]
fn scores_are_four_fifths_of_the_internal_value_and_at_most_3000() {
    for (output, score) in [(1_600, 80), (-1_600, -80), (1 << 24, 3_000), (-(1 << 24), -3_000)] {
        let mut bytes = empty_file();
        put(&mut bytes, stack(1) - 4 - SECOND, output as u32);
        let teacher = teacher(&bytes);
        assert_eq!(Labeller::new(&teacher).score(&record("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")), score);
    }
}

#[test]
fn files_that_are_not_a_network_of_stockfish_15_1_are_refused_with_the_reason() {
    let good = empty_file();
    assert_eq!(teacher(&good).name().len(), "nn-ad9b42354671".len());
    let described = [&good[..8], &5_u32.to_le_bytes(), b"hello", &good[12..]].concat();
    assert!(Teacher::from_bytes(&described).is_ok());
    let refused = |bytes: &[u8]| match Teacher::from_bytes(bytes) {
        Ok(_) => panic!("a bad file is accepted"),
        Err(error) => error,
    };
    let changed = |at, number| {
        let mut bytes = good.clone();
        put(&mut bytes, at, number);
        refused(&bytes)
    };
    assert!(matches!(refused(b"GLULAMNN"), TeacherError::Version));
    assert!(matches!(changed(0, 1), TeacherError::Version));
    assert!(matches!(changed(4, 2), TeacherError::Architecture(2)));
    assert!(matches!(changed(8, 5), TeacherError::Length(BYTES, length) if length == BYTES + 5));
    assert!(matches!(changed(8, u32::MAX), TeacherError::Length(..)));
    assert!(matches!(refused(&good[..BYTES - 1]), TeacherError::Length(..)));
    assert!(matches!(refused(&[&good[..], &[0]].concat()), TeacherError::Length(..)));
    for damaged in
        [changed(12, 0), changed(stack(7), 0), changed(MATERIAL, 1 << 30), changed(stack(3) + 4, 1 << 30)]
    {
        assert!(matches!(damaged, TeacherError::Damaged), "{damaged}");
    }
}

#[test]
#[ignore = "needs GLULAM_TEACHER"]
fn evaluations_equal_those_that_stockfish_prints_to_the_centipawn() {
    let path = std::env::var_os("GLULAM_TEACHER").expect("GLULAM_TEACHER is the network of Stockfish 15.1");
    let teacher = Teacher::load(&PathBuf::from(path)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(teacher.name(), "nn-ad9b42354671");
    let mut labeller = Labeller::new(&teacher);
    // Positions of Glulam's own games and after random moves, each with the line `NNUE evaluation` of `eval`.
    let lines = include_str!("stockfish-15.1.txt").lines();
    assert_eq!(lines.clone().count(), 200);
    for line in lines {
        let (fen, printed) = line.split_once(';').expect("a FEN and a value");
        let value = labeller.evaluate(&record(fen));
        let white = if fen.contains(" w ") { value } else { -value };
        assert_eq!(format!("{:+.2}", f64::from(white) / f64::from(PAWN)), printed, "{fen}");
    }
}
