//! Lines of text from files and pipes, and text that can be printed to a terminal.
//!
//! A line ends with a line feed, a carriage return with a line feed, or a carriage return alone, as in files
//! of old Macintosh programs. A UTF-8 byte order mark at the start of a line is not part of the line: files
//! with byte order marks may have been joined.

use std::{
    borrow::Cow,
    io::{self, BufRead, Write},
};

const BOM: char = '\u{feff}';
const BOM_BYTES: &[u8] = b"\xef\xbb\xbf";

/// Returns the lines of `text` without line ends and byte order marks.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        let line_end = if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
        rest = &after[line_end..];
        Some(line.strip_prefix(BOM).unwrap_or(line))
    })
}

/// Appends the next line of `input`, with its line end, to `line`. Reads at most `most` bytes of a longer
/// line (or one byte more, a line feed after a carriage return); the next call continues this line. Returns
/// the number of bytes read; 0 at the end of the input.
///
/// # Errors
/// Returns the I/O error of the input.
pub fn read_line(input: &mut impl BufRead, most: usize, line: &mut Vec<u8>) -> io::Result<usize> {
    let start = line.len();
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let length = line.len() - start;
        if line[start..].last() == Some(&b'\r') {
            // A line feed after the carriage return is part of the same line end.
            if buffer.first() == Some(&b'\n') {
                line.push(b'\n');
                input.consume(1);
            }
            return Ok(line.len() - start);
        }
        let buffer = &buffer[..buffer.len().min(most - length)];
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let used = end.map_or(buffer.len(), |end| end + 1);
        line.extend_from_slice(&buffer[..used]);
        let is_complete = used == 0 || line.last() == Some(&b'\n') || end.is_none() && used == most - length;
        input.consume(used);
        if is_complete {
            return Ok(line.len() - start);
        }
    }
}

/// Returns whether `line` has a line end.
pub fn has_line_end(line: &[u8]) -> bool {
    matches!(line.last(), Some(b'\n' | b'\r'))
}

/// Removes a byte order mark from the start of `line`.
pub fn remove_bom(line: &mut Vec<u8>) {
    if line.starts_with(BOM_BYTES) {
        line.drain(..BOM_BYTES.len());
    }
}

/// Replaces control characters except line feeds and tabs, because they could control the terminal that shows
/// the text.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_harmful = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if text.contains(is_harmful) { text.replace(is_harmful, "\u{fffd}").into() } else { text.into() }
}

/// Writer that replaces control characters like [`printable`]. Each call of `write` must pass whole UTF-8
/// characters: bytes that are not valid UTF-8 are written unchanged.
#[derive(Debug)]
pub struct Printable<W>(pub W);

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match str::from_utf8(bytes).map(printable) {
            Ok(Cow::Owned(replaced)) => self.0.write_all(replaced.as_bytes())?,
            _ => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\u{feff}a\n\u{feff}b\r\nc\rd\n\re\r\r\nf";
    const LINES: [&str; 8] = ["a", "b", "c", "d", "", "e", "", "f"];

    #[test]
    fn all_line_ends_are_recognised_and_byte_order_marks_are_removed() {
        assert_eq!(lines(TEXT).collect::<Vec<_>>(), LINES);
        assert_eq!(lines("a\n\n").collect::<Vec<_>>(), ["a", ""]);
        assert_eq!(lines("").count(), 0);
    }

    #[test]
    fn lines_are_read_with_any_buffer_size_and_long_lines_in_pieces() {
        let read = |text: &str, capacity, most| {
            let mut input = io::BufReader::with_capacity(capacity, text.as_bytes());
            let mut pieces = Vec::new();
            loop {
                let mut piece = Vec::new();
                let length = read_line(&mut input, most, &mut piece).expect("memory can be read");
                assert_eq!(length, piece.len());
                if length == 0 {
                    return pieces;
                }
                pieces.push(String::from_utf8_lossy(&piece).into_owned());
            }
        };
        for capacity in 1..9 {
            let pieces = read(TEXT, capacity, 100);
            assert_eq!(pieces.concat(), TEXT);
            let without_ends: Vec<_> = pieces.iter().flat_map(|piece| lines(piece)).collect();
            assert_eq!(without_ends, LINES, "{capacity}");
            assert_eq!(read("abcdefg\nhi", capacity, 3), ["abc", "def", "g\n", "hi"]);
        }
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(printable("a\x1b[2J\x07\u{9b}\r\tb\n"), "a\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\tb\n");
        assert!(matches!(printable("Kasparov\n♔"), Cow::Borrowed(_)));
        let mut bytes = Vec::new();
        write!(Printable(&mut bytes), "\x1b[2Jé").expect("memory can be written");
        assert_eq!(bytes, "\u{fffd}[2Jé".as_bytes());
    }
}
