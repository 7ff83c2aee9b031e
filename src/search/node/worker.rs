//! One searching thread: what a node can reach.

use super::{
    move_loop::Node,
    pv_table::PvTable,
    root_moves::RootMoves,
    stack::{StackEntry, context, frames},
    thread_state::{QuietHistories, ThreadState},
};
use crate::{
    evaluate::{
        Evaluator,
        classical::{self, PieceSquareScore},
    },
    position::{GameHistory, Move, PackedMove, Position, is_noisy},
    score::Score,
    search::{
        layer::{Layer, LayerSet},
        layers::{continuation::PieceTo, history::bonus},
        observe::{
            controlled::Controlled,
            observer::{Fact, Left, Reason, Visit, Watch},
        },
        tt::table::TranspositionTable,
        types::{
            request::{Onlooker, Setup},
            stop::Stop,
            window::Bound,
        },
    },
    tablebase::Probing,
};

/// A search under way on one thread. `W` looks on.
pub struct Worker<'a, W> {
    pub(crate) layers: LayerSet,
    pub(crate) setup: &'a Setup,
    pub(crate) evaluator: Evaluator,
    pub(crate) table: &'a TranspositionTable,
    /// The table is read for moves only, and not written: the search replays the best replies of an earlier one.
    pub(crate) replays: bool,
    /// Endgame tables that nodes ask.
    pub(crate) probing: Option<&'a Probing>,
    pub(crate) tb_hits: u64,
    pub(crate) onlooker: Option<&'a Onlooker>,
    /// The same, if the line being searched is to be told as well.
    pub(crate) follower: Option<&'a Onlooker>,
    pub(crate) memory: &'a mut ThreadState,
    pub(crate) history: GameHistory,
    pub(crate) frames: Box<[StackEntry]>,
    /// Below this ply nothing is passed: a pass is being verified.
    pub(crate) null_floor: usize,
    /// The depth of the running iteration.
    pub(crate) iteration: i32,
    pub(crate) pv: PvTable<Move>,
    pub(crate) root: RootMoves,
    pub(crate) watch: Controlled<'a, W>,
}

impl<'a, W> Worker<'a, W> {
    /// A worker that searches with these layers, otherwise by `setup`; it has seen nothing yet.
    pub(crate) fn new(
        layers: LayerSet,
        setup: &'a Setup,
        table: &'a TranspositionTable,
        memory: &'a mut ThreadState,
        history: GameHistory,
        watch: Controlled<'a, W>,
    ) -> Self {
        Self {
            layers,
            setup,
            evaluator: setup.eval.evaluator,
            table,
            replays: false,
            probing: None,
            tb_hits: 0,
            onlooker: None,
            follower: None,
            memory,
            history,
            frames: frames(),
            null_floor: 0,
            iteration: 0,
            pv: PvTable::default(),
            root: RootMoves::default(),
            watch,
        }
    }
}

impl<W: Watch<Move>> Worker<'_, W> {
    /// Whether a layer is on.
    #[inline]
    pub(crate) const fn has(&self, layer: Layer) -> bool {
        self.layers.has(layer)
    }

    /// A node is entered: counted, stopped if need be, its line empty.
    #[inline]
    pub(crate) fn enter(&mut self, visit: Visit) -> Result<(), Stop> {
        Watch::<Move>::enter(&mut self.watch, visit)?;
        self.pv.clear(visit.ply);
        if let Some(follower) = self.follower {
            self.tell_line(follower, visit.ply);
        }
        Ok(())
    }

    /// A node is left with `value`.
    #[inline]
    pub(crate) fn leave(&mut self, ply: usize, value: Score, reason: Reason, tried: usize) -> Score {
        Watch::<Move>::leave(&mut self.watch, ply, Left { value, reason, tried });
        value
    }

    /// `mv` is the best so far at `ply`, and the opponent allows it.
    #[inline]
    pub(crate) fn raise(&mut self, ply: usize, mv: Move) {
        self.pv.raise(ply, mv);
        self.watch.improve(ply, mv);
    }

    /// Sets the frame of the root up.
    pub(crate) fn begin(&mut self, position: &Position) {
        self.frames[0] = StackEntry { sums: PieceSquareScore::of(position.board()), ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.memory.accumulators.begin(self.setup.eval.eval_file.network());
        }
    }

    /// The position after a pass, its frame filled; `None` in check.
    pub(crate) fn pass(&mut self, position: &Position, ply: usize) -> Option<Position> {
        Watch::<Move>::note(&mut self.watch, ply, Fact::Pass);
        let (sums, cuts) = (self.frames[ply].sums, self.frames[ply + 1].cuts);
        self.frames[ply + 1] = StackEntry { sums, cuts, passed: true, ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.memory.accumulators.pass(ply);
        }
        position.pass()
    }

    /// The position after `mv`, its frame filled.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        self.watch.note(ply, Fact::Try(mv));
        let us = position.turn();
        let child = position.play(mv);
        self.expect(&child);
        let mut frame = StackEntry {
            arrival: PieceTo::of(us, mv),
            mv: PackedMove::pack(mv),
            is_quiet: !is_noisy(mv),
            cuts: self.frames[ply + 1].cuts,
            ..StackEntry::default()
        };
        match self.evaluator {
            Evaluator::Material => {}
            Evaluator::Classical => frame.sums = self.frames[ply].sums.after(us, mv),
            Evaluator::Network => self.memory.accumulators.play(ply, us, mv),
        }
        self.frames[ply + 1] = frame;
        child
    }

    /// What the evaluator says of the position at `ply`.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let score = match self.evaluator {
            Evaluator::Classical => {
                let sums = self.frames[ply].sums;
                classical::evaluate_with(position, sums, self.setup.eval.terms, &mut self.memory.pawns)
            }
            Evaluator::Material => self.evaluator.evaluate(position),
            Evaluator::Network => self.memory.accumulators.evaluate(position, ply),
        };
        debug_assert_eq!(score, self.setup.evaluate(position), "carried along and from scratch: {position}");
        score
    }

    /// Nodes visited so far.
    #[inline]
    pub(crate) const fn nodes(&self) -> u64 {
        self.watch.control.nodes()
    }

    /// What the layers that are on know of quiet moves at `ply`.
    #[inline]
    pub(crate) fn quiet_histories(&self, position: &Position, ply: usize) -> QuietHistories<'_> {
        let context = context(&self.frames, ply);
        let killers = self.has(Layer::Killers).then(|| self.memory.killers.at(ply));
        QuietHistories {
            us: position.turn(),
            killers: killers.unwrap_or_default(),
            everywhere: self.has(Layer::History).then_some(&self.memory.history),
            sequels: self.has(Layer::ContinuationHistory).then(|| self.memory.continuation.after(context)),
            formation: self.has(Layer::PawnHistory).then(|| self.memory.formations.of(position)),
        }
    }

    /// The move made last before `ply`, and the one before.
    #[inline]
    pub(crate) fn last_moves(&self, ply: usize) -> [PieceTo; 2] {
        let [last, before, _] = context(&self.frames, ply);
        [last, before]
    }

    /// A move made a cut: it will be tried earlier, those tried in vain later.
    #[inline]
    pub(crate) fn reward(&mut self, position: &Position, node: &Node, best: Move) {
        let us = position.turn();
        let bonus = bonus(node.depth);
        let earned = |mv: Move| if mv == best { bonus } else { -bonus };
        if self.has(Layer::CaptureHistory) {
            for &mv in &node.noisy {
                self.memory.captures.update(PieceTo::of(us, mv), mv, earned(mv));
            }
        }
        if is_noisy(best) {
            return;
        }
        if self.has(Layer::Killers) {
            self.memory.killers.insert(node.ply, PackedMove::pack(best));
        }
        for &mv in &node.quiets {
            let (arrival, earned) = (PieceTo::of(us, mv), earned(mv));
            if self.has(Layer::History) {
                self.memory.history.update(us, PackedMove::pack(mv), earned);
            }
            if self.has(Layer::ContinuationHistory) {
                self.memory.continuation.update(node.context, arrival, earned);
            }
            if self.has(Layer::PawnHistory) {
                self.memory.formations.update(position, arrival, earned);
            }
        }
    }

    /// Learns from the finished node how far the static value was off, where its value tells.
    #[inline]
    pub(crate) fn learn(&mut self, position: &Position, node: &Node, eval: Option<Score>) {
        let Some(eval) = eval else { return };
        let hidden = match node.bound() {
            Bound::Lower => node.best <= eval,
            Bound::Upper => node.best >= eval,
            Bound::Exact => false,
        };
        if !self.has(Layer::Correction)
            || hidden
            || node.best.is_mate()
            || node.best_move.is_some_and(is_noisy)
        {
            return;
        }
        let moves = self.last_moves(node.ply);
        self.memory.corrections.update(position, moves, node.depth, node.best.raw() - eval.raw());
    }
}

#[cfg(test)]
mod tests;
