//! Checks that README.md, CONTRIBUTING.md and the guides show what the engine does.
//!
//! - [`console`] runs the `console` blocks and compares their output.
//! - [`counts`] computes the tables of counts, and the counts in sentences.
//! - [`ranges`] sends the limits of JSON requests that the guide of `engine analyse` states.
//! - [`strength`] computes the rating of the engine from the results of its matches.
//!
//! `console`, `counts` and `strength` rewrite what has changed, with this command; `--ignored` rewrites the results of long commands:
//!
//! ```text
//! GLULAM_BLESS=1 cargo test documents
//! GLULAM_BLESS=1 cargo test documents -- --ignored
//! ```

mod claims;
mod console;
mod counts;
mod ranges;
#[cfg_attr(not(unix), allow(dead_code, reason = "without a POSIX shell no block runs"))]
#[path = "../../documents.rs"]
mod reading;
mod strength;

use std::{
    fs,
    io::Write as _,
    path::Path,
    sync::{Mutex, PoisonError},
};

/// Whether failed comparisons rewrite the documents.
fn is_blessing() -> bool {
    std::env::var_os("GLULAM_BLESS").is_some()
}

/// Replaces the text of a document by the result of `change`. Tests that run in parallel may change the same
/// document, one after the other.
fn rewrite(path: &str, change: impl FnOnce(&str) -> String) {
    static WRITING: Mutex<()> = Mutex::new(());
    let _guard = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let text = change(&reading::read(path).text);
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(path), text).expect("the document can be written");
}

/// Prints a line even if the test passes: the test runner captures only the print macros.
pub fn report(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

#[cfg(not(unix))]
#[test]
fn every_command_prints_what_the_document_shows() {
    report("skipped the console blocks of the documents: they need a POSIX shell");
}
