//! UCI command parser: turns one input line into a typed [`UciCommand`], and does not execute the command.
//!
//! The parser is handwritten and works word by word, because real GUIs send more than the UCI grammar allows:
//! limits in any order and number, spaces and tabs, unknown words, negative clock times. If the first word of
//! a line is unknown, the parser skips it and tries the next word, as UCI demands.

use super::{extensions::BackgroundCommand, go::GoCommand};
use crate::support::text::quoted;

/// Maximum length of the name of an option, in bytes.
const MOST_NAME_BYTES: usize = 200;

/// A parsed input line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`
    Uci,
    /// `debug on` or `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// Option name, its words joined by single spaces.
        name: String,
        /// Text after `value`, with all inner spaces.
        value: Option<String>,
    },
    /// `ucinewgame`
    NewGame,
    /// `position ...`, or the error message of a command that sets up no position.
    Position(Result<PositionCommand, String>),
    /// `go ...`
    Go(Box<GoCommand>),
    /// `go perft N` or `perft N`
    Perft(u32),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: shows the board.
    Display,
    /// `eval`: shows the static evaluation.
    Eval,
    /// `flip`: mirrors the position and swaps the colours.
    Flip,
    /// `help`
    Help,
    /// `compiler`: shows build target and CPU features.
    Compiler,
    /// `bench`, `speedtest`, `genfens`
    BackgroundCommand(BackgroundCommand),
    /// A known command with an error; the text is the error message.
    Bad(String),
    /// An empty line, or a command without effect in this engine.
    Nothing,
    /// A line without any known command word. The engine reports an unknown line only after `debug on`.
    Unknown(String),
}

/// `position startpos|fen FEN [moves ...]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// FEN; `None` means the start position.
    pub fen: Option<String>,
    /// Moves as text, separated by white space: a list of words would need several times the memory.
    pub moves: String,
}

impl UciCommand {
    /// Parses one line. Errors are returned as [`UciCommand::Bad`] or [`UciCommand::Unknown`].
    pub fn parse(line: &str) -> Self {
        // Some Windows shells write a byte order mark at the start of piped text.
        let line = line.trim_start_matches('\u{feff}').trim();
        let mut rest = line;
        while !rest.is_empty() {
            let (word, after) = split_word(rest);
            if let Some(command) = Self::parse_word(word, after) {
                return command;
            }
            rest = after;
        }
        if line.is_empty() {
            Self::Nothing
        } else if line.contains('\0') {
            Self::Bad("the input line contains zero bytes, like UTF-16: send UTF-8 text".to_owned())
        } else {
            Self::Unknown(quoted(line))
        }
    }

    /// Returns the first word of a line that UCI demands to ignore: an unknown command, or an unknown word after `go`
    /// or `position`; `None` if there is none.
    pub fn unknown_word(line: &str) -> Option<&str> {
        let (command, rest) = split_word(line.trim());
        if command.is_empty() {
            return None;
        }
        let mut words = rest.split_ascii_whitespace();
        match (command, Self::parse_word(command, rest)) {
            (_, None) => Some(command),
            ("go", Some(Self::Go(_))) => {
                let mut unknown = None;
                GoCommand::parse_reporting(rest, |word| unknown = unknown.or(Some(word)));
                unknown
            }
            ("position", _) => match words.next() {
                Some("startpos") => words.next().filter(|word| *word != "moves"),
                first => first.filter(|word| *word != "fen"),
            },
            _ => None,
        }
    }

    fn parse_word(word: &str, rest: &str) -> Option<Self> {
        let words = || rest.split_ascii_whitespace();
        Some(match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "d" => Self::Display,
            "eval" => Self::Eval,
            "flip" => Self::Flip,
            "help" => Self::Help,
            "compiler" => Self::Compiler,
            "bench" => BackgroundCommand::bench(rest).map_or_else(Self::Bad, Self::BackgroundCommand),
            "speedtest" => BackgroundCommand::speedtest(rest).map_or_else(Self::Bad, Self::BackgroundCommand),
            "genfens" => BackgroundCommand::genfens(rest).map_or_else(Self::Bad, Self::BackgroundCommand),
            "debug" => match words().find(|word| matches!(*word, "on" | "off")) {
                Some(state) => Self::Debug(state == "on"),
                None => Self::Nothing,
            },
            "setoption" => parse_option(rest),
            "position" => Self::Position(parse_position(rest)),
            "perft" => parse_perft(words().next()),
            "go" => match words().position(|word| word == "perft") {
                Some(at) => parse_perft(words().nth(at + 1)),
                None => Self::Go(Box::new(GoCommand::parse(rest))),
            },
            // This engine needs no registration and ignores the xboard greeting.
            "register" | "xboard" => Self::Nothing,
            _ => return None,
        })
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

fn parse_perft(word: Option<&str>) -> UciCommand {
    match word.map(str::parse) {
        Some(Ok(depth)) => UciCommand::Perft(depth),
        _ => UciCommand::Bad("perft needs a depth, for example: go perft 5".to_owned()),
    }
}

fn parse_option(rest: &str) -> UciCommand {
    let bad =
        || UciCommand::Bad("setoption needs a name, for example: setoption name Hash value 64".to_owned());
    let ("name", after) = split_word(rest) else { return bad() };
    let (name, value) = split_before("value", after);
    let name = match name.trim() {
        "" => return bad(),
        // No option has such a name.
        name if name.len() > MOST_NAME_BYTES => quoted(name),
        name => name.split_ascii_whitespace().collect::<Vec<_>>().join(" "),
    };
    UciCommand::SetOption { name, value: value.map(|value| value.trim().to_owned()) }
}

fn parse_position(rest: &str) -> Result<PositionCommand, String> {
    let (first, after) = split_word(rest);
    let (fen, moves) = match (first, split_word(after)) {
        ("startpos", ("" | "moves", moves)) => (None, moves),
        ("startpos", (word, _)) => {
            let word = quoted(word);
            return Err(format!("position startpos must be followed by the word moves, not by '{word}'"));
        }
        ("fen", _) => {
            let (fields, moves) = split_before("moves", after);
            (Some(fields.trim()), moves.unwrap_or_default())
        }
        _ => (Some(""), ""),
    };
    if fen == Some("") {
        let problem = "position needs startpos or fen, for example: position startpos moves e2e4";
        return Err(problem.to_owned());
    }
    Ok(PositionCommand { fen: fen.map(str::to_owned), moves: moves.to_owned() })
}

/// Splits a text before and after the first word `separator`; without it, the second part is `None`.
fn split_before<'a>(separator: &str, text: &'a str) -> (&'a str, Option<&'a str>) {
    let mut rest = text;
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if word == separator {
            return (&text[..text.len() - rest.len()], Some(after));
        }
        rest = after;
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_unknown_words_are_ignored() {
        for (line, command) in [
            ("\t uci \r", UciCommand::Uci),
            ("joho debug on", UciCommand::Debug(true)),
            ("joho isready isready", UciCommand::IsReady),
            ("debug joho off", UciCommand::Debug(false)),
            ("", UciCommand::Nothing),
            ("   ", UciCommand::Nothing),
            ("register later", UciCommand::Nothing),
            ("Position startpos", UciCommand::Unknown("Position startpos".to_owned())),
            ("éééé", UciCommand::Unknown("éééé".to_owned())),
        ] {
            assert_eq!(UciCommand::parse(line), command, "{line}");
        }
    }

    #[test]
    fn option_names_and_values_may_contain_spaces() {
        let set = |name: &str, value: Option<&str>| UciCommand::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        for (line, command) in [
            ("setoption name Hash value 64", set("Hash", Some("64"))),
            ("setoption  name  Move  Overhead  value  5 ", set("Move Overhead", Some("5"))),
            ("setoption name Clear Hash", set("Clear Hash", None)),
            ("setoption name Path value /a b/c:/d  e", set("Path", Some("/a b/c:/d  e"))),
            ("setoption name Path value", set("Path", Some(""))),
        ] {
            assert_eq!(UciCommand::parse(line), command, "{line}");
        }
        for line in ["setoption", "setoption name", "setoption value 16 name Hash", "setoption name value 3"]
        {
            assert!(matches!(UciCommand::parse(line), UciCommand::Bad(_)), "{line}");
        }
    }

    #[test]
    fn positions_are_split_into_fen_and_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| {
            let moves = moves.join(" ");
            UciCommand::Position(Ok(PositionCommand { fen: fen.map(str::to_owned), moves }))
        };
        for (line, command) in [
            ("position startpos", position(None, &[])),
            ("\tposition\tstartpos\t", position(None, &[])),
            ("position startpos moves ", position(None, &[])),
            ("position startpos moves  e2e4 e7e5 ", position(None, &["e2e4", "e7e5"])),
            ("position fen 8/8/8/8 w - - moves a1a2", position(Some("8/8/8/8 w - -"), &["a1a2"])),
        ] {
            assert_eq!(UciCommand::parse(line), command, "{line}");
        }
        for line in ["position", "position fen", "position fen moves e2e4", "position startpos e2e4"] {
            assert!(matches!(UciCommand::parse(line), UciCommand::Position(Err(_))), "{line}");
        }
    }
}
