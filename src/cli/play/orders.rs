//! What the session does when it is told to.

use std::{io, path::Path, time::Instant};

use super::{
    command::{COMMANDS, Wish},
    move_reader::{self, Refusal},
    session::{Next, Seat, Session},
};
use crate::position::Move;

impl Session {
    /// Does what a line says.
    ///
    /// # Errors
    /// What stdout says; everything else is told to the person.
    pub(super) fn obey(&mut self, line: &str) -> io::Result<Next> {
        let wish = match Wish::parse(line) {
            Ok(wish) => wish,
            Err(reason) => {
                self.screen.say(format_args!("{reason}"))?;
                return Ok(Next::On);
            }
        };
        match wish {
            Wish::Nothing => Ok(()),
            Wish::Move(text) => self.try_move(&text),
            Wish::Undo(number) => self.undo(number),
            Wish::Hint => self.hint(),
            Wish::Eval => self.eval(),
            Wish::Board => self.show(),
            Wish::Moves(from) => self.moves(from.as_deref()),
            Wish::Game => self.screen.say(format_args!("{}", self.told(&self.game.moves(), usize::MAX))),
            Wish::Fen => self.screen.say(format_args!("{}", self.game.position())),
            Wish::Flip => {
                self.screen.view.bottom = !self.screen.view.bottom;
                self.show()
            }
            Wish::Save { path, overwrite } => self.save(&path, overwrite),
            Wish::Resign => self.resign(),
            Wish::Draw(mv) => self.draw(mv.as_deref()),
            Wish::Accept => self.accept(),
            Wish::Help => self.help(),
            Wish::Quit => return Ok(Next::Leave),
        }?;
        Ok(Next::On)
    }

    /// Whether the game is over; then says so.
    pub(super) fn is_over(&self) -> io::Result<bool> {
        let over = self.game.ending().is_some();
        if over {
            self.screen.say(format_args!("The game is over; undo takes the last move back."))?;
        }
        Ok(over)
    }

    /// The move that a text stands for, or says why it stands for none.
    pub(super) fn read(&self, text: &str) -> io::Result<Option<Move>> {
        match move_reader::read(&self.game, text) {
            Ok(mv) => return Ok(Some(mv)),
            Err(Refusal::Illegal(reason)) => {
                self.screen.say(format_args!("{text} is not legal: {reason}."))?;
            }
            Err(Refusal::NoMove) => self.screen.say(format_args!(
                "'{text}' is neither a move nor a command: write a move as Nf3 or g1f3, or help."
            ))?,
        }
        Ok(None)
    }

    fn try_move(&mut self, text: &str) -> io::Result<()> {
        let used = self.since.elapsed();
        if self.is_over()? {
            return Ok(());
        }
        match self.read(text)? {
            Some(mv) => self.play(mv, used),
            None => Ok(()),
        }
    }

    fn undo(&mut self, number: usize) -> io::Result<()> {
        if self.game.is_agreed() {
            self.game.agree(None);
            self.resume();
            return self.screen.say(format_args!("The game goes on."));
        }
        let mut taken = 0;
        for _ in 0..number {
            taken += self.take_one_back();
        }
        if taken == 0 {
            return self.screen.say(format_args!("There is no move of yours to take back."));
        }
        self.resume();
        self.screen.say(format_args!("Taken back: {taken} {}.", if taken == 1 { "ply" } else { "plies" }))
    }

    /// Takes plies back until a person is to move again; how many. None if no person has moved yet.
    fn take_one_back(&mut self) -> usize {
        let engine_begins = *self.seats.get(self.game.start().turn()) == Seat::Engine;
        if self.game.plies().len() <= usize::from(engine_begins) {
            return 0;
        }
        let mut taken = 0;
        while self.game.take_back() {
            taken += 1;
            if *self.seats.get(self.game.turn()) == Seat::Person {
                break;
            }
        }
        taken
    }

    pub(super) fn resume(&mut self) {
        (self.changed, self.unsaved, self.offer) = (true, true, None);
        self.since = Instant::now();
    }

    fn save(&mut self, path: &Path, overwrite: bool) -> io::Result<()> {
        match self.pgn().save(path, overwrite) {
            Ok(()) => {
                self.unsaved = false;
                self.screen.say(format_args!("Saved to {}.", path.display()))
            }
            Err(error) => self.screen.say(format_args!("Not saved: {error:#}.")),
        }
    }

    fn help(&self) -> io::Result<()> {
        self.screen
            .say(format_args!("A move: e4, Nf3, exd5, O-O, e8=Q, or by squares: e2e4, g1f3, e7e8q."))?;
        for (usage, meaning) in COMMANDS {
            self.screen.say(format_args!("  {usage:<15}{meaning}"))?;
        }
        Ok(())
    }
}
