//! Limits of the operating system on processes and file sizes: the program continues with fewer threads, or ends
//! with a message, and never panics or aborts.

#![cfg(target_os = "linux")]

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    os::unix::process::CommandExt as _,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use crate::support::{code, command, engine_path, feed, kill, peak_memory, run, stderr, wait_until};

/// A command that runs the engine with a limit of the shell's `ulimit`, such as `-f 8` (size of a file in blocks).
fn limited(limit: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -c 0; ulimit {limit} && exec \"$0\" \"$@\"");
    command.args(["-c", &script]).arg(engine_path()).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Fails if the engine did not end with a message of its own: after a panic or an abort.
fn assert_no_panic(output: &Output, what: &str) {
    let message = stderr(output);
    assert!(matches!(code(output), Some(0..=2)), "{what}: {:?}: {message}", output.status);
    assert!(!message.contains("panicked"), "{what}: {message}");
    assert!(code(output) == Some(0) || message.contains("error: "), "{what}: {message}");
}

const ALL_COMMANDS: &str = "uci\nsetoption name Threads value 64\nucinewgame\nsetoption name Clear Hash\nisready\n\
                            setoption name Hash value 200\nsetoption name Clear Hash\nucinewgame\nisready\n\
                            position startpos moves e2e4\ngo depth 4\nbench 1 64 2\n";

/// The system administrator has no limit on processes, so the engine runs as another user then.
#[test]
fn no_limit_on_processes_leads_to_a_panic_or_an_abort() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = folder.path().join("engine");
    fs::copy(engine_path(), &engine).expect("a copy that other users can start");
    let is_root = fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0);
    let run_as_user = |processes: u32, arguments: &[&str], input: &str| {
        // dash calls the limit -p, other shells call it -u.
        let script =
            format!("ulimit -u {processes} 2>/dev/null || ulimit -p {processes} && exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(&engine).args(arguments).current_dir("/");
        if is_root {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("ours");
            command.uid(4_242_000 + std::process::id() % 100_000).gid(4_242_000);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        feed(&mut command, input)
    };
    let mut started = 0;
    for processes in 1..=6 {
        let all: [(&[&str], &str); 6] = [
            (&[], ALL_COMMANDS),
            (&["perft", "3", "--threads", "8"], ""),
            (&["datagen", "openings", "--openings", "2", "--nodes", "5", "--jobs", "8", "--quiet"], ""),
            (&["bench", "1", "8", "2"], ""),
            (&["analyse", "--nodes", "50", "--jobs", "8", "--quiet"], "startpos\n"),
            (&["bestmove", "startpos", "--nodes", "200", "--threads", "8"], ""),
        ];
        for (arguments, input) in all {
            let output = run_as_user(processes, arguments, input);
            assert_no_panic(&output, &format!("{arguments:?} with {processes} processes"));
            started += usize::from(code(&output) == Some(0));
        }
    }
    if is_root {
        assert!(started > 18, "{started} of 36 runs succeeded");
    }
}

#[test]
fn a_file_size_limit_gives_an_error_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.jsonl");
    let arguments = ["analyse", "--nodes", "50", "--output", path.to_str().expect("UTF-8")];
    let output = feed(&mut limited("-f 8", &arguments), "startpos\n".repeat(100));
    assert_eq!(code(&output), Some(1), "{:?}", output.status);
    let message = stderr(&output);
    assert!(
        message.starts_with(&format!("error: cannot write {}: File too large", path.display())),
        "{message}"
    );
    assert!(message.contains("repeat the command with --resume"), "{message}");
    // With enough space, the run can be continued.
    let resumed = run(&[&arguments[..], &["--resume"]].concat(), "startpos\n".repeat(100));
    assert_eq!(code(&resumed), Some(0), "{}", stderr(&resumed));
    assert_eq!(fs::read_to_string(&path).expect("the output").lines().count(), 100);
}

#[test]
fn one_signal_ends_analyse_in_time_although_nobody_reads_its_output() {
    for (signal, expected) in [("-TERM", 143), ("-INT", 130)] {
        let arguments = ["analyse", "--nodes", "50", "--multipv", "20"];
        let mut child = command(&arguments).spawn().expect("the engine starts");
        let mut input = child.stdin.take().expect("piped");
        // A pipe holds 64 KiB, so both input buffers hold fewer than 20 of these lines. When all 70 are written,
        // more than 40 are analysed, and their records of 3 KB exceed the capacity of the output pipe.
        let line = format!("{{\"fen\":\"startpos\",\"padding\":\"{}\"}}\n", " ".repeat(8_000));
        input.write_all(line.repeat(70).as_bytes()).expect("the engine reads");
        let signalled = Instant::now();
        kill(signal, child.id());
        wait_until("the end of the engine", || {
            assert!(signalled.elapsed() < Duration::from_secs(15), "{signal}: the engine has not ended");
            child.try_wait().expect("a child process").is_some()
        });
        let output = child.wait_with_output().expect("it has ended");
        assert_eq!(code(&output), Some(expected), "{signal}");
        drop(input);
    }
}

/// Maximum memory in KiB that `analyse` has used after all records of a game that repeats four plies
/// `repetitions` times, and the number of records.
fn memory_after_game(repetitions: usize) -> (u64, usize) {
    let mut child = command(&["analyse", "--nodes", "1", "--no-timing"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    let output = BufReader::new(child.stdout.take().expect("piped"));
    let game = "Nf3 Nf6 Ng1 Ng8\n".repeat(repetitions);
    // The second game shows that the first one has ended. The input stays open, so the engine still runs when
    // its memory is read.
    input.write_all(format!("[Event \"a\"]\n\n{game}*\n\n[Event \"b\"]\n\n").as_bytes()).expect("it reads");
    let records = output.lines().take(4 * repetitions + 1).flatten().count();
    let peak = peak_memory(child.id());
    drop(input);
    assert!(child.wait().expect("it ends").success());
    (peak, records)
}

#[test]
fn the_memory_for_a_long_game_is_linear_in_its_length() {
    let (base, _) = memory_after_game(1);
    let (long, records) = memory_after_game(4_990);
    assert_eq!(records, 19_961);
    assert!(long < base + 50 * 1024, "{long} KiB, {base} KiB for a short game");
}

#[test]
fn a_command_that_cannot_write_its_output_leaves_no_file_and_can_be_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out");
    let name = path.to_str().expect("UTF-8");
    for arguments in [
        &["explain", "--depth", "1", "-o", name][..],
        &["bench", "--depth", "1", "-o", name],
        &["annotate", "--nodes", "10", "-q", "-o", name],
        &["analyse", "--nodes", "10", "-o", name],
        &["datagen", "games", "--games", "1", "--nodes", "10", "-q", "-o", name],
        &["datagen", "openings", "--openings", "1", "--nodes", "10", "-q", "-o", name],
        &["match", "full", "full", "--games", "2", "--nodes", "10", "-q", "--pgn", name],
    ] {
        let input = if arguments[0] == "annotate" { "1. e4 e5 *\n" } else { "startpos\n" };
        // The first byte of the output is too much.
        let output = feed(&mut limited("-f 0", arguments), input);
        assert_eq!(code(&output), Some(1), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("File too large"), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("at path"), "{arguments:?}: {}", stderr(&output));
        assert!(!path.exists(), "{arguments:?}");
        let output = feed(&mut command(arguments), input);
        assert_eq!(code(&output), Some(0), "{arguments:?}: {}", stderr(&output));
        fs::remove_file(&path).expect("the output");
    }
}

#[test]
fn what_a_long_run_has_written_stays_after_a_write_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let name = path.to_str().expect("UTF-8");
    let arguments = ["match", "full", "full", "--games", "40", "--nodes", "10", "-q", "--pgn", name];
    let output = feed(&mut limited("-f 8", &arguments), "");
    assert_eq!(code(&output), Some(1), "{}", stderr(&output));
    assert!(fs::metadata(&path).expect("the games").len() > 1_000);
}
