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
    input::{Heard, Input},
    interrupts::Alarm,
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
    Person,
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
    pub coach: Opponent,
    /// How the coach judges a position without a search.
    pub setup: Setup,
    /// The clocks.
    pub control: Option<TimeControl>,
    /// What breaks in, at a terminal.
    pub alarm: Option<Alarm>,
    /// Where it is shown.
    pub screen: Screen,
    /// Where the game is saved when it is left.
    pub keep: Option<PathBuf>,
    /// Since when the clock of the side to move runs.
    pub(super) since: Instant,
    /// Who has offered a draw.
    pub(super) offer: Option<Color>,
    /// Whether the board is not as it was last shown.
    pub(super) changed: bool,
    /// Whether there is something to lose by leaving.
    pub(super) unsaved: bool,
}

impl Session {
    /// A session about to begin.
    pub fn new(game: Game, coach: Opponent, screen: Screen) -> Self {
        Self {
            game,
            seats: ByColor { white: Seat::Person, black: Seat::Person },
            names: ["White".to_owned(), "Black".to_owned()],
            opponent: None,
            coach,
            setup: Setup::playing(),
            control: None,
            alarm: None,
            screen,
            keep: None,
            since: Instant::now(),
            offer: None,
            changed: true,
            unsaved: false,
        }
    }

    /// Plays until the person leaves.
    ///
    /// # Errors
    /// What stdin, stdout or the file of the game says.
    pub fn run(&mut self, input: &mut Input) -> anyhow::Result<ExitCode> {
        self.since = Instant::now();
        let mut interrupted = false;
        loop {
            while self.engine_is_to_move() && self.ended().is_none() {
                self.engine_moves()?;
            }
            if let Some(code) = self.ended() {
                self.leave()?;
                return Ok(ExitCode::from(code));
            }
            self.announce()?;
            let heard = match input.line(&self.prompt(), || self.words(), self.flag()) {
                Ok(heard) => heard,
                Err(error) => {
                    // A terminal that has gone away: a game that has a file is kept.
                    let _ = self.leave();
                    return Err(error);
                }
            };
            let was_over = self.game.ending().is_some();
            self.heed_clock();
            let broken_off = self.ended().is_some() || !was_over && self.game.ending().is_some();
            let again = std::mem::replace(&mut interrupted, matches!(heard, Heard::Interrupt) && !broken_off);
            match heard {
                Heard::End => break,
                Heard::Interrupt if broken_off => (),
                Heard::Interrupt if again => {
                    self.leave()?;
                    return Ok(ExitCode::from(INTERRUPTED));
                }
                Heard::Interrupt => {
                    self.screen.say(format_args!("Ctrl-C once more, or quit, leaves the game."))?;
                }
                Heard::TooLong => {
                    self.screen.say(format_args!("That line is too long to be a move or a command."))?;
                }
                Heard::Line(line) => {
                    if self.obey(&line)? == Next::Leave {
                        break;
                    }
                }
            }
        }
        self.leave()?;
        Ok(ExitCode::SUCCESS)
    }

    /// The exit code, if somebody has asked the program to end.
    pub(super) fn ended(&self) -> Option<u8> {
        self.alarm.as_ref().and_then(Alarm::ended)
    }

    /// Whether both sides are moved by people.
    pub(super) fn is_between_people(&self) -> bool {
        self.opponent.is_none()
    }

    /// The players end the game.
    pub(super) fn end(&mut self, ending: Ending) {
        self.game.agree(Some(ending));
        (self.changed, self.unsaved) = (true, true);
    }

    /// Plays a legal move for the side to move, which has thought for so long, unless that was too long.
    pub(super) fn play(&mut self, mv: Move, used: Duration) -> io::Result<()> {
        let turn = self.game.turn();
        let mut clock = None;
        if let Some((control, left)) = self.control.zip(self.left(turn)) {
            clock = control.after(left, used);
            if clock.is_none() {
                self.end(Ending::out_of_time(&self.game, turn));
                return Ok(());
            }
        }
        let told = notation::numbered(self.game.position(), mv);
        self.game.play(mv, clock);
        if self.offer == Some(!turn) {
            self.offer = None;
        }
        self.since = Instant::now();
        (self.changed, self.unsaved) = (true, true);
        let name = &self.names[usize::from(turn.is_black())];
        if *self.seats.get(turn) == Seat::Engine || !self.screen.terminal {
            self.screen.say(format_args!("{name}: {told}"))?;
        }
        Ok(())
    }

    /// The game as it would be saved.
    pub(super) fn pgn(&self) -> Pgn<'_> {
        let [white, black] = &self.names;
        Pgn { game: &self.game, names: [white, black], control: self.control }
    }

    /// Keeps the game where that was asked for, and otherwise prints it, so that nothing is lost.
    fn leave(&mut self) -> anyhow::Result<()> {
        if self.game.plies().is_empty() || !self.unsaved {
            return Ok(());
        }
        let kept = self.keep.as_deref().map(|path| (path, self.pgn().save(path, false)));
        if let Some((path, Ok(()))) = &kept {
            return Ok(self.screen.say(format_args!("Saved to {}.", path.display()))?);
        }
        let pgn = self.pgn().to_string();
        self.screen.say(format_args!("\n{pgn}"))?;
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
    pub(super) fn engine_moves(&mut self) -> anyhow::Result<()> {
        let turn = self.game.turn();
        let clock = self.control.zip(self.left(turn)).map(|(control, remaining)| ClockTime {
            remaining,
            increment: control.increment,
            moves_to_go: None,
        });
        let name = self.names[usize::from(turn.is_black())].clone();
        let Some(opponent) = &mut self.opponent else { return Ok(()) };
        self.screen.say_meanwhile(&format!("{name} is thinking; Ctrl-C makes it move. "))?;
        let started = Instant::now();
        let (answer, fault) = opponent.think(self.game.line(), clock);
        let used = started.elapsed();
        self.screen.wipe()?;
        if self.ended().is_some() {
            // Nobody wants this move any more: it was thought out in no time.
            return Ok(());
        }
        if let Some(fault) = fault {
            self.screen.say(format_args!("{name} had an accident ({fault}) and plays what it has."))?;
        }
        // A search always has a move where there is one.
        let Some(mv) = answer.best else {
            anyhow::bail!("the search found no move in {}", self.game.position())
        };
        let content = answer.report.score <= Score::DRAW;
        if content && let Some(claim) = self.game.claim() {
            self.end(Ending::Claimed(claim));
            return Ok(());
        }
        self.play(mv, used)?;
        if content
            && !self.game.is_agreed()
            && let Some(claim) = self.game.claim()
        {
            self.end(Ending::Claimed(claim));
        }
        Ok(())
    }
}
