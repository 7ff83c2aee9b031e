//! How a run begins and ends: with its input, with its reader, with a signal; and how it goes on after that.

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
fn who_asks_one_by_one_is_answered_one_by_one() {
    let mut child =
        command(&["analyse", "--nodes", "200", "--jobs", "2"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    for _ in 0..3 {
        writeln!(input, "startpos").expect("it listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer");
        assert!(line.contains("\"ok\":true"), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn an_empty_input_is_an_empty_output() {
    assert_eq!(text(&["analyse"], ""), "");
    assert_eq!(text(&["analyse", "--input", "pgn"], "\n"), "");
}

#[test]
fn files_are_read_one_after_the_other_and_one_that_is_not_there_is_named() {
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
fn a_reader_that_has_heard_enough_ends_it_quietly() {
    let mut child = command(&["analyse", "--nodes", "100"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    drop(child.stdout.take());
    // The input stays open: nobody is left to tell it that it is over but the reader that went away.
    input.write_all(requests(5).as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    drop(input);
}

#[cfg(unix)]
#[test]
fn after_sigterm_the_searches_under_way_are_finished_and_after_an_interrupt_they_are_not() {
    // Requests are taken in the order of the input. When the first record arrives, a long search is under way: with
    // finite searches the second one, with endless ones (and records as they come) the one before `quick`.
    let long = "startpos\n".repeat(20);
    let quick = "{\"id\":\"quick\",\"fen\":\"startpos\",\"nodes\":1}\n";
    let endless = ["startpos\n", quick, &long].concat();
    for (signal, code, arguments, nodes, requests) in [
        ("-TERM", 143, &[][..], "100000", &long),
        ("-TERM", 143, &["--unordered", "--drain-timeout", "0"], "999999999999", &endless),
        ("-INT", 130, &["--unordered"], "999999999999", &endless),
    ] {
        let arguments = [&["analyse", "--nodes", nodes, "--jobs", "2"], arguments].concat();
        let mut child = command(&arguments).spawn().expect("the engine starts");
        let mut input = child.stdin.take().expect("piped");
        let mut output = BufReader::new(child.stdout.take().expect("piped"));
        input.write_all(requests.as_bytes()).expect("it listens");
        let mut first = String::new();
        output.read_line(&mut first).expect("an answer");
        assert_eq!(first.contains("quick"), requests.contains("quick"), "{first}");
        let asked = Instant::now();
        crate::support::kill(signal, child.id());
        let rest: Vec<_> = output.lines().map(|line| line.expect("text")).collect();
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{arguments:?}");
        assert!(asked.elapsed() < Duration::from_mins(1), "{arguments:?}");
        assert!(rest.iter().all(|line| line.ends_with('}')), "{rest:?}");
        let finished = if nodes == "100000" { 1..19 } else { 0..1 };
        assert!(finished.contains(&rest.len()), "{arguments:?}: {}", rest.len());
        drop(input);
    }
}

#[test]
fn a_run_that_was_broken_off_goes_on_where_it_stopped() {
    let path = temporary("out.jsonl");
    let name = path.to_string_lossy().into_owned();
    // With ids, without, and the same line twice.
    let input =
        [requests(8), "startpos\nstartpos\nnonsense\n4k3/8/8/8/8/8/4P3/4K3 w - -\n".to_owned()].concat();
    let arguments = ["analyse", "--nodes", "400", "--no-timing", "--output", &name];
    text(&arguments, &input);
    let whole = fs::read_to_string(&path).expect("the output");
    assert_eq!(whole.lines().count(), 12);

    let again = run(&arguments, &input);
    assert_eq!(again.status.code(), Some(2), "the file exists");
    let resuming = [&arguments[..], &["--resume"]].concat();
    text(&resuming, &input);
    assert_eq!(fs::read_to_string(&path).expect("the output"), whole, "nothing was left to do");
    for end in [whole.len() - 1, whole.len() - 40, whole.len() / 2, 10, 0] {
        fs::write(&path, &whole[..end]).expect("a torn file");
        text(&[&resuming[..], &["--jobs", "2"]].concat(), &input);
        assert_eq!(fs::read_to_string(&path).expect("the output"), whole, "torn at {end}");
    }
    fs::remove_file(format!("{name}.settings")).expect("kept beside it");
    fs::write(&path, "something else\n").expect("a file");
    let foreign = run(&resuming, &input);
    assert_eq!(foreign.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&path).expect("untouched"), "something else\n");
    fs::remove_file(&path).expect("ours");
}

#[test]
fn a_run_goes_on_only_with_the_settings_it_was_begun_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.jsonl");
    let name = path.to_string_lossy().into_owned();
    let begun = ["analyse", "--nodes", "300", "--multipv", "2", "--no-timing", "--output", &name];
    text(&begun, "startpos\n");
    let mut torn = fs::read_to_string(&path).expect("the output");
    torn.push_str("{\"v\":1,\"id\":nu");
    fs::write(&path, &torn).expect("a torn file");

    let input = "startpos\n4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let resume = |arguments: &[&str]| run(&[arguments, &["--output", &name, "--resume"]].concat(), input);
    let told = ["analyse", "--nodes", "300", "--multipv", "2", "--no-timing"];
    for (other, difference) in [
        (&["analyse", "--nodes", "400", "--multipv", "2", "--no-timing"][..], "--nodes 300 then, 400 now:"),
        (&["analyse", "--nodes", "300", "--no-timing"], "--multipv 2 then, 1 now:"),
        (&["analyse", "--nodes", "300", "--multipv", "2"], "--no-timing yes then, none now:"),
        (&[&told[..], &["--depth", "3"]].concat(), "--depth none then, 3 now:"),
        (&[&told[..], &["--evaluator", "material"]].concat(), "--evaluator network then, material now,"),
        (&[&told[..], &["--rung", "alpha-beta"]].concat(), "--layers full then, alpha-beta now:"),
        (&[&told[..], &["--hash", "2"]].concat(), "--hash 16 then, 2 now:"),
        (&[&told[..], &["--hash-scope", "stream"]].concat(), "--hash-scope none then, stream now:"),
    ] {
        let refused = resume(other);
        let reason = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{other:?}: {reason}");
        assert!(reason.contains(difference) && reason.contains("another --output"), "{other:?}: {reason}");
        assert_eq!(fs::read_to_string(&path).expect("the output"), torn, "nothing is lost: {other:?}");
    }
    // How many work at it, and in which order, is no setting of the answers.
    let more = resume(&[&told[..], &["--jobs", "2", "--unordered"]].concat());
    assert_eq!(more.status.code(), Some(0), "{}", String::from_utf8_lossy(&more.stderr));
    assert_eq!(fs::read_to_string(&path).expect("the output").lines().count(), 2);

    // An output of which nobody knows is gone on with, and says so where somebody listens.
    fs::remove_file(folder.path().join("out.jsonl.settings")).expect("it was kept");
    let unknown = resume(&["analyse", "--nodes", "5", "--verbose"]);
    assert_eq!(unknown.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("out.jsonl.settings is missing"));
    fs::write(folder.path().join("out.jsonl.settings"), "{").expect("a damaged file");
    let damaged = resume(&told);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("remove it"));
}

#[test]
fn what_cannot_be_meant_is_usage() {
    for arguments in [
        &["analyse", "--depth", "0"][..],
        &["analyse", "--jobs", "0"],
        &["analyse", "--resume"],
        #[cfg(unix)]
        &["analyse", "--resume", "--output", "/dev/zero"],
        &["analyse", "--csv", "--tsv"],
        &["analyse", "--input", "xml"],
        &["analyse", "--searchmoves", ""],
        &["analyse", "--hash-scope", "world"],
    ] {
        let output = run(arguments, "startpos\n");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}
