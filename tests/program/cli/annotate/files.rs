//! Output files of `engine annotate`: complete replacement or no change.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
};

use super::{GAMES, QUICK, annotated};
use crate::support::{code, engine, engine_path, run, stderr};

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
    let child = Command::new(engine_path())
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
fn without_games_the_output_file_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.pgn");
    fs::write(&out, OLD).expect("written");
    let words = ["annotate", "--nodes", "100", "-o", out.to_str().expect("UTF-8"), "--force"];
    let output = run(&words, b"\n");
    assert_eq!(code(&output), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("the input contains no games: "), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&out).expect("there"), OLD);
}
