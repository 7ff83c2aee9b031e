//! Tests of `engine bench --ladder`: JSON fields, tables, verdict.

use crate::support::{assert_fields, code, engine, json, keys, stderr, stdout};

#[test]
fn the_ladder_json_has_fixed_fields_and_nulls_for_rungs_that_were_not_run() {
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
        assert_fields(
            position,
            &["id", "fen", "block", "depth", "rungs", "mean_moves", "oracle_leaves", "minimal_tree_leaves"],
        );
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
                    "pv_nodes",
                    "cut_nodes",
                    "all_nodes",
                    "expected_cut_nodes",
                    "wrong_cut_nodes",
                    "wrong_cut_pct",
                    "table_probes",
                    "table_hits",
                    "table_usable_hits",
                    "table_usable_pct",
                    "table_cuts",
                    "table_stores",
                    "table_replacements",
                    "table_collisions",
                    "table_full_permille",
                    "oracle_leaves",
                    "efficiency_pct",
                    "score",
                    "best",
                    "agrees",
                ],
            );
            assert!(rung["exact"] == true || rung["agrees"].is_null(), "agrees is null for a selective rung");
        }
    }
    let [minimax, alphabeta] = [0, 1].map(|index| &positions[0]["rungs"][index]);
    assert_eq!(minimax["rung"], "minimax");
    assert!(minimax["nodes"].is_null() && minimax["agrees"].is_null(), "7,403 nodes exceed the limit");
    assert_eq!(alphabeta["agrees"], true);
    assert!(positions[0]["minimal_tree_leaves"].is_null() && positions[0]["oracle_leaves"].is_u64());
}

#[test]
fn the_last_line_of_the_ladder_is_the_verdict() {
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
fn a_rung_that_exceeds_the_node_limit_is_listed_with_the_option_that_raises_it() {
    let small =
        ["bench", "--ladder", "--fen", "kiwipete", "--depth", "3", "--rungs", "minimax,table,aspiration"];
    let text = stdout(&engine(&[&small[..], &["--max-nodes", "20000"]].concat()));
    assert!(text.contains("Not run, more than 20000 nodes (--max-nodes):\n  minimax\n"), "{text}");
    let text = stdout(&engine(&small));
    assert!(!text.contains("Not run"), "{text}");
}

#[test]
fn two_exact_rungs_of_which_no_score_was_compared_give_exit_code_3() {
    let small = ["bench", "--ladder", "--fen", "kiwipete", "--depth", "3", "--rungs"];
    let exact = [&small[..], &["minimax,table", "--max-nodes", "50"]].concat();
    let output = engine(&exact);
    assert_eq!(code(&output), Some(3));
    let text = stdout(&output);
    assert!(text.lines().last().is_some_and(|line| line.starts_with("verdict: NOT VERIFIED: ")), "{text}");
    let as_json = engine(&[&exact[..], &["--json"]].concat());
    assert_eq!(code(&as_json), Some(3));
    assert!(stderr(&as_json).contains("raise --max-nodes"), "{}", stderr(&as_json));

    // Minimax and one selective rung are only measured.
    for rungs in ["minimax", "minimax,full"] {
        let output = engine(&[&small[..], &[rungs, "--selective-depth", "2"]].concat());
        assert_eq!(code(&output), Some(0), "{rungs}");
        assert_eq!(stdout(&output).lines().last(), Some("verdict: no scores to compare"), "{rungs}");
    }
}

#[test]
fn tables_fit_80_columns_and_every_json_field_is_explained() {
    let small = ["bench", "--ladder", "--fen", "kiwipete", "--depth", "3", "--selective-depth", "3"];
    let text = stdout(&engine(&[&small[..], &["--positions"]].concat()));
    let wide: Vec<_> = text.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(wide.iter().all(|line| line.starts_with("Glulam ") || line.contains("student")), "{wide:?}");

    let explained = engine(&["bench", "--ladder", "--explain-columns"]);
    assert_eq!(code(&explained), Some(0));
    let explained = stdout(&explained);
    assert!(explained.lines().all(|line| line.chars().count() <= 80), "{explained}");
    let words: Vec<_> = explained.split(|sign: char| !sign.is_alphanumeric() && sign != '_').collect();
    let record = json(&[&small[..], &["--json"]].concat());
    for field in keys(&record["totals"][0]).into_iter().chain(keys(&record["positions"][0]["rungs"][0])) {
        assert!(words.contains(&field), "{field}");
    }
    for formula in ["nodes(d)^(1/d)", "b^ceil(d/2) + b^floor(d/2) - 1"] {
        assert!(explained.contains(formula), "{formula}");
    }
    assert_eq!(code(&engine(&["bench", "--explain-columns"])), Some(2), "--explain-columns needs --ladder");
}

#[test]
fn the_counts_of_a_position_are_consistent() {
    let small =
        ["bench", "--ladder", "--fen", "kiwipete", "--depth", "3", "--rungs", "minimax,table-move,full"];
    let ladder = json(&[&small[..], &["--selective-depth", "5", "--json"]].concat());
    for position in ladder["positions"].as_array().expect("an array") {
        for rung in position["rungs"].as_array().expect("an array") {
            let of = |field: &str| rung[field].as_u64().unwrap_or_default();
            let kinds = of("pv_nodes") + of("cut_nodes") + of("all_nodes");
            assert_eq!(kinds, of("last_nodes"), "{rung}");
            assert!(of("wrong_cut_nodes") <= of("expected_cut_nodes"), "{rung}");
            assert!(of("table_cuts") <= of("table_usable_hits"), "{rung}");
            assert!(of("table_usable_hits") <= of("table_hits") && of("table_hits") <= of("table_probes"));
            assert!(of("table_replacements") <= of("table_stores"), "{rung}");
            assert_eq!(rung["table_stores"].is_null(), rung["rung"] == "minimax", "{rung}");
        }
    }
    let minimax = &ladder["positions"][0];
    assert_eq!(
        minimax["rungs"][0]["pv_nodes"], minimax["rungs"][0]["last_nodes"],
        "minimax has an open window everywhere"
    );
    // 48 moves, 2,039 positions after two plies, 97,862 after three.
    let mean = f64::from(48 + 2_039 + 97_862) / f64::from(1 + 48 + 2_039);
    let reported = minimax["mean_moves"].as_f64().expect("minimax was run");
    assert!((reported - mean).abs() < 0.01, "{reported}, not {mean}");
}
