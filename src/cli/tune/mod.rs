//! `engine tune`: numbers fitted to games, those of `classical` and those of nets.

mod classical;
mod network;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Fit the weights of classical to positions with the results of their games; or train a net
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    other: Option<Other>,
    #[command(flatten)]
    classical: classical::Arguments,
}

#[derive(Debug, Subcommand)]
enum Other {
    Network(network::Arguments),
}

const EXAMPLES: &str = "\
Lines are those of `engine datagen`: four FIELDS of a FEN or all six, then c9 \"1-0\"; (or \"0-1\", \"1/2-1/2\") and any
other operations. The first tenth of the positions is held out, to see whether what was learned holds elsewhere.
A file that is called network is ./network.

Examples:
  engine tune games.epd -o src/evaluate/classical/weights.rs
  engine tune games.epd more.epd --terms passed --epochs 20 > weights.rs
  engine tune network records.bin -o new.nnue";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.other {
        None => classical::run(&arguments.classical),
        Some(Other::Network(arguments)) => network::run(arguments),
    }
}
