//! Openings of a match: the built-in list, the 960 start positions of Chess960, a file of positions, the
//! first moves of the games of a PGN file, or the start position.

use std::{
    io::{BufReader, Read},
    path::PathBuf,
};

use clap::Args;
use shakmaty::CastlingMode;

use crate::{
    chess::{
        position::{
            Line, Position,
            chess960::{CHESS960_POSITIONS, chess960},
        },
        positions,
    },
    tools::{
        common::{
            exit::UsageError,
            input::{self, detect_pgn},
            output::{Output, print_first},
            search_arguments::VariantArguments,
            suites::read_starts,
        },
        matches::openings::read_pgn,
    },
};

/// Value of `--openings` that selects the built-in openings.
const DEFAULT: &str = "default";
/// Values of `--openings` that select the start position as the only opening.
const NONE: [&str; 2] = ["none", "startpos"];
/// Number of plies of a PGN game that are its opening.
const OPENING_PLIES: usize = 16;

/// Opening options of a match.
#[derive(Args, Debug)]
#[group(skip)]
pub struct OpeningOptions {
    /// Openings: a file with one EPD or FEN per line or with PGN games (their first 16 plies), - for stdin, default (2,400 built-in openings; with --chess960 the 960 start positions), or none (only the start
    /// position)
    #[arg(long, value_name = "FILE|default|none", default_value = DEFAULT)]
    pub openings: PathBuf,
    #[command(flatten)]
    variant: VariantArguments,
}

impl OpeningOptions {
    /// Returns the openings that `--openings` selects, in the order of the file or of the built-in list. Positions
    /// and games that cannot be used are reported and left out, and equal openings of PGN games count once.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or [`UsageError`] if no opening remains.
    pub fn lines(&self, output: &Output) -> anyhow::Result<Vec<Line>> {
        let word = self.openings.to_str().unwrap_or_default();
        if word == DEFAULT && self.variant.chess960 {
            let starts = (0..CHESS960_POSITIONS).map(|number| Ok(Line::new(chess960(number)?)));
            return starts.collect();
        }
        if word == DEFAULT {
            return Ok(positions::openings().into_iter().map(|record| Line::new(record.position)).collect());
        }
        if NONE.contains(&word) {
            let start = Position::start();
            return Ok(vec![Line::new(Position::from_fen(&start.to_string(), self.variant.mode())?)]);
        }
        let (is_pgn, input) = detect_pgn(input::open_text(&self.openings)?)
            .map_err(|error| input::read_error(error, &input::name(&self.openings)))?;
        // A PGN file can begin with something else, such as a comment.
        let extension = self.openings.extension();
        if is_pgn || extension.is_some_and(|extension| extension.eq_ignore_ascii_case("pgn")) {
            return self.read_games(input, output);
        }
        let positions = read_starts(input, &self.openings, CastlingMode::Chess960)?;
        Ok(positions.into_iter().map(Line::new).collect())
    }

    fn read_games(&self, input: impl Read, output: &Output) -> anyhow::Result<Vec<Line>> {
        let path = input::name(&self.openings);
        // A byte more than the limit is read, so that a file of exactly this size is not refused.
        let mut file = input.take(input::MOST_BYTES + 1);
        let read = read_pgn(BufReader::new(&mut file), self.variant.mode(), OPENING_PLIES);
        if file.limit() == 0 {
            let most = input::MOST_BYTES >> 20;
            return Err(UsageError(format!(
                "cannot read {path}: the input is larger than {most} MiB: use a smaller one"
            ))
            .into());
        }
        let read = read.map_err(|error| input::read_error(error, &path))?;
        for (number, message) in (1..).zip(&read.rejected) {
            print_first(number, format_args!("{path}: {message}: the game is left out"));
        }
        if read.lines.is_empty() {
            return Err(UsageError(format!("cannot read {path}: the file contains no opening")).into());
        }
        if read.skipped > 0 {
            output.remark(format_args!(
                "note: skipped {} games of {path}: their opening is a duplicate, or the game ends within the opening",
                read.skipped
            ));
        }
        Ok(read.lines)
    }
}
