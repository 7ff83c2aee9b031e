//! `engine annotate` on streams: games in order, without delay, in constant memory.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use crate::support::engine_path;

#[test]
fn a_game_is_written_before_the_next_game_is_complete() {
    let mut child = Command::new(engine_path())
        .args(["annotate", "--nodes", "50", "--jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    for number in 1..=3 {
        // The header of the next game ends a game.
        stdin.write_all(b"[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. d4 *\n\n").expect("read");
        let line = lines.next().expect("a line").expect("UTF-8");
        assert!(line.contains(&format!("\"game\":{number},")), "{line}");
    }
    drop(stdin);
    assert_eq!(lines.count(), 3);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_closed_output_pipe_ends_the_run_with_exit_code_0() {
    let mut child = Command::new(engine_path())
        .args(["annotate", "--nodes", "50"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("piped");
    for _ in 0..1000 {
        if stdin.write_all(b"[Event \"x\"]\n\n1. e4 *\n\n").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_games() {
    let mut child = Command::new(engine_path())
        .args(["annotate", "--nodes", "1", "--jobs", "2", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let game = format!("[Event \"{}\"]\n\n1. e4 e5 2. Nf3 {{{}}} *\n\n", "x".repeat(200), "y ".repeat(1_500));
    let mut peaks = [0, 0];
    // The text of the second batch alone is larger than the allowed growth of the peak.
    for (games, measured) in [500, 3_000].into_iter().zip(&mut peaks) {
        let text = game.repeat(games);
        let feeder = std::thread::spawn(move || {
            stdin.write_all(text.as_bytes()).expect("read");
            stdin
        });
        // The last game of a batch is written only when the next game starts.
        let mut headers = 0;
        while headers < games - 1 {
            let line = lines.next().expect("a line").expect("UTF-8");
            headers += usize::from(line.starts_with("[Event "));
        }
        stdin = feeder.join().expect("fed");
        *measured = crate::support::peak_memory(child.id());
    }
    drop(stdin);
    lines.for_each(drop);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let [few, many] = peaks;
    assert!(
        many < few + 3_000,
        "{few} kB for 500 games, {many} kB for 3000 more: {} kB of text",
        game.len() * 3
    );
}
