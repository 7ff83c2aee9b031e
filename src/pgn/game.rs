//! A game of PGN, read and played over.

use shakmaty::{
    CastlingMode, Chess,
    san::{San, SanError, SanPlus},
};

use super::{
    problem::{MAX_PLIES, Problem, quoted},
    read::{Movetext, read},
    split::RawGame,
    start_tags::{StartError, StartTags},
    unknown_words,
};
use crate::position::{Move, Position, Repair};

/// Letters of a broken header that are quoted.
const MAX_QUOTE_LENGTH: usize = 60;

/// One header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name.
    pub name: Vec<u8>,
    /// Its value as it stands in the file, with its backslashes.
    pub raw: Vec<u8>,
}

impl Tag {
    /// The value without backslashes; what is no UTF-8 is replaced.
    pub fn value(&self) -> String {
        pgn_reader::RawTag(&self.raw).decode_utf8_lossy().into_owned()
    }
}

/// Something in the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move, as it is written.
    Move(SanPlus),
    /// A numeric glyph: 4 is `$4`, a blunder.
    Nag(u8),
    /// A comment, without its braces.
    Comment(Vec<u8>),
    /// Other moves in place of the last.
    Variation(Vec<Item>),
}

/// A move of the game, and what was written about it.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Glyphs, comments and variations behind it; no moves.
    pub items: Vec<Item>,
}

/// A game whose moves are legal.
#[derive(Clone, Debug)]
pub struct Game {
    /// The headers, in their order.
    pub tags: Vec<Tag>,
    /// Where it begins.
    pub start: Position,
    /// What was repaired in its FEN.
    pub repairs: Vec<Repair>,
    /// What stands before the first move.
    pub preface: Vec<Item>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The result: that of the movetext, else of the header, else `*`.
    pub result: String,
}

impl Game {
    /// Reads a game and plays its moves. Castling is told as in Chess960 if the game says so, or `default_mode`.
    ///
    /// # Errors
    /// The first [`Problem`] met.
    pub fn parse(raw: &RawGame, default_mode: CastlingMode) -> Result<Self, Problem> {
        match Self::prefix(raw, default_mode)? {
            (game, None) => Ok(game),
            (_, Some(problem)) => Err(problem),
        }
    }

    /// Reads a game as far as it can be read: if there is a problem in the moves, the game is what stands in front of it.
    ///
    /// # Errors
    /// The first [`Problem`] met, if nothing stands in front of it.
    pub fn prefix(raw: &RawGame, default_mode: CastlingMode) -> Result<(Self, Option<Problem>), Problem> {
        if raw.too_long {
            return Err(Problem::TooLong);
        }
        check_headers(&raw.headers)?;
        let first_unknown_word =
            unknown_words::first_unknown_word(&raw.movetext).map(|(ply, word)| Problem::Word { ply, word });
        if raw.unclosed {
            return Err(first_unknown_word.unwrap_or(Problem::Comment));
        }
        let Movetext { tags, items, outcome, problem } =
            match read(&[&raw.headers[..], b"\n", &raw.movetext].concat()) {
                Ok(movetext) => movetext,
                Err(problem) => return Err(first_unknown_word.unwrap_or(problem)),
            };
        let (start, repairs) = start(&tags, default_mode)?;
        let Played { preface, mut plies, problem: illegal_move } = replay(&start, items);
        let reader_problem = illegal_move.or(problem);
        // Of two at the same ply the word comes first; at another, the earlier.
        let problem = first_unknown_word.into_iter().chain(reader_problem).min_by_key(Problem::ply);
        if let Some(word @ Problem::Word { ply, .. }) = &problem {
            plies.truncate(*ply);
            if tags.is_empty() && plies.is_empty() {
                return Err(word.clone());
            }
        }
        let result = outcome.or_else(|| value(&tags, b"Result")).unwrap_or_else(|| "*".to_owned());
        Ok((Self { tags, start, repairs, preface, plies, result }, problem))
    }

    /// The value of a header.
    pub fn tag(&self, name: &str) -> Option<String> {
        value(&self.tags, name.as_bytes())
    }
}

fn value(tags: &[Tag], name: &[u8]) -> Option<String> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(Tag::value)
}

/// A header that the reader passes over in silence, or reads in another way than it is written, is broken: what it understood of the line,
/// written back, must be the line, but for white space.
fn check_headers(headers: &[u8]) -> Result<(), Problem> {
    let without_spaces =
        |text: &[u8]| text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<_>>();
    for line in headers.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let tags = read(&[line, b"\n\n"].concat()).map(|read| read.tags).unwrap_or_default();
        let named = |tag: &Tag| {
            !tag.name.is_empty()
                && tag.name.iter().all(|byte| byte.is_ascii_graphic() && !b"[]\"".contains(byte))
        };
        let rewritten: Vec<u8> = tags.iter().flat_map(|tag| format_tag(&tag.name, &tag.raw)).collect();
        if without_spaces(&rewritten) != without_spaces(line) || !tags.iter().all(named) {
            return Err(Problem::Header(quoted(line, MAX_QUOTE_LENGTH)));
        }
    }
    Ok(())
}

/// A header as it is written.
pub fn format_tag(name: &[u8], raw: &[u8]) -> Vec<u8> {
    [b"[", name, b" \"", raw, b"\"]\n"].concat()
}

/// Where the game begins, and what was repaired there.
fn start(tags: &[Tag], default_mode: CastlingMode) -> Result<(Position, Vec<Repair>), StartError> {
    let mut start = StartTags::default();
    for tag in tags {
        start.read_tag(&tag.name, &pgn_reader::RawTag(&tag.raw));
    }
    start.start(default_mode)
}

/// The moves of the main line, up to the first that cannot be played.
struct Played {
    preface: Vec<Item>,
    plies: Vec<Ply>,
    problem: Option<Problem>,
}

/// Plays the moves of the main line; what stands between them goes to the move before.
fn replay(start: &Position, items: Vec<Item>) -> Played {
    let mut chess: Chess = start.chess().clone();
    let mut played = Played { preface: Vec::new(), plies: Vec::new(), problem: None };
    for item in items {
        let Item::Move(san) = item else {
            played.plies.last_mut().map_or(&mut played.preface, |ply| &mut ply.items).push(item);
            continue;
        };
        match next(&chess, san, played.plies.len()) {
            Ok(mv) => {
                shakmaty::Position::play_unchecked(&mut chess, mv);
                played.plies.push(Ply { mv, items: Vec::new() });
            }
            Err(problem) => {
                played.problem = Some(problem);
                break;
            }
        }
    }
    played
}

/// The move that is meant, after `ply` others.
fn next(chess: &Chess, san: SanPlus, ply: usize) -> Result<Move, Problem> {
    if ply == MAX_PLIES {
        return Err(Problem::Endless);
    }
    san.san.to_move(chess).map_err(|error| Problem::Move {
        ply,
        san: format!("{}{san}", move_number(chess)),
        why: match error {
            _ if san.san == San::Null => "no move of chess",
            SanError::AmbiguousSan => "ambiguous: two men can go there",
            SanError::IllegalSan => "illegal",
        },
    })
}

/// The number in front of a move: `12. ` or `12... `.
fn move_number(chess: &Chess) -> String {
    let dots = if shakmaty::Position::turn(chess).is_white() { "." } else { "..." };
    format!("{}{dots} ", shakmaty::Position::fullmoves(chess))
}

#[cfg(test)]
mod tests;
