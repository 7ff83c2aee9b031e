//! Input cut into entries: lines as bytes, as long as they come and not longer than anyone needs.

use std::{
    hash::Hasher as _,
    io::{self, BufRead},
};

use fnv::FnvHasher;
use serde_json::Value;

use super::{AnalysisTask, RecordError, reply::Id};
use crate::epd;

/// The longest line: a game of thousands of moves fits.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Letters of an entry that are told back in a refusal.
const MAX_QUOTE_LENGTH: usize = 2_000;

/// What stands between two ends of lines, or a position of a game.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A line that is not empty and no comment, without its end.
    Line(Vec<u8>),
    /// The beginning of a line that is too long.
    TooLong(Vec<u8>),
    /// A position of a game, or why the game cannot be read, and how to call it in an error.
    Ready(String, Result<Box<AnalysisTask>, RecordError>),
}

impl Entry {
    /// The entry as it is told back; a long one is cut.
    pub fn quote(&self) -> String {
        let text = match self {
            Self::Line(bytes) | Self::TooLong(bytes) => String::from_utf8_lossy(bytes),
            Self::Ready(text, _) => text.into(),
        };
        match text.char_indices().nth(MAX_QUOTE_LENGTH) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.into_owned(),
        }
    }

    /// A number for the line, the same on every machine (FNV-1a, 64 bits).
    pub fn hash(&self) -> u64 {
        match self {
            Self::Line(bytes) | Self::TooLong(bytes) => hash_of(bytes.trim_ascii()),
            Self::Ready(text, _) => hash_of(text.as_bytes()),
        }
    }

    /// What the entry is called, read without looking at the rest.
    pub fn id(&self) -> Option<Id> {
        match self {
            Self::Line(bytes) => id_of(std::str::from_utf8(bytes).ok()?),
            Self::TooLong(_) => None,
            Self::Ready(_, Ok(task)) => task.id.clone(),
            Self::Ready(_, Err(error)) => error.id.clone(),
        }
    }
}

/// The id of a line, even of one that is refused for something else.
pub(super) fn id_of(text: &str) -> Option<Id> {
    if text.trim_start().starts_with('{') {
        let request: Value = serde_json::from_str(text).ok()?;
        return serde_json::from_value(request.get("id")?.clone()).ok();
    }
    epd::id_of(text).map(Id::Text)
}

/// FNV-1a, 64 bits.
pub fn hash_of(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// The next line that is neither empty nor a comment; `None` at the end.
///
/// # Errors
/// What the input says.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Entry>> {
    loop {
        let mut line = Vec::new();
        let mut length = 0;
        loop {
            let (piece, ends) = match input.fill_buf() {
                Ok(buffer) => {
                    let end = buffer.iter().position(|byte| *byte == b'\n');
                    (&buffer[..end.map_or(buffer.len(), |end| end + 1)], end.is_some() || buffer.is_empty())
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            length += piece.len();
            let free = (MAX_LINE_BYTES + 2).saturating_sub(line.len()).min(piece.len());
            line.extend_from_slice(&piece[..free]);
            let consumed = piece.len();
            input.consume(consumed);
            if ends {
                break;
            }
        }
        if length == 0 {
            return Ok(None);
        }
        while line.pop_if(|byte| matches!(byte, b'\n' | b'\r')).is_some() {}
        if length > MAX_LINE_BYTES + 2 || line.len() > MAX_LINE_BYTES {
            return Ok(Some(Entry::TooLong(line)));
        }
        if !line.trim_ascii().is_empty() && line.trim_ascii_start()[0] != b'#' {
            return Ok(Some(Entry::Line(line)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Entry> {
        let mut input = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).expect("memory never fails")).collect()
    }

    #[test]
    fn empty_lines_and_comments_are_nothing_and_the_last_line_needs_no_end() {
        let found = lines(b"\n# comment\r\n \t \r\nfirst line\r\n\n  # another\nsecond\xff");
        let quotes: Vec<_> = found.iter().map(Entry::quote).collect();
        assert_eq!(quotes, ["first line", "second\u{fffd}"]);
    }

    #[test]
    fn a_line_may_be_a_megabyte_and_the_next_one_is_read_behind_a_longer_one() {
        let bytes =
            [vec![b'x'; MAX_LINE_BYTES], b"\r\n".to_vec(), vec![b'y'; 3 * MAX_LINE_BYTES], b"\nz".to_vec()]
                .concat();
        let found = lines(&bytes);
        assert!(matches!(&found[..], [Entry::Line(_), Entry::TooLong(_), Entry::Line(_)]), "{}", found.len());
        assert_eq!(found[1].quote().chars().count(), MAX_QUOTE_LENGTH + 1);
    }

    #[test]
    fn an_entry_is_known_by_its_id_or_by_what_it_says() {
        let id = |line: &str| Entry::Line(line.into()).id();
        assert_eq!(id(r#"{"id":"a b","fen":3}"#), Some(Id::Text("a b".to_owned())));
        assert_eq!(id(r#" {"id":7}"#), Some(Id::Number(7)));
        assert_eq!(id(r#"{"id":[7]}"#), None);
        assert_eq!(id("8/8/8/8/8/8/8/8 w - - bm Dd1; id \"x;y\";"), Some(Id::Text("x;y".to_owned())));
        assert_eq!(id("8/8/8/8/8/8/8/8 w - - 0 1"), None);
        let hash = |line: &str| Entry::Line(line.into()).hash();
        assert_eq!(hash(" a "), hash("a"));
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c, "FNV-1a of one letter, as published");
    }
}
