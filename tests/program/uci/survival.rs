//! Tests of hostile conditions: signals, slow readers, little memory, long games.

use std::{
    collections::BTreeSet,
    io::{Read as _, Write as _},
    process::{Child, Command, Stdio},
    sync::mpsc::channel,
    thread,
    time::{Duration, Instant},
};

use super::{
    dialogue::{Dialogue, PATIENCE, best, last, number_after},
    output::{Kind, UciOption, parse_option},
};
use crate::support::{command, engine_path};

#[test]
fn a_position_command_with_1200_plies_is_accepted() {
    let mut engine = Dialogue::new();
    let round = " g1f3 g8f6 b1c3 b8c6 f3g1 f6g8 c3b1 c6b8";
    let line = format!("position startpos moves{}", round.repeat(150));
    engine.ask(&format!("{line}\nisready"), "readyok");
    let lines = engine.ask("d", "Checkers");
    let fen = lines.iter().find(|line| line.starts_with("Fen: ")).expect("a FEN");
    assert!(fen.ends_with(" w KQkq - 1200 601"), "every move was played: {fen}");
}

#[test]
fn position_commands_with_the_whole_game_are_processed_quickly() {
    let mut engine = Dialogue::new();
    let begun = Instant::now();
    for round in 0..400 {
        engine.say(&format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(round % 60)));
    }
    engine.ask("isready", "readyok");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn every_option_accepts_the_values_that_it_offers_and_no_others() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("uci", "uciok");
    let options: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("option"))
        .map(|line| parse_option(line).unwrap_or_else(|rule| panic!("{line}: {rule}")))
        .collect();
    assert!(options.len() > 20);
    let names: BTreeSet<_> = options.iter().map(|option| option.name.to_lowercase()).collect();
    assert_eq!(names.len(), options.len(), "no two names differ only in their letter case");

    for UciOption { name, kind } in &options {
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        match kind {
            // The largest values of these options would need all memory and all threads of the machine.
            Kind::Spin([value, min, _]) if ["Hash", "Threads"].contains(&name.as_str()) => {
                good.extend([min.to_string(), value.to_string()]);
                bad.push((min - 1).to_string());
            }
            Kind::Spin([value, min, max]) => {
                good.extend([min.to_string(), max.to_string(), value.to_string()]);
                bad.extend([i64::from(*min) - 1, i64::from(*max) + 1].map(|number| number.to_string()));
                bad.extend(["x", "1.0", ""].map(str::to_owned));
            }
            Kind::Check(value) => {
                good.extend(["true", "false", value].map(str::to_owned));
                bad.extend(["yes", "2", ""].map(str::to_owned));
            }
            Kind::Combo(value, values) => {
                good.extend(values.iter().chain([value]).cloned());
                bad.extend(["no-such-value", ""].map(str::to_owned));
            }
            Kind::Text(value) => good.push(value.clone()),
            Kind::Button => {}
        }
        for value in good {
            let lines = engine.ask(&format!("setoption name {name} value {value}\nisready"), "readyok");
            assert_eq!(lines, ["readyok"], "{name} = {value}");
        }
        for value in bad {
            let lines = engine.ask(&format!("setoption name {name} value {value}\nisready"), "readyok");
            let reported =
                lines.len() == 2 && lines[0].starts_with(&format!("info string error: {name} must be "));
            assert!(reported, "{name} = {value}: {lines:#?}");
        }
    }
}

#[test]
fn with_multipv_every_depth_has_all_lines_in_order_of_their_scores() {
    let mut engine = Dialogue::new();
    engine.say("setoption name MultiPV value 3");
    let lines = engine.ask("position startpos moves e2e4\ngo depth 9", "bestmove");
    let field = |line: &str, key: &str| -> i32 {
        let words: Vec<_> = line.split(' ').collect();
        let at = words.iter().position(|word| *word == key).unwrap_or_else(|| panic!("no {key}: {line}"));
        words[at + 1].parse().unwrap_or_else(|error| panic!("{key}: {error}: {line}"))
    };
    // On a slow machine the search takes over a second and reports its current move as well.
    let reports: Vec<_> = lines.iter().filter(|line| line.contains(" pv ")).collect();
    let groups: Vec<_> = reports.iter().map(|line| (field(line, "depth"), field(line, "multipv"))).collect();
    let expected: Vec<_> = (1..=9).flat_map(|depth| (1..=3).map(move |rank| (depth, rank))).collect();
    assert_eq!(groups, expected, "lines 1 to 3 of each depth, in order");
    for group in reports.chunks(3) {
        assert!(group.is_sorted_by(|better, worse| field(better, "cp") >= field(worse, "cp")), "{group:#?}");
    }
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
    let script = format!("ulimit -v 1000000; exec '{}'", engine_path().display());
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let lines = "setoption name Hash value 4000\nsetoption name Hash value 4000\nisready\ngo depth 5\nsetoption name Hash value 8\nisready\ngo depth 5\n";
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it listens");
    let mut heard = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut heard).expect("text");
    assert!(child.wait().expect("an end").success());
    let refused = "info string error: cannot allocate a transposition table of 4000 MiB; Hash stays at 16";
    assert_eq!(heard.lines().take(2).collect::<Vec<_>>(), [refused; 2], "the second request tries again");
    assert_eq!(heard.lines().filter(|line| line.starts_with("info string")).count(), 2, "{heard}");
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
    assert_eq!(heard_late(child).lines().filter(|line| line.starts_with("bestmove")).count(), 401);
}

#[test]
fn a_slow_reader_gets_every_answer_after_the_end_of_the_input() {
    let mut child = command(&[]).spawn().expect("the engine starts");
    let searches = "position startpos\ngo depth 4\nuci\n".repeat(300);
    child.stdin.take().expect("piped").write_all(searches.as_bytes()).expect("the engine listens");
    let heard = heard_late(child);
    assert_eq!(heard.lines().filter(|line| line.starts_with("bestmove")).count(), 300);
    assert_eq!(heard.lines().filter(|line| *line == "uciok").count(), 300);
}

/// Returns the output of an engine whose reader waits until the engine has had time to end.
fn heard_late(mut child: Child) -> String {
    thread::sleep(Duration::from_secs(4));
    let mut heard = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut heard).expect("text");
    assert!(child.wait().expect("an end").success());
    heard
}

/// Searches wait, and each gets one `stop`. If each `stop` looked at all of them, four times as many searches would take
/// sixteen times as long.
#[test]
fn signals_to_thousands_of_queued_searches_take_linear_time() {
    let [few, many] = [7_500, 30_000].map(|searches| {
        let mut engine = Dialogue::new();
        let start = Instant::now();
        engine.say(&format!("{}{}", "go infinite\n".repeat(searches), "stop\n".repeat(searches)));
        for _ in 0..searches {
            engine.until("bestmove");
        }
        start.elapsed()
    });
    assert!(
        many < 8 * few.max(Duration::from_millis(100)),
        "{few:?}, with four times as many searches {many:?}"
    );
}

/// A list of words would need ten times the memory of the text.
#[cfg(target_os = "linux")]
#[test]
fn lines_of_many_megabytes_need_twice_their_size_and_are_quoted_in_part() {
    for (start, unit, answer) in [
        ("position startpos moves ", "e2e4 ", "info string error: illegal move e2e4 at ply 2"),
        ("position startpos moves ", "x", "info string error: 'xxx"),
        ("position fen ", "8/8 ", "info string error: bad FEN"),
        ("go depth 1 searchmoves ", "e2e5 ", "bestmove"),
        ("go depth 1 searchmoves ", "y", "bestmove"),
        ("go depth 1 ", "depth x ", "bestmove"),
        ("setoption name ", "z", "info string error: unknown option"),
        ("bench ", "word ", "info string error: bench"),
    ] {
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -v 370000; exec \"$0\"", engine_path().to_str().expect("UTF-8")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh starts");
        let mut input = child.stdin.take().expect("piped");
        let piece = unit.repeat(1_000_000 / unit.len());
        let writer = thread::spawn(move || {
            let pieces = [start].into_iter().chain((0..20).map(|_| piece.as_str())).chain(["\n"]);
            pieces.for_each(|text| input.write_all(text.as_bytes()).expect("the engine listens"));
        });
        let mut heard = String::new();
        child.stdout.take().expect("piped").read_to_string(&mut heard).expect("text");
        writer.join().expect("written");
        assert!(child.wait().expect("an end").success(), "{start}{unit}");
        assert!(heard.lines().any(|line| line.starts_with(answer)), "{start}{unit}: {heard:.500}");
        let longest = heard.lines().map(str::len).max();
        assert!(longest < Some(400), "{start}{unit}: {longest:?}");
    }
}

#[test]
fn a_new_game_after_many_games_searches_like_a_fresh_process() {
    let mut engine = Dialogue::new();
    let nodes = |lines: &[String]| {
        number_after("nodes", lines.iter().rfind(|line| line.starts_with("info depth")).expect("a report"))
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
fn limited_strength_reports_one_line_whatever_multipv_says_and_analysis_has_no_limit() {
    let mut engine = Dialogue::new();
    engine.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600");
    engine.say("setoption name MultiPV value 3");
    for _ in 0..5 {
        let lines = engine.ask("go depth 4", "bestmove");
        assert!(!lines.iter().any(|line| line.contains(" multipv ")), "{lines:#?}");
        let report = lines.iter().rev().find(|line| line.contains(" pv ")).expect("a report");
        assert!(
            report.contains(&format!(" pv {}", best(&lines))),
            "the last line has the move played: {lines:#?}"
        );
    }
    engine.say("go infinite");
    engine.until_containing(" multipv 3 ");
    engine.ask("stop", "bestmove");
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

#[test]
fn a_missing_opening_book_is_reported_once_with_what_to_do() {
    let mut engine = Dialogue::new();
    engine.say("setoption name OwnBook value true");
    let reports = |lines: &[String]| {
        let is_report = |line: &&String| line.contains("BookFile");
        lines.iter().filter(is_report).cloned().collect::<Vec<_>>()
    };
    let expected = "info string OwnBook is on, but BookFile is empty: set BookFile to an opening book in PolyGlot \
                    format, or OwnBook to false";
    assert_eq!(reports(&engine.ask("go depth 1", "bestmove")), [expected]);
    assert!(reports(&engine.ask("go depth 1", "bestmove")).is_empty(), "the message is sent once");
    engine.say("setoption name BookFile value no-such-book.bin");
    let lines = reports(&engine.ask("go depth 1", "bestmove"));
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(
        lines[0].starts_with("info string error: cannot read opening book no-such-book.bin: ")
            && lines[0].ends_with(": no book is used: set BookFile to an opening book in PolyGlot format"),
        "{lines:#?}"
    );
}

#[test]
fn the_variant_chess_is_accepted_and_every_other_variant_is_reported() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("setoption name UCI_Variant value chess\nisready", "readyok");
    assert_eq!(lines, ["readyok"]);
    let lines = engine.ask("setoption name UCI_Variant value atomic\nisready", "readyok");
    assert!(lines[0].starts_with("info string error: UCI_Variant must be chess, not 'atomic'"), "{lines:#?}");
    let lines = engine.ask("uci", "uciok");
    assert!(!lines.iter().any(|line| line.contains("UCI_Variant")), "{lines:#?}");
}
