//! The ladder: its fields, its verdict.

use serde_json::Value;

use crate::{assert_fields, code, engine, json, stdout};

#[test]
fn the_ladder_as_json_has_its_fixed_fields_and_nulls_for_what_was_not_run() {
    let ladder = json(&[
        "bench",
        "--ladder",
        "--json",
        "--fen",
        "blocking",
        "--depth",
        "3",
        "--selective-depth",
        "3",
        "--max-nodes",
        "7000",
    ]);
    assert_fields(&ladder, &["v", "header", "evaluator", "positions", "totals", "growth", "minimal_trees"]);
    let positions = ladder["positions"].as_array().expect("an array");
    assert_eq!(positions.len(), 2, "once in each block");
    for position in positions {
        assert_fields(position, &["id", "fen", "depth", "rungs", "oracle_leaves", "minimal_tree_leaves"]);
        for rung in position["rungs"].as_array().expect("an array") {
            assert_fields(
                rung,
                &[
                    "rung",
                    "layers",
                    "exact",
                    "nodes",
                    "last_nodes",
                    "leaves",
                    "qnodes",
                    "time_ms",
                    "nps",
                    "ebf",
                    "ebf_ratio",
                    "cut_first_pct",
                    "mean_cut_index",
                    "table_hit_pct",
                    "table_cut_pct",
                    "score",
                    "best",
                    "agrees",
                ],
            );
            assert!(
                rung["exact"] == true || rung["agrees"].is_null(),
                "a selective rung has nobody to agree with"
            );
        }
    }
    let [minimax, alphabeta] = [0, 1].map(|index| &positions[0]["rungs"][index]);
    assert_eq!(minimax["rung"], "minimax");
    assert!(minimax["nodes"].is_null() && minimax["agrees"].is_null(), "7,403 nodes were too many");
    assert_eq!(alphabeta["agrees"], true);
    assert!(positions[0]["minimal_tree_leaves"].is_null() && positions[0]["oracle_leaves"].is_u64());
}

#[test]
fn the_ladder_counts_minimax_as_the_student_program_did() {
    let arguments =
        ["bench", "--ladder", "--fen", "blocking", "--depth", "3", "--rungs", "minimax,table", "--json"];
    let ladder = json(&arguments);
    assert_eq!(ladder["positions"].as_array().map(Vec::len), Some(1), "no selective rung, no second block");
    let minimax = &ladder["positions"][0]["rungs"][0];
    assert_eq!((minimax["nodes"].as_u64(), minimax["best"].as_str()), (Some(7_403), Some("d4e5")));
}

#[test]
fn the_ladder_ends_with_its_verdict() {
    let small = ["bench", "--ladder", "--fen", "kiwipete", "--depth", "2", "--selective-depth", "2"];
    let output = engine(&small);
    let text = stdout(&output);
    assert_eq!(code(&output), Some(0));
    for word in ["minimax", "mate-distance", "oracle order", "minimal tree", "check-evasion"] {
        assert!(text.lines().any(|line| line.starts_with(word)), "{word}: {text}");
    }
    assert!(
        text.lines().last().is_some_and(|line| line.starts_with("verdict: the exact rungs agree")),
        "{text}"
    );

    let quiet = engine(&[&small[..], &["--quiet"]].concat());
    assert_eq!(stdout(&quiet).lines().collect::<Vec<_>>(), [text.lines().last().expect("the verdict")]);
}

#[test]
fn a_rung_that_is_made_to_disagree_ends_the_ladder_with_exit_code_3() {
    let falsified = ["bench", "--ladder", "--fen", "kiwipete", "--depth", "2", "--falsify", "table"];
    let output = engine(&[&falsified[..], &["--selective-depth", "2"]].concat());
    assert_eq!(code(&output), Some(3));
    let text = stdout(&output);
    assert!(text.contains("kiwipete, depth 2: table says"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("verdict: REFUTED: 2 of ")), "{text}");

    let as_json = engine(&[&falsified[..], &["--rungs", "minimax,table", "--json"]].concat());
    assert_eq!(code(&as_json), Some(3));
    let ladder: Value = serde_json::from_str(&stdout(&as_json)).expect("still one object");
    assert_eq!(ladder["positions"][0]["rungs"][1]["agrees"], false);
}
