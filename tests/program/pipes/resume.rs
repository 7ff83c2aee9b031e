//! `engine analyse --output FILE --resume`: which files a run may continue, and which it must not touch; pipes as output
//! files, and errors of standard output.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Stdio,
};

use tempfile::TempDir;

use crate::support::{code, command, engine_path, feed, run, stderr, stdout, text, wait_until};

const INPUT: &str = "startpos\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";

/// A new directory, and the path of an output file in it.
struct Files {
    _folder: TempDir,
    output: PathBuf,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let output = folder.path().join("out.jsonl");
        Self { _folder: folder, output }
    }

    fn arguments<'a>(&'a self, nodes: &'a str) -> Vec<&'a str> {
        let output = self.output.to_str().expect("UTF-8");
        vec!["analyse", "--nodes", nodes, "--no-timing", "--output", output]
    }

    fn resuming<'a>(&'a self, nodes: &'a str) -> Vec<&'a str> {
        [self.arguments(nodes), vec!["--resume"]].concat()
    }

    /// Fails unless the run exits with code 2, with this text in its message, and leaves the file as it is.
    fn assert_refused(&self, arguments: &[&str], message: &str) {
        self.assert_input_refused(arguments, INPUT, message);
    }

    /// Like [`Files::assert_refused`], with this input.
    fn assert_input_refused(&self, arguments: &[&str], input: &str, message: &str) {
        let before = content(&self.output);
        let output = run(arguments, input);
        assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        assert_eq!(content(&self.output), before, "{arguments:?}");
    }
}

fn content(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).ok()
}

#[test]
fn a_file_of_another_program_is_never_continued() {
    for foreign in ["my notes, without a line break", "my notes\n", "{\"v\":1,\"id\":1,\"ok\":true}\n", "\n"]
    {
        let files = Files::new();
        fs::write(&files.output, foreign).expect("a file");
        files.assert_refused(&files.resuming("300"), "is not an output record of engine analyse");
    }
}

#[test]
fn a_second_process_does_not_write_to_an_output_file_in_use() {
    for resuming in [false, true] {
        let files = Files::new();
        let arguments = if resuming { files.resuming("300") } else { files.arguments("300") };
        let mut first = command(&arguments).spawn().expect("the engine starts");
        let mut input = first.stdin.take().expect("piped");
        input.write_all(b"startpos\n").expect("the engine reads");
        wait_until("the first record", || content(&files.output).is_some_and(|text| text.ends_with(b"\n")));
        files.assert_refused(&files.resuming("300"), "another process is writing to this file");
        drop(input);
        assert_eq!(first.wait().expect("it ends").code(), Some(0));
        text(&files.resuming("300"), INPUT);
        assert_eq!(fs::read_to_string(&files.output).expect("the output").lines().count(), 2);
    }
}

#[test]
fn results_of_other_positions_or_other_limits_with_the_same_ids_are_not_continued() {
    let request = |id: u32, fen: &str| format!("{{\"id\":{id},\"fen\":\"{fen}\"}}\n");
    let with_limits = |id: u32, limits: &str| format!("{{\"id\":{id},\"fen\":\"startpos\",{limits}}}\n");
    let endgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (first, second, id) in [
        ("1. f3 e5 2. g4 Qh4# 0-1\n".to_owned(), "1. d4 d5 2. c4 *\n".to_owned(), "g1:1"),
        (request(1, "startpos"), request(1, endgame), "1"),
        (request(1, "startpos"), request(1, "rubbish"), "1"),
        (request(1, "rubbish"), request(1, "startpos"), "1"),
        (request(1, "rubbish"), request(1, "other rubbish"), "1"),
        (request(1, "startpos"), with_limits(1, "\"nodes\":500"), "1"),
        (with_limits(1, "\"nodes\":500"), request(1, "startpos"), "1"),
        (with_limits(1, "\"nodes\":500"), with_limits(1, "\"nodes\":501"), "1"),
        (with_limits(1, "\"depth\":2"), with_limits(1, "\"depth\":2,\"searchmoves\":[\"e2e4\"]"), "1"),
    ] {
        let files = Files::new();
        run(&files.arguments("300"), &first);
        let message = format!("out.jsonl: the record with the id {id} has another position");
        files.assert_input_refused(&files.resuming("300"), &second, &message);
        // With its own input, the run continues.
        let own = run(&files.resuming("300"), &first);
        assert_eq!(code(&own), Some(0), "{id}: {}", stderr(&own));
    }
}

#[test]
fn a_run_that_writes_nothing_leaves_no_file() {
    for input in [&b"\x1f\x8b\x08\0\0\n"[..], b"\xff\xfes\0t\0\n\0"] {
        let files = Files::new();
        for arguments in [files.arguments("300"), files.resuming("300")] {
            let output = run(&arguments, input);
            assert_eq!(code(&output), Some(2), "{}", stderr(&output));
            assert_eq!(content(&files.output), None, "{arguments:?}");
        }
    }
    // The result of an empty input is an empty file.
    let files = Files::new();
    text(&files.arguments("300"), "");
    assert_eq!(content(&files.output), Some(Vec::new()));
}

#[test]
fn a_table_is_not_resumed_and_the_message_says_what_to_do() {
    let files = Files::new();
    let table = [files.resuming("300"), vec!["--csv"]].concat();
    files.assert_refused(&table, "a table cannot be continued: leave out --csv, and convert");
}

#[test]
fn a_dash_is_standard_output_and_cannot_be_continued() {
    let folder = tempfile::tempdir().expect("a folder");
    let run_here = |arguments: &[&str]| {
        let path = std::path::absolute(engine_path()).expect("a path");
        let mut command = std::process::Command::new(path);
        command.args(arguments).current_dir(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        feed(&mut command, INPUT)
    };
    let output = run_here(&["analyse", "--nodes", "300", "-o", "-"]);
    assert_eq!((code(&output), stdout(&output).lines().count()), (Some(0), 2), "{}", stderr(&output));
    let refused = run_here(&["analyse", "--nodes", "300", "-o", "-", "--resume"]);
    assert_eq!(code(&refused), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("stdout cannot be continued: name a file"), "{}", stderr(&refused));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn an_existing_file_is_refused_with_the_remedies_and_replaced_with_force() {
    let files = Files::new();
    text(&files.arguments("300"), INPUT);
    files.assert_refused(&files.arguments("300"), "--resume to continue it, or --force to replace it");
    let table = [files.arguments("300"), vec!["--csv"]].concat();
    files.assert_refused(&table, "use another name, or --force to replace it");
    let forced = [files.arguments("400"), vec!["--force"]].concat();
    text(&forced, "startpos\n");
    assert_eq!(fs::read_to_string(&files.output).expect("the output").lines().count(), 1);
    let output = files.output.to_str().expect("UTF-8");
    files.assert_refused(&[forced.clone(), vec![output]].concat(), "the file is also an input");
}

/// What is not a regular file is written to directly, without a temporary file.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_to_directly() {
    let folder = tempfile::tempdir().expect("a folder");
    let fifo = folder.path().join("fifo");
    let path = fifo.to_str().expect("UTF-8");
    assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo starts").success());
    for (arguments, input) in [
        (&["analyse", "--nodes", "300"][..], INPUT),
        (&["analyse", "--nodes", "300", "--force"], INPUT),
        (&["analyse", "--nodes", "300", "--csv"], INPUT),
        (&["annotate", "--nodes", "300", "--quiet"], "1. e4 e5 *\n"),
    ] {
        let reader = std::thread::spawn({
            let fifo = fifo.clone();
            move || fs::read_to_string(fifo).expect("text")
        });
        let output = run(&[arguments, &["-o", path]].concat(), input);
        assert_eq!(code(&output), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(!reader.join().expect("it reads").is_empty(), "{arguments:?}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "{arguments:?}");
        // An open pipe has a path that is a link to no path, as in `-o >(gzip)`.
        let output = run(&[arguments, &["-o", "/dev/stdout"]].concat(), input);
        assert_eq!(code(&output), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(!stdout(&output).is_empty(), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_write_error_on_standard_output_names_it_and_a_closed_pipe_is_no_error() {
    let full = || fs::File::options().write(true).open("/dev/full").expect("a device");
    for arguments in [
        &["analyse", "--nodes", "300", "-"][..],
        &["eval"],
        &["--help"],
        &["--version"],
        &["uci"],
        &["position startpos", "go depth 1"],
    ] {
        let output = feed(command(arguments).stdout(full()), "startpos\nuci\n");
        assert_eq!(code(&output), Some(1), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("cannot write to stdout: "), "{arguments:?}: {}", stderr(&output));
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-"]).arg(engine_path()).args(arguments);
        let output = feed(shell.stdin(Stdio::piped()).stderr(Stdio::piped()), "startpos\nuci\n");
        let message = "error: cannot write to stdout: it is closed\n";
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(1), message), "{arguments:?}");
    }
    // A pipe that is closed by its reader is not an error.
    for arguments in [&["--help"][..], &["position startpos", "go depth 1"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = feed(command(arguments).stdout(writer), "");
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""), "{arguments:?}");
    }
}
