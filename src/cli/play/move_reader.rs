//! Reads a move as a person types it: `Nf3`, `e4`, `exd5`, `e8=Q`, `O-O`, or as programs write it, `g1f3`, `e7e8q`.
//!
//! Accepts check and annotation marks, a move number in front, hyphens, `0-0`, and lower-case piece letters.
//! For a move that is not legal, [`illegal_move`] gives the reason.

use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, File, Move, Position as _, Rank, Role, Square, san::San,
    uci::UciMove,
};

use super::{
    game::Game,
    illegal_move,
    notation::{self, san},
};
use crate::position::Position;

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// Not written as a move.
    NotAMove,
    /// A move, but not here: the reason.
    Illegal(String),
}

/// Reads a move that is legal where the game stands.
///
/// # Errors
/// [`MoveError`], with the reason.
pub fn read(game: &Game, text: &str) -> Result<Move, MoveError> {
    let word = normalise(text);
    if let Some(side) = castling_side(&word) {
        return read_castling(game, side);
    }
    if let Some((from, to, promotion)) = coordinates(&word) {
        return read_coordinates(game, from, to, promotion);
    }
    let as_piece = uppercase_piece(&word);
    // A small b is a file first, and a bishop only if no pawn can be meant.
    if word.starts_with('b') {
        let pawn = read_san(game, &word);
        return match read_san(game, &as_piece) {
            Ok(mv) if pawn.is_err() => Ok(mv),
            _ => pawn,
        };
    }
    read_san(game, &as_piece)
}

fn read_castling(game: &Game, side: CastlingSide) -> Result<Move, MoveError> {
    let castling = game.position().chess().castling_moves(side).first().copied();
    castling.ok_or_else(|| MoveError::Illegal(illegal_move::explain_castling(game, side)))
}

fn read_coordinates(
    game: &Game,
    from: Square,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, MoveError> {
    let position = game.position();
    if let Some(side) = castling_intended(position, from, to) {
        return read_castling(game, side);
    }
    let moves = position.legal_moves();
    let legal = moves.iter().filter(|mv| !mv.is_castle() && mv.from() == Some(from) && mv.to() == to);
    let legal: Vec<_> = legal.copied().collect();
    if let Some(mv) = legal.iter().find(|mv| mv.promotion() == promotion) {
        return Ok(*mv);
    }
    Err(MoveError::Illegal(if legal.is_empty() {
        illegal_move::explain(position, from, to).unwrap_or_else(|| "it is not possible here".to_owned())
    } else {
        promotion_choices(position, &legal)
    }))
}

/// Whether two squares mean castling: the king onto its own rook, or farther than kings go to where castling leads it.
fn castling_intended(position: &Position, from: Square, to: Square) -> Option<CastlingSide> {
    let us = position.turn();
    if from != position.king()
        || from.rank() != to.rank()
        || from.rank() != us.fold_wb(Rank::First, Rank::Eighth)
    {
        return None;
    }
    let side = CastlingSide::from_queen_side(to < from);
    let own_rook = position.chess().castles().rook(us, side) == Some(to);
    // In Chess960 a king may stand anywhere; in normal chess it has to come from the e file to castle.
    let home = position.castling_mode() == CastlingMode::Chess960 || from.file() == File::E;
    let leap = home && from.file().distance(to.file()) == 2 && to == side.king_to(us);
    (own_rook || leap).then_some(side)
}

fn read_san(game: &Game, word: &str) -> Result<Move, MoveError> {
    let position = game.position();
    let Ok(San::Normal { role, file, rank, capture, to, promotion }) = San::from_ascii(word.as_bytes())
    else {
        return Err(MoveError::NotAMove);
    };
    if role == Role::King
        && let Some(side) = castling_intended(position, position.king(), to)
    {
        return read_castling(game, side);
    }
    let candidates = candidates(position, role, file, rank, capture, to);
    if candidates.is_empty() {
        return Err(MoveError::Illegal(no_candidate(position, role, file, rank, capture, to)));
    }
    let moves = position.legal_moves();
    let legal = moves.iter().filter(|mv| {
        !mv.is_castle()
            && mv.role() == role
            && mv.to() == to
            && mv.from().is_some_and(|from| candidates.contains(from))
    });
    let legal: Vec<_> = legal.copied().collect();
    let exact: Vec<_> = legal.iter().filter(|mv| mv.promotion() == promotion).copied().collect();
    Err(MoveError::Illegal(match exact[..] {
        [mv] if capture && !mv.is_capture() => {
            format!("there is nothing to take on {to}; without the x it is {}", san(position, mv))
        }
        [mv] => return Ok(mv),
        [] if legal.is_empty() => why_unreachable(position, role, candidates, to),
        [] => promotion_choices(position, &legal),
        _ => {
            let choices: Vec<_> = exact.iter().map(|mv| san(position, *mv)).collect();
            format!(
                "more than one {} can go there: write {}",
                notation::role_name(role),
                notation::join_words(&choices, "or")
            )
        }
    }))
}

/// The men a move in algebraic notation may be about.
fn candidates(
    position: &Position,
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
    to: Square,
) -> Bitboard {
    let mut candidates = position.board().by_piece(role.of(position.turn()));
    if let Some(file) = file {
        candidates &= Bitboard::from(file);
    } else if role == Role::Pawn && !capture {
        candidates &= Bitboard::from(to.file());
    }
    if let Some(rank) = rank {
        candidates &= Bitboard::from(rank);
    }
    candidates
}

fn no_candidate(
    position: &Position,
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
    to: Square,
) -> String {
    let file = file.or_else(|| (role == Role::Pawn && !capture).then(|| to.file()));
    let place = match (file, rank) {
        (Some(file), Some(rank)) => format!(" on {file}{rank}"),
        (Some(file), None) => format!(" on the {file} file"),
        (None, Some(rank)) => format!(" on rank {rank}"),
        (None, None) => String::new(),
    };
    format!("{} has no {}{place}", notation::side_name(position.turn()), notation::role_name(role))
}

fn promotion_choices(position: &Position, legal: &[Move]) -> String {
    let choices: Vec<_> = legal.iter().map(|mv| san(position, *mv)).collect();
    match legal {
        [mv] if mv.promotion().is_none() => "only a pawn that reaches the last rank is promoted".to_owned(),
        _ => format!("say what the pawn becomes: {}", notation::join_words(&choices, "or")),
    }
}

/// Why none of these men can go to a square.
fn why_unreachable(position: &Position, role: Role, candidates: Bitboard, to: Square) -> String {
    let us = position.turn();
    let piece = role.of(us);
    if position.board().by_color(us).contains(to) {
        return format!("{} stands there", notation::piece_on(position, to));
    }
    let arriving =
        candidates.into_iter().filter(|from| illegal_move::obstacle(position, piece, *from, to).is_none());
    let dangers: Vec<_> =
        arriving.filter_map(|from| illegal_move::king_danger(position, role, from, to)).collect();
    if let Some((first, others)) = dangers.split_first() {
        let differs = others.iter().any(|danger| danger != first);
        return if differs { dangers.join("; ") } else { first.clone() };
    }
    let nearest =
        candidates.into_iter().min_by_key(|from| (has_passed(position, role, *from, to), from.distance(to)));
    let aims = |from: &Square| shakmaty::attacks::attacks(*from, piece, Bitboard::EMPTY).contains(to);
    let blocked: Vec<_> = candidates.into_iter().filter(aims).collect();
    let blamed = match (blocked.as_slice(), role) {
        ([from], Role::Bishop | Role::Rook | Role::Queen) => Some(*from),
        (_, Role::Pawn) => nearest,
        _ => candidates.single_square(),
    };
    blamed
        .and_then(|from| illegal_move::obstacle(position, piece, from, to))
        .unwrap_or_else(|| format!("none of your {}s gets to {to}", notation::role_name(role)))
}

/// Whether a pawn has already passed the square.
fn has_passed(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let steps = i32::from(to.rank()) - i32::from(from.rank());
    role == Role::Pawn && position.turn().fold_wb(steps, -steps) <= 0
}

/// The word without move number, praise, check, hyphens and brackets.
pub fn normalise(text: &str) -> String {
    let text = text.trim();
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let text = if number.len() < text.len() && number.starts_with('.') {
        number.trim_start_matches(['.', ' '])
    } else {
        text
    };
    let text = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
    let text = ["e.p.", "ep"].iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text).trim_end();
    let text: String = text.chars().filter(|letter| !matches!(letter, '-' | '(' | ')')).collect();
    match text.as_bytes() {
        [rest @ .., rank @ (b'1' | b'8'), role]
            if rest.len() < 4 && role_of(*role).is_some() && !(rest.len() >= 3 && is_square(&rest[..2])) =>
        {
            let (head, _) = text.split_at(text.len() - 2);
            format!("{head}{}={}", *rank as char, (*role as char).to_ascii_uppercase())
        }
        [.., b'=', role] if role.is_ascii_lowercase() => {
            let (head, _) = text.split_at(text.len() - 1);
            format!("{head}{}", (*role as char).to_ascii_uppercase())
        }
        _ => text,
    }
}

fn is_square(bytes: &[u8]) -> bool {
    matches!(bytes, [b'a'..=b'h', b'1'..=b'8'])
}

const fn role_of(letter: u8) -> Option<Role> {
    Role::from_char(letter.to_ascii_lowercase() as char)
}

/// Castling in letters or noughts, without its hyphens.
pub fn castling_side(word: &str) -> Option<CastlingSide> {
    match word {
        "OO" | "oo" | "00" => Some(CastlingSide::KingSide),
        "OOO" | "ooo" | "000" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// A piece letter written small; pawns have none.
pub fn uppercase_piece(word: &str) -> String {
    let mut word = word.to_owned();
    if word.starts_with(['n', 'b', 'r', 'q', 'k']) {
        word[..1].make_ascii_uppercase();
    }
    word
}

/// Two squares, with an `x` between them or not, and a promotion.
pub fn coordinates(word: &str) -> Option<(Square, Square, Option<Role>)> {
    let plain: String = word.chars().filter(|letter| !matches!(letter, 'x' | '=')).collect();
    let lower = plain.to_ascii_lowercase();
    match lower.parse().ok()? {
        UciMove::Normal { from, to, promotion } => Some((from, to, promotion)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
