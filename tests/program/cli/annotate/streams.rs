//! Games without end: in order, at once, in constant memory.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

#[test]
fn a_game_is_answered_before_the_next_is_read() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_engine"))
        .args(["annotate", "--nodes", "50", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    for number in 1..=3 {
        // What tells the end of a game is the header of the next.
        stdin.write_all(b"[Event \"x\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. d4 *\n\n").expect("read");
        let line = lines.next().expect("a line").expect("UTF-8");
        assert!(line.contains(&format!("\"game\":{number},")), "{line}");
    }
    drop(stdin);
    assert_eq!(lines.count(), 3);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_engine"))
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

/// The most memory the process has ever held, in kB.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("Linux tells it");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn many_games_take_no_more_memory_than_few() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_engine"))
        .args(["annotate", "--nodes", "1", "--jobs", "2", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let game = format!("[Event \"{}\"]\n\n1. e4 e5 2. Nf3 {{{}}} *\n\n", "x".repeat(200), "y ".repeat(1_500));
    let mut peaks = [0, 0];
    // As text the second lot alone is more than what the peak may grow by.
    for (games, seen) in [500, 3_000].into_iter().zip(&mut peaks) {
        let text = game.repeat(games);
        let feeder = std::thread::spawn(move || {
            stdin.write_all(text.as_bytes()).expect("read");
            stdin
        });
        // The last game is held back until its end is certain, and was so in the first lot.
        let mut headers = 0;
        while headers < games - 1 {
            let line = lines.next().expect("a line").expect("UTF-8");
            headers += usize::from(line.starts_with("[Event "));
        }
        stdin = feeder.join().expect("fed");
        *seen = peak(child.id());
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
