//! Reads headers (tag pairs) such as `[White "Paul Morphy"]`.
//!
//! A value ends at a quotation mark before `]`. Quotation marks inside the value may be escaped with a backslash or
//! not: in `[TimeControl "15'/game & 10"/move"]` the second one is part of the value.

use super::problem::{Problem, quoted};

/// Maximum number of characters of a header that an error message quotes.
const MAX_QUOTE_LENGTH: usize = 60;
/// Maximum number of broken headers that an error message quotes.
pub const MAX_QUOTED_HEADERS: usize = 3;

/// A PGN header (tag pair).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Name of the header.
    pub name: Vec<u8>,
    /// Value as written in the file, including the backslashes that escape characters.
    pub raw: Vec<u8>,
}

impl Tag {
    /// Creates a header with this value.
    pub fn new(name: &str, value: &str) -> Self {
        let raw = value.replace('\\', "\\\\").replace('"', "\\\"");
        Self { name: name.into(), raw: raw.into() }
    }

    /// Returns the line of the header in PGN format, with its line break.
    pub fn line(&self) -> Vec<u8> {
        [b"[", &self.name[..], b" \"", &self.raw, b"\"]\n"].concat()
    }

    /// Returns whether this is the header `name`, upper and lower case being equivalent.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns the value of the header without escaping backslashes. Invalid UTF-8 is replaced.
    pub fn value(&self) -> String {
        let text = String::from_utf8_lossy(&self.raw);
        let mut letters = text.chars().peekable();
        let mut value = String::with_capacity(text.len());
        while let Some(letter) = letters.next() {
            let escaped =
                if letter == '\\' { letters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
            value.push(escaped.unwrap_or(letter));
        }
        value
    }
}

/// Returns the value of the first header with this name, upper and lower case being equivalent.
pub(super) fn value_of(tags: &[Tag], name: &str) -> Option<String> {
    tags.iter().find(|tag| tag.is(name)).map(Tag::value)
}

/// Headers of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// Headers in file order.
    pub tags: Vec<Tag>,
    /// The first [`MAX_QUOTED_HEADERS`] broken headers, shortened.
    broken: Vec<String>,
    /// Number of broken headers.
    broken_count: usize,
    /// Text of a header whose end has not been found: it may continue on the next line.
    open: Option<Vec<u8>>,
}

impl Headers {
    /// Returns an error if a header is broken.
    pub(super) fn check(&self) -> Result<(), Problem> {
        match self.broken_count {
            0 => Ok(()),
            count => Err(Problem::Header { shown: self.broken.clone(), count }),
        }
    }

    /// Returns whether the last header is not closed.
    pub(super) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Reads the headers at the start of `line`. Returns the number of bytes before other text.
    pub(super) fn take(&mut self, line: &[u8]) -> usize {
        self.close();
        let mut at = 0;
        loop {
            let rest = &line[at..];
            let header = rest.trim_ascii_start();
            if !header.starts_with(b"[") {
                return if header.is_empty() { line.len() } else { at };
            }
            at += rest.len() - header.len();
            match parse(header) {
                Ok((tag, length)) => {
                    self.tags.push(tag);
                    at += length;
                }
                Err(Broken::NotClosed) => {
                    self.open = Some(header.trim_ascii_end().to_owned());
                    return line.len();
                }
                Err(Broken::Syntax) => {
                    self.add_broken(header);
                    return line.len();
                }
            }
        }
    }

    /// Reads a line that continues an open header.
    pub(super) fn continue_with(&mut self, line: &[u8]) {
        let Some(mut header) = self.open.take() else { return };
        header.push(b' ');
        header.extend_from_slice(line.trim_ascii());
        if end(line).is_none() {
            self.open = Some(header);
            return;
        }
        match parse(&header) {
            Ok((tag, length)) if length == header.len() => self.tags.push(tag),
            _ => self.add_broken(&header),
        }
    }

    /// An open header is broken if the next line does not continue it.
    pub(super) fn close(&mut self) {
        if let Some(header) = self.open.take() {
            self.add_broken(&header);
        }
    }

    fn add_broken(&mut self, header: &[u8]) {
        self.broken_count += 1;
        if self.broken_count <= MAX_QUOTED_HEADERS {
            self.broken.push(quoted(header.trim_ascii(), MAX_QUOTE_LENGTH));
        }
    }
}

/// What is wrong with a header.
enum Broken {
    /// It has no name, or no value in quotation marks.
    Syntax,
    /// Its line has no bracket after the value.
    NotClosed,
}

/// Reads the header at the start of `text`. Returns it with its length.
fn parse(text: &[u8]) -> Result<(Tag, usize), Broken> {
    let broken = if text.contains(&b']') { Broken::Syntax } else { Broken::NotClosed };
    let (name, value) = start(text).ok_or(broken)?;
    let (value_length, length) = end(value).ok_or(Broken::NotClosed)?;
    let tag = Tag { name: name.to_owned(), raw: value[..value_length].to_owned() };
    Ok((tag, text.len() - value.len() + length))
}

/// Returns the name of the header at the start of `text`, and the text after the quotation mark before its value.
fn start(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"[")?.trim_ascii_start();
    let is_name = |byte: &u8| byte.is_ascii_graphic() && !b"[]\"".contains(byte);
    let length = text.iter().position(|byte| !is_name(byte))?;
    let value = text[length..].trim_ascii_start().strip_prefix(b"\"")?;
    (length > 0).then_some((&text[..length], value))
}

/// Returns the length of a value, and its length with the quotation mark and the bracket after it. An escaped
/// quotation mark ends the value only if nothing or another header follows: some programs write
/// `[White "Level 6\"]`.
fn end(text: &[u8]) -> Option<(usize, usize)> {
    let mut is_escaped = false;
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'"' {
            let after = text[at + 1..].trim_ascii_start();
            if let Some(next) = after.strip_prefix(b"]")
                && (!is_escaped || matches!(next.trim_ascii_start().first(), None | Some(b'[')))
            {
                return Some((at, text.len() - next.len()));
            }
        }
        is_escaped = *byte == b'\\' && !is_escaped;
    }
    None
}

/// Returns whether a header begins at the start of `text`. It may be broken after its value.
pub(super) fn is_header(text: &[u8]) -> bool {
    start(text).is_some()
}

/// Returns whether the line consists of headers that are not broken.
pub(super) fn are_headers(line: &[u8]) -> bool {
    let mut headers = Headers::default();
    headers.take(line) == line.len() && headers.open.is_none() && headers.broken_count == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(line: &str) -> (Vec<(String, String)>, usize) {
        let mut headers = Headers::default();
        let length = headers.take(line.as_bytes());
        let name = |tag: &Tag| String::from_utf8_lossy(&tag.name).into_owned();
        (headers.tags.iter().map(|tag| (name(tag), tag.value())).collect(), length)
    }

    #[test]
    fn quotation_marks_and_backslashes_may_be_escaped_or_not() {
        for (line, value) in [
            (r#"[A "x \"y\" z"]"#, "x \"y\" z"),
            (r#"[A "15'/game & 10"/move"]"#, "15'/game & 10\"/move"),
            (r#"[A "Level 6\"]"#, "Level 6\\"),
            (r#"[A "Level 6\\"]"#, "Level 6\\"),
            (r#"[A "the \"x\"]y"]"#, "the \"x\"]y"),
            (r#"  [  A   "x"  ]"#, "x"),
            (r#"[A ""]"#, ""),
            (r#"[A "C:\games"]"#, "C:\\games"),
        ] {
            assert_eq!(values(line).0, [("A".to_owned(), value.to_owned())], "{line}");
        }
    }

    #[test]
    fn several_headers_and_a_move_may_stand_on_one_line() {
        let (tags, length) = values(r#"[A "x\"] [B "y"][C "z"] 1. e4"#);
        let expected = [("A", "x\\"), ("B", "y"), ("C", "z")];
        assert_eq!(tags, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(length, 23);
    }

    #[test]
    fn a_value_may_continue_on_the_next_line() {
        let mut headers = Headers::default();
        for (first, second) in [("[Event \"a long\n", "name\"]\n"), ("[Event\n", "\"a long name\"]\n")] {
            headers.take(first.as_bytes());
            assert!(headers.is_open());
            headers.continue_with(second.as_bytes());
            assert_eq!(headers.tags.pop().map(|tag| tag.value()).as_deref(), Some("a long name"));
        }
        assert!(headers.check().is_ok());
        headers.take(b"[Site \"open\n");
        headers.take(b"[Round \"1\"]\n");
        assert_eq!((headers.tags.len(), headers.broken_count), (1, 1));
    }
}
