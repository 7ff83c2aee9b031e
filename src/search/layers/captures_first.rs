//! `captures-first`: captures are tried first, the most valuable victim by the least valuable attacker (MVV-LVA).
//!
//! *Idea.* A cut costs as many subtrees as moves are tried before the refutation, so likely refutations come first.
//! Captures are the likeliest, and cheap to rank: most valuable victim first, then the least valuable attacker
//! (MVV-LVA); a new queen counts as won.
//!
//! *Source.* As old as chess programs, and nobody's in particular.
//!
//! *When.* At every node and in quiescence. The order of what scores equal is the generator's.
//!
//! *Where.* Step 6 of [the node](crate::search::negamax). The [move picker](crate::search::move_picker) orders all moves.
//!
//! *Risk.* None for the score. A capture of a defended man by a queen comes early and fails:
//! [`exchange-ordering`](super::exchange_ordering) mends that.
//!
//! *Cost and gain.* At depth 4 captures first leave 0.42 of alpha-beta's nodes (geometric mean of the 50 bench
//! positions, `material`). Not measured in games.
//!
//! *Tried and lost.* Nothing yet.

use shakmaty::Role;

use super::LayerInfo;
use crate::position::Move;

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Order of a noisy move: the victim decides, then the attacker. A pawn that takes a rook comes before a queen that takes it;
/// a new queen counts as a queen taken.
#[inline]
pub(crate) fn score(mv: Move) -> i32 {
    let rank = |role: Role| role as i32; // pawn 1 … king 6
    let won = mv.capture().map_or(0, rank) + mv.promotion().map_or(0, |role| rank(role) - 1);
    won * 8 - rank(mv.role())
}
