//! A game of PGN, read and replayed.

use shakmaty::{CastlingMode, Chess, san::SanPlus};

use super::{
    problem::{MOST_PLIES, Problem},
    read::{Movetext, read},
    split::RawGame,
    words,
};
use crate::{
    position::{Move, Position, Repair},
    start_tags::{StartError, StartTags},
};

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
    #[must_use]
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
    /// Reads a game and plays its moves.
    ///
    /// # Errors
    /// The first [`Problem`] met.
    pub fn parse(raw: &RawGame) -> Result<Self, Problem> {
        if raw.too_long {
            return Err(Problem::TooLong);
        }
        check_headers(&raw.headers)?;
        if raw.unclosed {
            return Err(Problem::Comment);
        }
        let Movetext { tags, items, outcome } = read(&[&raw.headers[..], b"\n", &raw.movetext].concat())?;
        let (start, repairs) = start(&tags)?;
        let unread = words::unread(&raw.movetext).map(|(ply, word)| Problem::Word { ply, word });
        let (preface, plies) = match (replay(&start, items), unread) {
            (Ok(_), Some(unread)) => return Err(unread),
            (Err(problem), Some(unread)) if unread.ply() <= problem.ply() => return Err(unread),
            (played, _) => played?,
        };
        let result = outcome.or_else(|| value(&tags, b"Result")).unwrap_or_else(|| "*".to_owned());
        Ok(Self { tags, start, repairs, preface, plies, result })
    }

    /// The value of a header.
    #[must_use]
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
    let bare =
        |text: &[u8]| text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<_>>();
    for line in headers.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let tags = read(&[line, b"\n\n"].concat()).map(|read| read.tags).unwrap_or_default();
        let named = |tag: &Tag| {
            !tag.name.is_empty()
                && tag.name.iter().all(|byte| byte.is_ascii_graphic() && !b"[]\"".contains(byte))
        };
        let written: Vec<u8> = tags.iter().flat_map(|tag| written(&tag.name, &tag.raw)).collect();
        if bare(&written) != bare(line) || !tags.iter().all(named) {
            let start: String = String::from_utf8_lossy(line).chars().take(60).collect();
            return Err(Problem::Header(start));
        }
    }
    Ok(())
}

/// A header as it is written.
pub(super) fn written(name: &[u8], raw: &[u8]) -> Vec<u8> {
    [b"[", name, b" \"", raw, b"\"]\n"].concat()
}

/// Where the game begins, and what was repaired there.
fn start(tags: &[Tag]) -> Result<(Position, Vec<Repair>), StartError> {
    let mut start = StartTags::default();
    for tag in tags {
        start.heed(&tag.name, &pgn_reader::RawTag(&tag.raw));
    }
    start.start(CastlingMode::Standard)
}

/// Plays the moves of the main line; what stands between them goes to the move before.
fn replay(start: &Position, items: Vec<Item>) -> Result<(Vec<Item>, Vec<Ply>), Problem> {
    let mut chess: Chess = start.chess().clone();
    let (mut preface, mut plies) = (Vec::new(), Vec::<Ply>::new());
    for item in items {
        let Item::Move(san) = item else {
            plies.last_mut().map_or(&mut preface, |ply| &mut ply.items).push(item);
            continue;
        };
        if plies.len() == MOST_PLIES {
            return Err(Problem::Endless);
        }
        let mv = san.san.to_move(&chess).map_err(|error| Problem::Move {
            ply: plies.len(),
            san: format!("{}{san}", numbered(&chess)),
            why: match error {
                _ if san.san == shakmaty::san::San::Null => "no move of chess",
                shakmaty::san::SanError::AmbiguousSan => "ambiguous: two men can go there",
                shakmaty::san::SanError::IllegalSan => "illegal",
            },
        })?;
        shakmaty::Position::play_unchecked(&mut chess, mv);
        plies.push(Ply { mv, items: Vec::new() });
    }
    Ok((preface, plies))
}

/// The number in front of a move: `12. ` or `12... `.
fn numbered(chess: &Chess) -> String {
    let dots = if shakmaty::Position::turn(chess).is_white() { "." } else { "..." };
    format!("{}{dots} ", shakmaty::Position::fullmoves(chess))
}

#[cfg(test)]
mod tests;
