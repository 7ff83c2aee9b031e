//! Writes an annotated game as PGN.
//!
//! **Headers** of the input keep their order and content, except three headers that the annotation adds or
//! updates: `Annotator` (the names of other annotators stay in front), and, after all others, `WhiteAccuracy`
//! and `BlackAccuracy` of each side that moved.
//!
//! **Each move** is followed by its glyphs, and then by a comment that starts with `[%eval …]` in the format
//! of Lichess: the score after the move from White's point of view, in pawns with two decimals, or `#-3` if
//! Black mates in three. There is no `[%eval]` after checkmate. The comments and variations of the input
//! follow the `[%eval …]`. If the move is an inaccuracy, mistake or blunder, the best variation comes last.
//!
//! **Input annotations are kept**: comments with clock times, variations and glyphs. An `[%eval]` of the
//! input is replaced by the new one. A move with one of the glyphs $1 to $6 gets no second glyph. The best
//! variation is not added if a variation of the input starts with the same move. Therefore a second
//! annotation with the same node limit changes nothing.

use super::annotator::{Annotation, positions};
use crate::chess::{
    pgn::{
        PgnGame,
        game::{Item, PgnPly},
        headers::Tag,
        write::{self, Movetext},
    },
    position::{Move, Position, read_move},
    score::Score,
};

/// Name and version of the engine, as written in the `Annotator` header.
const ANNOTATOR: &str = concat!("Glulam ", env!("CARGO_PKG_VERSION"));
/// Part of [`ANNOTATOR`] before the version. If the `Annotator` header contains this text, some version of
/// the engine has annotated the game before.
const BEFORE_VERSION: &str = "Glulam ";

/// Maximum length of a best variation in plies.
const LONGEST: usize = 10;

/// Returns the PGN text of a game with its annotation.
pub fn annotated(game: &PgnGame, annotation: &Annotation) -> Vec<u8> {
    let mut text = Movetext::new(game.start.move_number(), game.start.turn());
    for item in &game.preface {
        other(&mut text, item, 0);
    }
    let positions = positions(game);
    for (ply, played) in game.plies.iter().enumerate() {
        text.mv(ply, &positions[ply].san(played.mv));
        remarks(&mut text, game, annotation, ply);
        let judged = annotation.moves[ply];
        let analysis = &annotation.analyses[ply];
        let line = &analysis.line[..analysis.line.len().min(LONGEST)];
        let is_played = line.first() == Some(&played.mv);
        if judged.judgment.is_some() && !is_played && !has_variation(played, &positions[ply], line.first()) {
            variation(&mut text, ply, &positions[ply], line, analysis.score);
        }
    }
    text.word(game.result.as_bytes());
    write::game(&headers(game, annotation), text)
}

/// Returns the PGN headers of the game, including the headers that the annotation adds or updates.
fn headers(game: &PgnGame, annotation: &Annotation) -> Vec<Tag> {
    let mut out = Vec::new();
    for tag in &game.tags {
        if tag.is("WhiteAccuracy") || tag.is("BlackAccuracy") {
            continue;
        }
        let raw = if tag.is("Annotator") { append_annotator(&tag.raw) } else { tag.raw.clone() };
        out.push(Tag { name: tag.name.clone(), raw });
    }
    if !game.tags.iter().any(|tag| tag.is("Annotator")) {
        out.push(Tag::new("Annotator", ANNOTATOR));
    }
    let sides = [("WhiteAccuracy", annotation.accuracy.white), ("BlackAccuracy", annotation.accuracy.black)];
    for (name, accuracy) in sides {
        if let Some(accuracy) = accuracy {
            out.push(Tag::new(name, &format!("{accuracy:.1}")));
        }
    }
    out
}

/// Returns the value of the `Annotator` header with the engine's name appended, unless the value already
/// contains that name. The engine's name replaces an empty value, `?` and `-`.
fn append_annotator(annotators: &[u8]) -> Vec<u8> {
    let has_ours = annotators.windows(BEFORE_VERSION.len()).any(|part| part == BEFORE_VERSION.as_bytes());
    match annotators.trim_ascii() {
        b"" | b"?" | b"-" => ANNOTATOR.as_bytes().to_owned(),
        _ if has_ours => annotators.to_owned(),
        others => [others, b"; ", ANNOTATOR.as_bytes()].concat(),
    }
}

/// Writes everything that follows the move at `ply` except the best variation: glyphs, `[%eval …]`, and the
/// comments and variations of the input.
fn remarks(text: &mut Movetext, game: &PgnGame, annotation: &Annotation, ply: usize) {
    let items = &game.plies[ply].items;
    let nags = || items.iter().filter_map(|item| if let Item::Nag(nag) = item { Some(*nag) } else { None });
    nags().for_each(|nag| text.nag(nag));
    if let Some(judgment) = annotation.moves[ply].judgment
        && !nags().any(|nag| (1..=6).contains(&nag))
    {
        text.nag(judgment.nag());
    }
    let mut eval = eval(annotation.white_score(game, ply + 1));
    let mut others = items.iter().filter(|item| !matches!(item, Item::Nag(_))).peekable();
    if !matches!(others.peek(), Some(Item::Comment(_))) {
        text.comment(eval.take().unwrap_or_default().as_bytes());
    }
    for item in others {
        match item {
            Item::Comment(old) => {
                let eval = eval.take().unwrap_or_default();
                text.comment(&[eval.as_bytes(), b" ", &without_eval(old)].concat());
            }
            item => other(text, item, ply),
        }
    }
}

/// Writes a glyph, comment or variation of the input after the move at `ply`, or before the first move.
fn other(text: &mut Movetext, item: &Item, ply: usize) {
    match item {
        Item::Move(_) => {}
        Item::Nag(nag) => text.nag(*nag),
        Item::Comment(comment) => text.comment(comment),
        Item::Variation(items) => {
            text.open();
            let mut next = ply;
            for item in items {
                if let Item::Move(mv) = item {
                    text.mv(next, mv);
                    next += 1;
                } else {
                    other(text, item, next.saturating_sub(1));
                }
            }
            text.close();
        }
    }
}

/// Returns whether a variation of the input starts with the best move. Without a best move, also returns
/// `true`, so that the caller adds no variation.
fn has_variation(played: &PgnPly, before: &Position, best: Option<&Move>) -> bool {
    let Some(best) = best else { return true };
    played.items.iter().any(|item| {
        let Item::Variation(items) = item else { return false };
        let first = items.iter().find_map(|item| if let Item::Move(mv) = item { Some(mv) } else { None });
        first.is_some_and(|mv| read_move(before, mv).is_ok_and(|mv| mv == *best))
    })
}

/// Writes the best variation as an alternative to the move at `ply`, with the score after its first move.
fn variation(text: &mut Movetext, ply: usize, start: &Position, line: &[Move], score: Score) {
    text.open();
    for (index, (_, san)) in start.movetext(line.iter().copied()).enumerate() {
        text.mv(ply + index, &san);
        if index == 0 {
            let after = match score.plies_to_mate() {
                Some(plies) if score > Score::DRAW => Score::mate_in(plies.saturating_sub(1)),
                Some(plies) => Score::mated_in(plies.saturating_sub(1)),
                None => score,
            };
            let white = if start.turn().is_white() { after } else { -after };
            text.comment(eval(white).unwrap_or_default().as_bytes());
        }
    }
    text.close();
}

/// Formats a score from White's point of view as `[%eval …]`, in the format of Lichess; `None` after
/// checkmate.
fn eval(white: Score) -> Option<String> {
    match white.mate() {
        Some(_) if white.plies_to_mate() == Some(0) => None,
        Some(moves) => Some(format!("[%eval #{moves}]")),
        None => {
            let (sign, size) = (if white.raw() < 0 { "-" } else { "" }, white.raw().unsigned_abs());
            Some(format!("[%eval {sign}{}.{:02}]", size / 100, size % 100))
        }
    }
}

/// Returns a comment without its `[%eval …]` commands.
fn without_eval(comment: &[u8]) -> Vec<u8> {
    let mut rest = comment;
    let mut result = Vec::new();
    while let Some(at) = rest.windows(6).position(|part| part == b"[%eval") {
        let Some(length) = rest[at..].iter().position(|&byte| byte == b']') else { break };
        result.extend_from_slice(rest[..at].trim_ascii_end());
        result.push(b' ');
        rest = rest[at + length + 1..].trim_ascii_start();
    }
    result.extend_from_slice(rest);
    result
}

#[cfg(test)]
mod tests;
