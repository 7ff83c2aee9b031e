//! `engine analyse`: reads input records and writes one output record, an analysis or an error, for each.

mod arguments;
mod output;
mod progress;
mod resume;
mod source;

use std::{
    fs::{self, File},
    io::{self, IsTerminal as _},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    thread,
    time::Duration,
};

use anyhow::{Context as _, anyhow};
use schemars::generate::SchemaSettings;

pub use self::arguments::AnalyseArguments;
use self::{
    output::Sink,
    progress::AnalyseProgress,
    resume::CompletedRecords,
    source::{AnalyseInput, EntryAndEnd},
};
use crate::{
    search::StopFlag,
    tools::{
        analyse::{AnalysisSettings, Analyst, reply::Reply},
        common::{
            exit::{CHECK_FAILED, UsageError},
            input::STDIN,
            interrupt::{Interrupt, end_program},
            ordered_pool::{OrderedPool, worker_states},
            output::{
                Destination, cannot_write, is_pipe_or_device, is_stdout, lock, print, print_message,
                refuse_input_as_output, refuse_with, write_error,
            },
        },
    },
};

pub fn run(arguments: &AnalyseArguments) -> anyhow::Result<ExitCode> {
    if arguments.schema {
        return print_schema();
    }
    let settings = Arc::new(arguments.settings()?);
    let source = AnalyseInput::open(&arguments.files)?;
    let (out, completed) = arguments.open_output()?;
    if completed.len() > 0 {
        arguments.remark(format_args!(
            "resuming: skipping the {} records that the output file already contains",
            completed.len()
        ));
    }
    let mut sink = Sink::new(arguments.csv, out, settings.timing)?;
    let mut progress = AnalyseProgress::new(source.size, arguments.messages.quiet);
    let signal = Arc::new(StopFlag::default());
    let workers = arguments.workers(&settings, &signal)?;
    let pool = Arc::new(OrderedPool::new(workers.len()));
    let interrupt = stop_on_signals(&pool, &signal)?;

    let entries = remaining(source.entries(&settings), completed, Arc::clone(&settings));
    let mut written = Ok(());
    let finished = pool.run(entries, workers, |(reply, end): ReplyAndEnd| {
        written = sink.write_reply(&reply);
        if written.is_err() {
            return ControlFlow::Break(());
        }
        progress.count(matches!(reply, Reply::Analysis(_)), end);
        ControlFlow::Continue(())
    });
    progress.finish();
    written.map_err(|error| arguments.write_error(error))?;
    finished.map_err(|error| match error.downcast::<UsageError>() {
        Ok(usage) => usage.into(),
        Err(error) => anyhow::Error::from(error).context("cannot analyse the input"),
    })?;
    arguments.remark(format_args!("{}", progress.rate()));
    if let Some(code) = interrupt.code() {
        sink.report_unfinished(arguments.path());
        return Ok(code);
    }
    sink.finish().map_err(|error| arguments.write_error(error))?;
    let is_rejected = progress.failures > 0;
    if is_rejected && (arguments.strictness.strict || !arguments.messages.quiet) {
        print_message(format_args!(
            "{} of {} input records were rejected",
            progress.failures, progress.records
        ));
    }
    Ok(if is_rejected && arguments.strictness.strict {
        ExitCode::from(CHECK_FAILED)
    } else {
        ExitCode::SUCCESS
    })
}

/// Prints the JSON Schema of an output record. A field is optional in the schema only if the program may omit it.
fn print_schema() -> anyhow::Result<ExitCode> {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Reply>();
    schema.insert("title".to_owned(), "engine analyse".into());
    let text = serde_json::to_string_pretty(&schema)?;
    print(|out| writeln!(out, "{text}"))?;
    Ok(ExitCode::SUCCESS)
}

/// Time for writing the last output records after a signal has ended the searches.
const WRITING_TIME: Duration = Duration::from_secs(1);

/// An input record with its sequence number in the input, from 0.
type NumberedEntry = (u64, EntryAndEnd);
/// An output record, and the byte position in the input after the input record that it answers.
type ReplyAndEnd = (Reply, u64);

/// Numbers all records of the input from 0, and then leaves out the records in `completed`. An error of the
/// iterator can contain a [`UsageError`].
fn remaining(
    entries: impl Iterator<Item = io::Result<EntryAndEnd>> + Send + 'static,
    mut completed: CompletedRecords,
    settings: Arc<AnalysisSettings>,
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

/// Installs the signal handlers. A signal stops running searches; their records are not written. If writing
/// the remaining output records takes longer than [`WRITING_TIME`], for example because no program reads the
/// output, the program ends without these records.
fn stop_on_signals(
    pool: &Arc<OrderedPool<NumberedEntry, ReplyAndEnd>>,
    signal: &Arc<StopFlag>,
) -> anyhow::Result<Interrupt> {
    let (pool, signal) = (Arc::clone(pool), Arc::clone(signal));
    let on_signal = move |exit_code: u8| {
        pool.drain();
        signal.stop_through(u64::MAX);
        let end = move || {
            thread::sleep(WRITING_TIME);
            end_program(exit_code);
        };
        // Another thread waits, so that the second signal ends the program at once.
        if thread::Builder::new().spawn(end).is_err() {
            end();
        }
    };
    Interrupt::watch(on_signal).context("cannot install signal handlers")
}

impl AnalyseArguments {
    fn path(&self) -> &Path {
        self.file.path()
    }

    /// Opens the file of `--output`. With `--resume`, also returns the output records that it contains.
    fn open_output(&self) -> anyhow::Result<(Destination, CompletedRecords)> {
        let path = self.path();
        let stdin = [PathBuf::from(STDIN)];
        refuse_input_as_output(path, if self.files.is_empty() { &stdin } else { &self.files })?;
        if !self.resumption.resume {
            if !self.csv && !self.file.replacement.force {
                refuse_with(path, "use another name, --resume to continue it, or --force to replace it")?;
            }
            return Ok((Destination::open(path, self.file.replacement.force)?, CompletedRecords::default()));
        }
        let misuse = if is_stdout(path) {
            Some("stdout cannot be continued: name a file".to_owned())
        } else if self.csv {
            Some("a table cannot be continued: leave out --csv, and convert the finished JSON Lines, for example with jq".to_owned())
        } else if fs::metadata(path).is_ok_and(|file| !file.is_file()) {
            Some(format!("{} is not a regular file: use another --output file", path.display()))
        } else {
            None
        };
        if let Some(reason) = misuse {
            return Err(UsageError(format!("--resume: {reason}")).into());
        }
        if !path.exists() {
            return Ok((Destination::open(path, false)?, CompletedRecords::default()));
        }
        let file = File::options().read(true).write(true).open(path).with_context(|| cannot_write(path))?;
        lock(&file, path)?;
        let completed = CompletedRecords::read(&file, path)?;
        Ok((Destination::File(file), completed))
    }

    /// Returns the message for an output that cannot be written. It names `--resume` if the option can continue
    /// the output. A closed pipe is not an error for the user, and stays an I/O error.
    fn write_error(&self, error: io::Error) -> anyhow::Error {
        let path = self.path();
        let is_resumable = !self.csv && !is_stdout(path) && !is_pipe_or_device(path);
        let ends_otherwise =
            [io::ErrorKind::BrokenPipe, io::ErrorKind::AlreadyExists].contains(&error.kind());
        if ends_otherwise || !is_resumable {
            return write_error(error, path);
        }
        anyhow!("{}: {error}: solve this problem, and repeat the command with --resume", cannot_write(path))
    }

    fn workers(
        &self,
        settings: &Arc<AnalysisSettings>,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<Vec<impl FnMut(NumberedEntry) -> Option<ReplyAndEnd> + Send + use<>>> {
        let worker = || {
            let mut analyst = Analyst::new(Arc::clone(settings))?;
            let signal = Arc::clone(signal);
            anyhow::Ok(move |(seq, (entry, end)): NumberedEntry| {
                Some((analyst.reply(&entry, seq, &signal)?, end))
            })
        };
        worker_states(self.job_options.jobs as usize, worker)
    }

    /// Prints a note on standard error if it is a terminal, unless `--quiet` is given.
    fn remark(&self, text: std::fmt::Arguments<'_>) {
        if io::stderr().is_terminal() && !self.messages.quiet {
            print_message(text);
        }
    }
}
