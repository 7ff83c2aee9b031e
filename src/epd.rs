//! Suites of positions: EPD lines, a position and operations about it.
//!
//! Both spellings in use are read: `FIELDS bm Qd1+; id "BK.01";` with the four position fields of EPD, and
//! `FEN ;D1 20 ;D2 400` with all six of a FEN, as perft suites have it.

use shakmaty::CastlingMode;

use crate::position::{FenError, Position, Strictness};

/// One position of a suite.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// Opcodes with their operands, in order; quotes are taken off.
    pub operations: Vec<(String, Vec<String>)>,
}

/// Why a line is no EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position part.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An operation without an opcode, or a quote that is never closed.
    #[error("bad EPD operation '{0}': write opcode, operands, semicolon, as in bm Qd1+; id \"BK.01\";")]
    Operation(String),
}

/// Why a suite cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: EpdError,
}

impl Record {
    /// Reads one line.
    ///
    /// # Errors
    /// [`EpdError`] if the position or an operation cannot be read.
    pub fn parse(text: &str, mode: CastlingMode, strictness: Strictness) -> Result<Self, EpdError> {
        let (fen, operations) = split_fields(text);
        let (position, _) = Position::read_fen(fen, mode, strictness)?;
        Ok(Self { position, operations: parse_operations(operations)? })
    }

    /// The operands of the first operation with this opcode.
    #[must_use]
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let found = self.operations.iter().find(|(code, _)| code == opcode);
        found.map(|(_, operands)| operands.as_slice())
    }

    /// The first operand of an operation.
    #[must_use]
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// The `id`; the FEN where there is none.
    #[must_use]
    pub fn id(&self) -> String {
        self.operands("id").map_or_else(|| self.position.to_string(), |words| words.join(" "))
    }
}

/// Reads a whole suite; empty lines and lines that begin with `#` are passed over.
///
/// # Errors
/// [`SuiteError`] with the first line that cannot be read.
pub fn read_suite(text: &str, mode: CastlingMode, strictness: Strictness) -> Result<Vec<Record>, SuiteError> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            Record::parse(line, mode, strictness).map_err(|error| SuiteError { line: index + 1, error })
        })
        .collect()
}

/// The position part and the rest: four fields, or six if the next two are counters (no opcode begins with a digit).
fn split_fields(text: &str) -> (&str, &str) {
    let mut ends = Vec::new();
    let mut inside = false;
    for (index, letter) in text.char_indices() {
        if letter == ';' {
            break;
        }
        let blank = letter.is_ascii_whitespace();
        if inside && blank {
            ends.push(index);
        }
        inside = !blank;
    }
    let head_end = text.find(';').unwrap_or(text.len());
    let head = &text[..head_end];
    let is_counter = |word: Option<&str>| word.is_some_and(|word| word.parse::<u32>().is_ok());
    let mut words = head.split_ascii_whitespace().skip(4);
    let fields = if is_counter(words.next()) && is_counter(words.next()) { 6 } else { 4 };
    let end = ends.get(fields - 1).copied().unwrap_or(head_end);
    (&text[..end], &text[end..])
}

fn parse_operations(text: &str) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut operations = Vec::new();
    // A perft suite opens the first operation with a semicolon; an EPD line closes the last one with it.
    let text = text.trim();
    let text = text.strip_prefix(';').unwrap_or(text);
    let text = text.strip_suffix(';').unwrap_or(text);
    if text.trim().is_empty() {
        return Ok(operations);
    }
    for operation in split_unquoted(text, |letter| letter == ';') {
        let bad = || EpdError::Operation(operation.trim().to_owned());
        if operation.matches('"').count() % 2 == 1 {
            return Err(bad());
        }
        let mut words = split_unquoted(operation, |letter| letter.is_ascii_whitespace())
            .into_iter()
            .filter(|word| !word.is_empty())
            .map(|word| word.trim_matches('"').to_owned());
        operations.push((words.next().ok_or_else(bad)?, words.collect()));
    }
    Ok(operations)
}

/// Splits where `is_end` says, except between quotes.
fn split_unquoted(text: &str, is_end: impl Fn(char) -> bool) -> Vec<&str> {
    let mut quoted = false;
    text.split(move |letter| {
        if letter == '"' {
            quoted = !quoted;
        }
        !quoted && is_end(letter)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Record, EpdError> {
        Record::parse(text, CastlingMode::Standard, Strictness::Game)
    }

    const BOARD: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";

    #[test]
    fn operations_are_read_with_their_operands() {
        let record = parse(&format!("{BOARD} bm Qd1+ Qd2; id \"BK; 01\"; c0 \"a b\" c;")).expect("good");
        assert_eq!(record.operands("bm"), Some(["Qd1+".to_owned(), "Qd2".to_owned()].as_slice()));
        assert_eq!(record.id(), "BK; 01");
        assert_eq!(record.operand("c0"), Some("a b"));
        assert_eq!(record.operand("am"), None);
    }

    #[test]
    fn a_perft_line_with_counters_is_read_as_well() {
        for operations in ["D1 20; D2 400;", "; D1 20"] {
            let record = parse(&format!("{BOARD} 3 40 {operations}")).expect("good");
            assert_eq!((record.operand("D1"), record.position.halfmoves()), (Some("20"), 3));
        }
        let record = parse(&format!("{BOARD} 3 40 ;D1 20 ;D2 400 ;id x.1")).expect("good");
        assert_eq!(record.operand("D2"), Some("400"));
        assert_eq!(record.position.halfmoves(), 3);
        assert_eq!(record.id(), "x.1");
    }

    #[test]
    fn operations_may_be_empty_and_the_last_semicolon_missing() {
        for operations in ["", " ", " bm ; id \"empty bm\";", " bm Qd1+; id \"BK.01\""] {
            assert!(parse(&format!("{BOARD}{operations}")).is_ok(), "{operations}");
        }
    }

    #[test]
    fn what_is_no_epd_is_refused_by_line() {
        for bad in [
            String::new(),
            format!("{BOARD} ;;;;"),
            format!("{BOARD} id \"never closed;"),
            "8/8/8/8 w - - bm e4;".to_owned(),
        ] {
            assert!(parse(&bad).is_err(), "{bad}");
        }
        let suite = format!("# two\n\n{BOARD} bm Qd1+;\nnonsense\n");
        let error = read_suite(&suite, CastlingMode::Standard, Strictness::Game).expect_err("line 4");
        assert_eq!(error.line, 4);
    }
}
