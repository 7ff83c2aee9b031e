//! Splits a PGN stream into games, with one game in memory at a time.
//!
//! Each game keeps its original text, so that a game with errors can be copied unchanged. In addition, the
//! movetext is converted for the parser: line breaks outside comments become spaces, comments to the end of
//! the line are put in braces, and lines outside comments that start with `%` are removed.
//!
//! The boundary between two games is not always marked. In the movetext, a header at the start of a line
//! begins a new game, and so does text after an empty line if the movetext before it ends with a result or if
//! the text starts with `1.` but not with `1..`. Any other empty line within the movetext does not end a
//! game. A comment that is not closed would extend to the end of the file, so an empty line followed by
//! `[Event` starts a new game even inside a comment. A game can have no movetext, so an empty line followed
//! by a second `[Event` header starts a new game as well.

use std::{
    io::{self, BufRead},
    sync::Arc,
};

use crate::lines::{has_line_end, read_line, remove_bom};

/// Maximum size of a game in bytes, and maximum number of bytes that are read as one line.
pub const MAX_GAME_BYTES: usize = 4 << 20;

/// The text of one game from the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawGame {
    /// Number of the game in the input, from 1. Several inputs are numbered as one.
    pub number: u64,
    /// Name of the input; `None` if there is only one.
    pub source: Option<Arc<str>>,
    /// Number of the first line of the game, from 1.
    pub line: u64,
    /// Original text, byte for byte, without byte order marks, empty lines before, and white space after the
    /// game.
    pub text: Vec<u8>,
    /// Headers from the text, one or more per line.
    pub headers: Vec<u8>,
    /// Movetext, converted for the parser.
    pub movetext: Vec<u8>,
    /// Whether the text of the game ends inside a comment, because the `}` of the comment is missing.
    pub unclosed: bool,
    /// Whether the text is longer than [`MAX_GAME_BYTES`]. A game that is too long is returned in one or more
    /// pieces with the same number.
    pub too_long: bool,
    /// Whether this is the second or a later piece of a game that is too long.
    pub continued: bool,
}

impl RawGame {
    /// Returns whether the next game of the same input, `next`, begins on the line after the last line of this
    /// game.
    pub fn ends_above(&self, next: &Self) -> bool {
        let lines = self.text.split(|byte| *byte == b'\n').count() as u64;
        self.line + lines == next.line
    }
}

/// Splits a stream into games.
#[derive(Debug)]
pub struct Splitter<R> {
    input: R,
    /// A line that was read but belongs to the next game.
    peeked_line: Option<Vec<u8>>,
    line: u64,
    number: u64,
    /// State of the game that is too long and whose first pieces have been returned.
    cut: Option<Scan>,
    /// Whether the end of the last line has not been read, because the line is too long.
    is_line_open: bool,
}

/// Iterator over the games of several inputs, each with its name. The games are numbered across all inputs; the
/// line numbers count from the start of each input. An input that is not the only one should have a name.
#[derive(Debug)]
pub struct Collection<I, R> {
    inputs: I,
    /// The input that is being read, with its name.
    current: Option<(Option<Arc<str>>, Splitter<R>)>,
    /// Number of games in the inputs before the current one.
    before: u64,
}

impl<I: Iterator<Item = (Option<Arc<str>>, R)>, R: BufRead> Collection<I, R> {
    /// Creates an iterator over the games of these inputs, in this order.
    pub fn new(inputs: impl IntoIterator<IntoIter = I>) -> Self {
        Self { inputs: inputs.into_iter(), current: None, before: 0 }
    }
}

impl<I: Iterator<Item = (Option<Arc<str>>, R)>, R: BufRead> Iterator for Collection<I, R> {
    type Item = io::Result<RawGame>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some((name, splitter)) = &mut self.current else {
                self.current = self.inputs.next().map(|(name, input)| (name, Splitter::new(input)));
                self.current.as_ref()?;
                continue;
            };
            match splitter.next_game() {
                Ok(None) => {
                    self.before += splitter.number;
                    self.current = None;
                }
                Ok(Some(game)) => {
                    let number = self.before + game.number;
                    return Some(Ok(RawGame { number, source: name.clone(), ..game }));
                }
                Err(error) => {
                    // An error with its own message names the input already.
                    let unnamed = name.as_ref().filter(|_| error.get_ref().is_none());
                    let named = |name: &Arc<str>| io::Error::new(error.kind(), format!("{name}: {error}"));
                    return Some(Err(unnamed.map(named).unwrap_or(error)));
                }
            }
        }
    }
}

/// Part of a PGN game that the parser is currently reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Headers,
    Moves,
    Comment,
}

/// Parser state for a game that is being read.
#[derive(Debug, Default)]
struct Scan {
    game: RawGame,
    part: Part,
    /// Whether the last word outside comments is a result.
    ended: bool,
    after_blank: bool,
    has_event: bool,
}

impl<R: BufRead> Splitter<R> {
    /// Creates a splitter for `input`.
    pub const fn new(input: R) -> Self {
        Self { input, peeked_line: None, line: 0, number: 0, cut: None, is_line_open: false }
    }

    /// Returns the next game of the stream or the next piece of a game that is too long; `None` at the end.
    ///
    /// # Errors
    /// Returns the I/O error of the stream.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame>> {
        let cut = self.cut.take();
        let mut continued = cut.is_some();
        let mut scan = cut.unwrap_or_default();
        let mut is_cut = false;
        while let Some(line) = self.next_line()? {
            let started = !scan.game.text.is_empty();
            if !started && !continued && is_blank(&line) {
                continue;
            }
            // The next piece of a long line is not the start of a game.
            let is_piece = std::mem::replace(&mut self.is_line_open, !has_line_end(&line));
            if (started || continued) && !is_piece && scan.ends_before(&line) {
                if started {
                    self.peeked_line = Some(line);
                    self.is_line_open = false;
                    self.line -= 1;
                    break;
                }
                // The game that is too long ended exactly where it was cut.
                (scan, continued) = (Scan::default(), false);
            }
            if scan.game.text.is_empty() {
                scan.game.line = self.line;
            }
            scan.take(&line);
            if scan.game.text.len() > MAX_GAME_BYTES {
                is_cut = true;
                break;
            }
        }
        if scan.game.text.is_empty() {
            return Ok(None);
        }
        self.number += u64::from(!continued);
        let unclosed = scan.part == Part::Comment;
        let mut game = std::mem::take(&mut scan.game);
        if is_cut {
            self.cut = Some(Scan { game: RawGame::default(), ..scan });
        } else {
            let used =
                game.text.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
            game.text.truncate(used);
        }
        let too_long = is_cut || continued;
        Ok(Some(RawGame { number: self.number, unclosed, too_long, continued, ..game }))
    }

    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = self.peeked_line.take().unwrap_or_default();
        if line.is_empty() {
            read_line(&mut self.input, MAX_GAME_BYTES, &mut line)?;
        }
        if line.is_empty() {
            return Ok(None);
        }
        // Concatenated files can contain a byte order mark (BOM) before each game.
        if self.line == 0 || line.starts_with(b"\xef\xbb\xbf[") {
            remove_bom(&mut line);
        }
        self.line += 1;
        Ok(Some(line))
    }
}

impl Scan {
    /// Returns whether the current game ends before `line`.
    fn ends_before(&self, line: &[u8]) -> bool {
        let is_event = line.starts_with(b"[Event ");
        match self.part {
            Part::Comment => return self.after_blank && is_event,
            Part::Headers => return self.after_blank && self.has_event && is_event,
            Part::Moves => {}
        }
        let restarts = line.starts_with(b"1.") && !line.starts_with(b"1..");
        line.starts_with(b"[") || self.after_blank && !is_blank(line) && (self.ended || restarts)
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

    /// Reads headers, and moves on the same line.
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

    /// If a word of the movetext begins at the first byte of `rest`, sets the field `ended` to true if this
    /// word is a game result (`1-0`, `0-1`, `1/2-1/2` or `*`), and to false otherwise.
    fn note_end(&mut self, rest: &[u8]) {
        let begins_word = self.game.movetext.last().is_none_or(|byte| b" })".contains(byte));
        if begins_word {
            let word = rest.split(|byte| b" \t\r\n{;".contains(byte)).next().unwrap_or_default();
            self.ended = matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
        }
    }
}

/// Returns whether the line is empty: only white space, or the end-of-file byte of DOS.
fn is_blank(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), b"" | b"\x1a")
}

#[cfg(test)]
mod tests;
