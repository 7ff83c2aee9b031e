//! `engine annotate`: reads the games of a PGN file and writes them with scores, best variations and
//! accuracy.

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

/// Node limit per position if no limit is given.
const NODES: u64 = 100_000;
/// Upper limit of the default hash size in MiB.
const MEGABYTES: usize = 16;
/// Bytes of the default hash size for each node of the node limit: 100 positions of a game, times 16 bytes
/// per TT entry, times 2.
const BYTES_BY_NODE: u64 = 100 * 16 * 2;
const STDIN: &str = "-";

/// Annotate PGN games with scores, best variations and accuracy
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("json", |json| json.help("Print one JSON object per game instead of PGN")),
    mut_arg("schema", |schema| schema.hide(true))
)]
pub struct Arguments {
    /// PGN file; - is stdin
    #[arg(value_name = "FILE", default_value = STDIN)]
    input: PathBuf,
    /// Write to this file, which is replaced at the end and may be the input file [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limit_options: LimitArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    /// Number of games to annotate in parallel, one thread per game; the output keeps the input order
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1024))]
    jobs: u32,
    /// Maximum length of a best variation in the PGN output, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = value_parser!(u32).range(1..=200))]
    line: u32,
    /// Write an evaluation graph of each game to this directory (game-00001.svg, ...)
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write the positions in which a player missed the only good move to this file: EPD, or a page to play them if the name ends in .html
    #[arg(long, value_name = "FILE")]
    practice: Option<PathBuf>,
    /// Exit with code 3 if any game could not be annotated
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    messages: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine annotate game.pgn
  engine annotate games.pgn -o games.pgn --nodes 1000000 --jobs 2
  engine annotate games.pgn -o annotated.pgn --svg graphs
  engine annotate games.pgn -o annotated.pgn --practice practice.html
  engine annotate --json --depth 12 < games.pgn | jq .white.accuracy

The first limit reached ends a search. Defaults: 100,000 nodes per position if no limit is given, up to 16 MiB hash.

A move gets a glyph if it loses expected score (0 to 1): ?! ($6) for a loss of 0.1 or more, ? ($2) for 0.2, ?? ($4) \
for 0.3. Accuracy uses Lichess's formula. Headers, comments, clock times, variations and existing glyphs are kept. A game that \
cannot be read is reported on stderr and copied unchanged.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (input, length) = arguments.open()?;
    let mut writer = Writer::new(arguments)?;
    let signal = Arc::new(StopFlag::default());
    let last_signal = catch_signals().context("cannot install signal handlers")?;
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
        // The writer is dropped without a call of `finish`, so the output file stays unchanged.
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

/// A reader that counts the bytes read.
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

    /// Returns the name of the input as messages print it.
    fn input_name(&self) -> String {
        if self.is_stdin() { "stdin".to_owned() } else { self.input.display().to_string() }
    }

    /// Opens the input. Returns the input and its length in bytes; standard input has no length.
    fn open(&self) -> anyhow::Result<(Box<dyn Read + Send>, Option<u64>)> {
        if self.is_stdin() {
            if io::stdin().is_terminal() {
                self.messages.remark(format_args!(
                    "reading PGN from the terminal; to read a file, use engine annotate FILE"
                ));
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

    /// Returns the hash size in MiB. The default grows with the node limit, from 1 to [`MEGABYTES`], because
    /// the table is cleared before every game, and clearing a large table takes longer than a small search.
    fn megabytes(&self, limits: &Limits) -> usize {
        let usable =
            limits.nodes.map_or(usize::MAX, |nodes| (nodes.saturating_mul(BYTES_BY_NODE) >> 20) as usize);
        self.engine_options.megabytes().unwrap_or(usable.clamp(1, MEGABYTES))
    }

    /// Creates a worker: a function that annotates one game. The worker returns `None` if a signal stopped
    /// the search.
    fn worker(
        &self,
        signal: &Arc<StopFlag>,
    ) -> anyhow::Result<impl FnMut(RawGame) -> Option<ProcessedGame> + use<>> {
        let limits = self.limits();
        let megabytes = self.megabytes(&limits);
        let mut annotator = Annotator::new(self.engine_options.setup(), limits, megabytes)?;
        let signal = Arc::clone(signal);
        let practice = self.practice.as_deref().map(output::is_page);
        Ok(move |raw: RawGame| {
            let game = match Game::parse(&raw, CastlingMode::Standard) {
                Ok(game) => game,
                Err(problem) => return Some(ProcessedGame::Refused(raw, problem.into())),
            };
            if game.plies.is_empty() {
                return Some(ProcessedGame::Empty(raw, game));
            }
            match annotator.annotate(&game, &signal) {
                Ok(None) => None,
                Ok(Some(annotation)) => {
                    let puzzles = match practice {
                        Some(all_moves) => annotator.practise(&game, &annotation, all_moves, &signal),
                        None => Ok(Some(Vec::new())),
                    };
                    match puzzles {
                        Ok(puzzles) => {
                            puzzles.map(|puzzles| ProcessedGame::Annotated(raw, game, annotation, puzzles))
                        }
                        Err(fault) => Some(ProcessedGame::Refused(raw, AnnotateError::Search(fault))),
                    }
                }
                Err(fault) => Some(ProcessedGame::Refused(raw, AnnotateError::Search(fault))),
            }
        })
    }
}
