//! Output files of `engine annotate`: complete replacement or no change.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
};

use glulam::chess::position::Position;

use super::{GAMES, QUICK, annotated};
use crate::support::{code, engine, run, stderr, stdout};

const OLD: &str = "old content";

#[test]
fn the_output_file_may_be_the_input_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    fs::write(&path, GAMES).expect("written");
    let name = path.to_string_lossy();
    let output = engine(&[&QUICK[..], &[&name, "-o", &name]].concat());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(output.stdout.is_empty());
    assert_eq!(fs::read(&path).expect("there"), annotated(&[]).stdout);
    assert_eq!(entries(folder.path()), 1);
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a folder").count()
}

/// Starts an annotation that takes seconds, and returns after it has written a part of the new file beside
/// the old one.
#[cfg(unix)]
fn half_way(folder: &Path) -> Child {
    fs::write(folder.join("out.pgn"), OLD).expect("written");
    // Enough games to exceed the write buffer.
    let games = format!("[Event \"{}\"]\n\n1. e4 *\n\n", "x".repeat(5_000)).repeat(20);
    fs::write(folder.join("in.pgn"), games + "[Event \"long\"]\n\n1. d4 *\n").expect("written");
    let child = Command::new(env!("CARGO_BIN_EXE_engine"))
        .args(["annotate", "in.pgn", "-o", "out.pgn", "--force", "--movetime", "150"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    crate::support::wait_until("a part of the temporary file is written", || {
        fs::read_dir(folder).expect("a folder").flatten().any(|entry| {
            let is_temporary = entry.file_name().to_string_lossy().starts_with(".tmp");
            is_temporary && entry.metadata().is_ok_and(|metadata| metadata.len() > 0)
        })
    });
    child
}

#[cfg(unix)]
#[test]
fn a_killed_annotation_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = half_way(folder.path());
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(fs::read_to_string(folder.path().join("out.pgn")).expect("there"), OLD);
}

#[cfg(unix)]
#[test]
fn sigterm_leaves_the_old_file_and_no_temporary_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = half_way(folder.path());
    crate::support::kill("-TERM", child.id());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), Some(143));
    assert!(stderr(&output).contains("interrupted: out.pgn is unchanged"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(folder.path().join("out.pgn")).expect("there"), OLD);
    assert_eq!(entries(folder.path()), 2, "no new file");
}

#[test]
fn without_games_neither_the_output_nor_the_practice_file_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let [out, practice] = ["out.pgn", "missed.epd"].map(|name| folder.path().join(name));
    fs::write(&out, OLD).expect("written");
    let [out_text, practice_text] = [&out, &practice].map(|path| path.to_str().expect("UTF-8"));
    let words = ["annotate", "--nodes", "100", "-o", out_text, "--force", "--practice", practice_text];
    let output = run(&words, b"\n");
    assert_eq!(code(&output), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("the input contains no games: "), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&out).expect("there"), OLD);
    assert!(!practice.exists());
}

/// After 3... Nf6, White overlooks 4. Qxf7#.
const MISSED: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n[Event \"Club\"]\n[Result \"*\"]\n\n\
                      1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Nc3 Nxh5 *\n";

/// Returns a game of random moves, in which the players miss many good moves.
fn random_game(mut seed: u64) -> String {
    let (mut position, mut text) = (Position::start(), "[Result \"*\"]\n\n".to_owned());
    for _ in 0..60 {
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        if moves.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(seed >> 33) as usize % moves.len()];
        text.push_str(&position.san(mv));
        text.push(' ');
        position = position.play(mv);
    }
    text + "*\n\n"
}

#[test]
fn epd_and_page_contain_the_same_positions_and_their_number_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let [epd, page] = ["missed.epd", "missed.html"].map(|name| folder.path().join(name));
    let games: String = (1..=4).map(random_game).collect();
    let mut said = Vec::new();
    for path in [&epd, &page] {
        let words = ["annotate", "--nodes", "1000", "--practice", path.to_str().expect("UTF-8")];
        let output = run(&words, games.as_bytes());
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        said.push(stderr(&output));
    }
    let page = fs::read_to_string(&page).expect("the page");
    let data = page.split_once("id=\"data\">").expect("data").1.split_once("</script>").expect("the end").0;
    let data: Vec<serde_json::Value> = serde_json::from_str(data).expect("JSON");
    let epd = fs::read_to_string(&epd).expect("the EPD file");
    let lines: Vec<_> = epd.lines().collect();
    assert!(lines.len() > 10, "{epd}");
    assert_eq!(data.len(), lines.len());
    let reported = format!("nodes/s; {} positions to practise\n", lines.len());
    assert!(said.iter().all(|said| said.ends_with(&reported)), "{said:?}");
    for (puzzle, line) in data.iter().zip(lines) {
        let fen = puzzle["fen"].as_str().expect("text").split(' ').take(4).collect::<Vec<_>>().join(" ");
        assert!(line.starts_with(&fen), "{line}: {fen}");
        let find = |uci: &serde_json::Value| {
            let moves = puzzle["moves"].as_array().expect("moves");
            moves.iter().find(|mv| mv["uci"] == *uci).expect("a legal move").clone()
        };
        let best = find(&puzzle["best"]);
        assert!(best["score"].is_string(), "the best move has a score: {puzzle}");
        let san = best["san"].as_str().expect("text").rsplit_once(' ').expect("a number").1;
        assert!(line.contains(&format!(" bm {san}; ")), "{line}: {san}");
    }
    let output = run(
        &[
            "annotate",
            "--nodes",
            "100",
            "--practice",
            folder.path().join("none.epd").to_str().expect("UTF-8"),
        ],
        b"1. e4 *\n",
    );
    assert!(stderr(&output).ends_with("; 0 positions to practise\n"), "{}", stderr(&output));
}

#[test]
fn the_summary_counts_the_nodes_of_the_searches_for_practice() {
    let folder = tempfile::tempdir().expect("a folder");
    let [epd, page] = ["missed.epd", "missed.html"].map(|name| folder.path().join(name));
    let nodes = |practice: &[&str]| -> u64 {
        let output = run(&[&["annotate", "--nodes", "5000"], practice].concat(), MISSED.as_bytes());
        let summary = stderr(&output);
        let (before, _) = summary.split_once(" nodes in ").expect(&summary);
        before.rsplit(' ').next().and_then(|word| word.parse().ok()).expect(&summary)
    };
    let plain = nodes(&[]);
    let for_epd = nodes(&["--practice", epd.to_str().expect("UTF-8")]);
    let for_page = nodes(&["--practice", page.to_str().expect("UTF-8")]);
    // Two searches confirm the position of the file, and the page needs a third one.
    assert!(plain < for_epd && for_epd < for_page, "{plain}, {for_epd}, {for_page}");
}

#[test]
fn practice_writes_positions_with_one_good_move_as_epd_or_as_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let [epd, page] = ["missed.epd", "missed.html"].map(|name| folder.path().join(name));
    for path in [&epd, &page] {
        let words = ["annotate", "--nodes", "5000", "--practice", path.to_str().expect("UTF-8")];
        let output = run(&words, MISSED.as_bytes());
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("4. Nc3"), "the annotated game is written too");
        assert!(stderr(&output).ends_with("; 1 position to practise\n"), "{}", stderr(&output));
    }
    let text = std::fs::read_to_string(&epd).expect("the EPD file");
    let white = text.lines().find(|line| line.contains("Qxf7#")).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(
        white,
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"Anna - Ben, Club, 4. Nc3\";"
    );
    let html = std::fs::read_to_string(&page).expect("the page");
    assert!(html.contains("\"best\":\"h5f7\"") && html.contains("\"played\":\"b1c3\""), "{html:.500}");
    assert!(html.contains("\"4... Nxh5"), "the refutation of the move of the game");
    let of_player = |name: &str| {
        let path = folder.path().join(name);
        let words =
            ["annotate", "--nodes", "5000", "--practice", path.to_str().expect("UTF-8"), "--player", name];
        let output = run(&words, MISSED.as_bytes());
        assert_eq!(code(&output), Some(0), "{}", stderr(&output));
        let text = std::fs::read_to_string(&path).expect("the EPD file");
        let counted = format!("; {} position", text.lines().count());
        assert!(stderr(&output).contains(&counted), "{}", stderr(&output));
        text
    };
    let [anna, ben] = ["ann", "Ben"].map(of_player);
    assert!(anna.contains("Qxf7#") && !ben.contains("Qxf7#"), "{anna}{ben}");
    assert_eq!(anna.lines().count() + ben.lines().count(), text.lines().count());
    // The file is an ordinary suite.
    let solved = run(&["solve", epd.to_str().expect("UTF-8"), "--nodes", "5000"], b"");
    assert_eq!(code(&solved), Some(0), "{}", stderr(&solved));

    // An existing file is replaced only with --force.
    std::fs::write(&epd, "mine").expect("a file");
    let words = ["annotate", "--nodes", "5000", "--practice", epd.to_str().expect("UTF-8")];
    let output = run(&words, MISSED.as_bytes());
    assert_eq!(code(&output), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("missed.epd"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&epd).expect("the file"), "mine");
    let output = run(&[&words[..], &["--force"]].concat(), MISSED.as_bytes());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&epd).expect("the file"), text);

    let nowhere = folder.path().join("none").join("x.epd");
    let output = run(&["annotate", "--practice", nowhere.to_str().expect("UTF-8")], MISSED.as_bytes());
    assert_eq!(code(&output), Some(1));
    assert!(stderr(&output).contains("x.epd"), "{}", stderr(&output));
}
