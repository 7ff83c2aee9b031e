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
    output::{Form, Sink},
    progress::Progress,
    resume::Done,
    settings_file::Begun,
    source::{Found, Source},
};
use super::{
    exit::REFUTED,
    interrupt::{Interrupt, StopSignal},
    output::{create, tell},
};
use crate::{
    analysis::{Analyst, Settings, reply::Reply},
    engine::ordered_pool::OrderedPool,
    search::StopFlag,
};

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = Arc::new(arguments.settings()?);
    let source = Source::open(&arguments.files)?;
    let (file, done) = arguments.target(&settings)?;
    if done.len() > 0 {
        arguments.say(format_args!("{} records are done already", done.len()));
    }
    let mut sink = Sink::new(arguments.form(), file, settings.timing)?;
    let mut progress = Progress::new(source.size, arguments.quiet);
    let signal = Arc::new(StopFlag::default());
    let workers = arguments.workers(&settings, &signal)?;
    let pool = Arc::new(OrderedPool::new(workers.len()).ordered(!arguments.unordered));
    let interrupt = arguments.watch(&pool, &signal)?;

    let entries = left(source.entries(&settings), done);
    let mut written = Ok(());
    let finished = pool.run(entries, workers, |(reply, end): Replied| {
        written = sink.take(&reply);
        if written.is_err() {
            return ControlFlow::Break(());
        }
        progress.count(matches!(reply, Reply::Analysis(_)), end);
        ControlFlow::Continue(())
    });
    progress.finish();
    written.and(finished).context("while analysing")?;
    arguments.say(format_args!("{}", progress.rate()));
    if let Some(code) = interrupt.code() {
        return Ok(code);
    }
    if arguments.strict && progress.failures > 0 {
        tell(format_args!("{} of {} records were refused", progress.failures, progress.records));
        return Ok(ExitCode::from(REFUTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// An entry with its number in the input.
type Numbered = (u64, Found);
/// A reply, and where its entry ends in the input.
type Replied = (Reply, u64);

/// The entries that are not done yet, with their numbers in the input.
fn left(
    entries: impl Iterator<Item = io::Result<Found>> + Send + 'static,
    mut done: Done,
) -> impl Iterator<Item = io::Result<Numbered>> + Send + 'static {
    let numbered = (0..).zip(entries).map(|(number, entry)| Ok((number, entry?)));
    numbered.filter(move |entry| !entry.as_ref().is_ok_and(|(_, (entry, _))| done.has(entry)))
}

impl Arguments {
    const fn form(&self) -> Form {
        if self.csv {
            Form::Flat(b',')
        } else if self.tsv {
            Form::Flat(b'\t')
        } else {
            Form::Json
        }
    }

    /// The file to write to, if there is one, and what it has already.
    fn target(&self, settings: &Settings) -> anyhow::Result<(Option<File>, Done)> {
        let Some(path) = &self.output else { return Ok((None, Done::default())) };
        let begun = Begun::now(self, settings);
        if !self.resume {
            let file = create(path)?;
            if self.form() == Form::Json
                && let Err(error) = begun.keep(path)
            {
                // Empty, and in the way of the next attempt.
                let _ = fs::remove_file(path);
                return Err(error);
            }
            return Ok((Some(file), Done::default()));
        }
        let resumed = Done::open(path, || begun.check(path))?;
        if resumed.done.len() == 0 {
            begun.keep(path)?;
        } else if !resumed.is_checked {
            let (path, kept) = (path.display(), settings_file::beside(path));
            let kept = kept.display();
            self.say(format_args!(
                "note: {kept} is missing: nobody can tell whether {path} was begun with these settings"
            ));
        }
        Ok((Some(resumed.file), resumed.done))
    }

    fn workers(
        &self,
        settings: &Arc<Settings>,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<Vec<impl FnMut(u64, Numbered) -> Option<Replied> + Send + use<>>> {
        let worker = |_| {
            let mut analyst = Analyst::new(Arc::clone(settings))?;
            let signal = Arc::clone(signal);
            Ok(move |_, (seq, (entry, end)): Numbered| Some((analyst.reply(&entry, seq, &signal)?, end)))
        };
        (0..self.jobs).map(worker).collect()
    }

    /// SIGTERM lets the searches under way finish, as long as they may; Ctrl-C does not.
    fn watch(
        &self,
        pool: &Arc<OrderedPool<Numbered, Replied>>,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<Interrupt> {
        let (pool, signal) = (Arc::clone(pool), Arc::clone(signal));
        let patience = Duration::from_secs(self.drain_timeout);
        let heard = move |heard| {
            pool.drain();
            let signal = Arc::clone(&signal);
            let stop = move || {
                if heard == StopSignal::Terminate {
                    thread::sleep(patience);
                }
                signal.stop_through(u64::MAX);
            };
            thread::spawn(stop);
        };
        Interrupt::watch(heard).context("while listening for signals")
    }

    /// A remark for people.
    fn say(&self, text: std::fmt::Arguments<'_>) {
        if self.verbose || io::stderr().is_terminal() && !self.quiet {
            tell(text);
        }
    }
}
