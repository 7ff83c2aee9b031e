//! The session: alternates between the person's lines and the engine's moves until the person leaves.

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
    game::{Ending, Game},
    input::{Input, InputEvent},
    interrupts::Interrupts,
    notation,
    opponent::Opponent,
    save::Pgn,
};
use crate::{
    position::Move,
    score::Score,
    search::{ClockTime, Setup},
};

/// The exit code of a person who has left by Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Who moves a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Human,
    /// The engine.
    Engine,
}

/// Whether the session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// With the next line.
    On,
    /// No.
    Leave,
}

/// A game, its players and what they see.
pub struct Session {
    /// What was played.
    pub game: Game,
    /// Who moves which side.
    pub seats: ByColor<Seat>,
    /// The names of White and Black.
    pub names: [String; 2],
    /// The engine that plays, if one does.
    pub opponent: Option<Opponent>,
    /// The engine that is asked for hints.
    pub analysis_engine: Opponent,
    /// How the coach judges a position without a search.
    pub setup: Setup,
    /// The clocks.
    pub time_control: Option<TimeControl>,
    /// What breaks in, at a terminal.
    pub interrupts: Option<Interrupts>,
    /// Where it is shown.
    pub screen: Screen,
    /// Where the game is saved when it is left.
    pub save_to: Option<PathBuf>,
    /// Since when the clock of the side to move runs.
    pub(super) clock_started: Instant,
    /// Who has offered a draw.
    pub(super) draw_offer: Option<Color>,
    /// Whether the board is not as it was last shown.
    pub(super) redraw: bool,
    /// Whether there is something to lose by leaving.
    pub(super) unsaved: bool,
}

impl Session {
    /// A session about to begin.
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

    /// Plays until the person leaves.
    ///
    /// # Errors
    /// What stdin, stdout or the file of the game says.
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
                    // A terminal that has gone away: a game that has a file is kept.
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
                    self.screen.print(format_args!("Ctrl-C once more, or quit, leaves the game."))?;
                }
                InputEvent::TooLong => {
                    self.screen.print(format_args!("That line is too long to be a move or a command."))?;
                }
                InputEvent::Line(line) => {
                    if self.execute(&line)? == Next::Leave {
                        break;
                    }
                }
            }
        }
        self.save_or_print()?;
        Ok(ExitCode::SUCCESS)
    }

    /// The exit code, if somebody has asked the program to end.
    pub(super) fn exit_requested(&self) -> Option<u8> {
        self.interrupts.as_ref().and_then(Interrupts::exit_requested)
    }

    /// Whether both sides are moved by people.
    pub(super) fn is_between_people(&self) -> bool {
        self.opponent.is_none()
    }

    /// The players end the game.
    pub(super) fn end_game(&mut self, ending: Ending) {
        self.game.set_ending(Some(ending));
        (self.redraw, self.unsaved) = (true, true);
    }

    /// Plays a legal move for the side to move, which has thought for so long, unless that was too long.
    pub(super) fn play(&mut self, mv: Move, used: Duration) -> io::Result<()> {
        let turn = self.game.turn();
        let mut clock = None;
        if let Some((time_control, left)) = self.time_control.zip(self.clock_after_last_move(turn)) {
            clock = time_control.after(left, used);
            if clock.is_none() {
                self.end_game(Ending::out_of_time(&self.game, turn));
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

    /// The game as it would be saved.
    pub(super) fn pgn(&self) -> Pgn<'_> {
        let [white, black] = &self.names;
        Pgn { game: &self.game, names: [white, black], time_control: self.time_control }
    }

    /// Keeps the game where that was asked for, and otherwise prints it, so that nothing is lost.
    fn save_or_print(&mut self) -> anyhow::Result<()> {
        if self.game.plies().is_empty() || !self.unsaved {
            return Ok(());
        }
        let kept = self.save_to.as_deref().map(|path| (path, self.pgn().save(path, false)));
        if let Some((path, Ok(()))) = &kept {
            return Ok(self.screen.print(format_args!("Saved to {}.", path.display()))?);
        }
        let pgn = self.pgn().to_string();
        self.screen.print(format_args!("\n{pgn}"))?;
        kept.map_or(Ok(()), |(_, failed)| failed)
    }

    /// Whether the engine has the move.
    pub(super) fn engine_is_to_move(&self) -> bool {
        *self.seats.get(self.game.turn()) == Seat::Engine && self.game.ending().is_none()
    }

    /// The engine thinks and plays, or claims a draw.
    ///
    /// # Errors
    /// What stdout says, or a search without a move.
    pub(super) fn play_engine_move(&mut self) -> anyhow::Result<()> {
        let turn = self.game.turn();
        let clock =
            self.time_control.zip(self.clock_after_last_move(turn)).map(|(time_control, remaining)| {
                ClockTime { remaining, increment: time_control.increment, moves_to_go: None }
            });
        let name = self.names[usize::from(turn.is_black())].clone();
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        self.screen.print_temporary(&format!("{name} is thinking; Ctrl-C makes it move. "))?;
        let started = Instant::now();
        let (answer, fault) = opponent.think(self.game.line(), clock);
        let used = started.elapsed();
        self.screen.erase_temporary()?;
        if self.exit_requested().is_some() {
            // Nobody wants this move any more: it was thought out in no time.
            return Ok(());
        }
        if let Some(fault) = fault {
            self.screen.print(format_args!("{name} had an accident ({fault}) and plays what it has."))?;
        }
        // A search always has a move where there is one.
        let Some(mv) = answer.best else {
            anyhow::bail!("the search found no move in {}", self.game.position())
        };
        let accepts_draw = answer.report.score <= Score::DRAW;
        if accepts_draw && let Some(claim) = self.game.claim() {
            self.end_game(Ending::DrawClaimed(claim));
            return Ok(());
        }
        self.play(mv, used)?;
        if accepts_draw
            && !self.game.ended_by_players()
            && let Some(claim) = self.game.claim()
        {
            self.end_game(Ending::DrawClaimed(claim));
        }
        Ok(())
    }
}
