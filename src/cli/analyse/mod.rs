//! `engine analyse`: reads input records and writes one output record, an analysis or an error, for each.

mod arguments;
pub mod output;
mod progress;
mod resume;
mod settings_file;
mod source;

use std::{
    fs::{self, File},
    io::{self, IsTerminal as _},
    mem,
    ops::ControlFlow,
    path::Path,
    process::{self, ExitCode},
    sync::Arc,
    thread,
    time::Duration,
};

use anyhow::Context as _;

pub use self::arguments::Arguments;
use self::{
    output::Sink,
    progress::Progress,
    resume::CompletedRecords,
    settings_file::RunSettings,
    source::{EntryAndEnd, Source},
};
use super::{
    exit::{CHECK_FAILED, UsageError},
    interrupt::{Interrupt, StopSignal},
    output::{create, lock, print_message},
};
use crate::{
    analysis::{Analyst, Format, Settings, reply::Reply},
    engine::ordered_pool::{OrderedPool, worker_states},
    search::StopFlag,
};

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = Arc::new(arguments.settings()?);
    let source = Source::open(&arguments.files)?;
    let (file, completed) = arguments.open_output(&settings)?;
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

    let entries = remaining(source.entries(&settings), completed);
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
    written.and(finished).context("cannot analyse the input")?;
    arguments.remark(format_args!("{}", progress.rate()));
    if let Some(code) = interrupt.code() {
        return Ok(code);
    }
    if arguments.strict && progress.failures > 0 {
        print_message(format_args!(
            "{} of {} input records were rejected",
            progress.failures, progress.records
        ));
        return Ok(ExitCode::from(CHECK_FAILED));
    }
    Ok(ExitCode::SUCCESS)
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

/// Numbers all records of the input from 0, and then leaves out the records in `completed`.
fn remaining(
    entries: impl Iterator<Item = io::Result<EntryAndEnd>> + Send + 'static,
    mut completed: CompletedRecords,
) -> impl Iterator<Item = io::Result<NumberedEntry>> + Send + 'static {
    let numbered = (0..).zip(entries).map(|(number, entry)| Ok((number, entry?)));
    numbered.filter(move |entry| !entry.as_ref().is_ok_and(|(_, (entry, _))| completed.remove(entry)))
}

/// Returns the output records in `file`, which must be the unfinished output of a run with the same
/// settings. If `file` is empty, saves the settings.
fn continue_file(file: &File, path: &Path, run_settings: &RunSettings) -> anyhow::Result<CompletedRecords> {
    let saved = RunSettings::read(path)?;
    let length = file.metadata().with_context(|| format!("cannot read {}", path.display()))?.len();
    match saved {
        Some(saved) if length > 0 => {
            run_settings.check(&saved, path)?;
            CompletedRecords::read(file, path)
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
            Ok(CompletedRecords::default())
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
    /// Opens and locks the file of `--output`, if any. Returns the open file, and the output records that an
    /// interrupted run wrote to it, which only a file opened with `--resume` can contain. For JSON output,
    /// the settings of the run are saved before the first output record is written.
    fn open_output(&self, settings: &Settings) -> anyhow::Result<(Option<File>, CompletedRecords)> {
        let Some(path) = &self.output else { return Ok((None, CompletedRecords::default())) };
        let (file, is_new) = self.open_file(path)?;
        lock(&file, path)?;
        let prepared = match self.table_options.format() {
            None => continue_file(&file, path, &RunSettings::new(self, settings)),
            Some(_) => Ok(CompletedRecords::default()),
        };
        if prepared.is_err() && is_new {
            // The new, empty output file is removed, because a run without --resume refuses an existing file.
            let _ = fs::remove_file(path);
        }
        Ok((Some(file), prepared?))
    }

    /// Opens the output file, and returns whether it is new. Without `--resume`, the file must not exist.
    fn open_file(&self, path: &Path) -> anyhow::Result<(File, bool)> {
        if !self.resume {
            return Ok((create(path)?, true));
        }
        match File::create_new(path) {
            Ok(file) => return Ok((file, true)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
        // The metadata is read first, because opening a named pipe might never end.
        if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
            let path = path.display();
            let message = format!("--resume: {path} is not a regular file: use another --output file");
            return Err(UsageError(message).into());
        }
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        Ok((file.with_context(|| format!("cannot write {}", path.display()))?, false))
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
