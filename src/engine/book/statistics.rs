//! Makes a book from games: counts each move of each position, and writes the moves that occur often enough.
//!
//! The weight of a move is the number of half points that its side scored in the games: 2 for a win, 1 for a
//! draw. Games without a result count as draws. Weights and defaults are those of PolyGlot's `make-book`.
//!
//! The memory is bounded for any number of games. [`Statistics`] collects the moves in a buffer of
//! [`BUFFER_MOVES`]. A full buffer is sorted, and equal moves are added up. If this does not free half of the
//! buffer, it is written to a temporary file. At the end the files are merged.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek as _, Write},
};

use shakmaty::{CastlingMode, Color};

use super::{
    entry::{self, Entry},
    merge::weights,
};
use crate::pgn::{Game, Problem, RawGame};

/// Number of moves in the buffer, 24 bytes each: 96 MiB.
pub const BUFFER_MOVES: usize = 4 << 20;
/// Number of temporary files that are merged into one, which limits the number of open files.
const MAX_RUNS: usize = 64;
/// Size of a move in a temporary file: key (8), move code (2), games (4), half points (4).
const RUN_BYTES: usize = 18;
const RUN_BUFFER: usize = 64 << 10;

/// A move in a position: how often it was played, and with which result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayedMove {
    key: u64,
    code: u16,
    games: u32,
    /// Half points of the side that played the move.
    points: u32,
}

impl PlayedMove {
    const fn order(&self) -> (u64, u16) {
        (self.key, self.code)
    }

    const fn add(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        self.points = self.points.saturating_add(other.points);
    }

    fn to_bytes(self) -> [u8; RUN_BYTES] {
        let mut bytes = [0; RUN_BYTES];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.code.to_le_bytes());
        bytes[10..14].copy_from_slice(&self.games.to_le_bytes());
        bytes[14..].copy_from_slice(&self.points.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; RUN_BYTES]) -> Self {
        let number = |from: usize, to: usize| {
            bytes[from..to].iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
        };
        Self {
            key: number(0, 8),
            code: number(8, 10) as u16,
            games: number(10, 14) as u32,
            points: number(14, 18) as u32,
        }
    }
}

/// Which moves of the games are used.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
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
pub fn moves(raw: &RawGame, selection: &Selection) -> Result<Vec<PlayedMove>, Problem> {
    let (game, problem) = Game::prefix(raw, selection.mode)?;
    if let Some(problem) = problem.filter(|_| game.plies.len() < selection.max_ply) {
        return Err(problem);
    }
    let white_points = match game.result.as_str() {
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
            moves.push(PlayedMove { key, code, games: 1, points });
        }
        position = position.play(ply.mv);
    }
    Ok(moves)
}

/// Conditions that a move must meet to enter the book.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Minimum number of games with the move.
    pub min_games: u32,
    /// Minimum score of the side that played the move, in percent.
    pub min_score: u32,
    /// Whether each move has weight 1.
    pub uniform: bool,
}

impl Filter {
    fn keeps(&self, played: &PlayedMove) -> bool {
        let percent = u64::from(played.points) * 50;
        played.games >= self.min_games
            && played.points > 0
            && percent >= u64::from(self.min_score) * u64::from(played.games)
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

/// Moves of games, counted with bounded memory.
#[derive(Debug)]
pub struct Statistics {
    buffer: Vec<PlayedMove>,
    capacity: usize,
    runs: Vec<File>,
}

impl Default for Statistics {
    fn default() -> Self {
        Self::with_capacity(BUFFER_MOVES)
    }
}

impl Statistics {
    fn with_capacity(capacity: usize) -> Self {
        Self { buffer: Vec::new(), capacity, runs: Vec::new() }
    }

    /// Adds a move of a game.
    ///
    /// # Errors
    /// An I/O error if a temporary file cannot be written.
    pub fn add(&mut self, played: PlayedMove) -> io::Result<()> {
        if self.buffer.len() >= self.capacity {
            self.sort();
            if self.buffer.len() > self.capacity / 2 {
                let moves = std::mem::take(&mut self.buffer);
                self.runs.push(write_run(moves.iter().copied().map(Ok))?);
                self.buffer = moves;
                self.buffer.clear();
            }
            if self.runs.len() >= MAX_RUNS {
                let merged = write_run(Merged::new(std::mem::take(&mut self.runs), Vec::new())?)?;
                self.runs = vec![merged];
            }
        }
        self.buffer.push(played);
        Ok(())
    }

    /// Sorts the buffer and adds up equal moves.
    fn sort(&mut self) {
        self.buffer.sort_unstable_by_key(PlayedMove::order);
        self.buffer.dedup_by(|next, kept| {
            let same = next.order() == kept.order();
            if same {
                kept.add(next);
            }
            same
        });
    }

    /// Writes the book. The entries of a position are written by falling weight.
    ///
    /// # Errors
    /// The errors of `out`, and an I/O error if a temporary file cannot be read.
    pub fn write(mut self, filter: &Filter, out: &mut impl Write) -> io::Result<Written> {
        self.sort();
        let mut merged = Merged::new(self.runs, self.buffer)?.peekable();
        let mut written = Written::default();
        while let Some(first) = merged.next().transpose()? {
            let mut position = vec![first];
            while let Some(next) =
                merged.next_if(|next| next.as_ref().is_ok_and(|next| next.key == first.key))
            {
                position.push(next?);
            }
            position.retain(|played| filter.keeps(played));
            let points = |played: &PlayedMove| if filter.uniform { 1 } else { played.points };
            position.sort_by_key(|played| (Reverse(points(played)), played.code));
            let points: Vec<_> = position.iter().map(|played| points(played).into()).collect();
            for (PlayedMove { key, code, .. }, weight) in position.iter().zip(weights(&points)) {
                out.write_all(&Entry { key: *key, code: *code, weight, learn: 0 }.to_bytes())?;
            }
            written.positions += u64::from(!position.is_empty());
            written.entries += position.len() as u64;
        }
        Ok(written)
    }
}

/// Writes sorted moves to a temporary file, which the system removes when it is closed.
fn write_run(moves: impl Iterator<Item = io::Result<PlayedMove>>) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(RUN_BUFFER, tempfile::tempfile()?);
    for played in moves {
        out.write_all(&played?.to_bytes())?;
    }
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

/// Iterator over the moves of several sorted sources, sorted, with equal moves added up.
struct Merged {
    sources: Vec<Box<dyn Iterator<Item = io::Result<PlayedMove>>>>,
    /// The next move of each source, with the number of the source. The order of moves is first that of their
    /// keys and codes.
    next: BinaryHeap<Reverse<(PlayedMove, usize)>>,
}

impl Merged {
    fn new(runs: Vec<File>, buffer: Vec<PlayedMove>) -> io::Result<Self> {
        let mut sources: Vec<Box<dyn Iterator<Item = _>>> = Vec::new();
        for run in runs {
            let mut run = BufReader::with_capacity(RUN_BUFFER, run);
            sources.push(Box::new(std::iter::from_fn(move || read_run(&mut run).transpose())));
        }
        sources.push(Box::new(buffer.into_iter().map(Ok)));
        let mut merged = Self { next: BinaryHeap::new(), sources };
        (0..merged.sources.len()).try_for_each(|source| merged.advance(source))?;
        Ok(merged)
    }

    /// Adds the next move of a source to the heap.
    fn advance(&mut self, source: usize) -> io::Result<()> {
        if let Some(played) = self.sources[source].next().transpose()? {
            self.next.push(Reverse((played, source)));
        }
        Ok(())
    }

    fn pop(&mut self) -> io::Result<Option<PlayedMove>> {
        let Some(Reverse((played, source))) = self.next.pop() else { return Ok(None) };
        self.advance(source)?;
        Ok(Some(played))
    }
}

fn read_run(run: &mut impl Read) -> io::Result<Option<PlayedMove>> {
    let mut bytes = [0; RUN_BYTES];
    match run.read_exact(&mut bytes) {
        // A run consists of whole moves.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        result => result.map(|()| Some(PlayedMove::from_bytes(&bytes))),
    }
}

impl Iterator for Merged {
    type Item = io::Result<PlayedMove>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut played = match self.pop().transpose()? {
            Ok(played) => played,
            Err(error) => return Some(Err(error)),
        };
        while self.next.peek().is_some_and(|Reverse((other, _))| other.order() == played.order()) {
            match self.pop() {
                Ok(Some(other)) => played.add(&other),
                Ok(None) => break,
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(played))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

    use super::*;
    use crate::{engine::book::Book, pgn::Splitter, position::Position};

    const EVERY: Filter = Filter { min_games: 1, min_score: 0, uniform: false };

    fn selection() -> Selection {
        Selection { max_ply: 40, color: None, mode: CastlingMode::Standard }
    }

    fn book(text: &str, selection: &Selection, filter: &Filter) -> Book {
        let mut games = Splitter::new(text.as_bytes());
        let mut statistics = Statistics::default();
        while let Some(game) = games.next_game().expect("memory") {
            for played in moves(&game, selection).expect("legal") {
                statistics.add(played).expect("memory");
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
        let all = book(GAMES, &selection(), &EVERY);
        assert_eq!(weights(&all, ""), named(&[("e2e4", 3), ("d2d4", 1)]), "1. g4 scored nothing");
        assert_eq!(weights(&all, "e2e4"), named(&[("c7c5", 2), ("e7e5", 1)]));
        assert_eq!(weights(&all, "e2e4 e7e5"), named(&[("g1f3", 2)]));
        assert!(all.entries().iter().all(|entry| entry.learn == 0));
        assert!(all.entries().is_sorted_by_key(|entry| entry.key));

        let often = book(GAMES, &selection(), &Filter { min_games: 2, ..EVERY });
        assert_eq!(
            (weights(&often, ""), weights(&often, "e2e4")),
            (named(&[("e2e4", 3)]), named(&[("e7e5", 1)]))
        );
        let good = book(GAMES, &selection(), &Filter { min_score: 51, ..EVERY });
        assert_eq!((weights(&good, ""), weights(&good, "e2e4")), (named(&[]), named(&[("c7c5", 2)])));
        let uniform = book(GAMES, &selection(), &Filter { uniform: true, ..EVERY });
        assert_eq!(weights(&uniform, ""), named(&[("d2d4", 1), ("e2e4", 1)]));
        let short = book(GAMES, &Selection { max_ply: 1, ..selection() }, &EVERY);
        assert_eq!((short.entries().len(), weights(&short, "e2e4")), (2, named(&[])));
        let black = book(GAMES, &Selection { color: Some(Color::Black), ..selection() }, &EVERY);
        assert_eq!((weights(&black, ""), weights(&black, "d2d4")), (named(&[]), named(&[("d7d5", 1)])));
    }

    #[test]
    fn an_error_after_the_last_selected_ply_is_ignored() {
        let game = |text: &str| Splitter::new(text.as_bytes()).next_game().expect("memory").expect("a game");
        let game = game("1. e4 e5 2. Ke3 1-0\n");
        assert!(moves(&game, &selection()).is_err());
        assert_eq!(moves(&game, &Selection { max_ply: 2, ..selection() }).expect("two plies").len(), 2);
    }

    #[test]
    fn temporary_files_change_nothing() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut small, mut expected) = (Statistics::with_capacity(16), BTreeMap::new());
        // Enough different moves for more than two merges of all runs.
        for _ in 0..4_000 {
            let (key, code) = (rng.random_range(0..500), rng.random_range(1..9));
            let points = rng.random_range(0..3);
            small.add(PlayedMove { key, code, games: 1, points }).expect("room");
            let sum: &mut (u32, u32) = expected.entry((key, code)).or_default();
            (sum.0, sum.1) = (sum.0 + 1, sum.1 + points);
        }
        assert!((1..MAX_RUNS).contains(&small.runs.len()), "{}", small.runs.len());
        small.sort();
        let merged = Merged::new(small.runs, small.buffer).expect("readable");
        let found: Vec<_> = merged
            .map(|played| played.map(|one| (one.order(), (one.games, one.points))))
            .map(Result::unwrap)
            .collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn the_guide_states_the_memory_of_the_buffer() {
        let megabytes = (BUFFER_MOVES * size_of::<PlayedMove>()) >> 20;
        crate::text::assert_states("src/cli/book/README.md", &format!("a buffer of {megabytes} MiB"));
        crate::text::assert_states(
            "src/cli/book/README.md",
            &format!("{RUN_BYTES} bytes per position and move"),
        );
    }
}
