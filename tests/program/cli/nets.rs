//! Nets on the command line.

use std::{fs, path::PathBuf};

use glulam::evaluate::Network;

use crate::support::{code, engine, json, stderr};

/// The file of a net that nobody trained.
fn net(name: &str, seed: u64) -> PathBuf {
    let path = std::env::temp_dir().join(format!("glulam-cli-{name}-{}.nnue", std::process::id()));
    fs::write(&path, Network::random(32, 1, seed).to_bytes()).expect("room");
    path
}

#[test]
fn a_bench_by_a_net_names_it_and_is_the_same_each_time() {
    let path = net("bench", 1);
    let file = path.to_string_lossy();
    let bench = |arguments: &[&str]| {
        let mut report = json(&[&["bench", "--depth", "3", "--json"], arguments].concat());
        (report["nodes"].take(), report["evaluator"].take(), report["net"].take())
    };
    let by_file = bench(&["--eval-file", &file]);
    assert_eq!(by_file.1, "network", "an evaluation file selects the network evaluator");
    assert_eq!(by_file.2, format!("{:08x}", Network::random(32, 1, 1).checksum()));
    assert_eq!(bench(&["--evaluator", "network", "--eval-file", &file]), by_file);
    assert_ne!(bench(&["--evaluator", "network"]).2, by_file.2);
    assert!(bench(&["--evaluator", "classical"]).2.is_null(), "no net judged");
    let unused = engine(&["bench", "--evaluator", "classical", "--eval-file", &file]);
    assert_eq!(code(&unused), Some(2), "{}", stderr(&unused));
    let again = bench(&["--eval-file", &file]);
    assert_eq!(again, by_file);
    fs::remove_file(&path).expect("ours");
}

#[test]
fn two_nets_play_each_other() {
    let paths = [net("one", 1), net("two", 2)];
    let [one, two] = [0, 1].map(|side| format!("full,evalfile={}", paths[side].display()));
    let played = json(&["match", &one, &two, "--games", "4", "--nodes", "100", "--json"]);
    let nets = [0, 1].map(|side| played["contestants"][side]["net"].clone());
    assert_eq!(nets, [1, 2].map(|seed| format!("{:08x}", Network::random(32, 1, seed).checksum())));
    assert_eq!(played["faults"].as_array().map(Vec::len), Some(0), "{played}");
    for path in paths {
        fs::remove_file(path).expect("ours");
    }
}

#[test]
fn what_is_no_net_is_refused_with_a_remedy() {
    let path = net("torn", 4);
    let bytes = fs::read(&path).expect("ours");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("room");
    let file = path.to_string_lossy();
    let contestant = format!("full,evalfile={file}");
    for (arguments, remedy) in [
        (&["bench", "--eval-file", &file][..], "copy it again"),
        (&["bench", "--eval-file", "no-such-file"], "check the path"),
        (&["bench", "--eval-file", "Cargo.toml"], "GLULAMNN"),
        (&["match", "full", &contestant], "copy it again"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    fs::remove_file(&path).expect("ours");
}

#[test]
fn a_network_of_bullet_is_converted_and_plays_like_the_same_weights_in_our_own_file() {
    let folder = tempfile::TempDir::new().expect("a temporary directory");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let bullet = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tools/tune/network/tests/bullet-32x8.bin");
    let imported = file("imported.nnue");
    let import = ["tune", "network", "--import", bullet, "--scale", "400", "-o", &imported];
    let output = engine(&import);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("(768 -> 32)x2 -> 8, scale 400; "), "{}", stderr(&output));

    // The weights that bullet saved, written to a file of our own format: see the tests of the conversion.
    let mut own = b"GLULAMNN".to_vec();
    for word in [1, 32, 8, 255, 64, 400, 0, 0] {
        own.extend(i32::to_le_bytes(word));
    }
    own.extend([0; 24]);
    let mut add = |number: usize, less: i16| own.extend((number as i16 - less).to_le_bytes());
    (0..768).for_each(|f| (0..32).for_each(|n| add((f * 31 + n * 17 + f * n * 7) % 201, 100)));
    (0..32).for_each(|n| add(n * 5 % 64, 10));
    (0..8).for_each(|b| (0..64).for_each(|i| add((b * 37 + i * 11 + b * i * 3) % 127, 63)));
    (0..8).for_each(|b: i32| own.extend((b * 321 - 1000).to_le_bytes()));
    let checksum = crc32fast::hash(&own[64..]);
    own[40..44].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(fs::read(&imported).expect("written"), own);
    let own_file = file("own.nnue");
    fs::write(&own_file, own).expect("room");
    let [one, other] = [&imported, &own_file].map(|path| {
        let mut bench = json(&["bench", "--depth", "3", "--eval-file", path, "--json"]);
        (bench["nodes"].take(), bench["net"].take())
    });
    assert_eq!(one, other);

    for (arguments, part) in [
        (&["tune", "network", "--import", bullet, "-o", &imported][..], "--force"),
        (&["tune", "network", "--import", bullet, "-o", bullet, "--force"], "also an input"),
        (&["tune", "network", "--import", &imported, "-o", "x.nnue"], "multiple of 32"),
        (&["tune", "network", "--import", bullet, "--epochs", "3", "-o", "x.nnue"], "cannot be used with"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
}
