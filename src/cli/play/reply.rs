//! The engine's turn.

use std::time::Instant;

use super::{
    ending::Ending,
    session::{Seat, Session},
};
use crate::{score::Score, search::ClockTime};

impl Session {
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
