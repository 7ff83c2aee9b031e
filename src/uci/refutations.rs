//! `UCI_ShowRefutations`: to each move of the root the reply that the table remembers as best.

use super::session::Session;
use crate::position::Line;

impl Session {
    /// Tells the replies to the moves of the position searched last.
    pub(super) fn tell_refutations(&self, line: &Line) {
        let position = line.position();
        for mv in &position.legal_moves() {
            let after = position.play(*mv);
            if let Some(reply) = self.engine.remembered(&after) {
                let (mv, reply) = (position.uci(*mv), after.uci(reply));
                self.output.say(format!("info refutation {mv} {reply}"));
            }
        }
    }
}
