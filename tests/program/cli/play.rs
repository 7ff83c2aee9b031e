//! `engine play`, driven by scripts: input lines are piped to the binary, and its output is checked.

use std::{
    fs,
    io::{BufRead as _, BufReader, Lines, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
};

use glulam::{
    chess::position::Position,
    search::{Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable, search},
};
use shakmaty::san::SanPlus;

use crate::support::{code, command, engine, engine_path, feed, stderr, stdout, wait_until};

fn played_in(folder: &Path, arguments: &[&str], lines: &str) -> Output {
    feed(command(&[&["play"], arguments].concat()).current_dir(folder), lines)
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
    assert!(claimed.contains("White can claim a draw (enter draw): the same position occurred 3 times."));
    assert!(claimed.contains("Draw claimed: the same position occurred 3 times. 1/2-1/2"), "{claimed}");

    let fivefold = played(&BOTH, &shuffle.repeat(4));
    assert!(fivefold.contains("Draw: the same position occurred 5 times"), "{fivefold}");
    let fifty = ["--colour", "both", "--fen", "7k/8/8/8/8/8/R7/K7 w - - 99 80"];
    assert!(played(&fifty, "Rb2 draw").contains("Draw claimed: no pawn move and no capture for 50"));
    let late = ["--colour", "both", "--fen", "7k/8/8/8/8/8/R7/K7 w - - 149 130"];
    assert!(played(&late, "Rb2").contains("for 75 moves by each side"));
    let bare = ["--colour", "both", "--fen", "7k/8/8/8/8/8/1n6/K7 w - - 0 1"];
    assert!(played(&bare, "Kxb2").contains("Draw by insufficient material."));
    assert!(played(&BOTH, "e4 draw").contains("Draw agreed. 1/2-1/2"));
}

#[test]
fn illegal_moves_and_unknown_commands_are_explained_and_change_nothing() {
    let text = played(&BOTH, "Ke2 e5 nonsense O-O e4 e4 undo undo undo moves game");
    for expected in [
        "Ke2 is not legal: your own pawn is on e2.",
        "e5 is not legal: a pawn moves one square forward, or two from its starting square, so it cannot",
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
fn a_capture_that_names_only_files_is_played_if_it_is_the_only_one() {
    for capture in ["exd", "ed", "EXD"] {
        let text = played(&BOTH, &format!("e4 d5 {capture}"));
        assert!(text.contains("White: 2. exd5\n"), "{capture}: {text}");
    }
    let two = ["--colour", "both", "--fen", "4k3/8/3p4/2p5/1P1P4/8/8/4K3 w - - 0 1"];
    assert!(played(&two, "bxc").contains("White: 1. bxc5\n"));
    let doubled = ["--colour", "both", "--fen", "4k3/8/8/3p4/4P3/3p4/4P3/4K3 w - - 0 1"];
    let text = played(&doubled, "ed game");
    assert!(text.contains("'ed' fits several moves: exd3, exd5.\nNo move has been played."), "{text}");
    let text = played(&BOTH, "exd");
    assert!(text.contains("exd is not legal: no pawn can make this capture."), "{text}");
}

#[test]
fn piece_letters_of_other_languages_get_the_english_spelling_and_are_never_played() {
    for (typed, english) in
        [("Sf3", "Nf3"), ("Lc4", "Bc4"), ("Dxc5", "Qxc5"), ("DC5", "Qc5"), ("e8D", "e8=Q")]
    {
        let text = played(&BOTH, &format!("e4 c5 d4 a6 {typed} game"));
        let hint =
            format!("'{typed}' is not a move: the pieces are K, Q, R, B and N: did you mean {english}?\n");
        assert!(text.contains(&hint) && text.contains("\n1. e4 c5 2. d4 a6\n"), "{text}");
    }
    let output = engine(&["explain", "--depth", "2", "--why-not", "Dh5", "--moves", "e4 e5"]);
    assert_eq!(code(&output), Some(2));
    assert!(stderr(&output).contains("--why-not: 'Dh5' is not a move: ") && stderr(&output).contains("Qh5?"));
}

#[test]
fn case_does_not_matter_where_only_one_move_fits() {
    assert!(played(&BOTH, "e4 e5 nf3 nc6 bc4 bc5 KG1 game").contains(" 4. O-O\n"));
    assert!(
        played(&BOTH, "E4 E5 NF3 nc6 BC4 BC5 O-O game").contains("\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O\n")
    );
    let spaced = played_in(&std::env::temp_dir(), &BOTH, "d2 d4\n");
    assert!(stdout(&spaced).contains("White: 1. d4\n"), "{}", stdout(&spaced));
    assert!(played(&BOTH, "NF6").contains("NF6 is not legal: none of your knights can reach f6."));
    let output =
        engine(&["explain", "--depth", "2", "--why-not", "qh5", "--moves", "E4 e5 NF3 nc6 h3 H6 Nh2 A6"]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert_eq!(
        code(&engine(&["bestmove", "--depth", "2", "--moves", "e4 e5 nf3", "--searchmoves", "NC6"])),
        Some(0)
    );
}

#[test]
fn moves_says_which_word_is_not_a_square() {
    let output = played_in(&std::env::temp_dir(), &BOTH, "moves z9\nmoves knight\nmoves e2 e4\n");
    for word in ["z9", "knight", "e2 e4"] {
        let expected = format!("'{word}' is not a square: name one square, as in moves e2.\n");
        assert!(stdout(&output).contains(&expected), "{word}: {}", stdout(&output));
    }
}

#[test]
fn undo_says_whose_moves_it_took_back() {
    let text = played(&["--nodes", "500"], "e4 undo d4 d4 undo back");
    assert!(text.contains("Took back your move and Glulam's reply.\n"), "{text}");
    let text = played(&["--nodes", "500"], "e4 resign undo back");
    assert!(text.contains("The game continues.\nTook back your move and Glulam's reply.\n"), "{text}");
    let text = played_in(&std::env::temp_dir(), &["--nodes", "500"], "e4\nd4\nundo 2\n");
    assert!(stdout(&text).contains("Took back the last 4 moves.\n"), "{}", stdout(&text));
    assert!(played(&BOTH, "e4 undo castle").contains("Took back White's move.\n"));
}

#[test]
fn the_engine_accepts_a_draw_when_losing_and_claims_one_when_not_winning() {
    let lost = ["--fen", "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "--nodes", "500"];
    assert!(played(&lost, "draw").contains("Glulam accepts the draw.\nDraw agreed. 1/2-1/2"));
    let won = ["--fen", "qq2k3/8/8/8/8/8/8/4K3 w - - 0 1", "--nodes", "500"];
    assert!(played(&won, "draw").contains("no draw to claim, and Glulam declines the offer."));
    // Half a pawn ahead, no engine needs to accept: the limit of 0.75 pawns counts as displayed.
    let slightly_ahead =
        ["--fen", "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "--nodes", "500"];
    assert!(played(&slightly_ahead, "draw").contains("Glulam declines the offer."));
    let bare = ["--fen", "7k/8/8/8/8/8/R7/K7 w - - 98 80", "--nodes", "500"];
    let text = played(&bare, "Rb2");
    assert!(text.contains("Glulam: 80... K") && text.contains("Draw claimed: no pawn move"), "{text}");
}

/// Reads the engine's moves and answers each one with a move found by a search in this test.
#[test]
fn a_whole_game_against_the_random_rung_is_won_by_checkmate() {
    let arguments = ["play", "--layers", "random", "--seed", "3", "--colour", "black", "--quiet"];
    let mut command = Command::new(engine_path());
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
        &["--colour", "both", "--clock", "5+3"],
        "e4\ne5\nNf3\nNc6\nBc4\nBc5\nO-O\nsave game.pgn\nsave game.pgn\nquit\nKe7\n",
    );
    let text = stdout(&first);
    assert!(text.contains("Saved to game.pgn.\nNot saved: game.pgn already exists"), "{text}");
    assert!(
        text.ends_with("game.pgn already exists: use another name.\n"),
        "a saved game is not printed: {text}"
    );
    let saved = std::fs::read_to_string(&path).expect("saved");
    assert!(saved.contains("[TimeControl \"300+3\"]"), "{saved}");
    let shuffled = ["--colour", "both", "--fen", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"];
    assert!(stdout(&played_in(folder.path(), &shuffled, "e4\n")).contains("[Variant \"Chess960\"]"));
    assert!(saved.contains("1. e4 {[%clk 0:05:0"), "{saved}");
    let second = played_in(
        folder.path(),
        &["--pgn", "game.pgn", "--colour", "black", "--nodes", "500", "--seed", "1", "--save", "next.pgn"],
        "Nf6\nresign\n",
    );
    assert_eq!(code(&second), Some(0), "{}", stderr(&second));
    let text = stdout(&second);
    assert!(text.contains("You play Black against Glulam") && text.contains("Black: 4... Nf6\nGlulam: 5. "));
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
        (&b"\x7fELF\x02\x1b[2J\0\n"[..], "game.pgn: game 1 (line 1): '�ELF��[2J�' is not a move"),
        (b"[White \"x\"]\n\n1. e4 rubbish e5 *\n", "game 1 (line 1), move 1: 'rubbish' is not a move"),
        (b"\n", "the file contains no game"),
        (b"\x1f\x8b\x08\0", "game.pgn is compressed with gzip: decompress it"),
        (
            b"[Event \"x\"]\n[FEN\n[Result \"*\"]\n\n1. O-O *\n",
            "game 1 (line 1): broken header: write it as [Name \"value\"], not [FEN",
        ),
        (
            b"1. e4 *\n\n[White \"a\"]\r\n[Black \"b\r\n[Result \"*\"]\r\n\r\n1. d4 *\r\n",
            "game 2 (line 3): broken header: write it as [Name \"value\"], not [Black \"b",
        ),
    ] {
        std::fs::write(&path, text).expect("written");
        let refused = played_in(folder.path(), &["--pgn", "game.pgn"], "");
        assert_eq!(code(&refused), Some(2));
        assert!(stderr(&refused).contains(expected), "{}", stderr(&refused));
    }
}

/// A running `engine play`, to which a test writes lines.
struct Game {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Game {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        Self::spawn(folder, &mut command(&[&["play"], arguments].concat()))
    }

    fn spawn(folder: &Path, command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.current_dir(folder).spawn().expect("the engine starts");
        let input = child.stdin.take().expect("a pipe");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self { child, input, lines }
    }

    fn write(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads input");
    }

    /// Reads lines up to one that contains `text`, and returns that line.
    fn wait_for(&mut self, text: &str) -> String {
        self.lines.by_ref().map(|line| line.expect("text")).find(|line| line.contains(text)).expect(text)
    }

    /// Ends the input. Returns the rest of stdout, the exit code and stderr.
    fn end(self) -> (String, Option<i32>, String) {
        let Self { child, input, lines } = self;
        drop(input);
        let rest: String = lines.map_while(Result::ok).map(|line| line + "\n").collect();
        let output = child.wait_with_output().expect("the program ends");
        (rest, code(&output), stderr(&output))
    }
}

#[test]
fn a_game_that_cannot_be_saved_is_printed_with_an_error() {
    let folder = tempfile::tempdir().expect("a directory");
    let lost = folder.path().join("game.pgn");
    let mut game = Game::start(folder.path(), &["--colour", "both", "--save", "game.pgn"]);
    game.wait_for("two people");
    fs::write(&lost, "another game").expect("the file is created by someone else");
    game.write("e4");
    assert!(game.wait_for("Not saved").contains("game.pgn already exists"));
    let (rest, code, error) = game.end();
    assert!(rest.contains("White: 1. e4\n") && rest.contains("\n1. e4 *\n"), "{rest}");
    assert_eq!(code, Some(1));
    assert!(error.contains("game.pgn already exists"), "{error}");
    assert_eq!(fs::read_to_string(&lost).expect("the file exists"), "another game");
}

#[test]
fn the_file_of_save_contains_every_move_before_the_move_is_printed() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("game.pgn");
    let mut game = Game::start(folder.path(), &["--nodes", "500", "--save", "game.pgn"]);
    let saved = || fs::read_to_string(&path).expect("saved");
    game.write("e4");
    game.wait_for("Player: 1. e4");
    assert!(saved().contains("1. e4 "), "{}", saved());
    let reply = game.wait_for("Glulam: 1... ");
    let reply = reply.rsplit(' ').next().expect("a move");
    assert!(saved().contains(&format!("1. e4 {reply} *")), "{}", saved());
    game.write("undo");
    game.wait_for("Took back");
    assert!(saved().ends_with("\n\n*\n"), "{}", saved());
    game.write("d4");
    game.wait_for("Glulam: 1... ");
    game.write("resign");
    game.wait_for("White resigns");
    assert!(saved().contains("[Result \"0-1\"]") && saved().contains("1. d4 "), "{}", saved());
    assert_eq!(game.end(), ("Saved to game.pgn.\n".to_owned(), Some(0), String::new()));
}

#[test]
fn a_closed_output_pipe_ends_the_program_with_the_game_saved() {
    let folder = tempfile::tempdir().expect("a directory");
    let mut command = command(&["play", "--colour", "both", "--save", "game.pgn"]);
    let mut child = command.current_dir(folder.path()).spawn().expect("the engine starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines.next().expect("the welcome").expect("text");
    drop(lines);
    child.stdin.take().expect("a pipe").write_all(b"e4\ne5\n").expect("the program reads input");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
    let saved = fs::read_to_string(folder.path().join("game.pgn")).expect("saved");
    assert!(saved.contains("\n1. e4"), "{saved}");
}

/// Number of times that the next test kills the program.
#[cfg(unix)]
const KILLS: u32 = 1000;

/// Plays the first legal move of each position against the rung `random`, until the program is killed. Returns
/// the printed moves of both sides.
#[cfg(unix)]
fn moves_until_killed(input: &mut ChildStdin, lines: &mut Lines<BufReader<ChildStdout>>) -> Vec<String> {
    let mut printed = Vec::new();
    while writeln!(input, "moves").is_ok() {
        // A line such as `knight: Na3 Nc3`.
        let is_list = |line: &String| line.starts_with(char::is_lowercase) && line.contains(": ");
        let Some(list) = lines.by_ref().map_while(Result::ok).find(is_list) else { break };
        let Some(mv) = list.split(' ').nth(1) else { break };
        if writeln!(input, "{mv}").is_err() {
            break;
        }
        for line in lines.by_ref().map_while(Result::ok) {
            let is_reply = line.starts_with("Glulam");
            // The line with the result of a finished game contains no move.
            let mv = line.split_once(". ").filter(|_| is_reply || line.starts_with("Player"));
            printed.extend(mv.map(|(_, san)| san.to_owned()));
            if is_reply {
                break;
            }
        }
    }
    printed
}

#[cfg(unix)]
#[test]
#[ignore = "for .ci/long: starts and kills the program a thousand times"]
fn a_killed_program_loses_at_most_the_last_move() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("game.pgn");
    let mut checked = 0;
    for round in 0..KILLS {
        let _ = fs::remove_file(&path);
        let arguments = ["--layers", "random", "--quiet", "--save", "game.pgn"];
        let mut game = Game::start(folder.path(), &arguments);
        let process = game.child.id();
        // The delay has no connection to the moves, so the program is killed at all moments of a game.
        let delay = std::time::Duration::from_micros(u64::from(round * 7919 % KILLS) * 150);
        let printed = std::thread::scope(|scope| {
            let killer = scope.spawn(move || {
                std::thread::sleep(delay);
                crate::support::kill("-KILL", process);
            });
            let printed = moves_until_killed(&mut game.input, &mut game.lines);
            killer.join().expect("killed");
            printed
        });
        game.child.wait().expect("the program ends");
        if printed.is_empty() {
            continue;
        }
        let saved = fs::read_to_string(&path).expect("a complete file");
        let movetext = saved.rsplit("\n\n").next().expect("movetext");
        // A game against random moves can end by checkmate before the program is killed. Then a comment with the
        // reason and the result follow the moves.
        let (numbered, is_over) =
            movetext.split_once('{').map_or((movetext, false), |(numbered, _)| (numbered, true));
        let words = numbered.split_whitespace();
        let moves: Vec<_> = words.filter(|word| !word.ends_with('.') && *word != "*").collect();
        let result = movetext.split_whitespace().last().unwrap_or_default();
        assert!(movetext.ends_with(&format!("{result}\n")) && (result == "*") != is_over, "{round}: {saved}");
        assert!(saved.contains(&format!("[Result \"{result}\"]")), "{round}: {saved}");
        assert!(moves.len() >= printed.len(), "{round}: {printed:?} {saved}");
        assert!(moves.iter().zip(&printed).all(|(saved, printed)| saved == printed), "{round}: {saved}");
        checked += 1;
    }
    assert!(checked > KILLS / 10, "only {checked} programs had printed a move");
}

#[test]
fn a_continued_game_has_the_same_players_sides_and_clocks() {
    let folder = tempfile::tempdir().expect("a directory");
    let first = ["--colour", "black", "--name", "Ann", "--level", "3", "--clock", "5+3", "--seed", "4"];
    let arguments = [&first[..], &["--save", "game.pgn"]].concat();
    let output = played_in(folder.path(), &arguments, "quit\n");
    assert!(stdout(&output).contains("You play Black against Glulam (level 3)."), "{}", stdout(&output));
    assert!(stdout(&output).contains("Seed of the random choices: 4."), "{}", stdout(&output));
    let saved = fs::read_to_string(folder.path().join("game.pgn")).expect("saved");
    for tag in ["White \"Glulam (level 3)\"", "Black \"Ann\"", "TimeControl \"300+3\""] {
        assert!(saved.contains(tag), "{tag}: {saved}");
    }
    // As if Ann had thought for two minutes about her last move.
    let (moves, _) = saved.rsplit_once('*').expect("an unfinished game");
    let longer = format!("{moves} e5 {{[%clk 0:03:00]}} 2. h3 {{[%clk 0:04:00]}} *\n");
    fs::write(folder.path().join("game.pgn"), longer).expect("written");
    let next = played_in(folder.path(), &["--pgn", "game.pgn", "--level", "4"], "board\nNc6\n");
    let text = stdout(&next);
    for expected in ["You play Black against Glulam (level 4).", "Ann  3:00", "Ann: 2... Nc6", "3. "] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let text = stdout(&played_in(folder.path(), &["--pgn", "game.pgn"], "quit\n"));
    assert!(text.contains("You play Black against Glulam (level 2)."), "{text}");
    let both = ["--pgn", "game.pgn", "--colour", "both"];
    let text = stdout(&played_in(folder.path(), &both, "Nc6\nh4\n"));
    assert!(text.contains("Ann: 2... Nc6\nWhite: 3. h4\n"), "{text}");
}

#[test]
fn review_shows_the_worst_moves_with_a_better_move_and_the_reason() {
    let folder = tempfile::tempdir().expect("a directory");
    let lines = "f3\ne5\ng4\nQh4\nsave game.pgn\nreview\nq\n";
    let text = stdout(&played_in(folder.path(), &["--colour", "both", "--ascii"], lines));
    for expected in [
        "The moves that cost most, the worst first.",
        "\n\n2. g4?? (blunder): Black mates in 1. Better was ",
        " 4  .  .  .  .  .  . [P] .\n",
        "\nIt allows mate in 1: 2... Qh4#.\n",
        "enter save game.pgn, and then run: engine annotate game.pgn\n",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(text.ends_with("annotate game.pgn\n"), "q leaves the game, which is saved: {text}");
    let plain = played(&["--colour", "both", "--plain"], "f3 e5 g4 Qh4 review");
    assert!(plain.contains(", pawn from ") && !plain.contains(" 4  . "), "{plain}");
    assert!(played(&BOTH, "review e4 review").contains("There is no move to review."));
    // Only the moves of the person are reviewed.
    let fen = ["--fen", "4k3/8/8/8/3q4/8/3Q4/4K3 w - - 0 1", "--nodes", "500"];
    let text = played(&fen, "Qe2 resign review");
    assert!(text.contains("1. Qe2+?? (blunder): ") && text.contains("Better was Qxd4: "), "{text}");
    assert!(
        text.contains("It misses a capture: 1. Qxd4 wins the queen.") && !text.contains("\n1... "),
        "{text}"
    );
}

#[test]
fn without_an_option_for_its_strength_the_engine_plays_at_a_level_for_beginners() {
    for (arguments, name) in [
        (&[][..], "Glulam (level 2)."),
        (&["--clock", "5+3"], "Glulam (level 2)."),
        (&["--level", "7"], "Glulam (level 7)."),
        (&["--level", "10"], "Glulam."),
        (&["--elo", "800"], "Glulam (Elo 800)."),
        (&["--nodes", "500"], "Glulam."),
        (&["--layers", "minimax"], "Glulam (minimax)."),
    ] {
        let text = played(arguments, "quit");
        assert!(text.starts_with(&format!("You play White against {name}\n")), "{arguments:?}: {text}");
    }
    assert!(played(&[], "quit").contains("Level 2 is the default, about"));
    assert!(stdout(&engine(&["play", "--help"])).contains("[default: 2"));
}

#[test]
fn a_new_game_a_rematch_and_another_level_begin_without_leaving() {
    let folder = tempfile::tempdir().expect("a directory");
    let lines = "e4\nlevel 4\nnew\nd4\nresign\nrematch\nlevel\nquit\n";
    let output = played_in(folder.path(), &["--level", "1", "--save", "games.pgn"], lines);
    let text = stdout(&output);
    for expected in [
        "The engine plays at level 4, about",
        "New game. You play White against Glulam (level 4).",
        "Player: 1. d4",
        "The file games.pgn holds one game. To save the new game, enter save with another name.\nNew game.",
        " {White resigns.} 0-1\nNew game. You play Black against Glulam (level 4).\nGlulam (level 4): 1. ",
        "[White \"Glulam (level 4)\"]\n[Black \"Player\"]",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let saved = fs::read_to_string(folder.path().join("games.pgn")).expect("saved");
    assert_eq!(saved.matches("[Result").count(), 1, "the first game: {saved}");

    let printed = played(&BOTH, "e4 rematch d4 level");
    assert!(printed.contains("\n1. e4 *\nNew game. A game between two people"), "{printed}");
    assert!(printed.contains("\n1. d4 *\n") && printed.contains("the engine has no level"), "{printed}");
    assert!(
        played(&["--layers", "random"], "level 3").contains("a rung or a set of layers sets its strength")
    );
}

#[test]
fn the_position_can_be_examined_and_saved_after_the_game() {
    let folder = tempfile::tempdir().expect("a directory");
    let resigned = played_in(folder.path(), &BOTH, "e4\nresign\nboard\nsave over  it.pgn\n");
    let text = stdout(&resigned);
    for expected in [" 4  .  .  .  . [♙]", "Saved to over  it.pgn."] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(
        fs::read_to_string(folder.path().join("over  it.pgn"))
            .expect("saved")
            .contains("1. e4 {Black resigns.} 1-0")
    );
}

#[test]
fn a_line_after_the_time_ran_out_ends_the_game_and_the_clock_shows_zero() {
    let folder = tempfile::tempdir().expect("a directory");
    let mut game = Game::start(folder.path(), &["--colour", "both", "--clock", "0.3s"]);
    game.wait_for("two people");
    std::thread::sleep(std::time::Duration::from_millis(400));
    game.write("board");
    assert!(game.wait_for(" 1 ").ends_with("White  0:00.0"));
    let (rest, code, error) = game.end();
    assert!(rest.contains("White ran out of time. 0-1"), "{rest}");
    assert_eq!((code, error.as_str()), (Some(0), ""));
}

#[test]
fn plain_output_describes_moves_and_positions_in_words() {
    let fen = "r3k3/1P6/8/3pP3/8/8/8/4K2R w Kq d6 0 1";
    let text = played(&["--plain", "--colour", "both", "--fen", fen], "board exd6 Kf8 O-O+ Kg7 bxa8=Q board");
    for expected in [
        "White: king on e1; rook on h1; pawns on e5 and b7.\nBlack: king on e8; rook on a8; pawn on d5.\n",
        "White is to move.\n",
        "White: 1. exd6, pawn from e5 takes the pawn en passant and goes to d6.\n",
        "Black: 1... Kf8, king from e8 to f8.\n",
        "White: 2. O-O+, castles kingside, check.\n",
        "White: 3. bxa8=Q, pawn from b7 takes the rook on a8 and becomes a queen.\n",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(!text.contains("[♙]") && !text.contains(" 8  "), "{text}");
    let hint = played(&["--plain", "--nodes", "500", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"], "hint");
    assert!(hint.contains("Hint: Ra8#, rook from a1 to a8, checkmate."), "{hint}");
}

#[test]
fn plain_output_says_that_the_engine_thinks_if_its_search_is_long() {
    let long = played(&["--plain", "--movetime", "2500ms"], "e4");
    assert!(long.contains("\nGlulam is thinking.\nGlulam: 1... "), "{long}");
    let quick = played(&["--plain", "--nodes", "100"], "e4 d4");
    assert!(quick.contains("2... ") && !quick.contains("thinking"), "{quick}");
}

#[test]
fn the_path_of_syzygy_tablebases_must_contain_tablebases() {
    let folder = tempfile::tempdir().expect("a directory");
    let output = played_in(folder.path(), &["--syzygy", "."], "");
    assert_eq!(code(&output), Some(1));
    assert!(stderr(&output).contains("no tablebases in ."), "{}", stderr(&output));
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
fn hints_board_and_help_are_printed_by_commands() {
    let fen = ["--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "--nodes", "500", "--ascii"];
    let text = played(&fen, "hint board flip fen help Ra8#");
    for expected in [
        "Hint: Ra8#.",
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
    let lines = "\u{0}\u{7f}\n💥\n e4 \r\nundo 99999\nsave /no/such/folder/x.pgn\nmoves z9\nmoves e4";
    let bytes = [&b"\xff\xfe\n"[..], "x".repeat(20_000).as_bytes(), b"\n", lines.as_bytes()].concat();
    let mut child = command(&["play", "--colour", "both"]).spawn().expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(&bytes).expect("the program reads input");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(code(&output), Some(0));
    let text = stdout(&output);
    for expected in [
        "xx' is neither",
        "'\u{fffd}\u{fffd}' is neither",
        "'💥' is neither",
        "White: 1. e4",
        "undo 2",
        "cannot write",
        "moves e2",
        "no legal move from e4",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn invalid_arguments_are_rejected_with_advice() {
    for (arguments, remedy) in [
        (&["play", "--clock", "soon"][..], "5+3"),
        (&["play", "--elo", "500"], "choose 600 to 3000"),
        (&["play", "--level", "11"], "choose 1 to 10"),
        (&["--elo", "800"], "write engine play --elo 800"),
        (&["play", "--level", "3", "--elo", "900"], "--elo"),
        (&["play", "--colour", "red"], "white"),
        (&["play", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "king is missing"),
        (&["play", "--elo", "900", "--layers", "minimax"], "--layers"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
    }
    for missing in [
        &["play", "--pgn", "no-such-file"][..],
        &["play", "--colour", "both", "--book", "no-such-file"],
        &["play", "--save", "no-such-file/game.pgn"],
    ] {
        let missing = engine(missing);
        assert_eq!(code(&missing), Some(1));
        assert!(stderr(&missing).contains("no-such-file"));
    }
}
