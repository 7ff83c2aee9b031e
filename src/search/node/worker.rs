//! The worker: what a node can reach on its search thread.

use super::{
    pv_table::PvTable,
    root_moves::RootMoves,
    stack::{StackEntry, context, new_stack},
    thread_state::ThreadState,
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
        layers::table,
        observe::{
            event::{Event, Left, Visit},
            observer::Observation,
            progress::Progress,
            reason::Reason,
        },
        time::stop_condition::StopCondition,
        tt::table::TranspositionTable,
        types::{piece_to::PieceTo, request::Setup, stop::Stop, window::Window},
    },
    tablebase::Probing,
};

/// A node as the layers see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// The position.
    pub position: &'a Position,
    /// The scores that still matter.
    pub window: Window,
    /// Plies left to search.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
}

/// The end of a node without a move loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// The score of the node.
    pub score: Score,
    /// Why it ended.
    pub reason: Reason,
}

/// A search on one thread. `O` says whether it is observed.
pub struct Worker<'a, O> {
    /// The layers that do something; see [`LayerSet::active`].
    pub(crate) layers: LayerSet,
    /// Whether a layer needs the static evaluation of every node.
    pub(crate) needs_static_eval: bool,
    pub(crate) setup: &'a Setup,
    pub(crate) evaluator: Evaluator,
    pub(crate) table: &'a TranspositionTable,
    /// The table is read for moves only, and not written: the search replays the best replies of an earlier one.
    pub(crate) replays: bool,
    /// Tablebases that nodes probe.
    pub(crate) probing: Option<&'a Probing>,
    pub(crate) tb_hits: u64,
    pub(crate) thread: &'a mut ThreadState,
    pub(crate) history: GameHistory,
    pub(crate) stack: Box<[StackEntry]>,
    /// No null move below this ply: a null move is being verified.
    pub(crate) null_move_floor: usize,
    /// The depth of the running iteration.
    pub(crate) iteration: i32,
    pub(crate) pv: PvTable<Move>,
    pub(crate) root: RootMoves,
    pub(crate) stop: StopCondition<'a>,
    pub(crate) progress: &'a mut dyn Progress,
    pub(crate) observation: O,
}

impl<'a, O> Worker<'a, O> {
    /// A worker that searches with these layers, otherwise as `setup` says.
    pub(crate) fn new(
        layers: LayerSet,
        setup: &'a Setup,
        table: &'a TranspositionTable,
        thread: &'a mut ThreadState,
        stop: StopCondition<'a>,
        progress: &'a mut dyn Progress,
        observation: O,
    ) -> Self {
        Self {
            layers: layers.active(),
            needs_static_eval: layers.needs_static_eval(),
            setup,
            evaluator: setup.eval.evaluator,
            table,
            replays: false,
            probing: None,
            tb_hits: 0,
            thread,
            history: GameHistory::default(),
            stack: new_stack(),
            null_move_floor: 0,
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

    /// Enters a node: counts it and clears its principal variation.
    ///
    /// # Errors
    /// [`Stop`] if the search is to end; the node is then not counted.
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

    /// Leaves a node with `value`, after `tried` moves.
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

    /// `mv` is the best so far at `ply` and does not reach beta: the principal variation there begins with it.
    #[inline]
    pub(crate) fn update_pv(&mut self, ply: usize, mv: Move) {
        self.pv.raise(ply, mv);
    }

    /// Prepares the root.
    pub(crate) fn begin(&mut self, position: &Position) {
        let piece_square = PieceSquareScore::of(position.board());
        self.stack[0] = StackEntry { piece_square, ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.thread.accumulators.begin(self.setup.eval.eval_file.network());
        }
    }

    /// The position after a null move, with its stack entry; `None` in check.
    pub(crate) fn play_null_move(&mut self, position: &Position, ply: usize) -> Option<Position> {
        self.event(Event::NullMove);
        let (piece_square, cutoffs) = (self.stack[ply].piece_square, self.stack[ply + 1].cutoffs);
        self.stack[ply + 1] =
            StackEntry { piece_square, cutoffs, after_null_move: true, ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.thread.accumulators.pass(ply);
        }
        position.pass()
    }

    /// The position after `mv`, with its stack entry.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        self.event(Event::Move(mv));
        let us = position.turn();
        let child = position.play(mv);
        table::prefetch(self, &child);
        let mut entry = StackEntry {
            piece_to: PieceTo::of(us, mv),
            mv: PackedMove::pack(mv),
            is_quiet: !is_noisy(mv),
            cutoffs: self.stack[ply + 1].cutoffs,
            ..StackEntry::default()
        };
        match self.evaluator {
            Evaluator::Material => {}
            Evaluator::Classical => entry.piece_square = self.stack[ply].piece_square.after(us, mv),
            Evaluator::Network => self.thread.accumulators.play(ply, us, mv),
        }
        self.stack[ply + 1] = entry;
        child
    }

    /// Raw evaluation of the position at `ply`, before correction.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let score = match self.evaluator {
            Evaluator::Classical => {
                let piece_square = self.stack[ply].piece_square;
                classical::evaluate_with(
                    position,
                    piece_square,
                    self.setup.eval.terms,
                    &mut self.thread.pawns,
                )
            }
            Evaluator::Material => self.evaluator.evaluate(position),
            Evaluator::Network => self.thread.accumulators.evaluate(position, ply),
        };
        debug_assert_eq!(score, self.setup.evaluate(position), "incremental and from scratch: {position}");
        score
    }

    /// Nodes visited so far.
    #[inline]
    pub(crate) const fn nodes(&self) -> u64 {
        self.stop.nodes()
    }

    /// The move made last before `ply`, and the one before.
    #[inline]
    pub(crate) fn last_moves(&self, ply: usize) -> [PieceTo; 2] {
        let [last, before, _] = context(&self.stack, ply);
        [last, before]
    }
}

#[cfg(test)]
mod tests;
