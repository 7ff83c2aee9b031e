//! Splits text input into records. Each line is a record, except empty lines and comments (lines that start
//! with `#`, possibly after white space). A line longer than 1 MiB is cut, and its record is rejected.

use std::io::{self, BufRead};

use serde_json::Value;

use super::{
    AnalysisTask,
    reply::{Fault, Id},
};
use crate::{
    chess::epd,
    support::lines::{has_line_end, read_line, remove_bom},
};

/// Maximum length of an input line in bytes; enough for a JSON request with thousands of moves.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Maximum number of characters of an input record that the output record of an error quotes.
const MAX_QUOTE_LENGTH: usize = 2_000;

/// An input record before it is parsed: a line, or a position of a PGN game.
#[derive(Clone, Debug)]
pub enum InputEntry {
    /// An input line without its line break; not empty and not a comment.
    Line(Vec<u8>),
    /// The first bytes (about 1 MiB) of an input line that is longer than 1 MiB.
    TooLong(Vec<u8>),
    /// A position of a PGN game, or an error in the game, with the id of the record.
    Ready(String, Result<Box<AnalysisTask>, Fault>),
}

impl InputEntry {
    /// Returns the text of this input record as the output record of an error quotes it, cut after 2,000
    /// characters.
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

    /// Returns the 64-bit FNV-1a hash of the input line without surrounding white space (for a PGN position,
    /// of its id). The hash is the same on every machine.
    pub fn hash(&self) -> u64 {
        match self {
            Self::Line(bytes) | Self::TooLong(bytes) => hash_of(bytes.trim_ascii()),
            Self::Ready(text, _) => hash_of(text.as_bytes()),
        }
    }

    /// Returns the id of the record; `None` if it has none. The id can be read even if other parts of the
    /// record are invalid.
    pub fn id(&self) -> Option<Id> {
        match self {
            Self::Line(bytes) => id_of(std::str::from_utf8(bytes).ok()?),
            Self::TooLong(_) => None,
            Self::Ready(id, _) => Some(Id::Text(id.clone())),
        }
    }
}

/// Reads the id of a JSON request or of an EPD record, even if other parts of the line are invalid. `None` if
/// the line has no id.
pub(super) fn id_of(text: &str) -> Option<Id> {
    if text.trim_start().starts_with('{') {
        let request: Value = serde_json::from_str(text).ok()?;
        return serde_json::from_value(request.get("id")?.clone()).ok();
    }
    epd::id_of(text).map(Id::Text)
}

/// Returns the 64-bit FNV-1a hash of `bytes`: programs in other languages compute it with a few lines of code.
pub fn hash_of(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// Reads the next input line that is neither empty nor a comment. Returns `None` at the end of the input.
///
/// # Errors
/// An I/O error if the input cannot be read.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputEntry>> {
    loop {
        let mut line = Vec::new();
        if read_line(input, MAX_LINE_BYTES + 2, &mut line)? == 0 {
            return Ok(None);
        }
        let mut rest = Vec::new();
        if !has_line_end(&line) {
            while read_line(input, MAX_LINE_BYTES, &mut rest)? > 0 && !has_line_end(&rest) {
                rest.clear();
            }
        }
        remove_bom(&mut line);
        while line.pop_if(|byte| matches!(byte, b'\n' | b'\r')).is_some() {}
        if line.len() > MAX_LINE_BYTES {
            return Ok(Some(InputEntry::TooLong(line)));
        }
        if !line.trim_ascii().is_empty() && line.trim_ascii_start()[0] != b'#' {
            return Ok(Some(InputEntry::Line(line)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<InputEntry> {
        let mut input = io::BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input).expect("memory never fails")).collect()
    }

    #[test]
    fn empty_lines_and_comments_are_skipped_and_the_last_line_needs_no_line_break() {
        let found = lines(b"\n# comment\r\n \t \r\nfirst line\r\n\n  # another\nsecond\xff");
        let quotes: Vec<_> = found.iter().map(InputEntry::quote).collect();
        assert_eq!(quotes, ["first line", "second\u{fffd}"]);
    }

    #[test]
    fn a_line_of_one_mebibyte_is_read_and_a_longer_one_is_skipped() {
        let bytes =
            [vec![b'x'; MAX_LINE_BYTES], b"\r\n".to_vec(), vec![b'y'; 3 * MAX_LINE_BYTES], b"\nz".to_vec()]
                .concat();
        let found = lines(&bytes);
        assert!(
            matches!(&found[..], [InputEntry::Line(_), InputEntry::TooLong(_), InputEntry::Line(_)]),
            "{}",
            found.len()
        );
        assert_eq!(found[1].quote().chars().count(), MAX_QUOTE_LENGTH + 1);
    }

    #[test]
    fn a_record_is_identified_by_its_id_or_by_its_hash() {
        let id = |line: &str| InputEntry::Line(line.into()).id();
        assert_eq!(id(r#"{"id":"a b","fen":3}"#), Some(Id::Text("a b".to_owned())));
        assert_eq!(id(r#" {"id":7}"#), Some(Id::Number(7)));
        assert_eq!(id(r#"{"id":[7]}"#), None);
        assert_eq!(id("8/8/8/8/8/8/8/8 w - - bm Dd1; id \"x;y\";"), Some(Id::Text("x;y".to_owned())));
        assert_eq!(id("8/8/8/8/8/8/8/8 w - - 0 1"), None);
        let hash = |line: &str| InputEntry::Line(line.into()).hash();
        assert_eq!(hash(" a "), hash("a"));
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c, "published test vector of FNV-1a");
    }
}
