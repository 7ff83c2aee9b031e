//! `engine analyse`: reads input records and writes one output record, an analysis or an error, for each.

mod arguments;
pub mod output;
mod progress;
mod resume;
mod settings_file;
mod source;

use std::{
    error::Error,
    fs::{self, File},
    io::{self, IsTerminal as _},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{self, ExitCode},
    sync::Arc,
    thread,
    time::Duration,
};

use anyhow::{Context as _, anyhow};

pub use self::arguments::Arguments;
use self::{
    output::Sink,
    progress::Progress,
    resume::{CompletedRecords, FormerFile},
    settings_file::RunSettings,
    source::{EntryAndEnd, Source},
};
use super::{
    exit::{CHECK_FAILED, UsageError},
    input::STDIN,
    interrupt::{Interrupt, StopSignal},
    output::{
        NewFile, OR_FORCE, STDOUT, cannot_write, create, is_pipe_or_device, is_stdout, lock, print_message,
        refuse_input_as_output,
    },
};
use crate::{
    analysis::{Analyst, Format, Settings, reply::Reply},
    engine::ordered_pool::{OrderedPool, worker_states},
    search::StopFlag,
};

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = Arc::new(arguments.settings()?);
    let source = Source::open(&arguments.files)?;
    let Opened { file, new, completed, former } = arguments.open_output(&settings)?;
    if completed.len() > 0 {
        arguments.remark(format_args!(
            "resuming: skipping the {} records that the output file already contains",
            completed.len()
        ));
    }
    let mut sink = Sink::new(arguments.table_options.format(), file, settings.timing)?;
    let mut progress = Progress::new(source.size, arguments.quiet);
    let signal = Arc::new(StopFlag::default());
    let workers = arguments.workers(&settings, &signal)?;
    let pool = Arc::new(OrderedPool::new(workers.len()).ordered(!arguments.unordered));
    let interrupt = arguments.stop_on_signals(&pool, &signal)?;

    let entries = remaining(source.entries(&settings), completed, Arc::clone(&settings));
    let mut written = Ok(());
    let detects_format = settings.format == Format::Auto;
    let mut is_first = true;
    let finished = pool.run(entries, workers, |(reply, end): ReplyAndEnd| {
        if mem::take(&mut is_first) && detects_format {
            suggest_format(&reply);
        }
        written = sink.write_reply(&reply);
        if written.is_err() {
            return ControlFlow::Break(());
        }
        progress.count(matches!(reply, Reply::Analysis(_)), end);
        ControlFlow::Continue(())
    });
    progress.finish();
    if let (Err(error), Some(former)) = (&finished, former)
        && error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<UsageError>)
    {
        former.restore().context("cannot restore the output file")?;
    }
    written.map_err(|error| arguments.write_error(error))?;
    finished.map_err(|error| match error.downcast::<UsageError>() {
        Ok(usage) => usage.into(),
        Err(error) => anyhow::Error::from(error).context("cannot analyse the input"),
    })?;
    arguments.remark(format_args!("{}", progress.rate()));
    if let Some(code) = interrupt.code() {
        return Ok(code);
    }
    new.keep();
    let is_rejected = progress.failures > 0;
    if is_rejected && (arguments.strict || !arguments.quiet) {
        print_message(format_args!(
            "{} of {} input records were rejected",
            progress.failures, progress.records
        ));
    }
    Ok(if is_rejected && arguments.strict { ExitCode::from(CHECK_FAILED) } else { ExitCode::SUCCESS })
}

/// Prints how to name the format of the input if the first record has none of the detected formats. The output
/// record does not contain this, because it must not depend on the place of the record in the input.
fn suggest_format(first: &Reply) {
    if let Reply::Failure(failure) = first
        && failure.record().is_of_another_format()
    {
        print_message(format_args!(
            "the first record cannot be read: if the input has another format, name it with --input (fen, epd, jsonl or pgn)"
        ));
    }
}

/// Time for writing the last output records after a signal has ended the searches.
const WRITING_TIME: Duration = Duration::from_secs(1);
/// Time for printing an error message before the program ends.
const REPORTING_TIME: Duration = Duration::from_millis(50);

/// An input record with its sequence number in the input, from 0.
type NumberedEntry = (u64, EntryAndEnd);
/// An output record, and the byte position in the input after the input record that it answers.
type ReplyAndEnd = (Reply, u64);

/// Numbers all records of the input from 0, and then leaves out the records in `completed`. An error of the
/// iterator can contain a [`UsageError`].
fn remaining(
    entries: impl Iterator<Item = io::Result<EntryAndEnd>> + Send + 'static,
    mut completed: CompletedRecords,
    settings: Arc<Settings>,
) -> impl Iterator<Item = io::Result<NumberedEntry>> + Send + 'static {
    (0..).zip(entries).filter_map(move |(number, entry)| {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Some(Err(error)),
        };
        match completed.remove(&entry.0, &settings) {
            Ok(true) => None,
            Ok(false) => Some(Ok((number, entry))),
            Err(error) => Some(Err(io::Error::other(error))),
        }
    })
}

/// The output of a run before its first new record.
struct Opened {
    /// Open and locked file; `None` for standard output.
    file: Option<File>,
    new: NewFile,
    /// Output records that an interrupted run wrote to the file.
    completed: CompletedRecords,
    /// Content of a file that is continued.
    former: Option<FormerFile>,
}

/// Returns the output records in `file`, which must be the unfinished output of a run with the same
/// settings. If `file` is empty, saves the settings.
fn continue_file(
    file: &File,
    path: &Path,
    run_settings: &RunSettings,
) -> anyhow::Result<(CompletedRecords, Option<FormerFile>)> {
    let saved = RunSettings::read(path)?;
    let length = file.metadata().with_context(|| format!("cannot read {}", path.display()))?.len();
    match saved {
        Some(saved) if length > 0 => {
            run_settings.check(&saved, path)?;
            let (completed, former) = CompletedRecords::read(file, path)?;
            Ok((completed, Some(former)))
        }
        None if length > 0 => {
            let (settings_path, path) = (settings_file::settings_path(path), path.display());
            Err(UsageError(format!(
                "--resume: {path} is not an unfinished output of engine analyse: there is no settings file {}: \
                 use another --output file",
                settings_path.display()
            ))
            .into())
        }
        _ => {
            run_settings.save(path)?;
            Ok(Default::default())
        }
    }
}

/// Ends the program with the exit code of the signal `received`, even if output records are not written yet.
/// Never returns.
fn exit_without_output(received: StopSignal) {
    let report = || {
        print_message(format_args!(
            "error: the output is not being read: the records that were not written are lost"
        ));
    };
    // Writing to standard error blocks if nobody reads it. Another thread writes the message, and this thread
    // waits for `REPORTING_TIME` only.
    let reporting = thread::Builder::new().spawn(report);
    thread::sleep(REPORTING_TIME);
    drop(reporting);
    process::exit(received.exit_code().into());
}

impl Arguments {
    /// Opens and locks the file of `--output`, if any. For JSON output to a regular file, the settings of the run are
    /// saved before the first output record is written.
    fn open_output(&self, settings: &Settings) -> anyhow::Result<Opened> {
        let direct = |file| Opened {
            file,
            new: NewFile::kept(),
            completed: CompletedRecords::default(),
            former: None,
        };
        let Some(path) = self.output.as_deref().filter(|path| !is_stdout(path)) else {
            if self.resume {
                return Err(UsageError("--resume: stdout cannot be continued: name a file".to_owned()).into());
            }
            return Ok(direct(None));
        };
        if self.resume && self.table_options.format().is_some() {
            let reason = "--resume: a table cannot be continued: leave out --csv, --tsv and --md, and convert the \
                          finished JSON Lines, for example with jq";
            return Err(UsageError(reason.to_owned()).into());
        }
        let stdin = [PathBuf::from(STDIN)];
        refuse_input_as_output(path, if self.files.is_empty() { &stdin } else { &self.files })?;
        let (file, new) = self.open_file(path)?;
        if is_pipe_or_device(path) {
            return Ok(direct(Some(file)));
        }
        lock(&file, path)?;
        let is_json = self.table_options.format().is_none();
        if self.force {
            if is_json {
                // Refuses a settings file of another program before the old records are removed.
                RunSettings::read(path)?;
            }
            file.set_len(0).with_context(|| cannot_write(path))?;
        }
        if !is_json {
            return Ok(Opened { new, ..direct(Some(file)) });
        }
        let (completed, former) = continue_file(&file, path, &RunSettings::new(self, settings))?;
        let new = new.with_companion(settings_file::settings_path(path));
        Ok(Opened { file: Some(file), new, completed, former })
    }

    /// Opens the output file. Without `--resume` or `--force`, the file must not exist.
    fn open_file(&self, path: &Path) -> anyhow::Result<(File, NewFile)> {
        let is_missing = fs::symlink_metadata(path).is_err();
        // The guard removes a new file to which nothing was written.
        if is_missing || !self.resume && (!self.force || is_pipe_or_device(path)) {
            let resumable = "use another name, --resume to continue it, or --force to replace it";
            return create(path, if self.table_options.format().is_none() { resumable } else { OR_FORCE });
        }
        // The metadata is read first, because opening a named pipe might never end.
        if self.resume && fs::metadata(path).is_ok_and(|file| !file.is_file()) {
            let path = path.display();
            let message = format!("--resume: {path} is not a regular file: use another --output file");
            return Err(UsageError(message).into());
        }
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        Ok((file.with_context(|| cannot_write(path))?, NewFile::kept()))
    }

    /// Returns the message for an output that cannot be written. It names `--resume` if the option can continue
    /// the output. A closed pipe is not an error for the user, and stays an I/O error.
    fn write_error(&self, error: io::Error) -> anyhow::Error {
        let path = self.output.as_deref().unwrap_or(Path::new(STDOUT));
        let is_resumable =
            self.table_options.format().is_none() && !is_stdout(path) && !is_pipe_or_device(path);
        if error.kind() == io::ErrorKind::BrokenPipe || !is_resumable {
            return anyhow::Error::from(error).context(cannot_write(path));
        }
        anyhow!("{}: {error}: solve this problem, and repeat the command with --resume", cannot_write(path))
    }

    fn workers(
        &self,
        settings: &Arc<Settings>,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<Vec<impl FnMut(u64, NumberedEntry) -> Option<ReplyAndEnd> + Send + use<>>> {
        let worker = || {
            let mut analyst = Analyst::new(Arc::clone(settings))?;
            let signal = Arc::clone(signal);
            anyhow::Ok(move |_, (seq, (entry, end)): NumberedEntry| {
                Some((analyst.reply(&entry, seq, &signal)?, end))
            })
        };
        worker_states(self.jobs as usize, worker)
    }

    /// Installs the signal handlers. After SIGTERM, running searches have `--drain-timeout` seconds to
    /// finish, less [`WRITING_TIME`]. Ctrl-C stops running searches at once. If writing the remaining output
    /// records takes longer than [`WRITING_TIME`] after that, for example because no program reads the
    /// output, the program ends without these records.
    fn stop_on_signals(
        &self,
        pool: &Arc<OrderedPool<NumberedEntry, ReplyAndEnd>>,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<Interrupt> {
        let (pool, signal) = (Arc::clone(pool), Arc::clone(signal));
        let drain_timeout = Duration::from_secs(self.drain_timeout);
        let on_signal = move |received: StopSignal| {
            pool.drain();
            let signal = Arc::clone(&signal);
            let stop = move || {
                if received == StopSignal::Terminate {
                    thread::sleep(drain_timeout.saturating_sub(WRITING_TIME));
                }
                signal.stop_through(u64::MAX);
                thread::sleep(WRITING_TIME);
                exit_without_output(received);
            };
            // Another thread waits, so that the second signal ends the program at once.
            if thread::Builder::new().spawn(stop.clone()).is_err() {
                stop();
            }
        };
        Interrupt::watch(on_signal).context("cannot install signal handlers")
    }

    /// Prints a note on standard error, with `--verbose`, or without `--quiet` if standard error is a
    /// terminal.
    fn remark(&self, text: std::fmt::Arguments<'_>) {
        if self.verbose || io::stderr().is_terminal() && !self.quiet {
            print_message(text);
        }
    }
}
