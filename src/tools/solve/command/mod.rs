//! `engine solve`: searches the positions of a test suite, and prints how many were solved and the depth,
//! time and nodes of each solution.

mod solution;
mod tables;

use std::{ops::ControlFlow, path::PathBuf, process::ExitCode, sync::Arc};

use clap::Args;

use crate::{
    chess::{
        epd::Record,
        position::{Line, Position},
    },
    evaluate::Wdl,
    search::StopFlag,
    support::json::{Header, millis},
    tools::{
        analyse::{
            AnalysisSettings, AnalysisTask, Analyst,
            reply::{Fault, Operations},
        },
        common::{
            exit::{CHECK_FAILED, FAILED},
            input::{self, files_or_stdin},
            ordered_pool::{run_numbered, worker_states},
            output::{JsonArguments, Output, StrictArguments, print, print_json, print_message},
            search_arguments::{
                JobArguments, LimitArguments, SearchArguments, TablebaseArguments, ThreadArguments,
                VariantArguments,
            },
            suites::read_open_suite,
            values::number,
        },
        solve::{
            Attempt, Goal, attempt,
            command::solution::{Percentile, PositionResult, Solution},
            percentile,
        },
    },
};

/// Percentiles of the solved positions that the report contains, in percent.
const PERCENTS: [usize; 7] = [10, 25, 50, 75, 90, 95, 100];

/// Solve an EPD test suite and count the solved positions
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SolveArguments {
    /// Files of EPD records; - is stdin [default: stdin]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    limit_options: LimitArguments,
    #[command(flatten)]
    engine_options: SearchArguments,
    #[command(flatten)]
    thread_options: ThreadArguments,
    #[command(flatten)]
    tablebase_options: TablebaseArguments,
    #[command(flatten)]
    variant: VariantArguments,
    #[command(flatten)]
    job_options: JobArguments,
    /// Exit with code 3 if fewer than N positions are solved
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=u64::MAX))]
    require: Option<usize>,
    #[command(flatten)]
    strictness: StrictArguments,
    #[command(flatten)]
    json_option: JsonArguments,
    #[command(flatten)]
    output: Output,
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

/// A position of the test suite with its goal.
struct SuiteProblem {
    record: Record,
    goal: Goal,
}

pub fn run(arguments: &SolveArguments) -> anyhow::Result<ExitCode> {
    let files = files_or_stdin(&arguments.files)?;
    let (problems, rejected) = arguments.problems(&files)?;
    let settings = Arc::new(arguments.settings()?);
    let analysts =
        worker_states(arguments.job_options.jobs as usize, || Analyst::new(Arc::clone(&settings)))?;
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
    let take = |attempt: Result<Option<Attempt>, Fault>| {
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
    let code = arguments.print_report(&files, &problems, attempts, &settings)?;
    if arguments.strictness.strict && rejected > 0 && code == ExitCode::SUCCESS {
        return Ok(ExitCode::from(CHECK_FAILED));
    }
    Ok(code)
}

impl SuiteProblem {
    fn task(&self, settings: &AnalysisSettings) -> AnalysisTask {
        AnalysisTask {
            request_hash: None,
            line: Line::new(self.record.position.clone()),
            limits: settings.limits.clone(),
            hash: settings.hash,
            operations: Operations::default(),
            warnings: Vec::new(),
        }
    }

    fn result(
        &self,
        number: usize,
        attempt: Option<&Attempt>,
        settings: &AnalysisSettings,
    ) -> PositionResult {
        let (position, goal) = (&self.record.position, &self.goal);
        let uci = |moves: &[_]| moves.iter().map(|mv| position.uci(*mv)).collect();
        let most = goal.max_points();
        let best_scored: Vec<_> =
            goal.points.iter().filter(|(_, points)| *points == most).map(|(mv, _)| *mv).collect();
        let solved_from = attempt.and_then(|attempt| attempt.solved);
        let evaluator = settings.setup.eval.evaluator;
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
        }
    }
}

impl SolveArguments {
    fn settings(&self) -> anyhow::Result<AnalysisSettings> {
        let defaults = AnalysisSettings::default();
        Ok(AnalysisSettings {
            setup: self.engine_options.setup(),
            limits: self.limit_options.limits().unwrap_or(defaults.limits),
            hash: self.engine_options.megabytes().unwrap_or(defaults.hash),
            threads: self.thread_options.threads.unwrap_or(defaults.threads),
            tablebases: self.tablebase_options.probing()?,
            ..defaults
        })
    }

    /// Returns the problems of all files, and the number of rejected lines: [`read_open_suite`] reports a wrong line on
    /// stderr and leaves it out.
    fn problems(&self, files: &[PathBuf]) -> anyhow::Result<(Vec<SuiteProblem>, usize)> {
        let (mut problems, mut rejected) = (Vec::new(), 0);
        for file in files {
            let input = input::open_text(file)?;
            let suite = read_open_suite(input, file, self.variant.mode(), |record| {
                let goal = Goal::of(&record)?;
                Ok(SuiteProblem { record, goal })
            })?;
            rejected += suite.rejected;
            problems.extend(suite.records);
        }
        Ok((problems, rejected))
    }

    fn print_report(
        &self,
        files: &[PathBuf],
        problems: &[SuiteProblem],
        attempts: Vec<Result<Option<Attempt>, Fault>>,
        settings: &AnalysisSettings,
    ) -> anyhow::Result<ExitCode> {
        let (mut results, mut finished, mut failed) = (Vec::new(), Vec::new(), false);
        for ((number, problem), attempt) in (1..).zip(problems).zip(attempts) {
            let attempt = attempt.unwrap_or_else(|error| {
                print_message(format_args!("cannot search '{}': {}", problem.record.id(), error.message));
                failed = true;
                None
            });
            results.push(problem.result(number, attempt.as_ref(), settings));
            finished.extend(attempt);
        }
        let solution = solution(files, results, &finished, settings);
        let positions: Vec<&Position> = problems.iter().map(|problem| &problem.record.position).collect();
        if self.json_option.json {
            print_json(&solution)?;
        } else {
            print(|out| tables::write(out, &solution, &positions))?;
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
    settings: &AnalysisSettings,
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
