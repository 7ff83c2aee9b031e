//! Tests of hostile conditions: signals, slow readers, little memory, long games.

use std::{
    io::{Read as _, Write as _},
    process::{Command, Stdio},
    sync::mpsc::channel,
    thread,
};

use super::dialogue::{Dialogue, PATIENCE, best, last};
use crate::support::command;

#[test]
fn a_position_command_with_1200_plies_is_accepted() {
    let mut engine = Dialogue::new();
    let round = " g1f3 g8f6 b1c3 b8c6 f3g1 f6g8 c3b1 c6b8";
    let line = format!("position startpos moves{}", round.repeat(150));
    engine.ask(&format!("{line}\nisready"), "readyok");
    let lines = engine.ask("go depth 3", "bestmove");
    assert_ne!(best(&lines), "(none)");
}

#[test]
fn position_commands_with_the_whole_game_are_processed_quickly() {
    let mut engine = Dialogue::new();
    for round in 0..400 {
        engine.say(&format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(round % 60)));
    }
    engine.ask("isready", "readyok");
}

#[test]
fn option_lines_follow_the_protocol_strictly() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("uci", "uciok");
    for line in &lines {
        assert!(line.is_ascii() && !line.contains("  ") && !line.contains(['&', '\t']), "{line}");
    }
    let options: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert!(options.len() > 30);
    for option in options {
        let (name, rest) = option.split_once(" type ").expect("a type");
        let words = ["name", "type", "default", "min", "max", "var", "value"];
        assert!(name.split(' ').all(|word| !words.contains(&word)), "{option}");
        let words: Vec<_> = rest.split(' ').collect();
        let after = |key: &str| words.iter().position(|word| *word == key).map(|at| words[at + 1]);
        match words[0] {
            "spin" => {
                let [value, least, most] = ["default", "min", "max"]
                    .map(|key| after(key).expect("a value").parse::<i32>().expect("small"));
                assert!((least..=most).contains(&value), "{option}");
            }
            "check" => assert!(["true", "false"].contains(&after("default").expect("a value")), "{option}"),
            "string" => assert!(after("min").is_none() && after("default").is_some(), "{option}"),
            "combo" => assert!(words.iter().filter(|word| **word == "var").count() > 1, "{option}"),
            kind => assert_eq!(kind, "button", "{option}"),
        }
    }
}

#[test]
fn info_lines_contain_only_known_fields_separated_by_single_spaces() {
    const NUMBERS: [&str; 8] = ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"];
    let mut engine = Dialogue::new();
    engine.say("setoption name MultiPV value 3");
    let lines = engine.ask("position startpos moves e2e4\ngo depth 9", "bestmove");
    let mut groups = Vec::new();
    // On a slow machine the search takes over a second and reports its current move as well.
    for line in lines.iter().filter(|line| line.starts_with("info ") && !line.contains(" currmove ")) {
        let mut words = line.split(' ').skip(1);
        while let Some(word) = words.next() {
            assert!(!word.is_empty(), "two spaces in {line}");
            match word {
                "pv" => break,
                "score" => {
                    assert!(["cp", "mate"].contains(&words.next().expect("a kind")), "{line}");
                    words.next().expect("a number").parse::<i32>().expect("whole");
                }
                key => {
                    assert!(NUMBERS.contains(&key), "{key} in {line}");
                    let number: u64 = words.next().expect("a number").parse().expect("whole");
                    if key == "depth" || key == "multipv" {
                        groups.push(number);
                    }
                }
            }
        }
    }
    let expected: Vec<_> = (1..=9).flat_map(|depth| [depth, 1, depth, 2, depth, 3]).collect();
    assert_eq!(groups, expected, "lines 1 to 3 of each depth, in order");
}

#[cfg(unix)]
#[test]
fn sigint_does_not_end_the_engine() {
    let mut engine = Dialogue::new();
    engine.say("go infinite");
    engine.until("info depth 4 ");
    crate::support::kill("-INT", engine.id());
    engine.ask("isready", "readyok");
    engine.ask("stop", "bestmove");
}

#[cfg(target_os = "linux")]
#[test]
fn a_hash_size_beyond_the_memory_is_refused_and_a_smaller_size_accepted() {
    let script = format!("ulimit -v 1000000; exec '{}'", env!("CARGO_BIN_EXE_engine"));
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let lines = "setoption name Hash value 4000\nisready\ngo depth 5\nsetoption name Hash value 8\nisready\ngo depth 5\n";
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it listens");
    let mut heard = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut heard).expect("text");
    assert!(child.wait().expect("an end").success());
    let refused = "info string error: cannot allocate a transposition table of 4000 MiB; Hash stays at 16";
    assert!(heard.starts_with(refused), "{heard}");
    assert_eq!(heard.lines().filter(|line| line.starts_with("info string")).count(), 1, "{heard}");
    assert_eq!(heard.lines().filter(|line| line.starts_with("bestmove")).count(), 2, "{heard}");
}

#[test]
fn the_engine_reads_commands_while_its_output_is_blocked() {
    let mut child = command(&[]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    // The answers exceed the capacity of a pipe, and so do the lines after them. This thread can write all
    // lines only if the engine continues to read while its output is blocked.
    let questions = "position startpos\ngo depth 4\nuci\n".repeat(400);
    let rest =
        format!("go infinite\n{}stop\nquit\n", "position startpos moves e2e4 e7e5 g1f3\n".repeat(10_000));
    let (sender, written) = channel();
    let writer = thread::spawn(move || {
        input.write_all((questions + &rest).as_bytes()).expect("the engine listens");
        let _ = sender.send(());
        input
    });
    assert_eq!(written.recv_timeout(PATIENCE), Ok(()), "the engine has stopped reading");
    drop(writer.join().expect("written"));
    let mut heard = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut heard).expect("text");
    assert!(child.wait().expect("an end").success());
    assert!(heard.lines().filter(|line| line.starts_with("bestmove")).count() > 0);
}

#[test]
fn a_new_game_after_many_games_searches_like_a_fresh_process() {
    let mut engine = Dialogue::new();
    let nodes = |lines: &[String]| {
        let info = lines.iter().rev().find(|line| line.starts_with("info depth")).expect("a report").clone();
        info.split(' ').skip_while(|word| *word != "nodes").nth(1).expect("nodes").to_owned()
    };
    let first = nodes(&engine.ask("ucinewgame\nposition startpos\ngo depth 8", "bestmove"));
    for game in 0..40 {
        engine.say("ucinewgame");
        engine.ask(
            &format!("position startpos moves {}\ngo nodes 300", ["e2e4", "d2d4", "c2c4"][game % 3]),
            "bestmove",
        );
    }
    let again = engine.ask("ucinewgame\nposition startpos\ngo depth 8", "bestmove");
    assert_eq!(nodes(&again), first);
    assert!(last(&again).starts_with("bestmove "));
}

#[test]
fn the_same_seed_gives_the_same_game_at_limited_strength() {
    let game = |seed: u32| {
        let mut engine = Dialogue::new();
        engine.say(&format!(
            "setoption name Seed value {seed}\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 900"
        ));
        let mut moves = String::new();
        for _ in 0..12 {
            let lines = engine
                .ask(&format!("position startpos moves{moves}\ngo wtime 60000 btime 60000"), "bestmove");
            let report = lines.iter().rev().find(|line| line.contains(" pv ")).expect("a report");
            let line = report.split(" pv ").nth(1).expect("a line");
            assert_eq!(line.split(' ').next(), Some(best(&lines)), "the last PV begins with the best move");
            moves = format!("{moves} {}", best(&lines));
        }
        moves
    };
    assert_eq!(game(3), game(3));
    assert_ne!(game(3), game(4));
}

#[test]
fn book_moves_are_played_in_games_but_not_in_analysis() {
    let path = std::env::temp_dir().join(format!("glulam-book-{}.bin", std::process::id()));
    // The book has one entry: a2a3 in the start position.
    let mut bytes = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    bytes.extend_from_slice(&[0x02, 0x10, 0, 1, 0, 0, 0, 0]);
    std::fs::write(&path, bytes).expect("a file of our own");
    let mut engine = Dialogue::new();
    engine
        .say(&format!("setoption name BookFile value {}\nsetoption name OwnBook value true", path.display()));
    let lines = engine.ask("go wtime 1000 btime 1000", "bestmove");
    assert_eq!(best(&lines), "a2a3");
    assert!(lines.iter().any(|line| line.contains(" score ") && line.ends_with(" pv a2a3")), "{lines:#?}");
    engine.say("go infinite");
    engine.until("info depth 6 ");
    assert_ne!(best(&engine.ask("stop", "bestmove")), "a2a3");
    engine.say("setoption name UCI_AnalyseMode value true");
    assert_ne!(best(&engine.ask("go depth 6", "bestmove")), "a2a3");
    let _ = std::fs::remove_file(&path);
}
