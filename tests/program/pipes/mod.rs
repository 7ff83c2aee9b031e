//! The engine in a pipeline: `analyse`, `bestmove`, `eval` and `solve`.

mod answers;
mod bad_input;
mod commands;
mod endings;
mod resume;
mod sameness;
mod solving;

use serde_json::Value;

use crate::support::{code, records, run, stderr, stdout};

/// Output records for these lines, at 300 nodes per record. Rejected records are not counted on stderr.
fn analyse(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    let output = run(&[&["analyse", "--nodes", "300", "--quiet"], arguments].concat(), input);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    records(&stdout(&output))
}

/// Output record for one line.
fn reply(line: &str) -> Value {
    let mut replies = analyse(&[], format!("{line}\n"));
    assert_eq!(replies.len(), 1, "{line}: {replies:#?}");
    replies.remove(0)
}

/// Names of the fields of a JSON object, in the order of the text.
fn fields(line: &str) -> Vec<String> {
    let object: serde_json::Map<String, Value> = serde_json::from_str(line).expect("an object");
    let mut fields: Vec<_> = object.keys().cloned().collect();
    // `serde_json::Map` sorts its keys.
    fields.sort_by_key(|field| line.find(&format!("\"{field}\":")));
    fields
}
