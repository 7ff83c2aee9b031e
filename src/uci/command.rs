//! What a GUI can say: lines parsed into typed commands, without effects.
//!
//! Parsed by hand over words, because real GUIs send more than the protocol's grammar: limits in any order and number, blanks
//! and tabs, unknown words, clocks below zero. A word that is not understood is passed over and the rest of the line tried.

use std::time::Duration;

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
    /// `quit`
    Quit,
    /// `d`: show the position
    Display,
    /// `eval`: the static value
    Eval,
    /// Something that cannot be done as it stands, with the reason.
    Bad(String),
    /// Nothing that is meant for an engine.
    Nothing,
}

/// `position startpos|fen FEN [moves ...]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN; `None` is the start position.
    pub fen: Option<String>,
    /// Moves as written.
    pub moves: Vec<String>,
}

/// `go` with its limits; each is `None` if it was not given, and they combine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// Clocks of White and Black; a clock below zero reads as zero.
    pub time: [Option<Duration>; 2],
    /// Increments of White and Black.
    pub increment: [Duration; 2],
    /// Moves until the clock is refilled.
    pub moves_to_go: Option<u32>,
    /// Plies, 1 or more.
    pub depth: Option<i32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Mate in so many moves.
    pub mate: Option<u32>,
    /// No end but `stop`.
    pub infinite: bool,
    /// Only these moves, as written.
    pub search_moves: Option<Vec<String>>,
    /// Limits that made no sense and are left out, each with its reason.
    pub problems: Vec<String>,
}

impl Command {
    /// Understands one line; never fails, see [`Command::Bad`] and [`Command::Nothing`].
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let (word, behind) = split_word(rest);
            if let Some(command) = Self::parse_word(word, behind) {
                return command;
            }
            rest = behind;
        }
        Self::Nothing
    }

    fn parse_word(word: &str, rest: &str) -> Option<Self> {
        let words = || rest.split_ascii_whitespace();
        Some(match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "d" => Self::Display,
            "eval" => Self::Eval,
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
            // Known, and nothing to be done: this engine needs no registration and does not ponder.
            "register" | "ponderhit" | "xboard" => Self::Nothing,
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

const KEYWORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl GoCommand {
    fn parse(rest: &str) -> Self {
        let mut go = Self::default();
        let mut words = rest.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" | "ponder" => go.infinite = true,
                "searchmoves" => {
                    let moves = go.search_moves.get_or_insert_default();
                    while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        moves.push(mv.to_owned());
                    }
                }
                _ if KEYWORDS.contains(&word) => {
                    let value = words.next_if(|word| !KEYWORDS.contains(word));
                    go.set(word, value);
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, word: &str, value: Option<&str>) {
        let Some(number) = value.and_then(clamped) else {
            self.problems.push(format!("{word} needs a whole number, not '{}'", value.unwrap_or_default()));
            return;
        };
        let millis = Duration::from_millis(number.max(0).unsigned_abs());
        match word {
            "wtime" => self.time[0] = Some(millis),
            "btime" => self.time[1] = Some(millis),
            "winc" => self.increment[0] = millis,
            "binc" => self.increment[1] = millis,
            "movetime" => self.movetime = Some(millis),
            _ if number < 1 => self.problems.push(format!("{word} must be 1 or more, not {number}")),
            "movestogo" => self.moves_to_go = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "depth" => self.depth = Some(i32::try_from(number).unwrap_or(i32::MAX)),
            "nodes" => self.nodes = Some(number.unsigned_abs()),
            "mate" => self.mate = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            _ => {}
        }
    }
}

/// A whole number; one too large for any clock becomes the largest there is.
fn clamped(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> GoCommand {
        match Command::parse(line) {
            Command::Go(go) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

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
            ("Position startpos", Command::Nothing),
            ("éééé", Command::Nothing),
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

    #[test]
    fn limits_combine_in_any_order_and_unknown_words_between_them_are_passed_over() {
        let limits = go("go ponder wtime 1000 btime 900 nodes 100 foo bar depth 3 movestogo 7");
        assert_eq!(limits.time, [Some(Duration::from_secs(1)), Some(Duration::from_millis(900))]);
        assert_eq!((limits.nodes, limits.depth, limits.moves_to_go), (Some(100), Some(3), Some(7)));
        assert!(limits.infinite && limits.problems.is_empty());
        let limits = go("go infinite searchmoves e2e4 d2d4 depth 2");
        assert_eq!(limits.search_moves, Some(vec!["e2e4".to_owned(), "d2d4".to_owned()]));
        assert_eq!(limits.depth, Some(2));
    }

    #[test]
    fn clocks_out_of_range_are_clamped_and_senseless_limits_reported() {
        assert_eq!(go("go wtime -5 btime 100").time[0], Some(Duration::ZERO));
        assert!(go("go wtime 99999999999999999999 btime 1").time[0] > Some(Duration::from_hours(24)));
        assert_eq!(go("go movetime -100").movetime, Some(Duration::ZERO));
        assert!(go("go nodes 18446744073709551616").nodes.is_some());
        for line in ["go depth -1", "go depth 0", "go depth", "go depth x", "go nodes 1.5", "go movestogo 0"]
        {
            assert_eq!(go(line).problems.len(), 1, "{line}");
        }
        assert_eq!(Command::parse("go perft 5"), Command::Perft(5));
        assert!(matches!(Command::parse("go perft"), Command::Bad(_)));
    }

    #[test]
    fn a_missing_value_does_not_swallow_the_next_limit() {
        let limits = go("go depth nodes 50");
        assert_eq!((limits.depth, limits.nodes), (None, Some(50)));
        assert_eq!(limits.problems.len(), 1);
    }
}
