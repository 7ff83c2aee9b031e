//! TT move or hash move first (`table-move`): search the stored best move before all other moves.
//!
//! **Idea.** The best move of an earlier search, or the move that refuted the position earlier, is the most
//! likely refutation now.
//!
//! **When.** Every node whose [TT entry](super::table) contains a move that is legal in the position.
//!
//! **Where.** Before step 6 of [the node](crate::search::negamax); the [move
//! picker](crate::search::move_picker) returns the TT move before it generates any move.
//!
//! **Risk.** None for the score. If two positions share a key, the stored move can be illegal; an illegal
//! move is ignored.
//!
//! **Cost and gain.** At depth 6, the rung `table-move` visits 0.88 of the nodes of the rung below (geometric
//! mean of the 50 bench positions). The rung `table-move` scores 0 ± 20 Elo (200 games at 20,000 nodes per
//! move, `material`, 8moves openings, 2026-11-20).
//!
//! **Tried without success.** Nothing so far.
//!
//! **Source.** Greenblatt's program, 1967; Chess 4 (Slate and Atkin).

use super::LayerInfo;
use crate::{
    position::{Move, PackedMove, Position},
    search::{
        layer::Layer,
        node::worker::Worker,
        observe::{event::Event, observer::Observation},
        tt::entry::TtEntry,
    },
};

/// Declares this layer's properties for the options, the pages and `explain`.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::EXACT };

/// Returns the TT move if it is legal in the position.
#[inline]
pub(crate) fn find<O: Observation>(
    worker: &mut Worker<'_, O>,
    position: &Position,
    entry: Option<&TtEntry>,
) -> Option<Move> {
    if !worker.has(Layer::TableMove) && !worker.replays {
        return None;
    }
    let stored = entry?.mv;
    let mv = stored.unpack(position);
    if mv.is_none() && stored != PackedMove::NONE {
        worker.event(Event::KeyCollision);
    }
    mv
}
