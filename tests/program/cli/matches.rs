//! Tests of `engine match`: results, reports, limits, openings, and rejected arguments.

use std::process::{Command, Stdio};

use crate::support::{assert_fields, code, engine, json, run, stderr, stdout};

const QUICK: [&str; 8] = ["match", "full", "alpha-beta", "--games", "12", "--nodes", "300", "--json"];

#[test]
fn the_full_search_beats_alpha_beta_with_the_same_games_on_any_number_of_threads() {
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
            "nelo",
            "nelo_error",
            "sprt",
            "endings",
            "time_losses",
            "interrupted",
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

    let mut again = json(&[&QUICK[..], &["--jobs", "3"]].concat());
    for field in ["time_ms", "header"] {
        played[field] = ().into();
        again[field] = ().into();
    }
    assert_eq!(played, again);
}

#[test]
fn the_seed_is_in_the_header_of_the_result() {
    let usual = ["match", "full", "alpha-beta", "--games", "2", "--nodes", "50", "--seed", "1k"];
    let text = stdout(&engine(&usual));
    assert_eq!(text.lines().nth(2), Some("seed   1000"), "{text}");
    let output = engine(&[&usual[..], &["--json"]].concat());
    let played: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("an object");
    assert_eq!((&played["header"]["seed"], stderr(&output)), (&1_000.into(), String::new()));
}

#[test]
fn equal_engines_have_an_elo_difference_of_zero_without_a_sign() {
    let usual = ["match", "full", "full", "--nodes", "30", "--games", "2", "--openings", "none"];
    let output = engine(&usual);
    assert!(stdout(&output).contains("\nElo    0.0 ± 0.0 (95 %)\n"), "{}", stdout(&output));
    let report = stdout(&engine(&[&usual[..], &["--json"]].concat()));
    assert!(report.contains("\"elo\":0.0,\"elo_error\":0.0,"), "{report}");
}

#[test]
fn a_directory_without_tablebases_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["match", "full", "full", "--games", "2", "--syzygy", &folder.path().to_string_lossy()];
    let output = engine(&arguments);
    assert!(code(&output) != Some(0) && stderr(&output).contains("no tablebases in"), "{}", stderr(&output));
}

#[test]
fn a_time_control_may_have_a_number_of_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().join("games.pgn").to_string_lossy().into_owned();
    // Each side has 0.2 s for two moves. Without the time of the next period it would lose on time.
    let arguments = ["match", "full", "full,seed=1,elo=1500", "--tc", "2/0.2", "--games", "2"];
    let arguments = [&arguments[..], &["--openings", "none", "--json", "--force", "--pgn", &name]].concat();
    // Other work on the machine can take more time than the engine keeps in reserve.
    let in_time = |played: &serde_json::Value| played["time_losses"] == serde_json::json!([0, 0]);
    let played = (0..5).map(|_| json(&arguments)).find(in_time).expect("a match without a loss on time");
    assert_eq!(played["contestants"][0]["clock"], "2/0.2+0");
    assert!(
        played["plies"].as_u64().is_some_and(|plies| plies > 20),
        "more than one period per game: {played}"
    );
    let pgn = std::fs::read_to_string(&name).expect("a file");
    assert_eq!(pgn.matches("[TimeControl \"2/0.2+0\"]").count(), 2, "{pgn}");
}

#[test]
fn chess960_games_begin_at_the_960_start_positions() {
    let usual = ["match", "full", "alpha-beta", "--chess960", "--nodes", "30", "--games", "4", "--json"];
    let output = engine(&[&usual[..8], &["--pgn", "-"]].concat());
    let pgn = stdout(&output);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert_eq!(pgn.matches("[Variant \"Chess960\"]").count(), 4, "{pgn}");
    assert!(stderr(&output).contains("games  4: "), "the result is on stderr: {}", stderr(&output));
    assert_eq!(json(&usual)["openings"], 960);
    let both = engine(&[&usual[..], &["--pgn", "-"]].concat());
    assert!(code(&both) == Some(2) && stderr(&both).contains("--json"), "{}", stderr(&both));
}

#[test]
fn a_file_of_games_is_replaced_only_with_force_and_openings_have_a_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let [pgn, openings] = ["games.pgn", "openings.epd"].map(file);
    let positions = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n";
    std::fs::write(&openings, positions).expect("room");
    std::fs::write(&pgn, "old").expect("room");
    let usual =
        ["match", "full", "alpha-beta", "--nodes", "30", "--games", "2", "-q", "--openings", &openings];
    for (extra, remedy) in [
        (&["--pgn", &pgn][..], "already exists"),
        (&["--pgn", &openings, "--force"], "also an input"),
        (&["--force"], "--pgn"),
    ] {
        let output = engine(&[&usual[..], extra].concat());
        assert!(
            code(&output) == Some(2) && stderr(&output).contains(remedy),
            "{extra:?}: {}",
            stderr(&output)
        );
    }
    assert_eq!(std::fs::read_to_string(&pgn).expect("unchanged"), "old");
    assert_eq!(std::fs::read_to_string(&openings).expect("unchanged"), positions);
    assert_eq!(code(&engine(&[&usual[..], &["--pgn", &pgn, "--force"]].concat())), Some(0));
    assert_eq!(std::fs::read_to_string(&pgn).expect("replaced").matches("[Result ").count(), 2);

    let piped = run(
        &["match", "full", "alpha-beta", "--nodes", "30", "--games", "2", "--openings", "-", "--json"],
        positions,
    );
    let played: serde_json::Value = serde_json::from_str(&stdout(&piped)).expect("an object");
    assert_eq!((&played["openings"], &played["games"]), (&1.into(), &2.into()));
    let endless = engine(&["match", "full", "full", "--openings", "/dev/zero"]);
    assert!(code(&endless) == Some(2) && stderr(&endless).contains("larger than"), "{}", stderr(&endless));
}

#[test]
fn a_decided_sprt_ends_the_match_and_all_games_are_written_as_pgn() {
    let path = std::env::temp_dir().join(format!("glulam-match-{}.pgn", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let arguments = ["match", "full", "alpha-beta@material", "--nodes", "200", "--pgn", &name];
    let output = engine(&[&arguments[..], &["--sprt", "0", "400"]].concat());
    let pgn = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("ours");
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.lines()
            .last()
            .is_some_and(|line| line.contains("accepted: a difference of 400 Elo is more likely than 0 Elo")),
        "{text}"
    );
    let games = text.lines().find_map(|line| line.strip_prefix("games  ")?.split(':').next()).expect("games");
    let games: usize = games.parse().expect("a number");
    assert!((4..100).contains(&games), "decided early");
    assert_eq!(pgn.matches("[Result \"").count(), games);
    assert_eq!(pgn.matches("[White \"full\"]").count(), games / 2);
}

#[test]
fn a_configuration_may_have_its_own_limits_and_equal_ones_score_one_point_per_pair() {
    let half = json(&["match", "full,nodes=100", "full,nodes=900", "--games", "8", "--json"]);
    assert_eq!(half["contestants"][0]["nodes"], 100);
    assert!(half["score"].as_f64().is_some_and(|score| score < 0.5), "{half}");
    let even = json(&["match", "full", "full", "--games", "4", "--nodes", "100", "--json"]);
    assert_eq!((&even["pairs"][2], &even["elo"]), (&2.into(), &0.0.into()));
}

#[test]
fn invalid_arguments_are_rejected_with_a_remedy() {
    for (arguments, remedy) in [
        (&["match", "full"][..], "two configurations"),
        (&["match", "full", "fuller"], "full-draws"),
        (&["match", "full", "full,hush=1"], "rung-depth"),
        (&["match", "full", "full", "--games", "3"], "write 4"),
        (&["match", "full", "full", "--games", "9999998"], "--openings"),
        (&["match", "full", "full", "--sprt", "10", "0"], "smaller Elo value first"),
        (&["match", "full", "full", "--sprt", "0"], "2 values"),
        (&["match", "full", "full", "--openings", "none", "--games", "4"], "write 2"),
        (&["match", "full", "full,seed=1"], "remove it"),
        (&["match", "full", "full", "--tc", "5:00"], "2+0.02"),
        (&["match", "full", "full", "--resign", "600"], "600:6"),
        (&["match", "full", "full", "--draw", "10:8"], "10:8:70"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(code(&engine(&["match", "full", "full", "--openings", "no-such-file"])), Some(1));
}

#[test]
fn openings_that_cannot_be_played_are_reported_and_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w - -\nnonsense\n7k/5KQ1/8/8/8/8/8/8 b - -\n";
    let pgn = "1. e4 e5 *\n\n1. e4 rubbish *\n\n[Event \"b\"]\n\n1. d4 d5 *\n";
    for (name, text, openings, problems) in [
        ("a.epd", epd, 1, &["line 2: bad", "the game is over in 1 positions"][..]),
        ("b.pgn", pgn, 2, &["game 2 (line 3), ply 2: 'rubbish' is not a move: the game is left out"]),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        let path = path.to_str().expect("UTF-8");
        let games = (2 * openings).to_string();
        let output = engine(&[
            "match",
            "full",
            "full",
            "--nodes",
            "10",
            "--openings",
            path,
            "--games",
            &games,
            "--json",
        ]);
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        for problem in problems {
            assert!(stderr(&output).contains(problem), "{problem}: {}", stderr(&output));
        }
        let played: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("an object");
        assert_eq!(played["openings"], openings, "{name}");
    }
}

#[test]
fn a_rung_beats_random_from_the_start_position_and_all_games_differ() {
    let path = std::env::temp_dir().join(format!("glulam-random-{}.pgn", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let arguments =
        ["match", "captures-first,depth=2", "random,seed=1", "--openings", "none", "--games", "8"];
    let played =
        json(&[&arguments[..], &["--resign", "none", "--draw", "none", "--json", "--pgn", &name]].concat());
    let pgn = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("ours");
    assert!(played["score"].as_f64().is_some_and(|score| score > 0.9), "{played}");
    assert_eq!(
        (&played["contestants"][1]["rung"], &played["contestants"][1]["seed"]),
        (&"random".into(), &1.into())
    );
    assert_eq!(played["endings"]["checkmate"], played["wins"]);
    let games: std::collections::BTreeSet<_> =
        pgn.split("\n\n").filter(|part| part.starts_with("1. ")).collect();
    assert_eq!(games.len(), 8, "{pgn}");
}

#[test]
fn a_side_that_runs_out_of_time_loses_and_time_losses_are_counted() {
    let arguments = ["match", "full,tc=5+0.1", "full,tc=0.000001", "--games", "2", "--openings", "startpos"];
    let played = json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(
        (&played["wins"], &played["time_losses"]),
        (&2.into(), &serde_json::json!([0, 2])),
        "{played}"
    );
    assert_eq!(played["endings"]["time"], 2);
    assert_eq!(played["contestants"][0]["clock"], "5+0.1");
    assert_eq!(played["contestants"][0]["nodes"], serde_json::Value::Null, "only the clock limits searches");
    let text = stdout(&engine(&arguments));
    assert!(text.contains("flags  A lost 0 games on time, B 2\n"), "{text}");
}

#[test]
fn a_game_with_a_clock_is_written_with_the_time_of_each_move() {
    let path = std::env::temp_dir().join(format!("glulam-clock-{}.pgn", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    let arguments = ["match", "full", "random", "--tc", "2+0.01", "--games", "2", "--openings", "none"];
    let played = json(&[&arguments[..], &["--json", "--pgn", &name]].concat());
    let pgn = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("ours");
    assert_eq!(
        (&played["wins"], &played["time_losses"]),
        (&2.into(), &serde_json::json!([0, 0])),
        "{played}"
    );
    assert_eq!(pgn.matches("[TimeControl \"2+0.01\"]").count(), 2);
    assert!(pgn.contains("s} "), "{pgn}");
}

#[test]
fn openings_after_which_the_game_is_over_are_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("openings.epd").display().to_string();
    let over = "4k3/8/8/8/8/8/8/4K3 w - -\n8/8/8/8/8/5k2/4R3/6K1 w - - hmvc 100; fmvn 90;\n";
    std::fs::write(&path, over).expect("written");
    let arguments = ["match", "full", "full", "--nodes", "50", "--openings", &path, "--json"];
    let none = engine(&arguments);
    assert_eq!(code(&none), Some(2));
    assert!(
        stderr(&none).ends_with("openings.epd: the game is over in all its positions\n"),
        "{}",
        stderr(&none)
    );
    std::fs::write(&path, format!("{over}4k3/8/8/8/8/8/4P3/4K3 w - -\n")).expect("written");
    let played: serde_json::Value = serde_json::from_str(&stdout(&engine(&arguments))).expect("an object");
    assert_eq!((&played["openings"], &played["games"]), (&1.into(), &2.into()));
}

#[test]
fn openings_can_be_the_first_moves_of_pgn_games() {
    let path = std::env::temp_dir().join(format!("glulam-book-{}.pgn", std::process::id()));
    let name = path.to_string_lossy().into_owned();
    std::fs::write(&path, "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 *\n\n1. e4 e5 2. Nf3 Nc6 *\n")
        .expect("a file");
    let arguments = ["match", "full", "full", "--nodes", "50", "--openings", &name];
    let output = engine(&[&arguments[..], &["--json"]].concat());
    std::fs::write(&path, "1. e4 e5 2. Ke3 *\n").expect("a file");
    let broken = engine(&arguments);
    std::fs::write(&path, b"\x7fELF\x02\x1b[2J\0\n").expect("a file");
    let binary = engine(&arguments);
    std::fs::remove_file(&path).expect("ours");
    let played: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("an object");
    assert_eq!((&played["openings"], &played["games"]), (&2.into(), &4.into()));
    assert!(stderr(&output).contains("skipped 1 games of"), "{}", stderr(&output));
    for (refused, message) in [
        (&broken, "game 1 (line 1), ply 3: 2. Ke3 is illegal"),
        (&binary, "game 1 (line 1), ply 1: '�ELF��[2J�' is not a move"),
    ] {
        assert_eq!(code(refused), Some(2));
        assert!(stderr(refused).contains(message), "{}", stderr(refused));
    }
}

#[test]
fn games_end_by_the_adjudication_options() {
    let endings = |more: &[&str]| {
        let arguments = ["match", "full", "alpha-beta", "--games", "2", "--nodes", "200", "--json"];
        json(&[&arguments[..], more].concat())["endings"].clone()
    };
    assert_eq!(endings(&["--draw", "10000:1:4", "--resign", "none"]), serde_json::json!({"agreed_draw": 2}));
    assert_eq!(endings(&["--resign", "1:1"]), serde_json::json!({"agreed_win": 2}));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_and_prints_the_result_so_far() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn");
    let mut command = Command::new(crate::support::engine_path());
    command.args(["match", "full", "alpha-beta", "--nodes", "500", "--json", "--pgn"]).arg(&games);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let child = command.spawn().expect("the binary runs");
    crate::support::wait_until("the first pair of games is written", || {
        std::fs::metadata(&games).is_ok_and(|file| file.len() > 0)
    });
    crate::support::kill("-INT", child.id());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), Some(130));
    let played: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("one object");
    assert_eq!(played["interrupted"], true);
    assert!(played["games"].as_u64().is_some_and(|games| (2..200).contains(&games)), "{played}");
}

/// Plays `games` games of `a` with limited strength against `b`, and returns the share of points of `a`.
fn score_of(a: &str, b: &str, games: &str) -> f64 {
    json(&["match", a, b, "--json", "--games", games])["score"].as_f64().expect("a score")
}

#[test]
fn the_weakest_level_loses_to_alpha_beta_of_depth_2_and_beats_random_moves() {
    // The score is 0.30 in 600 games; the standard deviation of 200 games is 0.03.
    let score = score_of("full,elo=600,seed=3", "alpha-beta@material,depth=2", "200");
    assert!((0.2..=0.4).contains(&score), "{score} against alpha-beta");
    let score = score_of("full,elo=600,seed=3", "random,seed=5", "60");
    assert!(score >= 0.75, "{score} against random");
}

#[test]
fn every_level_wins_the_endings_that_are_won_by_technique() {
    let folder = tempfile::tempdir().expect("a folder");
    let endings = folder.path().join("endings.epd");
    // White to move wins each of these positions, so each side wins one game of each pair.
    let won = "8/8/8/4k3/8/8/8/R3K3 w - -\n8/8/8/5k2/8/8/8/Q3K3 w - -\n8/8/8/4k3/8/8/2BB4/4K3 w - -\n\
               4k3/ppp5/8/8/8/8/PPP5/R3K3 w - -\n4k3/ppp3pp/8/8/8/8/PPP3PP/4K2R w - -\n";
    std::fs::write(&endings, won).expect("written");
    for elo in [600, 1000, 1500] {
        let level = format!("full,elo={elo}");
        let played = json(&[
            "match",
            &level,
            "full,nodes=2000",
            "--games",
            "10",
            "--resign",
            "none",
            "--draw",
            "none",
            "--json",
            "--openings",
            endings.to_str().expect("a name"),
        ]);
        assert_eq!((&played["wins"], &played["draws"]), (&5.into(), &0.into()), "{elo}: {played}");
    }
}

#[test]
fn a_rating_outside_the_range_of_limited_strength_is_refused() {
    for elo in ["0", "1", "599", "3001"] {
        let refused =
            engine(&["match", &format!("full,elo={elo}"), "full", "--games", "2", "--nodes", "100"]);
        assert_eq!((code(&refused), stdout(&refused)), (Some(2), String::new()), "{elo}");
        let expected = format!("elo={elo}: write a number from 600 to 3000");
        assert!(stderr(&refused).contains(&expected), "{}", stderr(&refused));
    }
}
