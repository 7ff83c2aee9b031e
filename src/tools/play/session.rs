//! The session: the main loop of a game, which reads the person's lines and plays the engine's moves.

use std::{
    io,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    time::{Duration, Instant},
};

use anyhow::Context as _;
use rand::rngs::ChaCha8Rng;
use shakmaty::{ByColor, Color};

use super::{
    clock::TimeControl,
    display::Screen,
    game::ConsoleGame,
    input::{InputEvent, PlayerInput},
    notation,
    save::{SaveFile, SavedPgn},
};
use crate::{
    chess::{book::Book, game_result::GameResult, position::Move, score::Score},
    engine::{
        player::Player,
        strength::{FULL_LEVEL, Strength, elo_of_level},
    },
    search::{Algorithm, Answer, ClockTime, Limits, StopFlag},
    support::threads::{self, SMALL_STACK_BYTES},
    tools::common::{exit::INTERRUPTED, output::print},
};

/// Clock time of the engine that no search uses.
const OVERHEAD: Duration = Duration::from_millis(10);
/// Search time after which a line says that the engine thinks. The usual search of one second ends earlier.
const ANNOUNCED_AFTER: Duration = Duration::from_millis(1500);
/// Interval at which a search checks whether Ctrl-C was pressed.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Playing strength of the engine, as the player chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A level from 1 to [`FULL_LEVEL`].
    Number(u8),
    /// A rating.
    Elo(i32),
    /// Full strength, or the strength of a rung, a set of layers, an evaluator or search limits.
    Full,
}

impl Level {
    /// Returns the rating; `None` for full strength.
    pub fn elo(self) -> Option<i32> {
        match self {
            Self::Number(number) => elo_of_level(number),
            Self::Elo(elo) => Some(elo),
            Self::Full => None,
        }
    }

    /// Returns the description in the engine's name: `level 2`, `Elo 800`; `None` for full strength.
    fn name(self) -> Option<String> {
        match self {
            Self::Number(FULL_LEVEL..) | Self::Full => None,
            Self::Number(number) => Some(format!("level {number}")),
            Self::Elo(elo) => Some(format!("Elo {elo}")),
        }
    }
}

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
    /// The engine that plays against the person; `None` in a game between two people.
    pub(super) opponent: Option<Player>,
    /// Limits of each search of the opponent, in addition to the clock.
    pub(super) limits: Limits,
    /// The opponent's opening book, with the random numbers that choose its moves.
    pub(super) book: Option<(Book, ChaCha8Rng)>,
    /// The engine that gives hints, and evaluates draw offers.
    pub(super) analysis_engine: Player,
    /// Time control; `None` in a game without clocks.
    pub(super) time_control: Option<TimeControl>,
    /// Whether Ctrl-C was pressed during a search, at a terminal.
    pub(super) ctrl_c: Arc<AtomicBool>,
    /// Display of the game.
    pub(super) screen: Screen,
    /// File of `--save`.
    pub(super) save_file: Option<SaveFile>,
    /// Start of the current turn, from which the clock of the side to move runs.
    pub(super) clock_started: Instant,
    /// Whether the position or the result has changed since the board was last shown.
    pub(super) redraw: bool,
    /// Whether the game has changed since it was started, loaded or last saved.
    pub(super) unsaved: bool,
}

impl Session {
    /// Runs games until the person leaves. Then saves the last game, or prints it, and returns the exit code.
    ///
    /// # Errors
    /// If standard input or output fails, or the game cannot be saved.
    pub fn run(&mut self, input: &mut PlayerInput) -> anyhow::Result<ExitCode> {
        let outcome = self.run_until_left(input);
        // The game must also survive a closed terminal or pipe, so errors are reported only after it is saved.
        let kept = self.save_or_print();
        let code = outcome?;
        kept?;
        Ok(code)
    }

    /// Runs games until the person leaves or the input ends. Returns the exit code.
    fn run_until_left(&mut self, input: &mut PlayerInput) -> anyhow::Result<ExitCode> {
        self.start_clock();
        let mut interrupted = false;
        loop {
            while self.engine_is_to_move() {
                self.play_engine_move()?;
            }
            self.show_changes()?;
            let event = input.read_line(&self.prompt(), || self.completions())?;
            self.check_clock()?;
            let interrupted_before =
                std::mem::replace(&mut interrupted, matches!(event, InputEvent::Interrupted));
            match event {
                InputEvent::End => return Ok(ExitCode::SUCCESS),
                InputEvent::Interrupted if interrupted_before => return Ok(ExitCode::from(INTERRUPTED)),
                InputEvent::Interrupted => {
                    self.screen.print(format_args!("Press Ctrl-C again or enter quit to leave the game."))?;
                }
                InputEvent::Line(line) => {
                    if self.execute(&line)?.is_break() {
                        return Ok(ExitCode::SUCCESS);
                    }
                }
            }
        }
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
        self.opponent = self.opponent.take().map(|player| player.limited(level.elo().map(Strength::of_elo)));
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
                file.path.display()
            ))?;
        }
        if has_moves && self.unsaved {
            self.print_pgn("")?;
        }
        self.game = ConsoleGame::new(self.game.start().clone());
        if swap_colours {
            std::mem::swap(&mut self.seats.white, &mut self.seats.black);
            std::mem::swap(&mut self.names.white, &mut self.names.black);
            if !self.is_between_people() {
                self.screen.style.bottom = !self.screen.style.bottom;
            }
        }
        for engine in self.opponent.iter_mut().chain([&mut self.analysis_engine]) {
            engine.new_game();
        }
        (self.redraw, self.unsaved) = (true, false);
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
        if !self.game.plies().is_empty() || file.is_written {
            let written = file.write(&self.pgn());
            self.unsaved = written.is_err();
            if let Err(error) = written {
                self.screen.print(format_args!("Not saved: {error:#}. The game continues."))?;
            }
        }
        self.save_file = Some(file);
        Ok(())
    }

    /// Saves the game to the file of `--save` before the program ends. An unsaved game without such a file, or
    /// with a file that cannot be written, is printed as PGN.
    fn save_or_print(&mut self) -> anyhow::Result<()> {
        let has_new_moves = !self.game.plies().is_empty() && self.unsaved;
        let saved = self.save_file.take().map(|mut file| {
            let written = if has_new_moves { file.write(&self.pgn()) } else { Ok(()) };
            written.map(|()| file.is_written.then(|| file.path.display().to_string()))
        });
        let printed = match &saved {
            Some(Ok(Some(path))) => self.screen.print(format_args!("Saved to {path}.")),
            _ if !has_new_moves => Ok(()),
            _ => self.print_pgn("\n"),
        };
        if let Some(Err(error)) = saved {
            return Err(error);
        }
        Ok(printed?)
    }

    /// Returns whether the engine is to move in a game that is not over.
    fn engine_is_to_move(&self) -> bool {
        *self.seats.get(self.game.turn()) == Seat::Engine && self.game.ending().is_none()
    }

    /// Plays the engine's move, from the book or by a search. If the score of the search is a draw or worse,
    /// claims a draw before or after the move if the rules allow it.
    ///
    /// # Errors
    /// If standard output cannot be written, or if the search fails.
    fn play_engine_move(&mut self) -> anyhow::Result<()> {
        let started = Instant::now();
        let line = self.game.line();
        if let Some(mv) = self.book.as_mut().and_then(|(book, rng)| book.choose(line, rng)) {
            return Ok(self.play(mv, started.elapsed())?);
        }
        let answer = self.search()?;
        let used = started.elapsed();
        let mv = answer.best.context("the search returned no move")?;
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

    /// Searches the position for the engine. At a terminal, Ctrl-C ends the search; at a terminal and with
    /// `--plain`, a search longer than [`ANNOUNCED_AFTER`] is announced by a line.
    fn search(&mut self) -> anyhow::Result<Answer> {
        let turn = self.game.turn();
        let clock = self.time_control.zip(self.clock_after_last_move(turn)).map(|(time_control, left)| {
            let (remaining, increment) = (left.saturating_sub(OVERHEAD), time_control.increment);
            ClockTime { remaining, increment, moves_to_go: None }
        });
        let limits = Limits { clock, ..self.limits.clone() };
        let hint = if self.screen.interactive { " Press Ctrl-C to force a move." } else { "" };
        let announcement = format!("{} is thinking.{hint}", self.name(turn));
        let (line, screen, ctrl_c, stop) = (self.game.line(), self.screen, &self.ctrl_c, StopFlag::default());
        let opponent = self.opponent.as_mut().context("no engine plays")?;
        ctrl_c.store(false, Ordering::Relaxed);
        let answer = std::thread::scope(|scope| {
            let (finished, wait) = channel::<()>();
            let (started, mut announced) = (Instant::now(), !screen.plain && !screen.interactive);
            let stop = &stop;
            let watch = move || {
                while wait.recv_timeout(POLL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if ctrl_c.load(Ordering::Relaxed) {
                        stop.stop_through(1);
                    }
                    if !announced && started.elapsed() >= ANNOUNCED_AFTER {
                        announced = true;
                        // The next output reports that stdout is closed.
                        let _ = screen.print(format_args!("{announcement}"));
                    }
                }
            };
            threads::new("thinking", SMALL_STACK_BYTES).spawn_scoped(scope, watch)?;
            let answer = opponent.think(line, &limits, stop);
            drop(finished);
            answer.map_err(anyhow::Error::msg)
        })?;
        Ok(answer)
    }
}
