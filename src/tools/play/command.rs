//! The commands of a game, and their execution.
//!
//! [`PlayCommand::parse`] parses one line, [`Session::execute`] runs the command. A line that is not a command is
//! read as a move.

use std::{
    io,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use shakmaty::{Role, Square};

use super::{
    illegal_move, notation,
    session::{Level, Seat, Session},
};
use crate::{
    chess::{
        game_result::GameResult,
        position::{Move, Position, read_move},
        score::Score,
    },
    engine::strength::{FULL_LEVEL, Strength},
    search::{Limits, Report, StopFlag},
    tools::common::output::print,
};

/// A parsed input line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PlayCommand {
    /// An empty line, which is ignored.
    Empty,
    /// A line that is not a command: the text of a move.
    Move(String),
    /// Takes back this number of a person's moves, and the engine's moves after them. After a resignation, a
    /// draw by agreement or claim, or a loss on time, takes back only this result.
    Undo(usize),
    /// Suggests a move after a short search.
    Hint,
    /// Shows the board, or, with `--plain`, describes the position in words.
    Board,
    /// Lists all legal moves, or only the legal moves from one square.
    Moves(Option<String>),
    /// Lists the moves of the game.
    Game,
    /// Prints the current position as FEN.
    Fen,
    /// Turns the board around.
    Flip,
    /// Starts a new game, with the same colours or with colours swapped.
    New {
        /// Whether the players swap colours.
        swap_colours: bool,
    },
    /// Sets the strength of the engine, or prints it.
    Level(Option<Level>),
    /// Saves the game as PGN to a new file.
    Save(PathBuf),
    /// Shows the moves that cost a person most.
    Review,
    /// Resigns the game for the side to move.
    Resign,
    /// Claims a draw if the rules allow it, otherwise offers a draw. Two people at one terminal agree on it.
    Draw,
    /// Lists the commands.
    Help,
    /// Leaves the game.
    Quit,
}

/// Usage and description of each command that a person can enter, for `help` and for completion with Tab.
pub const COMMANDS: [(&str, &str); 16] = [
    ("undo [N]", "take back your last N moves (default 1) and the engine's replies"),
    ("hint", "suggest a move, with the principal variation"),
    ("board", "show the board; with --plain, list the pieces"),
    ("moves [SQUARE]", "list the legal moves, or only the moves from SQUARE"),
    ("game", "list the moves played so far"),
    ("fen", "print the current position as FEN"),
    ("flip", "turn the board by 180 degrees"),
    ("save FILE", "save the game as PGN to a new file"),
    ("draw", "claim a draw if the rules allow it, otherwise offer a draw"),
    ("resign", "resign the game"),
    ("new", "start a new game with the same colours"),
    ("rematch", "start a new game with colours swapped"),
    ("review", "show the moves that cost you most, with better moves and the reasons"),
    ("level [N]", "set the engine's level, 1 (weakest) to 10 (full strength), or its Elo, 600 to 3000"),
    ("help", "list the commands"),
    ("quit, q", "leave the game; an unsaved game is saved (--save) or printed"),
];

/// What a player can do after the end of a game.
pub const AFTER_GAME: &str = "Enter review to see the moves that cost you most, rematch to swap colours and play again, \
                              new to play again, undo to go back and continue, save FILE to save the game, or quit to \
                              leave.";

/// Largest number N that the command `undo N` accepts.
const MAX_UNDO: usize = 10_000;
/// Number of nodes of a search for `hint` and `draw`.
pub const ANALYSIS_NODES: u64 = 300_000;
/// Number of plies of the principal variation that `hint` prints.
const LINE_PLIES: usize = 6;
/// The engine accepts a draw offer if the score from the engine's point of view is at most this score.
const ACCEPT_DRAW_UP_TO: Score = Score::cp(-75);
/// From move number [`LATE_MOVE`] on, the engine accepts a draw offer if the score from the engine's point of
/// view is at most this score.
const ACCEPT_LATE_DRAW_UP_TO: Score = Score::cp(10);
/// Move number from which [`ACCEPT_LATE_DRAW_UP_TO`] applies.
const LATE_MOVE: u32 = 30;

impl PlayCommand {
    /// Parses an input line. A non-empty line that does not begin with a command becomes [`PlayCommand::Move`].
    ///
    /// # Errors
    /// Returns a message if the argument of a command is missing or wrong.
    fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let argument = (!rest.is_empty()).then(|| rest.to_owned());
        let command = match word.to_lowercase().as_str() {
            "" => return Ok(Self::Empty),
            "undo" | "takeback" | "back" => return undo(rest),
            "save" => return save(rest),
            "moves" => return Ok(Self::Moves(argument)),
            "level" => return level(rest),
            "new" => Self::New { swap_colours: false },
            "rematch" => Self::New { swap_colours: true },
            "hint" => Self::Hint,
            "board" => Self::Board,
            "game" | "pgn" => Self::Game,
            "fen" => Self::Fen,
            "flip" => Self::Flip,
            "resign" => Self::Resign,
            "draw" => Self::Draw,
            "review" => Self::Review,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            "castle" => return Err("to castle, enter O-O (kingside) or O-O-O (queenside)".to_owned()),
            _ => return Ok(Self::Move(line.to_owned())),
        };
        match argument {
            Some(rest) => Err(format!("{word} takes no argument: remove '{rest}'")),
            None => Ok(command),
        }
    }
}

fn undo(rest: &str) -> Result<PlayCommand, String> {
    let number = if rest.is_empty() { Some(1) } else { rest.parse().ok() };
    match number.filter(|number| (1..=MAX_UNDO).contains(number)) {
        Some(number) => Ok(PlayCommand::Undo(number)),
        None => Err(format!("undo takes a number of moves from 1 to {MAX_UNDO}, as in undo 2, not '{rest}'")),
    }
}

fn level(rest: &str) -> Result<PlayCommand, String> {
    if rest.is_empty() {
        return Ok(PlayCommand::Level(None));
    }
    let (least, most) = (Strength::LEAST, Strength::MOST);
    let level = match rest.parse().unwrap_or_default() {
        number if (1..=i32::from(FULL_LEVEL)).contains(&number) => Level::Number(number as u8),
        elo if (least..=most).contains(&elo) => Level::Elo(elo),
        _ => {
            return Err(format!(
                "{rest}: choose a level from 1 to {FULL_LEVEL}, or an Elo from {least} to {most}"
            ));
        }
    };
    Ok(PlayCommand::Level(Some(level)))
}

fn save(rest: &str) -> Result<PlayCommand, String> {
    if rest.is_empty() {
        return Err("save needs a file name, as in save game.pgn".to_owned());
    }
    Ok(PlayCommand::Save(rest.into()))
}

impl Session {
    /// Runs the command or plays the move of an input line. Returns `Break` if the command is `quit`.
    ///
    /// # Errors
    /// If standard output cannot be written. If the input line is not a valid command or a legal move,
    /// this function prints a message to the player and returns `Continue`.
    pub(in crate::tools) fn execute(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let command = match PlayCommand::parse(line) {
            Ok(command) => command,
            Err(reason) => {
                self.screen.print(format_args!("{reason}"))?;
                return Ok(ControlFlow::Continue(()));
            }
        };
        match command {
            PlayCommand::Empty => Ok(()),
            PlayCommand::Move(text) => self.try_move(&text),
            PlayCommand::Undo(number) => self.undo(number),
            PlayCommand::Hint => self.hint(),
            PlayCommand::Board => self.show_board(),
            PlayCommand::Moves(from) => self.moves(from.as_deref()),
            PlayCommand::Game => {
                self.screen.print(format_args!("{}", move_list(self.game.start(), &self.game.moves())))
            }
            // A FEN is not wrapped, because a person may copy it.
            PlayCommand::Fen => print(|out| writeln!(out, "{}", self.game.position())),
            PlayCommand::Flip => {
                self.screen.style.bottom = !self.screen.style.bottom;
                self.show_board()
            }
            PlayCommand::New { swap_colours } => self.new_game(swap_colours),
            PlayCommand::Level(level) => self.level(level),
            PlayCommand::Save(path) => self.save(&path),
            PlayCommand::Review => self.review(),
            PlayCommand::Resign => self.resign(),
            PlayCommand::Draw => self.draw(),
            PlayCommand::Help => self.help(),
            PlayCommand::Quit => return Ok(ControlFlow::Break(())),
        }?;
        Ok(ControlFlow::Continue(()))
    }

    /// Returns whether the game is over. If it is over, prints a message.
    fn report_if_over(&self) -> io::Result<bool> {
        let over = self.game.ending().is_some();
        if over {
            self.screen.print(format_args!("The game is over. {AFTER_GAME}"))?;
        }
        Ok(over)
    }

    /// Parses `text` as a legal move. If it is not a legal move, prints why and returns `None`.
    fn read_move(&self, text: &str) -> io::Result<Option<Move>> {
        match read_move(self.game.position(), text) {
            Ok(mv) => Ok(Some(mv)),
            Err(error) => {
                let reason = illegal_move::refusal(self.game.position(), text, &error);
                self.screen.print(format_args!("{reason}")).map(|()| None)
            }
        }
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        let used = self.clock_started.elapsed();
        if self.report_if_over()? {
            return Ok(());
        }
        match self.read_move(text)? {
            Some(mv) => self.play(mv, used),
            None => Ok(()),
        }
    }

    fn undo(&mut self, number: usize) -> io::Result<()> {
        if self.game.ended_by_players() {
            self.game.set_ending(None);
            self.continue_game()?;
            return self.screen.print(format_args!("The game continues."));
        }
        let mut taken = 0;
        for _ in 0..number {
            taken += self.undo_one_move();
        }
        if taken == 0 {
            return self.screen.print(format_args!("You have no move to take back."));
        }
        let turn = self.game.turn();
        self.continue_game()?;
        match (taken, self.is_between_people()) {
            (1, true) => self.screen.print(format_args!("Took back {}'s move.", notation::side_name(turn))),
            (1, false) => self.screen.print(format_args!("Took back your move.")),
            (2, false) => {
                self.screen.print(format_args!("Took back your move and {}'s reply.", self.name(!turn)))
            }
            _ => self.screen.print(format_args!("Took back the last {taken} moves.")),
        }
    }

    /// Takes back plies until a person is to move. Returns the number of plies taken back, 0 if no person has
    /// moved yet.
    fn undo_one_move(&mut self) -> usize {
        let engine_begins = *self.seats.get(self.game.start().turn()) == Seat::Engine;
        if self.game.plies().len() <= usize::from(engine_begins) {
            return 0;
        }
        let mut taken = 0;
        while self.game.take_back() {
            taken += 1;
            if *self.seats.get(self.game.turn()) == Seat::Human {
                break;
            }
        }
        taken
    }

    fn continue_game(&mut self) -> io::Result<()> {
        self.start_clock();
        self.game_changed()
    }

    fn level(&mut self, level: Option<Level>) -> io::Result<()> {
        if self.is_between_people() {
            return self.screen.print(format_args!("Two people play this game: the engine has no level."));
        }
        if self.layers.is_some() {
            return self.screen.print(format_args!(
                "The engine has no level, because a rung or a set of layers sets its strength."
            ));
        }
        if let Some(level) = level {
            self.set_level(level);
        }
        let strength = match (self.level, self.level.elo()) {
            (Level::Number(number), Some(elo)) => format!("at level {number}, about {elo} Elo"),
            (_, Some(elo)) => format!("with {elo} Elo"),
            (_, None) => "at full strength".to_owned(),
        };
        self.screen.print(format_args!("The engine plays {strength}."))
    }

    fn save(&mut self, path: &Path) -> io::Result<()> {
        match self.pgn().save(path) {
            Ok(()) => {
                self.unsaved = false;
                self.screen.print(format_args!("Saved to {}.", path.display()))
            }
            Err(error) => self.screen.print(format_args!("Not saved: {error:#}.")),
        }
    }

    fn help(&self) -> io::Result<()> {
        self.screen.print(format_args!(
            "Enter a move: e4, Nf3, exd5, O-O, e8=Q, or by squares: e2e4, g1f3, e7e8q."
        ))?;
        self.screen.print_commands()
    }

    /// Searches the current position with the analysis engine, and returns the report.
    fn analyse(&mut self) -> io::Result<Report> {
        let limits = Limits { nodes: Some(ANALYSIS_NODES), ..Limits::default() };
        let answer = self.analysis_engine.think(self.game.line(), &limits, &StopFlag::default());
        answer.map(|answer| answer.report).map_err(io::Error::other)
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.report_if_over()? {
            return Ok(());
        }
        let line = self.analyse()?.line;
        let Some(best) = line.first() else { return Ok(()) };
        let san = self.game.position().san(*best);
        let best = if self.screen.plain {
            format!("{san}, {}", notation::words(self.game.position(), *best))
        } else {
            san
        };
        let line = self.game.position().san_line(&line[..line.len().min(LINE_PLIES)]);
        self.screen.print(format_args!("Hint: {best}. Expected line: {line}."))
    }

    fn moves(&self, from: Option<&str>) -> io::Result<()> {
        let position = self.game.position();
        let square = match from.map(|text| text.to_lowercase().parse::<Square>()) {
            None => None,
            Some(Ok(square)) => Some(square),
            Some(Err(_)) => {
                let text = from.unwrap_or_default();
                return self
                    .screen
                    .print(format_args!("'{text}' is not a square: name one square, as in moves e2."));
            }
        };
        let mut legal = position.legal_moves();
        legal.retain(|mv| square.is_none_or(|square| mv.from() == Some(square)));
        if legal.is_empty() {
            return match square {
                Some(square) => self.screen.print(format_args!("There is no legal move from {square}.")),
                None => self.screen.print(format_args!("There is no legal move.")),
            };
        }
        for role in Role::ALL {
            let moves = legal.iter().filter(|mv| mv.role() == role);
            if self.screen.plain {
                for mv in moves {
                    let (san, words) = (position.san(*mv), notation::words(position, *mv));
                    self.screen.print(format_args!("{san}, {words}"))?;
                }
                continue;
            }
            let mut moves: Vec<_> = moves.map(|mv| position.san(*mv)).collect();
            moves.sort_unstable();
            if !moves.is_empty() {
                self.screen.print(format_args!("{}: {}", notation::role_name(role), moves.join(" ")))?;
            }
        }
        Ok(())
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.report_if_over()? {
            return Ok(());
        }
        self.end_game(GameResult::Resigned(self.game.turn()))
    }

    fn draw(&mut self) -> io::Result<()> {
        if self.report_if_over()? {
            return Ok(());
        }
        if let Some(claim) = self.game.claim() {
            return self.end_game(self.game.by_rule(claim));
        }
        if self.is_between_people() {
            return self.end_game(GameResult::DrawAgreed);
        }
        let name = self.name(!self.game.turn());
        let number = self.game.position().move_number();
        let score = self.analysis_engine.evaluator().normalised(-self.analyse()?.score);
        if score <= ACCEPT_DRAW_UP_TO || number >= LATE_MOVE && score <= ACCEPT_LATE_DRAW_UP_TO {
            self.screen.print(format_args!("{name} accepts the draw."))?;
            return self.end_game(GameResult::DrawAgreed);
        }
        self.screen.print(format_args!("There is no draw to claim, and {name} declines the offer."))
    }
}

/// Formats the moves from `start` with move numbers. Returns a sentence if `moves` is empty.
fn move_list(start: &Position, moves: &[Move]) -> String {
    if moves.is_empty() {
        return "No move has been played.".to_owned();
    }
    start.san_line(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::text::assert_states;

    #[test]
    fn the_guide_states_when_the_engine_accepts_a_draw() {
        let pawns = |score: Score| format!("{:+.2}", f64::from(score.raw()) / 100.0).replace('-', "−");
        let [lost, late] = [ACCEPT_DRAW_UP_TO, ACCEPT_LATE_DRAW_UP_TO].map(pawns);
        let sentence = format!(
            "accepts a draw offer if its own score is {lost} pawns or lower, and from move {LATE_MOVE} on if its \
             score is at most {late} pawns."
        );
        assert_states("src/tools/play/README.md", &sentence);
    }

    #[test]
    fn every_line_that_is_not_a_command_is_a_move() {
        for (line, command) in [
            ("  ", PlayCommand::Empty),
            ("Nf3", PlayCommand::Move("Nf3".to_owned())),
            (" exd6 e.p. ", PlayCommand::Move("exd6 e.p.".to_owned())),
            ("UNDO", PlayCommand::Undo(1)),
            ("undo 3", PlayCommand::Undo(3)),
            ("moves e2", PlayCommand::Moves(Some("e2".to_owned()))),
            ("draw", PlayCommand::Draw),
            ("save my game.pgn", PlayCommand::Save("my game.pgn".into())),
            ("?", PlayCommand::Help),
            ("q", PlayCommand::Quit),
            ("level 10", PlayCommand::Level(Some(Level::Number(10)))),
            ("level 800", PlayCommand::Level(Some(Level::Elo(800)))),
            ("rematch", PlayCommand::New { swap_colours: true }),
        ] {
            assert_eq!(PlayCommand::parse(line), Ok(command), "{line}");
        }
        for (line, remedy) in [
            ("undo -1", "undo 2"),
            ("undo 0", "undo 2"),
            ("save", "save game.pgn"),
            ("hint me", "no argument"),
            ("castle", "O-O-O"),
            ("level 500", "500: choose a level from 1 to 10, or an Elo from 600 to 3000"),
            ("board e4", "no argument"),
        ] {
            assert!(PlayCommand::parse(line).is_err_and(|error| error.contains(remedy)), "{line}");
        }
    }

    #[test]
    fn every_command_in_the_help_can_be_parsed() {
        for (usage, _) in COMMANDS {
            let line = usage.replace("[N]", "2").replace("[SQUARE]", "e2").replace(", q", "");
            assert!(!matches!(PlayCommand::parse(&line), Ok(PlayCommand::Move(_)) | Err(_)), "{usage}");
        }
    }
}
