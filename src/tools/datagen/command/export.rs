//! `engine datagen export`: selects training positions from self-play games.

use std::{
    io::{BufWriter, IntoInnerError, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{Args, value_parser};
use rustc_hash::FxHashSet;

use super::for_each_game;
use crate::tools::{
    common::{
        input,
        output::{Destination, Output, OutputFile, cannot_write, write_error},
        values::number,
    },
    datagen::training::{PositionFilter, SelectionCounts, select},
};

const BUFFER: usize = 1 << 20;

/// Write the training positions of self-play games, as engine tune network reads them
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("output", |output| output.required(true).help("Write to this file; - is stdout"))
)]
pub struct DatagenExportArguments {
    /// Files of games in viriformat, as engine datagen games writes them; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    messages: Output,
    // The filter options come last in the struct, because clap puts every option after a help heading under
    // that heading.
    #[command(flatten)]
    filter_options: PositionFilterArguments,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen export run7.vf run8.vf -o positions.bin
  engine datagen export run7.vf --min-ply 8 -o positions.bin

The output is in bulletformat: 32 bytes per position. Positions in check, positions in which the move played is a \
capture or promotion, and repeated positions are skipped.";

/// Options that select positions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Filter")]
struct PositionFilterArguments {
    /// Skip the first N positions of each game, counting those of the opening
    #[arg(long, value_name = "N", default_value_t = PositionFilter::default().min_ply, value_parser = number::<u32>(0..=100_000))]
    min_ply: u32,
    /// Skip positions with a score of CP internal units or more, for either side
    #[arg(long, value_name = "CP", default_value_t = PositionFilter::default().score_below,
          value_parser = value_parser!(i32).range(1..))]
    max_score: i32,
}

/// Writes the selected training positions of all files to the output, in the order of the files.
pub fn run(arguments: &DatagenExportArguments) -> anyhow::Result<ExitCode> {
    let (paths, options) = (input::files_or_stdin(&arguments.files)?, &arguments.filter_options);
    let filter = PositionFilter { min_ply: options.min_ply, score_below: options.max_score };
    let failed = || cannot_write(arguments.output.path());
    let mut out = BufWriter::with_capacity(BUFFER, arguments.output.open(&paths)?);
    let (mut seen, mut counts) = (FxHashSet::default(), SelectionCounts::default());
    for_each_game(&paths, |_, game| {
        let mut written = Ok(());
        select(&game, filter, &mut counts, |key, record| {
            if written.is_ok() && seen.insert(key) {
                written = out.write_all(record);
            }
        });
        written.with_context(failed)
    })?;
    let out = out.into_inner().map_err(IntoInnerError::into_error);
    out.and_then(Destination::finish).map_err(|error| write_error(error, arguments.output.path()))?;
    let (SelectionCounts { games, positions, early, checks, noisy, decided, few_men }, written) =
        (counts, seen.len() as u64);
    let duplicates = positions - written - early - checks - noisy - decided - few_men;
    arguments.messages.remark(format_args!(
        "{games} games, {positions} positions: {written} written; skipped: {early} early, {checks} in check, \
         {noisy} captures or promotions, {decided} by score, {few_men} with few men, {duplicates} duplicates"
    ));
    Ok(ExitCode::SUCCESS)
}
