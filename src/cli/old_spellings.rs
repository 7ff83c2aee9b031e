//! Old spellings of command lines: those that keep their meaning are replaced by the new spelling before clap
//! parses the arguments, and the others are refused with the new command line.
//!
//! Aliases of options and subcommands, such as `match --clock` and `tune outlook`, are in the clap definitions.

use std::{ffi::OsString, path::Path};

use super::exit::UsageError;

/// Commands in which `--threads` meant the number of games or blocks that run in parallel. The option is now
/// `--jobs`, because `--threads` is the number of threads of one search elsewhere.
const WITH_JOBS: [&[&str]; 3] = [&["match"], &["datagen"], &["tune", "search"]];
/// Subcommands of `engine tune`, with the old names and `help`.
const TUNE: [&str; 6] = ["weights", "network", "wdl", "search", "outlook", "help"];

/// Returns the arguments of the program, in the new spelling. The first argument is the program name.
///
/// # Errors
/// [`UsageError`] with the new command line if the old spelling has no meaning or another meaning now.
pub fn replace(mut arguments: Vec<OsString>) -> Result<Vec<OsString>, UsageError> {
    let words: Vec<_> = arguments.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    let words: Vec<_> = words.iter().map(AsRef::as_ref).collect();
    match words[..] {
        ["datagen", first, ..] if is_option(first) => return Err(refuse_datagen(&words)),
        ["tune", first, ..] if is_option(first) || !TUNE.contains(&first) && Path::new(first).exists() => {
            arguments.insert(2, "weights".into());
        }
        _ if WITH_JOBS.iter().any(|command| words.starts_with(command))
            && words.iter().any(|word| is_threads(word)) =>
        {
            let message = "the number of parallel games or blocks is --jobs; --threads is the number of threads of one search";
            return Err(refuse(message, words.iter().map(|word| with_jobs(word))));
        }
        _ => {}
    }
    Ok(arguments)
}

/// Returns whether a word starts with `-` and is neither `-h` nor `--help`. The word `-` stands for standard
/// input.
fn is_option(word: &str) -> bool {
    word.starts_with('-') && !matches!(word, "-h" | "--help")
}

fn is_threads(word: &str) -> bool {
    word == "--threads" || word.starts_with("--threads=")
}

fn with_jobs(word: &str) -> String {
    if is_threads(word) { word.replacen("--threads", "--jobs", 1) } else { word.to_owned() }
}

/// Refuses a command line without a subcommand of `engine datagen`, as it was written before the subcommands
/// existed.
fn refuse_datagen(words: &[&str]) -> UsageError {
    let has = |option: &str| {
        words.iter().any(|word| {
            word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        })
    };
    let (subcommand, option) = if has("--inspect") {
        ("inspect", "--inspect")
    } else if has("--export") {
        ("export", "--export")
    } else if has("--packed") {
        ("games", "--packed")
    } else if has("--openings") {
        ("openings", "")
    } else {
        ("positions", "")
    };
    // The subcommand replaces the option that selected it. `--inspect` and `--export` had the files as values.
    let moved = words[1..].iter().filter(|word| option.is_empty() || **word != option).map(|word| {
        let value = word.strip_prefix(option).and_then(|rest| rest.strip_prefix('='));
        with_jobs(value.filter(|_| !option.is_empty()).unwrap_or(word))
    });
    let new = ["datagen", subcommand].map(str::to_owned).into_iter().chain(moved);
    refuse("the options of engine datagen belong to its subcommands now", new)
}

fn refuse(message: &str, words: impl Iterator<Item = String>) -> UsageError {
    let line: Vec<_> = words.map(quoted).collect();
    UsageError(format!("{message}: write\n  engine {}", line.join(" ")))
}

/// Quotes a word for a shell, if necessary.
pub fn quoted(word: String) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word;
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(words: &str) -> String {
        let arguments = ["engine"].into_iter().chain(words.split_whitespace()).map(OsString::from).collect();
        match replace(arguments) {
            Ok(words) => words.join(&OsString::from(" ")).to_string_lossy().into_owned(),
            Err(error) => error.to_string().lines().last().unwrap_or_default().trim().to_owned(),
        }
    }

    #[test]
    fn the_new_command_line_is_printed_or_used() {
        for (old, new) in [
            ("datagen --packed --seconds 9 --threads 16 -o a", "datagen games --seconds 9 --jobs 16 -o a"),
            ("datagen --quiet --inspect a b --json", "datagen inspect --quiet a b --json"),
            ("datagen --export=a -o b --threads=2", "datagen export a -o b --jobs=2"),
            ("datagen --games 20", "datagen positions --games 20"),
            ("datagen --positions=300000 --nodes 1000", "datagen positions --positions=300000 --nodes 1000"),
            ("datagen --openings 24 -o it's", r"datagen openings --openings 24 -o 'it'\''s'"),
            ("datagen games --threads 2", "datagen games --jobs 2"),
            ("match full full --threads 2", "match full full --jobs 2"),
            ("tune search --threads=2", "tune search --jobs=2"),
            ("tune Cargo.toml -o a", "tune weights Cargo.toml -o a"),
            ("tune -q games.epd", "tune weights -q games.epd"),
            ("tune netwrk a", "tune netwrk a"),
            ("tune network a --threads 2", "tune network a --threads 2"),
            ("bench --threads 2", "bench --threads 2"),
            ("datagen --help", "datagen --help"),
            ("datagen", "datagen"),
        ] {
            assert_eq!(replaced(old), format!("engine {new}"), "{old}");
        }
    }
}
