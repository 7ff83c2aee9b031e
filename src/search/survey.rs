//! What a node sees standing still, and what follows for its moves: the heads of the selective layers.

use super::{
    layers::{
        Layer, LayerSet, exchange as exchange_layer, futility,
        late_moves::{self, Late},
        reverse_futility,
    },
    negamax::NodeType,
    node::Node,
    watch::{Kind, Reason, Stop, Watch},
    worker::Worker,
};
use crate::{
    position::{Move, PackedMove, Position, exchange, is_noisy},
    score::Score,
};

/// The layers that ask for the static value of every node.
const STATIC: LayerSet = LayerSet::NONE
    .with(Layer::NullMove)
    .with(Layer::ReverseFutility)
    .with(Layer::LateReductions)
    .with(Layer::LatePruning)
    .with(Layer::Futility)
    .with(Layer::ExchangePruning);

/// What a node sees without searching.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// The static value; `None` in check, or if no layer asks.
    pub eval: Option<Score>,
    /// Whether it has risen since our last move, or the one before if that was made in check.
    pub improving: bool,
}

impl<W: Watch<Move>> Worker<'_, W> {
    /// Looks at the position at `ply` and remembers what was seen in its frame.
    #[inline]
    pub(crate) fn survey(&mut self, position: &Position, ply: usize) -> View {
        if !self.layers.meets(STATIC) || position.is_check() {
            self.frames[ply].eval = None;
            return View::default();
        }
        let eval = self.evaluate(position, ply);
        self.frames[ply].eval = Some(eval);
        let before = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].eval);
        let improving = before(2).or_else(|| before(4)).is_some_and(|before| eval > before);
        View { eval: Some(eval), improving }
    }

    /// The score of a node that the static value decides, alone or with the help of a pass.
    #[inline]
    pub(crate) fn static_cutoff<N: NodeType>(
        &mut self,
        position: &Position,
        beta: Score,
        depth: i32,
        ply: usize,
        view: View,
    ) -> Result<Option<(Score, Reason)>, Stop> {
        let Some(eval) = view.eval else { return Ok(None) };
        if self.has(Layer::ReverseFutility)
            && let Some(score) = reverse_futility::cutoff(eval, beta, depth, view.improving)
        {
            return Ok(Some((score, Reason::ReverseFutility)));
        }
        if self.has(Layer::NullMove)
            && let Some(score) = self.null_move::<N>(position, beta, depth, ply, eval)?
        {
            return Ok(Some((score, Reason::NullMove)));
        }
        Ok(None)
    }

    /// Whether a move need not be searched. Until one has been that does not lose, all are.
    #[inline]
    pub(crate) fn skips(&self, position: &Position, mv: Move, node: &Node, view: View) -> bool {
        let Some(eval) = view.eval else { return false };
        if node.tried == 0 || node.best.is_loss() {
            return false;
        }
        let noisy = is_noisy(mv);
        let reduced = (node.depth - late_moves::base(node.depth, node.tried + 1)).max(0);
        let late = !noisy
            && self.has(Layer::LatePruning)
            && node.tried >= late_moves::enough(node.depth, view.improving);
        let hopeless =
            !noisy && self.has(Layer::Futility) && futility::is_hopeless(eval, node.window.alpha, reduced);
        let losing = || {
            let threshold = exchange_layer::threshold(noisy, node.depth, reduced);
            self.has(Layer::ExchangePruning) && !exchange::at_least(position, mv, threshold)
        };
        // A check may be mate: it is always searched.
        (late || hopeless || losing()) && !position.gives_check(mv)
    }

    /// Plies by which a move is searched less deep at first.
    #[inline]
    pub(crate) fn reduction<N: NodeType>(
        &self,
        position: &Position,
        mv: Move,
        child: &Position,
        node: &Node,
        view: View,
    ) -> i32 {
        if !self.has(Layer::LateReductions) || is_noisy(mv) {
            return 0;
        }
        late_moves::reduction(Late {
            depth: node.depth,
            number: node.tried + 1,
            pv: N::PV,
            cut: N::KIND == Kind::Cut,
            improving: view.improving,
            checks: child.is_check(),
            history: self.memory.history.get(position.turn(), PackedMove::pack(mv)),
        })
    }
}
