//! Which openings a match begins from: those of the program, a file of positions, a file of games, or none.

use std::{fs::File, io::BufReader, path::PathBuf};

use anyhow::Context as _;
use clap::{Args, value_parser};
use shakmaty::CastlingMode;

use crate::{
    cli::{exit::UsageError, output::Output, search_arguments::load_suite},
    lab::openings::file::{OpeningError, read_pgn},
    position::{Line, Position, Strictness},
    positions,
};

/// The openings that travel with the program.
const DEFAULT: &str = "default";
/// Words that are no files: the start position is the only opening.
const NONE: [&str; 2] = ["none", "startpos"];

/// Where the games begin.
#[derive(Args, Debug)]
#[group(skip)]
pub struct Options {
    /// The openings: a file of EPD lines or FENs, the first moves of the games in a .pgn, those of the program, or none
    #[arg(long, value_name = "FILE|none|startpos", default_value = DEFAULT)]
    openings: PathBuf,
    /// Plies of each game in a .pgn that are its opening
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u32).range(1..=1000))]
    opening_plies: u32,
}

impl Options {
    /// All of them, in the order of the file.
    ///
    /// # Errors
    /// If the file cannot be read, or [`UsageError`] if no game can begin so.
    pub fn lines(&self, output: &Output) -> anyhow::Result<Vec<Line>> {
        let word = self.openings.to_str().unwrap_or_default();
        if word == DEFAULT {
            return Ok(positions::openings().into_iter().map(|record| Line::new(record.position)).collect());
        }
        if NONE.contains(&word) {
            return Ok(vec![Line::new(Position::start())]);
        }
        if self.openings.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
            return self.read_games(output);
        }
        let records = load_suite(&self.openings, CastlingMode::Chess960, Strictness::Game)?;
        match records.iter().find(|record| !record.position.has_legal_move()) {
            Some(over) => {
                Err(UsageError(format!("--openings: the game is over in {}", over.position)).into())
            }
            None => Ok(records.into_iter().map(|record| Line::new(record.position)).collect()),
        }
    }

    fn read_games(&self, output: &Output) -> anyhow::Result<Vec<Line>> {
        let path = self.openings.display();
        let file = File::open(&self.openings).with_context(|| format!("cannot read {path}"))?;
        let read =
            read_pgn(BufReader::new(file), self.opening_plies as usize).map_err(|error| match error {
                OpeningError::Io(error) => anyhow::Error::from(error).context(format!("cannot read {path}")),
                error @ OpeningError::Game { .. } => UsageError(format!("{path}: {error}")).into(),
            })?;
        if read.lines.is_empty() {
            return Err(UsageError(format!("{path}: there is no opening in this file")).into());
        }
        if read.skipped > 0 {
            output.remark(format_args!(
                "note: {} games of {path} are left out: their openings are there already, or end the game",
                read.skipped
            ));
        }
        Ok(read.lines)
    }
}
