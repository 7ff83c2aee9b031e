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

use self::output::{ProcessedGame, Totals, Writer};
use super::{
    exit::{CHECK_FAILED, FAILED},
    interrupt::{LastSignal, StopSignal},
    output::Output,
};
use crate::{
    annotate::{AnnotateError, Annotator},
    cli::search_arguments::{LimitArguments, SearchArguments},
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
    limit_options: LimitArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
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
    messages: Output,
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
    let last_signal = catch_signals().context("while asking to be told of an interruption")?;
    let workers =
        (0..arguments.jobs).map(|_| arguments.worker(&signal)).collect::<anyhow::Result<Vec<_>>>()?;
    let progress = arguments.messages.progress(length.unwrap_or_default() as usize >> 10, "annotate");
    let read = Arc::new(AtomicU64::new(0));
    let input = BufReader::new(CountingReader { input, read: Arc::clone(&read) });

    let (started, mut totals, mut written) = (Instant::now(), Totals::default(), Ok(()));
    let stopped = || last_signal.code().is_some();
    let finished = stream::in_order(input, workers, stopped, |game: ProcessedGame| {
        written = progress.suspend(|| writer.write(&game, &mut totals));
        let kilobytes = read.load(Ordering::Relaxed) >> 10;
        if length.is_none() {
            progress.set_length(kilobytes);
        }
        progress.set_message(format!("annotate, game {}, kB", game.number()));
        progress.set_position(kilobytes);
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    signal.stop_through(1);
    progress.finish_and_clear();
    written?;
    finished.with_context(|| format!("cannot read {}", arguments.input_name()))?;
    if let Some(code) = last_signal.code() {
        // The writer is dropped unfinished: the file is as it was.
        writer.report_unfinished();
        return Ok(ExitCode::from(code));
    }
    writer.finish()?;
    arguments.messages.remark(format_args!("{}", totals.summary(started.elapsed())));
    Ok(if totals.faults > 0 {
        ExitCode::from(FAILED)
    } else if arguments.strict && totals.refused > 0 {
        ExitCode::from(CHECK_FAILED)
    } else {
        ExitCode::SUCCESS
    })
}

fn catch_signals() -> io::Result<LastSignal> {
    let last_signal = LastSignal::default();
    last_signal.catch(StopSignal::Interrupt)?;
    last_signal.catch(StopSignal::Terminate)?;
    Ok(last_signal)
}

/// A stream that tells how far it has been read.
struct CountingReader {
    input: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for CountingReader {
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
    fn input_name(&self) -> String {
        if self.is_stdin() { "stdin".to_owned() } else { self.input.display().to_string() }
    }

    /// The input, and its length if it has one.
    fn open(&self) -> anyhow::Result<(Box<dyn Read + Send>, Option<u64>)> {
        if self.is_stdin() {
            if io::stdin().is_terminal() {
                self.messages
                    .remark(format_args!("reading games from the terminal; --help tells of other ways"));
            }
            return Ok((Box::new(io::stdin()), None));
        }
        let open = |path: &Path| {
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            if metadata.is_dir() {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            Ok((file, metadata.len()))
        };
        let (file, length) =
            open(&self.input).with_context(|| format!("cannot read {}", self.input_name()))?;
        Ok((Box::new(file), Some(length)))
    }

    fn limits(&self) -> Limits {
        self.limit_options.limits().unwrap_or(Limits { nodes: Some(NODES), ..Limits::default() })
    }

    /// A table that is as large as the search of a game can fill: to clear more before every game takes longer than a small search.
    fn megabytes(&self, limits: &Limits) -> usize {
        let enough =
            limits.nodes.map_or(usize::MAX, |nodes| (nodes.saturating_mul(BYTES_BY_NODE) >> 20) as usize);
        self.engine_options.megabytes().unwrap_or(enough.clamp(1, MEGABYTES))
    }

    /// One searcher; what it gives for a game.
    fn worker(
        &self,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<impl FnMut(RawGame) -> Option<ProcessedGame> + use<>> {
        let limits = self.limits();
        let megabytes = self.megabytes(&limits);
        let mut annotator = Annotator::new(self.engine_options.setup(), limits, megabytes)?;
        let signal = Arc::clone(signal);
        Ok(move |raw: RawGame| {
            let game = match Game::parse(&raw, CastlingMode::Standard) {
                Ok(game) => game,
                Err(problem) => return Some(ProcessedGame::Refused(raw, problem.into())),
            };
            if game.plies.is_empty() {
                return Some(ProcessedGame::Empty(raw, game));
            }
            match annotator.annotate(&game, &signal) {
                Ok(annotation) => {
                    annotation.map(|annotation| ProcessedGame::Annotated(raw, game, annotation))
                }
                Err(fault) => Some(ProcessedGame::Refused(raw, AnnotateError::Search(fault))),
            }
        })
    }
}
