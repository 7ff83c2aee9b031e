//! `engine tune`: fits weights of `classical`, networks, search parameters and the WDL model to games.

mod network;
mod search;
mod wdl;
mod weights;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Fit evaluation weights, network, WDL model or search parameters
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Subcommands of `engine tune`, in the order in which the help lists them.
#[derive(Debug, Subcommand)]
enum Command {
    Weights(weights::Arguments),
    Network(network::Arguments),
    #[command(alias = "outlook")]
    Wdl(wdl::Arguments),
    Search(search::Arguments),
}

const EXAMPLES: &str = "\
Examples:
  engine tune weights games.epd -o weights.rs
  engine tune network records.bin -o new.nnue
  engine tune wdl selfplay.games
  engine tune search --games 20000 -o search.json

Use 'engine tune COMMAND --help' for the options of a command.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Weights(arguments) => weights::run(arguments),
        Command::Network(arguments) => network::run(arguments),
        Command::Wdl(arguments) => wdl::run(arguments),
        Command::Search(arguments) => search::run(arguments),
    }
}
