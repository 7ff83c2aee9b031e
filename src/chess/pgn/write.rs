//! Writes PGN: [`game`] joins headers and movetext, and [`Movetext`] wraps lines, adds move numbers where needed, and
//! keeps brackets next to the words inside them.

use shakmaty::Color;

use super::headers::Tag;

/// Maximum line length in characters, from the PGN standard.
const WIDTH: usize = 80;

/// Returns the PGN text of a game: its headers, an empty line, and its movetext.
pub fn game(tags: &[Tag], movetext: Movetext) -> Vec<u8> {
    let mut text: Vec<u8> = tags.iter().flat_map(Tag::line).collect();
    text.push(b'\n');
    text.extend(movetext.finish());
    text
}

/// Writer that collects the movetext of a game.
#[derive(Debug)]
pub struct Movetext {
    out: Vec<u8>,
    /// Length of the current output line, in characters.
    column: usize,
    /// Last word, not yet written to `out`, because a closing bracket may have to be appended to the word.
    pending: Vec<u8>,
    /// Opening brackets that will be written directly before the next word.
    brackets: Vec<u8>,
    /// Whether the next move needs a move number even if Black plays it: it is the first move, or follows a
    /// comment or variation.
    interrupted: bool,
    /// Move number of the first move of the game.
    number: u32,
    /// Side that plays the first move of the game.
    first: Color,
}

impl Movetext {
    /// Creates empty movetext for a game that starts with move `number` of the side `first`.
    pub const fn new(number: u32, first: Color) -> Self {
        Self {
            out: Vec::new(),
            column: 0,
            pending: Vec::new(),
            brackets: Vec::new(),
            interrupted: true,
            number,
            first,
        }
    }

    /// Writes the move at `ply`, counted from 0, with its move number if needed.
    pub fn mv(&mut self, ply: usize, san: &str) {
        let white = self.first.is_white() == ply.is_multiple_of(2);
        let before = ply + usize::from(!self.first.is_white());
        let number = u64::from(self.number) + before as u64 / 2;
        if white {
            self.word(format!("{number}.").as_bytes());
        } else if self.interrupted {
            self.word(format!("{number}...").as_bytes());
        }
        self.word(san.as_bytes());
        self.interrupted = false;
    }

    /// Writes a numeric annotation glyph.
    pub fn nag(&mut self, nag: u32) {
        self.word(format!("${nag}").as_bytes());
    }

    /// Writes a comment unless it is empty. White space in the comment may be replaced by a line break, and `}` is
    /// replaced by an apostrophe, because it would end the comment.
    pub fn comment(&mut self, text: &[u8]) {
        if text.trim_ascii().is_empty() {
            return;
        }
        self.flush();
        self.brackets.push(b'{');
        let mut rest = text.trim_ascii();
        while !rest.is_empty() {
            let (word, after) = rest.split_at(word_length(rest));
            self.word(&word.iter().map(|&byte| if byte == b'}' { b'\'' } else { byte }).collect::<Vec<_>>());
            rest = after.trim_ascii_start();
        }
        self.pending.push(b'}');
        self.interrupted = true;
    }

    /// Opens a variation.
    pub fn open(&mut self) {
        self.flush();
        self.brackets.push(b'(');
        self.interrupted = true;
    }

    /// Closes a variation. An empty variation is left out.
    pub fn close(&mut self) {
        if self.brackets.is_empty() {
            self.pending.push(b')');
        } else {
            // Nothing was written since the opening bracket, so the variation is empty: remove the opening
            // bracket.
            self.brackets.pop();
        }
        self.interrupted = true;
    }

    /// Writes a word as it is, such as a result.
    pub fn word(&mut self, word: &[u8]) {
        self.flush();
        self.pending.append(&mut self.brackets);
        self.pending.extend_from_slice(word);
    }

    /// Returns the complete movetext, with a line break at the end.
    fn finish(mut self) -> Vec<u8> {
        self.flush();
        self.out.push(b'\n');
        self.out
    }

    /// Writes the pending word to `out`, on a new line if the current line has no space for it.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let length = self.pending.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        // A word that starts with `%` or `[` must not start a line: PGN readers would read the line as an
        // escape (`%`) or a header (`[`).
        let at_line_start_ok = !b"%[".contains(&self.pending[0]);
        if self.column > 0 && self.column + 1 + length > WIDTH && at_line_start_ok {
            self.out.push(b'\n');
            self.column = 0;
        } else if self.column > 0 {
            self.out.push(b' ');
            self.column += 1;
        }
        self.out.append(&mut self.pending);
        self.column += length;
    }
}

/// Returns the length of the first word of a comment, in bytes. A command of at most one line, such as
/// `[%clk 0:01:00]`, is one word, because some PGN readers do not accept a line break inside a command.
fn word_length(text: &[u8]) -> usize {
    let blank = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let command =
        text.starts_with(b"[%").then(|| text.iter().take(WIDTH).position(|&byte| byte == b']')).flatten();
    command.map_or(blank, |end| end + 1)
}
