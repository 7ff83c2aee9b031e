//! Functions with which commands print results on standard output, and messages, notes and progress on
//! standard error.

use std::{
    fmt,
    fs::{File, TryLockError},
    io::{self, BufWriter, IsTerminal as _, Write},
    path::Path,
};

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::exit::UsageError;
use crate::json::Versioned;

/// Output options that several commands share: `--json`, `--schema` and `--quiet`.
#[derive(Args, Debug)]
pub struct Output {
    /// Print JSON instead of text, one object per line
    #[arg(long)]
    pub json: bool,
    /// Print the JSON Schema of the --json output and exit
    #[arg(long)]
    pub schema: bool,
    /// Do not print progress and notes on stderr
    #[arg(short, long)]
    pub quiet: bool,
}

impl Output {
    /// Creates a progress bar of `length` steps on standard error, with the label `what`. The bar is hidden
    /// with `--quiet` or if standard error is not a terminal.
    pub fn progress(&self, length: usize, what: &'static str) -> ProgressBar {
        let is_visible = io::stderr().is_terminal() && !self.quiet;
        let target = if is_visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template("{msg} [{wide_bar}] {pos}/{len} {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::with_draw_target(Some(length as u64), target).with_style(style).with_message(what)
    }

    /// Prints a note on standard error, unless `--quiet` is set.
    pub fn remark(&self, text: fmt::Arguments<'_>) {
        if !self.quiet {
            print_message(text);
        }
    }
}

/// Creates a new file for results that took long to compute. If the file `path` already exists, `create`
/// returns an error and leaves the existing file unchanged.
///
/// # Errors
/// [`UsageError`] if the file already exists; an I/O error if the file cannot be created.
pub fn create(path: &Path) -> anyhow::Result<File> {
    let created = File::create_new(path);
    if created.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
        let path = path.display();
        return Err(UsageError(format!(
            "cannot write {path}: the file already exists: use another name or remove the file"
        ))
        .into());
    }
    created.with_context(|| format!("cannot write {}", path.display()))
}

/// Locks the output file `path` until this process ends, so that two processes do not write to it at once.
///
/// # Errors
/// [`UsageError`] if another process has locked the file.
pub fn lock(file: &File, path: &Path) -> Result<(), UsageError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(UsageError(format!(
            "cannot write {}: another process is writing to this file: wait for its end or use another file",
            path.display()
        ))),
        // Some file systems have no locks: the file is used without a lock.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// Prints `text` and a line break on standard error. Ignores write errors.
pub fn print_message(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Calls `write` with a buffered writer to standard output, and then flushes the writer.
///
/// # Errors
/// An I/O error if standard output cannot be written. A closed pipe is also an error of this function, but
/// the program then ends with exit code 0, see [`exit`](super::exit).
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut stdout = BufWriter::new(io::stdout().lock());
    write(&mut stdout)?;
    stdout.flush()
}

/// Prints `record` as one line of JSON on standard output.
///
/// # Errors
/// An error if standard output cannot be written or `record` cannot be serialised.
pub fn print_json(record: impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(&Versioned::new(record))?;
    Ok(print(|out| writeln!(out, "{text}"))?)
}
