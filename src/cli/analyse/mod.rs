//! `engine analyse`: a line in, a line out.

mod progress;
mod resume;
mod sink;
mod source;

use std::{
    fs::File,
    io::{self, IsTerminal as _},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
    thread,
    time::Duration,
};

use anyhow::Context as _;
use clap::{Args, ValueEnum, value_parser};
use shakmaty::CastlingMode;

use self::{
    progress::Progress,
    resume::Done,
    sink::{Form, Sink},
    source::Source,
};
use super::{
    choose::{How, Together, Until},
    exit::{Misuse, REFUTED},
    interrupt::{Heard, Interrupt},
    output::{create, tell},
};
use crate::{
    analysis::{Analyst, Format, HashScope, Settings, belt::Belt, input::Entry, request::bounded},
    record::analysis::Reply,
    search::{Limits, Signal},
    tablebase::{Probing, Tables},
};

/// Analyse positions: a record in, a JSON line out, in order
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Arguments {
    /// Files to read, - for stdin [default: stdin]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What a line is; pgn takes games, each position a record
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    input: InputFormat,
    #[command(flatten)]
    until: Until,
    /// End at a mate in so many moves or fewer
    #[arg(long, value_name = "MOVES", value_parser = value_parser!(u32).range(1..))]
    mate: Option<u32>,
    /// Tell so many of the best moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1000))]
    multipv: u32,
    /// Search only these moves, as in e2e4,d2d4
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    searchmoves: Option<Vec<String>>,
    /// Read castling rights and write castling as in Chess960
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    together: Together,
    /// Directories of Syzygy tables, separated as in PATH
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// Positions searched at a time, each with a table and a thread of its own
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    jobs: u32,
    /// Answer as soon as an answer is ready
    #[arg(long)]
    unordered: bool,
    /// How far the table goes: with stream an answer hangs on those before it
    #[arg(long, value_name = "SCOPE", default_value = "record")]
    hash_scope: Scope,
    /// Leave out what hangs on the run: the time, the speed, the number in the input
    #[arg(long)]
    no_timing: bool,
    /// Write a table of the flat fields, with commas
    #[arg(long, conflicts_with = "tsv")]
    csv: bool,
    /// Write it with tabs
    #[arg(long)]
    tsv: bool,
    /// Write here instead of to stdout; the file must not exist
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The file may exist: leave out the records it has and go on
    #[arg(long, requires = "output", conflicts_with_all = ["csv", "tsv"])]
    resume: bool,
    /// Exit code 3 if any record was refused
    #[arg(long)]
    strict: bool,
    /// After SIGTERM, seconds for the searches under way
    #[arg(long, value_name = "S", default_value_t = 20)]
    drain_timeout: u64,
    /// Print the JSON Schema of the output and nothing else
    #[arg(long)]
    schema: bool,
    /// Print the JSON Schema of a request and nothing else
    #[arg(long)]
    request_schema: bool,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
    /// Say at the end how many records there were, even if stderr is no terminal
    #[arg(short, long)]
    verbose: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine analyse < positions.epd > answers.jsonl
  engine analyse --nodes 20000 --jobs 4 --no-timing positions.epd
  echo '{\"id\":7,\"fen\":\"startpos\",\"moves\":[\"e2e4\"],\"depth\":12}' | engine analyse
  engine analyse --input pgn game.pgn | jq -r '[.id, .san, .score_white.cp] | @tsv'
  engine analyse --output out.jsonl --resume < positions.epd

A line is a FEN, an EPD, or a JSON request with limits of its own; empty lines
and those that begin with # are passed over. Without a limit 1,000,000 nodes
are searched. A record that cannot be read has an answer too: \"ok\":false.

Exit codes: 0 all was read; 1 input, output or internal error; 2 usage;
3 with --strict a record was refused; 130 after Ctrl-C; 143 after SIGTERM, when
the searches under way are done.";

/// `--input`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum InputFormat {
    Auto,
    Fen,
    Epd,
    Jsonl,
    Pgn,
}

/// `--hash-scope`.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Scope {
    Record,
    Stream,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = Arc::new(arguments.settings()?);
    let source = Source::open(&arguments.files)?;
    let (file, done) = arguments.target()?;
    if done.len() > 0 {
        arguments.say(format_args!("{} records are done already", done.len()));
    }
    let mut sink = Sink::new(arguments.form(), file, settings.timing)?;
    let mut progress = Progress::new(source.size, Arc::clone(&source.read), arguments.quiet);
    let signal = Arc::new(Signal::default());
    let workers = arguments.workers(&settings, &signal)?;
    let belt = Belt::new(workers.len(), !arguments.unordered);
    let interrupt = arguments.watch(&belt, &signal)?;

    let entries = left(source.entries(&settings), done);
    let result = belt.run(entries, workers, |reply: Reply| {
        sink.take(&reply)?;
        progress.count(matches!(reply, Reply::Analysis(_)));
        Ok(())
    });
    progress.finish();
    result.context("while analysing")?;
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
type Numbered = (u64, Entry);

/// The entries that are not done yet, with their numbers in the input.
fn left(
    entries: impl Iterator<Item = io::Result<Entry>> + Send + 'static,
    mut done: Done,
) -> impl Iterator<Item = io::Result<Numbered>> + Send + 'static {
    let numbered = (0..).zip(entries).map(|(number, entry)| Ok((number, entry?)));
    numbered.filter(move |entry| !entry.as_ref().is_ok_and(|(_, entry)| done.has(entry)))
}

impl Arguments {
    fn settings(&self) -> anyhow::Result<Settings> {
        let usual = Settings::default();
        let movetime = self.until.movetime.map(Duration::from_millis);
        let Until { depth, nodes, .. } = self.until;
        let limits = Limits { depth, nodes, movetime, mate: self.mate, ..Limits::default() };
        if self.searchmoves.as_ref().is_some_and(|moves| moves.iter().any(String::is_empty)) {
            return Err(
                Misuse("--searchmoves: write moves with commas between, as in e2e4,d2d4".to_owned()).into()
            );
        }
        Ok(Settings {
            setup: self.how.setup(),
            limits: Limits { lines: self.multipv as usize, ..bounded(limits) },
            search_moves: self.searchmoves.clone(),
            mode: CastlingMode::from_chess960(self.chess960),
            hash: self.how.megabytes().unwrap_or(usual.hash),
            threads: self.together.threads().unwrap_or(usual.threads),
            scope: match self.hash_scope {
                Scope::Record => HashScope::Record,
                Scope::Stream => HashScope::Stream,
            },
            tables: self.syzygy.as_deref().map(probing).transpose()?,
            timing: !self.no_timing,
            format: match self.input {
                InputFormat::Auto => Format::Auto,
                InputFormat::Fen => Format::Fen,
                InputFormat::Epd => Format::Epd,
                InputFormat::Jsonl => Format::Jsonl,
                InputFormat::Pgn => Format::Pgn,
            },
        })
    }

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
    fn target(&self) -> anyhow::Result<(Option<File>, Done)> {
        match &self.output {
            Some(path) if self.resume => Done::open(path).map(|(file, done)| (Some(file), done)),
            Some(path) => Ok((Some(create(path)?), Done::default())),
            None => Ok((None, Done::default())),
        }
    }

    fn workers(
        &self,
        settings: &Arc<Settings>,
        signal: &Arc<Signal>,
    ) -> anyhow::Result<Vec<impl FnMut(u64, Numbered) -> Option<Reply> + Send + use<>>> {
        let worker = |_| {
            let mut analyst = Analyst::new(Arc::clone(settings))?;
            let signal = Arc::clone(signal);
            Ok(move |_, (seq, entry): Numbered| analyst.reply(&entry, seq, &signal))
        };
        (0..self.jobs).map(worker).collect()
    }

    /// SIGTERM lets the searches under way finish, as long as they may; Ctrl-C does not.
    fn watch(&self, belt: &Arc<Belt<Numbered>>, signal: &Arc<Signal>) -> anyhow::Result<Interrupt> {
        let (belt, signal) = (Arc::clone(belt), Arc::clone(signal));
        let patience = Duration::from_secs(self.drain_timeout);
        let heard = move |heard| {
            belt.drain();
            let signal = Arc::clone(&signal);
            let stop = move || {
                if heard == Heard::Terminate {
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

/// The tables, asked as the options of UCI do.
fn probing(directories: &str) -> anyhow::Result<Probing> {
    let tables = Arc::new(Tables::open(directories)?);
    Ok(Probing { tables, depth: 4, men: 7, fifty_moves: true })
}
