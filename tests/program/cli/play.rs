//! `engine play`, driven by scripts: input lines are piped to the binary, and its output is checked.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Output, Stdio},
};

use glulam::{
    position::Position,
    search::{Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable, search},
};
use shakmaty::san::SanPlus;

use crate::support::{code, command, engine, stderr, stdout, wait_until};

fn played_in(folder: &std::path::Path, arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.arg("play").args(arguments).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("the program reads input");
    child.wait_with_output().expect("the program ends")
}

/// Runs `engine play`, types each word as one line, and returns the output.
fn played(arguments: &[&str], words: &str) -> String {
    let output = played_in(&std::env::temp_dir(), arguments, &words.replace(' ', "\n"));
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""), "{arguments:?}");
    stdout(&output)
}

const BOTH: [&str; 2] = ["--colour", "both"];

#[test]
fn a_game_that_ends_in_checkmate_is_printed_with_its_result() {
    let text = played(&BOTH, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# a6");
    assert!(
        text.contains("White: 4. Qxf7#\nCheckmate: the black king is in check from the white queen on f7")
    );
    assert!(text.contains("no move saves it. 1-0\nThe game is over"), "{text}");
    assert!(text.contains("[Result \"1-0\"]") && text.trim_end().ends_with("} 1-0"), "{text}");
    assert!(!text.contains('\x1b') && !text.contains("> "), "neither prompts nor colours: {text}");
}

#[test]
fn stalemate_is_distinguished_from_checkmate() {
    let loyd = "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    let text = played(&BOTH, loyd);
    assert!(text.contains("Stalemate: Black is not in check but has no legal move"), "{text}");
    assert!(text.contains("[Result \"1/2-1/2\"]"), "{text}");
}

#[test]
fn draws_can_be_claimed_offered_and_forced_by_the_rules() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let claimed = played(&BOTH, &format!("{}draw", shuffle.repeat(2)));
    assert!(
        claimed
            .contains("White can claim a draw (enter draw): the same position occurred for the third time")
    );
    let reason = "Draw claimed: the same position occurred for the third time: \
                  at the start, after 2... Ng8 and after 4... Ng8. 1/2-1/2";
    assert!(claimed.contains(reason), "{claimed}");

    let with_move =
        played_in(&std::env::temp_dir(), &BOTH, "Nf3\nNf6\nNg1\ndraw Ng8\nNg8\nNf3\nNf6\nNg1\ndraw Ng8\n");
    let text = stdout(&with_move);
    assert!(text.contains("No draw to claim") && text.contains("Black: 4... Ng8\nDraw claimed:"), "{text}");

    let fivefold = played(&BOTH, &shuffle.repeat(4));
    assert!(fivefold.contains("Draw: the same position occurred for the fifth time"), "{fivefold}");
    let fifty = ["--colour", "both", "--fen", "7k/8/8/8/8/8/R7/K7 w - - 99 80"];
    assert!(played(&fifty, "Rb2 draw").contains("Draw claimed: no pawn move and no capture for 50"));
    let late = ["--colour", "both", "--fen", "7k/8/8/8/8/8/R7/K7 w - - 149 130"];
    assert!(played(&late, "Rb2").contains("for 75 moves by each side"));
    let bare = ["--colour", "both", "--fen", "7k/8/8/8/8/8/1n6/K7 w - - 0 1"];
    assert!(played(&bare, "Kxb2").contains("Draw by insufficient material: king against king"));
    assert!(
        played(&BOTH, "e4 accept draw accept").contains("No draw has been offered.\nBlack offers a draw")
    );
    assert!(played(&BOTH, "e4 draw accept").contains("Draw agreed. 1/2-1/2"));
    assert!(played(&BOTH, "e4 draw e5 d4 accept").contains("No draw has been offered"), "White made a move");
}

#[test]
fn illegal_moves_and_unknown_commands_are_explained_and_change_nothing() {
    let text = played(&BOTH, "Ke2 e5 nonsense O-O e4 e4 undo undo undo moves game");
    for expected in [
        "Ke2 is not legal: your own pawn is on e2.",
        "e5 is not legal: a pawn moves one square forward, or two from its starting square.",
        "'nonsense' is neither a move nor a command",
        "O-O is not legal: your bishop on f1 is in the way of castling.",
        "e4 is not legal: ",
        "You have no move to take back.",
        "pawn: a3 a4 b3",
        "No move has been played.",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn every_kind_of_illegal_move_is_explained() {
    let castle = "r3kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (fen, words, reason) in [
        ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Ne4", "your knight on d2 is pinned to your king"),
        (
            "4k3/8/8/8/7b/8/3P4/4K3 w - - 0 1",
            "d4",
            "in check from the black bishop on h4, and this move does not",
        ),
        ("4k3/8/8/8/7b/8/3P4/4K3 w - - 0 1", "Kf2", "on f2 your king would be in check"),
        (
            "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1",
            "Nd2",
            "more than one knight can move to d2: write Nbd2 or Nfd2",
        ),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e5", "a pawn captures only diagonally"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Qd4", "White has no queen"),
        ("startpos", "Bc4", "the path from f1 to c4 is blocked by your pawn on e2"),
        ("startpos", "e7e5", "the black pawn on e7 is not yours; White is to move"),
        ("startpos", "e3e4", "there is no piece on e3"),
        (castle, "O-O", "the king would pass over f1, which is attacked by the black rook on f8"),
        (castle, "Rh2 Ra7 Rh1 Ra8 O-O", "the right to castle kingside was lost with 1. Rh2"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "choose the promotion piece: a8=Q+, a8=R+, a8=B or a8=N"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6", "en passant only directly after"),
    ] {
        let text = played(&["--colour", "both", "--fen", fen], words);
        assert!(text.contains(" is not legal: ") && text.contains(reason), "{words}: {text}");
    }
    let passing = ["--colour", "both", "--fen", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"];
    assert!(played(&passing, "d5 exd6 board").contains(" 6  .  .  . [♙] .  .  .  . "));
}

#[test]
fn the_engine_accepts_a_draw_when_losing_and_claims_one_when_not_winning() {
    let lost = ["--fen", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "--nodes", "500"];
    assert!(played(&lost, "draw").contains("Glulam accepts the draw.\nDraw agreed. 1/2-1/2"));
    let won = ["--fen", "qq2k3/8/8/8/8/8/8/4K3 w - - 0 1", "--nodes", "500"];
    assert!(played(&won, "draw").contains("no draw to claim, and Glulam declines the offer."));
    let bare = ["--fen", "7k/8/8/8/8/8/R7/K7 w - - 98 80", "--nodes", "500"];
    let text = played(&bare, "Rb2");
    assert!(text.contains("Glulam: 80... K") && text.contains("Draw claimed: no pawn move"), "{text}");
}

/// Reads the engine's moves and answers each one with a move found by a search in this test.
#[test]
fn a_whole_game_against_the_random_rung_is_won_by_checkmate() {
    let arguments = ["play", "--rung", "random", "--seed", "3", "--colour", "black", "--quiet"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    let mut child = command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut position = Position::start();
    let table = TranspositionTable::new(4).expect("4 MiB");
    let mut moves = 0;
    let ending = loop {
        let line = lines.next().expect("another line").expect("text");
        if line.contains("mate: ") {
            break line;
        }
        let Some((name, text)) = line.split_once(": ").filter(|(_, text)| text.contains(". ")) else {
            continue;
        };
        let san: SanPlus = text.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a move");
        let mv = san.san.to_move(position.chess()).expect("a legal one");
        position = position.play(mv);
        if name == "Player" || !position.has_legal_move() {
            continue;
        }
        assert_eq!(name, "Glulam (random)");
        let task = SearchRequest::new(position.clone(), Limits::depth(5), Setup::playing());
        let answer = search(&task, &table, &mut ThreadState::default(), &StopFlag::default(), |_| ());
        writeln!(input, "{}", position.uci(answer.best.expect("a move"))).expect("the program reads input");
        moves += 1;
        assert!(moves < 200, "a random player survives too long");
    };
    assert!(ending.starts_with("Checkmate: the white king") && ending.ends_with("0-1"), "{ending}");
    drop(input);
    let rest: Vec<_> = lines.map_while(Result::ok).collect();
    assert!(rest.iter().any(|line| line == "[Result \"0-1\"]"), "{rest:?}");
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_saved_game_can_be_continued_and_is_never_overwritten_silently() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("game.pgn");
    let first = played_in(
        folder.path(),
        &["--colour", "both", "--chess960", "518", "--clock", "5+3"],
        "e4\ne5\nNf3\nNc6\nBc4\nBc5\nO-O\nsave game.pgn\nsave game.pgn\nquit\nKe7\n",
    );
    let text = stdout(&first);
    assert!(text.contains("Saved to game.pgn.\nNot saved: game.pgn already exists"), "{text}");
    assert!(text.ends_with("save! to replace the file.\n"), "a saved game is not printed: {text}");
    let saved = std::fs::read_to_string(&path).expect("saved");
    assert!(saved.contains("[Variant \"Chess960\"]") && saved.contains("[TimeControl \"300+3\"]"), "{saved}");
    assert!(saved.contains("1. e4 {[%clk 0:05:0"), "{saved}");
    let second = played_in(
        folder.path(),
        &["--pgn", "game.pgn", "--nodes", "500", "--seed", "1", "--save", "next.pgn"],
        "Nf6\nresign\n",
    );
    assert_eq!(code(&second), Some(0), "{}", stderr(&second));
    let text = stdout(&second);
    assert!(text.contains("You play Black against Glulam") && text.contains("Player: 4... Nf6\nGlulam: 5. "));
    assert!(text.ends_with("Black resigns. 1-0\nSaved to next.pgn.\n"), "{text}");
    let next = std::fs::read_to_string(folder.path().join("next.pgn")).expect("saved");
    assert!(next.contains("Bc4 {[%clk") && next.contains("[Result \"1-0\"]"), "{next}");
    let refused = played_in(folder.path(), &["--save", "next.pgn"], "");
    assert_eq!(code(&refused), Some(2));
    assert!(stderr(&refused).contains("--save: next.pgn already exists"));
}

#[test]
fn a_file_without_a_valid_game_is_rejected() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("game.pgn");
    for (text, expected) in [
        (&b"\x7fELF\x02\x1b[2J\0\n"[..], "game.pgn: game 1 (line 1), ply 1: '�ELF��[2J�' is not a move"),
        (b"[White \"x\"]\n\n1. e4 rubbish e5 *\n", "game 1 (line 1), ply 2: 'rubbish' is not a move"),
        (b"\n", "the file contains no game"),
    ] {
        std::fs::write(&path, text).expect("written");
        let refused = played_in(folder.path(), &["--pgn", "game.pgn"], "");
        assert_eq!(code(&refused), Some(2));
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
    }
}

#[test]
fn a_game_that_cannot_be_saved_is_printed_with_an_error() {
    let folder = tempfile::tempdir().expect("a directory");
    let lost = folder.path().join("game.pgn");
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.args(["play", "--colour", "both", "--save"]).arg(&lost);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    writeln!(input, "e4").expect("the program reads input");
    assert!(lines.any(|line| line.expect("text") == "White: 1. e4"));
    std::fs::write(&lost, "another game").expect("the file is created by someone else");
    drop(input);
    let rest: Vec<_> = lines.map_while(Result::ok).collect();
    assert!(rest.iter().any(|line| line == "1. e4 *"), "{rest:?}");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(code(&output), Some(1));
    assert!(stderr(&output).contains("game.pgn already exists"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&lost).expect("the file exists"), "another game");
}

#[test]
fn expired_time_loses_unless_the_opponent_has_no_mating_material() {
    let slow = |fen: &str| {
        let mut child = command(&["play", "--colour", "both", "--clock", "0.05s", "--fen", fen])
            .spawn()
            .expect("the engine starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        // The clock runs while the player looks at the board again and again.
        let mut text = String::new();
        wait_until("the clock runs out", || {
            input.write_all(b"fen\n").expect("the program reads input");
            text += &lines.next().expect("an answer").expect("text");
            text.push('\n');
            text.contains("ran out of time")
        });
        input.write_all(b"Ka2\n").expect("the program reads input");
        drop(input);
        text.extend(lines.map_while(Result::ok).map(|line| line + "\n"));
        assert!(child.wait().expect("the program ends").success());
        assert!(!text.contains("1. Ka2"), "a move after the end of the game: {text}");
        text
    };
    assert!(slow("7k/8/8/8/8/8/7p/K7 w - - 0 1").contains("White ran out of time. 0-1"));
    let drawn = slow("7k/8/8/8/8/8/P7/K7 w - - 0 1");
    assert!(drawn.contains("but Black has no mating material: draw. 1/2-1/2"), "{drawn}");
}

#[test]
fn hints_evaluations_board_and_help_are_printed_by_commands() {
    let fen = ["--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "--nodes", "500", "--ascii"];
    let text = played(&fen, "hint eval board flip fen help Ra8#");
    for expected in [
        "Hint: Ra8#.",
        "White mates in 1. Expected line: 1. Ra8#.",
        " 1  R  .  .  .  K  .  .  .    Player\n    a  b  c  d  e  f  g  h\n",
        " 8  .  k  .  .  .  .  .  .    Glulam\n    h  g  f  e  d  c  b  a\n",
        "\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\n",
        "undo [N]",
        "Checkmate: the black king is in check from the white rook on a8, and no move saves it. 1-0",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn the_same_seed_plays_the_same_game_and_different_seeds_differ() {
    let game = |seed: &str| played(&["--elo", "800", "--seed", seed, "--nodes", "300"], "e4 d4 a3 h3 b3");
    assert_eq!(game("1"), game("1"));
    assert!((2..6).any(|seed| game(&seed.to_string()) != game("1")));
    assert!(game("1").contains("You play White against Glulam (Elo 800)."));
}

#[test]
fn malformed_input_lines_do_not_end_the_game() {
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
    for expected in
        ["too long", "'💥' is neither", "White: 1. e4", "undo 2", "cannot write", "moves e2", "not yours"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let mut bytes = Command::new(env!("CARGO_BIN_EXE_engine"));
    let mut child =
        bytes.arg("play").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(b"\xff\xfe\n").expect("the program reads input");
    assert!(child.wait().expect("the program ends").success(), "input that is not UTF-8");
}

#[test]
fn a_closed_output_pipe_ends_the_program_without_an_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.args(["play", "--colour", "both"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    // The write fails if the program has already ended.
    let _ = child.stdin.take().expect("a pipe").write_all(b"e4\nboard\n");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
}

#[test]
fn invalid_arguments_are_rejected_with_advice() {
    for (arguments, remedy) in [
        (&["play", "--chess960", "960"][..], "from 0 to 959"),
        (&["play", "--chess960", "7", "--fen", "startpos"], "remove the number"),
        (&["play", "--clock", "soon"], "5+3"),
        (&["play", "--save", "no-such-folder/game.pgn"], "directory no-such-folder does not exist"),
        (&["play", "--elo", "3100"], "600..=3000"),
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
