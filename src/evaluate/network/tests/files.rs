//! Tests of evaluation files: round trips, and a specific error for each kind of damage.

use std::fs;

use crate::evaluate::{
    EvalFile, Network,
    network::file::{FileError, HEADER, MOST_BIAS, MOST_FLOAT, MOST_SECOND, QA, QB},
};

/// Returns the file of a small network.
fn good() -> Vec<u8> {
    Network::random(64, 7).to_bytes()
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
    for neurons in [64, 192, 1024] {
        let network = Network::random(neurons, 3);
        let again = Network::from_bytes(&network.to_bytes()).expect("a valid file");
        assert!(again == network);
        assert_eq!((again.neurons(), again.data_hash()), (neurons, 3));
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
    for version in [2, 4] {
        let error = error_of(&with(8, &[version]));
        assert!(matches!(error, FileError::Version(found) if found == u32::from(version)), "{error}");
    }
    for neurons in [0_u32, 32, 65, 96, 1088, u32::MAX] {
        let error = error_of(&with(12, &neurons.to_le_bytes()));
        assert!(matches!(error, FileError::Neurons(found) if found == neurons), "{error}");
    }
    assert!(matches!(error_of(&with(12, &[128])), FileError::Length(..)), "the layers have another size");
    for buckets in [0, 1, 9] {
        let error = error_of(&with(16, &[buckets]));
        assert!(matches!(error, FileError::KingBuckets(found) if found == u32::from(buckets)), "{error}");
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
        for byte in [0, 127, 255] {
            let _ = Network::from_bytes(&with(at, &[byte]));
        }
    }
}

#[test]
fn damaged_and_out_of_bounds_weights_are_rejected() {
    let mut damaged = good();
    damaged[1000] ^= 4;
    assert!(matches!(error_of(&damaged), FileError::Damaged(..)));

    let bias = HEADER + 8 * 768 * 64;
    for number in [MOST_BIAS + 1, -MOST_BIAS - 1, i16::MIN] {
        let error = error_of(&with(bias + 126, &number.to_le_bytes()));
        assert!(
            matches!(error, FileError::Bound("first bias", 63, found, MOST_BIAS) if found == number),
            "{error}"
        );
    }
    for number in [MOST_BIAS, -MOST_BIAS] {
        assert!(Network::from_bytes(&with(bias + 126, &number.to_le_bytes())).is_ok());
    }
    for byte in [0x7f, 0x80] {
        assert!(
            Network::from_bytes(&with(HEADER + 20, &[byte])).is_ok(),
            "no weight of the first layer is too large"
        );
    }
    let second = bias + 128;
    let error = error_of(&with(second + 77, &[0x80]));
    assert!(matches!(error, FileError::Bound("second layer", 77, -128, 64)), "{error}");
    for number in [MOST_SECOND, -MOST_SECOND] {
        assert!(Network::from_bytes(&with(second + 77, &number.to_le_bytes())).is_ok());
    }
}

#[test]
fn floats_that_are_not_finite_or_out_of_bounds_are_rejected() {
    let second_bias = HEADER + (8 * 768 + 2) * 64 + 8 * 16 * 64;
    let third = second_bias + 4 * 8 * 16;
    let third_bias = third + 4 * 8 * 32 * 32;
    let output = third_bias + 4 * 8 * 32;
    let output_bias = output + 4 * 8 * 32;
    assert_eq!(output_bias + 4 * 8, good().len());
    for (start, name) in [
        (second_bias, "second bias"),
        (third, "third layer"),
        (third_bias, "third bias"),
        (output, "output layer"),
        (output_bias, "output bias"),
    ] {
        for float in [f32::NAN, f32::INFINITY, -f32::INFINITY, MOST_FLOAT * 1.001, -f32::MAX] {
            let error = error_of(&with(start + 4 * 7, &float.to_le_bytes()));
            assert!(matches!(error, FileError::Float(found, 7, _) if found == name), "{error}");
        }
        for float in [MOST_FLOAT, -MOST_FLOAT, -0.0] {
            assert!(Network::from_bytes(&with(start, &float.to_le_bytes())).is_ok());
        }
    }
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
        format!("In the first layer, 1.0 is represented by QA = {QA};"),
        format!("in the weights of the second layer, 1.0 is represented by QB = {QB}."),
    ] {
        crate::support::text::assert_states("src/evaluate/network/README.md", &text);
    }
}
