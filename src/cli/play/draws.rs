//! Ends that the players agree on: a draw claimed, offered and taken, and giving up.

use std::io;

use super::{advice::EVEN, ending::Ending, piece_names, session::Session};
use crate::score::Score;

/// An engine takes a draw where it stands worse by so much, or, late enough in the game, no better than this.
const WORSE: Score = Score::cp(-75);
const NO_BETTER: Score = Score::cp(EVEN);
const LATE: u32 = 30;

impl Session {
    pub(super) fn resign(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        self.end(Ending::Resigned(self.game.turn()));
        Ok(())
    }

    pub(super) fn draw(&mut self, with: Option<&str>) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        if let Some(text) = with {
            return self.claim_with(text);
        }
        if let Some(claim) = self.game.claim() {
            self.end(Ending::Claimed(claim));
            return Ok(());
        }
        let turn = self.game.turn();
        if self.is_between_people() {
            self.offer = Some(turn);
            let (side, other) = (piece_names::side(turn), piece_names::side(!turn));
            return self.screen.say(format_args!("{side} offers a draw: {other} may accept, or play on."));
        }
        self.ask_engine()
    }

    /// Claims the draw that a move brings about; the move is played only if the claim is right.
    fn claim_with(&mut self, text: &str) -> io::Result<()> {
        let used = self.since.elapsed();
        let Some(mv) = self.read(text)? else { return Ok(()) };
        let Some(claim) = self.game.claim_with(mv) else {
            return self.screen.say(format_args!(
                "After {text} no position has stood three times and fifty moves have not passed: no draw to claim."
            ));
        };
        self.play(mv, used)?;
        if !self.game.is_agreed() {
            self.end(Ending::Claimed(claim));
        }
        Ok(())
    }

    fn ask_engine(&mut self) -> io::Result<()> {
        let name = self.names[usize::from((!self.game.turn()).is_black())].clone();
        let number = self.game.position().move_number();
        let score = -self.coached()?.score;
        if score <= WORSE || number >= LATE && score <= NO_BETTER {
            self.screen.say(format_args!("{name} accepts the draw."))?;
            self.end(Ending::Agreed);
            return Ok(());
        }
        self.screen.say(format_args!("There is nothing to claim, and {name} plays on."))
    }

    pub(super) fn accept(&mut self) -> io::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        if self.offer.is_none() {
            return self.screen.say(format_args!("Nobody has offered a draw."));
        }
        self.end(Ending::Agreed);
        Ok(())
    }
}
