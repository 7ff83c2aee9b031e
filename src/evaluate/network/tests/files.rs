//! Tests of evaluation files: round trips, and a specific error for each kind of damage.

use std::fs;

use crate::evaluate::{
    EvalFile, Network,
    network::file::{FileError, HEADER, MOST_BIAS, MOST_FIRST, MOST_OUTPUT, QA, QB},
};

/// Returns the file of a small network.
fn good() -> Vec<u8> {
    Network::random(32, 8, 7).to_bytes()
}

/// Returns a file with these bytes at this offset and a correct CRC.
fn with(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = good();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    let checksum = crc32fast::hash(&file[HEADER..]);
    file[40..44].copy_from_slice(&checksum.to_le_bytes());
    file
}

/// Returns the error for an invalid file.
fn error_of(file: &[u8]) -> FileError {
    Network::from_bytes(file).expect_err("a bad file")
}

#[test]
fn a_network_survives_writing_and_loading() {
    for (neurons, buckets) in [(32, 1), (96, 8), (1024, 8)] {
        let network = Network::random(neurons, buckets, 3);
        let again = Network::from_bytes(&network.to_bytes()).expect("a valid file");
        assert!(again == network);
        assert_eq!((again.neurons(), again.buckets(), again.data_hash()), (neurons, buckets, 3));
        assert_eq!((again.scale(), again.checksum()), (400, network.checksum()));
    }
}

#[test]
fn files_of_another_type_or_size_are_rejected() {
    assert!(matches!(error_of(b""), FileError::Short(0)));
    assert!(matches!(error_of(b"GLULAMNN"), FileError::Short(8)));
    assert!(matches!(error_of(&good()[..63]), FileError::Short(63)));
    assert!(matches!(error_of(b"A poem of more than eight bytes"), FileError::Magic));
    let (file, length) = (good(), good().len());
    assert!(matches!(error_of(&file[..length - 1]), FileError::Length(found, expected)
        if (found, expected) == (length - 1, length)));
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(error_of(&longer), FileError::Length(found, _) if found == length + 1));
}

#[test]
fn invalid_headers_are_rejected() {
    assert!(matches!(error_of(&with(8, &[2])), FileError::Version(2)));
    for neurons in [0_u32, 16, 33, 1056, u32::MAX] {
        let error = error_of(&with(12, &neurons.to_le_bytes()));
        assert!(matches!(error, FileError::Neurons(found) if found == neurons), "{error}");
    }
    assert!(matches!(error_of(&with(12, &[64])), FileError::Length(..)), "the layers have another size");
    for buckets in [0, 2, 9] {
        assert!(
            matches!(error_of(&with(16, &[buckets])), FileError::Buckets(found) if found == u32::from(buckets))
        );
    }
    assert!(matches!(error_of(&with(20, &[181])), FileError::Quantisation(181, 64)));
    assert!(matches!(error_of(&with(24, &[65])), FileError::Quantisation(255, 65)));
    assert!(matches!(error_of(&with(28, &[0; 4])), FileError::Scale(0)));
    assert!(matches!(error_of(&with(28, &[255; 4])), FileError::Scale(-1)));
    for (at, bytes) in [(63, &[1][..]), (44, b"a\0b"), (44, b"\xff"), (44, b"\n")] {
        assert!(matches!(error_of(&with(at, bytes)), FileError::Teacher), "{at} {bytes:?}");
    }
}

#[test]
fn the_header_names_the_teacher() {
    let network = Network::from_bytes(&with(44, b"Some Engine 1.0")).expect("valid");
    assert_eq!(network.teacher(), "Some Engine 1.0");
    assert_eq!(Network::from_bytes(&network.to_bytes()).expect("valid").teacher(), "Some Engine 1.0");
    assert_eq!(Network::from_bytes(&good()).expect("valid").teacher(), "");
    assert_eq!(Network::embedded().teacher(), "Stockfish 15.1");
}

#[test]
fn no_header_causes_a_panic() {
    for at in 0..HEADER {
        for byte in [0, 1, 32, 127, 128, 255] {
            let _ = Network::from_bytes(&with(at, &[byte]));
        }
    }
}

#[test]
fn damaged_and_out_of_bounds_weights_are_rejected() {
    let mut damaged = good();
    damaged[1000] ^= 4;
    assert!(matches!(error_of(&damaged), FileError::Damaged(..)));

    let bias = HEADER + 2 * 768 * 32;
    let output = bias + 2 * 32;
    for (at, layer, most) in [
        (HEADER + 20, "first layer", MOST_FIRST),
        (bias + 62, "first bias", MOST_BIAS),
        (output, "output layer", MOST_OUTPUT),
    ] {
        for number in [most + 1, -most - 1, i16::MIN] {
            let error = error_of(&with(at, &number.to_le_bytes()));
            assert!(
                matches!(error, FileError::Bound(found, _, value, _) if found == layer && value == number),
                "{error}"
            );
        }
        for number in [most, -most] {
            assert!(Network::from_bytes(&with(at, &number.to_le_bytes())).is_ok());
        }
    }
}

#[test]
fn an_output_row_that_could_overflow_is_rejected() {
    let weights: Vec<_> = [100_i16; 512].iter().flat_map(|weight| weight.to_le_bytes()).collect();
    let mut file = Network::random(256, 1, 1).to_bytes();
    let output = HEADER + 2 * 769 * 256;
    file[output..output + 1024].copy_from_slice(&weights);
    let checksum = crc32fast::hash(&file[HEADER..]);
    file[40..44].copy_from_slice(&checksum.to_le_bytes());
    assert!(matches!(error_of(&file), FileError::Sum(0, 51_200)));
}

#[test]
fn error_messages_name_the_file_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("net.nnue");
    fs::write(&path, &good()[..100]).expect("room");
    let error = EvalFile::read(&path).expect_err("too short").to_string();
    assert!(
        error.contains("net.nnue") && error.contains("100 bytes") && error.contains("copy it again"),
        "{error}"
    );
    let error = EvalFile::named("no/such/file.nnue").expect_err("no file").to_string();
    assert!(error.contains("no/such/file.nnue") && error.contains("check the path"), "{error}");

    fs::write(&path, good()).expect("room");
    let read = EvalFile::read(&path).expect("a network");
    assert_eq!(read, EvalFile::read(&path).expect("a network"), "equal weights");
    assert_ne!(read, EvalFile::Embedded);
    assert_eq!(EvalFile::named("<EMBEDDED>").expect("its name"), EvalFile::default());
}

#[test]
fn the_guide_states_the_units_of_the_integers() {
    for text in [
        format!("1.0 is represented by QA = {QA}; in the output weights, 1.0 is represented by QB = {QB}."),
        format!("With v = clamp(accumulator, 0, {QA}) and sum"),
        format!("(sum / {QA} + bias) · scale / ({QA} · {QB})"),
    ] {
        crate::support::text::assert_states("src/evaluate/network/README.md", &text);
    }
}
