//! `history`: quiet moves by how often they refuted anything.
//!
//! *Idea.* A move that cuts here often cuts there as well. Each cut raises its number, more for a deeper one, and
//! lowers those of the quiet moves that were tried before it. A number moves towards its limit by a share of what is
//! left, so that the table forgets.
//!
//! *Source.* Schaeffer 1983; the share of what is left ("gravity") after Stockfish.
//!
//! *When.* At a cut by a quiet move. What a cut is worth: [`TUNABLES`].
//!
//! *Where.* Read in step 6 of [the node](crate::search::negamax), written in step 10; [reductions](super::late_reductions)
//! listen to it too.
//!
//! *Risk.* None for the score by itself. It knows a move without its surroundings;
//! [`continuation`](super::continuation_history) adds those.
//!
//! *Cost and gain.* With `killers` one rung: see [there](super::killers).
//!
//! *Tried and lost.* Nothing yet.
//!
//! ```
//! use glulam::search::node::histories::gravity;
//!
//! let first = gravity(0, 400, 8192);
//! let tenth = (1..10).fold(first, |number, _| gravity(number, 400, 8192));
//! assert_eq!(first, 400);
//! // The nearer to the limit, the less a cut adds; one failure then takes the more away.
//! assert!(gravity(tenth, 400, 8192) - tenth < 400);
//! assert!(tenth - gravity(tenth, -400, 8192) > 400);
//! ```

use shakmaty::Color;

use super::LayerInfo;
use crate::{
    position::{Move, PackedMove},
    search::{
        layer::Layer,
        node::{histories::gravity, move_loop::Node, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
    },
};

tunables! { "history":
    /// What a cut is worth: so much a ply of depth,
    by_depth = 211, 50..=400, 15;
    /// plus so much,
    at_depth_0 = -66, -400..=300, 30;
    /// and no more than this.
    most = 1790, 600..=4000, 120;
}

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { tunables: &TUNABLES, ..LayerInfo::EXACT };

/// No number leaves ± this.
const LIMIT: i32 = 8192;

/// A number for each side, square left and square entered.
#[derive(Clone, Debug)]
pub struct QuietHistory(Box<[[i16; 4096]; 2]>);

impl Default for QuietHistory {
    fn default() -> Self {
        Self(Box::new([[0; 4096]; 2]))
    }
}

/// What a cut at `depth` is worth.
pub fn bonus(depth: i32) -> i32 {
    (by_depth() * depth + at_depth_0()).min(most())
}

impl QuietHistory {
    /// What is known of a move: −8192 to 8192.
    #[inline]
    pub(crate) fn get(&self, us: Color, mv: PackedMove) -> i32 {
        i32::from(self.0[us as usize][mv.squares()])
    }

    /// Moves the number by a `bonus` (negative: a malus), the less the nearer it is to its limit.
    #[inline]
    pub(crate) fn update(&mut self, us: Color, mv: PackedMove, bonus: i32) {
        let number = &mut self.0[us as usize][mv.squares()];
        *number = gravity(*number, bonus, LIMIT);
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        *self.0 = [[0; 4096]; 2];
    }
}

/// A quiet move cut the node: it gains `bonus`, the quiet moves tried before it lose as much.
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
    use crate::position::Position;

    #[test]
    fn numbers_rise_and_fall_and_never_leave_their_limits() {
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
