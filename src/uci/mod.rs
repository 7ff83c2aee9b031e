//! The engine as a GUI sees it: the Universal Chess Interface on standard input and output.
//!
//! One thread reads, one writes, one searches, and the one here takes events in order and never searches itself.
//! Commands that come during a search wait for its end, except those that act at once: `isready`, `stop`,
//! `ponderhit`, `debug`, `quit`.

mod command;
mod extensions;
mod go;
mod hash_file;
pub(crate) mod info;
mod log;
mod options;
mod position_command;
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

/// Speaks UCI on standard input and output until `quit` or the end of the input.
///
/// # Errors
/// If there is no memory for the smallest table.
pub fn run() -> anyhow::Result<ExitCode> {
    converse(BufReader::new(io::stdin()), io::stdout())
}

/// Takes `lines` for the input, then ends as at the end of the input.
///
/// # Errors
/// If there is no memory for the smallest table.
pub fn run_lines(lines: &[String]) -> anyhow::Result<ExitCode> {
    converse(Cursor::new(lines.join("\n").into_bytes()), io::stdout())
}

/// Speaks UCI on any two streams until `quit` or the end of the input.
///
/// # Errors
/// If there is no memory for the smallest table.
pub fn converse(
    input: impl io::BufRead + Send + 'static,
    output: impl io::Write + Send + 'static,
) -> anyhow::Result<ExitCode> {
    let (sender, events) = channel();
    let options = Options::default();
    let engine = Engine::new(options.hash).context("while starting the engine")?;
    let log = Log::default();
    wire::read(input, engine.stop_flag(), log.clone(), sender.clone());
    let output = Output::new(output, log.clone(), sender.clone());
    let resources = Resources::new(log);
    Session::new(engine, options, resources, output, sender).run(&events);
    Ok(ExitCode::SUCCESS)
}
