//! Commands beyond UCI, for people at the prompt and for test servers: `help`, `bench`, `speedtest`,
//! `genfens`, `compiler`, `flip`.

use std::{env::consts, path::PathBuf, thread, time::Duration};

use shakmaty::CastlingMode;

use super::{
    options::MAX_HASH_MB, queue::Signals, resources::require_content, searching::RunningWork,
    session::UciSession,
};
use crate::{
    chess::{
        epd::{Record, read_suite},
        position::{Line, Position, Strictness},
    },
    engine::{openings::genfens, signature},
    evaluate::network::simd::SimdPath,
    search::{Limits, MAX_DEPTH, threads::pool::MOST_THREADS},
    support::text::quoted,
};

/// Maximum number of words of a command that are read.
const MOST_WORDS: usize = 100;
/// Default duration of `speedtest`, in seconds.
const SPEEDTEST_SECONDS: u64 = 10;
/// Default hash table size of `speedtest`, in MiB.
const SPEEDTEST_MEGABYTES: usize = 128;
/// Maximum duration of `speedtest`, in seconds.
const MAX_SPEEDTEST_SECONDS: u64 = 3600;

pub(super) const HELP: &str = "\
Glulam is a UCI chess engine. Commands:
  position startpos moves e2e4       set up a position; also: position fen FEN
  go depth 12                        search; also: go nodes N, go movetime MS,
                                     go mate N, go infinite, go perft N
  stop                               stop the search and print the best move
  uci                                list all options
  setoption name Hash value 64       set an option
  d                                  show the board
  flip                               mirror the position and swap the colours
  eval                               show the static evaluation
  bench                              search 50 positions, print nodes and speed
  speedtest [THREADS] [MIB] [SECS]   measure the speed of this machine
  genfens N seed S book FILE|None    generate N openings for a test server
  compiler                           show build target and CPU features
  debug on                           report unknown commands
  quit                               exit
For the command-line tools, run: engine --help";

/// Background command (`bench`, `speedtest` or `genfens`): the search thread runs it, `stop` ends it, and it
/// does not search the current position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackgroundCommand {
    /// `bench [MIB] [THREADS] [DEPTH]`
    Bench {
        /// Size of the transposition table, in MiB.
        megabytes: usize,
        /// Number of search threads.
        threads: usize,
        /// Search depth, in plies.
        depth: i32,
    },
    /// `speedtest [THREADS] [MIB] [SECONDS]`
    Speedtest {
        /// Number of search threads.
        threads: usize,
        /// Size of the transposition table, in MiB.
        megabytes: usize,
        /// Total search time of `speedtest` for all its positions.
        time: Duration,
    },
    /// `genfens N seed S book FILE`
    Genfens {
        /// Number of openings to generate.
        count: u64,
        /// Seed of the random number generator.
        seed: u64,
        /// File with the positions from which the openings start; `None` means the start position.
        book: Option<PathBuf>,
    },
}

/// Parses the word at `index`, or returns `default` if there is none. The result is between 1 and `max`.
fn number(words: &[&str], index: usize, default: u64, max: u64) -> Result<u64, String> {
    let Some(word) = words.get(index) else { return Ok(default) };
    let number: Result<u64, _> = word.parse();
    number.map(|number| number.clamp(1, max)).map_err(|_| format!("'{}' is not a whole number", quoted(word)))
}

impl BackgroundCommand {
    /// Parses the arguments of `bench`. Missing arguments get their default; a fourth argument is ignored, because
    /// scripts write `bench 16 1 13 default depth`.
    ///
    /// # Errors
    /// Returns an error message if one of the three arguments is not a number.
    pub(super) fn bench(rest: &str) -> Result<Self, String> {
        let words: Vec<_> = rest.split_ascii_whitespace().take(MOST_WORDS).collect();
        let number = |index, default, max| {
            number(&words, index, default, max)
                .map_err(|error| format!("bench [MIB] [THREADS] [DEPTH]: {error}"))
        };
        Ok(Self::Bench {
            megabytes: number(0, signature::MEGABYTES as u64, MAX_HASH_MB as u64)? as usize,
            threads: number(1, 1, MOST_THREADS as u64)? as usize,
            depth: number(2, signature::DEPTH as u64, MAX_DEPTH as u64)? as i32,
        })
    }

    /// Parses the arguments of `speedtest`. Missing arguments get their default.
    ///
    /// # Errors
    /// Returns an error message if an argument is not a number.
    pub(super) fn speedtest(rest: &str) -> Result<Self, String> {
        let words: Vec<_> = rest.split_ascii_whitespace().take(MOST_WORDS).collect();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let number = |index, default, max| {
            number(&words, index, default, max)
                .map_err(|error| format!("speedtest [THREADS] [MIB] [SECONDS]: {error}"))
        };
        Ok(Self::Speedtest {
            threads: number(0, cores as u64, MOST_THREADS as u64)? as usize,
            megabytes: number(1, SPEEDTEST_MEGABYTES as u64, MAX_HASH_MB as u64)? as usize,
            time: Duration::from_secs(number(2, SPEEDTEST_SECONDS, MAX_SPEEDTEST_SECONDS)?),
        })
    }

    /// Parses the arguments of `genfens`. The path of the book has no spaces, as in `OpenBench`.
    ///
    /// # Errors
    /// Returns an error message with an example, if the number of openings is missing or a number is invalid.
    pub(super) fn genfens(rest: &str) -> Result<Self, String> {
        let usage = || "genfens needs whole numbers, for example: genfens 5 seed 1 book None".to_owned();
        let words: Vec<_> = rest.split_ascii_whitespace().take(MOST_WORDS).collect();
        let count = words.first().and_then(|word| word.parse().ok()).ok_or_else(usage)?;
        let value_of = |key: &str| {
            let index = words.iter().position(|word| *word == key)?;
            words.get(index + 1).copied()
        };
        let seed = match value_of("seed") {
            Some(word) => word.parse().map_err(|_| usage())?,
            None => 0,
        };
        let book = value_of("book").filter(|word| !word.eq_ignore_ascii_case("none")).map(PathBuf::from);
        Ok(Self::Genfens { count, seed, book })
    }

    /// Returns whether `quit` waits for the end of the command, which is true for `genfens` only: test
    /// servers run `genfens …` and `quit` as arguments.
    pub(super) const fn delays_quit(&self) -> bool {
        matches!(self, Self::Genfens { .. })
    }

    /// Runs the command. Returns the output of the command, or an error message.
    fn run(self, stopped: &dyn Fn() -> bool) -> Result<String, String> {
        match self {
            Self::Bench { megabytes, threads, depth } => {
                let plan = signature::BenchPlan {
                    megabytes,
                    threads,
                    limits: Limits::depth(depth),
                    ..Default::default()
                };
                let bench = run_bench(&plan, stopped)?;
                Ok(format!("{} nodes {} nps", bench.nodes(), bench.nps()))
            }
            Self::Speedtest { threads, megabytes, time } => {
                let movetime = Some(time / signature::positions().len() as u32);
                let limits = Limits { movetime, ..Limits::default() };
                let plan = signature::BenchPlan { limits, megabytes, threads, ..Default::default() };
                let bench = run_bench(&plan, stopped)?;
                Ok(format!(
                    "{}\nThreads: {threads}\nHash: {megabytes} MiB\nTime (ms): {}\nNodes: {}\nNodes/second: {}",
                    compiler(),
                    bench.time().as_millis(),
                    bench.nodes(),
                    bench.nps()
                ))
            }
            Self::Genfens { count, seed, book } => {
                let starts = book.map_or(Ok(Vec::new()), |path| read_book(&path))?;
                let mut player = genfens::judge_of_openings().map_err(|error| error.to_string())?;
                let found = genfens::openings(&mut player, count, seed, &starts, stopped);
                let lines: Vec<_> = found.iter().map(|fen| format!("info string genfens {fen}")).collect();
                Ok(lines.join("\n"))
            }
        }
    }
}

/// Runs the bench until it is finished or stopped.
fn run_bench(
    plan: &signature::BenchPlan,
    stopped: &dyn Fn() -> bool,
) -> Result<signature::Signature, String> {
    signature::run(plan, &signature::positions(), stopped, || ()).map_err(|error| error.to_string())
}

/// Reads the positions of a file with EPD or FEN lines.
fn read_book(path: &PathBuf) -> Result<Vec<Position>, String> {
    let text = require_content(path).and_then(|()| std::fs::read_to_string(path));
    let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let read = |record: Record| Ok(record.position);
    let positions =
        read_suite(&text, CastlingMode::Standard, Strictness::Game, read).collect::<Result<_, _>>();
    positions.map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Returns version, build target and CPU features as text.
pub(super) fn compiler() -> String {
    let features = [
        ("sse4.1", cfg!(target_feature = "sse4.1")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    let built: Vec<_> = features.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    let kind = if cfg!(debug_assertions) { "with debug assertions" } else { "optimised" };
    format!(
        "Glulam {}, Rust edition 2024, {kind}\nBuilt for {} on {}, CPU features: {}\nNetwork evaluation uses {}",
        env!("CARGO_PKG_VERSION"),
        consts::ARCH,
        consts::OS,
        if built.is_empty() { "none beyond the default".to_owned() } else { built.join(" ") },
        SimdPath::best()
    )
}

impl UciSession {
    /// Starts a background command on the search thread.
    pub(super) fn run_background_command(
        &mut self,
        command: BackgroundCommand,
        number: u64,
        signals: Signals,
    ) {
        let line = self.line.clone().unwrap_or_else(|| Line::new(Position::start()));
        self.running = Some(RunningWork::new(number, signals, line));
        let work = move |stopped: &(dyn Fn() -> bool + Sync)| match command.run(stopped) {
            Ok(text) => text,
            Err(reason) => format!("info string error: {reason}"),
        };
        self.engine.run_in_background(Box::new(work), number, self.listener(number));
        self.apply_signals();
    }

    /// Mirrors the position vertically and swaps the colours, so that the other side is to move.
    pub(super) fn flip(&mut self) {
        match self.line.as_ref().and_then(|line| line.position().mirrored()) {
            Some(position) => self.line = Some(Line::new(position)),
            None => self.send_no_position(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn background_commands_are_parsed_as_test_servers_send_them() {
        let genfens = BackgroundCommand::genfens("5 seed 1 book None").expect("OpenBench's line");
        assert_eq!(genfens, BackgroundCommand::Genfens { count: 5, seed: 1, book: None });
        let from_book = BackgroundCommand::genfens("2 seed 99 book /a/b.epd extra").expect("a book");
        assert_eq!(
            from_book,
            BackgroundCommand::Genfens { count: 2, seed: 99, book: Some(PathBuf::from("/a/b.epd")) }
        );
        assert!(BackgroundCommand::genfens("x").is_err() && BackgroundCommand::genfens("5 seed x").is_err());
        let Ok(BackgroundCommand::Bench { megabytes, threads, depth }) =
            BackgroundCommand::bench("16 1 13 default depth")
        else {
            panic!("a bench")
        };
        assert_eq!((megabytes, threads, depth), (16, 1, 13));
        assert_eq!(BackgroundCommand::bench(""), BackgroundCommand::bench("16 1"));
        for words in ["abc", "16 x", "16 1 -1", "1.5"] {
            assert!(
                BackgroundCommand::bench(words).is_err_and(|error| error.contains("whole number")),
                "{words}"
            );
        }
    }

    #[test]
    fn the_guide_states_the_defaults_of_bench_and_speedtest() {
        let Ok(BackgroundCommand::Bench { megabytes, threads, depth }) = BackgroundCommand::bench("") else {
            panic!("a bench")
        };
        let positions = crate::chess::positions::bench().len();
        for text in [
            format!("| Searches {positions} positions (default: {megabytes}, {threads}, {depth}) and"),
            format!("a checksum of the static evaluations of {positions} positions."),
            format!("(default: all cores, {SPEEDTEST_MEGABYTES}, {SPEEDTEST_SECONDS}). |"),
        ] {
            crate::support::text::assert_states("src/uci/README.md", &text);
        }
    }
}
