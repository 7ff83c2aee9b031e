//! Reads openings for matches from a PGN file: the first moves of each game.

use std::{
    collections::HashSet,
    io::{self, BufRead},
};

use shakmaty::CastlingMode;

use crate::chess::{
    pgn::{PgnGame, Problem, RawGame, Splitter},
    position::Line,
};

/// Openings read from a PGN file.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The openings without duplicates, in the order of the file.
    pub lines: Vec<Line>,
    /// Number of games that gave no opening: the position after the first moves is a duplicate, or the rules
    /// of chess end the game with these moves.
    pub skipped: u64,
    /// Messages about the games that cannot be read, with game, line and ply.
    pub rejected: Vec<String>,
}

/// Reads the first `plies` plies of each game, or all plies of a shorter game, as an opening. `mode` is the
/// variant of games without the tag `Variant`. Skips comments and variations, and ignores illegal moves and
/// unknown words after the first `plies` plies.
///
/// A game is rejected if its first `plies` plies, its headers, or its structure (a comment that is not closed,
/// parentheses, size) contain an error.
///
/// # Errors
/// Returns the I/O error of the input.
pub fn read_pgn(input: impl BufRead, mode: CastlingMode, plies: usize) -> io::Result<Openings> {
    let mut games = Splitter::new(input);
    let (mut found, mut seen) = (Openings::default(), HashSet::new());
    while let Some(raw) = games.next_game()? {
        let line = match opening(&raw, mode, plies) {
            Ok(line) => line,
            Err(problem) => {
                found.rejected.push(format!("{}: {problem}", raw.place(problem.ply())));
                continue;
            }
        };
        if line.is_over() || !seen.insert(line.position().key()) {
            found.skipped += 1;
        } else {
            found.lines.push(line);
        }
    }
    Ok(found)
}

/// Returns the start position and the first `plies` plies of a game.
fn opening(raw: &RawGame, mode: CastlingMode, plies: usize) -> Result<Line, Problem> {
    let (game, problem) = PgnGame::prefix(raw, mode)?;
    match problem {
        Some(problem) if game.plies.len() < plies => Err(problem),
        _ => {
            let mut line = Line::new(game.start);
            game.plies.iter().take(plies).for_each(|ply| line.play(ply.mv));
            Ok(line)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, plies: usize) -> Result<Openings, String> {
        read_pgn(text.as_bytes(), CastlingMode::Standard, plies).map_err(|error| error.to_string())
    }

    #[test]
    fn the_first_moves_of_each_game_are_an_opening_and_duplicates_are_skipped() {
        let games = "1. e4 (1. d4 d5) e5 $1 {good} 2. Nf3 *\n\n1. e4 e5 2. f4 *\n\n1. c4 1/2-1/2\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let found = read(games, 2).expect("legal");
        let fens: Vec<_> = found.lines.iter().map(|line| line.position().to_string()).collect();
        assert_eq!((fens.len(), found.skipped), (3, 1), "{fens:?}");
        assert!(fens[0].starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3"), "{fens:?}");
        let longer = read(games, 9).expect("legal");
        assert_eq!((longer.lines.len(), longer.skipped), (3, 1), "a game that is over is not an opening");
    }

    #[test]
    fn positions_of_the_opening_count_as_repetitions() {
        let found = read("1. Nf3 Nf6 2. Ng1 Ng8 *\n", 4).expect("legal");
        assert_eq!(found.lines[0].occurrences(), 2);
    }

    #[test]
    fn an_error_in_an_opening_is_reported_with_game_line_and_ply() {
        for (text, message) in [
            ("1. e4 *\n\n1. e4 e5 2. Ke3 *", "game 2 (line 3), ply 3: 2. Ke3 is illegal"),
            ("1. e4 rubbish e5 *", "game 1 (line 1), ply 2: 'rubbish' is not a move"),
            (
                "\u{7f}ELF\u{2}\u{1}\0",
                "game 1 (line 1), ply 1: '\u{fffd}ELF\u{fffd}\u{fffd}\u{fffd}' is not a move",
            ),
            ("[FEN \"8/8 w\"]\n\n1. e4 *", "header FEN"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", "Atomic"),
        ] {
            let rejected = read(text, 9).expect("memory can be read").rejected;
            assert!(rejected.len() == 1 && rejected[0].contains(message), "{text:?}: {rejected:?}");
        }
    }

    #[test]
    fn errors_after_the_opening_are_ignored() {
        for text in ["1. e4 e5 2. Ke3 *", "1. e4 e5 rubbish *", "1. e4 e5 * Nf3"] {
            assert_eq!(read(text, 2).expect(text).lines.len(), 1);
            assert_eq!(read(text, 3).expect(text).rejected.len(), 1, "{text}");
        }
    }
}
