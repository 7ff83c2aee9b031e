//! Captures first, MVV-LVA (`captures-first`): try captures first, ranked by victim and attacker.
//!
//! Next layer: [`killers`](super::killers).
//!
//! **Idea.** Every move searched before the refutation costs a subtree, so likely refutations should come
//! first. Captures are the most likely refutations and are cheap to rank: most valuable victim first, and for
//! equal victims least valuable attacker first (MVV-LVA). A queen promotion ranks like a capture.
//!
//! **When.** The MVV-LVA order of noisy moves applies at every node of the main search below the root, in
//! quiescence search, and to the first order of the root moves. If the layer
//! [`capture-history`](super::capture_history) is on, its score replaces the MVV-LVA score. Moves with equal
//! scores keep the order of the move generator.
//!
//! **Where.** Step 6 of [the node](crate::search::negamax): the [move picker](crate::search::move_picker)
//! orders all moves.
//!
//! **Risk.** In a set of exact layers the order of moves does not change the score. In a selective set it can:
//! late moves are reduced or pruned. MVV-LVA tries the capture of a defended rook by a queen early, although
//! the capture loses material; the layer [`exchange-ordering`](super::exchange_ordering) moves losing captures
//! behind the quiet moves.
//!
//! **Gain.** At depth 4 the rung `captures-first` visits 0.42 times as many nodes as `alpha-beta`
//! (geometric mean over the 50 bench positions, evaluator `material`). See
//! [experiments](crate::search::experiments#captures-first).
//!
//! **Source.** Captures first is as old as chess programs, and no single inventor is known.

use shakmaty::Role;

use super::LayerInfo;
use crate::chess::position::Move;

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo::EXACT;

/// Returns the MVV-LVA score of a noisy move; a higher score is searched earlier.
///
/// The value of the victim decides first, then the value of the attacker: a pawn that captures a rook comes
/// before a queen that captures a rook. The value of a piece is its rank: pawn 1, knight 2, bishop 3, rook 4,
/// queen 5, king 6. A promotion adds the rank of the new piece minus the rank of a pawn, so a promotion to a
/// queen without a capture has the same score as a pawn's capture of a rook.
#[inline]
pub(crate) fn score(mv: Move) -> i32 {
    let rank = |role: Role| role as i32; // pawn 1 … king 6
    let gain = mv.capture().map_or(0, rank) + mv.promotion().map_or(0, |role| rank(role) - 1);
    gain * 8 - rank(mv.role())
}
