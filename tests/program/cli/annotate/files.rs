//! Files that come out: replaced whole or not at all, and pictures.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{GAMES, QUICK, annotated};
use crate::support::{code, engine, run, stderr, stdout};

const OLD: &str = "what was there before";

#[test]
fn a_file_may_be_replaced_by_its_own_annotation() {
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

/// An annotation that takes minutes, with something written already, beside an old file.
#[cfg(unix)]
fn half_way(folder: &Path) -> Child {
    fs::write(folder.join("out.pgn"), OLD).expect("written");
    // So many games that what is done of them passes the buffers of the writer.
    let games = format!("[Event \"{}\"]\n\n1. e4 *\n\n", "x".repeat(5_000)).repeat(20);
    fs::write(folder.join("in.pgn"), games + "[Event \"long\"]\n\n1. d4 *\n").expect("written");
    let child = Command::new(env!("CARGO_BIN_EXE_engine"))
        .args(["annotate", "in.pgn", "-o", "out.pgn", "--movetime", "150"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let deadline = Instant::now() + Duration::from_mins(1);
    let grown = || {
        fs::read_dir(folder).expect("a folder").flatten().any(|entry| {
            let is_aside = entry.file_name().to_string_lossy().starts_with(".tmp");
            is_aside && entry.metadata().is_ok_and(|about| about.len() > 0)
        })
    };
    while !grown() {
        assert!(Instant::now() < deadline, "nothing is written aside");
        thread::sleep(Duration::from_millis(20));
    }
    child
}

#[cfg(unix)]
#[test]
fn killed_half_way_it_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = half_way(folder.path());
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(fs::read_to_string(folder.path().join("out.pgn")).expect("there"), OLD);
}

#[cfg(unix)]
#[test]
fn asked_to_end_it_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = half_way(folder.path());
    crate::support::kill("-TERM", child.id());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), Some(143));
    assert!(stderr(&output).contains("interrupted: out.pgn is as it was"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(folder.path().join("out.pgn")).expect("there"), OLD);
    assert_eq!(entries(folder.path()), 2, "only what was there before");
}

#[test]
fn every_annotated_game_has_its_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let graphs = folder.path().join("new/graphs");
    let pgn = "[White \"<A & B>\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. Ke4 *\n\n1. e4 *\n";
    let output = run(&[&QUICK[..], &["--svg", &graphs.to_string_lossy()]].concat(), pgn.as_bytes());
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("Qh4#"));
    assert_eq!(entries(&graphs), 2, "none of the illegal one");
    let svg = fs::read_to_string(graphs.join("game-00001.svg")).expect("there");
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{svg}");
    for part in
        ["&lt;A &amp; B&gt; – Black, 0-1", "prefers-color-scheme:dark", "2. g4??: blunder, better ", "1 ??"]
    {
        assert!(svg.contains(part), "{part} in {svg}");
    }
    // The mate on the board is at the foot of the plot.
    assert!(svg.contains(" 704.0,248.0"), "{svg}");
}
