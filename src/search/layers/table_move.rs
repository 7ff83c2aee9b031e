//! TT move or hash move first (`table-move`): search the stored best move before all other moves.
//!
//! Previous layer: [`table`](super::table). Next layer: [`zero-window`](super::zero_window).
//!
//! **Idea.** A move that was best in an earlier search of the position, or that caused a beta cutoff there,
//! is the move most likely to be best when the position is searched again.
//!
//! **When.** The TT move is searched first at every main search node below the root whose [TT
//! entry](super::table) contains a move that is legal in the position, and at quiescence nodes in check with
//! [`quiescence-table`](super::quiescence_table). At the root, the TT move comes first in the first order of
//! the root moves.
//!
//! **Where.** The node reads the TT move before step 6 of [the node](crate::search::negamax); the [move
//! picker](crate::search::move_picker) returns the TT move before it generates any move.
//!
//! **Risk.** A different order of moves does not change the score of an exact set of layers. If two positions
//! share a key, the TT move can be illegal in the position; an illegal TT move is ignored.
//!
//! **Gain.** At depth 6 the last iteration of the rung `table-move` visits 0.88 times as many nodes as
//! that of the rung below, `table` (geometric mean over the 50 bench positions, evaluator `material`).
//! See [experiments](crate::search::experiments#table-move).
//!
//! **Source.** The TT move goes back to Greenblatt's chess program (1967) and Chess 4 (Slate and Atkin).

use super::LayerInfo;
use crate::{
    chess::position::{Move, PackedMove, Position},
    search::{
        layer::Layer,
        node::worker::Worker,
        observe::{event::Event, observer::Observation},
        tt::entry::TtEntry,
    },
};

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo { needs: &[Layer::Table], ..LayerInfo::EXACT };

/// Returns the TT move of the node if it is legal in `position`; `None` if there is none, or if the layer
/// `table-move` is off and the search is not a replay.
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
