//! Pairs of commands that write to the same file, with kills at random moments: the file always has a complete old or
//! a complete new output, and of two commands that create it exactly one succeeds.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::support::{command, kill};

/// Content of a file that existed before.
const OLD: &[u8] = b"an older file\n";

/// A command that writes `out`, and its complete output.
struct Writer {
    arguments: Vec<&'static str>,
    output: Vec<u8>,
    /// Whether an interrupted run leaves the output up to there in a file that it created.
    is_stream: bool,
}

fn start(folder: &Path, arguments: &[&str], force: bool) -> Child {
    let mut command = command(&[arguments, &["-o", "out"], if force { &["--force"] } else { &[] }].concat());
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the engine starts")
}

fn writers(folder: &Path) -> Vec<Writer> {
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
    fs::write(folder.join("games.pgn"), game.repeat(20)).expect("written");
    fs::write(folder.join("input.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - -\n".repeat(60)).expect("written");
    [
        (vec!["analyse", "--nodes", "60", "--no-timing", "-q", "input.epd"], true),
        (vec!["annotate", "--nodes", "40", "-q", "games.pgn"], false),
        (vec!["book", "make", "-q", "games.pgn"], false),
    ]
    .map(|(arguments, is_stream)| {
        assert!(start(folder, &arguments, false).wait().expect("ours").success(), "{arguments:?}");
        let output = fs::read(folder.join("out")).expect("written");
        fs::remove_file(folder.join("out")).expect("ours");
        Writer { arguments, output, is_stream }
    })
    .into()
}

#[test]
fn a_file_always_has_a_complete_output_and_exactly_one_command_creates_it() {
    run_pairs(3, 50);
}

#[test]
#[ignore = "two hundred pairs take half a minute"]
fn after_many_pairs_of_commands_a_file_has_a_complete_output() {
    run_pairs(4, 200);
}

fn run_pairs(seed: u64, pairs: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let out: PathBuf = folder.path().join("out");
    let writers = writers(folder.path());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut created, mut killed) = (0, 0);
    for pair in 0..pairs {
        let exists = rng.random_bool(0.5);
        if exists {
            fs::write(&out, OLD).expect("written");
        } else {
            let _ = fs::remove_file(&out);
        }
        let force = rng.random_bool(0.5);
        let pair_of = [0, 1].map(|_| &writers[rng.random_range(0..writers.len())]);
        let mut children = pair_of.map(|writer| start(folder.path(), &writer.arguments, force));
        let signal = [None, Some("-KILL"), Some("-TERM")][rng.random_range(0..3)];
        let target = signal.map(|signal| {
            thread::sleep(Duration::from_micros(rng.random_range(0..60_000)));
            let target = rng.random_range(0..2);
            kill(signal, children[target].id());
            target
        });
        let succeeded = children.each_mut().map(|child| child.wait().expect("ours").success());
        let context = || {
            let words = pair_of.map(|writer| writer.arguments[0]);
            format!("pair {pair}: {words:?}, force {force}, exists {exists}, {signal:?}, {succeeded:?}")
        };

        let content = fs::read(&out).ok();
        // A command that was killed can have completed the file before.
        let is_complete = (0..2).any(|index| {
            (succeeded[index] || target == Some(index))
                && content.as_deref() == Some(pair_of[index].output.as_slice())
        });
        let count = succeeded.iter().filter(|success| **success).count();
        if count > 0 {
            assert!(is_complete, "the file has a complete output: {}", context());
        } else {
            let is_start = content.as_ref().is_some_and(|content| {
                !exists && pair_of.iter().any(|writer| writer.is_stream && writer.output.starts_with(content))
            });
            let is_old = content.as_deref() == exists.then_some(OLD);
            assert!(is_complete || is_start || is_old, "{}", context());
        }
        if !force {
            let most = usize::from(!exists);
            assert!(count <= most, "{}", context());
            assert!(signal.is_some() || count == most, "{}", context());
        } else if signal.is_none() {
            assert!(count > 0, "{}", context());
        }
        created += count;
        killed += usize::from(signal.is_some());
    }
    assert!(created > pairs / 4 && killed > pairs / 2, "{created} succeeded, {killed} signals");
}
