//! `engine annotate`: games in, the same games out with what the engine thinks of them.

mod output;
mod stream;

use std::{
    fs::File,
    io::{self, BufReader, IsTerminal as _, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use anyhow::Context as _;
use clap::{Args, value_parser};
use shakmaty::CastlingMode;

use self::output::{Done, Tally, Writer};
use super::{
    exit::{FAILED, REFUTED},
    interrupt::{LastSignal, StopSignal},
    output::Output,
};
use crate::{
    annotate::{AnnotateError, Annotator},
    cli::search_arguments::{SearchArguments, Until},
    pgn::{Game, RawGame},
    search::{Limits, StopFlag},
};

const NODES: u64 = 100_000;
/// The largest table when nobody says how large, in MB; and what a search of so few nodes that it is never full may have for each of
/// them: positions of a game times bytes of an entry, twice.
const MEGABYTES: usize = 16;
const BYTES_BY_NODE: u64 = 100 * 16 * 2;
const STDIN: &str = "-";

/// Annotate the games of a PGN file: evaluations, best lines, glyphs for bad moves, accuracy
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The games, or - for stdin
    #[arg(value_name = "FILE", default_value = STDIN)]
    input: PathBuf,
    /// Where to write [default: stdout]; a file is replaced when all is written, and may be the input
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    until: Until,
    #[command(flatten)]
    how: SearchArguments,
    /// Games at a time, each on one thread; they are written in the order of the input
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    jobs: u32,
    /// Plies of a best line, at most
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = value_parser!(u32).range(1..=200))]
    line: u32,
    /// Draw an evaluation graph of each game, game-00001.svg and so on, into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Exit code 3 if any game could not be annotated
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    talk: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine annotate game.pgn
  engine annotate games.pgn -o games.pgn --nodes 1000000 --jobs 2 --svg graphs
  engine annotate --json --depth 12 < games.pgn | jq .white.accuracy

100,000 nodes a position unless --nodes, --depth or --movetime say otherwise.
With --json one object a game instead of PGN. Glyphs by expected score lost:
?! ($6) from 0.1, ? ($2) from 0.2, ?? ($4) from 0.3; accuracy by Lichess's
formula. Headers, comments, clocks, variations and glyphs stay. A game that
cannot be read is told on stderr and passed on as it is.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (input, length) = arguments.open()?;
    let mut writer = Writer::new(arguments)?;
    let signal = Arc::new(StopFlag::default());
    let caught = catch_signals().context("while asking to be told of an interruption")?;
    let workers =
        (0..arguments.jobs).map(|_| arguments.worker(&signal)).collect::<anyhow::Result<Vec<_>>>()?;
    let progress = arguments.talk.progress(length.unwrap_or_default() as usize >> 10, "annotate");
    let read = Arc::new(AtomicU64::new(0));
    let input = BufReader::new(Counted { input, read: Arc::clone(&read) });

    let (started, mut tally, mut written) = (Instant::now(), Tally::default(), Ok(()));
    let stopped = || caught.code().is_some();
    let finished = stream::in_order(input, workers, stopped, |done: Done| {
        written = progress.suspend(|| writer.write(&done, &mut tally));
        let kilobytes = read.load(Ordering::Relaxed) >> 10;
        if length.is_none() {
            progress.set_length(kilobytes);
        }
        progress.set_message(format!("annotate, game {}, kB", done.number()));
        progress.set_position(kilobytes);
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    signal.stop_through(1);
    progress.finish_and_clear();
    written?;
    finished.with_context(|| format!("cannot read {}", arguments.name()))?;
    if let Some(code) = caught.code() {
        // The writer is dropped unfinished: the file is as it was.
        writer.tell_unfinished();
        return Ok(ExitCode::from(code));
    }
    writer.finish()?;
    arguments.talk.remark(format_args!("{}", tally.told(started.elapsed())));
    Ok(if tally.faults > 0 {
        ExitCode::from(FAILED)
    } else if arguments.strict && tally.refused > 0 {
        ExitCode::from(REFUTED)
    } else {
        ExitCode::SUCCESS
    })
}

fn catch_signals() -> io::Result<LastSignal> {
    let caught = LastSignal::default();
    caught.catch(StopSignal::Interrupt)?;
    caught.catch(StopSignal::Terminate)?;
    Ok(caught)
}

/// A stream that tells how far it has been read.
struct Counted {
    input: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(bytes)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

impl Arguments {
    fn is_stdin(&self) -> bool {
        self.input.as_os_str() == STDIN
    }

    /// What the input is called when it is talked of.
    fn name(&self) -> String {
        if self.is_stdin() { "stdin".to_owned() } else { self.input.display().to_string() }
    }

    /// The input, and its length if it has one.
    fn open(&self) -> anyhow::Result<(Box<dyn Read + Send>, Option<u64>)> {
        if self.is_stdin() {
            if io::stdin().is_terminal() {
                self.talk.remark(format_args!("reading games from the terminal; --help tells of other ways"));
            }
            return Ok((Box::new(io::stdin()), None));
        }
        let open = |path: &Path| {
            let file = File::open(path)?;
            let about = file.metadata()?;
            if about.is_dir() {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            Ok((file, about.len()))
        };
        let (file, length) = open(&self.input).with_context(|| format!("cannot read {}", self.name()))?;
        Ok((Box::new(file), Some(length)))
    }

    fn limits(&self) -> Limits {
        self.until.limits().unwrap_or(Limits { nodes: Some(NODES), ..Limits::default() })
    }

    /// A table that is as large as the search of a game can fill: to clear more before every game takes longer than a small search.
    fn megabytes(&self, limits: &Limits) -> usize {
        let filled =
            limits.nodes.map_or(usize::MAX, |nodes| (nodes.saturating_mul(BYTES_BY_NODE) >> 20) as usize);
        self.how.megabytes().unwrap_or(filled.clamp(1, MEGABYTES))
    }

    /// One searcher; what it gives for a game.
    fn worker(&self, signal: &Arc<StopFlag>) -> anyhow::Result<impl FnMut(RawGame) -> Option<Done> + use<>> {
        let limits = self.limits();
        let megabytes = self.megabytes(&limits);
        let mut annotator = Annotator::new(self.how.setup(), limits, megabytes)?;
        let signal = Arc::clone(signal);
        Ok(move |raw: RawGame| {
            let game = match Game::parse(&raw, CastlingMode::Standard) {
                Ok(game) => game,
                Err(problem) => return Some(Done::Refused(raw, problem.into())),
            };
            if game.plies.is_empty() {
                return Some(Done::Empty(raw, game));
            }
            match annotator.annotate(&game, &signal) {
                Ok(annotation) => annotation.map(|annotation| Done::Annotated(raw, game, annotation)),
                Err(fault) => Some(Done::Refused(raw, AnnotateError::Search(fault))),
            }
        })
    }
}
