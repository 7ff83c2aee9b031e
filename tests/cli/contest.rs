//! Matches: who wins, what is told, what is refused.

use crate::{assert_fields, code, engine, json, stderr, stdout};

const QUICK: [&str; 8] = ["match", "full", "alpha-beta", "--games", "12", "--nodes", "300", "--json"];

#[test]
fn the_full_search_wins_against_alpha_beta_on_any_number_of_threads() {
    let mut played = json(&QUICK);
    assert_fields(
        &played,
        &[
            "v",
            "header",
            "contestants",
            "openings",
            "games",
            "wins",
            "draws",
            "losses",
            "pairs",
            "score",
            "elo",
            "elo_error",
            "sprt",
            "plies",
            "nodes",
            "time_ms",
            "faults",
        ],
    );
    assert!(played["score"].as_f64().is_some_and(|score| score > 0.75), "{played}");
    let sum = |fields: [&str; 3]| fields.map(|field| played[field].as_u64().unwrap_or_default()).iter().sum();
    assert_eq!((played["games"].as_u64(), Some(12)), (Some(sum(["wins", "draws", "losses"])), Some(12)));
    assert_eq!(played["contestants"][1]["rung"], "alpha-beta");
    assert_eq!((&played["contestants"][0]["nodes"], &played["sprt"]), (&300.into(), &().into()));
    assert_eq!(played["faults"].as_array().map(Vec::len), Some(0));

    let mut again = json(&[&QUICK[..], &["--threads", "3"]].concat());
    for field in ["time_ms", "header"] {
        played[field] = ().into();
        again[field] = ().into();
    }
    assert_eq!(played, again);
}

#[test]
fn a_test_ends_the_match_when_it_is_decided_and_the_games_can_be_read() {
    let path = std::env::temp_dir().join(format!("glulam-match-{}.pgn", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let arguments = ["match", "full", "alpha-beta@material", "--nodes", "200", "--pgn", &name];
    let output = engine(&[&arguments[..], &["--sprt", "0", "400"]].concat());
    let pgn = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("ours");
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.lines().last().is_some_and(|line| line.contains("accepted: A is rather 400 than 0")),
        "{text}"
    );
    let games = text.lines().find_map(|line| line.strip_prefix("games  ")?.split(':').next()).expect("games");
    let games: usize = games.parse().expect("a number");
    assert!((4..100).contains(&games), "decided soon");
    assert_eq!(pgn.matches("[Result \"").count(), games);
    assert_eq!(pgn.matches("[White \"full\"]").count(), games / 2);
}

#[test]
fn a_contestant_may_have_limits_of_its_own_and_an_equal_one_shares_every_pair() {
    let half = json(&["match", "full,nodes=100", "full,nodes=900", "--games", "8", "--json"]);
    assert_eq!(half["contestants"][0]["nodes"], 100);
    assert!(half["score"].as_f64().is_some_and(|score| score < 0.5), "{half}");
    let even = json(&["match", "full", "full", "--games", "4", "--nodes", "100", "--play-out", "--json"]);
    assert_eq!((&even["pairs"][2], &even["elo"]), (&2.into(), &0.0.into()));
}

#[test]
fn what_is_no_match_is_refused_with_a_remedy() {
    let path = std::env::temp_dir().join(format!("glulam-openings-{}.epd", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - -\n7k/5KQ1/8/8/8/8/8/8 b - -\n").expect("a file");
    for (arguments, remedy) in [
        (&["match", "full"][..], "<B>"),
        (&["match", "full", "fuller"], "full-draws"),
        (&["match", "full", "full,hush=1"], "rung-depth"),
        (&["match", "full", "full", "--games", "3"], "write 4"),
        (&["match", "full", "full", "--games", "9999998"], "--openings"),
        (&["match", "full", "full", "--sprt", "10", "0"], "smaller Elo first"),
        (&["match", "full", "full", "--sprt", "0"], "2 values"),
        (&["match", "full", "full", "--openings", &name], "the game is over"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    std::fs::remove_file(&path).expect("ours");
    assert_eq!(code(&engine(&["match", "full", "full", "--openings", "no-such-file"])), Some(1));
}
