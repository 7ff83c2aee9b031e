//! `engine tune FILE`: the weights of `classical`, fitted to the results of games.

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};

use anyhow::Context as _;
use clap::{Args, value_parser};

use crate::{
    cli::{
        exit::UsageError,
        output::{print, print_message},
    },
    evaluate::Terms,
    lab::tune::weights::{
        current,
        data::Data,
        optimizer::{Epoch, Plan, tune},
        rounded,
        source::source,
    },
    replace,
};

/// What to fit to, and how.
#[derive(Args, Debug)]
#[group(skip)]
pub struct Arguments {
    /// Files of EPD lines with the result as c9: quiet positions, game by game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How often every position is looked at
    #[arg(long, value_name = "N", default_value_t = 40)]
    epochs: usize,
    /// Positions between two steps
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = value_parser!(u32).range(1..))]
    batch: u32,
    /// So many positions weigh as much as the present weight
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32))]
    pull: u32,
    /// Percent of what is learned from that are scores (ce, for the side to move), not results
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100))]
    scores: u8,
    /// The terms whose weights move, as in pawns+passed or all-squares; the others count as they are
    #[arg(long, value_name = "SET", default_value_t = Terms::ALL)]
    terms: Terms,
    /// Threads that work [default: all]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Another seed, another order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Where to write the weights [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let threads = arguments
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), |threads| threads as usize);
    let mut data = Data::default();
    for path in &arguments.files {
        let mut part = read(path, threads)?;
        if arguments.scores > 0 {
            let factor = part.blend_scores(f32::from(arguments.scores) / 100.0);
            arguments.remark(format_args!("{}: K of its scores is {factor:.4}", path.display()));
        }
        data.append(part);
    }
    if data.is_empty() {
        return Err(UsageError("there is no position to learn from in what was given".to_owned()).into());
    }
    arguments.remark(format_args!(
        "{} positions, and {} in check or decided passed over; {threads} threads",
        data.len(),
        data.skipped
    ));
    let plan = Plan {
        epochs: arguments.epochs,
        batch: arguments.batch as usize,
        pull: f64::from(arguments.pull),
        terms: arguments.terms,
        threads,
        seed: arguments.seed,
        ..Plan::default()
    };
    let tuned = tune(&data, &current(), &plan, |Epoch { number, training, validation }| {
        arguments.remark(format_args!(
            "epoch {number}/{}: loss {training:.6}, of those held out {validation:.6}",
            plan.epochs
        ));
    });
    let before = tuned.factor_before;
    arguments
        .remark(format_args!("sigmoid(K * score / 400): K was {before:.4} and is 1 (weights multiplied"));
    arguments.remark(format_args!("by it before, and by {:.4} afterwards)", tuned.factor_after));
    let (before, after) = (tuned.loss_before, tuned.loss_after);
    arguments.remark(format_args!("loss of those held out: {before:.6} before, {after:.6} after"));
    write(arguments.output.as_deref(), &source(&rounded(&tuned.weights)))?;
    Ok(ExitCode::SUCCESS)
}

impl Arguments {
    fn remark(&self, text: std::fmt::Arguments<'_>) {
        if !self.quiet {
            print_message(text);
        }
    }
}

fn read(path: &Path, threads: usize) -> anyhow::Result<Data> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let data = Data::read(&text, threads);
    Ok(data.map_err(|error| UsageError(format!("{}:{error}", path.display())))?)
}

/// Writes to a file or to stdout. The file is replaced as a whole, so that a build never reads half of it.
fn write(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(print(|out| out.write_all(text.as_bytes()))?) };
    replace::write(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}
