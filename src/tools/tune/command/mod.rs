//! `engine tune`: fits networks, search parameters and the WDL model to games.

mod network;
mod search;
mod wdl;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Fit the network, the WDL model or search parameters
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TuneArguments {
    #[command(subcommand)]
    command: TuneCommand,
}

/// Subcommands of `engine tune`, in the order in which the help lists them.
#[derive(Debug, Subcommand)]
enum TuneCommand {
    Network(network::TuneNetworkArguments),
    Wdl(wdl::TuneWdlArguments),
    Search(search::TuneSearchArguments),
}

const EXAMPLES: &str = "\
Examples:
  engine tune network records.bin -o new.nnue
  engine tune wdl selfplay.vf
  engine tune search --games 20000 -o search.json

Use 'engine tune COMMAND --help' for the options of a command.";

pub fn run(arguments: &TuneArguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        TuneCommand::Network(arguments) => network::run(arguments),
        TuneCommand::Wdl(arguments) => wdl::run(arguments),
        TuneCommand::Search(arguments) => search::run(arguments),
    }
}
