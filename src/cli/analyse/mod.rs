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
    ops::ControlFlow,
    process::ExitCode,
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
    exit::CHECK_FAILED,
    interrupt::{Interrupt, StopSignal},
    output::{create, print_message},
};
use crate::{
    analysis::{Analyst, Settings, reply::Reply},
    engine::ordered_pool::OrderedPool,
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
    let finished = pool.run(entries, workers, |(reply, end): ReplyAndEnd| {
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

impl Arguments {
    /// Creates the file of `--output`, if any. For JSON output, also saves the settings of the run in a file.
    /// With `--resume`, opens an existing output file, checks its settings, and returns its complete records.
    fn open_output(&self, settings: &Settings) -> anyhow::Result<(Option<File>, CompletedRecords)> {
        let Some(path) = &self.output else { return Ok((None, CompletedRecords::default())) };
        let run_settings = RunSettings::new(self, settings);
        if !self.resume {
            let file = create(path)?;
            if self.table_options.format().is_none()
                && let Err(error) = run_settings.save(path)
            {
                // The output file is new and still empty. It is removed, because the next run would refuse to
                // write to an existing file.
                let _ = fs::remove_file(path);
                return Err(error);
            }
            return Ok((Some(file), CompletedRecords::default()));
        }
        let resumed = CompletedRecords::open(path, || run_settings.check(path))?;
        if resumed.completed.len() == 0 {
            run_settings.save(path)?;
        } else if !resumed.is_checked {
            let (path, settings_path) = (path.display(), settings_file::settings_path(path));
            let settings_path = settings_path.display();
            self.remark(format_args!(
                "note: {settings_path} is missing: cannot check that {path} was started with the same settings"
            ));
        }
        Ok((Some(resumed.file), resumed.completed))
    }

    fn workers(
        &self,
        settings: &Arc<Settings>,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<Vec<impl FnMut(u64, NumberedEntry) -> Option<ReplyAndEnd> + Send + use<>>> {
        let worker = |_| {
            let mut analyst = Analyst::new(Arc::clone(settings))?;
            let signal = Arc::clone(signal);
            Ok(move |_, (seq, (entry, end)): NumberedEntry| Some((analyst.reply(&entry, seq, &signal)?, end)))
        };
        (0..self.jobs).map(worker).collect()
    }

    /// Installs the signal handlers. After SIGTERM, running searches have `--drain-timeout` seconds to
    /// finish. Ctrl-C stops running searches at once.
    fn stop_on_signals(
        &self,
        pool: &Arc<OrderedPool<NumberedEntry, ReplyAndEnd>>,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<Interrupt> {
        let (pool, signal) = (Arc::clone(pool), Arc::clone(signal));
        let drain_timeout = Duration::from_secs(self.drain_timeout);
        let on_signal = move |received| {
            pool.drain();
            let signal = Arc::clone(&signal);
            let stop = move || {
                if received == StopSignal::Terminate {
                    thread::sleep(drain_timeout);
                }
                signal.stop_through(u64::MAX);
            };
            thread::spawn(stop);
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
