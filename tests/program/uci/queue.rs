//! Tests that nothing is lost and nothing hangs: which `go` a `stop`, `ponderhit`, `quit` or the end of the
//! input reaches, and what may delay an answer.

use std::time::{Duration, Instant};

use super::dialogue::{Dialogue, best, last};
use crate::support::text;

/// Splits the output of the engine into one part per `bestmove`; each part ends with its `bestmove` line.
fn answers(lines: &[String]) -> Vec<Vec<String>> {
    let parts = lines.split_inclusive(|line| line.starts_with("bestmove "));
    parts.map(<[String]>::to_vec).filter(|part| last(part).starts_with("bestmove ")).collect()
}

/// Returns whether the search of this answer finished `depth`.
fn finished(answer: &[String], depth: u32) -> bool {
    answer.iter().any(|line| line.starts_with(&format!("info depth {depth} ")))
}

#[test]
fn each_stop_reaches_the_oldest_go_that_has_had_none() {
    let mut engine = Dialogue::new();
    for _ in 0..5 {
        engine.say("position startpos\ngo depth 30");
        engine.until("info depth 3 ");
        engine.say("stop\nposition startpos moves e2e4\ngo infinite\nstop");
        let first = engine.until("bestmove");
        assert!(
            ["1", "2", "3", "4"].iter().any(|rank| best(&first)[1..].contains(rank)),
            "White: {first:#?}"
        );
        let second = engine.until("bestmove");
        assert!(["5", "6"].iter().any(|rank| best(&second)[3..].contains(rank)), "Black: {second:#?}");
    }
    assert_eq!(engine.ask("stop\nisready", "readyok"), ["readyok"], "a stop without a go is ignored");
}

#[test]
fn during_a_search_other_commands_than_isready_and_stop_wait_in_order() {
    let mut engine = Dialogue::new();
    engine.say("go infinite");
    engine.until("info depth 4 ");
    engine.say("uci\nsetoption name Hash value 0\nd");
    let lines = engine.ask("isready", "readyok");
    assert!(lines[..lines.len() - 1].iter().all(|line| line.starts_with("info depth ")), "{lines:#?}");
    engine.say("stop");
    let lines = engine.until("Checkers");
    let at = |start: &str| lines.iter().position(|line| line.starts_with(start)).expect(start);
    let order = [at("bestmove "), at("uciok"), at("info string error: Hash must be"), at("Fen: ")];
    assert!(order.is_sorted(), "{lines:#?}");
}

#[test]
fn one_stop_ends_only_the_first_of_two_searches() {
    let mut engine = Dialogue::new();
    engine.say("go infinite\nposition startpos moves e2e4\ngo depth 5");
    engine.until("info depth 6 ");
    engine.ask("stop", "bestmove");
    let second = engine.until("bestmove");
    assert!(finished(&second, 5), "{second:#?}");
    assert_eq!(engine.ask("stop\nisready", "readyok"), ["readyok"]);
}

#[test]
fn each_ponderhit_reaches_the_oldest_go_ponder_that_has_had_none() {
    let mut engine = Dialogue::new();
    engine.say(
        "position startpos\ngo ponder movetime 100\nposition startpos moves e2e4\ngo ponder movetime 50",
    );
    engine.until("info depth 3 ");
    engine.say("ponderhit\nponderhit\nponderhit");
    engine.until("bestmove");
    engine.until("bestmove");
    // The ponderhit passes the search that does not ponder.
    engine.say("go infinite\ngo ponder depth 4\nponderhit");
    engine.until("info depth 5 ");
    assert!(!engine.ask("isready", "readyok").iter().any(|line| line.starts_with("bestmove")));
    engine.ask("stop", "bestmove");
    assert!(finished(&engine.until("bestmove"), 4));
    // A ponderhit before the go ponder belongs to no search.
    engine.say("ponderhit\ngo ponder depth 2");
    engine.until("info depth 2 ");
    assert!(!engine.ask("isready", "readyok").iter().any(|line| line.starts_with("bestmove")));
    engine.ask("stop", "bestmove");
}

#[test]
fn a_hash_file_command_never_takes_a_stop_and_ends_before_a_later_readyok() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut engine = Dialogue::new();
    engine.say(&format!("setoption name HashFile value {}", folder.path().join("table").display()));
    engine.ask("setoption name Hash value 64\ngo depth 8", "bestmove");
    let lines = engine.ask("setoption name Save Hash\nsetoption name Load Hash\nisready", "readyok");
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!(lines[0].starts_with("info string saved ") && lines[1].starts_with("info string loaded "));
    for command in ["Save Hash", "Load Hash"] {
        // The table is saved or loaded while the session reads the rest of the lines.
        engine.say(&format!("setoption name {command}\ngo infinite\nisready\nstop"));
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line == "readyok"), "{lines:#?}");
    }
}

#[test]
fn quit_waits_for_bounded_searches_queued_before_it() {
    let script = "position startpos\ngo depth 5\n".repeat(4) + "quit\ngo depth 5\n";
    let lines: Vec<_> = text(&[], script).lines().map(str::to_owned).collect();
    let answers = answers(&lines);
    assert_eq!(answers.len(), 4, "{lines:#?}");
    assert!(answers.iter().all(|answer| finished(answer, 5)), "{lines:#?}");

    let begun = Instant::now();
    let lines = text(&[], "go infinite\ngo depth 4\ngo ponder wtime 1000\ngo\nquit\n");
    let lines: Vec<_> = lines.lines().map(str::to_owned).collect();
    let answers = self::answers(&lines);
    assert_eq!(answers.len(), 4, "every go has its bestmove: {lines:#?}");
    assert!(finished(&answers[1], 4), "{lines:#?}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn quit_without_a_queued_bounded_search_stops_all_searches() {
    for script in ["go depth 100\nquit\n", "go depth 100\nposition startpos\ngo infinite\nquit\n"] {
        let begun = Instant::now();
        let output = text(&[], script);
        let count = output.lines().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(count, script.matches("go ").count(), "{script}: {output}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}

#[test]
fn quit_waits_for_the_openings_of_genfens() {
    let output = text(&["genfens 3 seed 7 book None", "quit"], "");
    assert_eq!(output.lines().filter(|line| line.starts_with("info string genfens ")).count(), 3, "{output}");
}

#[test]
fn a_new_game_with_a_large_table_delays_no_answer() {
    let soon = Duration::from_secs(1);
    let mut engine = Dialogue::new();
    assert_eq!(engine.ask("setoption name Hash value 4096\nisready", "readyok"), ["readyok"]);
    for _ in 0..3 {
        let (_, took) = engine.timed("ucinewgame\nisready", "readyok");
        assert!(took < soon, "readyok after {took:?}");
        let (_, took) = engine.timed("go wtime 1000 btime 1000", "bestmove");
        assert!(took < soon, "bestmove after {took:?}");
    }
    engine.say("ucinewgame\ngo infinite");
    let (_, took) = engine.timed("stop", "bestmove");
    assert!(took < soon, "bestmove after {took:?}");
}

#[test]
fn a_stop_is_answered_soon_with_far_more_threads_than_cores() {
    let mut engine = Dialogue::new();
    assert_eq!(engine.ask("setoption name Threads value 256\nisready", "readyok"), ["readyok"]);
    assert_once_within(Duration::from_millis(250), "stop", || {
        engine.say("go infinite");
        engine.until("info depth 1 ");
        engine.ask("isready", "readyok");
        engine.timed("stop", "bestmove").1
    });
}

#[test]
fn a_search_ends_at_its_own_time_limit_with_far_more_threads_than_cores() {
    let mut engine = Dialogue::new();
    assert_eq!(engine.ask("setoption name Threads value 64\nisready", "readyok"), ["readyok"]);
    let searches = [
        ("go movetime 100", 100, None),
        ("go ponder movetime 1", 1, Some("ponderhit")),
        // The soft limit of some 20 ms is reached before the ponderhit, the hard limit 400 ms after it.
        ("go ponder wtime 1000 btime 1000", 0, Some("ponderhit")),
    ];
    for (go, milliseconds, ponderhit) in searches {
        assert_once_within(Duration::from_millis(250), go, || {
            let mut begin = go;
            if let Some(ponderhit) = ponderhit {
                engine.say(go);
                engine.until("info depth 7 ");
                begin = ponderhit;
            }
            let (_, took) = engine.timed(begin, "bestmove");
            assert!(ponderhit.is_some() || took > Duration::from_millis(milliseconds / 2), "{took:?}");
            took.saturating_sub(Duration::from_millis(milliseconds))
        });
    }
}

/// Measures until a delay is below `most`, at most twelve times: the threads and other tests compete for the cores.
fn assert_once_within(most: Duration, what: &str, mut delay: impl FnMut() -> Duration) {
    let mut delays = Vec::new();
    while delays.last().is_none_or(|last| *last >= most) {
        assert!(delays.len() < 12, "{what}: {delays:?}");
        delays.push(delay());
    }
}

/// A pipe blocks the program that opens it until another program opens the other end.
#[cfg(unix)]
#[test]
fn options_that_name_files_accept_regular_files_only_and_arguments_must_be_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    let mut engine = Dialogue::new();
    for path in [pipe.to_str().expect("UTF-8"), "/dev/zero", "/dev/stdin", "/dev/fd/0"] {
        for option in [
            "BookFile value PATH",
            "EvalFile value PATH",
            "Debug Log File value PATH",
            "HashFile value PATH\nsetoption name Save Hash",
            "HashFile value PATH\nsetoption name Load Hash",
        ] {
            let lines =
                engine.ask(&format!("setoption name {option}\nisready").replace("PATH", path), "readyok");
            assert!(lines[0].starts_with("info string error: "), "{option}: {lines:#?}");
            assert!(
                lines[0].contains(path) && lines[0].contains("not a regular file"),
                "{option}: {lines:#?}"
            );
        }
    }
    let lines = engine.ask(&format!("genfens 1 seed 1 book {}", pipe.display()), "info string");
    assert!(lines[0].contains("not a regular file"), "{lines:#?}");
    // Reading a file of the system without a size can block.
    let special = folder.path().join("empty");
    std::fs::write(&special, "").expect("written");
    for option in
        ["BookFile value PATH", "EvalFile value PATH", "HashFile value PATH\nsetoption name Load Hash"]
    {
        let set =
            format!("setoption name {option}\nisready").replace("PATH", special.to_str().expect("UTF-8"));
        let lines = engine.ask(&set, "readyok");
        assert!(lines[0].contains("the file is empty"), "{option}: {lines:#?}");
    }
    for (line, word) in [("bench abc", "'abc'"), ("bench 16 1 x", "'x'"), ("speedtest all", "'all'")] {
        let lines = engine.ask(&format!("{line}\nisready"), "readyok");
        assert!(lines[0].contains("error") && lines[0].contains(word), "{line}: {lines:#?}");
    }
    let log = folder.path().join("log");
    let set = format!("setoption name Debug Log File value {}\nisready", log.display());
    assert_eq!(engine.ask(&set, "readyok"), ["readyok"], "a log file that does not exist yet is created");
    engine.say("quit");
    engine.close();
    let text = std::fs::read_to_string(log).expect("the log is written before the engine exits");
    assert!(text.contains(" >> quit"), "{text}");
}

/// Takes 20 seconds.
#[ignore = "long"]
#[test]
fn go_mate_without_another_limit_ends_after_the_end_of_the_input() {
    let begun = Instant::now();
    let lines: Vec<_> = text(&[], "position startpos\ngo mate 1\n").lines().map(str::to_owned).collect();
    assert!(finished(&lines, 5) && best(&lines) != "(none)", "{lines:#?}");
    let took = begun.elapsed();
    assert!((Duration::from_secs(15)..Duration::from_mins(1)).contains(&took), "{took:?}");
}

/// The program `script` (util-linux) runs the engine in a terminal. Its terminal joins stdout and stderr.
#[cfg(all(target_os = "linux", feature = "tools"))]
#[test]
fn in_a_terminal_the_engine_says_what_it_is() {
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &format!("'{}'", crate::support::engine_path().display()), "/dev/null"]);
    let Ok(output) = script.stdin(std::process::Stdio::null()).output() else {
        return crate::documents::report("skipped: the program 'script' is missing");
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<_> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(lines[0].contains("UCI chess engine"), "{text}");
    assert!(lines[1].contains("'help'") && lines[1].contains("'engine play'"), "{text}");
    let piped = crate::support::run(&[], "quit\n");
    assert_eq!(crate::support::stderr(&piped), "", "without a terminal nothing is printed");
}
