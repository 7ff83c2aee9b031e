//! `table`, `table-move`, `deeper-table`: what is remembered of a position, and what may be done with it.
//!
//! *Idea.* Different orders of moves lead to the same position; what was found out the first time is stored under its
//! [key](crate::position::keys) in the [table](crate::search::tt::table). A stored value ends a node if it lies outside the
//! window (`table`); the stored move is tried first (`table-move`).
//!
//! *Source.* Greenblatt's program, 1967; keys: Zobrist 1970.
//!
//! *When.* `table` wants exactly the depth asked for, which keeps it exact; `deeper-table` takes a greater one as well
//! and is selective. A value inside the window never ends a node, so no line is cut short; with `zero-window`, nodes of
//! the principal variation are not ended at all. Beyond [`TRUSTED_HALFMOVES`] no value is trusted.
//!
//! *Where.* Step 3 of [the node](crate::search::negamax); stored in step 11. Quiescence does the same in small.
//!
//! *Risk.* Two positions with one key of 64 bits: not seen in practice. From [`draws`](super::draws) on a value hangs
//! on the way to its position, which the table does not know: a stored win may be a draw here.
//!
//! *Cost and gain.* Nodes of the last iteration at depth 6 against the rung below, geometric mean of the 50 bench
//! positions: `table` 0.67, `table-move` 0.88, `deeper-table` 1.00. Games at 20,000 nodes a move, 200 each, 8moves
//! openings, 2026-11-20: `table` +17 ± 19, `table-move` 0 ± 20, `deeper-table` +7 ± 19. All with `material`.
//!
//! *Tried and lost.* Nothing yet.

use crate::{
    position::{Move, PackedMove, Position},
    score::Score,
    search::{
        layer::Layer,
        node::{move_loop::Node, static_eval::StaticEval, worker::Worker},
        observe::{event::Event, observer::Observation, reason::Reason},
        tt::entry::TtEntry,
        types::{
            node_type::NodeType,
            window::{Bound, Window},
        },
    },
};

/// Beyond so many plies without progress a stored value is not trusted: the fifty moves may come first.
pub const TRUSTED_HALFMOVES: u32 = 90;

impl<O: Observation> Worker<'_, O> {
    /// What the table knows of a position, with mates told from the root.
    #[inline]
    pub(crate) fn recall(&mut self, position: &Position, ply: usize) -> Option<TtEntry> {
        if !self.has(Layer::Table) && !self.replays {
            return None;
        }
        let entry = self.table.probe(position.key());
        self.event(Event::Probe(entry.is_some()));
        let entry = entry?;
        Some(TtEntry { score: entry.score.from_table(ply), ..entry })
    }

    /// The score with which a remembered entry ends a node of type `N`, if it may.
    #[inline]
    pub(crate) fn table_cutoff<N: NodeType>(
        &mut self,
        entry: Option<&TtEntry>,
        position: &Position,
        window: Window,
        depth: i32,
    ) -> Option<(Score, Reason)> {
        let entry = entry?;
        let deep_enough =
            if self.has(Layer::DeeperTable) { entry.depth >= depth } else { entry.depth == depth };
        if N::ROOT || !deep_enough || N::PV && self.has(Layer::ZeroWindow) {
            return None;
        }
        self.event(Event::UsableEntry);
        let cutoff = self.stored_cutoff(entry, position, window)?;
        self.event(Event::TableCutoff(entry.depth, entry.mv));
        Some(cutoff)
    }

    /// The stored score, of whatever depth, if it lies outside the window on the side its bound tells.
    #[inline]
    pub(crate) fn stored_cutoff(
        &self,
        entry: &TtEntry,
        position: &Position,
        window: Window,
    ) -> Option<(Score, Reason)> {
        if !self.has(Layer::Table) || self.has(Layer::Draws) && position.halfmoves() >= TRUSTED_HALFMOVES {
            return None;
        }
        let reason = match entry.bound {
            Bound::Exact => Reason::TableExact,
            Bound::Lower => Reason::TableLower,
            Bound::Upper => Reason::TableUpper,
        };
        let above = entry.score >= window.beta && entry.bound != Bound::Upper;
        let below = entry.score <= window.alpha && entry.bound != Bound::Lower;
        (above || below).then_some((entry.score, reason))
    }

    /// The remembered move, if it is legal here.
    #[inline]
    pub(crate) fn table_move(&mut self, entry: Option<&TtEntry>, position: &Position) -> Option<Move> {
        if !self.has(Layer::TableMove) && !self.replays {
            return None;
        }
        let stored = entry?.mv;
        let mv = stored.unpack(position);
        if mv.is_none() && stored != PackedMove::NONE {
            self.event(Event::KeyCollision);
        }
        mv
    }

    /// Remembers what a node found out.
    #[inline]
    pub(crate) fn remember(&mut self, position: &Position, node: &Node, view: &StaticEval) {
        if self.has(Layer::Table) {
            let entry = TtEntry {
                mv: node.best_move.map_or(PackedMove::NONE, PackedMove::pack),
                score: node.best.to_table(node.ply),
                eval: view.raw,
                depth: node.depth,
                bound: node.bound(),
                pv: view.was_pv,
            };
            self.store(position, entry);
        }
    }

    /// Hands an entry to the table.
    #[inline]
    pub(crate) fn store(&mut self, position: &Position, entry: TtEntry) {
        let result = self.table.store(position.key(), entry);
        self.event(Event::Store(result));
    }

    /// Tells the processor which entry will soon be asked for.
    #[inline]
    pub(crate) fn expect(&self, child: &Position) {
        if self.has(Layer::Table) {
            self.table.prefetch(child.key());
        }
    }
}
