//! Tests of the UCI protocol: dialogues with the engine process, as a GUI conducts them.

mod bad_input;
mod checklist;
mod clock;
mod dialogue;
mod hash_file;
mod layers;
mod nets;
mod output;
mod positions;
mod queue;
mod searches;
mod survival;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    time::{Duration, Instant},
};

use dialogue::{Dialogue, last};

use crate::support::{code, command, run, stderr, stdout};

#[test]
fn uci_prints_the_name_the_author_and_the_options_in_order_without_a_blank_line() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Glulam "));
    assert!(lines[1].starts_with("id author "));
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
    assert_eq!(last(&lines), "uciok");
    for option in [
        "Hash type spin default 16",
        "Threads type spin default 1 min 1 max 256",
        "UCI_Chess960 type check default false",
    ] {
        assert!(lines.iter().any(|line| line.contains(option)), "{option}");
    }
    assert_eq!(engine.ask("uci", "uciok"), lines, "a second uci gives the same answer");
}

#[test]
fn a_misspelt_word_in_an_argument_is_refused_and_nothing_is_searched() {
    for (lines, word) in [
        (&["positon startpos moves e2e4", "go depth 2"][..], "positon"),
        (&["position startpos", "go dept 3"], "dept"),
        (&["go depth 2 movtime 5"], "movtime"),
        (&["position startposs", "go depth 2"], "startposs"),
        (&["position startpos move e2e4", "go depth 2"], "move"),
        (&["joho go depth 1"], "joho"),
        (&["bestmov e2 e4", "go depth 1"], "bestmov"),
    ] {
        let output = run(lines, "");
        assert_eq!(code(&output), Some(2), "{lines:?}: {}", stderr(&output));
        assert!(
            stderr(&output).contains(&format!("unknown word '{word}' in the UCI line")),
            "{}",
            stderr(&output)
        );
        assert_eq!(stdout(&output), "", "{lines:?}");
        // On standard input, UCI demands that the engine ignores unknown words.
        let ignored = run(&["uci"], format!("{}\nquit\n", lines.join("\n")));
        assert_eq!((code(&ignored), stderr(&ignored).as_str()), (Some(0), ""), "{lines:?}");
    }
    for lines in [
        &["position startpos moves e2e4", "go depth 1"][..],
        &["position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4", "go depth 1 searchmoves e8e7"],
        &["go perft 1"],
        &["debug on", "setoption name Hash value 8", "go wtime 100 btime 100 winc 1 binc 1 movestogo 2"],
        &["genfens 1 seed 1 book None", "quit"],
    ] {
        let output = run(lines, "");
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""), "{lines:?}");
    }
}

#[test]
fn no_input_ends_the_dialogue() {
    let mut engine = Dialogue::new();
    let mut megabyte = b"position startpos moves ".to_vec();
    megabyte.resize(1 << 20, b'x');
    megabyte.push(b'\n');
    for bytes in [
        b"\xff\xfe\x00\n".as_slice(),
        b"setoption name Evaluator value /t\xe4bles\n",
        b"\xc0\x80\n\n\n\n\r\n\t \n",
        b"xboard\nponderhit\nregister later\ndebug\ngo perft\nperft x\n",
        &megabyte,
    ] {
        engine.send(bytes);
    }
    engine.ask("isready", "readyok");
    assert_eq!(engine.ask("joho isready isready", "readyok"), ["readyok"]);
    let lines = engine.ask("\t position \t startpos  moves  e2e4 \r\ngo depth 2\r", "bestmove");
    assert_ne!(last(&lines), "bestmove (none)");
}

#[test]
fn if_the_output_is_closed_the_engine_exits_quietly() {
    // Closes the output before the first line, and after some lines.
    for greeting in ["", "uci\nisready\n"] {
        let mut child = command(&[]).spawn().expect("the engine starts");
        let mut input = child.stdin.take().expect("piped");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        input.write_all(greeting.as_bytes()).expect("the engine listens");
        if !greeting.is_empty() {
            let mut line = String::new();
            output.read_line(&mut line).expect("a line");
            assert!(line.starts_with("id name "), "{line}");
        }
        drop(output);
        let begun = Instant::now();
        // The input stays open, so only the closed output can end the engine. The engine may have ended
        // already.
        let _ = input.write_all(b"uci\ngo infinite\n");
        let output = child.wait_with_output().expect("the engine exits");
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
        assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
        drop(input);
    }
}
