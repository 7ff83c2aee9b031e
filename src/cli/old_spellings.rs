//! Old spellings of command lines: those that keep their meaning are replaced by the new spelling before clap
//! parses the arguments.

use std::{ffi::OsString, path::Path};

/// Subcommands of `engine tune`, with the old names and `help`.
const TUNE: [&str; 6] = ["weights", "network", "wdl", "search", "outlook", "help"];

/// Returns the arguments of the program, in the new spelling. The first argument is the program name.
pub fn replace(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let words: Vec<_> = arguments.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    let words: Vec<_> = words.iter().map(AsRef::as_ref).collect();
    match words[..] {
        ["tune", first, ..] if is_option(first) || !TUNE.contains(&first) && Path::new(first).exists() => {
            arguments.insert(2, "weights".into());
        }
        _ => {}
    }
    arguments
}

/// Whether a word is an option other than `--help`, or `-` for standard input.
fn is_option(word: &str) -> bool {
    word.starts_with('-') && !matches!(word, "-h" | "--help")
}
