//! What a GUI can say: lines parsed into typed commands, without effects.
//!
//! Parsed by hand over words, because real GUIs send more than the protocol's grammar: limits in any order and number, blanks
//! and tabs, unknown words, clocks below zero. A word that is not understood is passed over and the rest of the line tried.

use super::{extensions::BackgroundCommand, go::GoCommand};

/// A line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`
    Uci,
    /// `debug on` or `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// Words joined by single blanks.
        name: String,
        /// Everything behind `value`, inner blanks kept.
        value: Option<String>,
    },
    /// `ucinewgame`
    NewGame,
    /// `position ...`
    Position(PositionCommand),
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
    /// `d`: show the position
    Display,
    /// `eval`: the static value
    Eval,
    /// `flip`: the position from the other side of the board
    Flip,
    /// `help`
    Help,
    /// `compiler`: what this program was built for
    Compiler,
    /// `bench`, `speedtest`, `genfens`
    BackgroundCommand(BackgroundCommand),
    /// Something that cannot be done as it stands, with the reason.
    Bad(String),
    /// Nothing to be done.
    Nothing,
    /// Not a word of it is known; told only under `debug`.
    Unknown(String),
}

/// `position startpos|fen FEN [moves ...]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN; `None` is the start position.
    pub fen: Option<String>,
    /// Moves as written.
    pub moves: Vec<String>,
}

impl Command {
    /// Understands one line; never fails, see [`Command::Bad`] and [`Command::Nothing`].
    pub fn parse(line: &str) -> Self {
        // Some shells of Windows put a byte order mark in front of what they pipe.
        let line = line.trim_start_matches('\u{feff}').trim();
        let mut rest = line;
        while !rest.is_empty() {
            let (word, behind) = split_word(rest);
            if let Some(command) = Self::parse_word(word, behind) {
                return command;
            }
            rest = behind;
        }
        if line.is_empty() {
            Self::Nothing
        } else if line.contains('\0') {
            Self::Bad("this line has zero bytes in it, as UTF-16 has: send plain text, in UTF-8".to_owned())
        } else {
            Self::Unknown(line.to_owned())
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
            "bench" => Self::BackgroundCommand(BackgroundCommand::bench(rest)),
            "speedtest" => Self::BackgroundCommand(BackgroundCommand::speedtest(rest)),
            "genfens" => BackgroundCommand::genfens(rest).map_or_else(Self::Bad, Self::BackgroundCommand),
            "debug" => match words().find(|word| matches!(*word, "on" | "off")) {
                Some(state) => Self::Debug(state == "on"),
                None => Self::Nothing,
            },
            "setoption" => parse_option(rest),
            "position" => parse_position(rest),
            "perft" => parse_perft(words().next()),
            "go" => match words().position(|word| word == "perft") {
                Some(at) => parse_perft(words().nth(at + 1)),
                None => Self::Go(Box::new(GoCommand::parse(rest))),
            },
            // Known, and nothing to be done: this engine needs no registration.
            "register" | "xboard" => Self::Nothing,
            _ => return None,
        })
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

fn parse_perft(word: Option<&str>) -> Command {
    match word.map(str::parse) {
        Some(Ok(depth)) => Command::Perft(depth),
        _ => Command::Bad("perft needs a depth, as in go perft 5".to_owned()),
    }
}

fn parse_option(rest: &str) -> Command {
    let bad = || Command::Bad("setoption needs a name, as in setoption name Hash value 64".to_owned());
    let ("name", behind) = split_word(rest) else { return bad() };
    let mut name = Vec::new();
    let mut rest = behind;
    loop {
        match split_word(rest) {
            ("", _) => break,
            ("value", value) => {
                rest = value;
                let value = Some(rest.trim().to_owned());
                return if name.is_empty() {
                    bad()
                } else {
                    Command::SetOption { name: name.join(" "), value }
                };
            }
            (word, behind) => {
                name.push(word);
                rest = behind;
            }
        }
    }
    if name.is_empty() { bad() } else { Command::SetOption { name: name.join(" "), value: None } }
}

fn parse_position(rest: &str) -> Command {
    let mut words = rest.split_ascii_whitespace();
    let fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let fields: Vec<_> = words.by_ref().take_while(|word| *word != "moves").collect();
            let moves = words.map(str::to_owned).collect();
            return Command::Position(PositionCommand { fen: Some(fields.join(" ")), moves });
        }
        _ => return Command::Position(PositionCommand { fen: Some(String::new()), moves: Vec::new() }),
    };
    let moves = words.skip_while(|word| *word != "moves").skip(1).map(str::to_owned).collect();
    Command::Position(PositionCommand { fen, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_unknown_words_do_not_matter() {
        for (line, command) in [
            ("\t uci \r", Command::Uci),
            ("joho debug on", Command::Debug(true)),
            ("joho isready isready", Command::IsReady),
            ("debug joho off", Command::Debug(false)),
            ("", Command::Nothing),
            ("   ", Command::Nothing),
            ("register later", Command::Nothing),
            ("Position startpos", Command::Unknown("Position startpos".to_owned())),
            ("éééé", Command::Unknown("éééé".to_owned())),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }

    #[test]
    fn options_have_names_with_blanks_and_values_with_more() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
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
            assert_eq!(Command::parse(line), command, "{line}");
        }
        for line in ["setoption", "setoption name", "setoption value 16 name Hash", "setoption name value 3"]
        {
            assert!(matches!(Command::parse(line), Command::Bad(_)), "{line}");
        }
    }

    #[test]
    fn positions_are_split_into_fen_and_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(ToString::to_string).collect();
            Command::Position(PositionCommand { fen: fen.map(str::to_owned), moves })
        };
        for (line, command) in [
            ("position startpos", position(None, &[])),
            ("\tposition\tstartpos\t", position(None, &[])),
            ("position startpos moves ", position(None, &[])),
            ("position startpos moves  e2e4   e7e5 ", position(None, &["e2e4", "e7e5"])),
            ("position startpos e2e4", position(None, &[])),
            ("position fen 8/8/8/8 w - - moves a1a2", position(Some("8/8/8/8 w - -"), &["a1a2"])),
            ("position", position(Some(""), &[])),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }
}
