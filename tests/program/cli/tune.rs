//! Tests of `engine tune`, from input files to output files.

use std::{fs, path::PathBuf};

use crate::support::{code, engine, stderr, stdout};

/// Writes a temporary file and returns its path.
fn temp_file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("glulam-{name}-{}", std::process::id()));
    fs::write(&path, text).expect("a file");
    path
}

#[cfg(not(feature = "tuning"))]
#[test]
fn a_build_without_tuning_names_the_build_that_can_tune_the_search() {
    let output = engine(&["tune", "search", "--games", "2"]);
    assert_eq!((code(&output), stdout(&output)), (Some(2), String::new()));
    assert!(stderr(&output).contains("--features tuning"), "{}", stderr(&output));
}

#[cfg(feature = "tuning")]
#[test]
fn a_tuning_continues_from_its_file_only_with_the_same_options() {
    let state = temp_file("search.json", "");
    fs::remove_file(&state).expect("ours");
    let name = state.to_string_lossy().into_owned();
    let run = |extra: &[&str]| {
        let usual =
            ["tune", "search", "--games", "12", "--pairs", "2", "--nodes", "60", "--tunables", "razoring"];
        engine(&[&usual[..], extra].concat())
    };
    let first = run(&["-o", &name]);
    assert_eq!(code(&first), Some(0), "{}", stderr(&first));
    let report = stdout(&first);
    assert!(
        report.starts_with("seed 1, 60 nodes per move, 3 of 3 steps\n")
            && report.contains("razoring_base")
            && report.contains("src/search/layers/razoring.rs\n    base = "),
        "{report}"
    );
    assert_eq!(stdout(&run(&["--jobs", "2"])), report, "the number of jobs does not matter");
    let kept = fs::read_to_string(&state).expect("written");
    assert!(kept.starts_with("{\"v\":1,") && kept.contains("\"done\":3"), "{kept}");
    let refused = run(&["-o", &name]);
    assert!(code(&refused) == Some(2) && stderr(&refused).contains("--resume"), "{}", stderr(&refused));
    assert_eq!(stdout(&run(&["-o", &name, "--resume"])), report, "no steps are left");

    // The state of a tuning that was stopped before the first step.
    let mut before: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    before["done"] = 0.into();
    for tunable in before["tunables"].as_array_mut().expect("a list") {
        tunable["sum"] = 0.0.into();
    }
    fs::write(&state, before.to_string()).expect("room");
    assert_eq!(stdout(&run(&["-o", &name, "--resume"])), report);

    for option in [["--seed", "2"], ["--evaluator", "material"], ["--layers", "full-draws"]] {
        let other = run(&[&["-o", &name, "--resume"][..], &option].concat());
        assert_eq!(
            (code(&other), &fs::read_to_string(&state).expect("there")),
            (Some(2), &kept),
            "{option:?}"
        );
    }
    let unknown = run(&["--tunables", "razor"]);
    assert!(code(&unknown) == Some(2) && stderr(&unknown).contains("razoring_base"), "{}", stderr(&unknown));
    fs::write(&state, "{}").expect("room");
    assert_eq!(code(&run(&["-o", &name, "--resume"])), Some(2));
    fs::remove_file(state).expect("ours");
}

#[test]
fn the_wdl_model_is_fitted_to_self_play_games() {
    let games = std::env::temp_dir().join(format!("glulam-outlook-{}.games", std::process::id()));
    let name = games.to_string_lossy().into_owned();
    let played = engine(&["datagen", "games", "--games", "40", "--nodes", "20", "-q", "-o", &name]);
    assert_eq!(code(&played), Some(0), "{}", stderr(&played));
    let fitted = engine(&["tune", "wdl", &name]);
    let (messages, printed) = (stderr(&fitted), stdout(&fitted));
    assert_eq!(code(&fitted), Some(0), "{messages}");
    assert!(messages.contains("40 games"), "{messages}");
    assert!(messages.contains("held out: ") && messages.contains("log-likelihood -"), "{messages}");
    // The fitted curves have a greater likelihood than the start curves.
    let training = messages.lines().find(|line| line.contains("training: ")).expect("a line");
    let numbers: Vec<f64> = training.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(numbers.len() == 3 && numbers[2] > numbers[1], "{training}");
    assert!(
        printed.starts_with("material") && printed.contains("const NETWORK: Scale = Scale {"),
        "{printed}"
    );
    let classical = engine(&["tune", "wdl", &name, "--evaluator", "classical", "--quiet"]);
    assert!(stdout(&classical).contains("const CLASSICAL: Scale"));
    assert_eq!(stderr(&classical), "");
    fs::remove_file(games).expect("ours");
}

#[test]
fn zero_bytes_are_no_records_and_no_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let zeros = folder.path().join("zeros").to_string_lossy().into_owned();
    fs::write(&zeros, [0; 64]).expect("room");
    for (arguments, remedy) in [
        (&["tune", "network", &zeros, "-o", "-"][..], "record 0 is not a valid position"),
        (&["tune", "wdl", &zeros], "the start position is not legal"),
    ] {
        let output = engine(arguments);
        assert!(
            code(&output) == Some(2) && stderr(&output).contains(remedy),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn a_network_is_not_written_over_a_file_or_an_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let [games, records, net] = ["games", "records", "net.nnue"].map(file);
    let play = ["datagen", "games", "--games", "3", "--nodes", "40", "-q", "-o", &games];
    assert_eq!(code(&engine(&play)), Some(0));
    assert_eq!(code(&engine(&["datagen", "export", &games, "-q", "-o", &records])), Some(0));
    let train = |extra: &[&str]| {
        let usual =
            ["tune", "network", &records, "--size", "64", "--epochs", "1", "--batch", "64", "--threads", "1"];
        engine(&[&usual[..], extra].concat())
    };
    let first = train(&["-o", &net]);
    assert_eq!(code(&first), Some(0), "{}", stderr(&first));
    let trained = fs::read(&net).expect("written");
    for (extra, remedy) in [
        (&["-o", &net][..], "--force"),
        (&["-o", &records, "--force"], "also an input"),
        (&["-o", &net, "--force", "--start", &net], "also an input"),
    ] {
        let output = train(extra);
        assert_eq!(code(&output), Some(2), "{extra:?}");
        assert!(stderr(&output).contains(remedy), "{extra:?}: {}", stderr(&output));
        assert_eq!(fs::read(&net).expect("unchanged"), trained);
    }
    assert_eq!(train(&["-q", "-o", "-"]).stdout, trained);
    assert_eq!(code(&train(&["-q", "-o", &net, "--force"])), Some(0));
}

#[test]
fn files_that_are_not_games_are_rejected() {
    let foreign = temp_file("foreign.games", &"no game ".repeat(20));
    let name = foreign.to_string_lossy().into_owned();
    for (arguments, expected) in [
        (&["tune", "wdl", &name][..], 2),
        (&["tune", "wdl", "no-such-file.games"], 1),
        (&["tune", "wdl"], 2),
        (&["tune", "wdl", &name, "--evaluator", "material"], 2),
    ] {
        let output = engine(arguments);
        assert_eq!((code(&output), stdout(&output)), (Some(expected), String::new()), "{arguments:?}");
    }
    fs::remove_file(foreign).expect("ours");
}
