//! `engine datagen inspect`: counts the games of files in viriformat.

use std::{collections::BTreeSet, path::PathBuf, process::ExitCode};

use clap::Args;
use shakmaty::Color;

use super::for_each_game;
use crate::tools::{
    common::{input, output::print},
    datagen::viriformat::half_points,
};

/// Count the games of files in viriformat: results, lengths, and different openings
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct DatagenInspectArguments {
    /// Files of engine datagen games; - is stdin
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  engine datagen inspect run7.vf
  engine datagen inspect run7.vf run8.vf

An opening is the position after the random moves, where the scored moves begin.";

/// Prints the counts of all files together.
pub fn run(arguments: &DatagenInspectArguments) -> anyhow::Result<ExitCode> {
    let paths = input::files_or_stdin(&arguments.files)?;
    let (mut games, mut plies, mut results) = (0, 0_u64, [0_u64; 3]);
    let (mut shortest, mut longest, mut openings) = (u64::MAX, 0, BTreeSet::new());
    for_each_game(&paths, |number, game| {
        let length = game.plies.len() as u64;
        games = number;
        plies += length;
        (shortest, longest) = (shortest.min(length), longest.max(length));
        results[half_points(game.outcome, Color::White)] += 1;
        openings.insert(game.start.key());
        Ok(())
    })?;
    let [black, draws, white] = results;
    print(|out| {
        writeln!(
            out,
            "{games} games, {plies} scored moves: {white} won by White, {draws} drawn, {black} won by Black"
        )?;
        if let Some(mean) = plies.checked_div(games) {
            writeln!(out, "scored moves per game: {shortest} to {longest}, on average {mean}")?;
        }
        writeln!(out, "different openings: {}", openings.len())
    })?;
    Ok(ExitCode::SUCCESS)
}
