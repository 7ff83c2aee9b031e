//! The session: the main loop of a game, which reads the person's lines and plays the engine's moves.

use std::{
    io,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use shakmaty::{ByColor, Color};

use super::{
    clock::TimeControl,
    display::Screen,
    game::Game,
    input::{Input, InputEvent},
    interrupts::Interrupts,
    notation,
    opponent::Opponent,
    save::Pgn,
};
use crate::{
    cli::exit::INTERRUPTED,
    engine::game_result::GameResult,
    position::Move,
    score::Score,
    search::{ClockTime, Setup},
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
    pub(super) game: Game,
    /// Who plays White and who plays Black: a person or the engine.
    pub(super) seats: ByColor<Seat>,
    /// Player names of White and Black.
    pub(super) names: [String; 2],
    /// The engine that plays against the person; `None` in a game between two people.
    pub(super) opponent: Option<Opponent>,
    /// The engine that gives hints and evaluations, and evaluates draw offers.
    pub(super) analysis_engine: Opponent,
    /// Settings with the evaluator that computes the static evaluation of the command `eval`.
    pub(super) setup: Setup,
    /// Time control; `None` in a game without clocks.
    pub(super) time_control: Option<TimeControl>,
    /// Interrupts by signals and expired time; `None` if the input is not a terminal.
    pub(super) interrupts: Option<Interrupts>,
    /// Display of the game.
    pub(super) screen: Screen,
    /// File of `--save`, to which the game is saved when the person leaves.
    pub(super) save_to: Option<PathBuf>,
    /// Start of the current turn, from which the clock of the side to move runs.
    pub(super) clock_started: Instant,
    /// The side whose draw offer is open, because the other side has not replied; `None` without an open
    /// offer.
    pub(super) draw_offer: Option<Color>,
    /// Whether the position or the result has changed since the board was last shown.
    pub(super) redraw: bool,
    /// Whether the game has changed since it was started, loaded or last saved.
    pub(super) unsaved: bool,
}

impl Session {
    /// Creates a session between two people without clocks.
    pub fn new(game: Game, analysis_engine: Opponent, screen: Screen) -> Self {
        Self {
            game,
            seats: ByColor { white: Seat::Human, black: Seat::Human },
            names: ["White".to_owned(), "Black".to_owned()],
            opponent: None,
            analysis_engine,
            setup: Setup::playing(),
            time_control: None,
            interrupts: None,
            screen,
            save_to: None,
            clock_started: Instant::now(),
            draw_offer: None,
            redraw: true,
            unsaved: false,
        }
    }

    /// Runs the game until the person leaves, and returns the exit code.
    ///
    /// # Errors
    /// If standard input or output fails, or the game cannot be saved.
    pub fn run(&mut self, input: &mut Input) -> anyhow::Result<ExitCode> {
        self.clock_started = Instant::now();
        let mut interrupted = false;
        loop {
            while self.engine_is_to_move() && self.exit_requested().is_none() {
                self.play_engine_move()?;
            }
            if let Some(code) = self.exit_requested() {
                self.save_or_print()?;
                return Ok(ExitCode::from(code));
            }
            self.show_changes()?;
            let event = match input.read_line(&self.prompt(), || self.completions(), self.flag_time()) {
                Ok(event) => event,
                Err(error) => {
                    // If the terminal was closed, the game is saved to the file of `--save`; printing it may
                    // fail.
                    let _ = self.save_or_print();
                    return Err(error);
                }
            };
            let was_over = self.game.ending().is_some();
            self.check_clock();
            let ended_meanwhile =
                self.exit_requested().is_some() || !was_over && self.game.ending().is_some();
            let second_interrupt = std::mem::replace(
                &mut interrupted,
                matches!(event, InputEvent::Interrupted) && !ended_meanwhile,
            );
            match event {
                InputEvent::End => break,
                InputEvent::Interrupted if ended_meanwhile => (),
                InputEvent::Interrupted if second_interrupt => {
                    self.save_or_print()?;
                    return Ok(ExitCode::from(INTERRUPTED));
                }
                InputEvent::Interrupted => {
                    self.screen.print(format_args!("Press Ctrl-C again or enter quit to leave the game."))?;
                }
                InputEvent::TooLong => {
                    self.screen.print(format_args!("The line is too long for a move or a command."))?;
                }
                InputEvent::Line(line) => {
                    if self.execute(&line)?.is_break() {
                        break;
                    }
                }
            }
        }
        self.save_or_print()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the exit code of the program if it has received SIGTERM or SIGHUP; otherwise `None`.
    fn exit_requested(&self) -> Option<u8> {
        self.interrupts.as_ref().and_then(Interrupts::exit_requested)
    }

    /// Returns whether two people play.
    pub(super) fn is_between_people(&self) -> bool {
        self.opponent.is_none()
    }

    /// Ends the game by resignation, agreement, claimed draw or time.
    pub(super) fn end_game(&mut self, ending: GameResult) {
        self.game.set_ending(Some(ending));
        (self.redraw, self.unsaved) = (true, true);
    }

    /// Plays a legal move after the thinking time `used`. If `used` exceeds the remaining time of the side to
    /// move, the game ends on time and the move is not played.
    pub(super) fn play(&mut self, mv: Move, used: Duration) -> io::Result<()> {
        let turn = self.game.turn();
        let mut clock = None;
        if let Some((time_control, left)) = self.time_control.zip(self.clock_after_last_move(turn)) {
            clock = time_control.after(left, used);
            if clock.is_none() {
                self.end_game(GameResult::time_forfeit(self.game.position(), turn));
                return Ok(());
            }
        }
        let numbered_move = notation::numbered_san(self.game.position(), mv);
        self.game.play(mv, clock);
        if self.draw_offer == Some(!turn) {
            self.draw_offer = None;
        }
        self.clock_started = Instant::now();
        (self.redraw, self.unsaved) = (true, true);
        let name = &self.names[usize::from(turn.is_black())];
        if *self.seats.get(turn) == Seat::Engine || !self.screen.interactive {
            self.screen.print(format_args!("{name}: {numbered_move}"))?;
        }
        Ok(())
    }

    /// Returns the game with its tags, for saving and printing as PGN.
    pub(super) fn pgn(&self) -> Pgn<'_> {
        let [white, black] = &self.names;
        Pgn { game: &self.game, names: [white, black], time_control: self.time_control }
    }

    /// Saves an unsaved game to the file given with `--save`. Without `--save`, or if saving fails, prints
    /// the game as PGN. Does nothing if the game has no moves.
    fn save_or_print(&mut self) -> anyhow::Result<()> {
        if self.game.plies().is_empty() || !self.unsaved {
            return Ok(());
        }
        let saved = self.save_to.as_deref().map(|path| (path, self.pgn().save(path, false)));
        if let Some((path, Ok(()))) = &saved {
            return Ok(self.screen.print(format_args!("Saved to {}.", path.display()))?);
        }
        let pgn = self.pgn().to_string();
        self.screen.print(format_args!("\n{pgn}"))?;
        saved.map_or(Ok(()), |(_, failed)| failed)
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
        let name = self.names[usize::from(turn.is_black())].clone();
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        self.screen.print_temporary(&format!("{name} is thinking. Press Ctrl-C to force a move. "))?;
        let started = Instant::now();
        let (answer, fault) = opponent.choose_move(self.game.line(), clock);
        let used = started.elapsed();
        self.screen.erase_temporary()?;
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
            self.end_game(self.game.by_rule(claim));
            return Ok(());
        }
        self.play(mv, used)?;
        if accepts_draw
            && !self.game.ended_by_players()
            && let Some(claim) = self.game.claim()
        {
            self.end_game(self.game.by_rule(claim));
        }
        Ok(())
    }
}
