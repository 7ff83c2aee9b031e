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

use std::{
    io::{self, BufReader, Cursor},
    process::ExitCode,
    sync::mpsc::channel,
};

use anyhow::Context as _;

use self::{log::Log, options::Options, resources::Resources, session::Session, wire::Output};
use crate::engine::Engine;

/// Runs a UCI session on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if the transposition table of the default size cannot be allocated, if the system refuses a
/// thread, or if the output cannot be written.
pub fn run() -> anyhow::Result<ExitCode> {
    converse(BufReader::new(io::stdin()), io::stdout())
}

/// Runs a UCI session with `lines` as the whole input, and output to standard output.
///
/// # Errors
/// Returns an error if the transposition table of the default size cannot be allocated, if the system refuses a
/// thread, or if the output cannot be written.
pub fn run_lines(lines: &[String]) -> anyhow::Result<ExitCode> {
    converse(Cursor::new(lines.join("\n").into_bytes()), io::stdout())
}

/// Returns the first word of a UCI line that a session ignores, because it is unknown; `None` if there is none.
pub fn unknown_word(line: &str) -> Option<&str> {
    command::Command::unknown_word(line)
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
    let options = Options::default();
    let engine = Engine::new(options.hash).context("while starting the engine")?;
    let log = Log::default();
    let output =
        Output::new(output, log.clone(), sender.clone()).context("cannot start the output thread")?;
    // The input comes last: the engine reads commands only if it can answer them.
    wire::read(input, log.clone(), sender.clone()).context("cannot start the input thread")?;
    let resources = Resources::new(log);
    let session = Session::new(engine, options, resources, output, sender);
    session.run(&events).context("cannot write to stdout")?;
    Ok(ExitCode::SUCCESS)
}
