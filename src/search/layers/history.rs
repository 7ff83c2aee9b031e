//! History heuristic (`history`): order quiet moves by how often they caused a beta cutoff.
//!
//! Previous layer: [`killers`](super::killers). Next layer: [`deepening`](super::deepening).
//!
//! **Idea.** A quiet move that causes a beta cutoff at one node often causes a beta cutoff at other nodes.
//! Each beta cutoff by a quiet move raises the history entry of the cutoff move, more at greater depth, and
//! lowers the entries of the quiet moves searched before it. Each update also shrinks the history entry in
//! proportion to its size ("gravity"), so the effect of old cutoffs fades.
//!
//! **When.** A beta cutoff by a quiet move updates the history; the layers
//! [`swing-history`](super::swing_history), [`fail-low-credit`](super::fail_low_credit) and
//! [`pv-history`](super::pv_history) update it as well. [`TUNABLES`] lists the size of the bonus.
//!
//! **Where.** Step 6 of [the node](crate::search::negamax) reads the history for move ordering; steps 5, 10
//! and 11 update the history. [Late move pruning](super::late_pruning) and [late move
//! reductions](super::late_reductions) also use the history.
//!
//! **Risk.** A different order of moves does not change the score of an exact set of layers. The history of a
//! move ignores the moves played before it; [`continuation-history`](super::continuation_history) takes them
//! into account.
//!
//! **Gain.** The layer is one half of the rung `killers-history`: the page of [`killers`](super::killers)
//! has its node count. See [experiments](crate::search::experiments#history).
//!
//! **Source.** Schaeffer, 1983. The "gravity" formula follows Stockfish.
//!
//! ```
//! use glulam::search::node::histories::gravity;
//!
//! let first = gravity(0, 400, 8192);
//! let tenth = (1..10).fold(first, |entry, _| gravity(entry, 400, 8192));
//! assert_eq!(first, 400);
//! // Near the upper limit of an entry, a bonus adds less and a malus subtracts more.
//! assert!(gravity(tenth, 400, 8192) - tenth < 400);
//! assert!(tenth - gravity(tenth, -400, 8192) > 400);
//! ```

use shakmaty::Color;

use super::LayerInfo;
use crate::{
    chess::position::{Move, PackedMove},
    search::{
        layer::Layer,
        node::{histories::gravity, move_loop::Node, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
    },
};

tunables! {
    /// Increase of the history bonus for a beta cutoff, in history units per ply of depth.
    by_depth = 211, 50..=400, 15;
    /// Constant part of the bonus for a beta cutoff, in history units.
    at_depth_0 = -66, -400..=300, 30;
    /// Upper limit of the bonus for a beta cutoff, in history units.
    most = 1790, 600..=4000, 120;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::EXACT };

/// Largest absolute value of a quiet history entry, in history units.
const LIMIT: i32 = 8192;

/// History of quiet moves: one entry per side, origin square and destination square.
#[derive(Clone, Debug)]
pub struct QuietHistory(Box<[[i16; 4096]; 2]>);

impl Default for QuietHistory {
    fn default() -> Self {
        Self(Box::new([[0; 4096]; 2]))
    }
}

/// Returns the history bonus for a beta cutoff at `depth` plies, in history units.
pub fn bonus(depth: i32) -> i32 {
    (by_depth() * depth + at_depth_0()).min(most())
}

impl QuietHistory {
    /// Returns the history entry of the quiet move `mv` of side `us`, from −8192 to 8192.
    #[inline]
    pub(crate) fn get(&self, us: Color, mv: PackedMove) -> i32 {
        i32::from(self.0[us as usize][mv.squares()])
    }

    /// Applies a bonus, or a malus if `bonus` is negative, to the history entry of a quiet move. The effect
    /// of a bonus shrinks as the entry approaches its upper limit, the effect of a malus as it approaches its
    /// lower limit.
    #[inline]
    pub(crate) fn update(&mut self, us: Color, mv: PackedMove, bonus: i32) {
        let entry = &mut self.0[us as usize][mv.squares()];
        *entry = gravity(*entry, bonus, LIMIT);
    }

    /// Resets all quiet history entries to 0.
    pub(crate) fn clear(&mut self) {
        *self.0 = [[0; 4096]; 2];
    }
}

/// Updates the quiet history after a node with the best move `best`. If `best` is quiet, `best` receives
/// `bonus`, and all other quiet moves searched at the node receive `-bonus`.
#[inline]
pub(crate) fn update<O: Observation>(
    worker: &mut Worker<'_, O>,
    us: Color,
    node: &Node,
    best: Move,
    bonus: i32,
) {
    if worker.has(Layer::History) {
        for (mv, change) in node.quiet_changes(best, bonus) {
            worker.thread.histories.quiet.update(us, PackedMove::pack(mv), change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::position::Position;

    #[test]
    fn entries_rise_and_fall_within_their_limits() {
        let mv = PackedMove::pack(Position::start().parse_move("e2e4").expect("legal"));
        let mut history = QuietHistory::default();
        history.update(Color::White, mv, bonus(3));
        assert_eq!(history.get(Color::White, mv), bonus(3));
        assert_eq!(history.get(Color::Black, mv), 0);
        for sign in [1, -1] {
            for _ in 0..1000 {
                history.update(Color::White, mv, sign * bonus(30));
                assert!(history.get(Color::White, mv).abs() <= LIMIT);
            }
            assert!(history.get(Color::White, mv) * sign > LIMIT * 9 / 10);
        }
    }
}
