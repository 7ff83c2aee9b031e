//! `engine solve`: searches the positions of a test suite, and prints how many were solved and the depth,
//! time and nodes of each solution.

pub mod solution;
mod tables;

use std::{ops::ControlFlow, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Args;
use shakmaty::CastlingMode;

use super::{
    exit::{CHECK_FAILED, FAILED, UsageError},
    flat::TableArguments,
    input::{self, files_or_stdin},
    output::{Output, OutputFile, is_stdout, print_message},
    search_arguments::{
        LimitArguments, RootArguments, SearchArguments, TablebaseArguments, ThreadArguments,
        analysis_settings, load_suite,
    },
    values::number,
};
use crate::{
    analysis::{AnalysisTask, Analyst, RecordError, Settings, reply::Operations},
    cli::solve::solution::{Percentile, PositionResult, Solution},
    engine::ordered_pool::{run_numbered, worker_states},
    epd::Record,
    evaluate::Wdl,
    json::{Header, millis},
    position::{Line, Move, Position, Strictness},
    search::{Limits, StopFlag},
    suite::{Attempt, Goal, attempt, percentile},
};

/// Percentiles of the solved positions that the report contains, in percent.
const PERCENTS: [usize; 7] = [10, 25, 50, 75, 90, 95, 100];

/// Solve an EPD test suite and count the solved positions
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("hash", |hash| hash.help("Hash size in MiB [default: 16]")),
    mut_arg("nodes", |nodes| nodes.help("Search this many nodes [default: 1000000 without a limit]")),
    mut_arg("json", |json| json.conflicts_with_all(["csv", "tsv", "md"])),
    mut_arg("multipv", |multipv| multipv.help("Search N variations, and list them in the JSON output and in tables"))
)]
pub struct Arguments {
    /// Files of EPD records; - is stdin [default: stdin]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    limit_options: LimitArguments,
    #[command(flatten)]
    root_options: RootArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    /// Use Chess960 notation for castling rights and castling moves
    #[arg(long)]
    chess960: bool,
    /// Number of positions to search in parallel, each with its own hash table and threads
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=1024))]
    jobs: u32,
    /// Exit with code 3 if fewer than N positions are solved
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=u64::MAX))]
    require: Option<usize>,
    /// Print the result as text on stderr, in addition to another output
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    file: OutputFile,
    #[command(flatten)]
    table_options: TableArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine solve positions/mates.epd --nodes 20000 --require 30
  engine solve positions/tactics.epd --movetime 1000 --jobs 4
  engine solve positions/tactics.epd --json | jq -c '.results[] | {id, solved}'

The directory positions is part of the source code.

EPD operations: bm (best moves), am (moves to avoid), dm (mate in at most N moves). Scored moves: the moves in \
c9 or c7 with their points in c8, or both in c0, such as \"f5=10, Be5+=2\".

A position is solved if the final move of the search is correct. The report lists the depth, time and nodes after which \
the best move stayed correct until the end of the search.

The first limit reached ends a search. Each file can have at most 64 MiB.";

/// Columns of CSV, TSV and Markdown: JSON paths.
const COLUMNS: &[&str] = &[
    "id",
    "fen",
    "solved",
    "move",
    "best",
    "avoid",
    "mate",
    "score_cp",
    "score_mate",
    "score_white_cp",
    "score_white_mate",
    "wdl_win",
    "wdl_draw",
    "wdl_loss",
    "points",
    "max_points",
    "depth",
    "time_ms",
    "nodes",
    "multipv",
    "pv",
];

/// A position of the test suite with its goal.
struct Problem {
    record: Record,
    goal: Goal,
    /// Root moves to search; `None` means all legal moves.
    search_moves: Option<Vec<Move>>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let files = files_or_stdin(&arguments.files)?;
    arguments.file.check(&files)?;
    let problems = arguments.problems(&files)?;
    let settings = Arc::new(arguments.settings()?);
    let analysts = worker_states(arguments.jobs as usize, || Analyst::new(Arc::clone(&settings)))?;
    let progress = arguments.output.progress(problems.len(), "positions");
    let signal = Arc::new(StopFlag::default());
    let (mut attempts, mut solved) = (Vec::new(), 0);
    let job = |analyst: &mut Analyst, number: u64| {
        let problem = &problems[number as usize];
        Some(if problem.goal.is_empty() || !problem.record.position.has_legal_move() {
            Ok(None)
        } else {
            attempt(analyst, &problem.task(&settings), &problem.goal, &signal).map(Some)
        })
    };
    let take = |attempt: Result<Option<Attempt>, RecordError>| {
        solved += usize::from(
            attempt
                .as_ref()
                .is_ok_and(|result| result.as_ref().is_some_and(|result| result.solved.is_some())),
        );
        attempts.push(attempt);
        progress.set_position(attempts.len() as u64);
        progress.set_message(format!("{solved} solved"));
        ControlFlow::Continue(())
    };
    run_numbered(analysts, problems.len() as u64, &signal, job, take)?;
    progress.finish_and_clear();
    arguments.print_report(&files, &problems, attempts, &settings)
}

impl Problem {
    fn task(&self, settings: &Settings) -> AnalysisTask {
        AnalysisTask {
            id: None,
            request_hash: None,
            line: Line::new(self.record.position.clone()),
            limits: Limits { search_moves: self.search_moves.clone(), ..settings.limits.clone() },
            hash: settings.hash,
            operations: Operations::default(),
            warnings: Vec::new(),
        }
    }

    fn result(&self, number: usize, attempt: Option<&Attempt>, settings: &Settings) -> PositionResult {
        let (position, goal) = (&self.record.position, &self.goal);
        let uci = |moves: &[_]| moves.iter().map(|mv| position.uci(*mv)).collect();
        let most = goal.max_points();
        let best_scored: Vec<_> =
            goal.points.iter().filter(|(_, points)| *points == most).map(|(mv, _)| *mv).collect();
        let solved_from = attempt.and_then(|attempt| attempt.solved);
        let (evaluator, line) = (settings.setup.eval.evaluator, Line::new(position.clone()));
        PositionResult {
            id: self.record.operands("id").map_or_else(|| format!("#{number}"), |words| words.join(" ")),
            fen: position.to_string(),
            solved: attempt.map(|attempt| attempt.solved.is_some()),
            mv: attempt.and_then(|attempt| attempt.best).map(|mv| position.uci(mv)),
            best: if best_scored.is_empty() { uci(&goal.best) } else { uci(&best_scored) },
            avoid: uci(&goal.avoid),
            mate: goal.mate,
            score: attempt.map(|attempt| evaluator.normalised(attempt.score)),
            score_white: attempt.map(|attempt| {
                let score = evaluator.normalised(attempt.score);
                if position.turn().is_white() { score } else { -score }
            }),
            wdl: attempt.map(|attempt| {
                let Wdl { win, draw, loss } = evaluator.wdl(attempt.score, position);
                [win, draw, loss]
            }),
            points: attempt.map_or(0, |attempt| attempt.points),
            max_points: attempt.map_or(0, |_| most),
            depth: solved_from.map(|solved_from| solved_from.depth),
            time_ms: solved_from.map(|solved_from| millis(solved_from.time)),
            nodes: solved_from.map(|solved_from| solved_from.nodes),
            lines: (1..)
                .zip(attempt.map(|attempt| attempt.variations.as_slice()).unwrap_or_default())
                .map(|(number, (score, moves))| settings.variation(&line, number, *score, moves))
                .collect(),
        }
    }
}

impl Arguments {
    fn settings(&self) -> anyhow::Result<Settings> {
        analysis_settings(
            &self.engine_options,
            &self.limit_options,
            &self.thread_options,
            &self.root_options,
            &self.tablebase_options,
        )
    }

    fn problems(&self, files: &[PathBuf]) -> anyhow::Result<Vec<Problem>> {
        let mut problems = Vec::new();
        for file in files {
            for record in load_suite(file, CastlingMode::from_chess960(self.chess960), Strictness::Game)? {
                let place = || format!("position '{}'", record.id());
                let goal = Goal::of(&record).map_err(|error| {
                    UsageError(format!("cannot read {}: {}: {error}", input::name(file), place()))
                })?;
                let search_moves = self.root_options.search_moves.moves(&record.position);
                let search_moves = search_moves
                    .map_err(|error| UsageError(format!("{}: {}: {error}", input::name(file), place())))?;
                problems.push(Problem { record, goal, search_moves });
            }
        }
        Ok(problems)
    }

    fn print_report(
        &self,
        files: &[PathBuf],
        problems: &[Problem],
        attempts: Vec<Result<Option<Attempt>, RecordError>>,
        settings: &Settings,
    ) -> anyhow::Result<ExitCode> {
        let (mut results, mut finished, mut failed) = (Vec::new(), Vec::new(), false);
        for ((number, problem), attempt) in (1..).zip(problems).zip(attempts) {
            let attempt = attempt.unwrap_or_else(|error| {
                print_message(format_args!(
                    "cannot search '{}': {}",
                    problem.record.id(),
                    error.fault.message
                ));
                failed = true;
                None
            });
            results.push(problem.result(number, attempt.as_ref(), settings));
            finished.extend(attempt);
        }
        let solution = solution(files, results, &finished, settings);
        let positions: Vec<&Position> = problems.iter().map(|problem| &problem.record.position).collect();
        let is_text = !self.output.json && self.table_options.format().is_none();
        if self.verbose && !(is_text && is_stdout(self.file.path())) {
            let mut text = Vec::new();
            tables::write(&mut text, &solution, &positions)?;
            print_message(format_args!("{}", String::from_utf8_lossy(&text).trim_end()));
        }
        if self.output.json {
            self.file.print_json(&solution)?;
        } else if let Some(format) = self.table_options.format() {
            self.file.print(|out| format.write(out, COLUMNS, &solution.results))?;
        } else {
            self.file.print(|out| tables::write(out, &solution, &positions))?;
        }
        if failed {
            return Ok(ExitCode::from(FAILED));
        }
        match self.require {
            Some(required) if solution.solved < required => {
                print_message(format_args!(
                    "only {} positions were solved, but --require is {required}",
                    solution.solved
                ));
                Ok(ExitCode::from(CHECK_FAILED))
            }
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}

fn solution(
    files: &[PathBuf],
    results: Vec<PositionResult>,
    finished: &[Attempt],
    settings: &Settings,
) -> Solution {
    let sorted = |column: fn(&PositionResult) -> Option<u64>| {
        let mut values: Vec<_> = results.iter().filter_map(column).collect();
        values.sort_unstable();
        values
    };
    let depths = sorted(|result| result.depth.and_then(|depth| u64::try_from(depth).ok()));
    let (times, nodes) = (sorted(|result| result.time_ms), sorted(|result| result.nodes));
    let row = |percent| {
        let depth = percentile(&depths, percent)? as i32;
        Some(Percentile {
            percent,
            depth,
            time_ms: percentile(&times, percent)?,
            nodes: percentile(&nodes, percent)?,
        })
    };
    Solution {
        header: Header { threads: settings.threads, ..Header::new(settings.hash) },
        suite: files.iter().map(|file| input::name(file)).collect::<Vec<_>>().join(" "),
        positions: results.iter().filter(|result| result.solved.is_some()).count(),
        solved: results.iter().filter(|result| result.solved == Some(true)).count(),
        points: results.iter().map(|result| result.points).sum(),
        max_points: results.iter().map(|result| result.max_points).sum(),
        time_ms: millis(finished.iter().map(|attempt| attempt.time).sum()),
        nodes: finished.iter().map(|attempt| attempt.nodes).sum(),
        percentiles: PERCENTS.into_iter().filter_map(row).collect(),
        results,
    }
}
