//! Move ordering: which move is tried next. `captures-first`, and the place where the other ordering layers meet.
//!
//! *Idea.* A cut costs as many subtrees as moves are tried before the refutation, so likely refutations come first.
//! Captures are the likeliest, and cheap to rank: most valuable victim first, then the least valuable attacker
//! (MVV-LVA); a new queen counts as won.
//!
//! *Source.* As old as chess programs, and nobody's in particular.
//!
//! *When.* At every node and in quiescence. The order of what scores equal is the generator's.
//!
//! *Where.* Step 6 of [the node](crate::search::negamax). Here moves are scored; the [picker](super::picker) hands them
//! out.
//!
//! *Risk.* None for the score. A capture of a defended man by a queen comes early and fails:
//! [`exchange`](crate::search::layers::exchange_pruning) mends that.
//!
//! *Cost and gain.* At depth 4 captures first leave 0.42 of alpha-beta's nodes (geometric mean of the 50 bench
//! positions, `material`). Not measured in games.
//!
//! *Tried and lost.* Nothing yet.

use shakmaty::{Color, Role};

use crate::{
    position::{Move, PackedMove, is_noisy, see},
    search::{
        layer::Layer,
        layers::{continuation_history::PieceTo, killers},
        node::{thread_state::QuietHistories, worker::Worker},
        observe::observer::Observation,
    },
};

/// Captures stand above every quiet move, killers above what the histories say.
const NOISY: i32 = 1 << 20;
const KILLER: i32 = 1 << 17;
/// What capture history weighs against: a centipawn of the victim is so much of it.
const VICTIM: i32 = 16;

impl<O: Observation> Worker<'_, O> {
    /// How early to try `mv`: more is earlier. What no layer speaks for keeps its place.
    #[inline]
    pub(crate) fn order(&self, mv: Move, quiets: &QuietHistories<'_>) -> i32 {
        if is_noisy(mv) { self.order_noisy(quiets.us, mv) } else { order_quiet(mv, quiets) }
    }

    /// The same of a noisy move of side `us`.
    #[inline]
    pub(in crate::search) fn order_noisy(&self, us: Color, mv: Move) -> i32 {
        if self.has(Layer::CaptureHistory) {
            NOISY + VICTIM * see::gain(mv) + self.thread.captures.get(PieceTo::of(us, mv), mv)
        } else if self.has(Layer::CapturesFirst) {
            NOISY + victim_over_attacker(mv)
        } else {
            0
        }
    }
}

/// The same of a quiet move.
#[inline]
pub(in crate::search) fn order_quiet(mv: Move, quiets: &QuietHistories<'_>) -> i32 {
    let packed = PackedMove::pack(mv);
    KILLER * killers::rank(quiets.killers, packed) + quiets.of_packed(mv, packed)
}

/// The victim decides, then the attacker: a pawn that takes a rook before a queen that takes it. A new queen counts as
/// a queen taken.
fn victim_over_attacker(mv: Move) -> i32 {
    let rank = |role: Role| role as i32; // pawn 1 … king 6
    let won = mv.capture().map_or(0, rank) + mv.promotion().map_or(0, |role| rank(role) - 1);
    won * 8 - rank(mv.role())
}

/// What the histories say of a quiet move that was given this score: killers stand whole multiples above.
#[inline]
#[must_use]
pub(in crate::search) const fn history_in(score: i32) -> i32 {
    (score + KILLER / 2).rem_euclid(KILLER) - KILLER / 2
}
