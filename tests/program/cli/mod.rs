//! The command line as a person, a script and a test server meet it: the real binary, its two streams, its exit code.

mod ablation;
mod annotate;
mod bench;
mod checkmate;
mod comparison;
mod contest;
mod datagen;
mod explain;
mod ladder;
mod nets;
mod packed;
mod perft;
mod pichu;
mod pictures;
mod play;
mod tune;
mod usage;

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn engine(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the binary runs")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The one JSON object that a command prints.
fn json(arguments: &[&str]) -> Value {
    let output = engine(arguments);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("one JSON object and nothing else")
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn assert_fields(object: &Value, fields: &[&str]) {
    let mut fields = fields.to_vec();
    fields.sort_unstable();
    let mut found = keys(object);
    found.sort_unstable();
    assert_eq!(found, fields);
}

/// What Fishtest finds: the number behind a head and `": "`, on stderr.
fn as_fishtest_reads(text: &str, head: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.contains(head))?;
    line.split(": ").nth(1)?.trim().parse().ok()
}
