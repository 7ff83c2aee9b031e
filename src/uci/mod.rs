//! Universal Chess Interface (UCI) on standard input and output: commands, options, `info` lines.
//! The guide below describes GUIs, scripts, all options, and the commands beyond UCI.
//!
//! # How it works
//!
//! Four threads work together: the reader, the writer, the search thread, and the session thread, which
//! handles all events in order and never searches. Commands that arrive during a search wait in a queue
//! (`queue.rs`) for the end of the search. Only `isready`, `stop`, `ponderhit`, `debug` and `quit` act
//! immediately during a search. Each `stop` goes to the oldest search, running or queued, that has had no
//! `stop`, and each `ponderhit` to the oldest `go ponder` that has had no `ponderhit`.
//!
#![doc = include_str!("README.md")]

mod command;
mod extensions;
mod go;
mod hash_file;
pub(crate) mod info;
mod log;
mod options;
mod position_command;
mod queue;
mod resources;
mod searching;
mod session;
mod wire;

#[cfg(not(feature = "tools"))]
use std::io::{IsTerminal as _, Write as _};
use std::{
    io::{self, BufReader, Cursor},
    process::ExitCode,
    sync::mpsc::channel,
};

use anyhow::Context as _;

use self::{log::Log, options::UciOptions, resources::Resources, session::UciSession, wire::OutputQueue};
#[cfg(not(feature = "tools"))]
use crate::support::signals;
use crate::{engine::Engine, support::stdout::stdout};

/// Context of errors of standard output.
const CANNOT_WRITE: &str = "cannot write to stdout";

/// Runs the program if it is built without the commands of the feature `tools`: without arguments a UCI session,
/// otherwise the arguments as UCI lines (`engine bench`, `engine "position startpos" "go depth 8"`). Arguments
/// without spaces are the words of one line. The exit code is 2 if a line begins with an unknown word, and 1 if the
/// session fails, unless the reader of its output has closed the pipe.
#[cfg(not(feature = "tools"))]
pub fn main(arguments: &[String]) -> ExitCode {
    let has_space = arguments.iter().any(|argument| argument.contains(char::is_whitespace));
    let lines = if has_space { arguments.to_vec() } else { vec![arguments.join(" ")] };
    if let Some((line, word)) = unknown_word(&lines) {
        let message = format!("error: unknown word '{word}' in the UCI line '{line}': no line was run");
        let _ = writeln!(io::stderr(), "{message}");
        return ExitCode::from(2);
    }
    // Without the handlers, the program still runs.
    let _ = signals::ignore_file_size_signal();
    if !io::stdin().is_terminal() {
        let _ = signals::ignore_ctrl_c();
    }
    let result = if arguments.is_empty() { run() } else { run_lines(&lines) };
    result.unwrap_or_else(|error| {
        let is_closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
            cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
        };
        if error.chain().any(is_closed_pipe) {
            return ExitCode::SUCCESS;
        }
        let _ = writeln!(io::stderr(), "error: {error:#}");
        ExitCode::FAILURE
    })
}

/// Runs a UCI session on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if the transposition table of the default size cannot be allocated, if the system refuses a
/// thread, or if the output cannot be written.
pub fn run() -> anyhow::Result<ExitCode> {
    converse(BufReader::new(io::stdin()), stdout().context(CANNOT_WRITE)?)
}

/// Runs a UCI session with `lines` as the whole input, and output to standard output.
///
/// # Errors
/// Returns an error if the transposition table of the default size cannot be allocated, if the system refuses a
/// thread, or if the output cannot be written.
pub fn run_lines(lines: &[String]) -> anyhow::Result<ExitCode> {
    converse(Cursor::new(lines.join("\n").into_bytes()), stdout().context(CANNOT_WRITE)?)
}

/// Returns the first UCI line with a word that a session ignores, because it is unknown, and this word; `None` if
/// there is none.
pub fn unknown_word(lines: &[String]) -> Option<(&str, &str)> {
    lines
        .iter()
        .flat_map(|line| line.lines())
        .find_map(|line| Some((line, command::UciCommand::unknown_word(line)?)))
}

/// Runs a UCI session on any input and output streams until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if the transposition table of the default size cannot be allocated, if the system refuses a
/// thread, or if the output cannot be written.
pub fn converse(
    input: impl io::BufRead + Send + 'static,
    output: impl io::Write + Send + 'static,
) -> anyhow::Result<ExitCode> {
    let (sender, events) = channel();
    let options = UciOptions::default();
    let engine = Engine::new(options.hash).context("while starting the engine")?;
    let log = Log::default();
    let output =
        OutputQueue::new(output, log.clone(), sender.clone()).context("cannot start the output thread")?;
    // The input comes last: the engine reads commands only if it can answer them.
    wire::read(input, log.clone(), sender.clone()).context("cannot start the input thread")?;
    let resources = Resources::new(log);
    let session = UciSession::new(engine, options, resources, output, sender);
    session.run(&events).context(CANNOT_WRITE)?;
    Ok(ExitCode::SUCCESS)
}
