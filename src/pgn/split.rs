//! A stream of PGN cut into games, one in memory at a time.
//!
//! Every game keeps its text as it stood there, so that one that cannot be read can be passed on untouched. Beside it stands the
//! movetext in the form the reader of moves wants: in one line, comments to the end of the line in braces, lines that `%` escapes left
//! out.
//!
//! Where games are apart is not always clear. A header at the beginning of a line ends a game, and so does an empty line after its
//! result; an empty line in the middle of a game does not. A comment that is never closed would swallow the rest of the file: an empty
//! line and an `[Event` inside a comment begin a new game all the same.

use std::io::{self, BufRead, Read as _};

/// The longest text of a game, in bytes. A file without line ends or games is so read in pieces.
pub const MAX_GAME_BYTES: usize = 4 << 20;

/// A game as it stands in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawGame {
    /// Its number in the stream, from 1.
    pub number: u64,
    /// The line it begins in, from 1.
    pub line: u64,
    /// The text, byte for byte, without empty lines around it.
    pub text: Vec<u8>,
    /// The headers among it, one or more to a line.
    pub headers: Vec<u8>,
    /// The moves among it, as the reader of moves wants them.
    pub movetext: Vec<u8>,
    /// A comment is open at the end.
    pub unclosed: bool,
    /// The text is longer than [`MAX_GAME_BYTES`], and this is a piece of it; more follows under the same number.
    pub too_long: bool,
    /// This is a later piece of a game that is too long.
    pub continued: bool,
}

/// Cuts a stream into games.
#[derive(Debug)]
pub struct Splitter<R> {
    input: R,
    /// A line read that belongs to the next game.
    peeked_line: Option<Vec<u8>>,
    line: u64,
    number: u64,
    cut: bool,
}

/// Where in a game a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Headers,
    Moves,
    Comment,
}

/// What is known of a game half-way through.
#[derive(Default)]
struct Scan {
    game: RawGame,
    part: Part,
    /// The last word outside comments was a result.
    ended: bool,
    after_blank: bool,
    has_event: bool,
}

impl<R: BufRead> Splitter<R> {
    /// Will cut `input`.
    pub const fn new(input: R) -> Self {
        Self { input, peeked_line: None, line: 0, number: 0, cut: false }
    }

    /// The next game; `None` at the end.
    ///
    /// # Errors
    /// What the system says when the stream cannot be read.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        let continued = std::mem::take(&mut self.cut);
        let mut scan = Scan::default();
        while let Some(line) = self.next_line()? {
            let begun = !scan.game.text.is_empty();
            if !begun && !continued && is_blank(&line) {
                continue;
            }
            if begun && scan.ends_before(&line) {
                self.peeked_line = Some(line);
                self.line -= 1;
                break;
            }
            if !begun {
                scan.game.line = self.line;
            }
            scan.take(&line);
            if scan.game.text.len() > MAX_GAME_BYTES {
                self.cut = true;
                break;
            }
        }
        if scan.game.text.is_empty() {
            return Ok(None);
        }
        self.number += u64::from(!continued);
        let mut game = scan.game;
        if !self.cut {
            let used =
                game.text.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
            game.text.truncate(used);
        }
        let too_long = self.cut || continued;
        let unclosed = scan.part == Part::Comment;
        Ok(Some(RawGame { number: self.number, unclosed, too_long, continued, ..game }))
    }

    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = self.peeked_line.take().unwrap_or_default();
        if line.is_empty() {
            self.input.by_ref().take(MAX_GAME_BYTES as u64).read_until(b'\n', &mut line)?;
        }
        if line.is_empty() {
            return Ok(None);
        }
        // Files that were put together have one in front of each.
        if let Some(rest) = line.strip_prefix(b"\xef\xbb\xbf")
            && (self.line == 0 || rest.starts_with(b"["))
        {
            line.drain(..3);
        }
        self.line += 1;
        Ok(Some(line))
    }
}

impl Scan {
    /// Whether this line belongs to the next game.
    fn ends_before(&self, line: &[u8]) -> bool {
        let is_event = line.starts_with(b"[Event ");
        match self.part {
            Part::Comment => return self.after_blank && is_event,
            Part::Headers => return self.after_blank && self.has_event && is_event,
            Part::Moves => {}
        }
        let begins_anew = line.starts_with(b"1.") && !line.starts_with(b"1..");
        line.starts_with(b"[") || self.after_blank && !is_blank(line) && (self.ended || begins_anew)
    }

    fn take(&mut self, line: &[u8]) {
        self.game.text.extend_from_slice(line);
        if is_blank(line) {
            self.after_blank = true;
        } else if self.part == Part::Headers && line.trim_ascii_start().starts_with(b"[") {
            self.take_headers(line);
            self.after_blank = false;
        } else {
            self.after_blank = false;
            self.take_moves(line);
        }
    }

    /// Headers, and moves if they follow in the same line.
    fn take_headers(&mut self, line: &[u8]) {
        self.has_event |= line.trim_ascii_start().starts_with(b"[Event ");
        let end = line.windows(2).rposition(|pair| pair == b"\"]").map_or(line.len(), |quote| quote + 2);
        let (headers, rest) = line.split_at(end);
        self.game.headers.extend_from_slice(headers.trim_ascii());
        self.game.headers.push(b'\n');
        if !is_blank(rest) {
            self.take_moves(rest);
        }
    }

    fn take_moves(&mut self, line: &[u8]) {
        if self.part != Part::Comment {
            if line.starts_with(b"%") {
                return;
            }
            self.part = Part::Moves;
        }
        let mut rest = line;
        while let Some((&byte, after)) = rest.split_first() {
            match byte {
                b'}' if self.part == Part::Comment => self.part = Part::Moves,
                _ if self.part == Part::Comment => {}
                b'{' => self.part = Part::Comment,
                b';' => {
                    let comment = after.trim_ascii().iter().map(|&byte| match byte {
                        b'{' => b'(',
                        b'}' => b')',
                        byte => byte,
                    });
                    self.game.movetext.push(b'{');
                    self.game.movetext.extend(comment);
                    self.game.movetext.extend_from_slice(b"} ");
                    return;
                }
                _ if byte.is_ascii_whitespace() => {}
                _ => self.note_end(rest),
            }
            let blank = byte.is_ascii_whitespace() && self.part == Part::Moves;
            self.game.movetext.push(if blank { b' ' } else { byte });
            rest = after;
        }
    }

    /// Notes whether a result begins here; any other word takes it back.
    fn note_end(&mut self, rest: &[u8]) {
        let begins_word = self.game.movetext.last().is_none_or(|byte| b" })".contains(byte));
        if begins_word {
            let word = rest.split(|byte| b" \t\r\n{;".contains(byte)).next().unwrap_or_default();
            self.ended = matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
        }
    }
}

/// Nothing but white space, or the byte that DOS ends a text with.
fn is_blank(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), b"" | b"\x1a")
}

#[cfg(test)]
mod tests;
