//! Runs the `console` blocks of the documents and compares their output.
//!
//! The blocks of one document run in order, in one temporary directory: a block can use the files of the
//! blocks before it. The directory contains links to `positions` and `src`, and `engine` is on the `PATH`. In
//! the shown output, `[..]` matches any text within a line, and a line `...` matches any lines.
//!
//! An HTML comment in the line before a block changes what happens with it:
//!
//! - `<!-- long -->`: the block runs only in the ignored test. It cannot use files of other blocks.
//! - `<!-- not run: REASON -->`: the block does not run.
//! - `<!-- file: NAME -->`: the block, of any language, is the content of the file NAME.

#![cfg(unix)]

use std::{
    env, fs, iter,
    os::unix::fs::symlink,
    path::Path,
    process::{Command as Process, Stdio},
};

use snapbox::{Data, filter::NormalizeToExpected};
use tempfile::TempDir;

use super::{
    is_blessing,
    reading::{Block, Command, Document, documents},
    report, rewrite,
};
use crate::support::engine_path;

/// Line between the outputs of two commands.
const SEPARATOR: &str = "-- next command --";
/// Programs that blocks may use and that a machine may lack, although it has a POSIX shell.
const OPTIONAL_PROGRAMS: [&str; 1] = ["jq"];
/// Most lines of output in a failure message.
const SHOWN_LINES: usize = 80;

/// What happens with a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Run,
    RunAsLong,
    NotRun,
    File,
    /// The block has another language.
    Other,
}

/// Numbers of console blocks, and the failed comparisons.
#[derive(Default)]
struct Results {
    ran: usize,
    long: usize,
    not_run: usize,
    skipped: Vec<String>,
    failures: Vec<String>,
}

fn usage(block: &Block) -> Result<Use, &'static str> {
    if block.comment.starts_with("file: ") {
        return Ok(Use::File);
    }
    if block.language != "console" {
        return Ok(Use::Other);
    }
    match block.comment.as_str() {
        comment if comment.strip_prefix("not run: ").is_some_and(|reason| !reason.is_empty()) => {
            Ok(Use::NotRun)
        }
        _ if block.lines.first().is_none_or(|line| !line.starts_with("$ ")) => {
            Err("the block neither begins with a command nor has a comment `not run: REASON`")
        }
        "long" => Ok(Use::RunAsLong),
        _ => Ok(Use::Run),
    }
}

fn is_installed(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Creates a directory with `bin/engine` and the working directory `work`.
fn directory() -> TempDir {
    let directory = TempDir::new().expect("a temporary directory");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::create_dir_all(directory.path().join("bin")).expect("a directory");
    fs::create_dir_all(directory.path().join("work")).expect("a directory");
    symlink(engine_path(), directory.path().join("bin/engine")).expect("a link");
    for folder in ["positions", "src"] {
        symlink(root.join(folder), directory.path().join("work").join(folder)).expect("a link");
    }
    directory
}

/// Runs the commands in one shell. Returns the output of each command, stdout and stderr together.
fn outputs(commands: &[Command], directory: &Path) -> Vec<String> {
    // The next command may print the exit code of this command.
    let separator = format!("\n{{ code=$?; printf '\\n%s\\n' '{SEPARATOR}'; (exit $code); }}\n");
    let script: String = commands.iter().flat_map(|command| [command.text.as_str(), &separator]).collect();
    let script = format!("exec 2>&1\n{script}");
    let mut path = directory.join("bin").into_os_string();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let output = Process::new("sh")
        .args(["-c", &script])
        .current_dir(directory.join("work"))
        .env_clear()
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .expect("sh starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut outputs: Vec<_> = text.split(&format!("\n{SEPARATOR}\n")).map(str::to_owned).collect();
    let after_the_last = outputs.pop();
    assert_eq!(
        (outputs.len(), after_the_last.as_deref()),
        (commands.len(), Some("")),
        "the shell failed: {text}"
    );
    outputs
}

/// Replaces those lines of `printed` that match a line of `shown` by this line.
fn matched(printed: &str, shown: &str) -> String {
    let normalised = NormalizeToExpected::new().redact().normalize(Data::text(printed), &Data::text(shown));
    normalised.render().expect("text")
}

/// Returns `printed` with the placeholders of `shown`: `...` between as many first and last lines as before,
/// and `[..]` in lines with as many words as before.
fn with_placeholders(printed: &str, shown: &str) -> String {
    let (printed, shown): (Vec<_>, Vec<_>) = (printed.lines().collect(), shown.lines().collect());
    let gaps: Vec<_> = (0..shown.len()).filter(|&line| shown[line] == "...").collect();
    let lines = match gaps[..] {
        [gap] if printed.len() >= shown.len() => {
            let last_lines = &printed[printed.len() - (shown.len() - gap - 1)..];
            [&printed[..gap], &["..."], last_lines].concat()
        }
        _ => printed,
    };
    let shown = shown.iter().copied().chain(iter::repeat(""));
    let lines: Vec<_> =
        lines.iter().zip(shown).map(|(line, shown)| with_redacted_words(line, shown)).collect();
    text(&lines)
}

/// Returns the line with those words of `shown` that contain `[..]`, if both lines have as many words.
fn with_redacted_words(line: &str, shown: &str) -> String {
    if line.split_whitespace().count() != shown.split_whitespace().count() {
        return line.to_owned();
    }
    let pairs = columns(line).zip(columns(shown));
    let columns = pairs.map(|(column, shown)| if shown.contains("[..]") { shown } else { column });
    columns.collect()
}

/// Splits a line into columns: each is a word with the spaces before it.
fn columns(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    iter::from_fn(move || {
        let start = rest.find(|letter: char| !letter.is_whitespace())?;
        let end = rest[start..].find(char::is_whitespace).map_or(rest.len(), |length| start + length);
        let (column, after) = rest.split_at(end);
        rest = after;
        Some(column)
    })
}

/// Returns the lines with a newline after each; trailing empty lines are left out.
fn text(lines: &[impl AsRef<str>]) -> String {
    let text: String = lines.iter().flat_map(|line| [line.as_ref(), "\n"]).collect();
    format!("{}\n", text.trim_end_matches('\n'))
}

fn failure(document: &Document, command: &Command, printed: &str, matched: &str, shown: &str) -> String {
    let mut lines = matched.lines().zip(shown.lines());
    let first = lines.find(|(matched, shown)| matched != shown);
    let difference = first.map_or_else(
        || "the number of lines differs".to_owned(),
        |(matched, shown)| format!("shown:   {shown}\nprinted: {matched}"),
    );
    let printed: Vec<_> = printed.lines().take(SHOWN_LINES).collect();
    format!(
        "{}:{}: $ {}\n{difference}\nThe command prints:\n{}",
        document.path,
        command.line,
        command.text,
        printed.join("\n")
    )
}

/// Runs a block and compares what it prints. Returns the block as it should be, and the failed comparisons.
fn run(document: &Document, block: &Block, directory: &Path) -> (Vec<String>, Vec<String>) {
    let commands = block.commands();
    let (mut lines, mut failures) = (Vec::new(), Vec::new());
    for (command, printed) in commands.iter().zip(outputs(&commands, directory)) {
        let shown = text(&command.output);
        let printed = text(&[printed]);
        let matched = matched(&printed, &shown);
        let new = if matched == shown { shown.clone() } else { with_placeholders(&printed, &shown) };
        if matched != shown {
            failures.push(failure(document, command, &printed, &matched, &shown));
        }
        lines.extend(format!("$ {}", command.text).lines().map(str::to_owned));
        lines.extend(new.trim_end().lines().map(str::to_owned));
    }
    (lines, failures)
}

/// Returns the lines of a block as they are in the document.
fn indented(block: &Block, lines: &[String]) -> String {
    let indentation = " ".repeat(block.indentation);
    lines.iter().map(|line| format!("{indentation}{line}").trim_end().to_owned() + "\n").collect()
}

/// Runs the blocks of `document` that have this use.
fn check(document: &Document, wanted: Use, results: &mut Results) {
    let directory = directory();
    for block in document.blocks() {
        let place = format!("{}:{}", document.path, block.line);
        let usage = match usage(&block) {
            Ok(usage) => usage,
            Err(reason) => {
                results.failures.push(format!("{place}: {reason}"));
                continue;
            }
        };
        match usage {
            Use::File => {
                let name = block.comment.trim_start_matches("file: ");
                fs::write(directory.path().join("work").join(name), text(&block.lines)).expect("a file");
            }
            Use::NotRun => results.not_run += 1,
            Use::RunAsLong if wanted != Use::RunAsLong => results.long += 1,
            _ => {}
        }
        if usage != wanted {
            continue;
        }
        let missing = OPTIONAL_PROGRAMS.iter().find(|program| {
            !is_installed(program) && block.commands().iter().any(|command| command.text.contains(**program))
        });
        if let Some(program) = missing {
            results.skipped.push(format!("{place}: skipped, because {program} is not installed"));
            continue;
        }
        let (lines, failures) = run(document, &block, directory.path());
        results.ran += 1;
        if !failures.is_empty() && is_blessing() {
            rewrite(&document.path, |text| {
                let (before, after) = (indented(&block, &block.lines), indented(&block, &lines));
                assert!(text.contains(&before), "{place}: another test has changed this block");
                text.replacen(&before, &after, 1)
            });
        }
        results.failures.extend(failures);
    }
}

fn check_all(wanted: Use) {
    let mut results = Results::default();
    for document in documents() {
        check(&document, wanted, &mut results);
    }
    let Results { ran, long, not_run, skipped, failures } = results;
    for line in &skipped {
        report(line);
    }
    report(&format!(
        "documents: {ran} console blocks ran, {long} are long, {not_run} do not run, {} skipped",
        skipped.len()
    ));
    assert!(ran > 0, "no block ran");
    assert!(
        failures.is_empty(),
        "{} commands print something else:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

#[test]
fn every_command_prints_what_the_document_shows() {
    check_all(Use::Run);
}

#[test]
#[ignore = "takes minutes"]
fn every_long_command_prints_what_the_document_shows() {
    check_all(Use::RunAsLong);
}

#[test]
fn a_changed_digit_fails_the_comparison_and_a_placeholder_matches_any_text() {
    let printed = "rung  nodes  ms\ntable  203137  50\nlast\n";
    let is_equal = |shown| matched(printed, shown) == shown;
    assert!(is_equal("...\ntable  203137  [..]\n...\n"));
    assert!(!is_equal("...\ntable  203138  [..]\n...\n"));
    assert!(!is_equal("rung  nodes  ms\n"), "an omitted line needs a placeholder");
    assert!(!is_equal("rung  nodes  ms\n...\nfirst\n"));
}

#[test]
fn a_new_expected_output_keeps_the_placeholders() {
    let printed = "rung  nodes  ms\ntable  203137  50\nfull  1405  7\nlast\n";
    let shown = "rung nodes ms\ntable  99 [..]\n...\n";
    assert_eq!(with_placeholders(printed, shown), "rung  nodes  ms\ntable  203137 [..]\n...\n");
    assert_eq!(with_placeholders(printed, "...\nfull 9 [..]\nend\n"), "...\nfull  1405 [..]\nlast\n");
}
