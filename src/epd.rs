//! Suites of positions: EPD lines, a position and operations about it.
//!
//! Both spellings in use are read: `FIELDS bm Qd1+; id "BK.01";` with the four position fields of EPD, and
//! `FEN ;D1 20 ;D2 400` with all six of a FEN, as perft suites have it.

use std::borrow::Cow;

use shakmaty::CastlingMode;

use crate::position::{FenError, Move, MoveError, Position, Repair, Strictness};

/// Operations whose operands are moves of the position.
const MOVES: [&str; 4] = ["bm", "am", "pm", "sm"];

/// One position of a suite.
#[derive(Clone, Debug)]
pub struct Record {
    /// The position.
    pub position: Position,
    /// What had to be repaired in it.
    pub repairs: Vec<Repair>,
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
    /// More than four fields before the first operation.
    #[error(
        "bad EPD: '{0}' stands before the operations: an EPD has four fields, and tells its counters as hmvc 0; fmvn 1;"
    )]
    Counters(String),
    /// A move of `bm` and the like that is none.
    #[error("{0}: {1}")]
    Move(String, MoveError),
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
        let fields = split_fields(text);
        match fields.counters {
            Some(counters) => Err(EpdError::Counters(counters)),
            None => Self::read(&fields, mode, strictness),
        }
    }

    /// As [`Record::parse`], but a whole FEN may stand before the operations, as training positions have it.
    ///
    /// # Errors
    /// [`EpdError`] if the position or an operation cannot be read.
    pub fn parse_loosely(text: &str, mode: CastlingMode, strictness: Strictness) -> Result<Self, EpdError> {
        Self::read(&split_fields(text), mode, strictness)
    }

    fn read(fields: &Fields<'_>, mode: CastlingMode, strictness: Strictness) -> Result<Self, EpdError> {
        let Fields { position: fen, operations, .. } = *fields;
        let operations = parse_operations(operations)?;
        let mut record = Self { position: Position::start(), repairs: Vec::new(), operations };
        let fen = record.with_counters(fen)?;
        (record.position, record.repairs) = Position::read_fen(&fen, mode, strictness)?;
        for opcode in MOVES {
            record.moves(opcode)?;
        }
        Ok(record)
    }

    /// The four fields and what `hmvc` and `fmvn` say of the counters.
    fn with_counters<'a>(&self, fen: &'a str) -> Result<Cow<'a, str>, EpdError> {
        let [halfmoves, number] = ["hmvc", "fmvn"].map(|opcode| self.operand(opcode));
        if halfmoves.or(number).is_none() || fen.split_ascii_whitespace().count() != 4 {
            return Ok(fen.into());
        }
        let (halfmoves, number) = (halfmoves.unwrap_or("0"), number.unwrap_or("1"));
        if let Some(bad) = [halfmoves, number].into_iter().find(|text| !is_counter(text)) {
            return Err(EpdError::Operation(bad.to_owned()));
        }
        Ok(format!("{fen} {halfmoves} {number}").into())
    }

    /// The moves of all operations with this opcode.
    ///
    /// # Errors
    /// [`EpdError::Move`] with the first that is none.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let operations = self.operations.iter().filter(|(code, _)| code == opcode);
        let words = operations.flat_map(|(_, operands)| operands);
        let read = |word: &String| self.position.parse_san(word);
        let bad = |error| EpdError::Move(opcode.to_owned(), error);
        words.map(|word| read(word).map_err(bad)).collect()
    }

    /// The operands of the first operation with this opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let found = self.operations.iter().find(|(code, _)| code == opcode);
        found.map(|(_, operands)| operands.as_slice())
    }

    /// The first operand of an operation.
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// The `id`; the FEN where there is none.
    pub fn id(&self) -> String {
        self.operands("id").map_or_else(|| self.position.to_string(), |words| words.join(" "))
    }
}

/// The `id` of a line, whatever else is wrong with it.
pub fn id_of(text: &str) -> Option<String> {
    let operations = parse_operations(split_fields(text).operations).ok()?;
    let (_, operands) = operations.into_iter().find(|(opcode, _)| opcode == "id")?;
    Some(operands.join(" "))
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

/// A line cut in two.
struct Fields<'a> {
    position: &'a str,
    operations: &'a str,
    /// What stands between the fourth field and the first operation, if it is more than one dash.
    counters: Option<String>,
}

/// The position part and the rest, which begins with a semicolon or with the first word behind the fourth field that is
/// no counter. One dash too many, as some suites have it, is passed over.
fn split_fields(text: &str) -> Fields<'_> {
    let head_end = text.find(';').unwrap_or(text.len());
    let head = &text[..head_end];
    let words: Vec<_> = head.split_ascii_whitespace().collect();
    let is_opcode = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_alphabetic());
    // Six words without a semicolon, the last of them a number, are a FEN: if its clock is none, that is what is wrong.
    let is_fen = head.len() == text.len() && words.len() == 6 && is_counter(words[5]);
    let opcode = words.iter().skip(4).position(is_opcode).filter(|_| !is_fen);
    let Some(fields) = opcode.map(|index| index + 4) else {
        return Fields { position: head, operations: &text[head_end..], counters: None };
    };
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let rest = start_of(words[fields]);
    let (end, counters) = match words[4..fields] {
        [] => (rest, None),
        ["-"] => (start_of(words[4]), None),
        _ => (rest, Some(words[4..fields].join(" "))),
    };
    Fields { position: &text[..end], operations: &text[rest..], counters }
}

fn is_counter(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_digit())
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
mod tests;
