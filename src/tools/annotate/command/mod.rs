//! `engine annotate`: reads the games of PGN files or standard input and writes them with scores, best
//! variations and accuracy.

mod output;

use std::{
    io::{self, BufReader, IsTerminal as _},
    ops::ControlFlow,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
    vec::IntoIter,
};

use anyhow::Context as _;
use clap::Args;

use self::output::{ProcessedGame, Totals, Writer};
use crate::{
    chess::{
        pgn::{Collection, PgnGame, RawGame},
        tablebase::Probing,
    },
    search::{Limits, StopFlag, tt::table::DEFAULT_MEGABYTES},
    tools::{
        annotate::{AnnotateError, Annotation, Annotator},
        common::{
            exit::{CHECK_FAILED, FAILED},
            input::{self, CountingReader},
            interrupt::Interrupt,
            ordered_pool::OrderedPool,
            output::{Counted, Output, OutputFile, StrictArguments, progress_bar},
            search_arguments::{
                JobArguments, LimitArguments, SearchArguments, TablebaseArguments, VariantArguments,
            },
        },
    },
};

/// Node limit per position if no limit is given.
const NODES: u64 = 100_000;
/// Bytes of the default hash size for each node of the node limit: 100 positions of a game, times 16 bytes
/// per slot of the transposition table, times 2.
const BYTES_BY_NODE: u64 = 100 * 16 * 2;

/// Annotate PGN games with scores, best variations and accuracy
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("output", |output| output.help("Write to this file, which may be an input file; - is stdout [default: stdout]")),
    mut_arg("nodes", |nodes| nodes.help("Search this many nodes per position [default: 100000 without a limit]")),
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 1 to 16, by the node limit]"))
)]
pub struct AnnotateArguments {
    /// PGN files; - is stdin [default: stdin]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    variant: VariantArguments,
    #[command(flatten)]
    file: OutputFile,
    #[command(flatten)]
    limit_options: LimitArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    #[command(flatten)]
    job_options: JobArguments,
    /// Print one JSON object per game instead of PGN
    #[arg(long)]
    jsonl: bool,
    #[command(flatten)]
    strictness: StrictArguments,
    #[command(flatten)]
    messages: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine annotate game.pgn
  engine annotate games.pgn -o games.pgn --nodes 1000000 --jobs 2
  engine annotate --jsonl --depth 12 < games.pgn | jq .white.accuracy

The first limit reached ends a search.

A move gets a glyph if it loses expected score (0 to 1): ?! ($6) for a loss of 0.1 or more, ? ($2) for 0.2, ?? ($4) \
for 0.3. Accuracy uses Lichess's formula. Headers, comments, clock times, variations and existing glyphs are kept. A game that \
cannot be read is reported on stderr and copied unchanged.";

pub fn run(arguments: &AnnotateArguments) -> anyhow::Result<ExitCode> {
    let read = Arc::new(AtomicU64::new(0));
    let (games, length) = arguments.open(&read)?;
    let mut writer = Writer::new(arguments)?;
    let signal = Arc::new(StopFlag::default());
    let probing = arguments.tablebase_options.probing()?;
    let workers = (0..arguments.job_options.jobs)
        .map(|_| arguments.worker(&signal, probing.as_ref()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let pool = Arc::new(OrderedPool::new(workers.len()));
    let (stopped_pool, stopped_searches) = (Arc::clone(&pool), Arc::clone(&signal));
    let on_signal = move |_| {
        stopped_pool.stop();
        stopped_searches.stop_through(1);
    };
    let interrupt = Interrupt::watch(on_signal).context("cannot install signal handlers")?;
    let progress = progress_bar(length, Counted::InputBytes, arguments.messages.quiet);

    let (started, mut totals, mut written) = (Instant::now(), Totals::default(), Ok(()));
    let finished = pool.run(games, workers, |game: ProcessedGame| {
        written = progress.suspend(|| writer.write(&game, &mut totals));
        progress.set_message(format!("game {}", game.raw.number));
        progress.set_position(read.load(Ordering::Relaxed));
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    signal.stop_through(1);
    progress.finish_and_clear();
    written?;
    finished.map_err(|error| input::read_error(error, &arguments.input_names()))?;
    if let Some(code) = interrupt.code() {
        // The writer is dropped without a call of `finish`, so the output file stays unchanged.
        writer.report_unfinished();
        return Ok(code);
    }
    writer.finish()?;
    arguments.messages.remark(format_args!("{}", totals.summary(started.elapsed())));
    Ok(if totals.faults > 0 {
        ExitCode::from(FAILED)
    } else if arguments.strictness.strict && totals.refused > 0 {
        ExitCode::from(CHECK_FAILED)
    } else {
        ExitCode::SUCCESS
    })
}

/// The games of all inputs.
type AnnotateInput =
    Collection<IntoIter<(Option<Arc<str>>, BufReader<CountingReader>)>, BufReader<CountingReader>>;

impl AnnotateArguments {
    /// Returns the names of the inputs as messages print them.
    fn input_names(&self) -> String {
        if self.files.is_empty() {
            return "stdin".to_owned();
        }
        self.files.iter().map(|file| input::name(file)).collect::<Vec<_>>().join(", ")
    }

    /// Opens the inputs. Returns their games, and the length of the inputs in bytes if all are regular files.
    /// `read` becomes the number of bytes read.
    fn open(&self, read: &Arc<AtomicU64>) -> anyhow::Result<(AnnotateInput, Option<u64>)> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            self.messages.remark(format_args!(
                "reading PGN from the terminal; to read a file, use engine annotate FILE"
            ));
        }
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin } else { self.files.as_slice() };
        let mut inputs = Vec::new();
        let mut length = Some(0);
        for file in files {
            let data = std::fs::metadata(file).ok().filter(|data| data.is_file() && !input::is_stdin(file));
            length = length.zip(data).map(|(sum, data)| sum + data.len());
            let name = (files.len() > 1).then(|| input::name(file).into());
            let counting = CountingReader { input: input::open_text(file)?, read: Arc::clone(read) };
            inputs.push((name, BufReader::new(counting)));
        }
        Ok((Collection::new(inputs), length))
    }

    fn limits(&self) -> Limits {
        let limits = self.limit_options.limits();
        limits.unwrap_or(Limits { nodes: Some(NODES), ..Limits::default() })
    }

    /// Returns the hash size in MiB. The default grows with the node limit, from 1 to [`DEFAULT_MEGABYTES`], because
    /// the table is cleared before every game, and clearing a large table takes longer than a small search.
    /// Without a node limit the default is [`DEFAULT_MEGABYTES`].
    fn megabytes(&self, limits: &Limits) -> usize {
        let usable =
            limits.nodes.map_or(usize::MAX, |nodes| (nodes.saturating_mul(BYTES_BY_NODE) >> 20) as usize);
        self.engine_options.megabytes().unwrap_or(usable.clamp(1, DEFAULT_MEGABYTES))
    }

    /// Creates a worker: a function that annotates one game. The worker returns `None` if a signal stopped
    /// the search.
    fn worker(
        &self,
        signal: &Arc<StopFlag>,
        probing: Option<&Probing>,
    ) -> anyhow::Result<impl FnMut(RawGame) -> Option<ProcessedGame> + use<>> {
        let limits = self.limits();
        let megabytes = self.megabytes(&limits);
        let annotator = Annotator::new(self.engine_options.setup(), limits, megabytes)?;
        let mut annotator = annotator.with_tablebases(probing.cloned());
        let mode = self.variant.mode();
        let signal = Arc::clone(signal);
        Ok(move |raw: RawGame| {
            let annotate = |game: PgnGame| {
                if game.plies.is_empty() {
                    return Ok(Some(Box::new((game, Annotation::default()))));
                }
                let annotation = annotator.annotate(&game, &signal).map_err(AnnotateError::Search)?;
                Ok(annotation.map(|found| Box::new((game, found))))
            };
            let result = PgnGame::parse(&raw, mode).map_err(AnnotateError::from).and_then(annotate);
            Some(ProcessedGame { raw, result: result.transpose()? })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::support::text::{assert_states, grouped};

    #[test]
    fn the_guide_states_the_default_node_limit() {
        let text = format!("search limits per position (default: {} nodes)", grouped(NODES));
        assert_states("src/tools/annotate/README.md", &text);
    }
}
