//! Functions with which commands print results on standard output or write them to files, and print messages,
//! notes and progress on standard error.

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

use super::{exit::UsageError, input::is_stdin, interrupt::Interrupt};
use crate::{
    json::Versioned,
    lines::{Printable, printable},
    replace::Replacement,
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
    let quoted = |word: String| {
        let plain = !word.is_empty()
            && word.chars().all(|letter| letter.is_alphanumeric() || "-_+,./:=".contains(letter));
        if plain { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    std::iter::once("engine".to_owned()).chain(words.into_iter().map(quoted)).collect::<Vec<_>>().join(" ")
}

/// Option that allows a command to replace existing files.
const FORCE: &str = "--force";

/// Output options that several commands share: `--json`, `--schema` and `--quiet`.
#[derive(Args, Debug)]
pub struct Output {
    /// Print one JSON object instead of text
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
    /// Replace an existing file
    #[arg(long)]
    pub force: bool,
}

impl OutputFile {
    /// Opens an output that is useful only if it is complete: a file gets its new content when
    /// [`Destination::finish`] is called. If SIGINT or SIGTERM arrives earlier, the program removes the
    /// temporary file and ends, and the output file is unchanged. `inputs` are the files that the command
    /// reads.
    ///
    /// # Errors
    /// The same errors as [`OutputFile::check`].
    pub fn open(&self, inputs: &[PathBuf]) -> anyhow::Result<Destination> {
        self.check(inputs)?;
        let out = self.complete()?;
        if let Destination::Replacement(replacement) = &out
            && let Some(path) = replacement.temporary_path().map(Path::to_owned)
        {
            Interrupt::watch(move |signal| {
                let _ = fs::remove_file(&path);
                std::process::exit(signal.exit_code().into());
            })?;
        }
        Ok(out)
    }

    /// Opens an output that gets its content when [`Destination::finish`] is called.
    fn complete(&self) -> anyhow::Result<Destination> {
        if self.is_file() {
            refuse_existing(self.path(), self.force)?;
        }
        Destination::open(self.path(), self.is_file() || self.force)
    }

    /// Opens an output whose content is useful at any time. Without `--force`, a new file is written to
    /// directly; with `--force`, the file gets its new content when [`Destination::finish`] is called.
    /// `inputs` are the files that the command reads.
    ///
    /// # Errors
    /// [`UsageError`] if the file is also an input, or if it exists and `--force` is not given; an I/O error if
    /// the file cannot be written.
    pub fn stream(&self, inputs: &[PathBuf]) -> anyhow::Result<Destination> {
        refuse_input_as_output(self.path(), inputs)?;
        Destination::open(self.path(), self.force)
    }

    /// Checks before a long computation that [`OutputFile::write`] will be able to write the output. `inputs` are
    /// the files that the command reads.
    ///
    /// # Errors
    /// [`UsageError`] if the file is also an input, or if it exists and `--force` is not given; an I/O error if
    /// the file cannot be written.
    pub fn check(&self, inputs: &[PathBuf]) -> anyhow::Result<()> {
        let path = self.path();
        refuse_input_as_output(path, inputs)?;
        if !self.is_file() {
            return Ok(());
        }
        refuse_existing(path, self.force)?;
        Replacement::new(path).map(drop).with_context(|| cannot_write(path))
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
        let mut out = self.complete()?;
        out.write_all(bytes).and_then(|()| out.finish()).with_context(|| cannot_write(self.path()))
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

/// Open output of a command, by the rule for files that commands write.
///
/// `-` is standard output. A file that exists is refused, unless the user gave `--force`: then it keeps its
/// content until [`Destination::finish`]. Pipes and devices are written to directly.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Stdout(io::Stdout),
    /// A new file, a pipe, or a device.
    File(File, NewFile),
    /// New content of a file, which replaces an existing file when the output is complete.
    Replacement(Replacement),
}

impl Destination {
    /// Opens `path`. With `force`, an existing file will be replaced.
    ///
    /// # Errors
    /// [`UsageError`] if the file exists and `force` is not set; an I/O error if the file cannot be written.
    pub fn open(path: &Path, force: bool) -> anyhow::Result<Self> {
        if is_stdout(path) {
            return Ok(Self::Stdout(io::stdout()));
        }
        if force {
            let replacement = Replacement::new(path);
            return Ok(Self::Replacement(replacement.with_context(|| cannot_write(path))?));
        }
        create(path, OR_FORCE).map(|(file, new)| Self::File(file, new))
    }

    /// Flushes the output. A [`Destination::Replacement`] then becomes the content of the file.
    ///
    /// # Errors
    /// Returns the I/O error of the operating system.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Self::Replacement(replacement) => replacement.finish(),
            Self::File(_, new) => {
                new.keep();
                Ok(())
            }
            Self::Stdout(_) => Ok(()),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(out, _) => out.write(bytes),
            Self::Replacement(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(out, _) => out.flush(),
            Self::Replacement(out) => out.flush(),
        }
    }
}

/// Returns whether `path` stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new(STDOUT)
}

/// Returns standard output as a file.
///
/// # Errors
/// An I/O error if standard output is closed.
pub fn stdout_file() -> io::Result<File> {
    #[cfg(unix)]
    let file = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let file = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(file.into())
}

/// Removes a file that this process has created if nothing was written to it: the command can then be repeated,
/// although an existing file is refused.
#[derive(Debug)]
pub struct NewFile {
    /// Path of the new file; `None` for a pipe, a device, or a file that is kept.
    path: Option<PathBuf>,
    /// Size in bytes of a file without content.
    empty_size: u64,
    /// File that belongs to the new file, and is removed with it.
    companion: Option<PathBuf>,
}

impl NewFile {
    /// Returns a guard that keeps the file.
    pub const fn kept() -> Self {
        Self { path: None, empty_size: 0, companion: None }
    }

    /// Returns a guard that also removes a second file that the command has written for the new file.
    pub fn with_companion(mut self, path: PathBuf) -> Self {
        self.companion = Some(path);
        self
    }

    /// Returns a guard that also removes a file that contains only a header of this size.
    pub fn with_header(mut self, bytes: usize) -> Self {
        self.empty_size = bytes as u64;
        self
    }

    /// Keeps the file, also if nothing was written to it: the result of the command is empty.
    pub fn keep(mut self) {
        self.path = None;
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path
            && fs::metadata(path).is_ok_and(|data| data.len() <= self.empty_size)
        {
            for path in [path].into_iter().chain(&self.companion) {
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// Refuses an existing file, directory or link, unless `force` is set. Accepts pipes and devices.
///
/// # Errors
/// [`UsageError`] if `path` exists, is not a pipe or device, and `force` is not set.
pub fn refuse_existing(path: &Path, force: bool) -> Result<(), UsageError> {
    if force || is_pipe_or_device(path) || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    Err(already_exists(path, OR_FORCE))
}

/// Refuses a directory with SVG pictures, unless `force` is set: new pictures would replace them.
///
/// # Errors
/// [`UsageError`] if the directory contains a picture and `force` is not set.
pub fn refuse_pictures(folder: &Path, force: bool) -> Result<(), UsageError> {
    let is_picture = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "svg");
    let mut paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    match paths.find(is_picture).filter(|_| !force) {
        Some(picture) => {
            Err(already_exists(&picture, "use another directory, or --force to replace pictures"))
        }
        None => Ok(()),
    }
}

/// Creates a new file for results that took long to compute, or opens a pipe or a device. If `path` is an
/// existing regular file or directory, `create` returns an error with this remedy and leaves it unchanged.
///
/// # Errors
/// [`UsageError`] if the file already exists; an I/O error if the file cannot be created.
pub fn create(path: &Path, remedy: &str) -> anyhow::Result<(File, NewFile)> {
    if is_pipe_or_device(path) {
        let file = File::options().write(true).open(path).with_context(|| cannot_write(path))?;
        return Ok((file, NewFile::kept()));
    }
    let created = File::create_new(path);
    if created.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists) {
        return Err(already_exists(path, remedy).into());
    }
    let new = NewFile { path: Some(path.to_owned()), empty_size: 0, companion: None };
    Ok((created.with_context(|| cannot_write(path))?, new))
}

/// Returns whether `path` exists and is neither a regular file nor a directory.
pub fn is_pipe_or_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

fn already_exists(path: &Path, remedy: &str) -> UsageError {
    UsageError(format!("{}: the file already exists: {remedy}", cannot_write(path)))
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

/// Returns whether two paths name the same regular file.
pub fn is_same_file(first: &Path, second: &Path) -> bool {
    file_id(first).is_some_and(|id| file_id(second) == Some(id))
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

/// Returns standard output. If it is a terminal, control characters are replaced, which may come from files.
pub fn stdout() -> Box<dyn Write> {
    let stdout = io::stdout();
    if stdout.is_terminal() { Box::new(Printable(stdout)) } else { Box::new(stdout) }
}

/// Calls `write` with a buffered writer to standard output, and then flushes the writer. Nothing is replaced:
/// `write` may write colours and cursor movements, and must not write text from files.
///
/// # Errors
/// As for [`print`].
pub fn print_drawing(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|error| naming_stdout(&error))
}

/// Calls `write` with a buffered writer to standard output, and then flushes the writer. On a terminal,
/// control characters are replaced, which may come from files.
///
/// # Errors
/// An I/O error if standard output cannot be written. A closed pipe is also an error of this function, but
/// the program then ends with exit code 0, see [`exit`](super::exit).
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let out = io::stdout().lock();
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
