//! Tests with a collection of malformed input. Each entry states the expected result.
//!
//! The collection is not part of the repository. `GLULAM_DATA=FOLDER cargo test -- --ignored` runs the tests.

use std::fs;

use serde_json::Value;

use super::dialogue::Dialogue;
use crate::support::shared_data;

fn entries(kind: &str) -> Vec<(String, String, String)> {
    let file = shared_data("bad-input/bad-input-a.jsonl");
    let text = fs::read_to_string(&file).expect("the collection of bad input");
    let entries: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let word = |entry: &Value, field: &str| entry[field].as_str().unwrap_or_default().to_owned();
    let of_kind: Vec<_> = entries
        .iter()
        .filter(|entry| entry["kind"] == kind)
        .map(|entry| (word(entry, "id"), word(entry, "input"), word(entry, "expect")))
        .collect();
    assert!(!of_kind.is_empty(), "{} has no entry of kind {kind}", file.display());
    of_kind
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn every_position_command_is_accepted_or_rejected_as_expected() {
    let mut engine = Dialogue::new();
    for (id, input, expected) in entries("uci-position") {
        let heard = engine.ask(&format!("{input}\ngo depth 1"), "bestmove");
        let refused = heard.iter().any(|line| line.starts_with("info string error"));
        assert_eq!(refused, expected == "reject", "{id}: {input:?}: {heard:#?}");
        assert!(!refused || heard.last().is_some_and(|line| line == "bestmove (none)"), "{id}");
    }
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn every_command_is_survived_and_every_go_answered_once() {
    for (id, input, expected) in entries("uci-command") {
        let mut engine = Dialogue::new();
        engine.say("position startpos");
        engine.say(&input);
        engine.say("stop");
        let heard = engine.ask("isready", "readyok");
        // Only a `go` gets a bestmove, and exactly one. The bestmove may come after the first readyok.
        let (rest, status) = engine.close();
        let answers = heard.iter().chain(&rest).filter(|line| line.starts_with("bestmove")).count();
        let asked = input.split_whitespace().next() == Some("go") && !input.contains("perft");
        assert_eq!(answers, usize::from(asked), "{id}: {input:.80?}: {heard:#?}");
        assert!(status.success(), "{id}");
        let complained = heard.iter().chain(&rest).any(|line| line.starts_with("info string error"));
        assert!(expected != "report" || complained, "{id}: {heard:#?}");
    }
}

#[test]
#[ignore = "needs GLULAM_DATA"]
fn raw_bytes_do_not_end_the_dialogue() {
    for (id, input, _) in entries("raw-bytes-hex") {
        let bytes: Vec<u8> =
            input.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal")).collect();
        let mut engine = Dialogue::new();
        engine.send(&bytes);
        assert!(engine.ask("\nisready", "readyok").iter().any(|line| line == "readyok"), "{id}");
    }
}
