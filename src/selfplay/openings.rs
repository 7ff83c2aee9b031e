//! Openings for matches from the games of a PGN file: the first moves of each.

use std::{collections::HashSet, io, io::Read, ops::ControlFlow};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Color};

use crate::{position::Line, start_tags::StartTags};

/// What a file gave.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The openings, each of them once.
    pub lines: Vec<Line>,
    /// Games left out, since their opening was there already, or the game is over in it.
    pub left_out: u64,
}

/// Why a file gives no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game that breaks the rules.
    #[error("game {number}: {reason}")]
    Game {
        /// Which, from 1.
        number: u64,
        /// What is wrong.
        reason: String,
    },
}

/// The first moves of each game, at most so many plies; variations and comments are passed over.
///
/// # Errors
/// [`OpeningError`]
pub fn read_pgn(input: impl Read, plies: usize) -> Result<Openings, OpeningError> {
    let mut reader = Reader::new(input);
    let mut opening = Opening { plies };
    let (mut found, mut seen) = (Openings::default(), HashSet::new());
    let mut number = 0;
    while let Some(line) = reader.read_game(&mut opening)? {
        number += 1;
        let line = line.map_err(|reason| OpeningError::Game { number, reason })?;
        if line.is_over() || !seen.insert(line.position().key()) {
            found.left_out += 1;
        } else {
            found.lines.push(line);
        }
    }
    Ok(found)
}

/// Reads the opening of one game after the other.
struct Opening {
    plies: usize,
}

/// A game as far as it has been read.
struct Moves {
    line: Line,
    left: usize,
}

impl Visitor for Opening {
    type Tags = StartTags;
    type Movetext = Moves;
    type Output = Result<Line, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, StartTags> {
        ControlFlow::Continue(StartTags::default())
    }

    fn tag(&mut self, tags: &mut StartTags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        tags.heed(name, &value);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: StartTags) -> ControlFlow<Self::Output, Moves> {
        match tags.start(CastlingMode::Standard) {
            Ok((start, _)) => ControlFlow::Continue(Moves { line: Line::new(start), left: self.plies }),
            Err(error) => ControlFlow::Break(Err(error.to_string())),
        }
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        if moves.left == 0 {
            return ControlFlow::Continue(());
        }
        moves.left -= 1;
        let position = moves.line.position();
        match san.san.to_move(position.chess()) {
            Ok(mv) => {
                moves.line.play(mv);
                ControlFlow::Continue(())
            }
            Err(error) => {
                let dots = if position.turn() == Color::White { "." } else { "..." };
                ControlFlow::Break(Err(format!("{}{dots} {san}: {error}", position.move_number())))
            }
        }
    }

    fn end_game(&mut self, moves: Moves) -> Self::Output {
        Ok(moves.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, plies: usize) -> Result<Openings, String> {
        read_pgn(text.as_bytes(), plies).map_err(|error| error.to_string())
    }

    #[test]
    fn the_first_moves_of_each_game_are_an_opening_and_each_counts_once() {
        let games = "1. e4 (1. d4 d5) e5 $1 {good} 2. Nf3 *\n\n1. e4 e5 2. f4 *\n\n1. c4 1/2-1/2\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let found = read(games, 2).expect("legal");
        let fens: Vec<_> = found.lines.iter().map(|line| line.position().to_string()).collect();
        assert_eq!((fens.len(), found.left_out), (3, 1), "{fens:?}");
        assert!(fens[0].starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3"), "{fens:?}");
        let longer = read(games, 9).expect("legal");
        assert_eq!((longer.lines.len(), longer.left_out), (3, 1), "a game that is over is no opening");
    }

    #[test]
    fn the_way_to_an_opening_counts_for_repetitions() {
        let found = read("1. Nf3 Nf6 2. Ng1 Ng8 *\n", 4).expect("legal");
        assert_eq!(found.lines[0].occurrences(), 2);
    }

    #[test]
    fn a_game_that_breaks_the_rules_is_told_with_its_place() {
        assert!(read("1. e4 *\n\n1. e4 e5 2. Ke3 *", 9).expect_err("illegal").starts_with("game 2: 2. Ke3"));
        assert!(read("1. e4 e5 2. Ke3 *", 2).is_ok(), "what is not used is not looked at");
        assert!(read("[FEN \"8/8 w\"]\n\n1. e4 *", 2).expect_err("no FEN").contains("header FEN"));
        assert!(read("[Variant \"Atomic\"]\n\n1. e4 *", 2).expect_err("another game").contains("Atomic"));
    }
}
