//! Nets on the command line.

use std::fs;

use glulam::evaluate::Network;

use crate::support::{code, engine, json, net, stderr};

#[test]
fn a_bench_by_a_net_names_it_and_is_the_same_each_time() {
    let path = net("bench", 64, 1);
    let file = path.to_string_lossy();
    let bench = |arguments: &[&str]| {
        let mut report = json(&[&["bench", "--depth", "3", "--json"], arguments].concat());
        (report["nodes"].take(), report["evaluator"].take(), report["net"].take())
    };
    let by_file = bench(&["--eval-file", &file]);
    assert_eq!(by_file.1, "network", "an evaluation file selects the network evaluator");
    assert_eq!(by_file.2, format!("{:08x}", Network::random(64, 1).checksum()));
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
    let paths = [net("one", 64, 1), net("two", 64, 2)];
    let [one, two] = [0, 1].map(|side| format!("full,evalfile={}", paths[side].display()));
    let played = json(&["match", &one, &two, "--games", "4", "--nodes", "100", "--json"]);
    let nets = [0, 1].map(|side| played["contestants"][side]["net"].clone());
    assert_eq!(nets, [1, 2].map(|seed| format!("{:08x}", Network::random(64, seed).checksum())));
    assert_eq!(played["faults"].as_array().map(Vec::len), Some(0), "{played}");
    for path in paths {
        fs::remove_file(path).expect("ours");
    }
}

#[test]
fn what_is_no_net_is_refused_with_a_remedy() {
    let path = net("torn", 64, 4);
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
