//! What the person sees of the game between two lines.

use std::{io, time::Duration};

use shakmaty::Color;

use super::{clock, command::COMMANDS, notation, piece_names, session::Session};

impl Session {
    /// Shows what has changed since the last line.
    pub(super) fn announce(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        if self.screen.terminal {
            self.show()?;
        }
        let position = self.game.position();
        if let Some(ending) = self.game.ending() {
            let winner = ending.winner(position.turn());
            self.screen.say(format_args!("{} {winner}", ending.explain(&self.game)))?;
            if self.screen.terminal {
                self.screen
                    .say(format_args!("undo goes on from before, save FILE keeps the game, quit leaves."))?;
            }
            return Ok(());
        }
        if position.is_check() {
            let checkers = piece_names::all(position, position.checkers());
            self.screen.say(format_args!("Check from {checkers}."))?;
        }
        if let Some(claim) = self.game.claim() {
            let reason = claim.explain(&self.game);
            self.screen.say(format_args!(
                "{} may claim a draw (draw): {reason}.",
                piece_names::side(position.turn())
            ))?;
        }
        Ok(())
    }

    /// Shows the board with the players beside it.
    pub(super) fn show(&self) -> io::Result<()> {
        let player = |color: Color| {
            let name = &self.names[usize::from(color.is_black())];
            match self.left(color) {
                Some(left) => format!("{name}  {}", clock::told(self.running(color, left))),
                None => name.clone(),
            }
        };
        self.screen.show(&self.game, &[player(Color::White), player(Color::Black)])
    }

    /// What the clock of a side shows now, if it showed `left` after its last move.
    fn running(&self, color: Color, left: Duration) -> Duration {
        let runs = color == self.game.turn() && self.game.ending().is_none();
        if runs { left.saturating_sub(self.since.elapsed()) } else { left }
    }

    pub(super) fn prompt(&self) -> String {
        let position = self.game.position();
        let turn = position.turn();
        if self.game.ending().is_some() {
            return "game over> ".to_owned();
        }
        let clock = self.left(turn).map(|left| format!(" [{}]", clock::told(self.running(turn, left))));
        let dots = if turn.is_white() { "." } else { "..." };
        format!("{}{dots} {}{}> ", position.move_number(), piece_names::side(turn), clock.unwrap_or_default())
    }

    /// What can be typed here.
    pub(super) fn words(&self) -> Vec<String> {
        let position = self.game.position();
        let commands = COMMANDS.iter().filter_map(|(usage, _)| usage.split(' ').next());
        let moves = position.legal_moves();
        let moves = moves.iter().map(|mv| notation::san(position, *mv));
        let mut words: Vec<_> = commands.map(str::to_owned).chain(moves).collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}
