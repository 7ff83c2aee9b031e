//! Reads a move that a person or a file wrote: [`read_move`].
//!
//! The text is parsed without a position first ([`readings`]). The legal moves then decide which reading is meant,
//! and whether exactly one move fits. The time is linear in the length of the text.

use shakmaty::{CastlingSide, Color, File, Rank, Role, san::San};

use super::{Move, MoveError, MoveList, Position};
use crate::support::text;

/// Maximum length of a move in bytes, without number and suffixes.
const MAX_LENGTH: usize = 40;
/// Texts after a move that do not change it, besides [signs](is_sign).
const SUFFIXES: [&str; 12] =
    ["(=)", "e.p.", "e.p", "ep", "ch.", "ch", "mate", "dbl", "dbl.", "dis", "dis.", ","];
/// Words after a move and white space that do not change it: theoretical novelty, novelty, diagram, check, mate.
const WORDS: [&str; 6] = ["TN", "N", "D", "Diagram", "check", "checkmate"];
/// Upper-case letters that name a piece, also in another language. Before another letter they never mean a file.
const PIECE_LETTERS: &str = "KQRBNSLTDCFA";
/// Letters of pieces in German, French, Spanish, Italian and other languages, except those that mean another piece
/// in English.
const FOREIGN_LETTERS: [(char, char); 7] =
    [('S', 'N'), ('C', 'N'), ('L', 'B'), ('F', 'B'), ('A', 'B'), ('T', 'R'), ('D', 'Q')];

/// Reads a move in any common spelling: SAN (`Nf3`), long algebraic (`Ng1-f3`), UCI (`g1f3`), captures with or without
/// `x`, castling with letters or zeros, promotions such as `e8Q`, `e8=q` and `e8(Q)`, and figurines. A move number
/// before the move, and check signs, glyphs, evaluation symbols and `e.p.` after it, are ignored.
///
/// Upper and lower case are equivalent if that is unambiguous. A lower-case `b` is the file of a pawn if such a move is
/// legal, and otherwise a bishop.
///
/// # Errors
/// Returns a [`MoveError`] if the text is not a move, is not legal in this position, or fits several legal moves.
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let quoted = || text::quoted(text);
    let mut is_move = false;
    for reading in readings(text) {
        is_move = true;
        match reading.legal_moves(position)[..] {
            [] => {}
            [mv] => return Ok(mv),
            ref moves => {
                let moves: Vec<_> = moves.iter().map(|mv| position.san(*mv)).collect();
                return Err(MoveError::Ambiguous(quoted(), moves.join(", ")));
            }
        }
    }
    Err(match in_english(text) {
        Some(english) => MoveError::Foreign(quoted(), english),
        None if is_move => MoveError::Illegal(quoted()),
        None => MoveError::NotAMove(quoted()),
    })
}

/// What a text says about a move, without a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrittenMove {
    /// Castling, written with letters or zeros.
    Castling(CastlingSide),
    /// A move to a square.
    ToSquare(MoveToSquare),
}

/// The parts of a written move. `None` stands for a part that the text leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveToSquare {
    /// Piece that moves; `None` if the text names only both squares.
    pub(crate) role: Option<Role>,
    /// File of the origin.
    pub(crate) from_file: Option<File>,
    /// Rank of the origin.
    pub(crate) from_rank: Option<Rank>,
    /// File of the destination.
    pub(crate) to_file: File,
    /// Rank of the destination; `None` for a pawn capture such as `exd`.
    pub(crate) to_rank: Option<Rank>,
    /// Whether the text has a sign for a capture.
    pub(crate) is_capture: bool,
    /// Promotion piece.
    pub(crate) promotion: Option<Role>,
}

impl WrittenMove {
    /// Returns the legal moves that the text can mean. Castling written as a move of the king counts only if no other
    /// move fits, because in Chess960 the king can also step to its castling square.
    fn legal_moves(self, position: &Position) -> MoveList {
        let mut moves = position.legal_moves();
        match self {
            Self::Castling(side) => moves.retain(|mv| mv.castling_side() == Some(side)),
            Self::ToSquare(written) if moves.iter().any(|mv| written.fits(*mv)) => {
                moves.retain(|mv| written.fits(*mv));
            }
            Self::ToSquare(written) => moves.retain(|mv| written.fits_castling(*mv)),
        }
        moves
    }
}

impl MoveToSquare {
    /// Returns whether a legal move, except castling, has the written parts.
    fn fits(self, mv: Move) -> bool {
        let Some(from) = mv.from().filter(|_| !mv.is_castle()) else { return false };
        // Without the file of its origin, a pawn does not capture.
        let is_push = self.role == Some(Role::Pawn) && self.from_file.is_none();
        self.role.is_none_or(|role| role == mv.role())
            && self.from_file.is_none_or(|file| file == from.file())
            && self.from_rank.is_none_or(|rank| rank == from.rank())
            && self.to_file == mv.to().file()
            && self.to_rank.is_none_or(|rank| rank == mv.to().rank())
            && (!self.is_capture || mv.is_capture())
            && (!is_push || !mv.is_capture())
            && self.promotion.is_none_or(|role| mv.promotion() == Some(role))
    }

    /// Returns whether the text is castling written as a move of the king: to its castling square, or from its square
    /// to the square of the rook.
    fn fits_castling(self, mv: Move) -> bool {
        let (Some(king), Some(side)) = (mv.from(), mv.castling_side()) else { return false };
        let color = Color::from_white(king.rank() == Rank::First);
        let is_to = |file, rank| (self.to_file, self.to_rank) == (file, Some(rank));
        let target = side.king_to(color);
        self.role.is_none_or(|role| role == Role::King)
            && self.from_file.is_none_or(|file| file == king.file())
            && self.from_rank.is_none_or(|rank| rank == king.rank())
            && !self.is_capture
            && self.promotion.is_none()
            && (is_to(target.file(), target.rank())
                || self.role.is_none() && is_to(mv.to().file(), mv.to().rank()))
    }
}

/// Returns what a text can mean, the more likely reading first: none if it is not a move, and two for a few texts that
/// start with `b`.
pub(crate) fn readings(text: &str) -> impl Iterator<Item = WrittenMove> {
    let letters = bare(text).unwrap_or_default();
    let castling = castling_side(&letters).map(WrittenMove::Castling);
    let mut rest = letters.chars();
    let first = rest.next().unwrap_or_default();
    let rest = rest.as_str();
    let is_before_rank = rest.starts_with(|second: char| second.is_ascii_digit());
    let is_file = first.is_ascii_lowercase() || is_before_rank || !PIECE_LETTERS.contains(first);
    let as_piece = Role::from_char(first).and_then(|role| parse(rest, Some(role)));
    let as_square = if is_file { parse(&letters, None) } else { None };
    let both = if first == 'b' { [as_square, as_piece] } else { [as_piece, as_square] };
    castling.into_iter().chain(both.into_iter().flatten().map(WrittenMove::ToSquare))
}

/// Returns a move without white space, move number and suffixes. Figurines become letters, and dashes hyphens.
/// Returns `None` if the text is too long for a move.
fn bare(text: &str) -> Option<String> {
    let mut text = without_number(text.trim());
    while let Some(rest) = without_suffix(text) {
        text = rest.trim_end();
    }
    let letters = text.chars().filter(|letter| !letter.is_whitespace()).map(plain);
    (text.len() <= MAX_LENGTH).then(|| letters.collect())
}

/// Returns the letter of a figurine, and a hyphen for every dash and minus sign.
pub(crate) const fn plain(letter: char) -> char {
    match letter {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        _ => letter,
    }
}

/// Returns the text without its last suffix or glyph such as `$5`; `None` if it has none.
fn without_suffix(text: &str) -> Option<&str> {
    // Most moves end with a rank and have no suffix.
    let glyph = text.trim_end_matches(|digit: char| digit.is_ascii_digit());
    if glyph.len() < text.len() && !glyph.ends_with('$') {
        return None;
    }
    let (before_signs, signs) = text.split_at(text.trim_end_matches(is_sign).len());
    if !signs.chars().all(|sign| plain(sign) == '-') {
        return Some(before_signs);
    }
    let of = |suffixes: &'static [&str]| suffixes.iter().find_map(|suffix| text.strip_suffix(suffix));
    let glyph = glyph.strip_suffix('$').filter(|before| before.len() + 1 < text.len());
    of(&SUFFIXES).or_else(|| of(&WORDS).filter(|rest| rest.ends_with(char::is_whitespace))).or(glyph)
}

/// Returns whether a letter is a sign that annotators write after moves: for check and mate (+ # †), for the quality of
/// a move (! ⁉), for the evaluation of the position (+/− ⩲ ∞), or another one (>= ⇆). From Arrows to Miscellaneous Symbols
/// and Arrows, these are all signs of Unicode except the figurines. A dash is a sign only next to another one.
fn is_sign(letter: char) -> bool {
    let letter = plain(letter);
    "+-#!?=/<>~".contains(letter)
        || matches!(letter, '±' | '†' | '‡' | '‼' | '⁇' | '⁈' | '⁉' | '\u{2190}'..='\u{2bff}')
}

/// Returns whether a text consists only of what may follow a move: check signs, glyphs, evaluation symbols and words.
#[cfg(feature = "tools")]
pub(crate) fn is_remark(text: &str) -> bool {
    let mut rest = text.trim();
    while let Some(shorter) = without_suffix(rest) {
        rest = shorter.trim_end();
    }
    rest.is_empty() || WORDS.contains(&rest)
}

/// Returns the text without a move number such as `12.` or `12...` at its start.
pub(crate) fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let has_number = rest.len() < text.len() && rest.starts_with(['.', '…']);
    let is_dot = |letter: char| matches!(letter, '.' | '…') || letter.is_whitespace();
    if has_number { rest.trim_start_matches(is_dot) } else { text }
}

/// Returns the words of a line of moves, without move numbers.
#[cfg(feature = "tools")]
pub(crate) fn move_words(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split_whitespace().map(|word| without_number(word).trim_start_matches('.'));
    words.filter(|word| !word.is_empty())
}

fn castling_side(letters: &str) -> Option<CastlingSide> {
    match letters {
        "O-O" | "0-0" | "o-o" | "OO" | "00" | "oo" => Some(CastlingSide::KingSide),
        "O-O-O" | "0-0-0" | "o-o-o" | "OOO" | "000" | "ooo" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Parses squares, capture sign and promotion piece. `role` is the piece whose letter comes before them.
fn parse(text: &str, role: Option<Role>) -> Option<MoveToSquare> {
    let text = if text.contains('(') { text.strip_suffix(')')? } else { text };
    let mut letters = Vec::new();
    let (mut capture_at, mut promotion_at) = (None, None);
    for letter in text.chars() {
        let at = letters.len();
        match letter.to_ascii_lowercase() {
            '-' => {}
            'x' | ':' | '×' if capture_at.is_none() => capture_at = Some(at),
            '=' | '/' | '(' if promotion_at.is_none_or(|earlier| earlier == at) => promotion_at = Some(at),
            letter => letters.push(letter),
        }
    }
    let is_pawn = role.is_none_or(|role| role == Role::Pawn);
    let whole = parse_squares(&letters, is_pawn).filter(|_| promotion_at.is_none());
    let promotion = || {
        let (last, squares) = letters.split_last()?;
        let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let piece = Role::from_char(*last).filter(|role| is_pawn && pieces.contains(role))?;
        let is_last = promotion_at.is_none_or(|at| at == squares.len());
        Some((parse_squares(squares, is_pawn).filter(|_| is_last)?, Some(piece)))
    };
    let ((from_file, from_rank, to_file, to_rank), promotion) =
        whole.map(|squares| (squares, None)).or_else(promotion)?;
    let before_target = usize::from(from_file.is_some()) + usize::from(from_rank.is_some());
    let is_capture = capture_at.is_some();
    if is_capture && (capture_at != Some(before_target) || is_pawn && before_target == 0) {
        return None;
    }
    let has_both_squares = role.is_none() && from_rank.is_some();
    let role = if has_both_squares { None } else { role.or(Some(Role::Pawn)) };
    Some(MoveToSquare { role, from_file, from_rank, to_file, to_rank, is_capture, promotion })
}

/// File and rank of the origin, and file and rank of the destination.
type Squares = (Option<File>, Option<Rank>, File, Option<Rank>);

fn parse_squares(letters: &[char], is_pawn: bool) -> Option<Squares> {
    let (file, rank) = (File::from_char, Rank::from_char);
    match *letters {
        [a, b, c, d] => Some((Some(file(a)?), Some(rank(b)?), file(c)?, Some(rank(d)?))),
        // A pawn that stays on its file is not written with the file of its origin: bb4 is a move of a bishop.
        [a, b, c] if file(a).is_some() && !(is_pawn && a == b) => {
            Some((file(a), None, file(b)?, Some(rank(c)?)))
        }
        [a, b, c] if !is_pawn => Some((None, Some(rank(a)?), file(b)?, Some(rank(c)?))),
        [a, b] if rank(b).is_some() => Some((None, None, file(a)?, rank(b))),
        [a, b] if is_pawn && a != b => Some((Some(file(a)?), None, file(b)?, None)),
        _ => None,
    }
}

/// Returns a move with piece letters of another language in English: `Nf3` for `Sf3`, `e8=Q` for `e8D`. Returns
/// `None` if the text is not such a move.
pub(crate) fn in_english(text: &str) -> Option<String> {
    let text = without_number(text.trim()).trim_end_matches(['!', '?', '+', '#']);
    let english = |letter: char| {
        // A lower-case letter from a to h is a file.
        let is_file = matches!(letter, 'a'..='h');
        let found = FOREIGN_LETTERS.iter().find(|(foreign, _)| *foreign == letter.to_ascii_uppercase());
        found.filter(|_| !is_file).map(|(_, english)| *english)
    };
    let first = text.chars().next().filter(|_| text.len() <= MAX_LENGTH)?;
    let mut translated = text.to_ascii_lowercase();
    if let Some(piece) = english(first).or_else(|| Some(first).filter(|letter| "KQRBN".contains(*letter))) {
        translated.replace_range(..1, &piece.to_string());
    }
    let promotion = text.chars().last().and_then(english).filter(|_| text.len() > 2);
    let is_foreign = english(first).or(promotion).is_some();
    if let Some(piece) = promotion {
        translated.truncate(text.len() - 1);
        translated = format!("{}={piece}", translated.trim_end_matches('='));
    }
    let is_move = matches!(San::from_ascii(translated.as_bytes()), Ok(San::Normal { .. }));
    (is_foreign && is_move).then_some(translated)
}

#[cfg(test)]
mod tests;
