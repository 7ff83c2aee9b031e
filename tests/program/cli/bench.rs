//! Tests of `engine bench`: the signature and the lines that test servers read.

use super::as_fishtest_reads;
use crate::support::{assert_fields, code, engine, json, keys, stderr, stdout};

const QUICK: [&str; 3] = ["bench", "--depth", "2"];

/// Parses a number as `OpenBench` does: it searches `word` from the last line upwards, replaces all
/// characters except letters and digits by blanks, and takes the number before the word or after it.
fn as_openbench_reads(text: &str, word: &str) -> Option<u64> {
    text.lines().rev().find_map(|line| {
        let words: Vec<_> = line.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
        let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let at = words.iter().position(|found| *found == word)?;
        let before = at.checked_sub(1).and_then(|before| words[before].parse().ok());
        before.or_else(|| words.get(at + 1)?.parse().ok())
    })
}

#[test]
fn test_servers_can_read_the_last_lines_of_the_bench() {
    let output = engine(&QUICK);
    assert_eq!(code(&output), Some(0));
    let (stdout, stderr) = (stdout(&output), stderr(&output));
    let labels: Vec<_> =
        stderr.lines().map(|line| line.split_once(": ").expect("label and number").0).collect();
    assert_eq!(labels, ["Total time (ms) ", "Nodes searched  ", "Nodes/second    "]);
    let nodes = as_fishtest_reads(&stderr, "Nodes searched").expect("a number");
    assert!(as_fishtest_reads(&stderr, "Total time (ms)").is_some());

    let nps = as_openbench_reads(&stdout, "nps").expect("a speed");
    assert_eq!(stdout.lines().last(), Some(format!("{nodes} nodes {nps} nps").as_str()));
    // OpenBench merges both streams, in either order.
    for merged in [format!("{stdout}{stderr}"), format!("{stderr}{stdout}")] {
        assert_eq!(as_openbench_reads(&merged, "nodes"), Some(nodes));
    }
    assert_eq!(stdout.lines().count(), 1 + 50 + 1, "a heading, fifty positions, the last line");
}

#[test]
fn the_signature_is_the_same_on_every_run_with_options_or_positional_arguments_and_with_quiet() {
    let nodes = |arguments: &[&str]| as_openbench_reads(&stdout(&engine(arguments)), "nodes");
    let first = nodes(&QUICK);
    assert!(first.is_some_and(|nodes| nodes > 1_000));
    assert_eq!(nodes(&QUICK), first);
    assert_eq!(nodes(&["bench", "16", "1", "2", "default", "depth"]), first);
    assert_eq!(nodes(&["bench", "--depth", "2", "--quiet"]), first);
    assert_ne!(nodes(&["bench", "--depth", "2", "--layers", "alpha-beta"]), first);
    assert_eq!(nodes(&["bench", "1", "1", "100", "default", "nodes"]), Some(50 * 100));
}

#[test]
fn several_threads_can_be_given_as_option_or_positional_argument_and_are_in_the_header() {
    for arguments in
        [&["bench", "4", "3", "200", "default", "nodes"][..], &["bench", "--threads", "3", "--nodes", "200"]]
    {
        let bench = json(&[arguments, &["--json"]].concat());
        assert_eq!(bench["header"]["threads"], 3);
        // Each thread has a third of the node limit. Two threads may use up theirs before the third one
        // stops.
        let nodes = bench["nodes"].as_u64().expect("a count");
        assert!((50 * 200..=50 * 332).contains(&nodes), "{nodes}");
    }
}

#[test]
fn the_bench_json_has_the_same_nodes_and_typed_scores() {
    let bench = json(&["bench", "--depth", "2", "--json"]);
    let fields =
        ["v", "header", "rung", "evaluator", "net", "limits", "positions", "nodes", "time_ms", "nps"];
    assert_fields(&bench, &fields);
    assert_eq!(bench["limits"], serde_json::json!({"depth": 2, "nodes": null, "movetime_ms": null}));
    assert_eq!((&bench["v"], &bench["rung"]), (&1.into(), &"full".into()));
    assert_eq!(bench["nodes"].as_u64(), as_openbench_reads(&stdout(&engine(&QUICK)), "nodes"));
    let positions = bench["positions"].as_array().expect("an array");
    assert_eq!(positions.len(), 50);
    for position in positions {
        let measured = ["id", "fen", "depth", "nodes", "time_ms", "nps"];
        assert_fields(position, &[&measured[..], &["score", "score_white", "wdl", "best"]].concat());
        assert!(matches!(keys(&position["score"])[..], ["cp" | "mate"]), "{position}");
    }
}

#[test]
fn the_scores_are_displayed_centipawns_as_in_all_other_commands() {
    const FEN: &str = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
    let searched = json(&["bestmove", "--fen", FEN, "--depth", "2", "--json"]);
    let (score, limits) = (&searched["score"], ["--fen", FEN, "--depth", "2"]);
    let bench = json(&[&["bench", "--json"][..], &limits].concat());
    assert_eq!(&bench["positions"][0]["score"], score);
    let text = stdout(&engine(&[&["bench"][..], &limits].concat()));
    assert!(text.contains(&format!(" cp {} ", score["cp"])), "{text}");
}
