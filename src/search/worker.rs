//! One searching thread: what a node can reach.

use super::{
    control::Controlled,
    frame::Frame,
    layers::{
        Layer, LayerSet,
        history::{QuietHistory, bonus},
        killers::Killers,
        random::Random,
    },
    lines::Lines,
    node::Node,
    root::RootMoves,
    table::Table,
    watch::{Left, Reason, Stop, Visit, Watch},
};
use crate::{
    evaluate::{
        Evaluator, Terms,
        classical::{self, PawnTable, Sums},
    },
    position::{History, Move, PackedMove, Position, is_noisy},
    score::Score,
};

/// What a thread learns and keeps from search to search, until a new game begins.
#[derive(Debug, Default)]
pub struct Memory {
    /// Quiet refutations by ply.
    pub killers: Killers,
    /// Quiet moves by success.
    pub history: QuietHistory,
    /// What pawns are worth, by formation.
    pub pawns: PawnTable,
    /// The dice of the rung `random`.
    pub random: Random,
}

impl Memory {
    /// Forgets all, as for a new game.
    pub fn clear(&mut self) {
        self.killers.clear();
        self.history.clear();
        self.pawns.clear();
        self.random = Random::default();
    }
}

/// A search under way on one thread. `W` looks on.
pub struct Worker<'a, W> {
    pub(crate) layers: LayerSet,
    pub(crate) evaluator: Evaluator,
    pub(crate) terms: Terms,
    pub(crate) table: &'a Table,
    /// The table is read for moves only, and not written: the search replays the best replies of an earlier one.
    pub(crate) replays: bool,
    pub(crate) memory: &'a mut Memory,
    pub(crate) history: History,
    pub(crate) frames: Box<[Frame]>,
    /// Below this ply nothing is passed: a pass is being verified.
    pub(crate) null_floor: usize,
    pub(crate) lines: Lines<Move>,
    pub(crate) root: RootMoves,
    pub(crate) watch: Controlled<'a, W>,
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
        self.lines.clear(visit.ply);
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
        self.lines.raise(ply, mv);
        self.watch.improve(ply, mv);
    }

    /// Sets the frame of the root up.
    pub(crate) fn begin(&mut self, position: &Position) {
        self.frames[0] = Frame { sums: Sums::of(position.board()), ..Frame::default() };
    }

    /// The position after a pass, its frame filled; `None` in check.
    pub(crate) fn pass(&mut self, position: &Position, ply: usize) -> Option<Position> {
        self.frames[ply + 1] = Frame { sums: self.frames[ply].sums, eval: None, passed: true };
        position.pass()
    }

    /// The position after `mv`, its frame filled.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        let mut frame = Frame::default();
        if self.evaluator == Evaluator::Classical {
            frame.sums = self.frames[ply].sums.after(position.turn(), mv);
        }
        self.frames[ply + 1] = frame;
        position.play(mv)
    }

    /// The static value of the position at `ply`.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let score = match self.evaluator {
            Evaluator::Classical => {
                let sums = self.frames[ply].sums;
                classical::evaluate_with(position, sums, self.terms, &mut self.memory.pawns)
            }
            Evaluator::Material => self.evaluator.evaluate(position),
        };
        debug_assert_eq!(score, self.evaluator.evaluate_terms(position, self.terms));
        score
    }

    /// Nodes visited so far.
    #[inline]
    pub(crate) const fn nodes(&self) -> u64 {
        self.watch.control.nodes()
    }

    /// A quiet move made a cut: it will be tried earlier, those tried in vain later.
    #[inline]
    pub(crate) fn reward(&mut self, position: &Position, node: &Node, mv: Move) {
        if is_noisy(mv) {
            return;
        }
        if self.has(Layer::Killers) {
            self.memory.killers.insert(node.ply, PackedMove::pack(mv));
        }
        if self.has(Layer::History) {
            let bonus = bonus(node.depth);
            for &quiet in &node.quiets {
                let sign = if quiet == mv { 1 } else { -1 };
                self.memory.history.update(position.turn(), PackedMove::pack(quiet), sign * bonus);
            }
        }
    }
}
