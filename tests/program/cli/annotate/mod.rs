//! `engine annotate`: the output contains the games of the input with annotations.

mod files;
mod streams;

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

use glulam::chess::pgn::{PgnGame, Problem, Splitter};
use shakmaty::CastlingMode;

use crate::support::{assert_fields, code, engine, feed, run, stderr, stdout};

const GAMES: &str = include_str!("main.pgn");
const QUICK: [&str; 3] = ["annotate", "--nodes", "500"];

fn annotated(extra: &[&str]) -> Output {
    run(&[&QUICK[..], extra].concat(), GAMES.as_bytes())
}

fn parsed(text: &str) -> Vec<Result<PgnGame, Problem>> {
    let mut splitter = Splitter::new(text.as_bytes());
    let parse = |raw| PgnGame::parse(&raw, CastlingMode::Standard);
    std::iter::from_fn(|| splitter.next_game().expect("memory").map(parse)).collect()
}

#[test]
fn a_game_whose_header_states_no_result_is_annotated_twice_with_the_same_output() {
    for stated in ["?", "White wins", "1 - 0"] {
        let game = format!("[Result \"{stated}\"]\n[Annotator \"Glulam\"]\n\n1. e4 e5 2. Nf3\n");
        let once = stdout(&run(&QUICK, game.as_bytes()));
        assert!(once.trim_end().ends_with(" *"), "{once}");
        let twice = run(&QUICK, once.as_bytes());
        assert_eq!((code(&twice), stdout(&twice)), (Some(0), once), "{}", stderr(&twice));
    }
}

#[test]
fn annotation_keeps_moves_headers_and_comments() {
    let output = annotated(&[]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let [before, after] = [GAMES, &text].map(parsed);
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        match (before, after) {
            (Ok(before), Ok(after)) => {
                assert_eq!(before.start.to_string(), after.start.to_string());
                let moves = |game: &PgnGame| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
                assert_eq!(moves(before), moves(after));
                assert_eq!(before.result, after.result);
                assert!(after.tags.starts_with(&before.tags), "{after:?}");
            }
            (before, after) => assert_eq!(before.as_ref().err(), after.as_ref().err()),
        }
    }
    assert!(text.contains("[X-Unknown \"kept \\\\ as it is\"]\n[Annotator \"Glulam "), "{text}");
    let flat = text.replace('\n', " ");
    for kept in [
        "{The opera game} 1. e4 {[%eval ",
        "] [%clk 0:10:00]} 1... e5 {[%eval ",
        "] [%clk 0:09:58]} 2. Nf3 ",
        "3... Bg4 $6 $14 {",
        "(3... exd4 4. Nxd4 (4. Qxd4 Nc6 {the queen is hit}) 4... Nf6)",
        "] Black is in what's like a zugzwang position here.}",
        "10. Nxb5 $1 ",
        "17. Rd8# 1-0 ",
        "] a remark to the end of the line}",
        // Games that cannot be annotated are copied unchanged.
        "[Event \"Illegal\"] [Result \"1-0\"]  1. e4 e5   2. Ke3 {never}  1-0 ",
        "[Event \"Broken header] [Result \"0-1\"]  1. d4 0-1 ",
        "[Event \"Without moves\"] [Result \"*\"]  * ",
        "2. g4 $4 {[%eval #-1]} (2. ",
    ] {
        assert!(flat.contains(kept), "{kept} in {text}");
    }
    assert!(!text.contains("9.99"));
}

#[test]
fn unreadable_games_are_reported_and_give_exit_code_3_only_with_strict() {
    let output = annotated(&["--quiet"]);
    assert_eq!(
        stderr(&output),
        "cannot annotate game 3 (line 26), ply 3: 2. Ke3 is illegal\n\
         cannot annotate game 4 (line 31): broken header: write it as [Name \"value\"], not [Event \"Broken header]\n"
    );
    assert_eq!(code(&output), Some(0));
    let strict = annotated(&["--strict"]);
    assert_eq!((code(&strict), strict.stdout), (Some(3), output.stdout));
    let fine = run(&[&QUICK[..], &["--strict"]].concat(), b"1. e4 *\n");
    assert_eq!(code(&fine), Some(0));
    assert!(stderr(&fine).starts_with("1 game annotated; 2 positions, "), "{}", stderr(&fine));
}

#[test]
fn parallel_jobs_and_a_second_annotation_give_the_same_file() {
    let once = annotated(&[]).stdout;
    assert_eq!(annotated(&["--jobs", "3"]).stdout, once);
    assert_eq!(run(&QUICK, &once).stdout, once);
}

#[test]
fn json_has_one_object_per_game_with_scores_from_both_points_of_view() {
    let output = annotated(&["--jsonl"]);
    let lines: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 7);
    let opera = &lines[0];
    let fields = ["v", "game", "ok", "tags", "fen", "result", "white", "black", "moves", "nodes"];
    assert_fields(opera, &fields);
    assert_fields(&opera["white"], &["accuracy", "centipawn_loss", "inaccuracies", "mistakes", "blunders"]);
    let fields = [
        "ply",
        "san",
        "uci",
        "score",
        "score_white",
        "best_score",
        "best_line",
        "loss",
        "judgment",
        "clock_ms",
        "depth",
        "nodes",
    ];
    assert_fields(&opera["moves"][0], &fields);
    assert_eq!(opera["tags"][0], serde_json::json!(["Event", "Casual \"game\""]));
    assert_eq!(opera["moves"][1]["clock_ms"], 598_000);
    assert_eq!(opera["moves"][31]["score"], serde_json::json!({"mate": -1}));
    assert_eq!(opera["moves"][31]["score_white"], serde_json::json!({"mate": 1}));
    assert_eq!(opera["moves"][32]["score"], serde_json::json!({"mate": 0}));
    assert_eq!(lines[1]["moves"][0]["uci"], "b1e1", "Chess960 castling in UCI notation");
    let refused = &lines[2];
    assert_fields(refused, &["v", "game", "ok", "error", "input"]);
    assert_eq!(refused["error"]["code"], "illegal_move");
    assert_eq!((&refused["error"]["ply"], &refused["error"]["line"]), (&3.into(), &26.into()));
    assert_eq!(lines[5]["moves"], serde_json::json!([]));
    assert!(lines[5]["white"]["accuracy"].is_null());
}

/// Returns whether Python and its package `chess` are installed. If not, prints a note, which the test
/// harness does not capture.
fn has_python_chess() -> bool {
    let import = Command::new("python3").args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    let found = import.is_ok_and(|status| status.success());
    if !found {
        writeln!(
            std::io::stderr(),
            "SKIPPED: python_chess_reads_the_same_moves needs Python with the package chess"
        )
        .expect("standard error is open");
    }
    found
}

#[test]
fn python_chess_reads_the_same_moves() {
    const SCRIPT: &str = "
import sys, io, chess.pgn
text = sys.stdin.read()
pgn = io.StringIO(text)
while (game := chess.pgn.read_game(pgn)) is not None:
    evals = sum(1 for node in game.mainline() if node.eval() is not None)
    print(game.headers['Event'], ' '.join(m.uci() for m in game.mainline_moves()), evals, sorted(map(str, game.errors)))
";
    if !has_python_chess() {
        return;
    }
    let read = |text: &[u8]| {
        let mut python = Command::new("python3");
        let output = feed(python.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()), text);
        assert_eq!(code(&output), Some(0), "python3 failed");
        stdout(&output)
    };
    // Only well-formed games: PGN readers treat malformed games differently.
    let games: Vec<&str> = GAMES
        .split("\n\n[Event \"")
        .filter(|game| !game.starts_with("Illegal") && !game.starts_with("Broken"))
        .collect();
    let games = games.join("\n\n[Event \"");
    let before = read(games.as_bytes());
    let after = read(&run(&QUICK, games.as_bytes()).stdout);
    let moves = |output: &str| -> Vec<String> {
        output
            .lines()
            .map(|line| {
                line.split(' ').filter(|word| word.parse::<u32>().is_err()).collect::<Vec<_>>().join(" ")
            })
            .collect()
    };
    assert_eq!(moves(&before), moves(&after));
    assert!(after.contains(" e2e4 e7e5 g1f3") && after.contains(" 32 []"), "{after}");
}

#[test]
fn usage_errors_name_the_argument_or_file() {
    for (arguments, exit, remedy) in [
        (&["annotate", "no-such-file.pgn"][..], 1, "cannot read no-such-file.pgn"),
        (&["annotate", "."], 1, "cannot read ."),
        (&["annotate", "-o", "/no/such/folder/x.pgn"], 1, "cannot write /no/such/folder/x.pgn"),
        (&["annotate", "--jobs", "0"], 2, "--jobs"),
        (&["annotate", "--nodes", "0"], 2, "--nodes"),
        (&["annotate", "--line", "x"], 2, "--line"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(exit), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    let help = stdout(&engine(&["annotate", "--help"]));
    assert!(
        help.split_whitespace().collect::<Vec<_>>().join(" ").contains("Lichess's formula")
            && help.contains("0.3"),
        "{help}"
    );
}
