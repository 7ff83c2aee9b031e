//! The engine as a GUI meets it: dialogues with the real binary.

mod dialogue;

use std::time::Duration;

use dialogue::Dialogue;
use glulam::position::Position;

fn last(lines: &[String]) -> &str {
    lines.last().expect("at least the line waited for")
}

/// The line of the last report, played out: panics where a move is not legal.
fn pv(lines: &[String], start: &Position) -> Vec<String> {
    let info = lines.iter().rev().find(|line| line.contains(" pv ")).expect("a report with a line");
    let moves: Vec<_> = info.split(" pv ").nth(1).expect("moves").split(' ').map(str::to_owned).collect();
    let mut position = start.clone();
    for text in &moves {
        position = position.play(position.parse_move(text).expect("legal to the end"));
    }
    moves
}

#[test]
fn it_introduces_itself_in_order_without_a_blank_line() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Glulam "));
    assert!(lines[1].starts_with("id author "));
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
    assert_eq!(last(&lines), "uciok");
    for option in ["Hash type spin default 16", "Threads type spin", "UCI_Chess960 type check default false"]
    {
        assert!(lines.iter().any(|line| line.contains(option)), "{option}");
    }
    assert_eq!(engine.ask("uci", "uciok"), lines, "asked again, it says the same");
}

#[test]
fn a_script_gets_its_answer_though_the_input_ends_at_once() {
    let mut engine = Dialogue::new();
    engine.say("position startpos");
    engine.say("go depth 5");
    let (lines, status) = engine.close();
    assert!(status.success());
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")), "{lines:#?}");
    assert!(last(&lines).starts_with("bestmove "));
    assert_eq!(pv(&lines, &Position::start())[0], last(&lines)["bestmove ".len()..]);
}

#[test]
fn commands_that_come_during_a_search_wait_for_its_end_in_order() {
    let mut engine = Dialogue::new();
    engine.send(
        b"position startpos\ngo depth 4\nposition fen 8/8/8/8/8/5k2/6q1/7K w - - 0 1\ngo depth 4\nuci\n",
    );
    let (lines, _) = engine.close();
    let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best.len(), 2);
    assert_ne!(best[0], "bestmove (none)");
    assert_eq!(best[1], "bestmove (none)", "the second position is checkmate");
    assert_eq!(last(&lines), "uciok");
}

#[test]
fn an_endless_search_answers_isready_and_ends_only_when_told() {
    let mut engine = Dialogue::new();
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"); // mate in one: soon nothing is left to find
    engine.say("go infinite");
    engine.until("info depth 5 ");
    let (heard, took) = engine.timed("isready", "readyok");
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert!(!heard.iter().any(|line| line.starts_with("bestmove")));
    assert!(!engine.listen(Duration::from_millis(300)).iter().any(|line| line.starts_with("bestmove")));
    let (heard, took) = engine.timed("stop", "bestmove");
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert!(
        ["bestmove f7g7", "bestmove f7f8"].iter().any(|mate| last(&heard).starts_with(mate)),
        "{heard:#?}"
    );
}

#[test]
fn a_stop_belongs_to_the_search_it_follows_and_never_to_the_next() {
    let mut engine = Dialogue::new();
    for _ in 0..20 {
        engine.send(b"position startpos\ngo infinite\nstop\nposition startpos moves e2e4\ngo depth 3\n");
        let lines = [engine.until("bestmove"), engine.until("bestmove")];
        assert!(lines[1].iter().any(|line| line.starts_with("info depth 3 ")), "{lines:#?}");
    }
    engine.send(b"stop\nisready\n");
    assert_eq!(engine.until("readyok"), ["readyok"], "a stop without a search says nothing");
}

#[test]
fn every_go_gets_one_bestmove_after_at_least_one_report() {
    let mut engine = Dialogue::new();
    for limits in [
        "depth 1",
        "nodes 1",
        "movetime 1",
        "wtime 1 btime 1",
        "wtime 100",
        "btime 100",
        "wtime 0 btime 0 winc 10",
        "wtime -5 btime -5",
        "depth -1",
        "depth 0",
        "nodes x",
        "movestogo 0 wtime 1000 btime 1000",
        "mate 1 depth 3",
        "depth 3 nodes 100000 movetime 10000 wtime 60000 btime 60000",
        "searchmoves a2a3 h2h4 depth 3",
        "wtime 99999999999999999999 btime 1 depth 2",
        "nodes 18446744073709551616 depth 2",
        "depth 2 foo bar",
    ] {
        let lines = engine.ask(&format!("go {limits}"), "bestmove");
        assert!(
            lines.iter().any(|line| line.contains(" score ") && line.contains(" pv ")),
            "{limits}: {lines:#?}"
        );
        let best = &last(&lines)["bestmove ".len()..];
        assert_eq!(pv(&lines, &Position::start())[0], best, "{limits}");
    }
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "nothing is left over");
}

#[test]
fn limits_that_make_no_sense_are_reported_and_left_out() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("go depth -3 nodes 50", "bestmove");
    assert!(lines[0].starts_with("info string error: depth must be 1 or more"), "{lines:#?}");
    let lines = engine.ask("go searchmoves e2e5", "bestmove");
    assert_eq!(last(&lines), "bestmove (none)", "no legal move was allowed");
}

#[test]
fn nodes_are_visited_exactly_as_many_as_allowed() {
    let mut engine = Dialogue::new();
    for nodes in [1, 100, 5_000] {
        engine.say("ucinewgame");
        let lines = engine.ask(&format!("go nodes {nodes}"), "bestmove");
        let info = lines.iter().rev().find(|line| line.starts_with("info depth")).expect("a report");
        assert!(info.contains(&format!(" nodes {nodes} ")), "{info}");
    }
}

#[test]
fn after_a_refused_position_nothing_is_played() {
    let mut engine = Dialogue::new();
    for position in [
        "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen 4k3/pppppppp/p7/8/8/8/8/4K3 b - - 0 1",
        "position startpos moves e2e4 e2e4",
        "position startpos moves 0000",
        "position startpos moves e2e4 е7е5",
        "position",
        "position fen",
    ] {
        engine.say("position startpos");
        let lines = engine.ask(&format!("{position}\ngo depth 3"), "bestmove");
        assert!(lines[0].starts_with("info string error: "), "{position}: {lines:#?}");
        assert_eq!(last(&lines), "bestmove (none)", "{position}");
    }
    let lines = engine.ask("position startpos moves e2e4 e7e5 e7e5\nisready", "readyok");
    assert_eq!(lines[0], "info string error: illegal move e7e5 at ply 3");
    assert_ne!(last(&engine.ask("position startpos\ngo depth 2", "bestmove")), "bestmove (none)");
}

#[test]
fn what_has_one_obvious_reading_is_repaired_and_played_on() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("position fen 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\ngo depth 3", "bestmove");
    assert!(lines[0].starts_with("info string repaired: castling rights"), "{lines:#?}");
    assert_ne!(last(&lines), "bestmove (none)");
}

#[test]
fn mated_and_stalemated_roots_have_a_score_and_no_move() {
    let mut engine = Dialogue::new();
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score cp 0"),
    ] {
        let lines = engine.ask(&format!("position fen {fen}\ngo depth 5"), "bestmove");
        assert_eq!(lines, [score, "bestmove (none)"]);
    }
}

#[test]
fn options_that_cannot_be_set_stay_and_say_why() {
    let mut engine = Dialogue::new();
    for line in [
        "setoption name Hash value x",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999999",
        "setoption name Threads value 4",
        "setoption name UCI_Chess960 value maybe",
        "setoption name No Such Thing value 1",
        "setoption",
    ] {
        let lines = engine.ask(&format!("{line}\nisready"), "readyok");
        assert!(lines[0].starts_with("info string error: "), "{line}: {lines:#?}");
    }
    let good = "setoption name hAsH value 8\nsetoption name Move Overhead value 50\nsetoption name Clear Hash\nisready";
    assert_eq!(engine.ask(good, "readyok"), ["readyok"]);
}

#[test]
fn rungs_and_layers_are_chosen_by_options() {
    let mut engine = Dialogue::new();
    engine.say("setoption name Rung value minimax");
    let lines = engine.ask("go", "bestmove");
    assert_eq!(lines.len(), 2, "one depth, three plies unless told otherwise: {lines:#?}");
    assert!(lines[0].starts_with("info depth 3 ") && lines[0].contains(" nodes 9322 "), "{lines:#?}");
    engine.say("setoption name RungDepth value 2");
    assert!(engine.ask("go", "bestmove")[0].contains(" nodes 420 "));
    engine.say("setoption name Rung value full\nsetoption name Layer deepening value false");
    assert_eq!(engine.ask("go depth 4", "bestmove").len(), 2, "without deepening there is one report");
}

#[test]
fn castling_is_written_as_the_mode_wants_it() {
    let mut engine = Dialogue::new();
    let fen = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    let lines = engine.ask(&format!("position fen {fen} moves e1g1\ngo depth 2"), "bestmove");
    assert_ne!(last(&lines), "bestmove (none)");
    for (chess960, spelling) in [(false, "e1g1"), (true, "e1h1")] {
        engine.say(&format!("setoption name UCI_Chess960 value {chess960}"));
        let line = format!("position fen {fen}\ngo depth 2 searchmoves e1g1 e1h1");
        assert_eq!(last(&engine.ask(&line, "bestmove")), format!("bestmove {spelling}"));
    }
}

#[test]
fn nothing_that_can_be_sent_breaks_the_conversation() {
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
fn unknown_commands_are_told_only_under_debug() {
    let mut engine = Dialogue::new();
    assert_eq!(engine.ask("no such thing\nisready", "readyok"), ["readyok"]);
    let heard = engine.ask("debug on\nno such thing\nisready", "readyok");
    assert_eq!(heard, ["info string unknown command: no such thing", "readyok"]);
}

#[test]
fn perft_and_the_board_are_shown_to_who_asks() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("go perft 3", "Nodes searched");
    assert_eq!((lines.len(), last(&lines)), (21, "Nodes searched: 8902"));
    let lines = engine.ask("d", "Checkers");
    assert!(lines.iter().any(|line| line.contains("463B96181691FC9C")), "{lines:#?}");
    assert!(engine.ask("eval", "Evaluation")[0].contains("cp 0"));
}

#[test]
fn quit_ends_it_at_once_even_in_the_middle_of_a_search() {
    let mut engine = Dialogue::new();
    engine.say("go infinite");
    engine.until("info depth 4 ");
    let begun = std::time::Instant::now();
    engine.say("quit");
    let (_, status) = engine.close();
    assert!(status.success());
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_a_quiet_end() {
    use std::process::Command;
    let script = format!(
        "printf 'uci\\ngo infinite\\n' | '{}' 2>&1 >/dev/null | head -1",
        env!("CARGO_BIN_EXE_engine")
    );
    let heard = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    assert!(heard.stdout.is_empty(), "nothing on stderr: {}", String::from_utf8_lossy(&heard.stdout));
    let script = format!(
        "(printf 'uci\\nisready\\n'; sleep 1; printf 'go infinite\\n'; sleep 1) | '{}' | head -1",
        env!("CARGO_BIN_EXE_engine")
    );
    let begun = std::time::Instant::now();
    let heard =
        Command::new("bash").args(["-c", &format!("set -o pipefail; {script}")]).output().expect("a shell");
    assert!(heard.stderr.is_empty(), "{}", String::from_utf8_lossy(&heard.stderr));
    assert!(begun.elapsed() < Duration::from_secs(15));
}
