//! Errors in PGN games.

use super::{
    split::{self, RawGame},
    start_tags::StartError,
};
use crate::chess::position::{FenError, in_english};

/// Maximum nesting depth of variations.
pub const MAX_VARIATION_DEPTH: usize = 64;
/// Maximum number of plies in a game. The longest possible game under the 75-move rule has fewer than 18,000
/// plies.
pub const MAX_PLIES: usize = 20_000;

/// Error in a PGN game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Headers that are not in PGN format.
    #[error("{}", broken_headers(shown, *count))]
    Header {
        /// The first broken headers, possibly shortened.
        shown: Vec<String>,
        /// Number of broken headers.
        count: usize,
    },
    /// Invalid start position or unsupported variant.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Illegal or ambiguous move.
    #[error("{san} is {why}")]
    Move {
        /// Number of plies of the main line before the rejected move.
        ply: usize,
        /// The rejected move as written in the file, with its move number.
        san: String,
        /// Reason: illegal, ambiguous with the moves that it fits, or not a chess move.
        why: String,
    },
    /// A word outside comments that is not a move, a number, a NAG, or a result.
    #[error("'{word}' is not a move{}", hint(word))]
    Word {
        /// Number of plies of the main line before the unknown word.
        ply: usize,
        /// The unknown word, possibly shortened.
        word: String,
    },
    /// The game contains moves after its result.
    #[error("there are moves after the result: separate games by an empty line")]
    AfterResult {
        /// Number of plies of the main line before the result.
        ply: usize,
    },
    /// A comment that is not closed.
    #[error("a comment is not closed: a }} is missing")]
    Comment,
    /// Parentheses of variations do not match, or variations are nested too deeply.
    #[error(
        "the parentheses of variations do not match, or more than {MAX_VARIATION_DEPTH} are open at once"
    )]
    Brackets,
    /// The game has more than [`MAX_PLIES`] plies.
    #[error("more than {MAX_PLIES} plies")]
    Endless,
    /// More text than [`split::MAX_GAME_BYTES`] bytes.
    #[error("the game is longer than {} bytes", split::MAX_GAME_BYTES)]
    TooLong,
}

/// Returns a hint if the word is a move with a piece letter of another language, and otherwise an empty text.
fn hint(word: &str) -> String {
    let english = in_english(word);
    english.map_or_else(String::new, |mv| format!(": the pieces are K, Q, R, B and N: did you mean {mv}?"))
}

/// Describes broken headers.
fn broken_headers(shown: &[String], count: usize) -> String {
    let list = shown.join(", ");
    match count - shown.len() {
        0 if count == 1 => format!("broken header: write it as [Name \"value\"], not {list}"),
        0 => format!("{count} broken headers: write each as [Name \"value\"], not {list}"),
        more => format!("{count} broken headers: write each as [Name \"value\"], not {list} and {more} more"),
    }
}

impl Problem {
    /// Returns the code of the error for programs, such as `bad_header`. Several errors can have the same
    /// code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Header { .. } => "bad_header",
            Self::Start(StartError::Variant(_)) => "bad_variant",
            Self::Start(StartError::NoFen | StartError::Fen(FenError::Syntax(_))) => "bad_fen",
            Self::Start(StartError::Fen(FenError::Illegal(_))) => "illegal_position",
            Self::Move { .. } => "illegal_move",
            Self::Word { .. } => "bad_move",
            Self::AfterResult { .. } | Self::Comment | Self::Brackets => "bad_pgn",
            Self::Endless | Self::TooLong => "too_long",
        }
    }

    /// Returns the ply of the error in the main line, from 1, or `None` for errors whose ply is not
    /// determined.
    pub const fn ply(&self) -> Option<usize> {
        match self {
            Self::Move { ply, .. } | Self::Word { ply, .. } | Self::AfterResult { ply } => Some(*ply + 1),
            Self::Endless => Some(MAX_PLIES + 1),
            Self::Header { .. } | Self::Start(_) | Self::Comment | Self::Brackets | Self::TooLong => None,
        }
    }
}

impl RawGame {
    /// Returns the place of an error for people: `game 3 (line 26), ply 3`, or, with several inputs, `game 3
    /// (club.pgn, line 26), ply 3`.
    pub fn place(&self, ply: Option<usize>) -> String {
        let ply = ply.map_or_else(String::new, |ply| format!(", ply {ply}"));
        let source = self.source.as_ref().map_or_else(String::new, |source| format!("{source}, "));
        format!("game {} ({source}line {}){ply}", self.number, self.line)
    }
}

/// Returns the first `letters` characters of a text for an error message. Control characters are replaced,
/// because the message may be printed to a terminal.
pub(super) fn quoted(text: &[u8], letters: usize) -> String {
    let shown = |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    String::from_utf8_lossy(text).chars().take(letters).map(shown).collect()
}
