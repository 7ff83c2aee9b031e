//! Where words go: data to stdout, talk to stderr.

use std::{
    fmt,
    fs::File,
    io::{self, BufWriter, IsTerminal as _, Write},
    path::Path,
};

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::exit::UsageError;
use crate::json::Versioned;

/// What every measuring command can be told about its output.
#[derive(Args, Debug)]
pub struct Output {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print the JSON Schema of --json and nothing else
    #[arg(long)]
    pub schema: bool,
    /// No progress bar and no remarks
    #[arg(short, long)]
    pub quiet: bool,
}

impl Output {
    /// A bar on stderr that counts to `length`; hidden where nobody would see it.
    pub fn progress(&self, length: usize, what: &'static str) -> ProgressBar {
        let is_visible = io::stderr().is_terminal() && !self.quiet;
        let target = if is_visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template("{msg} [{wide_bar}] {pos}/{len} {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(Some(length as u64), target).with_style(style).with_message(what)
    }

    /// A remark beside the data.
    pub fn remark(&self, text: fmt::Arguments<'_>) {
        if !self.quiet {
            print_message(text);
        }
    }
}

/// A file for data that took long to make: one that nobody has filled before.
///
/// # Errors
/// [`UsageError`] if it exists, or what the system says.
pub fn create(path: &Path) -> anyhow::Result<File> {
    let created = File::create_new(path);
    if created.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
        let path = path.display();
        return Err(UsageError(format!("{path} exists already: name another file, or remove it")).into());
    }
    created.with_context(|| format!("cannot write {}", path.display()))
}

/// A line on stderr. If stderr is closed there is nobody left to tell.
pub fn print_message(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Data on stdout, written by `write` and all gone when this returns.
///
/// # Errors
/// What stdout says; a closed pipe is a quiet end, see [`exit`](super::exit).
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut stdout = BufWriter::new(io::stdout().lock());
    write(&mut stdout)?;
    stdout.flush()
}

/// A record on stdout, as one line.
///
/// # Errors
/// What stdout says.
pub fn print_json(record: impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(&Versioned::new(record))?;
    Ok(print(|out| writeln!(out, "{text}"))?)
}
