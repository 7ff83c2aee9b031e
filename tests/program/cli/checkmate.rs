//! Tests of `engine match --checkmate`: the cost of mating a random player, per rung.

use crate::support::{assert_fields, code, engine, json, stderr, stdout};

const QUICK: [&str; 9] = [
    "match",
    "--checkmate",
    "random,seed=1",
    "alpha-beta",
    "captures-first",
    "table-move",
    "--depth",
    "3",
    "--json",
];

#[test]
fn every_rung_mates_with_repeatable_nodes_and_better_move_ordering_needs_fewer() {
    let mut report = json(&QUICK);
    assert_fields(&report, &["v", "header", "opponent", "seed", "games", "interrupted", "rungs"]);
    let rungs = report["rungs"].as_array().expect("an array").clone();
    assert_eq!(rungs.len(), 3);
    assert_fields(
        &rungs[0],
        &[
            "name",
            "rung",
            "evaluator",
            "depth",
            "nodes_limit",
            "movetime",
            "mates",
            "moves",
            "nodes",
            "nodes_per_move",
            "time_ms",
            "times_fewer_nodes",
            "times_fewer_nodes_per_move",
            "times_faster",
        ],
    );
    assert!(rungs.iter().all(|rung| rung["mates"] == 1), "{report}");
    let fewer: Vec<_> = rungs.iter().map(|rung| rung["times_fewer_nodes_per_move"].as_f64()).collect();
    assert_eq!(fewer[0], Some(1.0));
    assert!(fewer[1] > Some(1.0) && fewer[2] > Some(1.0), "{fewer:?}");

    let mut again = json(&QUICK);
    for report in [&mut report, &mut again] {
        for rung in report["rungs"].as_array_mut().expect("an array") {
            rung["time_ms"] = ().into();
            rung["times_faster"] = ().into();
        }
    }
    assert_eq!(report["rungs"], again["rungs"]);
    let other = json(&["match", "--checkmate", "random,seed=2", "captures-first", "--depth", "3", "--json"]);
    assert_ne!(other["rungs"][0]["nodes"], rungs[1]["nodes"]);
}

#[test]
fn the_report_is_a_table_and_the_games_are_written_as_pgn() {
    let path = std::env::temp_dir().join(format!("glulam-checkmate-{}.pgn", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let output = engine(&[
        "match",
        "--checkmate",
        "random",
        "captures-first",
        "--depth",
        "3",
        "--games",
        "3",
        "--pgn",
        &name,
    ]);
    let pgn = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("ours");
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("Time to checkmate random, depth 3, games: 3\nrung"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("captures-first") && line.contains("3/3")), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let moves = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(moves.matches("{checkmate} 1-0").count(), 3, "{pgn}");
    assert_eq!(pgn.matches("[Black \"random\"]").count(), 3);
}

#[test]
fn invalid_arguments_are_rejected_with_a_remedy() {
    for (arguments, remedy) in [
        (&["match", "--checkmate", "full"][..], "random,seed=1"),
        (&["match", "--checkmate", "random,seed=x"], "from 1"),
        (&["match", "--checkmate", "random", "fuller"], "full-draws"),
        (&["match", "--checkmate", "random", "table,depth=2"], "same limits"),
        (&["match", "--checkmate", "random", "--tc", "1"], "cannot be used with"),
        (&["match", "full", "full", "table"], "two configurations"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
}
