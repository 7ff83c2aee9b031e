//! The common command-line grammar: positions, inputs, outputs and tables.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{code, command, engine, json, records, run, stderr, stdout, text};

const QUEEN: &str = "3qk3/8/8/8/8/8/8/3RK3 w - - bm Rxd8+; id \"queen\";\n";
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// Checks that the engine refuses the command line with a message that contains `part`.
fn assert_refused(arguments: &[&str], part: &str) {
    let output = run(arguments, "");
    assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
    assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

fn assert_ok(arguments: &[&str], output: &Output) {
    assert_eq!(code(output), Some(0), "{arguments:?}: {}", stderr(output));
}

fn written(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("written");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_position_is_an_argument_or_an_option_and_moves_follow_it() {
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let moves = ["--moves", "1. e4 e7e5 2.Nf3"];
    let eval = ["eval", "--json"];
    for start in [&[][..], &["startpos"], &["--fen", "startpos"]] {
        let arguments = [&eval[..], start, &moves].concat();
        assert_eq!(json(&arguments)["fen"], after, "{arguments:?}");
    }
    let words: Vec<_> = after.split(' ').collect();
    for start in [&words[..], &[after], &["--fen", after]] {
        assert_eq!(json(&[&eval[..], start].concat())["fen"], after, "{start:?}");
    }
    assert_refused(&["eval", "startpos", "--fen", "startpos"], "cannot be used with");
    assert_refused(&["eval", "--moves", "e4 e4"], "--moves: move 2: illegal move e4");
}

#[test]
fn moves_are_accepted_in_san_and_in_uci_notation() {
    for moves in ["a4,h4", "a2a4 h2h4", "a4, h2h4"] {
        let best = text(&["bestmove", "--nodes", "500", "--searchmoves", moves], "");
        assert!(["a2a4\n", "h2h4\n"].contains(&best.as_str()), "{moves}: {best}");
        let replies = records(&text(&["analyse", "--nodes", "500", "--searchmoves", moves], "startpos\n"));
        assert_eq!(json!(best.trim_end()), replies[0]["bestmove"], "{moves}");
    }
    for mv in ["h4", "h2h4"] {
        assert!(text(&["explain", "--depth", "2", "--why-not", mv], "").contains("h4"), "{mv}");
    }
    assert_eq!(
        text(&["explain", "--layers", "minimax", "--depth", "2", "--path", "e4 e5"], ""),
        text(&["explain", "--layers", "minimax", "--depth", "2", "--path", "e2e4 e7e5"], "")
    );
    assert_refused(&["bestmove", "--searchmoves", "e5"], "--searchmoves: illegal move e5");
    assert_refused(&["bestmove", "--searchmoves", "e4,,d4"], "a move is empty");
}

#[test]
fn bestmove_plays_with_limited_strength_and_the_seed_decides() {
    let moves: std::collections::BTreeSet<_> = (1..=12)
        .map(|seed| text(&["bestmove", "--elo", "600", "--seed", &seed.to_string(), "--nodes", "500"], ""))
        .collect();
    assert!(moves.len() > 1 && moves.iter().all(|mv| mv.trim_end().len() == 4), "{moves:?}");
    let mate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(code(&engine(&["bestmove", "--elo", "600", mate])), Some(3), "the game is over");
    assert_refused(&["bestmove", "--seed", "1"], "--elo");
}

#[test]
fn multipv_lists_the_best_moves() {
    let moves = text(&["bestmove", "--nodes", "2000", "--multipv", "3"], "");
    assert_eq!(moves.lines().count(), 3, "{moves}");
}

#[test]
fn inputs_are_files_pipes_or_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let suite = written(folder.path(), "suite.epd", QUEEN);
    let solve = |files: &[&str]| {
        let arguments = [&["solve", "--nodes", "100", "--json"], files].concat();
        let solution: Value = serde_json::from_str(&text(&arguments, QUEEN)).expect("one object");
        (solution["suite"].as_str().expect("text").to_owned(), solution["solved"].as_u64())
    };
    assert_eq!(solve(&[]), ("stdin".to_owned(), Some(1)));
    assert_eq!(solve(&["-"]), ("stdin".to_owned(), Some(1)));
    assert_eq!(solve(&[&suite, "-"]), (format!("{suite} stdin"), Some(2)));
    if cfg!(unix) {
        assert_eq!(solve(&["/dev/stdin"]).1, Some(1), "a pipe with a name, as in <(command)");
    }
    let perft = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n";
    assert!(
        text(&["perft", "--suite", "-", "-q"], perft).starts_with("1 positions, 2 counts checked, 0 wrong")
    );
    let bench = text(&["bench", "--epd", "-", "--depth", "1", "--json"], QUEEN);
    assert!(bench.contains("\"id\":\"queen\""), "{bench}");
    let (first, second) =
        (written(folder.path(), "a.pgn", GAME.trim_end()), written(folder.path(), "b.pgn", GAME));
    let games = text(&["annotate", "--nodes", "100", "--jsonl", "-q", &first, "-", &second], GAME);
    assert_eq!(records(&games).len(), 3, "{games}");
}

#[cfg(unix)]
#[test]
fn an_endless_input_is_refused() {
    for arguments in
        [&["solve", "/dev/zero"][..], &["perft", "--suite", "/dev/zero"], &["bench", "--epd", "/dev/zero"]]
    {
        assert_refused(arguments, "/dev/zero: the input is larger than 64 MiB");
    }
}

/// Returns the median of the times from a signal to the end of the program. `start` starts a program that waits
/// for input, and returns what must stay open while it waits.
#[cfg(unix)]
fn median_time_to_end<T>(arguments: &[&str], mut start: impl FnMut() -> (Child, T)) -> Duration {
    let mut times: Vec<_> = std::iter::repeat_with(|| {
        let (child, open) = start();
        let signalled = Instant::now();
        crate::support::kill("-TERM", child.id());
        let output = child.wait_with_output().expect("it ends");
        let time = signalled.elapsed();
        assert_ne!(code(&output), Some(0), "{arguments:?}");
        drop(open);
        time
    })
    .take(5)
    .collect();
    times.sort_unstable();
    times[2]
}

#[cfg(unix)]
#[test]
fn commands_that_wait_for_input_end_within_a_second_after_a_signal() {
    for (arguments, line) in [
        (&["solve"][..], "# comment\n"),
        (&["perft", "--suite", "-"], "# comment\n"),
        (&["bench", "--epd", "-"], "# comment\n"),
        (&["match", "full", "full", "--openings", "-"], "# comment\n"),
        (&["analyse"], "\n"),
        (&["annotate"], "\n"),
        (&["play"], "fen\n"),
    ] {
        let start = || {
            let mut command = command(arguments);
            let mut child = command.stdout(Stdio::null()).spawn().expect("the engine starts");
            let mut input = child.stdin.take().expect("piped");
            // More than a pipe holds: when this is written, the command is reading.
            input.write_all(line.repeat((1 << 18) / line.len()).as_bytes()).expect("the engine reads");
            (child, input)
        };
        let median = median_time_to_end(arguments, start);
        assert!(median < Duration::from_secs(1), "{arguments:?}: {median:?}");
    }
}

#[cfg(unix)]
#[test]
fn commands_that_read_endless_input_end_within_a_second_after_a_signal() {
    for arguments in [&["analyse", "--nodes", "1"][..], &["annotate", "--nodes", "1"]] {
        let start = || {
            let mut command = command(arguments);
            let mut child = command.stderr(Stdio::null()).spawn().expect("the engine starts");
            let (mut input, out) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
            std::thread::spawn(move || while input.write_all(GAME.as_bytes()).is_ok() {});
            let mut lines = BufReader::new(out).lines();
            // The command answers, so its signal handler is installed.
            lines.next().expect("an answer").expect("text");
            let reader = std::thread::spawn(move || lines.map_while(Result::ok).count());
            (child, reader)
        };
        let median = median_time_to_end(arguments, start);
        assert!(median < Duration::from_secs(1), "{arguments:?}: {median:?}");
    }
}

#[test]
fn ids_in_latin_1_are_read() {
    let suite = b"3qk3/8/8/8/8/8/8/3RK3 w - - bm Rxd8+; id \"R\xe9ti \xdf\";\n";
    for arguments in
        [&["bench", "--epd", "-", "--depth", "1", "--json"][..], &["solve", "--nodes", "50", "--json"]]
    {
        let output = text(arguments, suite);
        assert!(output.contains("\"id\":\"R\u{e9}ti \u{df}\""), "{output}");
    }
}

#[test]
fn existing_files_are_replaced_only_with_force() {
    let folder = tempfile::tempdir().expect("a folder");
    let old = |name: &str| written(folder.path(), name, "old");
    let game = written(folder.path(), "game.pgn", GAME);
    let quick = ["bench", "--ladder", "--fen", "knight", "--depth", "1", "--selective-depth", "1", "-q"];
    let (page, svg, pgn, tree) = (old("page.html"), old("ladder.svg"), old("out.pgn"), old("tree.txt"));
    for (arguments, file) in [
        ([&quick[..], &["--html", &page]].concat(), &page),
        ([&quick[..], &["--svg", &svg]].concat(), &svg),
        (vec!["annotate", &game, "--nodes", "50", "-o", &pgn], &pgn),
        (vec!["explain", "--depth", "1", "-o", &tree], &tree),
    ] {
        let refused = run(&arguments, QUEEN);
        assert_eq!(code(&refused), Some(2), "{arguments:?}: {}", stderr(&refused));
        assert!(stderr(&refused).contains("already exists"), "{}", stderr(&refused));
        assert!(stderr(&refused).contains("--force"), "{}", stderr(&refused));
        assert_eq!(fs::read_to_string(file).expect("there"), "old", "{arguments:?}");
        let forced = [&arguments[..], &["--force"]].concat();
        assert_ok(&forced, &run(&forced, QUEEN));
        assert_ne!(fs::read_to_string(file).expect("there"), "old", "{forced:?}");
    }
    assert_eq!(
        text(&["explain", "--depth", "1", "-o", "-"], ""),
        fs::read_to_string(&tree).expect("there"),
        "- is standard output"
    );
}

#[test]
fn an_output_that_cannot_be_written_is_named_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let directory = folder.path().display().to_string();
    let missing = format!("{directory}/missing/tree.txt");
    for (path, exit_code, reason) in
        [(&directory, 2, "it is a directory"), (&missing, 1, "No such file or directory (os error 2)")]
    {
        for force in [&[][..], &["--force"]] {
            let refused = engine(&[&["explain", "--depth", "1", "-o", path], force].concat());
            assert_eq!(stderr(&refused), format!("error: cannot write {path}: {reason}\n"));
            assert_eq!(code(&refused), Some(exit_code));
        }
    }
}

#[test]
fn an_output_that_is_also_an_input_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let suite = written(folder.path(), "suite.epd", "startpos\n");
    for input in [&["--epd", &suite, "--depth", "1", "--json"][..], &["16", "1", "1", &suite, "depth"]] {
        let arguments = [&["bench"], input, &["-o", &suite, "--force"]].concat();
        assert_refused(&arguments, "the file is also an input");
    }
    assert_eq!(fs::read_to_string(&suite).expect("there"), "startpos\n");
}

#[test]
fn engine_options_without_effect_are_refused() {
    for (arguments, part) in [
        (&["eval", "--layers", "full"][..], "--layers"),
        (&["eval", "--hash", "16"], "--hash"),
        (&["explain", "--evaluator", "material", "--terms", "all"], "--evaluator classical"),
        (&["bench", "--ladder", "--terms", "all"], "--evaluator classical"),
        (
            &["eval", "--evaluator", "classical", "--eval-file", "src/evaluate/network/default.nnue"],
            "--evaluator network",
        ),
        (&["bench", "--ladder", "--syzygy", "."], "--syzygy"),
        (&["explain", "--lesson", "horizon", "--hash", "4"], "--hash"),
        (&["explain", "--lesson", "horizon", "--depth", "4"], "--depth"),
        (&["explain", "--game", "pichu", "--evaluator", "material"], "--evaluator"),
        (&["explain", "--game", "pichu", "--hash", "4"], "--hash"),
        (&["explain", "--jsonl", "--format", "html"], "--format"),
        (&["perft", "--suite", "positions/perft.epd", "--moves", "e4"], "--moves"),
    ] {
        let output = run(arguments, "");
        assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
    let terms = ["bench", "--depth", "1", "--evaluator", "classical", "--terms", "all-king"];
    assert_ok(&terms, &run(&terms, ""));
}

#[test]
fn analyse_prints_a_csv_row_for_each_variation() {
    let input = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\nnonsense, \"with a comma\"\n";
    let table = text(&["analyse", "--nodes", "500", "--multipv", "2", "--no-timing", "--csv", "-q"], input);
    let lines: Vec<_> = table.lines().collect();
    assert!(lines[0].starts_with("id,ok,fen,turn,bestmove,san,ponder,cp,mate,bound,"), "{table}");
    assert_eq!(lines.len(), 4, "{table}");
    let cell = |line: usize, name: &str| {
        let column = lines[0].split(',').position(|column| column == name).expect("a column");
        lines[line].split(',').nth(column).expect("a cell").to_owned()
    };
    for line in [1, 2] {
        assert_eq!(cell(line, "multipv"), line.to_string());
        let [cp, white] =
            ["cp", "score_white_cp"].map(|name| cell(line, name).parse::<i32>().expect("a number"));
        assert_eq!(cp, -white, "Black moves");
        let wdl = ["wdl_win", "wdl_draw", "wdl_loss"]
            .map(|name| cell(line, name).parse::<u32>().expect("a number"));
        assert_eq!(wdl.iter().sum::<u32>(), 1000);
        assert!(cell(line, "pv").starts_with(&cell(line, "bestmove")), "{table}");
    }
    assert_ne!(cell(1, "bestmove"), cell(2, "bestmove"));
    // Without this text, nothing in the row would identify the rejected record.
    assert!(
        lines[3].starts_with(",false,\"nonsense, \"\"with a comma\"\"\",,") && lines[3].contains("bad_fen"),
        "{table}"
    );
}

#[test]
fn jsonl_is_one_object_per_line() {
    for (arguments, input) in [
        (&["explain", "--depth", "1", "--jsonl"][..], ""),
        (&["annotate", "--nodes", "50", "-q", "--jsonl"], GAME),
        (&["analyse", "--nodes", "50"], "startpos\n"),
    ] {
        let lines = text(arguments, input);
        assert!(records(&lines).iter().all(|record| record["v"] == 1), "{lines}");
    }
}

#[test]
fn chess960_notation_is_accepted_wherever_a_position_is_read() {
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for arguments in [
        &["eval", fen][..],
        &["bestmove", fen, "--nodes", "50"],
        &["perft", "1", fen],
        &["explain", fen, "--depth", "1"],
        &["bench", "--fen", fen, "--depth", "1"],
    ] {
        for variant in [&[][..], &["--chess960"]] {
            let arguments = [arguments, variant].concat();
            assert_ok(&arguments, &engine(&arguments));
        }
    }
    let castles = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *\n";
    for (chess960, mv) in [(&[][..], "e1g1"), (&["--chess960"], "e1h1")] {
        let games = text(&[&["annotate", "--nodes", "50", "--jsonl", "-q"], chess960].concat(), castles);
        assert_eq!(records(&games)[0]["moves"][0]["uci"], mv);
    }
}

#[test]
fn a_bad_tablebase_file_is_reported_by_each_command_that_searches() {
    let folder = tempfile::tempdir().expect("a folder");
    // A tablebase of this size is added, but cannot be read.
    fs::write(folder.path().join("KRvK.rtbw"), [0; 80]).expect("written");
    let (fen, record) = ("8/8/8/8/4k3/8/8/R3K3 w - - 0 1", "8/8/8/8/4k3/8/8/R3K3 w - - bm Ra4+;\n");
    let pgn = format!("[FEN \"{fen}\"]\n\n1. Ra4+ *\n");
    let nodes = ["--nodes", "500"];
    for (arguments, input) in [
        (&["bestmove", fen][..], ""),
        (&["analyse"], record),
        (&["annotate"], pgn.as_str()),
        (&["solve"], record),
        (&["explain", fen], ""),
        (&["bench", "--fen", fen], ""),
        (&["match", "full", "full", "--games", "2", "--openings", "-"], record),
        (&["play", "--colour", "black", "--fen", fen], ""),
    ] {
        let syzygy = ["--syzygy", folder.path().to_str().expect("UTF-8")];
        let output = run(&[arguments, &nodes, &syzygy].concat(), input);
        let message = stderr(&output);
        assert_eq!(code(&output), Some(0), "{arguments:?}: {message}");
        assert!(
            message.contains("KRvK") && message.contains("continued without it"),
            "{arguments:?}: {message}"
        );
    }
}

#[test]
fn messages_about_several_inputs_name_the_file_and_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = written(folder.path(), "good.pgn", GAME);
    let bad = written(folder.path(), "bad.pgn", format!("{GAME}\n1. Ke4 *\n"));
    let line = 1 + GAME.lines().count() + 1;
    let place = format!("game 3 ({bad}, line {line}), ply 1: ");
    let annotated = run(&["annotate", "--nodes", "50", "-q", &good, &bad], "");
    assert_eq!(
        stderr(&annotated).lines().next(),
        Some(&*format!("cannot annotate {place}1. Ke4 is illegal"))
    );
    let objects = run(&["annotate", "--nodes", "50", "-q", "--jsonl", &good, &bad], "");
    let refused = records(&stdout(&objects)).pop().expect("three objects");
    assert_eq!((&refused["error"]["file"], &refused["error"]["line"]), (&json!(bad), &json!(line)));
    let analysed = text(&["analyse", "--nodes", "50", "-q", &good, &bad], "");
    let refused = records(&analysed).pop().expect("records");
    let message = refused["error"]["message"].as_str().expect("text");
    assert!(message.starts_with(&place), "{message}");
    let suite = written(folder.path(), "suite.epd", format!("{QUEEN}nonsense\n"));
    let solved = run(&["solve", "--nodes", "50", &written(folder.path(), "good.epd", QUEEN), &suite], "");
    assert!(stderr(&solved).contains(&format!("{suite}: line 2")), "{}", stderr(&solved));
}

#[test]
fn openings_are_recognised_as_pgn_by_content() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "1. e4 e5 *\n\n1. d4 d5 *\n";
    let usual = ["match", "full", "full", "--nodes", "30", "--games", "2", "--json", "--openings"];
    let file = written(folder.path(), "openings.txt", games);
    for openings in ["-", &file] {
        let played: Value =
            serde_json::from_str(&text(&[&usual[..], &[openings]].concat(), games)).expect("one object");
        assert_eq!(played["openings"], 2, "{openings}");
    }
    let bad = run(&[&usual[..], &["-"]].concat(), "1. e5 *\n");
    assert!(code(&bad) == Some(2) && stderr(&bad).contains("stdin: game 1 (line 1)"), "{}", stderr(&bad));
}

#[test]
fn analyse_recognises_pgn_by_content() {
    for pgn in [GAME, "\u{feff}\n% comment\n1.f3 e5 2.g4 Qh4#\n", "1. f3 e5 2. g4 Qh4#"] {
        let replies = records(&text(&["analyze", "--nodes", "50"], pgn));
        let ids: Vec<_> =
            replies.iter().map(|reply| reply["id"].as_str().expect("an id").to_owned()).collect();
        assert_eq!(ids, ["g1:0", "g1:1", "g1:2", "g1:3", "g1:4"], "{pgn}");
    }
    for lines in ["startpos\n", "# [comment\nstartpos\n", "{\"fen\":\"startpos\"}\n"] {
        assert_eq!(records(&text(&["analyse", "--nodes", "50"], lines))[0]["ok"], true, "{lines}");
    }
}

#[test]
fn analyze_is_the_american_spelling_of_analyse() {
    assert_eq!(
        text(&["analyze", "--nodes", "50", "--no-timing"], "startpos\n"),
        text(&["analyse", "--nodes", "50", "--no-timing"], "startpos\n")
    );
    assert!(!stdout(&engine(&["--help"])).contains("analyze"));
    let searched = run(&["analyze", "--nodes", "50", "--searchmoves", "e4 d4"], "startpos\n");
    assert_eq!(code(&searched), Some(0), "an alias is a command, and not a UCI line: {}", stderr(&searched));
}

#[test]
fn completions_name_layers_rungs_and_positions() {
    let script = stdout(&engine(&["completions", "bash"]));
    for value in ["full-null-move", "zero-window", "kiwipete"] {
        assert!(script.contains(value), "{value}");
    }
}

#[test]
fn quiet_prints_no_remarks_and_keeps_the_exit_code() {
    for (arguments, input, expected) in [
        (&["solve", "--nodes", "50", "--require", "2"][..], QUEEN, 3),
        (&["annotate", "--nodes", "50", "--strict"], "1. Ke4 *\n", 3),
        (&["analyse", "--nodes", "50", "--strict"], "nonsense\n", 3),
    ] {
        for quiet in [&[][..], &["-q"]] {
            let output = run(&[arguments, quiet].concat(), input);
            assert_eq!(code(&output), Some(expected), "{arguments:?} {quiet:?}");
        }
    }
    let quiet = run(&["annotate", "--nodes", "50", "--jsonl", "-q"], GAME);
    assert_eq!(stderr(&quiet), "");
}
