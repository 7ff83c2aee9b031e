//! Joins several books to one.

use std::io::{self, Write};

use super::{Book, entry::Entry, statistics::Written};

/// How the entries of one position from several books are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Equal moves become one entry with the sum of the weights.
    Add,
    /// Only the entries of the first book with the position are used, as in PolyGlot's `merge-book`.
    First,
}

/// Writes the entries of `books` as one book. Entries with key 0 are left out: they contain a text.
///
/// # Errors
/// The errors of `out`.
pub fn merge(books: &[Book], join: Join, out: &mut impl Write) -> io::Result<Written> {
    let mut entries: Vec<(usize, Entry)> = Vec::new();
    for (number, book) in books.iter().enumerate() {
        entries.extend(book.entries().iter().filter(|entry| entry.key != 0).map(|entry| (number, *entry)));
    }
    // The sort is stable: the entries of a position keep the order of the books.
    entries.sort_by_key(|(_, entry)| entry.key);
    let mut written = Written::default();
    for position in entries.chunk_by(|(_, one), (_, other)| one.key == other.key) {
        let first = position[0].0;
        let mut joined: Vec<(u64, Entry)> = Vec::new();
        for (_, entry) in position.iter().filter(|(book, _)| join == Join::Add || *book == first) {
            match joined.iter_mut().find(|(_, other)| other.code == entry.code) {
                Some((weight, _)) => *weight += u64::from(entry.weight),
                None => joined.push((entry.weight.into(), *entry)),
            }
        }
        joined.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        let sums: Vec<_> = joined.iter().map(|(weight, _)| *weight).collect();
        for ((_, entry), weight) in joined.iter().zip(weights(&sums)) {
            out.write_all(&Entry { weight, ..*entry }.to_bytes())?;
        }
        written.positions += 1;
        written.entries += joined.len() as u64;
    }
    Ok(written)
}

/// Returns the weights of the moves of a position. If a number exceeds the largest weight of the format, all
/// become smaller in proportion; a number above 0 stays above 0.
pub(super) fn weights(numbers: &[u64]) -> impl Iterator<Item = u16> {
    let most = u64::from(u16::MAX);
    let largest = numbers.iter().copied().max().unwrap_or_default();
    numbers.iter().map(move |number| {
        let scaled = if largest > most { (number * most / largest).max((*number).min(1)) } else { *number };
        scaled as u16
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(entries: &[(u64, u16, u16, u32)]) -> Book {
        let bytes: Vec<_> = entries
            .iter()
            .flat_map(|&(key, code, weight, learn)| Entry { key, code, weight, learn }.to_bytes())
            .collect();
        Book::parse(&bytes).expect("entries")
    }

    fn merged(books: &[Book], join: Join) -> Vec<(u64, u16, u16, u32)> {
        let mut bytes = Vec::new();
        merge(books, join, &mut bytes).expect("memory");
        let book = Book::parse(&bytes).expect("entries");
        book.entries().iter().map(|entry| (entry.key, entry.code, entry.weight, entry.learn)).collect()
    }

    #[test]
    fn weights_are_added_or_the_first_book_with_the_position_decides() {
        let one = book(&[(0, 7, 7, 7), (5, 1, 10, 9), (5, 2, 4, 0), (9, 1, 1, 0)]);
        let two = book(&[(5, 2, 8, 3), (5, 3, 1, 0), (7, 1, 2, 0)]);
        let books = [one, two];
        let added = [(5, 2, 12, 0), (5, 1, 10, 9), (5, 3, 1, 0), (7, 1, 2, 0), (9, 1, 1, 0)];
        assert_eq!(merged(&books, Join::Add), added);
        assert_eq!(merged(&books, Join::First), [(5, 1, 10, 9), (5, 2, 4, 0), (7, 1, 2, 0), (9, 1, 1, 0)]);
    }

    #[test]
    fn sums_above_the_largest_weight_keep_their_proportions() {
        let heavy = book(&[(5, 1, 60_000, 0), (5, 2, 30_000, 0), (5, 3, 1, 0), (5, 4, 0, 0)]);
        let books = [heavy.clone(), heavy];
        let expected = [(5, 1, 65_535, 0), (5, 2, 32_767, 0), (5, 3, 1, 0), (5, 4, 0, 0)];
        assert_eq!(merged(&books, Join::Add), expected);
    }
}
