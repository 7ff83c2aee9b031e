//! Functions with which commands print results on standard output, create or replace output files, and print
//! messages, notes and progress on standard error.

use std::{
    fmt,
    fs::{self, File, TryLockError},
    io::{self, BufWriter, IsTerminal as _, Write},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::{
    exit::UsageError,
    input::is_stdin,
    interrupt::{Interrupt, end_program},
};
use crate::support::{
    json::Versioned,
    lines::{Printable, printable},
    replace::{self, Replacement},
    stdout::stdout,
};

/// Returns the command line of this process, quoted for a shell. If the command `writes_files`, the option
/// `--force` is part of it, so that it can be repeated where the files exist.
pub fn command_line(writes_files: bool) -> String {
    let mut words: Vec<_> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    if writes_files && !words.iter().any(|word| word == FORCE) {
        // After `--` an option would be an argument.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        words.insert(end, FORCE.to_owned());
    }
    let words = words.iter().map(|word| quoted(word));
    std::iter::once("engine".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Quotes a word for a shell, if necessary.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Option that allows a command to replace existing files.
const FORCE: &str = "--force";

/// The option `--json`.
#[derive(Args, Debug)]
pub struct JsonArguments {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

/// The option `--quiet`.
#[derive(Args, Debug)]
pub struct Output {
    /// Do not print progress and notes on stderr
    #[arg(short, long)]
    pub quiet: bool,
}

impl Output {
    /// Creates a progress bar of `length` steps on standard error. `what` names the steps, for example
    /// "positions".
    pub fn progress(&self, length: usize, what: &'static str) -> ProgressBar {
        progress_bar(Some(length as u64), Counted::Things(what), self.quiet)
    }

    /// Prints a note on standard error, unless `--quiet` is set.
    pub fn remark(&self, text: fmt::Arguments<'_>) {
        if !self.quiet {
            print_message(text);
        }
    }
}

/// What a progress bar counts.
#[derive(Clone, Copy, Debug)]
pub enum Counted {
    /// Things with this name, in the plural.
    Things(&'static str),
    /// Bytes of the input.
    InputBytes,
}

/// Creates a progress bar on standard error: done and total, steps per second, time left, and the message of
/// the bar. If the length is unknown (`None`), the bar shows what is done and the time. The bar is hidden if
/// `quiet` is set or standard error is not a terminal.
pub fn progress_bar(length: Option<u64>, counted: Counted, quiet: bool) -> ProgressBar {
    let is_visible = io::stderr().is_terminal() && !quiet;
    let target = if is_visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let template = match (counted, length) {
        (Counted::Things(_), Some(_)) => "[{wide_bar}] {pos}/{len} {prefix}, {per_sec}, {eta} left {msg}",
        (Counted::Things(_), None) => "{spinner} {pos} {prefix}, {per_sec}, {elapsed} {msg}",
        (Counted::InputBytes, Some(_)) => {
            "[{wide_bar}] {bytes}/{total_bytes} read, {bytes_per_sec}, {eta} left {msg}"
        }
        (Counted::InputBytes, None) => "{spinner} {bytes} read, {bytes_per_sec}, {elapsed} {msg}",
    };
    let name = match counted {
        Counted::Things(name) => name,
        Counted::InputBytes => "",
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length, target).with_style(style).with_prefix(name)
}

/// Remedy for a file that exists, in commands with `--force`.
pub const OR_FORCE: &str = "use another name, or --force to replace it";
/// Path that stands for standard output.
pub const STDOUT: &str = "-";

/// The options `--output` and `--force`.
#[derive(Args, Debug)]
pub struct OutputFile {
    /// Write to this file; - is stdout [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub replacement: ForceArguments,
}

/// The option `--force`.
#[derive(Args, Debug)]
pub struct ForceArguments {
    /// Replace an existing file
    #[arg(long)]
    pub force: bool,
}

/// The option `--resume` of commands with `--output`.
#[derive(Args, Debug)]
pub struct ResumeArguments {
    /// Continue an interrupted run with the file of --output
    ///
    /// The options must be the same as those of the interrupted run.
    #[arg(long, requires = "output")]
    pub resume: bool,
}

/// The option `--strict`.
#[derive(Args, Debug)]
pub struct StrictArguments {
    /// Exit with code 3 if part of the input was rejected
    #[arg(long)]
    pub strict: bool,
}

impl OutputFile {
    /// Opens an output that is useful only if it is complete: a file gets its new content when
    /// [`Destination::finish`] is called. If a signal ends the program earlier, the output file is unchanged.
    /// `inputs` are the files that the command reads.
    ///
    /// # Errors
    /// The same errors as [`OutputFile::check`].
    pub fn open(&self, inputs: &[PathBuf]) -> anyhow::Result<Destination> {
        refuse_input_as_output(self.path(), inputs)?;
        Interrupt::watch(|signal| end_program(signal))?;
        Destination::complete(self.path(), self.replacement.force)
    }

    /// Opens an output whose content is useful at any time. Without `--force`, a new file is created and written
    /// to directly; with `--force`, the file gets its new content when [`Destination::finish`] is called.
    /// `inputs` are the files that the command reads.
    ///
    /// # Errors
    /// The same errors as [`OutputFile::check`].
    pub fn stream(&self, inputs: &[PathBuf]) -> anyhow::Result<Destination> {
        refuse_input_as_output(self.path(), inputs)?;
        Destination::open(self.path(), self.replacement.force)
    }

    /// Checks before a long computation that [`OutputFile::write`] will be able to write the output. `inputs` are
    /// the files that the command reads.
    ///
    /// # Errors
    /// [`UsageError`] if the file is also an input, or if it exists and `--force` is not given; an I/O error if
    /// the file cannot be written.
    pub fn check(&self, inputs: &[PathBuf]) -> anyhow::Result<()> {
        refuse_input_as_output(self.path(), inputs)?;
        if self.is_file() {
            Destination::complete(self.path(), self.replacement.force)?;
        }
        Ok(())
    }

    /// Calls `write` with a buffered writer, and then writes the output.
    ///
    /// # Errors
    /// The errors of `write` and of [`OutputFile::write`].
    pub fn print(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
        if is_stdout(self.path()) {
            return Ok(print(write)?);
        }
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.write(&bytes)
    }

    /// Writes `record` as one line of JSON.
    ///
    /// # Errors
    /// The errors of [`OutputFile::write`]; an error if `record` cannot be serialised.
    pub fn print_json(&self, record: impl Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(&Versioned::new(record))?;
        self.print(|out| writeln!(out, "{text}"))
    }

    /// Writes a complete output. After an error, there is no new file.
    ///
    /// # Errors
    /// [`UsageError`] if the file exists and `--force` is not given; an I/O error if the file cannot be written.
    pub fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut out = Destination::complete(self.path(), self.replacement.force)?;
        out.write_all(bytes).and_then(|()| out.finish()).map_err(|error| write_error(error, self.path()))
    }

    /// Returns whether the output is a file, and not standard output, a pipe, or a device.
    pub fn is_file(&self) -> bool {
        !is_stdout(self.path()) && !is_pipe_or_device(self.path())
    }

    /// Returns the path of the output; [`STDOUT`] if no file is given.
    pub fn path(&self) -> &Path {
        self.output.as_deref().unwrap_or(Path::new(STDOUT))
    }
}

/// Open output of a command.
///
/// `-` is standard output. A new file is created by the first write, and never removed. A file that exists is
/// refused, unless the user gave `--force`: then it keeps its content until [`Destination::finish`]. Pipes and
/// devices are written to directly.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Stdout(io::Stdout),
    /// Standard output that is a terminal: control characters are replaced, which may come from files.
    Terminal(Printable<io::Stdout>),
    /// An open file, a pipe, or a device.
    File(File),
    /// A file that the first write creates. It must not exist then.
    New(PathBuf),
    /// Content of a file, which gets its name when the output is complete.
    Replacement(Replacement),
}

impl Destination {
    /// Opens `path` for content that is useful at any time. With `force`, an existing file will be replaced.
    ///
    /// # Errors
    /// [`UsageError`] if the file exists and `force` is not set; an I/O error if the file cannot be written.
    pub fn open(path: &Path, force: bool) -> anyhow::Result<Self> {
        // Without `force`, this reports before a long computation that the directory cannot be written.
        let complete = Self::complete(path, force)?;
        let is_new = !force && complete.is_replacement();
        Ok(if is_new { Self::New(path.to_owned()) } else { complete })
    }

    /// Opens `path` for content that is useful only if it is complete. With `force`, an existing file will be
    /// replaced.
    ///
    /// # Errors
    /// As for [`Destination::open`].
    pub fn complete(path: &Path, force: bool) -> anyhow::Result<Self> {
        if is_stdout(path) {
            let out = stdout().with_context(|| cannot_write(path))?;
            return Ok(if out.is_terminal() { Self::Terminal(Printable(out)) } else { Self::Stdout(out) });
        }
        let opened = if is_pipe_or_device(path) {
            File::options().write(true).open(path).map(Self::File)
        } else {
            refuse_existing(path, force)?;
            let new = if force { Replacement::new(path) } else { Replacement::create(path) };
            new.map(Self::Replacement)
        };
        opened.with_context(|| cannot_write(path))
    }

    /// Returns whether [`Destination::finish`] gives the file its content.
    const fn is_replacement(&self) -> bool {
        matches!(self, Self::Replacement(_))
    }

    /// Prints, after an interruption, that the file at `path` is unchanged, if [`Destination::finish`] would have given
    /// it its content.
    pub fn report_unfinished(&self, path: &Path) {
        if self.is_replacement() {
            print_message(format_args!("interrupted: {} is unchanged", path.display()));
        }
    }

    /// Flushes the output. An output without content becomes an empty file; the content of a
    /// [`Destination::Replacement`] becomes the file.
    ///
    /// # Errors
    /// Returns the I/O error of the operating system.
    pub fn finish(mut self) -> io::Result<()> {
        if matches!(self, Self::New(_)) {
            let _ = self.write(&[])?;
        }
        self.flush()?;
        match self {
            Self::Replacement(replacement) => replacement.finish(),
            Self::Stdout(_) | Self::Terminal(_) | Self::File(_) | Self::New(_) => Ok(()),
        }
    }

    /// Creates the file of a [`Destination::New`], and locks it until this process ends. If `bytes` cannot be
    /// written to it, removes it again, so that the command can be repeated.
    fn create(path: &Path, bytes: &[u8]) -> io::Result<(File, usize)> {
        let mut file = File::create_new(path)?;
        let _ = file.try_lock();
        let written = file.write(bytes).inspect_err(|_| {
            let _ = fs::remove_file(path);
        })?;
        Ok((file, written))
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Terminal(out) => out.write(bytes),
            Self::File(out) => out.write(bytes),
            Self::New(path) => {
                let (file, written) = Self::create(path, bytes)?;
                *self = Self::File(file);
                Ok(written)
            }
            Self::Replacement(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Terminal(out) => out.flush(),
            Self::File(out) => out.flush(),
            Self::New(_) => Ok(()),
            Self::Replacement(out) => out.flush(),
        }
    }
}

/// Returns whether `path` stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new(STDOUT)
}

/// Refuses an existing file, directory or link, unless `force` is set. Accepts pipes and devices.
///
/// # Errors
/// [`UsageError`] if `path` exists, is not a pipe or device, and `force` is not set.
pub fn refuse_existing(path: &Path, force: bool) -> Result<(), UsageError> {
    if force && !path.is_dir() { Ok(()) } else { refuse_with(path, OR_FORCE) }
}

/// Refuses an existing file, directory or link with this remedy. Accepts pipes and devices.
///
/// # Errors
/// [`UsageError`] if `path` exists and is not a pipe or device.
pub fn refuse_with(path: &Path, remedy: &str) -> Result<(), UsageError> {
    if is_pipe_or_device(path) || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    Err(already_exists(path, remedy))
}

/// Returns whether `path` exists and is neither a regular file nor a directory.
pub fn is_pipe_or_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn already_exists(path: &Path, remedy: &str) -> UsageError {
    if path.is_dir() {
        return UsageError(format!("{}: it is a directory", cannot_write(path)));
    }
    UsageError(format!("{}: the file already exists: {remedy}", cannot_write(path)))
}

/// Returns the error for an output that cannot be written. A file that another process has created meanwhile is
/// reported like one that existed before.
pub fn write_error(error: io::Error, path: &Path) -> anyhow::Error {
    if error.kind() == io::ErrorKind::AlreadyExists {
        return already_exists(path, OR_FORCE).into();
    }
    anyhow::Error::from(error).context(cannot_write(path))
}

/// Writes a complete file. With `force`, an existing file is replaced.
///
/// # Errors
/// [`UsageError`] if the file exists and `force` is not set; an I/O error if the file cannot be written.
pub fn write_file(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    let written = if force { replace::write(path, bytes) } else { replace::create(path, bytes) };
    written.map_err(|error| write_error(error, path))
}

/// Returns the start of the message for an output that cannot be written.
pub fn cannot_write(path: &Path) -> String {
    if is_stdout(path) {
        "cannot write to stdout".to_owned()
    } else {
        format!("cannot write {}", path.display())
    }
}

/// Refuses an output that is the same regular file as one of `inputs`, also under another name or through
/// standard input or output.
///
/// # Errors
/// [`UsageError`] if the output is also an input.
pub fn refuse_input_as_output(output: &Path, inputs: &[PathBuf]) -> Result<(), UsageError> {
    let file = file_id(if is_stdout(output) { Path::new("/dev/stdout") } else { output });
    if file.is_some() && inputs.iter().any(|input| file_id(opened_path(input)) == file) {
        return Err(UsageError(format!(
            "{}: the file is also an input: use another name",
            cannot_write(output)
        )));
    }
    Ok(())
}

/// Returns the path under which the operating system knows an input.
fn opened_path(input: &Path) -> &Path {
    if is_stdin(input) { Path::new("/dev/stdin") } else { input }
}

/// Identifies a regular file independently of its name; `None` if `path` is not an existing regular file.
#[cfg(unix)]
fn file_id(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let data = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|path| path.is_file())
}

/// Locks the output file `path` until this process ends, so that two processes do not write to it at once.
///
/// # Errors
/// [`UsageError`] if another process has locked the file.
pub fn lock(file: &File, path: &Path) -> Result<(), UsageError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(UsageError(format!(
            "{}: another process is writing to this file: wait for its end or use another file",
            cannot_write(path)
        ))),
        // Some file systems have no locks: the file is used without a lock.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// Prints `text` and a line break on standard error. Ignores write errors. Replaces control characters, which
/// may come from a file that the message quotes.
pub fn print_message(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{}", printable(&text.to_string()));
}

/// Prints the message about the rejected line or game with this number, from 1. After ten messages, the next one says
/// that others follow.
pub fn print_first(number: usize, message: fmt::Arguments<'_>) {
    const MOST_REPORTED: usize = 10;
    match number {
        0..=MOST_REPORTED => print_message(message),
        number if number == MOST_REPORTED + 1 => {
            print_message(format_args!("further errors are not reported"));
        }
        _ => {}
    }
}

/// Calls `write` with a buffered writer to standard output, and then flushes the writer. Nothing is replaced:
/// `write` may write colours and cursor movements, and must not write text from files.
///
/// # Errors
/// As for [`print`].
pub fn print_drawing(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(stdout().map_err(|error| naming_stdout(&error))?.lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|error| naming_stdout(&error))
}

/// Calls `write` with a buffered writer to standard output, and then flushes the writer. On a terminal,
/// control characters are replaced, which may come from files.
///
/// # Errors
/// An I/O error if standard output cannot be written. A closed pipe is also an error of this function, but
/// the program then ends with exit code 0, see [`exit`](super::exit).
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let out = stdout().map_err(|error| naming_stdout(&error))?.lock();
    if out.is_terminal() {
        // The filter replaces characters before they reach the buffer, because the buffer could split a
        // character.
        let mut out = Printable(BufWriter::new(out));
        return write(&mut out).and_then(|()| out.flush()).map_err(|error| naming_stdout(&error));
    }
    let mut out = BufWriter::new(out);
    write(&mut out).and_then(|()| out.flush()).map_err(|error| naming_stdout(&error))
}

/// Adds the name of the output to an error of standard output. A closed pipe keeps its kind.
pub fn naming_stdout(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", cannot_write(Path::new(STDOUT))))
}

/// Prints `record` as one line of JSON on standard output.
///
/// # Errors
/// An error if standard output cannot be written or `record` cannot be serialised.
pub fn print_json(record: impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string(&Versioned::new(record))?;
    Ok(print(|out| writeln!(out, "{text}"))?)
}
