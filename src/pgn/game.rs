//! A parsed PGN game with legal moves.

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

/// Maximum number of characters of a header that an error message quotes.
const MAX_QUOTE_LENGTH: usize = 60;
/// Maximum number of broken headers that an error message quotes.
pub const MAX_QUOTED_HEADERS: usize = 3;

/// A PGN header (tag pair).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Name of the header.
    pub name: Vec<u8>,
    /// Value as written in the file, including the backslashes that escape characters.
    pub raw: Vec<u8>,
}

impl Tag {
    /// Returns the value of the header without escaping backslashes. Invalid UTF-8 is replaced.
    pub fn value(&self) -> String {
        pgn_reader::RawTag(&self.raw).decode_utf8_lossy().into_owned()
    }
}

/// Element of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move in SAN. Its legality is not checked inside variations.
    Move(SanPlus),
    /// A numeric annotation glyph (NAG): 4 is `$4`, a blunder.
    Nag(u8),
    /// The text of a comment, without the braces.
    Comment(Vec<u8>),
    /// A variation that replaces the previous move.
    Variation(Vec<Item>),
}

/// A move of the main line with its annotations.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The legal move.
    pub mv: Move,
    /// NAGs, comments, and variations after the move; never [`Item::Move`].
    pub items: Vec<Item>,
}

/// A game with legal moves.
#[derive(Clone, Debug)]
pub struct Game {
    /// Headers in file order.
    pub tags: Vec<Tag>,
    /// Start position.
    pub start: Position,
    /// Errors in the start position's FEN that were repaired.
    pub repairs: Vec<Repair>,
    /// NAGs, comments, and variations before the first move.
    pub preface: Vec<Item>,
    /// Moves of the main line.
    pub plies: Vec<Ply>,
    /// Result: from the movetext, otherwise from the header `Result`, otherwise `*`.
    pub result: String,
}

impl Game {
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
        // An unknown word and a problem of the reader can be present together: the earlier is reported, or
        // the unknown word at equal plies.
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

    /// Returns the value of the first header with this name, upper and lower case being equivalent, or
    /// `None`.
    pub fn tag(&self, name: &str) -> Option<String> {
        value(&self.tags, name.as_bytes())
    }
}

fn value(tags: &[Tag], name: &[u8]) -> Option<String> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(Tag::value)
}

/// Rejects headers that pgn-reader skips or changes silently. The parsed headers of each line, written back,
/// must equal the line except for white space.
fn check_headers(headers: &[u8]) -> Result<(), Problem> {
    let without_spaces =
        |text: &[u8]| text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<_>>();
    let (mut shown, mut count) = (Vec::new(), 0);
    for line in headers.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let tags = read(&[line, b"\n\n"].concat()).map(|read| read.tags).unwrap_or_default();
        let named = |tag: &Tag| {
            !tag.name.is_empty()
                && tag.name.iter().all(|byte| byte.is_ascii_graphic() && !b"[]\"".contains(byte))
        };
        let rewritten: Vec<u8> = tags.iter().flat_map(|tag| format_tag(&tag.name, &tag.raw)).collect();
        if without_spaces(&rewritten) != without_spaces(line) || !tags.iter().all(named) {
            count += 1;
            if count <= MAX_QUOTED_HEADERS {
                shown.push(quoted(line, MAX_QUOTE_LENGTH));
            }
        }
    }
    if count == 0 { Ok(()) } else { Err(Problem::Header { shown, count }) }
}

/// Returns the line of a header in PGN format, with its line break.
pub fn format_tag(name: &[u8], raw: &[u8]) -> Vec<u8> {
    [b"[", name, b" \"", raw, b"\"]\n"].concat()
}

/// Returns the start position and the repairs of its FEN.
fn start(tags: &[Tag], default_mode: CastlingMode) -> Result<(Position, Vec<Repair>), StartError> {
    let mut start = StartTags::default();
    for tag in tags {
        start.read_tag(&tag.name, &pgn_reader::RawTag(&tag.raw));
    }
    start.start(default_mode)
}

/// Result of replaying the main line, up to the first illegal move.
struct Played {
    preface: Vec<Item>,
    plies: Vec<Ply>,
    problem: Option<Problem>,
}

/// Replays the moves of the main line. Attaches the other items to the preceding move, or to the preface
/// before the first move.
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

/// Returns the legal move that a SAN means in `chess`, the position after `ply` plies.
fn next(chess: &Chess, san: SanPlus, ply: usize) -> Result<Move, Problem> {
    if ply == MAX_PLIES {
        return Err(Problem::Endless);
    }
    san.san.to_move(chess).map_err(|error| Problem::Move {
        ply,
        san: format!("{}{san}", move_number(chess)),
        why: match error {
            _ if san.san == San::Null => "not a chess move",
            SanError::AmbiguousSan => "ambiguous: two pieces can move there",
            SanError::IllegalSan => "illegal",
        },
    })
}

/// Returns the move number before a move: `12. ` or `12... `.
fn move_number(chess: &Chess) -> String {
    let dots = if shakmaty::Position::turn(chess).is_white() { "." } else { "..." };
    format!("{}{dots} ", shakmaty::Position::fullmoves(chess))
}

#[cfg(test)]
mod tests;
