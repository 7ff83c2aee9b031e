//! EPD files: positions with operations such as best moves.
//!
//! [`Record::parse`] accepts two forms: `FIELDS bm Qd1+; id "BK.01";` with the four position fields of EPD,
//! and `FEN ;D1 20 ;D2 400` with the six fields of a FEN, as in perft suites.

use std::borrow::Cow;

use shakmaty::CastlingMode;

use crate::{
    chess::position::{FenError, Move, MoveError, Position, Repair, Strictness, read_move},
    support::{lines::lines, text},
};

/// Opcodes whose operands must be legal moves of the position.
const MOVES: [&str; 4] = ["bm", "am", "pm", "sm"];

/// A position with its EPD operations.
#[derive(Clone, Debug)]
pub struct Record {
    /// Position of the EPD line.
    pub position: Position,
    /// Errors in the position fields that were repaired.
    pub repairs: Vec<Repair>,
    /// Operations in order: opcode and operands, without quotation marks.
    pub operations: Vec<(String, Vec<String>)>,
}

/// Error in an EPD line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// Invalid position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A quotation mark that is not closed; the field is its column in the line, from 1.
    #[error("bad EPD: the quotation mark in column {0} is not closed: add \" at the end of the text")]
    Quote(usize),
    /// An operation without an opcode, or with an invalid counter.
    #[error("bad EPD operation '{0}': write opcode, operands, semicolon, as in bm Qd1+; id \"BK.01\";")]
    Operation(String),
    /// The EPD line has more than four fields before its first operation.
    #[error(
        "bad EPD: unexpected '{0}' before the operations: an EPD has four fields, write the counters as hmvc 0; fmvn 1;"
    )]
    Counters(String),
    /// An invalid move in `bm` or a similar operation.
    #[error("{0}: {1}")]
    Move(String, MoveError),
}

/// Error in one line of a test suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct SuiteError {
    /// Line number, from 1.
    pub line: usize,
    /// Error in the EPD line.
    pub error: EpdError,
}

impl Record {
    /// Parses one EPD line.
    ///
    /// # Errors
    /// Returns an [`EpdError`] if the position, an operation, or a move of `bm`, `am`, `pm` or `sm` is not
    /// valid, or if other words, such as the counters of a FEN, come between the four position fields and an
    /// operation that no semicolon precedes.
    pub fn parse(text: &str, mode: CastlingMode, strictness: Strictness) -> Result<Self, EpdError> {
        let Fields { position: fen, counters, operations, operations_column } = split_fields(text);
        if let Some(counters) = counters {
            return Err(EpdError::Counters(text::quoted(&counters)));
        }
        let operations = parse_operations(operations, operations_column)?;
        let mut record = Self { position: Position::start(), repairs: Vec::new(), operations };
        let fen = record.with_counters(fen)?;
        (record.position, record.repairs) = Position::read_fen_of_either_mode(&fen, mode, strictness)?;
        for opcode in MOVES {
            record.moves(opcode)?;
        }
        Ok(record)
    }

    /// Returns `fen`. If `fen` has four fields and the line has an operation `hmvc` or `fmvn`, both counters
    /// are added.
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

    /// Returns the moves of all operations whose opcode is `opcode`, such as `bm`.
    ///
    /// # Errors
    /// Returns [`EpdError::Move`] with the first operand that is not a legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let operations = self.operations.iter().filter(|(code, _)| code == opcode);
        let words = operations.flat_map(|(_, operands)| operands);
        let read = |word: &String| read_move(&self.position, word);
        let bad = |error| EpdError::Move(opcode.to_owned(), error);
        words.map(|word| read(word).map_err(bad)).collect()
    }

    /// Returns the operands of the first operation whose opcode is `opcode`, or `None` without such an
    /// operation.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let found = self.operations.iter().find(|(code, _)| code == opcode);
        found.map(|(_, operands)| operands.as_slice())
    }

    /// Returns the first operand of the first operation whose opcode is `opcode`.
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operands(opcode)?.first().map(String::as_str)
    }

    /// Returns the operands of the operation `id`, joined by spaces, or the FEN of the position without an
    /// `id`.
    pub fn id(&self) -> String {
        self.operands("id").map_or_else(|| self.position.to_string(), |words| words.join(" "))
    }
}

/// Returns the `id` of an EPD line, even if the position of the line is invalid. Returns `None` without an
/// `id`, or if an operation is invalid.
pub fn id_of(text: &str) -> Option<String> {
    let fields = split_fields(text);
    let operations = parse_operations(fields.operations, fields.operations_column).ok()?;
    let (_, operands) = operations.into_iter().find(|(opcode, _)| opcode == "id")?;
    Some(operands.join(" "))
}

/// Parses a test suite with one EPD line per position, and skips empty lines and lines that start with `#`. `read` takes
/// from each record what the caller needs. An invalid line is a [`SuiteError`] with its number.
pub fn read_suite<T>(
    text: &str,
    mode: CastlingMode,
    strictness: Strictness,
    read: impl Fn(Record) -> Result<T, EpdError>,
) -> impl Iterator<Item = Result<T, SuiteError>> {
    let lines = (1..).zip(lines(text)).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(move |(line, text)| {
        Record::parse(text, mode, strictness).and_then(&read).map_err(|error| SuiteError { line, error })
    })
}

/// An EPD line split into position and operations.
struct Fields<'a> {
    position: &'a str,
    operations: &'a str,
    /// Number of characters before `operations`.
    operations_column: usize,
    /// Words between the fourth field and a first operation that no semicolon precedes. `None` if there are
    /// no such words or only a single dash.
    counters: Option<String>,
}

/// Splits a line into position and operations. The operations start at the first semicolon or at the first
/// word before it, after the fourth field, that begins with a letter. A superfluous dash after the fourth
/// field, which some suites contain, is ignored.
fn split_fields(text: &str) -> Fields<'_> {
    let head_end = text.find(';').unwrap_or(text.len());
    let head = &text[..head_end];
    let words: Vec<_> = head.split_ascii_whitespace().collect();
    let is_opcode = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_alphabetic());
    // Six words without a semicolon are a FEN if the last word is a number. An invalid halfmove clock is then
    // reported as an error of the FEN.
    let is_fen = head.len() == text.len() && words.len() == 6 && is_counter(words[5]);
    let opcode = words.iter().skip(4).position(is_opcode).filter(|_| !is_fen);
    let Some(fields) = opcode.map(|index| index + 4) else {
        let operations_column = head.chars().count();
        let operations = &text[head_end..];
        return Fields { position: head, operations, operations_column, counters: None };
    };
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let rest = start_of(words[fields]);
    let (end, counters) = match words[4..fields] {
        [] => (rest, None),
        ["-"] => (start_of(words[4]), None),
        _ => (rest, Some(words[4..fields].join(" "))),
    };
    let operations_column = text[..rest].chars().count();
    Fields { position: &text[..end], operations: &text[rest..], operations_column, counters }
}

fn is_counter(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|letter| letter.is_ascii_digit())
}

/// Parses operations: opcode and operands, each separated by white space, with a semicolon between
/// operations. White space and semicolons between quotation marks belong to the operand. Between quotation
/// marks, `\"` is a quotation mark and `\\` a backslash. `column` is the number of characters before `text`
/// in its line.
fn parse_operations(text: &str, column: usize) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut reader = OperationReader::default();
    let mut opening_quote = None;
    let mut letters = text.chars().enumerate().peekable();
    // In perft suites, a semicolon precedes the first operation; in EPD, a semicolon follows the last one.
    while letters.next_if(|(_, letter)| letter.is_whitespace()).is_some() {}
    let _ = letters.next_if(|(_, letter)| *letter == ';');
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => {
                opening_quote = if opening_quote.is_none() { Some(index) } else { None };
                reader.word.get_or_insert_default();
            }
            '\\' if opening_quote.is_some() => {
                let escaped = letters.next_if(|(_, letter)| matches!(letter, '"' | '\\'));
                reader.push(escaped.map_or(letter, |(_, letter)| letter));
            }
            _ if opening_quote.is_some() => reader.push(letter),
            ';' => reader.end_operation(text)?,
            _ if letter.is_ascii_whitespace() => reader.end_word(),
            _ => reader.push(letter),
        }
    }
    if let Some(index) = opening_quote {
        return Err(EpdError::Quote(column + index + 1));
    }
    reader.end_word();
    if !reader.words.is_empty() {
        reader.end_operation(text)?;
    }
    Ok(reader.complete)
}

/// Operations that have been read, and the operation and the word that are being read.
#[derive(Default)]
struct OperationReader {
    complete: Vec<(String, Vec<String>)>,
    words: Vec<String>,
    word: Option<String>,
}

impl OperationReader {
    fn push(&mut self, letter: char) {
        self.word.get_or_insert_default().push(letter);
    }

    fn end_word(&mut self) {
        self.words.extend(self.word.take());
    }

    fn end_operation(&mut self, text: &str) -> Result<(), EpdError> {
        self.end_word();
        let mut words = std::mem::take(&mut self.words).into_iter();
        let opcode = words.next().ok_or_else(|| EpdError::Operation(text::quoted(text.trim())))?;
        self.complete.push((opcode, words.collect()));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
