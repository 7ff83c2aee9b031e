//! Scans the lines of a game once: collects the headers and the elements of the movetext, and finds the place where
//! the next game begins.
//!
//! The boundary between two games is not always marked. After the first element of the movetext, a header begins
//! another game, also within a line, and so does move number 1 with a single dot after a result or an empty line,
//! and any text after a result and an empty line. Any other empty line within the movetext does not end a game. A
//! comment that is not closed would extend to the end of the file, so a line of headers starts a new game even
//! inside a comment if it begins with `[Event` or follows an empty line. A game can have no movetext, so an empty
//! line followed by a second `[Event` header starts a new game as well.

use std::{borrow::Cow, ops::Range};

use super::{
    headers::{are_headers, is_header},
    split::RawGame,
};
use crate::chess::position::{is_remark, plain};

/// Spellings of results, each with the one that PGN defines. Every dash counts as a hyphen.
const RESULTS: [(&str, &str); 9] = [
    ("1/2-1/2", "1/2-1/2"),
    ("1/2:1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("½:½", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("1-0", "1-0"),
    ("1:0", "1-0"),
    ("0-1", "0-1"),
    ("0:1", "0-1"),
];

/// Element of the movetext: its kind and its place in the text of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<u32>,
}

/// Kind of an element of the movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A move, possibly with its number, or an unknown word.
    Word,
    /// The result of the game, in the spelling that PGN defines.
    Result(&'static str),
    /// A glyph: `$5`, `!?`.
    Nag,
    /// The text of a comment in braces, without the braces.
    Comment,
    /// The text of a comment to the end of the line.
    LineComment,
    /// Start of a variation.
    Open,
    /// End of a variation.
    Close,
}

/// State of a game that is being read.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub(super) game: RawGame,
    /// Start of the comment in braces that is not closed yet, in the text of the game.
    comment: Option<usize>,
    /// Number of open variations.
    depth: usize,
    /// Whether the movetext has an element other than a comment.
    has_moves: bool,
    /// Whether the last element of the main line other than comments is a result.
    ended: bool,
    after_blank: bool,
}

impl Scan {
    /// Returns whether the text of the game ends inside a comment.
    pub(super) const fn is_in_comment(&self) -> bool {
        self.comment.is_some()
    }

    /// Begins the next piece of a game that is too long. Its elements are not needed.
    pub(super) fn next_piece(&mut self) -> RawGame {
        self.comment = self.comment.map(|_| 0);
        std::mem::take(&mut self.game)
    }

    /// Returns whether the current game ends before `line`.
    pub(super) fn ends_before(&self, line: &[u8]) -> bool {
        let start = line.trim_ascii_start();
        let is_event = start.starts_with(b"[Event ");
        if self.comment.is_some() {
            return (is_event || self.after_blank && start.starts_with(b"[")) && are_headers(line);
        }
        if !self.has_moves {
            return self.after_blank && is_event && self.game.headers.tags.iter().any(|tag| tag.is("Event"));
        }
        is_header(start)
            || matches!(line, [b'[', letter, ..] if letter.is_ascii_alphabetic())
            || self.after_blank && !is_blank(line) && (self.ended || is_first_number(start))
    }

    /// Reads a line, or the rest of it. Returns the number of bytes that belong to this game. `is_piece`: the text
    /// continues a line whose start has been read.
    pub(super) fn take(&mut self, line: &[u8], is_piece: bool) -> usize {
        let used = self.scan(line, is_piece);
        self.after_blank = is_blank(line);
        self.game.text.extend_from_slice(&line[..used]);
        used
    }

    fn scan(&mut self, line: &[u8], is_piece: bool) -> usize {
        let start = line.trim_ascii_start();
        if self.comment.is_some() || is_piece {
            return self.scan_moves(line, 0);
        }
        if is_blank(line) {
            self.game.headers.close();
            return line.len();
        }
        if self.game.headers.is_open() && !start.starts_with(b"[") {
            self.game.headers.continue_with(line);
            return line.len();
        }
        if line.starts_with(b"%") {
            return line.len();
        }
        self.scan_moves(line, 0)
    }

    /// Reads movetext, and headers before the first move, from `line[at..]`.
    fn scan_moves(&mut self, line: &[u8], mut at: usize) -> usize {
        if let Some(start) = self.comment
            && !self.close_comment(line, start, &mut at)
        {
            return line.len();
        }
        while at < line.len() {
            let rest = &line[at..];
            let (letter, length) = first_char(rest);
            match letter {
                _ if is_space(letter) => at += length,
                '{' => {
                    at += 1;
                    let start = self.game.text.len() + at;
                    if !self.close_comment(line, start, &mut at) {
                        return line.len();
                    }
                }
                ';' => {
                    self.push(TokenKind::LineComment, at + 1..line.trim_ascii_end().len());
                    return line.len();
                }
                '[' if !self.has_moves => {
                    let used = self.game.headers.take(rest);
                    if used == rest.len() {
                        return line.len();
                    }
                    at += used;
                }
                '[' if is_header(rest) => return at,
                _ if self.ended && self.depth == 0 && is_first_number(rest) => return at,
                _ => at = self.scan_element(line, at),
            }
        }
        line.len()
    }

    /// Looks for the end of a comment. Returns whether it was found; `at` is then after it.
    fn close_comment(&mut self, line: &[u8], start: usize, at: &mut usize) -> bool {
        let length = line[*at..].iter().position(|&byte| byte == b'}');
        self.comment = if length.is_some() { None } else { Some(start) };
        if let Some(length) = length {
            let end = self.game.text.len() + *at + length;
            self.game.tokens.push(Token { kind: TokenKind::Comment, range: start as u32..end as u32 });
            *at += length + 1;
        }
        length.is_some()
    }

    /// Reads the element of the movetext that begins at `line[at]`. Returns the place after it.
    fn scan_element(&mut self, line: &[u8], at: usize) -> usize {
        self.has_moves = true;
        let rest = &line[at..];
        let (kind, length) = match rest[0] {
            b'(' if !rest.starts_with(b"(=)") => (TokenKind::Open, 1),
            b')' => (TokenKind::Close, 1),
            b'$' => (TokenKind::Nag, 1 + rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count()),
            b'!' | b'?' => (TokenKind::Nag, 1 + usize::from(matches!(rest.get(1), Some(b'!' | b'?')))),
            b'*' => (TokenKind::Result("*"), 1),
            b'(' => (TokenKind::Word, 3),
            _ => (TokenKind::Word, word_length(rest).max(1)),
        };
        match kind {
            TokenKind::Open => self.depth += 1,
            TokenKind::Close => self.depth = self.depth.saturating_sub(1),
            TokenKind::Word => {
                self.scan_word(rest, at..at + length);
                return at + length;
            }
            _ => {}
        }
        if self.depth == 0 && kind != TokenKind::Nag {
            self.ended = matches!(kind, TokenKind::Result(_));
        }
        self.push(kind, at..at + length);
        at + length
    }

    /// Separates a result from the end of a word, and leaves out move numbers.
    fn scan_word(&mut self, rest: &[u8], range: Range<usize>) {
        let word = &rest[..range.len()];
        let result = result_at_end(word);
        let before = result.map_or(word.len(), |(start, _)| start);
        if !word[..before].iter().all(|&byte| byte.is_ascii_digit() || byte == b'.') {
            let dots = word.iter().position(|&byte| byte != b'.').unwrap_or(0);
            self.ended &= before <= LONGEST_REMARK && is_remark(&decoded(&word[..before]));
            self.push(TokenKind::Word, range.start + dots..range.start + before);
        }
        if let Some((_, result)) = result {
            self.ended |= self.depth == 0;
            self.push(TokenKind::Result(result), range.start + before..range.end);
        }
    }

    /// Adds an element at this place of the current line.
    fn push(&mut self, kind: TokenKind, place: Range<usize>) {
        let before = self.game.text.len();
        let range = (before + place.start) as u32..(before + place.end) as u32;
        self.game.tokens.push(Token { kind, range });
    }
}

/// Returns the result that `text` states in the spelling that PGN defines, or `None` if it is another text.
pub(super) fn result(text: &str) -> Option<&'static str> {
    result_at_end(text.as_bytes()).filter(|(start, _)| *start == 0).map(|(_, result)| result)
}

/// Returns the place in a word where a result begins that ends it, and the result in the spelling that PGN defines.
fn result_at_end(word: &[u8]) -> Option<(usize, &'static str)> {
    // Most words are moves with another end.
    let word = str::from_utf8(word).ok().filter(|word| word.ends_with(['0', '1', '2', '½']))?;
    RESULTS.iter().find_map(|(spelling, result)| {
        let (start, _) = word.char_indices().rev().nth(spelling.chars().count() - 1)?;
        word[start..].chars().map(plain).eq(spelling.chars()).then_some((start, *result))
    })
}

/// Maximum length of a word after a result that does not count as a move, in bytes.
const LONGEST_REMARK: usize = 20;

/// Returns whether the line is empty: only white space, or the end-of-file byte of DOS.
pub(super) fn is_blank(line: &[u8]) -> bool {
    matches!(line.trim_ascii(), b"" | b"\x1a")
}

/// Returns whether the text begins with move number 1 of White.
fn is_first_number(text: &[u8]) -> bool {
    text.starts_with(b"1.") && !text.starts_with(b"1..") && !text.starts_with("1.…".as_bytes())
}

/// Returns the length of the word at the start of `text`, in bytes. A promotion piece in brackets, as in `e8(Q)`, is
/// part of the word.
fn word_length(text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() {
        let (letter, length) = first_char(&text[at..]);
        let is_promotion = || {
            matches!(text[at..], [b'(', piece, b')', ..] if b"QRBNqrbn".contains(&piece))
                && at > 0
                && b"18=".contains(&text[at - 1])
        };
        match letter {
            '(' if is_promotion() => at += 3,
            '{' | '}' | '(' | ')' | ';' | '$' | '!' | '?' | '*' => break,
            '[' if is_header(&text[at..]) => break,
            _ if is_space(letter) => break,
            _ => at += length,
        }
    }
    at
}

/// Returns whether a character separates words: white space, also with zero width, or the end-of-file byte of DOS.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{1a}' | '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Returns the first character of a text that is not empty, and its length. A byte that is not UTF-8 is read as
/// Latin-1, as in many old files.
fn first_char(text: &[u8]) -> (char, usize) {
    if text[0].is_ascii() {
        return (char::from(text[0]), 1);
    }
    let first = text[..text.len().min(4)].utf8_chunks().next();
    let letter = first.and_then(|chunk| chunk.valid().chars().next());
    letter.map_or((char::from(text[0]), 1), |letter| (letter, letter.len_utf8()))
}

/// Returns the text of a word. Bytes that are not UTF-8 are read as Latin-1.
pub(super) fn decoded(word: &[u8]) -> Cow<'_, str> {
    str::from_utf8(word).map_or_else(
        |_| {
            let (mut rest, mut text) = (word, String::new());
            while !rest.is_empty() {
                let (letter, length) = first_char(rest);
                text.push(letter);
                rest = &rest[length..];
            }
            text.into()
        },
        Cow::Borrowed,
    )
}
