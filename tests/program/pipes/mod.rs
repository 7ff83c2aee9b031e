//! The engine in a pipeline: lines in, lines out.

mod answers;
mod bad_input;
mod commands;
mod endings;
mod sameness;
mod solving;

use serde_json::Value;

use crate::support::{records, text};

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
