//! `engine book`: makes opening books in PolyGlot format and looks positions up in them.
#![doc = include_str!("README.md")]

mod lookup;
mod make;
mod statistics;

use std::process::ExitCode;

use clap::{Args, Subcommand};

/// Make opening books in PolyGlot format, and look positions up in them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BookArguments {
    #[command(subcommand)]
    command: BookCommand,
}

/// Subcommands of `engine book`, in the order in which the help lists them.
#[derive(Debug, Subcommand)]
enum BookCommand {
    Make(Box<make::MakeArguments>),
    Lookup(Box<lookup::LookupArguments>),
}

const EXAMPLES: &str = "\
Examples:
  engine book make games.pgn -o book.bin
  engine book lookup book.bin --moves 'e4 e5'

Use 'engine book COMMAND --help' for the options of a command. engine play --book FILE plays from a book, and in UCI \
the options OwnBook and BookFile.";

pub fn run(arguments: &BookArguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        BookCommand::Make(arguments) => make::run(arguments),
        BookCommand::Lookup(arguments) => lookup::run(arguments),
    }
}
