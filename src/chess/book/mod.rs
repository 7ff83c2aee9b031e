//! Opening books in PolyGlot format: a list of positions with moves and weights, sorted by position key.
//!
//! A book [entry] has 16 bytes: position key (8 bytes), move (2), weight (2), and a field for programs that
//! learn (4), each number big-endian. The position key is shakmaty's `Zobrist64`, which includes the en passant
//! file whenever an en passant capture is pseudo-legal. The entries of a position follow one another, those
//! with the largest weights first. Source of the format: its description by Michel Van den Bergh, 2009.
//!
//! [`Book`] is a book in memory; [`Entry`] is one move of it.

pub mod entry;

use std::{fs, io, path::Path};

use rand::{RngExt as _, rngs::ChaCha8Rng};

use self::entry::{ENTRY_BYTES, Entry};
use crate::chess::position::{Line, Move, Position};

/// Entries of an opening book in memory, sorted by position key.
#[derive(Clone, Debug)]
pub struct Book(Vec<Entry>);

/// Reason why an opening book cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The book file cannot be read: path and I/O error.
    #[error("cannot read opening book {0}: {1}")]
    Unreadable(String, io::Error),
    /// The book file is empty, or its size is not a multiple of 16 bytes: path and size.
    #[error("{0} is not an opening book in PolyGlot format: {size}", size = wrong_size(*.1))]
    Size(String, usize),
}

fn wrong_size(bytes: usize) -> String {
    match bytes {
        0 => "the file is empty".to_owned(),
        _ => format!("its size of {bytes} bytes is not a multiple of {ENTRY_BYTES}"),
    }
}

impl Book {
    /// Reads a book from a file.
    ///
    /// # Errors
    /// Returns a [`BookError`] with the path if the file cannot be read, is empty, or has a size that is not
    /// a multiple of 16 bytes.
    pub fn read(path: &Path) -> Result<Self, BookError> {
        let bytes =
            fs::read(path).map_err(|error| BookError::Unreadable(path.display().to_string(), error))?;
        let size = bytes.len();
        Self::parse(&bytes).ok_or_else(|| BookError::Size(path.display().to_string(), size))
    }

    /// Parses the bytes of a book. Returns `None` if `bytes` is empty or its length is not a multiple of 16.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (entries, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        if entries.is_empty() || !rest.is_empty() {
            return None;
        }
        let mut entries: Vec<_> = entries.iter().map(Entry::from_bytes).collect();
        // The format requires sorted entries, but a book made by hand may be unsorted.
        entries.sort_by_key(|entry| entry.key);
        Some(Self(entries))
    }

    /// Returns all entries, sorted by position key.
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// Returns the legal book moves of a position with their entries, in file order.
    pub fn moves_with_entries(&self, position: &Position) -> Vec<(Move, Entry)> {
        let key = entry::key(position);
        let first = self.0.partition_point(|entry| entry.key < key);
        let entries_of_key = self.0[first..].iter().take_while(|entry| entry.key == key);
        // Illegal book moves are skipped: they come from another position with the same key, or from a
        // damaged file.
        entries_of_key.filter_map(|entry| Some((position.parse_move(&entry.uci()?).ok()?, *entry))).collect()
    }

    /// Returns the legal book moves of a position with their weights, in file order.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u16)> {
        self.moves_with_entries(position).into_iter().map(|(mv, entry)| (mv, entry.weight)).collect()
    }

    /// Chooses a book move at random, with probabilities proportional to the weights; the first move if all
    /// weights are 0. Returns `None` if the book has no legal move for the position, or only moves to a position that
    /// then occurs for the third time.
    pub fn choose(&self, line: &Line, rng: &mut ChaCha8Rng) -> Option<Move> {
        let mut moves = self.moves(line.position());
        moves.retain(|(mv, _)| {
            let mut next = line.clone();
            next.play(*mv);
            next.occurrences() < 3
        });
        let total = moves.iter().fold(0_u32, |sum, (_, weight)| sum.saturating_add(u32::from(*weight)));
        if total == 0 {
            return moves.first().map(|(mv, _)| *mv);
        }
        let mut left = rng.random_range(0..total);
        moves.iter().find_map(|(mv, weight)| match left.checked_sub(u32::from(*weight)) {
            Some(rest) => {
                left = rest;
                None
            }
            None => Some(*mv),
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    /// Book for the start position: e2e4 with weight 3, d2d4 with weight 1, and an illegal move with weight
    /// 9.
    fn book() -> Book {
        let mut bytes = Vec::new();
        for (mv, weight) in [(0x031c_u16, 3_u16), (0x02db, 1), (0x0000, 9)] {
            bytes.extend_from_slice(&0x463b_9618_1691_fc9c_u64.to_be_bytes());
            bytes.extend_from_slice(&mv.to_be_bytes());
            bytes.extend_from_slice(&weight.to_be_bytes());
            bytes.extend_from_slice(&[0; 4]);
        }
        Book::parse(&bytes).expect("three entries")
    }

    #[test]
    fn moves_are_chosen_in_proportion_to_their_weights_and_illegal_moves_never() {
        let start = Position::start();
        let [e4, d4] = ["e2e4", "d2d4"].map(|text| start.parse_move(text).expect("legal"));
        assert_eq!(book().moves(&start), [(e4, 3), (d4, 1)]);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let chosen: Vec<_> =
            (0..4000).filter_map(|_| book().choose(&Line::new(start.clone()), &mut rng)).collect();
        assert_eq!(chosen.len(), 4000);
        let e4_count = chosen.iter().filter(|mv| **mv == e4).count();
        assert!((2850..3150).contains(&e4_count), "{e4_count} of 4000");
        assert_eq!(book().choose(&Line::new(start.play(e4)), &mut rng), None);
    }

    /// A book of one game that repeats its moves has the knight moves with the key of every position.
    #[test]
    fn a_book_move_never_leads_to_the_third_occurrence_of_a_position() {
        let mut line = Line::new(Position::start());
        let mut moves = Vec::new();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = line.position().parse_move(text).expect("legal");
            moves.push(Entry {
                key: entry::key(line.position()),
                code: entry::code(mv),
                weight: 1,
                learn: 0,
            });
            line.play(mv);
        }
        moves.sort_by_key(|entry| entry.key);
        let book = Book(moves);
        let (mut line, mut rng) = (Line::new(Position::start()), ChaCha8Rng::seed_from_u64(1));
        let mut played = 0;
        while let Some(mv) = book.choose(&line, &mut rng) {
            line.play(mv);
            played += 1;
        }
        assert_eq!((played, line.occurrences()), (7, 2));
    }

    #[test]
    fn a_file_that_is_not_a_book_is_rejected() {
        assert!(Book::parse(&[]).is_none() && Book::parse(&[0; 17]).is_none());
        let missing = Book::read(Path::new("/no/such/book.bin")).unwrap_err().to_string();
        assert!(missing.starts_with("cannot read opening book /no/such/book.bin: "), "{missing}");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs");
        let _ = Book::read(&source).map(|book| book.moves(&Position::start()));
    }
}
