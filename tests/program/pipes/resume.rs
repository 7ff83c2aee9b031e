//! `engine analyse --output FILE --resume`: which files a run may continue, and which it must not touch.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::support::{code, command, run, stderr, text, wait_until};

const INPUT: &str = "startpos\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";

/// A new directory, and the paths of an output file and of its settings file in it.
struct Files {
    _folder: TempDir,
    output: PathBuf,
    settings: PathBuf,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (output, settings) = (folder.path().join("out.jsonl"), folder.path().join("out.jsonl.settings"));
        Self { _folder: folder, output, settings }
    }

    fn arguments<'a>(&'a self, nodes: &'a str) -> Vec<&'a str> {
        let output = self.output.to_str().expect("UTF-8");
        vec!["analyse", "--nodes", nodes, "--no-timing", "--output", output]
    }

    fn resuming<'a>(&'a self, nodes: &'a str) -> Vec<&'a str> {
        [self.arguments(nodes), vec!["--resume"]].concat()
    }

    /// Fails unless the run exits with code 2, with this text in its message, and leaves both files as they
    /// are.
    fn assert_refused(&self, arguments: &[&str], message: &str) {
        let before = (content(&self.output), content(&self.settings));
        let output = run(arguments, INPUT);
        assert_eq!(code(&output), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        assert_eq!((content(&self.output), content(&self.settings)), before, "{arguments:?}");
    }
}

fn content(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).ok()
}

#[test]
fn an_output_file_whose_only_line_is_torn_is_continued_if_its_settings_file_exists() {
    let files = Files::new();
    text(&files.arguments("300"), INPUT);
    let whole = fs::read_to_string(&files.output).expect("the output");
    fs::write(&files.output, &whole[..20]).expect("a torn line");
    files.assert_refused(&files.resuming("400"), "--nodes was 300, is 400");
    text(&files.resuming("300"), INPUT);
    assert_eq!(fs::read_to_string(&files.output).expect("the output"), whole);
}

#[test]
fn a_file_without_a_settings_file_is_never_continued() {
    for foreign in ["my notes, without a line break", "my notes\n", "{\"v\":1,\"id\":1,\"ok\":true}\n", "\n"]
    {
        let files = Files::new();
        fs::write(&files.output, foreign).expect("a file");
        files.assert_refused(&files.resuming("300"), "there is no settings file");
    }
}

#[test]
fn a_file_that_only_looks_like_a_settings_file_is_left_as_it_is() {
    for foreign in
        ["theme = dark\n", "", "{\"settings\":{}}", "{\"engine\":\"x\",\"settings\":{},\"more\":1}"]
    {
        for output in [None, Some(""), Some("{\"v\":1,")] {
            let files = Files::new();
            fs::write(&files.settings, foreign).expect("a file");
            if let Some(output) = output {
                fs::write(&files.output, output).expect("a file");
            }
            let message = "out.jsonl.settings is not a settings file of engine analyse";
            files.assert_refused(&files.resuming("300"), message);
            if output.is_none() {
                files.assert_refused(&files.arguments("300"), message);
            }
        }
    }
    let files = Files::new();
    fs::create_dir(&files.settings).expect("a directory");
    files.assert_refused(&files.resuming("300"), "not a settings file of engine analyse: no regular file");
}

#[test]
fn the_settings_file_of_an_empty_or_deleted_output_file_is_replaced() {
    let files = Files::new();
    text(&files.arguments("300"), INPUT);
    fs::remove_file(&files.output).expect("ours");
    text(&files.resuming("400"), INPUT);
    assert!(fs::read_to_string(&files.settings).expect("settings").contains("\"--nodes\":\"400\""));
    fs::write(&files.output, "").expect("ours");
    text(&files.resuming("500"), INPUT);
    assert!(fs::read_to_string(&files.settings).expect("settings").contains("\"--nodes\":\"500\""));
    assert_eq!(fs::read_to_string(&files.output).expect("the output").lines().count(), 2);
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
fn if_the_settings_cannot_be_saved_no_output_file_remains() {
    let folder = tempfile::tempdir().expect("a folder");
    // The name of the settings file is too long for the file system; the name of the output file is not.
    let output = folder.path().join("o".repeat(250));
    let name = output.to_str().expect("UTF-8");
    for resume in [&[][..], &["--resume"]] {
        let arguments = [&["analyse", "--nodes", "300", "--output", name], resume].concat();
        let refused = run(&arguments, INPUT);
        assert_eq!(code(&refused), Some(1), "{}", stderr(&refused));
        assert!(stderr(&refused).contains(".settings: "), "{}", stderr(&refused));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}

#[test]
fn the_settings_file_is_complete_when_the_first_record_appears() {
    let files = Files::new();
    let mut engine = command(&files.resuming("300")).spawn().expect("the engine starts");
    let mut input = engine.stdin.take().expect("piped");
    input.write_all(b"startpos\n").expect("the engine reads");
    wait_until("the first byte", || content(&files.output).is_some_and(|text| !text.is_empty()));
    engine.kill().expect("it still runs");
    engine.wait().expect("it ends");
    text(&files.resuming("300"), INPUT);
    assert_eq!(fs::read_to_string(&files.output).expect("the output").lines().count(), 2);
}
