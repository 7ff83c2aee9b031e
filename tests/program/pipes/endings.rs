//! End of a run of `engine analyse`: end of the input, closed output, signals; and `--resume`.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::PathBuf,
    time::{Duration, Instant},
};

use crate::support::{command, records, run, text};

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("glulam-pipes-{}-{name}", std::process::id()))
}

fn requests(count: usize) -> String {
    let request = |id| format!("{{\"id\":{id},\"fen\":\"startpos\",\"nodes\":{}}}\n", 200 + id);
    (0..count).map(request).collect::<Vec<_>>().concat()
}

#[test]
fn every_record_is_answered_before_the_next_is_sent() {
    let mut child =
        command(&["analyse", "--nodes", "200", "--jobs", "2"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    for _ in 0..3 {
        writeln!(input, "startpos").expect("the engine reads");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer");
        assert!(line.contains("\"ok\":true"), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn empty_input_gives_empty_output() {
    assert_eq!(text(&["analyse"], ""), "");
    assert_eq!(text(&["analyse"], "\n"), "");
}

#[test]
fn files_are_read_in_order_and_a_missing_file_is_named() {
    let path = temporary("file.epd");
    fs::write(&path, "startpos").expect("a file");
    let name = path.to_string_lossy().into_owned();
    let replies =
        records(&text(&["analyse", "--nodes", "50", &name, "-", &name], "4k3/8/8/8/8/8/4P3/4K3 w - -"));
    fs::remove_file(&path).expect("ours");
    assert_eq!(replies.len(), 3);
    assert_eq!((&replies[0]["fen"], replies[1]["fen"] == replies[0]["fen"]), (&replies[2]["fen"], false));
    for file in ["no-such-file", "/"] {
        let output = run(&["analyse", file], "");
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains(&format!("cannot read {file}")));
    }
}

#[test]
fn a_closed_output_pipe_ends_the_run_with_exit_code_0() {
    let mut child = command(&["analyse", "--nodes", "100"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    drop(child.stdout.take());
    // The input stays open, so only the closed output can end the run.
    input.write_all(requests(5).as_bytes()).expect("the engine reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    drop(input);
}

#[cfg(unix)]
#[test]
fn a_signal_stops_running_searches_and_keeps_the_records_before_them() {
    let requests =
        ["{\"id\":\"quick\",\"fen\":\"startpos\",\"nodes\":1}\n", &"startpos\n".repeat(20)].concat();
    for (signal, code) in [("-TERM", 143), ("-INT", 130)] {
        let mut child =
            command(&["analyse", "--nodes", "999999999999", "--jobs", "2"]).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("piped");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        input.write_all(requests.as_bytes()).expect("the engine reads");
        let mut first = String::new();
        output.read_line(&mut first).expect("an answer");
        assert!(first.contains("quick"), "{first}");
        let signalled = Instant::now();
        crate::support::kill(signal, child.id());
        assert_eq!(output.lines().count(), 0);
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{signal}");
        assert!(signalled.elapsed() < Duration::from_mins(1), "{signal}");
        drop(input);
    }
}

#[test]
fn resume_continues_an_interrupted_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.jsonl");
    let name = path.to_string_lossy().into_owned();
    // Records with an id, records without an id, and the same line twice.
    let input =
        [requests(8), "startpos\nstartpos\nnonsense\n4k3/8/8/8/8/8/4P3/4K3 w - -\n".to_owned()].concat();
    let arguments = ["analyse", "--nodes", "400", "--no-timing", "--quiet", "--output", &name];
    text(&arguments, &input);
    let whole = fs::read_to_string(&path).expect("the output");
    assert_eq!(whole.lines().count(), 12);

    let again = run(&arguments, &input);
    assert_eq!(again.status.code(), Some(2), "the file exists");
    let resuming = [&arguments[..], &["--resume"]].concat();
    text(&resuming, &input);
    assert_eq!(fs::read_to_string(&path).expect("the output"), whole, "all records were complete");
    for end in [whole.len() - 1, whole.len() - 40, whole.len() / 2, 10, 0] {
        fs::write(&path, &whole[..end]).expect("a truncated file");
        text(&[&resuming[..], &["--jobs", "2"]].concat(), &input);
        assert_eq!(fs::read_to_string(&path).expect("the output"), whole, "truncated at {end}");
    }
    fs::write(&path, "something else\n").expect("a file");
    let foreign = run(&resuming, &input);
    assert_eq!(foreign.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).expect("untouched"), "something else\n");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no other file");
}

#[test]
fn resume_requires_the_same_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.jsonl");
    let name = path.to_string_lossy().into_owned();
    let first_run = ["analyse", "--nodes", "300", "--multipv", "2", "--no-timing", "--output", &name];
    text(&first_run, "startpos\n");
    let mut truncated = fs::read_to_string(&path).expect("the output");
    truncated.push_str("{\"v\":1,\"id\":nu");
    fs::write(&path, &truncated).expect("a truncated file");

    let input = "startpos\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let resume = |arguments: &[&str]| run(&[arguments, &["--output", &name, "--resume"]].concat(), input);
    let same = ["analyse", "--nodes", "300", "--multipv", "2", "--no-timing"];
    for other in [
        &["analyse", "--nodes", "400", "--multipv", "2", "--no-timing"][..],
        &["analyse", "--nodes", "300", "--no-timing"],
        &["analyse", "--nodes", "300", "--multipv", "2"],
        &[&same[..], &["--depth", "3"]].concat(),
        &[&same[..], &["--evaluator", "material"]].concat(),
        &[&same[..], &["--layers", "alpha-beta"]].concat(),
        &[&same[..], &["--hash", "2"]].concat(),
    ] {
        let refused = resume(other);
        let reason = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{other:?}: {reason}");
        assert!(
            reason.contains("other settings") && reason.contains("another --output"),
            "{other:?}: {reason}"
        );
        let kept = fs::read_to_string(&path).expect("the output");
        assert!(
            kept.lines().count() == 1 && truncated.starts_with(&kept),
            "the complete lines stay: {other:?}"
        );
    }
    // The number of jobs does not affect the results, so it may differ.
    let more = resume(&[&same[..], &["--jobs", "2"]].concat());
    assert_eq!(more.status.code(), Some(0), "{}", String::from_utf8_lossy(&more.stderr));
    assert_eq!(fs::read_to_string(&path).expect("the output").lines().count(), 2);
}

#[test]
fn invalid_arguments_are_usage_errors() {
    for arguments in [
        &["analyse", "--depth", "0"][..],
        &["analyse", "--jobs", "0"],
        &["analyse", "--resume"],
        #[cfg(unix)]
        &["analyse", "--resume", "--output", "/dev/zero"],
        &["analyse", "--searchmoves", ""],
    ] {
        let output = run(arguments, "startpos\n");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_records() {
    let mut child =
        command(&["analyse", "--nodes", "1", "--jobs", "2", "--quiet"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let record = format!("{{\"id\":\"{}\",\"fen\":\"startpos\"}}\n", "x".repeat(3_000));
    let mut peaks = [0, 0];
    // The text of the second batch alone is larger than the allowed growth of the peak.
    for (records, measured) in [500, 3_000].into_iter().zip(&mut peaks) {
        let text = record.repeat(records);
        let feeder = std::thread::spawn(move || {
            input.write_all(text.as_bytes()).expect("read");
            input
        });
        for _ in 0..records {
            lines.next().expect("a line").expect("UTF-8");
        }
        input = feeder.join().expect("fed");
        *measured = crate::support::peak_memory(child.id());
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let [few, many] = peaks;
    assert!(
        many < few + 3_000,
        "{few} kB for 500 records, {many} kB for 3000 more: {} kB of text",
        record.len() * 3
    );
}
