//! `engine explain`: output formats, options and errors.

use std::collections::{BTreeSet, HashSet};

use glulam::search::Layer;
use serde_json::Value;

use crate::support::{assert_fields, code, engine, net, stderr, stdout};

const FIELDS: [&str; 19] = [
    "v",
    "rung",
    "ply",
    "iteration",
    "attempt",
    "path",
    "move",
    "san",
    "depth",
    "alpha",
    "beta",
    "value",
    "bound",
    "kind",
    "reason",
    "by",
    "subtree_nodes",
    "skipped_moves",
    "more",
];
const REASONS: [&str; 20] = [
    "beta_cut",
    "table_exact",
    "table_lower",
    "table_upper",
    "stand_pat",
    "null_move",
    "reverse_futility",
    "razoring",
    "probcut",
    "multi_cut",
    "checkmate",
    "stalemate",
    "repetition",
    "fifty_moves",
    "material",
    "horizon",
    "searched_all",
    "stopped",
    "mate_distance",
    "tablebase",
];

fn records(arguments: &[&str]) -> Vec<Value> {
    let output = engine(arguments);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect("one object per line")).collect()
}

#[test]
fn each_node_is_a_json_record_with_the_documented_fields() {
    let records = records(&["explain", "--depth", "5", "--fen", "kiwipete", "--jsonl"]);
    assert!(records.len() > 100 && records.len() <= 3_000, "{}", records.len());
    for record in &records {
        let fields: Vec<_> =
            FIELDS.into_iter().filter(|field| *field != "more" || record.get("more").is_some()).collect();
        assert_fields(record, &fields);
        assert!(REASONS.contains(&record["reason"].as_str().expect("text")), "{record}");
        if record["reason"] == "beta_cut" {
            assert!(record["kind"] == "cut" && record["by"]["move"].is_string(), "{record}");
        }
    }
    assert_eq!((&records[0]["ply"], &records[0]["path"]), (&0.into(), &"".into()));
}

#[test]
fn records_that_are_not_written_are_counted_at_their_parents() {
    let records =
        records(&["explain", "--layers", "alpha-beta", "--evaluator", "material", "--jsonl", "--show", "99"]);
    assert_eq!(records.len(), 99);
    let number = |record: &Value, field: &str| record[field].as_u64().unwrap_or_default();
    let own: u64 = records.iter().map(|record| u64::from(number(record, "ply") > 0)).sum();
    let rest: u64 = records.iter().map(|record| number(&record["more"], "nodes")).sum();
    assert_eq!(own + rest, number(&records[0], "subtree_nodes"));
}

#[test]
fn path_shows_a_line_and_reports_the_first_move_that_was_not_searched() {
    let options =
        ["explain", "--layers", "alpha-beta", "--evaluator", "material", "--fen", "blocking", "--depth", "3"];
    let output = engine(&[&options[..], &["--path", "1. dxe5 Nxe5"]].concat());
    assert!(stdout(&output).contains("\n    1... Nxe5: "), "{}", stdout(&output));
    assert_eq!(stderr(&output), "");
    let output = engine(&[&options[..], &["--path", "Ne2 h6 a3"]].concat());
    assert!(stderr(&output).contains("was not searched: 1... "), "{}", stderr(&output));
    let output = engine(&[&options[..], &["--path", "dxe5 Ke2"]].concat());
    assert_eq!(code(&output), Some(2));
    assert!(stderr(&output).contains("--path: "), "{}", stderr(&output));
}

#[test]
fn why_not_returns_the_refutation_of_a_move() {
    let arguments =
        ["explain", "--layers", "alpha-beta", "--evaluator", "material", "--fen", "horizon", "--depth", "2"];
    let why = stdout(&engine(&[&arguments[..], &["--why-not", "Rxd5"]].concat()));
    assert!(why.contains("1. Rxd5 scores −5.00: 1. Rxd5 Rxd5."), "{why}");
    assert!(
        why.contains("The refutation is 1... Rxd5: the score is −5.00, and after 1. f3 it is −1.00."),
        "{why}"
    );
    let output = engine(&[&arguments[..], &["--why-not", "Rd9"]].concat());
    assert_eq!(code(&output), Some(2));
}

#[test]
fn scores_have_the_unit_of_bestmove_and_uci_in_every_format() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let position = ["--fen", fen, "--layers", "full", "--evaluator", "network", "--depth", "5"];
    let chosen = &records(&[&["bestmove", "--json"][..], &position].concat())[0];
    let centipawns = chosen["score_white"]["cp"].as_i64().expect("a score");
    let found = format!("{}, {:+.2}", chosen["san"].as_str().expect("a move"), centipawns as f64 / 100.0);
    let explained = |more: &[&str]| {
        let output = engine(&[&["explain", "-q"][..], &position, more].concat());
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        stdout(&output).replace('−', "-")
    };
    assert!(explained(&[]).contains(&format!("; 3... {found}\n")), "{found}: {}", explained(&[]));
    assert!(explained(&["--why-not", "a6"]).contains(&format!(": {:+.2}.", centipawns as f64 / 100.0)));
    let roots = records(&[&["explain", "-q", "--jsonl"][..], &position].concat());
    let root = roots.iter().rfind(|record| record["ply"] == 0).expect("a root");
    assert_eq!(root["value"]["cp"], -centipawns, "{root}");
    let page = explained(&["--format", "html"]);
    let tree = &data(&page)["trees"][0];
    assert!(tree["result"].as_str().expect("text").ends_with(&found) && tree["pawn"].as_i64() > Some(100));
}

#[test]
fn why_not_names_one_refutation_with_its_line() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let output = engine(&["explain", "--depth", "6", "--why-not", "Qh5", "--fen", fen]);
    let text = stdout(&output);
    let replies: BTreeSet<_> = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .windows(2)
        .filter(|pair| pair[0] == "2..." || pair[0] == "Qh5")
        .filter(|pair| !["scores", "took"].contains(&pair[1]) && !pair[1].ends_with(':'))
        .map(|pair| pair[1])
        .collect();
    let line = text.lines().find_map(|line| line.split_once("2. Qh5 scores ")).expect("the line").1;
    let line = line.split_once(": 2. Qh5 ").expect("the line after the score").1.trim_end_matches('.');
    assert!(text.contains(&format!("The refutation is 2... {line}: ")), "{text}");
    assert_eq!(replies.len(), 1, "{replies:?} in {text}");
}

#[test]
fn pages_and_lessons_use_standard_terms_and_name_the_position() {
    let output = |arguments: &[&str]| stdout(&engine(&[&["explain"], arguments].concat()));
    let page =
        output(&["--format", "html", "--fen", "kiwipete", "--depth", "2", "--layers", "late-reductions"]);
    assert!(page.contains("<h1>Search tree: kiwipete</h1>"), "{page:.600}");
    let tree = &data(&page)["trees"][0];
    assert_eq!((&tree["rung"], &tree["terms"]), (&"late-reductions".into(), &"late move reductions".into()));
    assert!(output(&["--format", "html", "--depth", "1"]).contains("<h1>Search tree: start position</h1>"));
    let lesson = output(&["--lesson", "null-move"]);
    assert!(lesson.contains("null-move: null move pruning, NMP"), "{lesson}");
    for lesson in ["alpha-beta", "deepening-and-table", "null-move"] {
        let text = output(&["--lesson", lesson]);
        for code in ["beta_cut", "stand_pat", "table_exact", "null_move", "searched_all"] {
            assert!(!text.contains(code), "{code} in {lesson}");
        }
    }
}

/// Returns the JSON of a page.
fn data(page: &str) -> Value {
    let data = page.split_once("id=\"data\">").expect("data").1.split_once("</script>").expect("the end").0;
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn the_course_has_eight_linked_pages() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("course");
    let output = engine(&["explain", "--course", path.to_str().expect("UTF-8"), "--quiet"]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let pages: Vec<_> =
        std::fs::read_dir(&path).expect("the course").map(|entry| entry.expect("a file").path()).collect();
    assert_eq!(pages.len(), 9, "{pages:?}");
    for page in &pages {
        let text = std::fs::read_to_string(page).expect("a page");
        assert!(text.len() < 1_000_000, "{}: {} bytes", page.display(), text.len());
        let data = data(&text);
        let links = data["lesson"]["pages"].as_array().expect("the pages of the course");
        assert_eq!(links.len(), 8);
        assert!(
            links.iter().all(|link| path.join(link["file"].as_str().expect("a name")).exists()),
            "{links:?}"
        );
        let is_lesson = !page.ends_with("index.html");
        let count = |name: &str| data["lesson"][name].as_array().map_or(0, Vec::len);
        assert_eq!(data["trees"].as_array().is_some_and(|trees| !trees.is_empty()), is_lesson);
        assert_eq!(count("exercises"), if is_lesson { 2 } else { 0 }, "{}", page.display());
        assert_eq!(["gains", "source", "searches"].map(|name| count(name) > 0), [is_lesson; 3]);
    }
}

#[test]
fn the_course_replaces_existing_files_only_with_force() {
    let folder = tempfile::tempdir().expect("a directory");
    let words = ["explain", "--course", folder.path().to_str().expect("UTF-8"), "--quiet"];
    let index = folder.path().join("index.html");
    std::fs::write(&index, "my page").expect("a file");
    let output = engine(&words);
    assert_eq!(code(&output), Some(2));
    assert!(stderr(&output).contains("index.html: the file already exists"), "{}", stderr(&output));
    assert!(stderr(&output).contains("--force"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&index).expect("the file"), "my page");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the directory").count(), 1, "nothing is written");
    std::fs::write(folder.path().join("notes.txt"), "my notes").expect("a file");
    let output = engine(&[&words[..], &["--force"]].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(std::fs::read_to_string(&index).expect("the page").contains("How a chess program searches"));
    assert_eq!(std::fs::read_to_string(folder.path().join("notes.txt")).expect("the file"), "my notes");
    assert_eq!(code(&engine(&words)), Some(2), "its own pages are not replaced without --force either");
}

/// Returns the command that a page shows as its origin, as a reader copies it.
fn command_of(page: &str) -> String {
    let text = page.split_once("Created by <code>").expect("a command").1;
    let text = text.split_once("</code>").expect("the end of the command").0;
    let text = text.replace("<span class=\"word\">", "").replace("</span>", "");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(unix)]
#[test]
fn the_command_under_a_page_can_be_run_again_as_printed() {
    let folder = tempfile::tempdir().expect("a directory");
    let engine_path = crate::support::engine_path();
    let path = std::env::join_paths([engine_path.parent().expect("a directory")]).expect("a path");
    for (arguments, file) in [
        (&["explain", "--course", "my course", "--quiet"][..], "my course/3-move-ordering.html"),
        (
            &[
                "explain",
                "--format",
                "html",
                "--depth",
                "1",
                "-o",
                "it's.html",
                "--fen",
                "8/8/8/8/8/5k2/7q/7K w - -",
            ],
            "it's.html",
        ),
        (&["explain", "--format", "html", "--depth", "1", "-o", "tree.html", "--", "kiwipete"], "tree.html"),
    ] {
        let output = crate::support::command(arguments).current_dir(&folder).output().expect("the engine");
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        let page = std::fs::read_to_string(folder.path().join(file)).expect("a page");
        let command = command_of(&page);
        let again = std::process::Command::new("/bin/sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .env("PATH", &path)
            .output()
            .expect("a shell");
        assert_eq!(code(&again), Some(0), "{command}: {}", stderr(&again));
        let repeated = std::fs::read_to_string(folder.path().join(file)).expect("a page");
        assert_eq!(command_of(&repeated), command, "and the new page names the same command");
    }
}

#[test]
fn a_page_counts_all_nodes_by_reason() {
    for arguments in [
        &["--fen", "kiwipete", "--depth", "4"][..],
        &["--fen", "kiwipete", "--depth", "4", "--layers", "alpha-beta"],
        &["--fen", "kiwipete", "--depth", "4", "--nodes", "1000", "--show", "50"],
    ] {
        let page = stdout(&engine(&[&["explain", "--format", "html"], arguments].concat()));
        let data = data(&page);
        for tree in data["trees"].as_array().expect("trees") {
            let counts: Vec<_> =
                tree["counts"].as_array().expect("counts").iter().map(Value::as_u64).collect();
            assert_eq!(counts.len(), data["reasons"].as_array().expect("reasons").len());
            assert_eq!(counts.into_iter().flatten().sum::<u64>(), tree["total"].as_u64().expect("a number"));
        }
    }
}

/// Phrases that a correct sentence does not contain: empty lists, doubled separators, a number without its
/// noun, and a bound for Black instead of White.
const BROKEN: [&str; 14] = [
    "  ",
    " ,",
    " .",
    " ;",
    " :",
    ";;",
    "..:",
    ": ;",
    "is :",
    "≈ 1 nodes",
    " 0 moves",
    "Black gets",
    "{",
    " 1 moves",
];

#[test]
fn sentences_are_complete_and_name_the_alternatives_of_both_sides() {
    let material = ["--layers", "alpha-beta", "--evaluator", "material", "--fen", "blocking", "--depth", "2"];
    for arguments in
        [&["--depth", "3"][..], &["--depth", "3", "--nodes", "100"], &["--depth", "1"], &material]
    {
        let output = engine(&[&["explain"], arguments].concat());
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        for line in stdout(&output).lines().skip(4).map(str::trim_start) {
            let broken: Vec<_> = BROKEN.iter().filter(|phrase| line.contains(**phrase)).collect();
            assert!(broken.is_empty(), "{broken:?} in {line}");
        }
    }
    let text = stdout(&engine(&[&["explain"], &material[..]].concat()));
    assert!(text.contains("After 1... a6 White gets at most +1.00; 1. dxe5 already gives +9.00."), "{text}");
    let quiescence =
        ["explain", "--fen", "kiwipete", "--depth", "3", "--layers", "quiescence", "--evaluator", "material"];
    assert!(stdout(&engine(&quiescence)).contains("; standing pat earlier already gives "));
    let text = stdout(&engine(&["explain", "--depth", "4", "--layers", "alpha-beta"]));
    let named = text.lines().filter(|line| line.contains("good enough for Black"));
    assert!(
        named.into_iter().any(|line| line.contains("... ") && line.contains(" already gives ")),
        "{text}"
    );
}

#[test]
fn html_lessons_and_pichu_trees_are_written() {
    let written = |arguments: &[&str], head: &str, tail: &str| {
        let output = engine(&[&["explain"], arguments].concat());
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.starts_with(head) && text.trim_end().ends_with(tail), "{arguments:?}");
        text
    };
    let both = ["--format", "html", "--layers", "alpha-beta", "--against", "minimax", "--depth", "2"];
    let page = written(&both, "<!doctype html>", "</html>");
    assert_eq!(data(&page)["trees"].as_array().map(Vec::len), Some(2));
    let lesson = written(&["--lesson", "null-move"], "Null move pruning", "null-move.html");
    assert!(lesson.contains("1. Nf7+, +0.00") && !lesson.contains("None of the 50 moves"), "{lesson}");
    let page = written(&["--lesson", "null-move", "--format", "html"], "<!doctype html>", "</html>");
    assert_eq!(data(&page)["lesson"]["pages"], Value::Null, "one lesson has no links to others");
    let birds = written(&["--game", "pichu", "--depth", "2"], "RNBQKBNR", "]");
    assert!(birds.contains("evaluator birds"), "{birds}");
    // The root has the depth of the search, as in chess.
    let chess = written(&["--layers", "alpha-beta", "--depth", "2"], "rnbqkbnr", "]");
    for text in [&birds, &chess] {
        let mut roots = text.lines().filter(|line| line.starts_with("depth "));
        assert!(roots.next().is_some_and(|line| line.starts_with("depth 2: ")), "{text}");
    }
}

#[test]
fn a_page_shows_as_many_nodes_as_show_permits() {
    let shown = |show: &[&str]| {
        let arguments = ["explain", "--layers", "minimax", "--format", "html", "--depth", "3"];
        let page = stdout(&engine(&[&arguments[..], &["--evaluator", "material"], show].concat()));
        data(&page)["trees"][0]["nodes"].as_array().expect("nodes").len()
    };
    assert_eq!([shown(&["--show", "3000"]), shown(&[])], [3_000, 5_000]);
}

#[test]
fn why_not_compares_no_scores_of_a_search_that_was_stopped() {
    // White can win a pawn or lose the queen, but nothing about that follows from searches that were stopped.
    let fen = "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1";
    for mv in ["Qxd5", "Qd4", "Qe2"] {
        let arguments =
            ["explain", "--layers", "minimax", "--nodes", "500", "--fen", fen, "--why-not", mv, "-q"];
        let text = stdout(&engine(&arguments));
        assert!(text.contains("A search was stopped by --nodes, so the scores of"), "{text}");
        assert!(text.trim_end().ends_with("cannot be compared."), "{text}");
    }
}

#[test]
fn messages_about_pichu_name_the_option_that_was_given() {
    let path = net("pichu", 64, 7);
    let file = path.to_string_lossy();
    for (arguments, message) in [
        (&["--eval-file", &file][..], "error: --evaluator or --eval-file has an effect only for chess"),
        (&["RNB", "x"], "error: 'x' is not a side to move"),
        (&["--fen", "RNB x"], "error: --fen: 'x' is not a side to move"),
    ] {
        let output = engine(&[&["explain", "--game", "pichu"], arguments].concat());
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
    }
    std::fs::remove_file(path).expect("ours");
}

#[test]
fn invalid_requests_are_rejected() {
    for arguments in [
        &["--layers", "random"][..],
        &["--game", "pichu", "--layers", "full"],
        &["--game", "pichu", "--fen", "RNB w"],
        &["--lesson", "chess"],
        &["--against", "random"],
        &["--jsonl", "--format", "html"],
        &["--jsonl", "--why-not", "e4"],
        &["--lesson", "horizon", "--course", "lessons"],
    ] {
        let output = engine(&[&["explain"], arguments].concat());
        assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn the_help_lists_every_layer_with_its_aliases_and_the_reasons() {
    let help = stdout(&engine(&["explain", "--help"]));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let words: HashSet<_> =
        help.split(|sign: char| !sign.is_alphanumeric() && !"-_".contains(sign)).collect();
    for name in Layer::ALL.iter().flat_map(|layer| layer.names()) {
        assert!(words.contains(name), "{name}");
    }
    let (_, reasons) = help.split_once("Reasons why a node ends: ").expect("the list of reasons");
    let (reasons, _) = reasons.split_once('.').expect("the end of the list");
    assert_eq!(reasons.split(", ").collect::<BTreeSet<_>>(), REASONS.into_iter().collect());
}

#[test]
fn layers_can_be_named_by_aliases_and_a_layer_without_effect_is_reported() {
    let output_of = |layers: &str| {
        let output = engine(&["explain", "--layers", layers, "--depth", "2", "--jsonl"]);
        assert_eq!(code(&output), Some(0), "{layers}: {}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    assert_eq!(output_of("full-lmr-SEE-pruning"), output_of("full-late-reductions-exchange-pruning"));
    let (_, notes) = output_of("alpha-beta+late-reductions");
    assert!(notes.contains("note: late-reductions does nothing without zero-window"), "{notes}");
    let (_, notes) = output_of("full");
    assert!(!notes.contains("does nothing"), "{notes}");
}

#[test]
fn the_command_of_lesson_6_shows_the_wrong_null_move_with_the_path_that_the_lesson_names() {
    let path = "Qxh4+ Kxh4 Bf6+ g5 Bc3";
    let lesson = stdout(&engine(&["explain", "--lesson", "null-move"]));
    let lesson = lesson.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(lesson.contains(&format!("--path '{path}'")), "{lesson}");
    let output = engine(&[
        "explain",
        "--fen",
        "8/6B1/p5p1/Pp4kp/1P5r/5P1Q/4q1PK/8 w - - 0 32",
        "--layers",
        "null-move",
        "--depth",
        "9",
        "--evaluator",
        "material",
        "--path",
        path,
    ]);
    let text = stdout(&output);
    assert!(text.contains("34. Bc3: Even after a pass White gets at most −6.00"), "{text}");
}
