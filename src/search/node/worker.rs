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
        layers::{continuation_history::PieceTo, history::bonus},
        observe::{
            event::{Event, Left, Visit},
            observer::Observation,
            progress::Progress,
            reason::Reason,
        },
        time::stop_condition::StopCondition,
        tt::table::TranspositionTable,
        types::{request::Setup, stop::Stop, window::Bound},
    },
    tablebase::Probing,
};

/// A search on one thread. `O` says whether it is observed.
pub struct Worker<'a, O> {
    pub(crate) layers: LayerSet,
    pub(crate) setup: &'a Setup,
    pub(crate) evaluator: Evaluator,
    pub(crate) table: &'a TranspositionTable,
    /// The table is read for moves only, and not written: the search replays the best replies of an earlier one.
    pub(crate) replays: bool,
    /// Endgame tables that nodes ask.
    pub(crate) probing: Option<&'a Probing>,
    pub(crate) tb_hits: u64,
    pub(crate) thread: &'a mut ThreadState,
    pub(crate) history: GameHistory,
    pub(crate) frames: Box<[StackEntry]>,
    /// Below this ply nothing is passed: a pass is being verified.
    pub(crate) null_floor: usize,
    /// The depth of the running iteration.
    pub(crate) iteration: i32,
    pub(crate) pv: PvTable<Move>,
    pub(crate) root: RootMoves,
    pub(crate) stop: StopCondition<'a>,
    pub(crate) progress: &'a mut dyn Progress,
    pub(crate) observation: O,
}

impl<'a, O> Worker<'a, O> {
    /// A worker that searches with these layers, otherwise by `setup`; it has seen nothing yet.
    pub(crate) fn new(
        layers: LayerSet,
        setup: &'a Setup,
        table: &'a TranspositionTable,
        thread: &'a mut ThreadState,
        history: GameHistory,
        stop: StopCondition<'a>,
        progress: &'a mut dyn Progress,
        observation: O,
    ) -> Self {
        Self {
            layers,
            setup,
            evaluator: setup.eval.evaluator,
            table,
            replays: false,
            probing: None,
            tb_hits: 0,
            thread,
            history,
            frames: frames(),
            null_floor: 0,
            iteration: 0,
            pv: PvTable::default(),
            root: RootMoves::default(),
            stop,
            progress,
            observation,
        }
    }
}

impl<O: Observation> Worker<'_, O> {
    /// Whether a layer is on.
    #[inline]
    pub(crate) const fn has(&self, layer: Layer) -> bool {
        self.layers.has(layer)
    }

    /// A node is entered: counted, stopped if need be, its line empty.
    #[inline]
    pub(crate) fn enter(&mut self, visit: Visit) -> Result<(), Stop> {
        if visit.ply > 0 {
            self.stop.count(visit.ply)?;
        }
        if let Some(observer) = self.observation.observer() {
            observer.enter(visit);
        }
        self.pv.clear(visit.ply);
        Ok(())
    }

    /// A node is left with `value`.
    #[inline]
    pub(crate) fn leave(&mut self, ply: usize, value: Score, reason: Reason, tried: usize) -> Score {
        if let Some(observer) = self.observation.observer() {
            observer.leave(ply, Left { value, reason, tried });
        }
        value
    }

    /// Reports an event at the node entered last.
    #[inline]
    pub(crate) fn event(&mut self, event: Event<Move>) {
        if let Some(observer) = self.observation.observer() {
            observer.event(event);
        }
    }

    /// A new iteration begins, to `depth` plies.
    pub(crate) fn begin_iteration(&mut self, depth: i32) {
        self.stop.begin_iteration();
        if let Some(observer) = self.observation.observer() {
            observer.iteration(depth);
        }
    }

    /// `mv` is the best so far at `ply`, and the opponent allows it.
    #[inline]
    pub(crate) fn raise(&mut self, ply: usize, mv: Move) {
        self.pv.raise(ply, mv);
    }

    /// Sets the frame of the root up.
    pub(crate) fn begin(&mut self, position: &Position) {
        self.frames[0] = StackEntry { sums: PieceSquareScore::of(position.board()), ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.thread.accumulators.begin(self.setup.eval.eval_file.network());
        }
    }

    /// The position after a pass, its frame filled; `None` in check.
    pub(crate) fn pass(&mut self, position: &Position, ply: usize) -> Option<Position> {
        self.event(Event::NullMove);
        let (sums, cuts) = (self.frames[ply].sums, self.frames[ply + 1].cuts);
        self.frames[ply + 1] = StackEntry { sums, cuts, passed: true, ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.thread.accumulators.pass(ply);
        }
        position.pass()
    }

    /// The position after `mv`, its frame filled.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        self.event(Event::Move(mv));
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
            Evaluator::Network => self.thread.accumulators.play(ply, us, mv),
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
                classical::evaluate_with(position, sums, self.setup.eval.terms, &mut self.thread.pawns)
            }
            Evaluator::Material => self.evaluator.evaluate(position),
            Evaluator::Network => self.thread.accumulators.evaluate(position, ply),
        };
        debug_assert_eq!(score, self.setup.evaluate(position), "carried along and from scratch: {position}");
        score
    }

    /// Nodes visited so far.
    #[inline]
    pub(crate) const fn nodes(&self) -> u64 {
        self.stop.nodes()
    }

    /// What the layers that are on know of quiet moves at `ply`.
    #[inline]
    pub(crate) fn quiet_histories(&self, position: &Position, ply: usize) -> QuietHistories<'_> {
        let context = context(&self.frames, ply);
        let killers = self.has(Layer::Killers).then(|| self.thread.killers.at(ply));
        QuietHistories {
            us: position.turn(),
            killers: killers.unwrap_or_default(),
            everywhere: self.has(Layer::History).then_some(&self.thread.history),
            sequels: self.has(Layer::ContinuationHistory).then(|| self.thread.continuation.after(context)),
            formation: self.has(Layer::PawnHistory).then(|| self.thread.formations.of(position)),
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
                self.thread.captures.update(PieceTo::of(us, mv), mv, earned(mv));
            }
        }
        if is_noisy(best) {
            return;
        }
        if self.has(Layer::Killers) {
            self.thread.killers.insert(node.ply, PackedMove::pack(best));
        }
        for &mv in &node.quiets {
            let (arrival, earned) = (PieceTo::of(us, mv), earned(mv));
            if self.has(Layer::History) {
                self.thread.history.update(us, PackedMove::pack(mv), earned);
            }
            if self.has(Layer::ContinuationHistory) {
                self.thread.continuation.update(node.context, arrival, earned);
            }
            if self.has(Layer::PawnHistory) {
                self.thread.formations.update(position, arrival, earned);
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
        self.thread.corrections.update(position, moves, node.depth, node.best.raw() - eval.raw());
    }
}

#[cfg(test)]
mod tests;
