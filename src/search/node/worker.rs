//! The worker: the state and the services of one search thread, used by the node and the layers.

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

/// Position, window, depth and ply of a node: the arguments of most layers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// The position.
    pub position: &'a Position,
    /// Search window of the node.
    pub window: Window,
    /// Remaining depth, in plies.
    pub depth: i32,
    /// Distance from the root, in plies.
    pub ply: usize,
}

/// Score and reason of a node that ends without a move loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// Score of the node.
    pub score: Score,
    /// Reason for the end of the node.
    pub reason: Reason,
}

/// A search on one thread. The type `O` decides whether the search has an observer.
pub struct Worker<'a, O> {
    /// Active layers; see [`LayerSet::active`].
    pub(crate) layers: LayerSet,
    /// Whether an active layer needs the static evaluation of every node.
    pub(crate) needs_static_eval: bool,
    pub(crate) setup: &'a Setup,
    pub(crate) evaluator: Evaluator,
    pub(crate) table: &'a TranspositionTable,
    /// Whether the search only replays the best moves of an earlier search: the TT is read for moves only and
    /// never written.
    pub(crate) replays: bool,
    /// Tablebases for probes in the tree; `None` without probes.
    pub(crate) probing: Option<&'a Probing>,
    pub(crate) tb_hits: u64,
    pub(crate) thread: &'a mut ThreadState,
    pub(crate) history: GameHistory,
    pub(crate) stack: Box<[StackEntry]>,
    /// Ply from which null moves are allowed; above 0 while a null move cut is being confirmed.
    pub(crate) null_move_floor: usize,
    /// Depth of the current iteration, in plies.
    pub(crate) iteration: i32,
    pub(crate) pv: PvTable<Move>,
    pub(crate) root: RootMoves,
    pub(crate) stop: StopCondition<'a>,
    pub(crate) progress: &'a mut dyn Progress,
    pub(crate) observation: O,
}

impl<'a, O> Worker<'a, O> {
    /// Creates a worker that searches with these layers. All other settings come from `setup`.
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
    /// [`Stop`] if the search must end; the node is then not counted.
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

    /// Reports the end of a node to the observer and returns `value`. `tried` is the number of moves
    /// searched.
    #[inline]
    pub(crate) fn leave(&mut self, ply: usize, value: Score, reason: Reason, tried: usize) -> Score {
        if let Some(observer) = self.observation.observer() {
            observer.leave(ply, Left { value, reason, tried });
        }
        value
    }

    /// Reports an event at the current node to the observer.
    #[inline]
    pub(crate) fn event(&mut self, event: Event<Move>) {
        if let Some(observer) = self.observation.observer() {
            observer.event(event);
        }
    }

    /// Starts an iteration of `depth` plies.
    pub(crate) fn begin_iteration(&mut self, depth: i32) {
        self.stop.begin_iteration();
        if let Some(observer) = self.observation.observer() {
            observer.iteration(depth);
        }
    }

    /// Sets the principal variation at `ply` to `mv` followed by the principal variation of the child.
    #[inline]
    pub(crate) fn update_pv(&mut self, ply: usize, mv: Move) {
        self.pv.raise(ply, mv);
    }

    /// Initializes the search stack and the accumulators for the root position.
    pub(crate) fn begin(&mut self, position: &Position) {
        let piece_square = PieceSquareScore::of(position.board());
        self.stack[0] = StackEntry { piece_square, ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.thread.accumulators.begin(self.setup.eval.eval_file.network());
        }
    }

    /// Makes a null move: returns the new position and writes its stack entry. Returns `None` in check.
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

    /// Makes the move `mv`: returns the new position and writes its stack entry.
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
        debug_assert_eq!(
            score,
            self.setup.evaluate(position),
            "incremental evaluation differs from evaluation from scratch: {position}"
        );
        score
    }

    /// Number of nodes visited so far by this thread.
    #[inline]
    pub(crate) const fn nodes(&self) -> u64 {
        self.stop.nodes()
    }

    /// The last move before `ply` and the move before it.
    #[inline]
    pub(crate) fn last_moves(&self, ply: usize) -> [PieceTo; 2] {
        let [last, before, _] = context(&self.stack, ply);
        [last, before]
    }
}

#[cfg(test)]
mod tests;
