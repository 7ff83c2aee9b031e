//! `engine tune FILE`: fits the weights of `classical` to game results.

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
    threads::require_memory,
};

/// Input files and options of `engine tune FILE`.
#[derive(Args, Debug)]
#[group(skip)]
pub struct Arguments {
    /// EPD files of quiet positions with the game result as c9, in the order of the games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Pass over the training positions N times
    #[arg(long, value_name = "N", default_value_t = 40)]
    epochs: usize,
    /// Use N positions per optimizer step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = value_parser!(u32).range(1..))]
    batch: u32,
    /// Pull each weight towards its current value as strongly as N positions would
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32))]
    pull: u32,
    /// Weight of the search score (ce, for the side to move) against the game result in the target, in
    /// percent
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100))]
    scores: u8,
    /// Terms to fit, such as pawns+passed or all-squares; the other terms keep their weights
    #[arg(long, value_name = "SET", default_value_t = Terms::ALL)]
    terms: Terms,
    /// Use N threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Seed for the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the weights to this file, which is replaced [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Do not print progress and notes on stderr
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
            arguments.remark(format_args!(
                "{}: search scores fit the results with K = {factor:.4}",
                path.display()
            ));
        }
        data.append(part);
    }
    if data.is_empty() {
        return Err(UsageError(
            "the input files contain no training positions: use EPD files written by engine datagen"
                .to_owned(),
        )
        .into());
    }
    arguments.remark(format_args!(
        "{} positions; skipped {} positions that are in check or decided; {threads} threads",
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
            "epoch {number}/{}: loss {training:.6}, held-out loss {validation:.6}",
            plan.epochs
        ));
    });
    let before = tuned.factor_before;
    arguments.remark(format_args!(
        "old weights: sigmoid(K * score / 400) fits the results best with K = {before:.4}; the tuning starts from the weights times K"
    ));
    arguments.remark(format_args!(
        "new weights: K = {:.4} fits best; the weights written are multiplied by K, so their best K is 1",
        tuned.factor_after
    ));
    let (before, after) = (tuned.loss_before, tuned.loss_after);
    arguments.remark(format_args!(
        "held-out loss: {before:.6} with the old weights, {after:.6} with the new weights"
    ));
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
    // A position has about 70 bytes of text and 250 bytes of data, which are copied once.
    let data_bytes = text.len().saturating_mul(2 * 250 / 70);
    require_memory(data_bytes).with_context(|| format!("cannot read {}", path.display()))?;
    let data = Data::read(&text, threads);
    Ok(data.map_err(|error| UsageError(format!("cannot read {}: {error}", path.display())))?)
}

/// Writes `text` to the file `path`, or to stdout if there is no path. The file is replaced in one step, so a
/// build never reads an incomplete file.
fn write(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(print(|out| out.write_all(text.as_bytes()))?) };
    replace::write(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}
