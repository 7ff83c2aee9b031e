//! The many ways to spell a move, made fewer.

use shakmaty::{CastlingSide, Role, Square, uci::UciMove};

/// The word without move number, praise, check, hyphens and brackets.
pub fn tidy(text: &str) -> String {
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
