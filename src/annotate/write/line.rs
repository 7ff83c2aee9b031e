//! Movetext in lines: words, numbers where they are needed, brackets that stick to their words.

use shakmaty::Color;

use super::side_of;

/// Letters in a line, as the PGN standard asks for.
const WIDTH: usize = 80;

/// Movetext being written.
#[derive(Debug)]
pub(super) struct Movetext {
    out: Vec<u8>,
    column: usize,
    /// A word that may still get a closing bracket.
    pending: Vec<u8>,
    /// Brackets before the next word.
    brackets: Vec<u8>,
    /// Black's move needs its number: it comes first, or something stood between.
    interrupted: bool,
    number: u32,
    first: Color,
}

impl Movetext {
    /// Begins with move `number` of side `first`.
    pub(super) const fn new(number: u32, first: Color) -> Self {
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

    /// The move after so many plies.
    pub(super) fn mv(&mut self, ply: usize, san: &str) {
        let white = side_of(self.first, ply).is_white();
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

    pub(super) fn nag(&mut self, nag: u8) {
        self.word(format!("${nag}").as_bytes());
    }

    /// A comment, if it says anything; white space in it may become a line end.
    pub(super) fn comment(&mut self, text: &[u8]) {
        if text.trim_ascii().is_empty() {
            return;
        }
        self.flush();
        self.brackets.push(b'{');
        let mut rest = text.trim_ascii();
        while !rest.is_empty() {
            let (word, after) = rest.split_at(word_length(rest));
            self.word(word);
            rest = after.trim_ascii_start();
        }
        self.pending.push(b'}');
        self.interrupted = true;
    }

    pub(super) fn open(&mut self) {
        self.flush();
        self.brackets.push(b'(');
        self.interrupted = true;
    }

    pub(super) fn close(&mut self) {
        if self.brackets.is_empty() {
            self.pending.push(b')');
        } else {
            // A variation without a word.
            self.brackets.pop();
        }
        self.interrupted = true;
    }

    pub(super) fn word(&mut self, word: &[u8]) {
        self.flush();
        self.pending.append(&mut self.brackets);
        self.pending.extend_from_slice(word);
    }

    /// All of it, with a line end.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.flush();
        self.out.push(b'\n');
        self.out
    }

    /// Puts the pending word where it belongs.
    fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let length = self.pending.iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        // The lines of a PGN file that begin with these mean something else.
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

/// The length of the first word of a comment. A command such as `[%clk 0:01:00]` is one word: not every reader takes a line end inside.
fn word_length(text: &[u8]) -> usize {
    let blank = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    let command =
        text.starts_with(b"[%").then(|| text.iter().take(WIDTH).position(|&byte| byte == b']')).flatten();
    command.map_or(blank, |end| end + 1)
}
