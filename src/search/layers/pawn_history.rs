//! `pawn-history`: quiet moves by how often they refuted anything with the pawns standing as they do.
//!
//! *Idea.* Plans hang on the pawns: where a knight belongs is decided by the chain before it, and stays decided while
//! the pawns stay. So the number of [`history`](super::history) is kept once more, by the formation and by the man and
//! the square it enters.
//!
//! *Source.* Stockfish, 2023.
//!
//! *When.* At a cut by a quiet move.
//!
//! *Where.* Read in step 6 of [the node](crate::search::negamax), written in step 10.
//!
//! *Risk.* None for the score by itself; [reductions](super::late_reductions) listen to it.
//!
//! *Cost and gain.* With `swing-history` and `fail-low-credit` one rung, `more-histories`: +19 ± 16 (952 games at 10,000
//! nodes a move, `network`, UHO openings, 2026-11-20), and +15 ± 19 by `classical` (800 games, likewise, 2026-11-22). Not
//! measured alone.
//!
//! *Tried and lost.* The same three before the numbers of the search had been tuned with them: −4 ± 20 (704 games,
//! likewise).

use super::LayerInfo;
use crate::{
    position::{Move, Position},
    search::{
        layer::Layer,
        node::{histories::gravity, move_loop::Node, worker::Worker},
        observe::observer::Observation,
        types::piece_to::{PIECE_TOS, PieceTo},
    },
};

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Formations that are told apart; others share a place.
const FORMATIONS: usize = 512;
/// So that all histories of a move together stay below half of what a killer is worth.
const LIMIT: i32 = 8191;

/// A number for each formation and arrival.
#[derive(Clone, Debug)]
pub struct PawnHistory(Box<[[i16; PIECE_TOS]]>);

/// The numbers of every move with one formation.
pub type PawnHistoryRow = [i16; PIECE_TOS];

impl Default for PawnHistory {
    fn default() -> Self {
        Self(vec![[0; PIECE_TOS]; FORMATIONS].into_boxed_slice())
    }
}

impl PawnHistory {
    /// What is known with the pawns of this position, by [`PieceTo::index`]: −8191 to 8191.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> &PawnHistoryRow {
        &self.0[place(position)]
    }

    /// Moves a number by a `bonus` (negative: a malus).
    #[inline]
    pub(crate) fn update(&mut self, position: &Position, now: PieceTo, bonus: i32) {
        let number = &mut self.0[place(position)][now.index()];
        *number = gravity(*number, bonus, LIMIT);
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.0.fill([0; PIECE_TOS]);
    }
}

#[inline]
fn place(position: &Position) -> usize {
    position.keys().pawns as usize % FORMATIONS
}

/// A quiet move cut the node: it gains `bonus` with this pawn structure, the quiet moves tried before it lose as much.
#[inline]
pub(crate) fn update<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    node: &Node,
    best: Move,
    bonus: i32,
) {
    if worker.has(Layer::PawnHistory) {
        for (mv, change) in node.quiet_changes(best, bonus) {
            worker.thread.histories.pawn.update(position, PieceTo::of(position.turn(), mv), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_move_is_known_while_the_pawns_stand_as_they_did() {
        let start = Position::start();
        let knight = start.parse_move("g1f3").expect("legal");
        let arrival = PieceTo::of(Color::White, knight);
        let mut history = PawnHistory::default();
        history.update(&start, arrival, 300);
        let after = |moves: &[&str]| {
            moves.iter().fold(start.clone(), |at, mv| at.play(at.parse_move(mv).expect("legal")))
        };
        let known = |position: &Position| history.of(position)[arrival.index()];
        assert_eq!(known(&after(&["b1c3", "b8c6"])), 300);
        assert_eq!(known(&after(&["e2e4", "e7e5"])), 0);
    }
}
