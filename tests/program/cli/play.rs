//! Games at the terminal, as scripts play them: the real binary, lines in, lines out.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Output, Stdio},
    time::Duration,
};

use glulam::{
    position::Position,
    search::{Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable, search},
};
use shakmaty::san::SanPlus;

use crate::support::{code, command, engine, stderr, stdout};

fn played_in(folder: &std::path::Path, arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.arg("play").args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    child.wait_with_output().expect("it ends")
}

/// What is said when these words are typed one after the other.
fn played(arguments: &[&str], words: &str) -> String {
    let output = played_in(&std::env::temp_dir(), arguments, &words.replace(' ', "\n"));
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""), "{arguments:?}");
    stdout(&output)
}

const BOTH: [&str; 2] = ["--colour", "both"];

#[test]
fn a_game_ends_in_mate_and_is_printed_with_its_result() {
    let text = played(&BOTH, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# a6");
    assert!(
        text.contains("White: 4. Qxf7#\nCheckmate: the black king is in check from the white queen on f7")
    );
    assert!(text.contains("no move saves it. 1-0\nThe game is over"), "{text}");
    assert!(text.contains("[Result \"1-0\"]") && text.trim_end().ends_with("} 1-0"), "{text}");
    assert!(!text.contains('\x1b') && !text.contains("> "), "no prompt and no colours: {text}");
}

#[test]
fn the_shortest_stalemate_is_told_from_mate() {
    let loyd = "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    let text = played(&BOTH, loyd);
    assert!(text.contains("Stalemate: Black is not in check but has no legal move"), "{text}");
    assert!(text.contains("[Result \"1/2-1/2\"]"), "{text}");
}

#[test]
fn draws_are_claimed_offered_and_at_last_given() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let claimed = played(&BOTH, &format!("{}draw", shuffle.repeat(2)));
    assert!(claimed.contains("White may claim a draw (draw): the same position stands for the third time"));
    let reason = "Draw claimed: the same position stands for the third time: \
                  at the start, after 2... Ng8 and after 4... Ng8. 1/2-1/2";
    assert!(claimed.contains(reason), "{claimed}");

    let with_move =
        played_in(&std::env::temp_dir(), &BOTH, "Nf3\nNf6\nNg1\ndraw Ng8\nNg8\nNf3\nNf6\nNg1\ndraw Ng8\n");
    let text = stdout(&with_move);
    assert!(text.contains("no draw to claim") && text.contains("Black: 4... Ng8\nDraw claimed:"), "{text}");

    let fivefold = played(&BOTH, &shuffle.repeat(4));
    assert!(fivefold.contains("Draw: the same position stands for the fifth time"), "{fivefold}");
    let fifty = ["--colour", "both", "--fen", "7k/8/8/8/8/8/R7/K7 w - - 99 80"];
    assert!(played(&fifty, "Rb2 draw").contains("Draw claimed: no pawn was moved and nothing taken for 50"));
    let late = ["--colour", "both", "--fen", "7k/8/8/8/8/8/R7/K7 w - - 149 130"];
    assert!(played(&late, "Rb2").contains("for 75 moves of either side"));
    let bare = ["--colour", "both", "--fen", "7k/8/8/8/8/8/1n6/K7 w - - 0 1"];
    assert!(played(&bare, "Kxb2").contains("neither side can mate with what is left, king against king"));
    assert!(
        played(&BOTH, "e4 accept draw accept").contains("Nobody has offered a draw.\nBlack offers a draw")
    );
    assert!(played(&BOTH, "e4 draw accept").contains("Draw agreed. 1/2-1/2"));
    assert!(played(&BOTH, "e4 draw e5 d4 accept").contains("Nobody has offered"), "White has played on");
}

#[test]
fn wrong_moves_and_wrong_words_are_explained_and_cost_nothing() {
    let text = played(&BOTH, "Ke2 e5 nonsense O-O e4 e4 undo undo undo moves game");
    for told in [
        "Ke2 is not legal: your pawn on e2 stands there.",
        "e5 is not legal: a pawn moves one square ahead, from its first square one or two.",
        "'nonsense' is neither a move nor a command",
        "O-O is not legal: your bishop on f1 is in the way.",
        "e4 is not legal: ",
        "There is no move of yours to take back.",
        "pawn: a3 a4 b3",
        "No move has been played.",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn every_kind_of_wrong_move_is_told_by_its_kind() {
    let castle = "r3kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (fen, words, reason) in [
        ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Ne4", "your knight on d2 is pinned to your king"),
        ("4k3/8/8/8/7b/8/3P4/4K3 w - - 0 1", "d4", "in check from the black bishop on h4, and this does not"),
        ("4k3/8/8/8/7b/8/3P4/4K3 w - - 0 1", "Kf2", "on f2 your king would be in check"),
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2", "more than one knight can go there: write Nbd2 or Nfd2"),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", "a pawn takes only diagonally"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Qd4", "White has no queen"),
        ("startpos", "Bc4", "the way from f1 to c4 is blocked by your pawn on e2"),
        ("startpos", "e7e5", "the black pawn on e7 is not yours, White is to move"),
        ("startpos", "e3e4", "there is no man on e3"),
        (castle, "O-O", "the king would pass f1, which the black rook on f8 attacks"),
        (castle, "Rh2 Ra7 Rh1 Ra8 O-O", "the right to castle short was lost with 1. Rh2"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "say what the pawn becomes: a8=Q+, a8=R+, a8=B or a8=N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "en passant only at once"),
    ] {
        let text = played(&["--colour", "both", "--fen", fen], words);
        assert!(text.contains(" is not legal: ") && text.contains(reason), "{words}: {text}");
    }
    let passing = ["--colour", "both", "--fen", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"];
    assert!(played(&passing, "d5 exd6 board").contains(" 6  .  .  . [♙] .  .  .  . "));
}

#[test]
fn the_engine_takes_a_draw_when_it_is_losing_and_claims_one_when_it_is_not_winning() {
    let lost = ["--fen", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "--nodes", "500"];
    assert!(played(&lost, "draw").contains("Glulam accepts the draw.\nDraw agreed. 1/2-1/2"));
    let won = ["--fen", "qq2k3/8/8/8/8/8/8/4K3 w - - 0 1", "--nodes", "500"];
    assert!(played(&won, "draw").contains("nothing to claim, and Glulam plays on."));
    let bare = ["--fen", "7k/8/8/8/8/8/R7/K7 w - - 98 80", "--nodes", "500"];
    let text = played(&bare, "Rb2");
    assert!(text.contains("Glulam: 80... K") && text.contains("Draw claimed: no pawn was moved"), "{text}");
}

/// Reads what the engine plays and answers it by a search of our own.
#[test]
fn a_whole_game_against_the_engine_is_won_by_mate() {
    let arguments = ["play", "--rung", "random", "--seed", "3", "--colour", "black", "--quiet"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    let mut child =
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut position = Position::start();
    let table = TranspositionTable::new(4).expect("four megabytes");
    let mut moves = 0;
    let ending = loop {
        let line = lines.next().expect("it goes on").expect("text");
        if line.contains("mate: ") {
            break line;
        }
        let Some((name, told)) = line.split_once(": ").filter(|(_, told)| told.contains(". ")) else {
            continue;
        };
        let san: SanPlus = told.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a move");
        let mv = san.san.to_move(position.chess()).expect("a legal one");
        position = position.play(mv);
        if name == "Player" || !position.has_legal_move() {
            continue;
        }
        assert_eq!(name, "Glulam (random)");
        let task = SearchRequest::new(position.clone(), Limits::depth(5), Setup::playing());
        let answer = search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
        writeln!(input, "{}", position.uci(answer.best.expect("a move"))).expect("it listens");
        moves += 1;
        assert!(moves < 200, "a random player holds out");
    };
    assert!(ending.starts_with("Checkmate: the white king") && ending.ends_with("0-1"), "{ending}");
    drop(input);
    let rest: Vec<_> = lines.map_while(Result::ok).collect();
    assert!(rest.iter().any(|line| line == "[Result \"0-1\"]"), "{rest:?}");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_saved_game_is_gone_on_with_and_never_overwritten_silently() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn");
    let first = played_in(
        folder.path(),
        &["--colour", "both", "--chess960", "518", "--clock", "5+3"],
        "e4\ne5\nNf3\nNc6\nBc4\nBc5\nO-O\nsave game.pgn\nsave game.pgn\nquit\nKe7\n",
    );
    let told = stdout(&first);
    assert!(told.contains("Saved to game.pgn.\nNot saved: game.pgn exists already"), "{told}");
    assert!(told.ends_with("save! to replace it.\n"), "what was saved is not printed: {told}");
    let saved = std::fs::read_to_string(&path).expect("saved");
    assert!(saved.contains("[Variant \"Chess960\"]") && saved.contains("[TimeControl \"300+3\"]"), "{saved}");
    assert!(saved.contains("1. e4 {[%clk 0:05:0"), "{saved}");
    let second = played_in(
        folder.path(),
        &["--pgn", "game.pgn", "--nodes", "500", "--seed", "1", "--save", "next.pgn"],
        "Nf6\nresign\n",
    );
    assert_eq!(code(&second), Some(0), "{}", stderr(&second));
    let told = stdout(&second);
    assert!(told.contains("You play Black against Glulam") && told.contains("Player: 4... Nf6\nGlulam: 5. "));
    assert!(told.ends_with("Black resigns. 1-0\nSaved to next.pgn.\n"), "{told}");
    let next = std::fs::read_to_string(folder.path().join("next.pgn")).expect("saved");
    assert!(next.contains("Bc4 {[%clk") && next.contains("[Result \"1-0\"]"), "{next}");
    let refused = played_in(folder.path(), &["--save", "next.pgn"], "");
    assert_eq!(code(&refused), Some(2));
    assert!(stderr(&refused).contains("--save: next.pgn exists already"));
}

#[test]
fn a_file_that_is_not_understood_is_refused_and_not_guessed_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn");
    for (text, told) in [
        (&b"\x7fELF\x02\x1b[2J\0\n"[..], "game.pgn: game 1 (line 1), ply 1: '�ELF��[2J�' is no move"),
        (b"[White \"x\"]\n\n1. e4 rubbish e5 *\n", "game 1 (line 1), ply 2: 'rubbish' is no move"),
        (b"\n", "there is no game in this file"),
    ] {
        std::fs::write(&path, text).expect("written");
        let refused = played_in(folder.path(), &["--pgn", "game.pgn"], "");
        assert_eq!(code(&refused), Some(2));
        assert!(stderr(&refused).contains(told), "{}", stderr(&refused));
    }
}

#[test]
fn a_game_that_cannot_be_kept_is_printed_and_the_failure_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let lost = folder.path().join("game.pgn");
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.args(["play", "--colour", "both", "--save"]).arg(&lost);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    writeln!(input, "e4").expect("it listens");
    assert!(lines.any(|line| line.expect("text") == "White: 1. e4"));
    std::fs::write(&lost, "another game").expect("somebody was quicker");
    drop(input);
    let rest: Vec<_> = lines.map_while(Result::ok).collect();
    assert!(rest.iter().any(|line| line == "1. e4 *"), "{rest:?}");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), Some(1));
    assert!(stderr(&output).contains("game.pgn exists already"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&lost).expect("it is there"), "another game");
}

#[test]
fn whoever_thinks_too_long_loses_on_time_unless_nobody_could_mate_him() {
    let slow = |fen: &str| {
        let mut child = command(&["play", "--colour", "both", "--clock", "0.05s", "--fen", fen])
            .spawn()
            .expect("the engine starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        input.write_all(b"board\n").expect("it listens");
        assert!(lines.any(|line| line.expect("text").ends_with("a  b  c  d  e  f  g  h")), "the board");
        // The clock has run since before the board was printed: this is the player's thinking time.
        std::thread::sleep(Duration::from_millis(50));
        input.write_all(b"Ka2\n").expect("it listens");
        drop(input);
        let rest: Vec<_> = lines.map_while(Result::ok).collect();
        assert!(child.wait().expect("it ends").success());
        rest.join("\n")
    };
    assert!(slow("7k/8/8/8/8/8/7p/K7 w - - 0 1").contains("The time of White is up. 0-1"));
    let drawn = slow("7k/8/8/8/8/8/P7/K7 w - - 0 1");
    assert!(drawn.contains("but Black has too little left to mate: draw. 1/2-1/2"), "{drawn}");
}

#[test]
fn hints_evaluations_and_the_board_are_there_when_asked_for() {
    let fen = ["--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "--nodes", "500", "--ascii"];
    let text = played(&fen, "hint eval board flip fen help Ra8#");
    for told in [
        "Hint: Ra8#.",
        "White mates in 1. The line goes 1. Ra8#.",
        " 1  R  .  .  .  K  .  .  .    Player\n    a  b  c  d  e  f  g  h\n",
        " 8  .  k  .  .  .  .  .  .    Glulam\n    h  g  f  e  d  c  b  a\n",
        "\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\n",
        "undo [N]",
        "Checkmate: the black king is in check from the white rook on a8, and no move saves it. 1-0",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn the_same_seed_plays_the_same_game_and_another_seed_another() {
    let game = |seed: &str| played(&["--elo", "800", "--seed", seed, "--nodes", "300"], "e4 d4 a3 h3 b3");
    assert_eq!(game("1"), game("1"));
    assert!((2..6).any(|seed| game(&seed.to_string()) != game("1")));
    assert!(game("1").contains("You play White against Glulam (Elo 800)."));
}

#[test]
fn odd_lines_are_survived() {
    let long = "x".repeat(20_000);
    let output = played_in(
        &std::env::temp_dir(),
        &["--colour", "both"],
        &format!(
            "{long}\n\u{0}\u{7f}\n💥\n e4 \r\nundo 99999\nsave /no/such/folder/x.pgn\nmoves z9\nmoves e4"
        ),
    );
    assert_eq!(code(&output), Some(0));
    let text = stdout(&output);
    for told in
        ["too long", "'💥' is neither", "White: 1. e4", "undo 2", "cannot write", "moves e2", "not yours"]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
    let mut bytes = Command::new(env!("CARGO_BIN_EXE_engine"));
    let mut child = bytes.arg("play").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(b"\xff\xfe\n").expect("it listens");
    assert!(child.wait().expect("it ends").success(), "no UTF-8");
}

#[test]
fn a_reader_that_has_heard_enough_is_a_quiet_end() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.args(["play", "--colour", "both"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    // Who has ended already does not listen any more.
    let _ = child.stdin.take().expect("a pipe").write_all(b"e4\nboard\n");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
}

#[test]
fn what_cannot_be_played_is_refused_with_a_remedy() {
    for (arguments, remedy) in [
        (&["play", "--chess960", "960"][..], "from 0 to 959"),
        (&["play", "--chess960", "7", "--fen", "startpos"], "leave the number away"),
        (&["play", "--clock", "soon"], "5+3"),
        (&["play", "--save", "no-such-folder/game.pgn"], "no folder no-such-folder"),
        (&["play", "--elo", "3000"], "600..=2800"),
        (&["play", "--colour", "red"], "white"),
        (&["play", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "king is missing"),
        (&["play", "--elo", "900", "--rung", "minimax"], "--rung"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    for missing in
        [&["play", "--pgn", "no-such-file"][..], &["play", "--colour", "both", "--book", "no-such-file"]]
    {
        let missing = engine(missing);
        assert_eq!(code(&missing), Some(1));
        assert!(stderr(&missing).contains("no-such-file"));
    }
}
