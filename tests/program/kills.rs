//! Kills the engine at random moments, as `kill -9` does, and continues its work: what was
//! written must be neither lost nor doubled.
//!
//! `GLULAM_KILLS` is the number of kills per test, 1,000 by default.

use std::{
    fs,
    io::{Read as _, Write as _},
    path::Path,
    process::{Child, Command},
    thread,
    time::Duration,
};

use crate::support::{code, command, run, stderr};

fn number_of_kills() -> usize {
    std::env::var("GLULAM_KILLS").map_or(1_000, |kills| kills.parse().expect("GLULAM_KILLS is a number"))
}

/// Random moments for the kills. They adapt to the speed of the machine, so that about half of the processes
/// write something before they are killed.
struct Moments {
    random: u64,
    limit: Duration,
}

impl Moments {
    fn new() -> Self {
        Self { random: 0x9e37_79b9_7f4a_7c15, limit: Duration::from_millis(40) }
    }

    /// Waits for a random time and then kills the process. Returns whether the process was still running.
    fn kill(&mut self, child: &mut Child) -> bool {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        thread::sleep(self.limit.mul_f64((self.random >> 33) as f64 / f64::from(1_u32 << 31)));
        let ended = child.try_wait().expect("a child process");
        if let Some(status) = ended {
            assert!(status.success(), "{status}");
            return false;
        }
        child.kill().expect("a child process");
        child.wait().expect("a child process");
        true
    }

    fn adapt(&mut self, has_written: bool) {
        let factor = if has_written { 0.8 } else { 1.25 };
        self.limit = self.limit.mul_f64(factor).clamp(Duration::from_millis(2), Duration::from_secs(2));
    }
}

fn spawn(command: &mut Command) -> Child {
    command.spawn().expect("the engine starts")
}

/// The complete lines of a file.
fn complete_lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let complete = text.rfind('\n').map_or("", |end| &text[..=end]);
    complete.lines().map(str::to_owned).collect()
}

fn analysing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, output) = (folder.path().join("input"), folder.path().join("output"));
    // Records with an id, records without an id, and equal records.
    let lines = (0..600).map(|number| match number % 3 {
        0 => format!("{{\"id\":{number},\"fen\":\"startpos\",\"nodes\":{}}}\n", 20 + number),
        1 => format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {number}\n"),
        _ => "startpos\n".to_owned(),
    });
    fs::write(&input, lines.collect::<String>()).expect("a file");
    let input = input.to_str().expect("UTF-8");
    let settings = ["analyse", "--nodes", "60", "--no-timing", "--jobs", "2", "--quiet"];
    let whole = run(&[&settings[..], &[input]].concat(), "");
    assert_eq!(code(&whole), Some(0), "{}", stderr(&whole));
    let expected: Vec<_> =
        String::from_utf8(whole.stdout).expect("UTF-8").lines().map(str::to_owned).collect();
    assert_eq!(expected.len(), 600);

    let name = output.to_str().expect("UTF-8");
    let arguments = [&settings[..], &[input, "--output", name, "--resume"]].concat();
    let (mut moments, mut kills, mut ends, mut writing) = (Moments::new(), 0, 0, 0);
    let mut before = Vec::new();
    while kills < number_of_kills() {
        let is_killed = moments.kill(&mut spawn(&mut command(&arguments)));
        let lines = complete_lines(&output);
        let is_kept = expected.starts_with(&lines) && lines.starts_with(&before);
        assert!(is_kept, "kill {kills}: {} lines, then {}", before.len(), lines.len());
        moments.adapt(lines.len() > before.len());
        kills += usize::from(is_killed);
        writing += usize::from(is_killed && lines.len() > before.len());
        before = lines;
        if !is_killed {
            assert_eq!(before, expected);
            fs::remove_file(&output).expect("ours");
            before.clear();
            ends += 1;
        }
    }
    let last = run(&arguments, "");
    assert_eq!(code(&last), Some(0), "{}", stderr(&last));
    assert_eq!(complete_lines(&output), expected);
    assert!(writing * 10 > kills, "only {writing} of {kills} processes had written something");
    crate::documents::report(&format!(
        "analyse --resume: {kills} kills, {writing} of them after a record; {ends} complete runs"
    ));
}

#[test]
#[ignore = "for .ci/long: a thousand kills take minutes"]
fn no_record_is_lost_or_doubled_if_analyse_is_killed_and_resumed() {
    analysing();
}

#[test]
#[ignore = "for .ci/long: a thousand kills take minutes"]
fn the_file_of_a_killed_datagen_is_the_beginning_of_the_file_of_a_longer_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.vf");
    let name = path.to_str().expect("UTF-8");
    let arguments = ["datagen", "games", "--games", "1M", "--nodes", "15", "--quiet", "--output", name];
    let (mut moments, mut kills, mut writing) = (Moments::new(), 0, 0);
    let mut longest = Vec::new();
    while kills < number_of_kills() {
        assert!(moments.kill(&mut spawn(&mut command(&arguments))), "the run does not end by itself");
        let file = fs::read(&path).unwrap_or_default();
        // The same seed gives the same games, so a file of a killed run is the beginning of a longer one.
        let shorter = file.len().min(longest.len());
        assert_eq!(file[..shorter], longest[..shorter], "kill {kills}");
        moments.adapt(!file.is_empty());
        kills += 1;
        writing += usize::from(!file.is_empty());
        if file.len() > longest.len() {
            longest = file;
        }
        let _ = fs::remove_file(&path);
    }
    assert!(writing * 10 > kills, "only {writing} runs had written something, after {kills} kills");
}

#[test]
#[ignore = "for .ci/long: a thousand kills take minutes"]
fn a_hash_file_is_always_complete_if_the_engine_is_killed_while_it_saves() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let (mut moments, mut kills, mut writing, mut unfinished) = (Moments::new(), 0, 0, 0);
    let mut compared = 0;
    // Number of entries in the file, if the last process has reported it.
    let mut entries: Option<String> = None;
    while kills < number_of_kills() {
        let mut child = spawn(&mut command(&[]));
        let exists = path.exists();
        let load = if exists { "setoption name Load Hash\n" } else { "" };
        let moves = ["e2e4", "d2d4", "c2c4", "g1f3"][kills % 4];
        let saves = "setoption name Save Hash\n".repeat(30);
        let mut input = child.stdin.take().expect("piped");
        let lines = format!(
            "setoption name Hash value 2\nsetoption name HashFile value {}\n{load}position startpos moves {moves}\n\
             go depth 4\n{saves}",
            path.display()
        );
        input.write_all(lines.as_bytes()).expect("the engine reads");
        assert!(moments.kill(&mut child), "the input is still open");
        kills += 1;
        let mut text = String::new();
        child.stdout.take().expect("piped").read_to_string(&mut text).expect("UTF-8");
        let field = |start: &str| {
            let line = text.lines().rev().find_map(|line| line.strip_prefix(start));
            line.and_then(|rest| rest.split(' ').next()).map(str::to_owned)
        };
        assert!(!text.contains("info string error"), "{text}");
        let loaded = field("info string loaded ");
        if let (Some(loaded), Some(entries)) = (&loaded, &entries) {
            assert_eq!(loaded, entries, "the saved table is complete");
            compared += 1;
        }
        let saved = field("info string saved ");
        moments.adapt(saved.is_some());
        writing += usize::from(saved.is_some());
        // Without a message, the file has the old or the new content.
        entries = saved;
        for entry in fs::read_dir(folder.path()).expect("a folder").flatten() {
            if entry.path() != path {
                fs::remove_file(entry.path()).expect("a temporary file");
                unfinished += 1;
            }
        }
    }
    assert!(writing * 10 > kills, "only {writing} of {kills} processes had saved a table");
    assert!(
        compared * 10 > kills,
        "only {compared} of {kills} processes have loaded a table that was reported"
    );
    crate::documents::report(&format!(
        "Save Hash: {kills} kills, {writing} of them after a save, {unfinished} during a save"
    ));
}
