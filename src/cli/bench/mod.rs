//! `engine bench`: the signature, and with `--ladder` the rungs side by side.

mod ladder;
mod signature;
mod stockfish;

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use shakmaty::CastlingMode;

use super::{
    choose::{How, Start, Until, suite},
    exit::Misuse,
    output::Output,
};
use crate::{
    bench::{self, Case},
    position::Strictness,
};

/// Count nodes and time on fixed positions; with --ladder compare the rungs and prove that the exact ones agree
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    positional: stockfish::Positional,
    #[command(flatten)]
    start: Start,
    /// The positions: a file of EPD lines or FENs
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    epd: Option<PathBuf>,
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    until: Until,
    #[command(flatten)]
    ladder: ladder::Options,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Examples:
  engine bench                                    the signature of this build
  engine bench 16 1 5 default depth               to depth 5, in Stockfish's spelling
  engine bench --ladder                           all rungs: exact ones at depth 4, selective ones at depth 8
  engine bench --ladder --fen kiwipete --depth 3 --rungs minimax,alpha-beta,alpha-beta+table --positions
  engine bench --ladder --json | jq '.totals'

The last line on stdout is 'N nodes M nps'; N is the same on every run and machine.
With --ladder, exit code 3 says that an exact rung disagrees with minimax.";

pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let cases = arguments.cases()?;
    if arguments.ladder.is_asked() {
        if arguments.how.threads().is_some_and(|threads| threads > 1) {
            return Err(Misuse(
                "--ladder counts nodes that are the same on every run: leave --threads away".to_owned(),
            )
            .into());
        }
        ladder::run(arguments, &cases)
    } else {
        signature::run(arguments, &cases)
    }
}

impl Arguments {
    /// The positions that were asked for, or the frozen ones.
    fn cases(&self) -> anyhow::Result<Vec<Case>> {
        let mode = CastlingMode::Standard;
        if let Some(case) = self.start.case(mode, Strictness::Game, &self.output)? {
            return Ok(vec![case]);
        }
        match self.epd.as_deref().or(self.positional.file()) {
            None => Ok(bench::positions()),
            Some(path) => Ok(suite(path, mode, Strictness::Game)?.into_iter().map(Case::from).collect()),
        }
    }
}
