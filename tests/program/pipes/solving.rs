//! `engine solve`: goals, report, and suites that cannot be read.

use std::fs;

use serde_json::{Value, json};

use crate::support::{run, text};

const SUITE: &str = "\
3qk3/8/8/8/8/8/8/3RK3 w - - bm Rxd8+; id \"take the queen\";
3qk3/8/8/8/8/8/8/3RK3 w - - am Rxd8+; id \"do not\";
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"Morphy\";
3qk3/8/8/8/8/8/8/3RK3 w - - bm Rxd8+; c8 \"70 30\"; c9 \"d1d8 d1d2\"; id \"scored\";
4k3/8/8/8/8/8/4P3/4K3 w - - id \"no goal\";
4k3/8/8/8/8/8/4P3/4K3 w - - bm ; id \"empty bm\";
";

/// Writes a suite to a temporary file and passes the path to `with`.
fn with_suite<T>(name: &str, text: &str, with: impl FnOnce(&str) -> T) -> T {
    let path = std::env::temp_dir().join(format!("glulam-suite-{}-{name}", std::process::id()));
    fs::write(&path, text).expect("a file");
    let result = with(&path.to_string_lossy());
    fs::remove_file(&path).expect("ours");
    result
}

fn solve(suite: &str, jobs: &str) -> Value {
    let text = text(&["solve", suite, "--nodes", "20000", "--json", "--jobs", jobs], "");
    let mut solution: Value = serde_json::from_str(&text).expect("one object");
    solution["header"] = json!(null);
    solution["time_ms"] = json!(null);
    for list in ["results", "percentiles"] {
        for one in solution[list].as_array_mut().expect("a list") {
            one["time_ms"] = json!(null);
        }
    }
    solution
}

#[test]
fn every_kind_of_goal_is_checked_and_counted() {
    with_suite("goals.epd", SUITE, |suite| {
        let solution = solve(suite, "1");
        let solved: Vec<_> =
            solution["results"].as_array().expect("results").iter().map(|one| &one["solved"]).collect();
        assert_eq!(
            solved,
            [&json!(true), &json!(false), &json!(true), &json!(true), &json!(null), &json!(null)]
        );
        assert_eq!((&solution["positions"], &solution["solved"]), (&json!(4), &json!(3)));
        assert_eq!((&solution["points"], &solution["max_points"]), (&json!(72), &json!(73)));
        let first = &solution["results"][0];
        assert_eq!(
            (&first["move"], &first["best"], &first["depth"]),
            (&json!("d1d8"), &json!(["d1d8"]), &json!(1))
        );
        assert_eq!(solution["results"][1]["depth"], json!(null));
        assert_eq!(solution["results"][2]["score"], json!({"mate":2}));
        assert_eq!(solution["percentiles"].as_array().map(Vec::len), Some(7));
        assert_eq!(solve(suite, "3"), solution, "the result does not depend on the number of jobs");
    });
}

#[test]
fn the_report_fits_80_columns_and_require_sets_the_exit_code() {
    with_suite("table.epd", SUITE, |suite| {
        let report = text(&["solve", suite, "--nodes", "5000"], "");
        assert!(report.lines().all(|line| line.chars().count() <= 80), "{report}");
        assert!(report.contains("solved 3 of 4; 72 of 73 points"), "{report}");
        for (required, code) in [("3", 0), ("4", 3)] {
            let output = run(&["solve", suite, "--nodes", "5000", "--require", required], "");
            assert_eq!(output.status.code(), Some(code));
        }
    });
}

#[test]
fn a_bad_line_is_reported_and_left_out_and_gives_exit_code_3_only_with_strict() {
    for (name, line, remedy) in [
        ("german.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm Th8#;", "line 2: bm"),
        ("counters.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Rh8#;", "line 2: bad EPD"),
        ("fen.epd", "4k3/8/8/8/8/8/8/8 w - - bm Rh8#;", "line 2: illegal position"),
        ("dm.epd", "4k3/8/8/8/8/8/8/4K2R w K - dm soon;", "dm soon"),
    ] {
        with_suite(name, &format!("4k3/8/8/8/8/8/8/4K2R w K - bm Rh8#;\n{line}\n"), |suite| {
            for (option, code) in [("--require=0", 0), ("--strict", 3)] {
                let output = run(&["solve", suite, "--nodes", "100", option], "");
                assert_eq!(output.status.code(), Some(code), "{line} {option}");
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(message.contains(remedy) && message.contains("the line is left out"), "{message}");
                assert!(String::from_utf8_lossy(&output.stdout).contains("of 1 "), "{output:?}");
            }
        });
    }
    assert_eq!(run(&["solve", "no-such-file.epd"], "").status.code(), Some(1));
}

#[test]
fn all_mates_of_the_included_suite_are_found() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/mates.epd");
    let output = run(&["solve", suite, "--nodes", "20000", "--require", "30"], "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}
