//! The engine in a pipeline: lines in, lines out, one answer for a script. The real binary, in an empty environment.

mod answers;
mod bad_input;
mod commands;
mod endings;
mod sameness;
mod solving;

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
    thread,
};

use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A command that knows nothing of where it runs.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.args(arguments).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command on this input.
fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = command(arguments).spawn().expect("the engine starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_ref();
    thread::scope(|scope| {
        // It may end before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("it ends")
    })
}

/// What it prints, if it ends well and says nothing else.
fn text(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(arguments, input);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), said.as_ref()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

/// The replies to lines, with so few nodes that nobody waits.
fn analyse(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    records(&text(&[&["analyse", "--nodes", "300"], arguments].concat(), input))
}

/// The reply to one line.
fn reply(line: &str) -> Value {
    let mut replies = analyse(&[], format!("{line}\n"));
    assert_eq!(replies.len(), 1, "{line}: {replies:#?}");
    replies.remove(0)
}

/// The names of the fields, as they come.
fn fields(line: &str) -> Vec<String> {
    let object: serde_json::Map<String, Value> = serde_json::from_str(line).expect("an object");
    let mut fields: Vec<_> = object.keys().cloned().collect();
    // The library sorts them; the line does not.
    fields.sort_by_key(|field| line.find(&format!("\"{field}\":")));
    fields
}
