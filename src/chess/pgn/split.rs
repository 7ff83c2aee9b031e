//! Splits a PGN stream into games, with one game in memory at a time. Each game keeps its original text, so that a
//! game with errors can be copied unchanged.

use std::{
    io::{self, BufRead},
    sync::Arc,
};

use super::{
    headers::Headers,
    scan::{Scan, Token, is_blank},
};
use crate::support::lines::{has_line_end, read_line, remove_bom};

/// Maximum size of a game in bytes, and maximum number of bytes that are read as one line.
pub const MAX_GAME_BYTES: usize = 4 << 20;

/// The text of one game from the file, with the places of its elements.
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
    /// Headers from the text.
    pub(super) headers: Headers,
    /// Elements of the movetext.
    pub(super) tokens: Vec<Token>,
    /// Whether the text of the game ends inside a comment, because the `}` of the comment is missing.
    pub unclosed: bool,
    /// Whether the text is longer than [`MAX_GAME_BYTES`]. A game that is too long is returned in one or more
    /// pieces with the same number.
    pub too_long: bool,
    /// Whether this is the second or a later piece of a game that is too long.
    pub continued: bool,
}

/// Splits a stream into games.
#[derive(Debug)]
pub struct Splitter<R> {
    input: R,
    /// The line that is being read.
    line: Vec<u8>,
    /// Number of bytes of the line that belong to earlier games.
    used: usize,
    /// Number of the line, from 1.
    line_number: u64,
    number: u64,
    /// State of the game that is too long and whose first pieces have been returned.
    cut: Option<Scan>,
    /// Whether `line` continues a line that is too long.
    is_piece: bool,
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

impl<R: BufRead> Splitter<R> {
    /// Creates a splitter for `input`.
    pub const fn new(input: R) -> Self {
        Self { input, line: Vec::new(), used: 0, line_number: 0, number: 0, cut: None, is_piece: false }
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
        while self.has_line()? {
            let line = &self.line[self.used..];
            let started = !scan.game.text.is_empty();
            if !started && !continued && is_blank(line) {
                self.used = self.line.len();
                continue;
            }
            // The next piece of a long line is not the start of a game.
            if (started || continued) && !self.is_piece && scan.ends_before(line) {
                if started {
                    break;
                }
                // The game that is too long ended exactly where it was cut.
                (scan, continued) = (Scan::default(), false);
            }
            if scan.game.text.is_empty() {
                scan.game.line = self.line_number;
            }
            self.used += scan.take(line, self.is_piece);
            if self.used < self.line.len() {
                // Another game begins within the line.
                self.is_piece = false;
                break;
            }
            if scan.game.text.len() > MAX_GAME_BYTES {
                is_cut = true;
                break;
            }
        }
        if scan.game.text.is_empty() {
            return Ok(None);
        }
        self.number += u64::from(!continued);
        let unclosed = scan.is_in_comment();
        let mut game = scan.next_piece();
        game.headers.close();
        if is_cut {
            self.cut = Some(scan);
        } else {
            let used =
                game.text.iter().rposition(|byte| !byte.is_ascii_whitespace()).map_or(0, |last| last + 1);
            game.text.truncate(used);
        }
        let too_long = is_cut || continued;
        if too_long {
            game.tokens = Vec::new();
        }
        Ok(Some(RawGame { number: self.number, unclosed, too_long, continued, ..game }))
    }

    /// Reads the next line, or the next piece of a long line, when the last one is used. Returns whether there is one.
    fn has_line(&mut self) -> io::Result<bool> {
        if self.used < self.line.len() {
            return Ok(true);
        }
        self.is_piece = !self.line.is_empty() && !has_line_end(&self.line);
        self.line.clear();
        self.used = 0;
        if read_line(&mut self.input, MAX_GAME_BYTES, &mut self.line)? == 0 {
            return Ok(false);
        }
        // Concatenated files can contain a byte order mark (BOM) before each game.
        if self.line_number == 0 || self.line.starts_with(b"\xef\xbb\xbf[") {
            remove_bom(&mut self.line);
        }
        self.line_number += u64::from(!self.is_piece);
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
