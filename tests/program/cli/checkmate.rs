//! What each rung needs to mate a player who throws dice.

use crate::support::{assert_fields, code, engine, json, stderr, stdout};

const QUICK: [&str; 8] = [
    "match",
    "--checkmate",
    "random,seed=1",
    "--rungs",
    "alpha-beta,captures-first,table-move",
    "--depth",
    "3",
    "--json",
];

#[test]
fn every_rung_mates_and_a_better_order_needs_fewer_nodes_the_same_on_every_run() {
    let mut told = json(&QUICK);
    assert_fields(&told, &["v", "header", "opponent", "seed", "games", "interrupted", "rungs"]);
    let rungs = told["rungs"].as_array().expect("an array").clone();
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
    assert!(rungs.iter().all(|rung| rung["mates"] == 1), "{told}");
    let fewer: Vec<_> = rungs.iter().map(|rung| rung["times_fewer_nodes_per_move"].as_f64()).collect();
    assert_eq!(fewer[0], Some(1.0));
    assert!(fewer[1] > Some(1.0) && fewer[2] > Some(1.0), "{fewer:?}");

    let mut again = json(&QUICK);
    for told in [&mut told, &mut again] {
        for rung in told["rungs"].as_array_mut().expect("an array") {
            rung["time_ms"] = ().into();
            rung["times_faster"] = ().into();
        }
    }
    assert_eq!(told["rungs"], again["rungs"]);
    let other = json(&[
        "match",
        "--checkmate",
        "random,seed=2",
        "--rungs",
        "captures-first",
        "--depth",
        "3",
        "--json",
    ]);
    assert_ne!(other["rungs"][0]["nodes"], rungs[1]["nodes"]);
}

#[test]
fn a_table_tells_it_to_people_and_the_games_can_be_read() {
    let path = std::env::temp_dir().join(format!("glulam-checkmate-{}.pgn", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let output = engine(&[
        "match",
        "--checkmate",
        "random",
        "--rungs",
        "captures-first",
        "--depth",
        "2",
        "--games",
        "3",
        "--pgn",
        &name,
    ]);
    let pgn = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("ours");
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("White mates random, depth 2, games: 3\nrung"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("captures-first") && line.contains("3/3")), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let moves = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(moves.matches("{checkmate} 1-0").count(), 3, "{pgn}");
    assert_eq!(pgn.matches("[Black \"random\"]").count(), 3);
}

#[test]
fn a_game_that_lasts_too_long_is_no_mate() {
    let told = json(&[
        "match",
        "--checkmate",
        "random,seed=1",
        "--rungs",
        "alpha-beta",
        "--depth",
        "1",
        "--max-plies",
        "4",
        "--json",
    ]);
    assert_eq!((&told["rungs"][0]["mates"], &told["rungs"][0]["moves"]), (&0.into(), &2.into()));
}

#[test]
fn what_is_no_such_experiment_is_refused_with_a_remedy() {
    for (arguments, remedy) in [
        (&["match", "--checkmate", "full"][..], "random,seed=1"),
        (&["match", "--checkmate", "random,seed=x"], "from 1"),
        (&["match", "--checkmate", "random", "--rungs", "fuller"], "full-draws"),
        (&["match", "--checkmate", "random", "full", "full"], "cannot be used with"),
        (&["match", "--checkmate", "random", "--clock", "1"], "cannot be used with"),
        (&["match", "full", "full", "--rungs", "table"], "--checkmate"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn its_json_has_a_schema_of_its_own() {
    let schema = json(&["match", "--checkmate", "random", "--schema"]);
    let required = schema["required"].as_array().expect("an array");
    assert!(required.contains(&"rungs".into()) && !required.contains(&"pairs".into()), "{schema}");
}
