//! `engine pichu`: answers, time limits, errors, and the memory file.

use std::{
    fs,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use glulam::tools::pichu::{table::PichuTable, table_file};
use tempfile::TempDir;

use crate::support::{code, engine, engine_path, stderr, stdout};

const START: &str = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";
/// Example boards of the student program, with the side to move.
const EXAMPLES: [(&str, &str); 2] = [
    ("w", "RNBQKBNRPPPP.PPP............P......p............ppp.pppprnbqkbnr"),
    ("b", "RNBQKBNRPPPP.PPP...................P............ppp.pppprnbqkbnr"),
];
/// A board on which White's Robin can capture the Kingfisher.
const DECIDED: &str = "KR.....k........................................................";

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn the_examples_are_answered_in_time_and_the_last_line_is_the_new_board() {
    for (turn, board) in EXAMPLES {
        for seconds in [2.0, 1.0] {
            let answered = || {
                let started = Instant::now();
                let output = engine(&["pichu", turn, board, &seconds.to_string()]);
                (started.elapsed() < Duration::from_secs_f64(seconds)).then_some(output)
            };
            // Other work on the machine delays the start of a process.
            let output = (0..3).find_map(|_| answered()).expect("an answer in time");
            assert_eq!(code(&output), Some(0), "{}", stderr(&output));
            let text = stdout(&output);
            let after = last_line(&text);
            assert_eq!((after.len(), after == board), (64, false), "{text}");
            assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        }
    }
    let text = stdout(&engine(&["pichu", "b", EXAMPLES[1].1, "1"]));
    let sentence = "Move the Quetzal at row 7 column 3 to row 4 column 3.\nThere it takes a Parakeet.\n";
    assert!(text.contains(sentence), "{text}");
    assert!(text.contains("7 r n b q k b n r      7 r n b . k b n r"), "{text}");
    assert_eq!(last_line(&text), "RNBQKBNRPPPP.PPP...................q............ppp.pppprnb.kbnr");
}

#[test]
fn a_decided_position_and_a_single_move_are_answered_immediately() {
    let walled_in = "KP.......P.......P.......p.....................................k";
    let started = Instant::now();
    for (board, seconds) in [(DECIDED, "1000"), (DECIDED, "1e300"), (DECIDED, "inf"), (walled_in, "1000")] {
        assert_eq!(code(&engine(&["pichu", "w", board, seconds])), Some(0), "{board}");
    }
    assert!(started.elapsed() < Duration::from_secs(100));
}

#[test]
fn the_end_of_a_game_is_reported_and_a_finished_game_has_no_move() {
    let won = stdout(&engine(&["pichu", "w", DECIDED, "1"]));
    assert!(won.contains("row 0 column 7.\nThere it takes the Kingfisher.\n"), "{won}");
    assert!(won.contains("White has won: Black's Kingfisher is taken."), "{won}");
    let stuck = format!("k{}PPPPPPPPKBBBBBBB", ".".repeat(47));
    for (arguments, expected) in [
        (&["pichu", "b", last_line(&won), "1"][..], "White has won"),
        (&["pichu", "w", last_line(&won), "1"], "White has won"),
        (&["pichu", "w", &stuck, "1"], "White cannot move"),
        (&["pichu", "w", START, "1", "--ply", "200"], "it has lasted 200 plies"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(0));
        let text = stdout(&output);
        assert!(text.contains(expected) && !text.contains("Move the"), "{text}");
        assert_eq!(last_line(&text), arguments[2]);
    }
    let last = engine(&["pichu", "w", START, "1", "--ply", "199"]);
    assert!(stdout(&last).contains("it has lasted 200 plies"), "{}", stdout(&last));
}

#[test]
fn invalid_boards_and_times_are_rejected_with_exit_code_2() {
    let bad = |at: usize, bird: &str| format!("{}{bird}{}", &START[..at], &START[at + 1..]);
    for (arguments, remedy) in [
        (&["pichu", "w", &bad(20, "x"), "1"][..], "'x' at row 2 column 4"),
        (&["pichu", "w", &bad(20, "k"), "1"], "row 7 column 4"),
        (&["pichu", "w", &bad(57, "P"), "1"], "row 7 column 1"),
        (&["pichu", "w", &START[..40], "1"], "row 5 column 0"),
        (&["pichu", "w", &format!("{START}P"), "1"], "row 7 column 7"),
        (&["pichu", "x", START, "1"], "possible values: w, b"),
        (&["pichu", "w", START], "SECONDS"),
        (&["pichu", "w", START, "0"], "above 0"),
        (&["pichu", "w", START, "nan"], "above 0"),
        (&["pichu", "w", START, "soon"], "0.5"),
        (&["pichu", "w", START, "--depth", "0"], "choose 1 to 200"),
        (&["pichu", "w", START, "1", "--ply", "201"], "choose 0 to 200"),
        (&["pichu", "w", START, "1", "--memory", "no/such/folder/file"], "does not exist"),
    ] {
        let output = engine(arguments);
        assert_eq!(code(&output), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(remedy), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_memory_file_is_reused_and_a_damaged_file_is_rejected_unchanged() {
    let folder = TempDir::new().expect("a directory");
    let path = folder.path().join("birds");
    let path = path.to_str().expect("UTF-8");
    let run = || stderr(&engine(&["pichu", "w", START, "--depth", "6", "--memory", path]));
    let (first, second) = (run(), run());
    let parts = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let nodes = words.iter().position(|word| *word == "nodes,").expect(line);
        (words[0].to_owned(), words[nodes - 1].parse::<u64>().expect(line))
    };
    let [(first_score, first_nodes), (second_score, second_nodes)] =
        [&first, &second].map(|line| parts(line));
    assert_eq!(first_score, second_score);
    assert!(second_nodes < first_nodes, "{second} after {first}");
    assert_eq!(
        fs::read_dir(folder.path()).expect("a file of this test").count(),
        1,
        "no temporary file is left behind"
    );

    let mut bytes = fs::read(path).expect("a file of this test");
    bytes.truncate(1000);
    fs::write(path, &bytes).expect("a file of this test");
    let output = engine(&["pichu", "w", START, "1", "--memory", path]);
    assert_eq!(code(&output), Some(1));
    assert!(output.stdout.is_empty());
    assert!(stderr(&output).contains("damaged: remove it"), "{}", stderr(&output));
    assert_eq!(fs::read(path).expect("a file of this test"), bytes);
}

#[test]
fn killing_the_program_leaves_the_old_or_the_new_memory_file() {
    let folder = TempDir::new().expect("a directory");
    let path = folder.path().join("birds");
    let mut command = Command::new(engine_path());
    command.args(["pichu", "w", START, "--depth", "6", "--memory"]).arg(&path);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(command.status().expect("the binary runs").success());
    let files = |folder: &TempDir| fs::read_dir(folder.path()).expect("a directory").count();
    let mut killed_while_saving = 0;
    for _ in 0..20 {
        let before = files(&folder);
        let mut child = command.spawn().expect("the binary runs");
        // The program saves its memory in a temporary file beside the old one, and then renames it.
        let mut ended = false;
        while !ended && files(&folder) == before {
            ended = child.try_wait().expect("the child process exists").is_some();
        }
        child.kill().expect("killing an ended process is no error");
        child.wait().expect("the program ends");
        killed_while_saving += usize::from(files(&folder) > before);
        let entries =
            table_file::load(&path, &mut PichuTable::new().expect("16 MiB")).expect("a valid memory file");
        assert!(entries > 100, "{entries} entries");
    }
    assert!(killed_while_saving > 0, "no temporary file was there after a kill");
}
