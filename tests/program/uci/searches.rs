//! Tests of UCI searches: limits, stopping, and exactly one answer per `go`.

use std::time::Duration;

use glulam::chess::position::{Line, Position};
use shakmaty::CastlingMode;

use super::dialogue::{Dialogue, PATIENCE, best, last, number_after};
use crate::uci::Instant;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the principal variation of the last report. Panics if a move is not legal.
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
fn commands_sent_during_a_search_run_in_order_after_it() {
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
fn an_infinite_search_answers_isready_and_ends_only_on_stop() {
    let mut engine = Dialogue::new();
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"); // mate in one: the search is soon complete
    engine.say("go infinite");
    engine.until("info depth 5 ");
    let (heard, took) = engine.timed("isready", "readyok");
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert!(!heard.iter().any(|line| line.starts_with("bestmove")));
    // No event marks that the engine stays silent, so this wait has a fixed time.
    assert!(!engine.listen(Duration::from_millis(300)).iter().any(|line| line.starts_with("bestmove")));
    let (heard, took) = engine.timed("stop", "bestmove");
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert!(
        ["bestmove f7g7", "bestmove f7f8"].iter().any(|mate| last(&heard).starts_with(mate)),
        "{heard:#?}"
    );
}

#[test]
fn a_stop_ends_the_search_before_it_and_never_the_next() {
    let mut engine = Dialogue::new();
    for _ in 0..20 {
        engine.send(b"position startpos\ngo infinite\nstop\nposition startpos moves e2e4\ngo depth 3\n");
        let lines = [engine.until("bestmove"), engine.until("bestmove")];
        assert!(lines[1].iter().any(|line| line.starts_with("info depth 3 ")), "{lines:#?}");
    }
    engine.send(b"stop\nisready\n");
    assert_eq!(engine.until("readyok"), ["readyok"], "a stop without a search prints nothing");
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
        assert_eq!(pv(&lines, &Position::start())[0], best(&lines), "{limits}");
    }
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "no answer is pending");
}

#[test]
fn a_search_with_a_node_limit_visits_exactly_that_many_nodes() {
    let mut engine = Dialogue::new();
    for nodes in [1, 100, 5_000] {
        engine.say("ucinewgame");
        let lines = engine.ask(&format!("go nodes {nodes}"), "bestmove");
        let info = lines.iter().rev().find(|line| line.starts_with("info depth")).expect("a report");
        assert!(info.contains(&format!(" nodes {nodes} ")), "{info}");
    }
}

#[test]
fn options_select_rungs_and_layers() {
    let mut engine = Dialogue::new();
    engine.say("setoption name Layers value minimax");
    let lines = engine.ask("go", "bestmove");
    assert_eq!(lines.len(), 3, "the layers, and one depth, three plies by default: {lines:#?}");
    assert!(lines[1].starts_with("info depth 3 ") && lines[1].contains(" nodes 9322 "), "{lines:#?}");
    engine.say("setoption name RungDepth value 2");
    assert!(engine.ask("go", "bestmove")[0].contains(" nodes 420 "));
    engine.say("setoption name Layers value full-deepening");
    assert_eq!(engine.ask("go depth 4", "bestmove").len(), 3, "without deepening there is one report");
}

#[test]
fn with_several_threads_each_go_gets_one_bestmove_that_begins_the_last_pv() {
    let mut engine = Dialogue::new();
    for (threads, limits) in
        [(4, "movetime 50"), (2, "nodes 30000"), (7, "depth 6"), (3, "wtime 500 btime 500")]
    {
        engine.say(&format!(
            "setoption name Threads value {threads}\nucinewgame\nposition startpos moves e2e4"
        ));
        let lines = engine.ask(&format!("go {limits}"), "bestmove");
        let start = Position::start();
        let start = start.play(start.parse_move("e2e4").expect("legal"));
        assert_eq!(pv(&lines, &start)[0], best(&lines), "{limits}");
        if limits == "nodes 30000" {
            // Each thread counts its nodes at every check of the limits, after at most 1024 nodes.
            let report = lines.iter().rfind(|line| line.contains(" pv ")).expect("a report");
            let most = 30_000 + 1024 * threads;
            assert!((30_000..=most).contains(&number_after("nodes", report)), "{report}");
        }
    }
    engine.say("go infinite");
    engine.until("info depth 3 ");
    let (heard, took) = engine.timed("isready", "readyok");
    assert!(took < Duration::from_secs(1) && !heard.iter().any(|line| line.starts_with("bestmove")));
    let (_, took) = engine.timed("stop", "bestmove");
    assert!(took < Duration::from_secs(1), "{took:?}");
    engine.say("setoption name Threads value 1\nucinewgame");
    let lines = engine.ask("go nodes 5000", "bestmove");
    assert!(
        lines.iter().any(|line| line.contains(" nodes 5000 ")),
        "one thread meets the node limit exactly: {lines:#?}"
    );
    assert_eq!(engine.ask("isready", "readyok"), ["readyok"], "no answer is pending");
}

#[test]
fn a_new_game_sent_during_a_search_clears_the_table_for_the_next_search() {
    let nodes = |engine: &mut Dialogue| {
        let lines = engine.until("bestmove");
        number_after("nodes", lines.iter().rfind(|line| line.contains(" pv ")).expect("a report"))
    };
    let mut fresh = Dialogue::new();
    fresh.say("go depth 7");
    let expected = nodes(&mut fresh);
    let mut engine = Dialogue::new();
    engine.say("go infinite");
    engine.until("info depth 8 ");
    engine.say("ucinewgame\ngo depth 7\ngo depth 7\nstop");
    engine.until("bestmove");
    assert_eq!(nodes(&mut engine), expected);
    assert_ne!(nodes(&mut engine), expected, "without ucinewgame the table contains the position");
}

/// Plays the moves of the PV in `info` and checks that they are legal, that only the last one ends the game,
/// and that a mate score has a PV with all moves to the checkmate.
fn check_pv(info: &str, start: &Line) {
    let (head, pv) = info.split_once(" pv ").expect("a PV");
    let mut line = start.clone();
    let mut plies = 0;
    for text in pv.split(' ') {
        assert!(plies == 0 || !line.is_over(), "the game ends before {text}: {info}");
        line.play(line.position().parse_move(text).unwrap_or_else(|error| panic!("{error}: {info}")));
        plies += 1;
    }
    if head.contains(" score mate ") {
        let moves = number_after("mate", head);
        assert_eq!(plies, if moves > 0 { 2 * moves - 1 } else { -2 * moves }, "{info}");
        assert!(line.position().is_check() && !line.position().has_legal_move(), "no checkmate: {info}");
    }
}

#[test]
fn every_pv_is_legal_ends_with_the_game_and_shows_mates_completely() {
    let mut engine = Dialogue::new();
    engine.say("setoption name MultiPV value 3");
    let (mut mates, mut ends) = (0, 0);
    for (fen, moves, depth) in [
        (START, "", 9),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "", 7),
        ("4k3/8/8/8/8/8/1Q6/R3K3 w Q - 0 1", "", 8),
        ("7k/8/5QK1/8/8/8/8/8 b - - 0 1", "", 5),
        ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", "", 8),
        (START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6", 6),
        ("7k/8/8/8/8/8/R7/K7 w - - 96 80", "", 8),
        ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "", 6),
    ] {
        let start = Position::from_fen(fen, CastlingMode::Standard).expect("valid");
        let mut game = Line::new(start);
        for text in moves.split_whitespace() {
            game.play(game.position().parse_move(text).expect("legal"));
        }
        let lines = engine.ask(&format!("position fen {fen} moves {moves}\ngo depth {depth}"), "bestmove");
        for info in lines.iter().filter(|line| line.contains(" pv ")) {
            check_pv(info, &game);
            mates += usize::from(info.contains(" score mate "));
            ends += usize::from(info.contains(" score cp 0 "));
        }
    }
    assert!(mates > 10 && ends > 10, "{mates} mates, {ends} draws");
}

#[test]
fn the_last_line_of_a_search_that_is_cut_off_shows_more_than_one_move() {
    let mut engine = Dialogue::new();
    for (fen, least) in [
        ("rnbqk2r/ppppppbp/5np1/8/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 1", 30_000),
        ("rnbqk2r/pppp1ppp/4pn2/8/1bPP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 0 1", 45_000),
    ] {
        for nodes in (least..least + 15_000).step_by(1000) {
            let search = format!("ucinewgame\nposition fen {fen}\ngo nodes {nodes}");
            let heard = engine.ask(&search, "bestmove");
            let line = heard.iter().rfind(|line| line.contains(" pv ")).expect("a report");
            let (_, pv) = line.split_once(" pv ").expect("a variation");
            assert!(pv.contains(' '), "go nodes {nodes}: {line}");
            assert!(last(&heard).starts_with(&format!("bestmove {} ponder ", &pv[..4])), "{heard:#?}");
        }
    }
}

#[test]
fn currmove_is_reported_after_the_first_second() {
    let mut engine = Dialogue::new();
    let begun = Instant::now();
    engine.say("go infinite");
    let heard = engine.until_containing(" currmove ");
    assert!(begun.elapsed() >= Duration::from_secs(1), "{:?}", begun.elapsed());
    let words: Vec<_> = last(&heard).split(' ').collect();
    let ["info", "depth", _, "currmove", mv, "currmovenumber", number] = words[..] else {
        panic!("{words:?}");
    };
    assert!(Position::start().parse_move(mv).is_ok(), "{mv}");
    assert!((1..=20).contains(&number.parse().expect("a number")), "{number}");
    engine.ask("stop", "bestmove");
}

/// Returns the depths of the reports with a PV, in order.
fn depths(lines: &[String]) -> Vec<u32> {
    let reports = lines.iter().filter(|line| line.contains(" pv ") && !line.contains("bound "));
    let depth = |line: &String| line.split(' ').nth(2).and_then(|word| word.parse().ok()).expect("a depth");
    reports.map(depth).collect()
}

#[test]
fn up_to_twenty_lines_a_second_no_finished_depth_is_left_out() {
    let mut engine = Dialogue::new();
    let lines = engine.ask("position fen 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\ngo depth 17", "bestmove");
    assert_eq!(depths(&lines), (1..=17).collect::<Vec<_>>());
    let (lines, took) = engine.timed("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\ngo depth 200", "bestmove");
    let depths = depths(&lines);
    assert!(depths.starts_with(&(1..=20).collect::<Vec<_>>()), "{depths:?}");
    assert_eq!(depths.last(), Some(&200), "the last depth is sent");
    let most = 21 + 20 * took.as_millis() as usize / 1000;
    assert!(depths.len() <= most, "{} lines in {took:?}", depths.len());
}

#[test]
fn bounds_are_reported_after_the_first_second_and_never_last() {
    let mut engine = Dialogue::new();
    engine.say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for _ in 0..2 {
        engine.say("ucinewgame\ngo infinite");
        // Up to 20 lines come in a second.
        let bound = (0..1_000).find_map(|_| engine.next(PATIENCE).filter(|line| line.contains("bound ")));
        let bound = bound.expect("a score outside the aspiration window");
        let mut words = bound.split(' ').skip_while(|word| *word != "score");
        assert!(words.nth(3).is_some_and(|word| ["lowerbound", "upperbound"].contains(&word)), "{bound}");
        let time = words.skip_while(|word| *word != "time").nth(1);
        let time: u32 = time.and_then(|word| word.parse().ok()).expect("a time");
        assert!(time >= 1_000, "{bound}");
        let rest = engine.ask("stop", "bestmove");
        let report = &rest[rest.len().saturating_sub(2)];
        assert!(report.contains(" pv ") && !report.contains("bound "), "the last line is exact: {rest:#?}");
    }
}

#[test]
fn the_probabilities_of_a_decided_position_are_certain() {
    let mut engine = Dialogue::new();
    engine.say("setoption name UCI_ShowWDL value true");
    for (fen, wdl) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "wdl 0 0 1000"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "wdl 0 1000 0"),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "wdl 0 1000 0"),
    ] {
        let lines = engine.ask(&format!("position fen {fen}\ngo depth 3"), "bestmove");
        assert!(lines[0].contains(wdl), "{fen}: {lines:#?}");
    }
}

#[test]
fn the_message_about_an_invalid_limit_says_what_the_search_does() {
    let mut engine = Dialogue::new();
    engine.say("position startpos");
    for (go, message) in [
        (
            "go depth 0",
            "depth must be 1 or more, not 0: searching to depth 1, because there is no other limit",
        ),
        ("go depth 0 nodes 50", "depth must be 1 or more, not 0: the limit is ignored"),
        ("go searchmoves depth 2", "searchmoves needs at least one move: all moves are searched"),
    ] {
        let lines = engine.ask(go, "bestmove");
        assert_eq!(lines[0], format!("info string error: {message}"), "{go}");
        assert_ne!(last(&lines), "bestmove (none)", "{go}");
    }
    let lines = engine.ask("go movestogo 0 wtime 1000 btime 1000", "bestmove");
    assert!(!lines[0].contains("error"), "some GUIs send movestogo 0: {lines:#?}");
}
