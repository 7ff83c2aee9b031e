//! `engine tune`: numbers fitted to games: those of `classical`, of nets, of the search, and what scores promise.

mod network;
mod search;
mod wdl;
mod weights;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Fit the weights of classical to positions with the results of their games; or train a net, or tune the search, or fit what scores promise
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
Lines are those of `engine datagen`: four FIELDS of a FEN or all six, then c9 \"1-0\"; (or \"0-1\", \"1/2-1/2\") and any
other operations. The first tenth of the positions is held out, to see whether what was learned holds elsewhere.
A file that is called network, outlook or search is ./network and so on.

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
