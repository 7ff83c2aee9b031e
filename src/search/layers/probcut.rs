//! `probcut`: a capture that is good enough at a lesser depth is good enough.
//!
//! *Idea.* The value of a shallow search tells that of a deep one up to an error. If a capture reaches beta and a
//! margin above it, first in quiescence and then some plies less deep, it would almost surely reach beta at full depth.
//!
//! *Source.* Buro 1995, for Othello.
//!
//! *When.* Not on the principal variation, not in check, deep enough, unless the table already says that beta and the
//! margin are out of reach; captures whose exchange lifts the static value so far. Depth, margin, plies: [`NUMBERS`].
//!
//! *Where.* The end of step 5 of [the node](crate::search::negamax).
//!
//! *Risk.* A capture that is refuted only beyond the lesser depth.
//!
//! *Cost and gain.* +10 ± 33 (240 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search
//! against itself without the layer). Elsewhere +5 and +7 (Reckless).
//!
//! *Tried and lost.* Nothing yet.

use crate::{
    position::{Position, see},
    score::Score,
    search::{
        move_picker::picker::Picker,
        node::worker::Worker,
        observe::observer::Observation,
        tt::entry::TtEntry,
        tunable::tunables,
        types::{node_type::NodeType, stop::Stop, window::Window},
    },
};

tunables! { "probcut":
    /// From this depth on.
    min_depth = 5, 3..=8, 1;
    /// Centipawns above beta.
    margin = 176, 80..=400, 16;
    /// Plies by which the confirming search is less deep.
    reduction = 3, 2..=6, 1;
}

impl<O: Observation> Worker<'_, O> {
    /// The value of a node that a capture cuts even above the margin; `None` if none does.
    pub(crate) fn probcut<N: NodeType>(
        &mut self,
        position: &Position,
        beta: Score,
        depth: i32,
        ply: usize,
        eval: Score,
        entry: Option<&TtEntry>,
    ) -> Result<Option<Score>, Stop> {
        let goal = beta + margin();
        let known_short = entry.is_some_and(|entry| entry.depth > depth - reduction() && entry.score < goal);
        if depth < min_depth() || beta.is_mate() || goal.is_mate() || known_short {
            return Ok(None);
        }
        let window = -Window::zero(goal - 1);
        let needed = goal.raw() - eval.raw();
        let mut picker = Picker::noisy();
        while let Some(mv) = picker.next(self, position, ply) {
            if !see::at_least(position, mv, needed) {
                continue;
            }
            let child = self.play(position, mv, ply);
            let mut score = -self.negamax::<N::Later>(&child, window, 0, ply + 1)?;
            if score >= goal && depth > reduction() {
                score = -self.negamax::<N::Later>(&child, window, depth - reduction(), ply + 1)?;
            }
            if score >= goal {
                return Ok(Some(if score.is_mate() { score } else { score - margin() }));
            }
        }
        Ok(None)
    }
}
