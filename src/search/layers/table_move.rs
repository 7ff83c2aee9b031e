//! `table-move`: the move stored for a position is tried first.
//!
//! *Idea.* The best move of an earlier search, or the move that refuted, is the likeliest refutation now.
//!
//! *Source.* Greenblatt's program, 1967; Slate and Atkin's Chess 4.
//!
//! *When.* At every node whose position is in the [table](super::table) with a move that is legal here.
//!
//! *Where.* Before step 6 of [the node](crate::search::negamax); the [move picker](crate::search::move_picker) hands the move
//! out before it generates any.
//!
//! *Risk.* None for the score. A key shared by two positions may bring an illegal move; it is ignored.
//!
//! *Cost and gain.* At depth 6 0.88 of the nodes of the rung below (geometric mean of the 50 bench positions); 0 ± 20 (200
//! games at 20,000 nodes a move, 8moves openings, `material`, 2026-11-20).
//!
//! *Tried and lost.* Nothing yet.

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

/// What the rest of the program knows about this layer.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::EXACT };

/// The stored move, if it is legal here.
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
