//! `engine tune`: fits weights of `classical`, networks, search parameters and the WDL model to games.

mod network;
mod search;
mod wdl;
mod weights;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Fit evaluation weights, network, WDL model or search parameters
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    classical: weights::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    Network(network::Arguments),
    Outlook(wdl::Arguments),
    Search(search::Arguments),
}

const EXAMPLES: &str = "\
Without a subcommand, engine tune fits the weights of the classical evaluator to positions with game results.

Input lines are EPD as written by engine datagen: four or six FEN fields, then c9 \"1-0\"; (or \"0-1\", \"1/2-1/2\"), then \
other operations. The first tenth of the positions is held out to measure the loss on unseen positions. To read a file \
called network, outlook or search, write ./network and so on.

Examples:
  engine tune games.epd -o src/evaluate/classical/weights.rs
  engine tune games.epd more.epd --terms passed --epochs 20 > weights.rs
  engine tune network records.bin -o new.nnue
  engine tune outlook selfplay.games
  engine tune search --games 20000 -o search.json";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        None => weights::run(&arguments.classical),
        Some(Command::Network(arguments)) => network::run(arguments),
        Some(Command::Outlook(arguments)) => wdl::run(arguments),
        Some(Command::Search(arguments)) => search::run(arguments),
    }
}
