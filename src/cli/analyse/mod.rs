//! `engine analyse`: a line in, a line out.

mod arguments;
mod output;
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
    output::{OutputFormat, Sink},
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
        arguments.remark(format_args!("{} records are done already", completed.len()));
    }
    let mut sink = Sink::new(arguments.output_format(), file, settings.timing)?;
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
    written.and(finished).context("while analysing")?;
    arguments.remark(format_args!("{}", progress.rate()));
    if let Some(code) = interrupt.code() {
        return Ok(code);
    }
    if arguments.strict && progress.failures > 0 {
        print_message(format_args!("{} of {} records were refused", progress.failures, progress.records));
        return Ok(ExitCode::from(CHECK_FAILED));
    }
    Ok(ExitCode::SUCCESS)
}

/// An entry with its number in the input.
type NumberedEntry = (u64, EntryAndEnd);
/// A reply, and where its entry ends in the input.
type ReplyAndEnd = (Reply, u64);

/// The entries that are not done yet, with their numbers in the input.
fn remaining(
    entries: impl Iterator<Item = io::Result<EntryAndEnd>> + Send + 'static,
    mut completed: CompletedRecords,
) -> impl Iterator<Item = io::Result<NumberedEntry>> + Send + 'static {
    let numbered = (0..).zip(entries).map(|(number, entry)| Ok((number, entry?)));
    numbered.filter(move |entry| !entry.as_ref().is_ok_and(|(_, (entry, _))| completed.remove(entry)))
}

impl Arguments {
    const fn output_format(&self) -> OutputFormat {
        if self.csv {
            OutputFormat::Table(b',')
        } else if self.tsv {
            OutputFormat::Table(b'\t')
        } else {
            OutputFormat::Json
        }
    }

    /// The file to write to, if there is one, and what it has already.
    fn open_output(&self, settings: &Settings) -> anyhow::Result<(Option<File>, CompletedRecords)> {
        let Some(path) = &self.output else { return Ok((None, CompletedRecords::default())) };
        let run_settings = RunSettings::new(self, settings);
        if !self.resume {
            let file = create(path)?;
            if self.output_format() == OutputFormat::Json
                && let Err(error) = run_settings.save(path)
            {
                // Empty, and in the way of the next attempt.
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
                "note: {settings_path} is missing: nobody can tell whether {path} was begun with these settings"
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

    /// SIGTERM lets the searches under way finish, as long as they may; Ctrl-C does not.
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
        Interrupt::watch(on_signal).context("while listening for signals")
    }

    /// A remark for people.
    fn remark(&self, text: std::fmt::Arguments<'_>) {
        if self.verbose || io::stderr().is_terminal() && !self.quiet {
            print_message(text);
        }
    }
}
