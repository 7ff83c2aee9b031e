//! The worker: the state and the services of one search thread, used by the node and the layers.

use super::{
    pv_table::PvTable,
    root_moves::RootMoves,
    stack::{StackEntry, context, new_stack},
    thread_state::ThreadState,
};
use crate::{
    chess::{
        position::{GameHistory, Move, PackedMove, Position, is_noisy},
        score::Score,
        tablebase::Probing,
    },
    evaluate::{
        Evaluator,
        classical::{self, PieceSquareScore},
    },
    search::{
        layer::{Layer, LayerSet},
        layers::{correction, table},
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
};

/// Position, search window, depth and ply of a node: the arguments of several functions that can end a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// Position of the node.
    pub position: &'a Position,
    /// Search window of the node.
    pub window: Window,
    /// Remaining depth of the node, in plies.
    pub depth: i32,
    /// Distance of the node from the root, in plies.
    pub ply: usize,
}

/// Score and reason of a node that ends without a move loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EarlyResult {
    /// Score that the node returns.
    pub score: Score,
    /// Reason for the end of the node.
    pub reason: Reason,
}

/// Worker: the running search of one search thread. The type parameter `O` determines whether the search has
/// an observer.
pub struct Worker<'a, O> {
    /// Layers with which the worker searches, without layers that have no effect; see [`LayerSet::active`].
    pub(crate) layers: LayerSet,
    /// Whether a layer of the set, even a layer without effect, needs the static evaluation of every node in
    /// which the side to move is not in check.
    pub(crate) needs_static_eval: bool,
    pub(crate) setup: &'a Setup,
    pub(crate) evaluator: Evaluator,
    pub(crate) table: &'a TranspositionTable,
    /// Whether the search replays the best moves of an earlier search: each main search node searches its TT
    /// move first, even if the layers `table` and `table-move` are off. Whether TT scores end nodes and whether
    /// nodes are stored still depends on the layer `table`.
    pub(crate) replays: bool,
    /// Tablebases to probe in the search tree; `None` if the search does not probe tablebases.
    pub(crate) probing: Option<&'a Probing>,
    pub(crate) thread: &'a mut ThreadState,
    pub(crate) history: GameHistory,
    pub(crate) stack: Box<[StackEntry]>,
    /// Lowest ply at which null moves are allowed; above 0 while a second search confirms a null move cut.
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
    /// Creates a worker that searches with the set `layers`. The evaluator comes from `setup`.
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
    /// Whether the layer `layer` is active in this search.
    #[inline]
    pub(crate) const fn has(&self, layer: Layer) -> bool {
        self.layers.has(layer)
    }

    /// Enters a node: counts the node unless it is the root, calls the observer, and clears the node's
    /// principal variation.
    ///
    /// # Errors
    /// [`Stop`] if the search must stop; the node is then not counted.
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

    /// Reports the end of a node to the observer, if there is one, and returns `value`. `tried` is the number
    /// of moves that the node searched.
    #[inline]
    pub(crate) fn leave(&mut self, ply: usize, value: Score, reason: Reason, tried: usize) -> Score {
        if let Some(observer) = self.observation.observer() {
            observer.leave(ply, Left { value, reason, tried });
        }
        value
    }

    /// Reports an event at the current node to the observer, if there is one.
    #[inline]
    pub(crate) fn event(&mut self, event: Event<Move>) {
        if let Some(observer) = self.observation.observer() {
            observer.event(event);
        }
    }

    /// Starts an iteration of `depth` plies: resets the selective depth and calls the observer.
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

    /// Initializes the search stack for the root position and, for the evaluator `network`, the accumulators.
    pub(crate) fn begin(&mut self, position: &Position) {
        let piece_square = PieceSquareScore::of(position.board());
        self.stack[0] = StackEntry { piece_square, ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.thread.accumulators.begin(self.setup.eval.eval_file.network());
        }
    }

    /// Makes a null move at `ply`: returns the position after the null move and writes the stack entry of
    /// `ply + 1`. Returns `None` if the side to move is in check.
    pub(crate) fn play_null_move(&mut self, position: &Position, ply: usize) -> Option<Position> {
        self.event(Event::NullMove);
        let (piece_square, cutoffs) = (self.stack[ply].piece_square, self.stack[ply + 1].cutoffs);
        self.stack[ply + 1] =
            StackEntry { piece_square, cutoffs, after_null_move: true, ..StackEntry::default() };
        if self.evaluator == Evaluator::Network {
            self.thread.accumulators.pass(ply);
        }
        table::prefetch(self, position.keys().after_pass().whole);
        position.pass()
    }

    /// Prefetches the TT cache line of the position after the move `mv`. A node calls this before it decides whether
    /// it searches the move, so that the line arrives in time.
    #[inline]
    pub(crate) fn prefetch(&self, position: &Position, mv: Move) {
        table::prefetch(self, position.keys().whole_after(position.turn(), mv));
    }

    /// Makes the move `mv` at `ply`: returns the position after `mv` and writes the stack entry of `ply + 1`.
    #[doc(alias = "make_move", alias = "do_move")]
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        self.event(Event::Move(mv));
        let us = position.turn();
        let piece_to = PieceTo::of(us, mv);
        let moves = [piece_to, self.stack[ply].piece_to];
        let child = position.play_after(mv, |keys| correction::prefetch(self, keys, !us, moves));
        let mut entry = StackEntry {
            piece_to,
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

    /// Returns the raw score of the position at `ply`: the score of the evaluator before fading and
    /// correction.
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
        // An evaluation from scratch takes as long as a whole node, so builds with debug assertions check a sample.
        debug_assert!(
            !self.nodes().is_multiple_of(16) || score == self.setup.evaluate(position),
            "incremental evaluation differs from evaluation from scratch: {position}"
        );
        if let Some(observer) = self.observation.observer() {
            observer.evaluated(position, score);
        }
        score
    }

    /// Number of nodes that this search thread has visited so far in this search.
    #[inline]
    pub(crate) const fn nodes(&self) -> u64 {
        self.stop.nodes()
    }

    /// Returns the moves one and two plies before the node at `ply`; [`PieceTo::NONE`] where there is none.
    #[inline]
    pub(crate) fn last_moves(&self, ply: usize) -> [PieceTo; 2] {
        let [last, before, _] = context(&self.stack, ply);
        [last, before]
    }
}

#[cfg(test)]
mod tests;
