//! A parsed PGN game with legal moves.

use shakmaty::CastlingMode;

use super::{
    headers::{Tag, value_of},
    problem::{MAX_PLIES, MAX_VARIATION_DEPTH, Problem, quoted},
    scan::{self, Token, TokenKind, decoded},
    split::RawGame,
    start_tags::start_position,
};
use crate::chess::position::{
    Move, MoveError, Position, Repair, is_remark, plain, read_move, readings, without_number,
};

/// Maximum length of a move with its number and suffixes in bytes. A longer word consists of several moves.
const LONGEST_WORD: usize = 64;
/// Maximum length of a move that another move follows without a space, in bytes.
const LONGEST_GLUED: usize = 12;
/// Maximum number of characters of a word that an error message quotes.
const MAX_QUOTE_LENGTH: usize = 20;
/// Symbols and words after a move that have a number as a glyph (NAG).
const GLYPHS: [(&str, u32); 20] = [
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("(=)", 10),
    ("∞", 13),
    ("+/=", 14),
    ("⩲", 14),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("=", 10),
    ("TN", 146),
    ("N", 146),
];

/// Element of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move of a variation as written, without its number. Its legality is not checked.
    Move(String),
    /// A numeric annotation glyph (NAG): 4 is `$4`, a blunder.
    Nag(u32),
    /// The text of a comment, without the braces.
    Comment(Vec<u8>),
    /// A variation that replaces the previous move.
    Variation(Vec<Item>),
}

/// A move of the main line with its annotations.
#[derive(Clone, Debug)]
pub struct PgnPly {
    /// The legal move.
    pub mv: Move,
    /// NAGs, comments, and variations after the move; never [`Item::Move`].
    pub items: Vec<Item>,
}

/// A game with legal moves.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Headers in file order.
    pub tags: Vec<Tag>,
    /// Start position.
    pub start: Position,
    /// Errors in the start position's FEN that were repaired.
    pub repairs: Vec<Repair>,
    /// NAGs, comments, and variations before the first move.
    pub preface: Vec<Item>,
    /// Moves of the main line.
    pub plies: Vec<PgnPly>,
    /// Result: from the movetext, otherwise from the header `Result`, otherwise `*`.
    pub result: String,
}

impl PgnGame {
    /// Parses a game and checks that the moves of its main line are legal. If the game has a header `FEN`,
    /// castling is as in Chess960 if the headers or `default_mode` require it.
    ///
    /// # Errors
    /// Returns the first [`Problem`] of the game.
    pub fn parse(raw: &RawGame, default_mode: CastlingMode) -> Result<Self, Problem> {
        match Self::prefix(raw, default_mode)? {
            (game, None) => Ok(game),
            (_, Some(problem)) => Err(problem),
        }
    }

    /// Parses a game up to its first problem. If the problem is in the moves, the returned game contains the
    /// moves before it.
    ///
    /// # Errors
    /// Returns a [`Problem`] without a game if the game is too long, a header or the start position is
    /// invalid, a comment is not closed, the parentheses of variations do not match, or an unknown word
    /// precedes all moves of a game without headers.
    pub fn prefix(raw: &RawGame, default_mode: CastlingMode) -> Result<(Self, Option<Problem>), Problem> {
        if raw.too_long {
            return Err(Problem::TooLong);
        }
        raw.headers.check()?;
        let tags = raw.headers.tags.clone();
        let (start, repairs) = start_position(&tags, default_mode)?;
        let mut replay = Replay::new(raw, start.clone());
        let mut problem = raw.tokens.iter().find_map(|token| replay.take(token).err());
        if problem.is_none() {
            problem = match replay.enclosing.is_empty() {
                _ if raw.unclosed => Some(Problem::Comment),
                true => None,
                false => Some(Problem::Brackets),
            };
        }
        match problem {
            Some(problem @ (Problem::Comment | Problem::Brackets)) => return Err(problem),
            Some(word @ Problem::Word { .. }) if tags.is_empty() && replay.plies.is_empty() => {
                return Err(word);
            }
            _ => {}
        }
        let Replay { preface, plies, outcome, .. } = replay;
        // A header can have any text, and a game with another end cannot be read again.
        let stated = || value_of(&tags, "Result").and_then(|text| scan::result(&text));
        let result = outcome.or_else(stated).unwrap_or("*").to_owned();
        Ok((Self { tags, start, repairs, preface, plies, result }, problem))
    }

    /// Returns the value of the first header with this name, upper and lower case being equivalent, or
    /// `None`.
    pub fn tag(&self, name: &str) -> Option<String> {
        value_of(&self.tags, name)
    }
}

/// Replays the main line of a game up to its first problem. Items are attached to the preceding move, or to the
/// preface before the first move.
struct Replay<'a> {
    raw: &'a RawGame,
    position: Position,
    preface: Vec<Item>,
    plies: Vec<PgnPly>,
    /// Items of the open variations, the innermost last.
    enclosing: Vec<Vec<Item>>,
    outcome: Option<&'static str>,
}

impl<'a> Replay<'a> {
    const fn new(raw: &'a RawGame, position: Position) -> Self {
        Self { raw, position, preface: Vec::new(), plies: Vec::new(), enclosing: Vec::new(), outcome: None }
    }

    fn take(&mut self, token: &Token) -> Result<(), Problem> {
        let text = &self.raw.text[token.range.start as usize..token.range.end as usize];
        match token.kind {
            TokenKind::Comment => self.push(Item::Comment(text.to_owned())),
            TokenKind::LineComment => {
                // A comment in braces has no braces.
                let replaced = text.trim_ascii().iter().map(|&byte| match byte {
                    b'{' => b'(',
                    b'}' => b')',
                    byte => byte,
                });
                self.push(Item::Comment(replaced.collect()));
            }
            TokenKind::Nag => {
                let nag = glyph_number(text).ok_or_else(|| self.unknown(&decoded(text)))?;
                self.push(Item::Nag(nag));
            }
            TokenKind::Open if self.enclosing.len() == MAX_VARIATION_DEPTH => return Err(Problem::Brackets),
            TokenKind::Open => self.enclosing.push(Vec::new()),
            TokenKind::Close => {
                let items = self.enclosing.pop().ok_or(Problem::Brackets)?;
                if !items.is_empty() {
                    self.push(Item::Variation(items));
                }
            }
            TokenKind::Result(result) if self.enclosing.is_empty() => self.outcome = Some(result),
            TokenKind::Result(_) => {}
            TokenKind::Word => {
                let word = decoded(text);
                if word.len() <= MAX_QUOTE_LENGTH && is_remark(&word) {
                    self.push_glyph(&word);
                } else if self.enclosing.is_empty() {
                    self.main_line(&word)?;
                } else {
                    self.variation(&word)?;
                }
            }
        }
        Ok(())
    }

    /// Adds an item after the last move of the innermost open line.
    fn push(&mut self, item: Item) {
        let items = self.enclosing.last_mut().or_else(|| self.plies.last_mut().map(|ply| &mut ply.items));
        items.unwrap_or(&mut self.preface).push(item);
    }

    fn unknown(&self, word: &str) -> Problem {
        Problem::Word { ply: self.plies.len(), word: quoted(word.as_bytes(), MAX_QUOTE_LENGTH) }
    }

    /// Plays the move of a word, or several moves without spaces between them.
    fn main_line(&mut self, word: &str) -> Result<(), Problem> {
        let ply = self.plies.len();
        if self.outcome.is_some() {
            return Err(Problem::AfterResult { ply });
        }
        let mut rest = without_number(word);
        while !is_number(rest) {
            if self.plies.len() == MAX_PLIES {
                return Err(Problem::Endless);
            }
            let error = if rest.len() > LONGEST_WORD {
                MoveError::NotAMove(String::new())
            } else {
                match read_move(&self.position, rest) {
                    Ok(mv) => {
                        self.play(mv);
                        self.push_glyph(suffix(rest));
                        return Ok(());
                    }
                    Err(error) => error,
                }
            };
            let first = glued(rest, |text| read_move(&self.position, text).ok());
            let (mv, others) = first.ok_or_else(|| self.problem(rest, &error))?;
            self.play(mv);
            rest = without_number(others);
        }
        Ok(())
    }

    fn play(&mut self, mv: Move) {
        self.position = self.position.play(mv);
        self.plies.push(PgnPly { mv, items: Vec::new() });
    }

    /// Adds the moves of a word to the innermost open variation.
    fn variation(&mut self, word: &str) -> Result<(), Problem> {
        let mut rest = without_number(word);
        while !is_number(rest) {
            if rest.len() <= LONGEST_WORD && (is_move(rest) || is_null(rest)) {
                self.push(Item::Move(rest.to_owned()));
                return Ok(());
            }
            let first = glued(rest, |text| is_move(text).then_some(text));
            let (first, others) = first.ok_or_else(|| self.unknown(rest))?;
            self.push(Item::Move(first.to_owned()));
            rest = without_number(others);
        }
        Ok(())
    }

    /// Adds a symbol or word after a move as a glyph, if there is such a glyph.
    fn push_glyph(&mut self, text: &str) {
        let has_symbol = |(symbol, _): &&(&str, u32)| symbol.chars().eq(text.chars().map(plain));
        if let Some((_, nag)) = GLYPHS.iter().find(has_symbol) {
            self.push(Item::Nag(*nag));
        }
    }

    fn problem(&self, text: &str, error: &MoveError) -> Problem {
        let why = match error {
            MoveError::Ambiguous(_, moves) => format!("ambiguous: it fits {moves}"),
            MoveError::Illegal(_) => "illegal".to_owned(),
            _ if is_null(text) => "not a chess move: a null move is legal only in a variation".to_owned(),
            _ => return self.unknown(text),
        };
        let ply = self.plies.len();
        let text = quoted(text.as_bytes(), MAX_QUOTE_LENGTH);
        Problem::Move { ply, san: format!("{} {text}", self.position.number()), why }
    }
}

/// Returns whether the text is a move in any notation, in whatever position.
fn is_move(text: &str) -> bool {
    readings(text).next().is_some()
}

/// Returns whether the text is a null move (a pass), which annotators write in variations.
fn is_null(text: &str) -> bool {
    matches!(text, "--" | "Z0" | "0000" | "@@@@" | "null")
}

/// Returns whether nothing is left but a move number, possibly with dots.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits a text such as `e4e5` or `Nf3Nc6` into a move, the longest one that `read` accepts, and a rest that begins with
/// a move or a move number.
fn glued<'a, T>(text: &'a str, read: impl Fn(&'a str) -> Option<T>) -> Option<(T, &'a str)> {
    let ends = |text: &str| {
        let most = text.len().min(LONGEST_GLUED);
        (2..=most).rev().filter(|&end| text.is_char_boundary(end)).collect::<Vec<_>>()
    };
    let begins_move = |text: &str| {
        let rest = without_number(text);
        is_number(rest) || ends(rest).iter().any(|&end| is_move(&rest[..end]))
    };
    ends(text)
        .into_iter()
        .filter(|&end| end < text.len() && begins_move(&text[end..]))
        .find_map(|end| Some((read(&text[..end])?, &text[end..])))
}

/// Returns the text after the last letter, digit or bracket.
fn suffix(text: &str) -> &str {
    let end = text.char_indices().rfind(|(_, letter)| letter.is_alphanumeric() || *letter == ')');
    end.map_or("", |(at, letter)| &text[at + letter.len_utf8()..])
}

/// Returns the number of a glyph such as `$5` or `!?`.
fn glyph_number(text: &[u8]) -> Option<u32> {
    match text {
        b"!" => Some(1),
        b"?" => Some(2),
        b"!!" => Some(3),
        b"??" => Some(4),
        b"!?" => Some(5),
        b"?!" => Some(6),
        _ => str::from_utf8(text.strip_prefix(b"$")?).ok()?.parse().ok(),
    }
}

#[cfg(test)]
mod tests;
