//! What a person asks for: a command, or a move.

use std::path::PathBuf;

/// One line, understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// An empty line.
    Nothing,
    /// Anything that is no command.
    Move(String),
    /// Take so many moves back.
    Undo(usize),
    /// A good move.
    Hint,
    /// Who stands better.
    Eval,
    /// The board.
    Board,
    /// The legal moves, from one square if it is named.
    Moves(Option<String>),
    /// The game so far.
    Game,
    /// The position as FEN.
    Fen,
    /// The board from the other side.
    Flip,
    /// Write the game to a file.
    Save {
        /// Where.
        path: PathBuf,
        /// Even where a file is.
        overwrite: bool,
    },
    /// Give up.
    Resign,
    /// Claim or offer a draw; claim it with this move.
    Draw(Option<String>),
    /// Take an offered draw.
    Accept,
    /// What can be asked.
    Help,
    /// Leave.
    Quit,
}

/// The commands, as completion and the help know them.
pub const COMMANDS: [(&str, &str); 15] = [
    ("undo [N]", "take back your last move and the answer to it, or the last N"),
    ("hint", "a good move"),
    ("eval", "who stands better, and by how much"),
    ("board", "show the board"),
    ("moves [SQUARE]", "the moves you can play, all or from one square"),
    ("game", "the moves played so far"),
    ("fen", "the position in one line"),
    ("flip", "turn the board round"),
    ("save FILE", "write the game as PGN; save! FILE replaces an old one"),
    ("draw", "claim a draw if there is one to claim, otherwise offer one"),
    ("draw MOVE", "claim the draw that this move brings about"),
    ("accept", "take the draw you are offered"),
    ("resign", "give up"),
    ("help", "this list"),
    ("quit", "leave; what was not saved is printed"),
];

/// The most moves `undo` is asked for at a time.
const MOST_UNDONE: usize = 10_000;

impl Wish {
    /// Understands a line.
    ///
    /// # Errors
    /// What is wrong with the words behind a command.
    pub fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (head, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let argument = (!rest.is_empty()).then(|| rest.to_owned());
        let wish = match head.to_lowercase().as_str() {
            "" => return Ok(Self::Nothing),
            "undo" | "takeback" => return undo(rest),
            "save" | "save!" => return save(head, rest),
            "moves" => return Ok(Self::Moves(argument)),
            "draw" => return Ok(Self::Draw(argument)),
            "hint" => Self::Hint,
            "eval" => Self::Eval,
            "board" | "d" => Self::Board,
            "game" | "pgn" => Self::Game,
            "fen" => Self::Fen,
            "flip" => Self::Flip,
            "resign" => Self::Resign,
            "accept" => Self::Accept,
            "help" | "?" => Self::Help,
            "quit" | "exit" => Self::Quit,
            _ => return Ok(Self::Move(line.to_owned())),
        };
        match argument {
            Some(rest) => Err(format!("{head} stands alone: '{rest}' behind it has no meaning")),
            None => Ok(wish),
        }
    }
}

fn undo(rest: &str) -> Result<Wish, String> {
    let number = if rest.is_empty() { Some(1) } else { rest.parse().ok() };
    match number.filter(|number| (1..=MOST_UNDONE).contains(number)) {
        Some(number) => Ok(Wish::Undo(number)),
        None => Err(format!("undo takes back a number of moves, as in undo 2, not '{rest}'")),
    }
}

fn save(head: &str, rest: &str) -> Result<Wish, String> {
    if rest.is_empty() {
        return Err(format!("{head} needs the name of a file, as in {head} game.pgn"));
    }
    Ok(Wish::Save { path: PathBuf::from(rest), overwrite: head.ends_with('!') })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_or_else_a_move() {
        for (line, wish) in [
            ("  ", Wish::Nothing),
            ("Nf3", Wish::Move("Nf3".to_owned())),
            (" exd6 e.p. ", Wish::Move("exd6 e.p.".to_owned())),
            ("UNDO", Wish::Undo(1)),
            ("undo 3", Wish::Undo(3)),
            ("moves e2", Wish::Moves(Some("e2".to_owned()))),
            ("draw", Wish::Draw(None)),
            ("draw Ng8", Wish::Draw(Some("Ng8".to_owned()))),
            ("save my game.pgn", Wish::Save { path: "my game.pgn".into(), overwrite: false }),
            ("save! a", Wish::Save { path: "a".into(), overwrite: true }),
            ("?", Wish::Help),
        ] {
            assert_eq!(Wish::parse(line), Ok(wish), "{line}");
        }
        for (line, remedy) in
            [("undo -1", "undo 2"), ("undo 0", "undo 2"), ("save", "save game.pgn"), ("hint me", "alone")]
        {
            assert!(Wish::parse(line).is_err_and(|error| error.contains(remedy)), "{line}");
        }
    }

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (usage, _) in COMMANDS {
            let line = usage.replace("[N]", "2").replace("[SQUARE]", "e2");
            assert!(!matches!(Wish::parse(&line), Ok(Wish::Move(_)) | Err(_)), "{usage}");
        }
    }
}
