//! Tests of `engine bench --ablate`: a set of layers without each of its layers in turn.

use glulam::search::{Layer, LayerSet};
use serde_json::Value;

use crate::support::{assert_fields, code, engine, json, stderr, stdout};

const SMALL: [&str; 6] = ["bench", "--ablate", "--fen", "kiwipete", "--depth", "3"];

fn small(more: &[&str]) -> Vec<String> {
    SMALL.iter().chain(more).map(|word| (*word).to_owned()).collect()
}

fn run(more: &[&str]) -> std::process::Output {
    let words = small(more);
    engine(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn names(set: LayerSet) -> Vec<&'static str> {
    set.iter().map(Layer::name).collect()
}

#[test]
fn every_layer_of_the_full_search_is_removed_once() {
    let output = run(&[]);
    let text = stdout(&output);
    assert_eq!(code(&output), Some(0));
    let first_words = text.lines().filter_map(|line| line.split_whitespace().next());
    let rows: Vec<_> = first_words.filter(|word| word.parse::<Layer>().is_ok()).collect();
    assert_eq!(rows, names(LayerSet::ALL));
    assert!(text.lines().last().is_some_and(|line| line.starts_with("verdict: nothing to prove")), "{text}");
}

#[test]
fn all_scores_of_an_exact_set_are_compared_and_agree() {
    let output = run(&["--layers", "mate-distance"]);
    let layers = LayerSet::up_to(Layer::MateDistance).iter().count();
    assert_eq!(code(&output), Some(0));
    let expected = format!("verdict: the exact layers change no score: {layers} scores compared");
    assert_eq!(stdout(&output).lines().last(), Some(expected.as_str()));

    let quiet = run(&["--layers", "mate-distance", "--quiet"]);
    assert_eq!(stdout(&quiet).lines().collect::<Vec<_>>(), [expected]);
}

#[test]
fn the_ablation_json_has_fixed_fields_and_the_counts_of_the_text_output() {
    let words = small(&["--layers", "table-move", "--json"]);
    let ablation = json(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let fields =
        ["v", "header", "evaluator", "set", "layers", "exact", "depth", "whole", "without", "positions"];
    assert_fields(&ablation, &fields);
    assert_eq!((&ablation["set"], &ablation["exact"]), (&"table-move".into(), &true.into()));
    assert_eq!(ablation["layers"], Value::from(names(LayerSet::up_to(Layer::TableMove))));
    assert_fields(&ablation["whole"], &["positions", "nodes", "last_nodes", "time_ms", "nps"]);
    let totals = ["positions", "nodes", "last_nodes", "time_ms", "nps"];
    let more = ["layer", "exact", "times_nodes", "times_time", "other_scores", "other_moves"];
    assert_fields(&ablation["without"][0], &[&totals[..], &more].concat());
    let position = &ablation["positions"][0];
    assert_fields(position, &["id", "fen", "whole", "without"]);
    assert_fields(&position["whole"], &["nodes", "last_nodes", "time_ms", "score", "best"]);
    assert_fields(&position["without"][0], &["layer", "nodes", "last_nodes", "time_ms", "score", "best"]);

    let text = stdout(&run(&["--layers", "table-move", "--positions"]));
    let nodes = position["without"][0]["nodes"].to_string();
    let has_nodes = |line: &str| line.starts_with("captures-first ") && line.contains(&nodes);
    assert_eq!(
        text.lines().filter(|line| has_nodes(line)).count(),
        2,
        "one row of the position and one of the totals: {text}"
    );
}

#[test]
fn a_search_above_the_node_limit_is_shown_as_not_run() {
    let output = run(&["--layers", "full", "--max-nodes", "100"]);
    assert_eq!(code(&output), Some(0), "a selective set has nothing to check");
    let text = stdout(&output);
    assert!(
        text.lines().any(|line| line.starts_with("killers ") && line.trim_end().ends_with('-')),
        "{text}"
    );
    assert_eq!(text.lines().last(), Some("verdict: no scores to compare"));
}

#[test]
fn an_exact_set_of_which_no_score_was_compared_gives_exit_code_3() {
    let exact = ["--layers", "killers-history", "--max-nodes", "100"];
    let output = run(&exact);
    assert_eq!(code(&output), Some(3));
    let text = stdout(&output);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("verdict: NOT VERIFIED: ")), "{text}");
    let as_json = run(&[&exact[..], &["--json"]].concat());
    assert_eq!(code(&as_json), Some(3));
    assert!(stderr(&as_json).contains("raise --max-nodes"), "{}", stderr(&as_json));
}
