//! Makes a book from games: counts each move of each position in memory, and writes the moves that occur often
//! enough.
//!
//! The weight of a move is the number of half points that its side scored in the games: 2 for a win, 1 for a
//! draw. Games without a result count as draws. Weights and defaults are those of PolyGlot's `make-book`: if a
//! move reaches `MOST_GAMES` games, the counts of all moves of its position are halved, rounded up.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    io::{self, Write},
};

use shakmaty::{CastlingMode, Color};

use crate::chess::{
    book::entry::{self, Entry},
    pgn::{PgnGame, Problem, RawGame},
};

/// Number of games with a move at which the counts of its position are halved, as in PolyGlot. A weight is at most
/// twice this number, so it fits into the 16 bits of an entry.
const MOST_GAMES: u16 = 16_384;

/// A move in a position, and how many half points its side scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    key: u64,
    code: u16,
    /// Half points of the side that played the move: 0, 1 or 2.
    points: u16,
}

/// Number of games and half points of a move.
#[derive(Clone, Copy, Debug)]
struct MoveCount {
    code: u16,
    games: u16,
    /// Half points of the side that played the move.
    points: u16,
}

/// Which moves of the games are used.
#[derive(Clone, Copy, Debug)]
pub struct MoveSelection {
    /// Number of plies of each game.
    pub max_ply: usize,
    /// Only the moves of this side; `None` for both.
    pub color: Option<Color>,
    /// Variant of games without the header `Variant`.
    pub mode: CastlingMode,
}

/// Returns the selected moves of a game. Errors after the last selected ply are ignored.
///
/// # Errors
/// Returns the [`Problem`] of a game with an error.
pub fn moves(raw: &RawGame, selection: &MoveSelection) -> Result<Vec<BookMove>, Problem> {
    let (game, problem) = PgnGame::prefix(raw, selection.mode)?;
    if let Some(problem) = problem.filter(|_| game.plies.len() < selection.max_ply) {
        return Err(problem);
    }
    let tag = game.tag("Result").filter(|tag| ["1-0", "0-1", "1/2-1/2"].contains(&tag.as_str()));
    // As in PolyGlot, the tag decides if the result after the moves is another.
    let white_points = match tag.as_ref().unwrap_or(&game.result).as_str() {
        "1-0" => 2,
        "0-1" => 0,
        _ => 1,
    };
    let mut position = game.start;
    let mut moves = Vec::with_capacity(game.plies.len().min(selection.max_ply));
    for ply in game.plies.iter().take(selection.max_ply) {
        let turn = position.turn();
        if selection.color.is_none_or(|color| color == turn) {
            let points = turn.fold_wb(white_points, 2 - white_points);
            let (key, code) = (entry::key(&position), entry::code(ply.mv));
            moves.push(BookMove { key, code, points });
        }
        position = position.play(ply.mv);
    }
    Ok(moves)
}

/// Conditions that a move must meet to enter the book.
#[derive(Clone, Copy, Debug)]
pub struct BookFilter {
    /// Minimum number of games with the move.
    pub min_games: u16,
    /// Minimum score of the side that played the move, in percent.
    pub min_score: u32,
}

impl BookFilter {
    fn keeps(self, played: MoveCount) -> bool {
        let percent = u32::from(played.points) * 50;
        played.games >= self.min_games
            && played.points > 0
            && percent >= self.min_score * u32::from(played.games)
    }
}

/// Number of positions and entries of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Number of positions.
    pub positions: u64,
    /// Number of entries.
    pub entries: u64,
}

/// Counted moves of games, by the key of their position.
#[derive(Debug, Default)]
pub struct Statistics(BTreeMap<u64, Vec<MoveCount>>);

impl Statistics {
    /// Adds a move of a game.
    pub fn add(&mut self, played: BookMove) {
        let BookMove { key, code, points } = played;
        let position = self.0.entry(key).or_default();
        let number = position.iter().position(|count| count.code == code).unwrap_or_else(|| {
            position.push(MoveCount { code, games: 0, points: 0 });
            position.len() - 1
        });
        let count = &mut position[number];
        count.games += 1;
        count.points += points;
        if count.games >= MOST_GAMES {
            for count in position {
                count.games = count.games.div_ceil(2);
                count.points = count.points.div_ceil(2);
            }
        }
    }

    /// Writes the book. The entries of a position are written by falling weight.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(self, filter: BookFilter, out: &mut impl Write) -> io::Result<Written> {
        let mut written = Written::default();
        for (key, mut position) in self.0 {
            position.retain(|count| filter.keeps(*count));
            position.sort_by_key(|count| (Reverse(count.points), count.code));
            for count in &position {
                let entry = Entry { key, code: count.code, weight: count.points, learn: 0 };
                out.write_all(&entry.to_bytes())?;
            }
            written.positions += u64::from(!position.is_empty());
            written.entries += position.len() as u64;
        }
        Ok(written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{book::Book, pgn::Splitter, position::Position};

    const EVERY: BookFilter = BookFilter { min_games: 1, min_score: 0 };

    fn selection() -> MoveSelection {
        MoveSelection { max_ply: 40, color: None, mode: CastlingMode::Standard }
    }

    fn book(text: &str, selection: &MoveSelection, filter: BookFilter) -> Book {
        let mut games = Splitter::new(text.as_bytes());
        let mut statistics = Statistics::default();
        while let Some(game) = games.next_game().expect("memory") {
            for played in moves(&game, selection).expect("legal") {
                statistics.add(played);
            }
        }
        let mut bytes = Vec::new();
        statistics.write(filter, &mut bytes).expect("memory");
        Book::parse(&bytes).expect("entries")
    }

    fn weights(book: &Book, moves: &str) -> Vec<(String, u16)> {
        let play = |position: Position, mv: &str| position.play(position.parse_move(mv).expect(mv));
        let position = moves.split_whitespace().fold(Position::start(), play);
        book.moves(&position).iter().map(|(mv, weight)| (position.uci(*mv), *weight)).collect()
    }

    const GAMES: &str =
        "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n\n1. e4 c5 0-1\n\n1. e4 e5 *\n\n1. g4 0-1\n\n";

    #[test]
    fn a_weight_is_two_for_a_win_and_one_for_a_draw_of_the_side_that_moves() {
        let named = |moves: &[(&str, u16)]| -> Vec<_> {
            moves.iter().map(|(mv, weight)| ((*mv).to_owned(), *weight)).collect()
        };
        let all = book(GAMES, &selection(), EVERY);
        assert_eq!(weights(&all, ""), named(&[("e2e4", 3), ("d2d4", 1)]), "1. g4 scored nothing");
        assert_eq!(weights(&all, "e2e4"), named(&[("c7c5", 2), ("e7e5", 1)]));
        assert_eq!(weights(&all, "e2e4 e7e5"), named(&[("g1f3", 2)]));
        assert!(all.entries().iter().all(|entry| entry.learn == 0));
        assert!(all.entries().is_sorted_by_key(|entry| entry.key));

        let often = book(GAMES, &selection(), BookFilter { min_games: 2, ..EVERY });
        assert_eq!(
            (weights(&often, ""), weights(&often, "e2e4")),
            (named(&[("e2e4", 3)]), named(&[("e7e5", 1)]))
        );
        let good = book(GAMES, &selection(), BookFilter { min_score: 51, ..EVERY });
        assert_eq!((weights(&good, ""), weights(&good, "e2e4")), (named(&[]), named(&[("c7c5", 2)])));
        let short = book(GAMES, &MoveSelection { max_ply: 1, ..selection() }, EVERY);
        assert_eq!((short.entries().len(), weights(&short, "e2e4")), (2, named(&[])));
        let black = book(GAMES, &MoveSelection { color: Some(Color::Black), ..selection() }, EVERY);
        assert_eq!((weights(&black, ""), weights(&black, "d2d4")), (named(&[]), named(&[("d7d5", 1)])));
    }

    #[test]
    fn an_error_after_the_last_selected_ply_is_ignored() {
        let game = |text: &str| Splitter::new(text.as_bytes()).next_game().expect("memory").expect("a game");
        let game = game("1. e4 e5 2. Ke3 1-0\n");
        assert!(moves(&game, &selection()).is_err());
        assert_eq!(moves(&game, &MoveSelection { max_ply: 2, ..selection() }).expect("two plies").len(), 2);
    }

    #[test]
    fn the_counts_of_a_position_are_halved_when_a_move_reaches_16384_games() {
        let played = |code, points| BookMove { key: 5, code, points };
        let mut statistics = Statistics::default();
        (0..3).for_each(|_| statistics.add(played(1, 1)));
        (0..u32::from(MOST_GAMES)).for_each(|_| statistics.add(played(2, 2)));
        let mut bytes = Vec::new();
        statistics.write(EVERY, &mut bytes).expect("memory");
        let book = Book::parse(&bytes).expect("entries");
        let weights: Vec<_> = book.entries().iter().map(|entry| (entry.code, entry.weight)).collect();
        assert_eq!(weights, [(2, 16_384), (1, 2)], "32,768 and 3 half points, halved and rounded up");
    }

    #[test]
    fn the_result_tag_decides_if_the_result_after_the_moves_is_another() {
        let book = book("[Result \"0-1\"]\n\n1. e4 e5 1-0\n", &selection(), EVERY);
        assert_eq!(weights(&book, ""), []);
        assert_eq!(weights(&book, "e2e4"), [("e7e5".to_owned(), 2)]);
    }
}
