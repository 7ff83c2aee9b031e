//! Parses a move that a person typed: algebraic (`Nf3`, `e4`, `exd5`, `e8=Q`, `O-O`) or by squares (`g1f3`,
//! `e7e8q`).
//!
//! [`Position::parse_san`] reads the move, as in all commands. If it fails, this module determines which piece and
//! square the text means, and [`illegal_move`] provides the reason why the move is not legal.

use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, File, Move, Position as _, Rank, Role, Square, san::San,
    uci::UciMove,
};

use super::{
    game::Game,
    illegal_move,
    notation::{self, san},
};
use crate::position::{self, Position};

/// The reason why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text does not have the form of a move.
    NotAMove,
    /// The text has the form of a move, but the move is not legal. The value is the reason that the program
    /// prints.
    Illegal(String),
    /// The text fits several moves, or has a piece letter of another language.
    Unclear(position::MoveError),
}

/// Parses a move that is legal in the current position.
///
/// # Errors
/// Returns [`MoveError`] if the text is not a move or the move is not legal.
pub fn read(game: &Game, text: &str) -> Result<Move, MoveError> {
    let error = match game.position().parse_san(text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let word = normalise(text);
    match (error, capture_between_files(&word)) {
        (error @ position::MoveError::Foreign(..), _)
        | (error @ position::MoveError::Ambiguous(..), Some(_)) => Err(MoveError::Unclear(error)),
        (_, Some((from, to))) => Err(MoveError::Illegal(format!(
            "no pawn on the {from} file can capture a piece on the {to} file"
        ))),
        _ => read_or_explain(game, &word),
    }
}

/// Parses a move from which [`normalise`] has removed the signs, and explains why it is not legal.
fn read_or_explain(game: &Game, word: &str) -> Result<Move, MoveError> {
    if let Some(side) = castling_side(word) {
        return read_castling(game, side);
    }
    if let Some((from, to, promotion)) = coordinates(word) {
        return read_coordinates(game, from, to, promotion);
    }
    let as_piece = usual_case(word);
    // A lower-case `b` at the beginning is read as the b-file of a pawn move. If the pawn move is not legal
    // but the same move of a bishop is legal, the `b` is read as a bishop.
    if word.starts_with('b') {
        let pawn = read_san(game, word);
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
        illegal_move::explain(position, from, to)
            .unwrap_or_else(|| "this move is not possible in the current position".to_owned())
    } else {
        illegal_move::promotion_choices(position, &legal)
    }))
}

/// Returns the castling side if a move from `from` to `to` means castling: the king moves along its back rank
/// onto an own rook that has the castling right, or two squares to its castling square.
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
    // In Chess960 the king may start on any file, in standard chess only on the e-file.
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
        return Err(MoveError::Illegal(illegal_move::no_candidate(position, role, file, rank, capture, to)));
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
            format!("there is nothing to capture on {to}; the move without x is {}", san(position, mv))
        }
        [mv] => return Ok(mv),
        [] if legal.is_empty() => illegal_move::why_unreachable(position, role, candidates, to),
        [] => illegal_move::promotion_choices(position, &legal),
        _ => {
            let choices: Vec<_> = exact.iter().map(|mv| san(position, *mv)).collect();
            format!(
                "more than one {} can move to {to}: write {}",
                notation::role_name(role),
                notation::join_words(&choices, "or")
            )
        }
    }))
}

/// Returns the squares of the side to move's pieces that have the type, file and rank that a move in
/// algebraic notation names.
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

/// Removes the move number, annotation and check marks, `e.p.`, hyphens and brackets from a typed move.
/// Rewrites a promotion such as `e8q` to `e8=Q`.
fn normalise(text: &str) -> String {
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

/// Parses castling written with letters or zeros, after hyphens are removed.
fn castling_side(word: &str) -> Option<CastlingSide> {
    match word.to_ascii_lowercase().as_str() {
        "oo" | "00" => Some(CastlingSide::KingSide),
        "ooo" | "000" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Parses a pawn capture that names only the files, such as `exd` or `ed`.
fn capture_between_files(word: &str) -> Option<(File, File)> {
    let word = word.to_ascii_lowercase();
    let mut letters = word.chars().filter(|letter| *letter != 'x');
    let files = (File::from_char(letters.next()?)?, File::from_char(letters.next()?)?);
    letters.next().is_none().then_some(files)
}

/// Converts a leading piece letter and the promotion piece to upper case, and the other letters to lower case.
fn usual_case(word: &str) -> String {
    let (mv, promotion) = word.split_at(word.find('=').unwrap_or(word.len()));
    // A letter before a digit is a file, as in B4.
    let names_file = mv.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let mut mv = mv.to_ascii_lowercase();
    if mv.starts_with(['n', 'b', 'r', 'q', 'k']) && !(names_file && mv.starts_with('b')) {
        mv[..1].make_ascii_uppercase();
    }
    mv + promotion
}

/// Parses a move written as two squares, with an optional `x` and promotion piece.
fn coordinates(word: &str) -> Option<(Square, Square, Option<Role>)> {
    let plain: String = word.chars().filter(|letter| !matches!(letter, 'x' | '=')).collect();
    let lower = plain.to_ascii_lowercase();
    match lower.parse().ok()? {
        UciMove::Normal { from, to, promotion } => Some((from, to, promotion)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
