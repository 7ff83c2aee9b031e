//! The session: the main loop of a game, which reads the person's lines and plays the engine's moves.

use std::{
    io,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use rand::{RngExt as _, rngs::ChaCha8Rng};
use shakmaty::{ByColor, Color};

use super::{
    clock::TimeControl,
    display::Screen,
    game::{self, CHESS960_POSITIONS, ConsoleGame},
    input::{InputEvent, PlayerInput},
    interrupts::Interrupts,
    notation,
    opponent::{Level, Opponent},
    save::{SaveFile, SavedPgn},
};
use crate::{
    chess::{game_result::GameResult, position::Move, score::Score},
    engine::strength::Strength,
    search::{Algorithm, ClockTime},
    tools::common::{
        exit::INTERRUPTED,
        output::{print, print_message},
    },
};

/// Who plays a side: a person or the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Human,
    /// The engine.
    Engine,
}

/// A game in progress with its players and its display.
pub struct Session {
    /// The game being played.
    pub(super) game: ConsoleGame,
    /// Who plays White and who plays Black: a person or the engine.
    pub(super) seats: ByColor<Seat>,
    /// Player names of White and Black. The engine's name is computed, see [`Session::name`].
    pub(super) names: ByColor<String>,
    /// Rung or layers, and evaluator, in the engine's name, if they differ from the default.
    pub(super) search_words: Vec<String>,
    /// Rung or set of layers, if one sets the engine's strength.
    pub(super) layers: Option<Algorithm>,
    /// The engine's strength.
    pub(super) level: Level,
    /// Strength of the engine from the next move on, set after the end of a game; the game that has ended keeps
    /// its own.
    pub(super) next_level: Option<Level>,
    /// Tags of the loaded game that the saved game contains unchanged, such as `Event`.
    pub(super) tags: Vec<(&'static str, String)>,
    /// Random numbers for start positions of Chess960; `None` if new games begin at the same position.
    pub(super) random_starts: Option<ChaCha8Rng>,
    /// The engine that plays against the person; `None` in a game between two people.
    pub(super) opponent: Option<Opponent>,
    /// The engine that gives hints, and evaluates draw offers.
    pub(super) analysis_engine: Opponent,
    /// Time control; `None` in a game without clocks.
    pub(super) time_control: Option<TimeControl>,
    /// Interrupts by signals and expired time.
    pub(super) interrupts: Interrupts,
    /// Display of the game.
    pub(super) screen: Screen,
    /// File of `--save`.
    pub(super) save_file: Option<SaveFile>,
    /// Whether the last attempt to write the file of `--save` failed.
    pub(super) save_failed: bool,
    /// File in which the game was last saved, or from which it was loaded.
    pub(super) file: Option<PathBuf>,
    /// Start of the current turn, from which the clock of the side to move runs.
    pub(super) clock_started: Instant,
    /// Whether the position or the result has changed since the board was last shown.
    pub(super) redraw: bool,
    /// Whether the game has changed since it was started, loaded or last saved.
    pub(super) unsaved: bool,
}

impl Session {
    /// Creates a session between two people without clocks.
    pub fn new(game: ConsoleGame, analysis_engine: Opponent, interrupts: Interrupts, screen: Screen) -> Self {
        Self {
            game,
            seats: ByColor { white: Seat::Human, black: Seat::Human },
            names: ByColor { white: "White".to_owned(), black: "Black".to_owned() },
            search_words: Vec::new(),
            layers: None,
            level: Level::Full,
            next_level: None,
            tags: Vec::new(),
            random_starts: None,
            opponent: None,
            analysis_engine,
            time_control: None,
            interrupts,
            screen,
            save_file: None,
            save_failed: false,
            file: None,
            clock_started: Instant::now(),
            redraw: true,
            unsaved: false,
        }
    }

    /// Runs games until the person leaves. Then saves the last game, or prints it, and returns the exit code.
    ///
    /// # Errors
    /// If standard input or output fails, or the game cannot be saved.
    pub fn run(&mut self, input: &mut PlayerInput) -> anyhow::Result<ExitCode> {
        let outcome = self.run_until_left(input);
        // The game must also survive a closed terminal or pipe, so errors are reported only after it is saved.
        let kept = self.save_or_print();
        if let Some(code) = self.exit_requested() {
            kept?;
            return Ok(ExitCode::from(code));
        }
        let code = outcome?;
        kept?;
        Ok(code)
    }

    /// Runs games until the person leaves, the input ends, or a signal ends the program. Returns the exit code.
    fn run_until_left(&mut self, input: &mut PlayerInput) -> anyhow::Result<ExitCode> {
        self.start_clock();
        let mut interrupted = false;
        loop {
            while self.engine_is_to_move() && self.exit_requested().is_none() {
                self.play_engine_move()?;
            }
            if let Some(code) = self.exit_requested() {
                return Ok(ExitCode::from(code));
            }
            self.show_changes()?;
            let event = input.read_line(&self.prompt(), || self.completions(), self.flag_time())?;
            let was_over = self.game.ending().is_some();
            self.check_clock()?;
            let ended_meanwhile =
                self.exit_requested().is_some() || !was_over && self.game.ending().is_some();
            let second_interrupt = std::mem::replace(
                &mut interrupted,
                matches!(event, InputEvent::Interrupted) && !ended_meanwhile,
            );
            match event {
                InputEvent::End => return Ok(ExitCode::SUCCESS),
                InputEvent::Interrupted if ended_meanwhile => (),
                InputEvent::Interrupted if second_interrupt => return Ok(ExitCode::from(INTERRUPTED)),
                InputEvent::Interrupted => {
                    self.screen.print(format_args!("Press Ctrl-C again or enter quit to leave the game."))?;
                }
                InputEvent::TooLong => {
                    self.screen.print(format_args!("The line is too long for a move or a command."))?;
                }
                InputEvent::NotUtf8 => self.screen.print(format_args!(
                    "The line is not valid UTF-8 text: enter a move such as Nf3 or g1f3, or help."
                ))?,
                InputEvent::Line(line) => {
                    if self.execute(&line)?.is_break() {
                        return Ok(ExitCode::SUCCESS);
                    }
                }
            }
        }
    }

    /// Returns the exit code of the program if it has received a signal to end; otherwise `None`.
    fn exit_requested(&self) -> Option<u8> {
        self.interrupts.exit_requested()
    }

    /// Returns the name of a player. The engine's name contains its strength, as in `Glulam (level 2)`,
    /// unless it plays at full strength.
    pub(super) fn name(&self, color: Color) -> String {
        if *self.seats.get(color) == Seat::Human {
            return self.names.get(color).clone();
        }
        let words: Vec<_> = self.search_words.iter().cloned().chain(self.level.name()).collect();
        if words.is_empty() { "Glulam".to_owned() } else { format!("Glulam ({})", words.join(", ")) }
    }

    /// Sets the engine's strength.
    pub(super) fn set_level(&mut self, level: Level) {
        self.level = level;
        if let Some(opponent) = &mut self.opponent {
            opponent.set_strength(level.elo().map(Strength::of_elo));
        }
    }

    /// Returns whether two people play.
    pub(super) fn is_between_people(&self) -> bool {
        self.opponent.is_none()
    }

    /// Ends the game by resignation, agreement, claimed draw or time.
    pub(super) fn end_game(&mut self, ending: GameResult) -> io::Result<()> {
        self.game.set_ending(Some(ending));
        self.game_changed()
    }

    /// Notes that the position or the result has changed, and saves the game to the file of `--save`.
    pub(super) fn game_changed(&mut self) -> io::Result<()> {
        (self.redraw, self.unsaved) = (true, true);
        self.save_after_move()
    }

    /// Starts a new game, with the same colours or with colours swapped. The file of `--save` keeps the last game.
    /// If the last game has unsaved moves, it is printed.
    pub(super) fn new_game(&mut self, swap_colours: bool) -> io::Result<()> {
        let has_moves = !self.game.plies().is_empty();
        if has_moves && let Some(file) = self.save_file.take() {
            self.screen.print(format_args!(
                "The file {} holds one game. To save the new game, enter save with another name.",
                file.path().display()
            ))?;
        }
        if has_moves && self.unsaved {
            self.print_pgn("")?;
        }
        let start = match &mut self.random_starts {
            Some(rng) => game::chess960(rng.random_range(0..CHESS960_POSITIONS)).map_err(io::Error::other)?,
            None => self.game.start().clone(),
        };
        self.game = ConsoleGame::new(start);
        if let Some(level) = self.next_level.take() {
            self.set_level(level);
        }
        if swap_colours {
            std::mem::swap(&mut self.seats.white, &mut self.seats.black);
            std::mem::swap(&mut self.names.white, &mut self.names.black);
            if !self.is_between_people() {
                self.screen.style.bottom = !self.screen.style.bottom;
            }
        }
        for engine in self.opponent.iter_mut().chain([&mut self.analysis_engine]) {
            engine.start_new_game();
        }
        self.tags.clear();
        self.file = None;
        (self.redraw, self.unsaved, self.save_failed) = (true, false, false);
        self.screen.print(format_args!("New game. {}", self.pairing()))?;
        self.start_clock();
        Ok(())
    }

    /// Returns a sentence with the players and their sides.
    pub(super) fn pairing(&self) -> String {
        let [white, black] = [Color::White, Color::Black].map(|color| self.name(color));
        match (self.seats.white, self.seats.black) {
            (Seat::Human, Seat::Human) => format!("A game between two people: {white} against {black}."),
            (Seat::Human, Seat::Engine) => format!("You play White against {black}."),
            _ => format!("You play Black against {white}."),
        }
    }

    /// Plays a legal move after the thinking time `used`. If `used` exceeds the remaining time of the side to
    /// move, the game ends on time and the move is not played.
    pub(super) fn play(&mut self, mv: Move, used: Duration) -> io::Result<()> {
        let turn = self.game.turn();
        let mut clock = None;
        if let Some((time_control, left)) = self.time_control.zip(self.clock_after_last_move(turn)) {
            clock = time_control.after(left, used);
            if clock.is_none() {
                return self.end_game(GameResult::time_forfeit(self.game.position(), turn));
            }
        }
        let before = self.game.position().clone();
        self.game.play(mv, clock);
        // The game is saved before the move is printed: what a person has seen is in the file.
        self.game_changed()?;
        self.start_clock();
        if *self.seats.get(turn) == Seat::Engine || !self.screen.interactive || self.screen.plain {
            let (name, numbered_move) = (self.name(turn), before.numbered_san(mv));
            if self.screen.plain {
                let words = notation::words(&before, mv);
                self.screen.print(format_args!("{name}: {numbered_move}, {words}."))?;
            } else {
                self.screen.print(format_args!("{name}: {numbered_move}"))?;
            }
        }
        Ok(())
    }

    /// Returns the game with its tags, for saving and printing as PGN.
    pub(super) fn pgn(&self) -> SavedPgn<'_> {
        SavedPgn {
            game: &self.game,
            names: ByColor { white: self.name(Color::White), black: self.name(Color::Black) },
            time_control: self.time_control,
            tags: &self.tags,
        }
    }

    /// Prints `above` and the game as PGN. Its lines are never wrapped, because a person may copy them to a file.
    fn print_pgn(&self, above: &str) -> io::Result<()> {
        print(|out| write!(out, "{above}{}", self.pgn()))
    }

    /// Writes the changed game to the file of `--save`, so that a killed process loses at most one move. If
    /// the file cannot be written, the game continues.
    fn save_after_move(&mut self) -> io::Result<()> {
        let Some(mut file) = self.save_file.take() else { return Ok(()) };
        let has_content = !self.game.plies().is_empty() || file.is_written();
        let written = has_content.then(|| file.write(&self.pgn()));
        self.save_file = Some(file);
        written.map_or(Ok(()), |written| self.note_save_result(written))
    }

    /// Stores in `unsaved` whether saving the game failed. Prints the error unless the previous attempt to
    /// save the game failed too.
    fn note_save_result(&mut self, written: anyhow::Result<()>) -> io::Result<()> {
        self.unsaved = written.is_err();
        let failed_before = std::mem::replace(&mut self.save_failed, self.unsaved);
        match written {
            Err(error) if !failed_before => self.screen.print(format_args!(
                "Not saved: {error:#}. The game continues, and is saved again after the next move."
            )),
            _ => Ok(()),
        }
    }

    /// Saves the game to the file of `--save` before the program ends. An unsaved game without such a file, or
    /// with a file that cannot be written, is printed as PGN.
    fn save_or_print(&mut self) -> anyhow::Result<()> {
        let has_new_moves = !self.game.plies().is_empty() && self.unsaved;
        let saved = self.save_file.take().map(|mut file| {
            let written = if has_new_moves { file.write(&self.pgn()) } else { Ok(()) };
            written.map(|()| file.is_written().then(|| file.path().display().to_string()))
        });
        let printed = match &saved {
            Some(Ok(Some(path))) => self.screen.print(format_args!("Saved to {path}.")),
            _ if !has_new_moves => Ok(()),
            _ => self.print_pgn("\n"),
        };
        match (saved, printed) {
            (Some(Err(error)), Err(_)) => {
                // Standard output is closed, and the file cannot be written.
                print_message(format_args!("{}", self.pgn()));
                Err(error)
            }
            (Some(Err(error)), Ok(())) => Err(error),
            // After a signal the terminal may be closed.
            (_, Err(_)) if self.exit_requested().is_some() => Ok(()),
            (_, printed) => Ok(printed?),
        }
    }

    /// Returns whether the engine is to move in a game that is not over.
    fn engine_is_to_move(&self) -> bool {
        *self.seats.get(self.game.turn()) == Seat::Engine && self.game.ending().is_none()
    }

    /// Searches and plays the engine's move. If the score of the search is a draw or worse, claims a draw
    /// before or after the move if the rules allow it. If a signal to end the program arrives during the
    /// search, plays no move.
    ///
    /// # Errors
    /// If standard output cannot be written, or if the search returns no move.
    fn play_engine_move(&mut self) -> anyhow::Result<()> {
        let turn = self.game.turn();
        let clock =
            self.time_control.zip(self.clock_after_last_move(turn)).map(|(time_control, remaining)| {
                ClockTime { remaining, increment: time_control.increment, moves_to_go: None }
            });
        let name = self.name(turn);
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        let started = Instant::now();
        let line = self.game.line();
        let (answer, fault) = self.screen.while_thinking(&name, || opponent.choose_move(line, clock));
        let used = started.elapsed();
        if self.exit_requested().is_some() {
            // A signal to end the program stopped the search, so its move is not played.
            return Ok(());
        }
        if let Some(fault) = fault {
            self.screen.print(format_args!(
                "The search of {name} failed ({fault}). {name} plays the best move found so far."
            ))?;
        }
        let Some(mv) = answer.best else {
            anyhow::bail!("the search returned no move in {}", self.game.position())
        };
        let accepts_draw = answer.report.score <= Score::DRAW;
        if accepts_draw && let Some(claim) = self.game.claim() {
            return Ok(self.end_game(self.game.by_rule(claim))?);
        }
        self.play(mv, used)?;
        if accepts_draw
            && !self.game.ended_by_players()
            && let Some(claim) = self.game.claim()
        {
            self.end_game(self.game.by_rule(claim))?;
        }
        Ok(())
    }
}
