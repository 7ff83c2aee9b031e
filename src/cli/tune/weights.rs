//! `engine tune weights`: fits the weights of `classical` to game results.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};

use clap::{Args, value_parser};

use crate::{
    cli::{
        exit::UsageError,
        input,
        output::{OutputFile, print_message},
        values::number,
    },
    evaluate::Terms,
    lab::tune::weights::{
        current,
        data::Data,
        optimizer::{Epoch, Plan, tune},
        rounded,
        source::source,
    },
};

/// Fit the weights of the classical evaluator to positions with game results
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("output", |output| output.help("Write the weights to this file; - is stdout [default: stdout]"))
)]
pub struct Arguments {
    /// EPD files of quiet positions with the game result as c9, in the order of the games; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Pass over the training positions N times
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = number::<usize>(0..=1_000_000))]
    epochs: usize,
    /// Use N positions per optimizer step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = number::<u32>(1..=u64::from(u32::MAX)))]
    batch: u32,
    /// Pull each weight towards its current value as strongly as N positions would
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(0..=u64::from(u32::MAX)))]
    pull: u32,
    /// Weight of the search score (ce, for the side to move) against the game result in the target, in
    /// percent
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100))]
    scores: u8,
    /// Terms to fit, such as pawns+passed or all-squares; the other terms keep their weights
    #[arg(long, value_name = "SET", default_value_t = Terms::ALL)]
    terms: Terms,
    /// Use N threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1024))]
    threads: Option<u32>,
    /// Seed for the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    output: OutputFile,
    /// Do not print progress and notes on stderr
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  engine tune weights games.epd -o weights.rs
  engine tune weights games.epd -o src/evaluate/classical/weights.rs --force
  engine tune weights games.epd more.epd --terms passed > weights.rs

Input lines are EPD as written by engine datagen positions: four or six FEN fields, then c9 \"1-0\"; (or \"0-1\", \
\"1/2-1/2\"), then other operations. A file can have at most 1 GiB. The first tenth of the positions is held out to \
measure the loss on unseen positions.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let files = input::files_or_stdin(&arguments.files)?;
    arguments.output.check(&files)?;
    let threads = arguments
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, NonZero::get), |threads| threads as usize);
    let mut data = Data::default();
    for path in &files {
        let mut part = read(path, threads)?;
        if arguments.scores > 0 {
            let factor = part.blend_scores(f32::from(arguments.scores) / 100.0);
            arguments.remark(format_args!(
                "{}: search scores fit the results with K = {factor:.4}",
                input::name(path)
            ));
        }
        data.append(part);
    }
    if data.is_empty() {
        return Err(UsageError(
            "the input files contain no training positions: use EPD files written by engine datagen positions"
                .to_owned(),
        )
        .into());
    }
    arguments.remark(format_args!(
        "{} positions; skipped {} positions that are in check or decided; {threads} threads, seed {}",
        data.len(),
        data.skipped,
        arguments.seed
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
    arguments.output.write(source(&rounded(&tuned.weights)).as_bytes())?;
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
    let data = Data::read(&input::read_text(path)?, threads);
    Ok(data.map_err(|error| UsageError(format!("cannot read {}: {error}", input::name(path))))?)
}
