//! What UCI does not know: commands for a person at the prompt, and for test servers.

use std::{env::consts, path::PathBuf, thread, time::Duration};

use shakmaty::CastlingMode;

use super::{options::MAX_HASH_MB, searching::RunningSearch, session::Session};
use crate::{
    bench::{self, signature},
    epd::read_suite,
    evaluate::network::simd::Path,
    lab::openings::genfens,
    position::{Line, Position, Strictness},
    search::{Limits, MAX_DEPTH, threads::pool::MOST_THREADS},
};

/// How long `speedtest` takes, in seconds, and its table, in MB.
const SPEEDTEST_SECONDS: u64 = 10;
const SPEEDTEST_MEGABYTES: usize = 128;
const MAX_SPEEDTEST_SECONDS: u64 = 3600;

pub(super) const HELP: &str = "\
Glulam speaks UCI. A game by hand:
  position startpos moves e2e4       set up a position (or: position fen FEN moves ...)
  go depth 12                        search; also nodes N, movetime MS, infinite, mate N, perft N
  stop                               end the search
  uci                                tell the options; setoption name Hash value 64
  d                                  show the board; flip turns it round
  eval                               the static value
  bench                              the signature of this build
  speedtest [THREADS] [MB] [SECONDS] how fast this machine is
  genfens N seed S book FILE|None    openings for a test server
  compiler                           what this program was built for
  quit                               leave
Other uses of this program: engine --help";

/// Work that is no search of the position on the board; done by the searching thread, and it can be stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackgroundCommand {
    /// `bench [MB] [THREADS] [DEPTH]`
    Bench {
        /// Table.
        megabytes: usize,
        /// Threads.
        threads: usize,
        /// Plies.
        depth: i32,
    },
    /// `speedtest [THREADS] [MB] [SECONDS]`
    Speedtest {
        /// Threads.
        threads: usize,
        /// Table.
        megabytes: usize,
        /// In all.
        time: Duration,
    },
    /// `genfens N seed S book FILE`
    Genfens {
        /// How many.
        count: u64,
        /// Of the dice.
        seed: u64,
        /// Where they begin.
        book: Option<PathBuf>,
    },
}

/// The number at this place, or what is usual there; never beyond `max`.
fn number(words: &[&str], index: usize, default: u64, max: u64) -> u64 {
    words.get(index).and_then(|word| word.parse().ok()).unwrap_or(default).clamp(1, max)
}

impl BackgroundCommand {
    /// `bench` and what follows it, each word optional from the right.
    pub(super) fn bench(rest: &str) -> Self {
        let words: Vec<_> = rest.split_ascii_whitespace().collect();
        Self::Bench {
            megabytes: number(&words, 0, signature::MEGABYTES as u64, MAX_HASH_MB as u64) as usize,
            threads: number(&words, 1, 1, MOST_THREADS as u64) as usize,
            depth: number(&words, 2, signature::DEPTH as u64, MAX_DEPTH as u64) as i32,
        }
    }

    /// `speedtest` and what follows it.
    pub(super) fn speedtest(rest: &str) -> Self {
        let words: Vec<_> = rest.split_ascii_whitespace().collect();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::Speedtest {
            threads: number(&words, 0, cores as u64, MOST_THREADS as u64) as usize,
            megabytes: number(&words, 1, SPEEDTEST_MEGABYTES as u64, MAX_HASH_MB as u64) as usize,
            time: Duration::from_secs(number(&words, 2, SPEEDTEST_SECONDS, MAX_SPEEDTEST_SECONDS)),
        }
    }

    /// `genfens` and what follows it.
    ///
    /// # Errors
    /// A sentence that says how it is written.
    pub(super) fn genfens(rest: &str) -> Result<Self, String> {
        let usage = || "genfens needs a number, as in genfens 5 seed 1 book None".to_owned();
        let words: Vec<_> = rest.split_ascii_whitespace().collect();
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

    /// Does it, and says what came out, or why nothing did.
    fn run(self, stopped: &dyn Fn() -> bool) -> Result<String, String> {
        match self {
            Self::Bench { megabytes, threads, depth } => {
                let plan = signature::Plan {
                    megabytes,
                    threads,
                    limits: Limits::depth(depth),
                    ..Default::default()
                };
                let bench = run_bench(&plan, stopped)?;
                Ok(format!("{} nodes {} nps", bench.nodes(), bench.nps()))
            }
            Self::Speedtest { threads, megabytes, time } => {
                let movetime = Some(time / bench::positions().len() as u32);
                let limits = Limits { movetime, ..Limits::default() };
                let plan = signature::Plan { limits, megabytes, threads, ..Default::default() };
                let bench = run_bench(&plan, stopped)?;
                Ok(format!(
                    "{}\nThreads: {threads}\nHash: {megabytes} MB\nTime (ms): {}\nNodes: {}\nNodes/second: {}",
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

/// The bench by this plan, until it is stopped.
fn run_bench(plan: &signature::Plan, stopped: &dyn Fn() -> bool) -> Result<signature::Signature, String> {
    signature::run_until(plan, &bench::positions(), stopped, || ()).map_err(|error| error.to_string())
}

/// The positions of a book of EPD lines or FENs.
fn read_book(path: &PathBuf) -> Result<Vec<Position>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let records = read_suite(&text, CastlingMode::Standard, Strictness::Game);
    let records = records.map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(records.into_iter().map(|record| record.position).collect())
}

/// What the program was built for, and by what.
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
    let kind = if cfg!(debug_assertions) { "with assertions" } else { "optimised" };
    format!(
        "Glulam {}, Rust edition 2024, {kind}\nBuilt for {} on {}: {}\nNets are computed by {}",
        env!("CARGO_PKG_VERSION"),
        consts::ARCH,
        consts::OS,
        if built.is_empty() { "no extensions".to_owned() } else { built.join(" ") },
        Path::best()
    )
}

impl Session {
    /// Runs an errand as search `number`.
    pub(super) fn run_background_command(&mut self, command: BackgroundCommand, number: u64) {
        let line = self.line.clone().unwrap_or_else(|| Line::new(Position::start()));
        self.running = Some(RunningSearch::new(number, line));
        let work = move |stopped: &dyn Fn() -> bool| match command.run(stopped) {
            Ok(text) => text,
            Err(reason) => format!("info string error: {reason}"),
        };
        self.engine.run_in_background(Box::new(work), number, self.listener(number));
    }

    /// Turns the board round: the other side to move, in its place.
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
    fn errands_are_read_as_test_servers_write_them() {
        let genfens = BackgroundCommand::genfens("5 seed 1 book None").expect("OpenBench's line");
        assert_eq!(genfens, BackgroundCommand::Genfens { count: 5, seed: 1, book: None });
        let from_book = BackgroundCommand::genfens("2 seed 99 book /a/b.epd extra").expect("a book");
        assert_eq!(
            from_book,
            BackgroundCommand::Genfens { count: 2, seed: 99, book: Some(PathBuf::from("/a/b.epd")) }
        );
        assert!(BackgroundCommand::genfens("x").is_err() && BackgroundCommand::genfens("5 seed x").is_err());
        let BackgroundCommand::Bench { megabytes, threads, depth } =
            BackgroundCommand::bench("16 1 13 default depth")
        else {
            panic!("a bench")
        };
        assert_eq!((megabytes, threads, depth), (16, 1, 13));
        assert_eq!(BackgroundCommand::bench(""), BackgroundCommand::bench("16 1"));
    }
}
