//! What a node sees standing still, and what follows for its moves: the heads of the selective layers. And
//! `table-eval`.
//!
//! Steps 5 and 7 of [the node](crate::search::negamax). The static value is made once: the evaluator's word, faded and
//! [corrected](crate::search::layers::correction). From it follow the cuts without a move, the moves not worth a look, and by
//! how much a late one is reduced.
//!
//! `table-eval`: a stored value takes the place of the static one where its bound says more. *Source.* Stockfish.
//! *Risk.* The stored value may come from another depth, or from a way that ended in a draw. *Cost and gain.* Not
//! measured alone; with `hindsight` and `deeper-shallower` −1 ± 26 (400 games at 10,000 nodes a move, `classical`, UHO
//! openings, 2026-11-20).

use super::{move_loop::Node, worker::Worker};
use crate::{
    position::{Move, Position, is_noisy, see},
    score::Score,
    search::{
        layer::{Layer, LayerSet},
        layers::{
            exchange_pruning as exchange_layer, fifty_fade, futility, hindsight,
            late_reductions::{self, Late},
            razoring, reverse_futility,
        },
        observe::{event::Event, observer::Observation, reason::Reason},
        tt::entry::TtEntry,
        types::{
            node_type::{Kind, NodeType},
            stop::Stop,
            window::{Bound, Window},
        },
    },
};

/// The layers that ask for the static value of every node.
const STATIC: LayerSet = LayerSet::NONE
    .with(Layer::NullMove)
    .with(Layer::ReverseFutility)
    .with(Layer::Razoring)
    .with(Layer::LateReductions)
    .with(Layer::LatePruning)
    .with(Layer::Futility)
    .with(Layer::ExchangePruning)
    .with(Layer::Probcut)
    .with(Layer::Hindsight);

/// Centipawns from which the game is decided: what is left is a way to the mate, told by small steps in the value, and nothing
/// may blur them. With corrections, bishop and knight did not mate at 8,000 nodes a move.
pub const DECIDED: i32 = 1500;

/// What a node sees without searching.
#[derive(Clone, Copy, Debug, Default)]
pub struct StaticEval {
    /// What the evaluator says, as the table keeps it; `None` in check, or if no layer asks.
    pub raw: Option<Score>,
    /// The static value: the evaluator's, faded and corrected.
    pub eval: Option<Score>,
    /// The best guess there is: the static value, or a stored one that says more.
    pub estimate: Option<Score>,
    /// Whether the static value has risen since our last move, or the one before if that was made in check.
    pub improving: bool,
    /// Whether the position was met on a principal variation before, or is expected to lie on one.
    pub was_pv: bool,
}

impl<O: Observation> Worker<'_, O> {
    /// Looks at the position at `ply` and remembers what was seen in its frame.
    #[inline]
    pub(crate) fn survey<N: NodeType>(
        &mut self,
        position: &Position,
        ply: usize,
        entry: Option<&TtEntry>,
    ) -> StaticEval {
        let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);
        if !self.layers.meets(STATIC) || position.is_check() {
            self.frames[ply].eval = None;
            return StaticEval { was_pv, ..StaticEval::default() };
        }
        let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position, ply));
        let eval = self.static_value(position, ply, raw);
        self.frames[ply].eval = Some(eval);
        if self.frames[ply].excluded.is_none() {
            self.judge_swing(position, ply);
        }
        let before = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].eval);
        let improving = before(2).or_else(|| before(4)).is_some_and(|before| eval > before);
        let estimate = self.estimate(eval, entry);
        StaticEval { raw: Some(raw), eval: Some(eval), estimate: Some(estimate), improving, was_pv }
    }

    /// The static value of the position at `ply`, of which the evaluator says `raw`.
    #[inline]
    pub(crate) fn static_value(&self, position: &Position, ply: usize, raw: Score) -> Score {
        if raw.raw().abs() >= DECIDED {
            return raw;
        }
        let mut eval = raw;
        if self.has(Layer::FiftyFade) {
            eval = fifty_fade::faded(eval, position.halfmoves());
        }
        if self.has(Layer::Correction) {
            let correction = self.thread.corrections.get(position, self.last_moves(ply));
            eval = Score::cp(eval.raw() + correction);
        }
        eval
    }

    /// The stored value, if its bound says more than the static one.
    #[inline]
    pub(crate) fn estimate(&self, eval: Score, entry: Option<&TtEntry>) -> Score {
        match entry {
            Some(TtEntry { score, bound, .. }) if self.has(Layer::TableEval) && !score.is_mate() => {
                match bound {
                    Bound::Exact => *score,
                    Bound::Lower => eval.max(*score),
                    Bound::Upper => eval.min(*score),
                }
            }
            _ => eval,
        }
    }

    /// The depth to search a node to, in the light of what the position turned out to be after a reduced move.
    #[inline]
    pub(crate) fn revised(&self, depth: i32, ply: usize, view: &StaticEval) -> i32 {
        let before = ply.checked_sub(1).and_then(|before| self.frames[before].eval);
        match (view.eval, before) {
            (Some(eval), Some(before)) if self.has(Layer::Hindsight) => {
                hindsight::corrected(depth, self.frames[ply].reduction, eval, before)
            }
            _ => depth,
        }
    }

    /// The score of a node that the static value decides, alone or with the help of a shallow search; never on the principal
    /// variation, and [near the root](crate::search::layers::near_root) only by passing.
    #[inline]
    pub(crate) fn static_cutoff<N: NodeType>(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        view: &StaticEval,
        entry: Option<&TtEntry>,
    ) -> Result<Option<(Score, Reason)>, Stop> {
        if N::PV {
            return Ok(None);
        }
        let (Some(eval), Some(estimate)) = (view.eval, view.estimate) else { return Ok(None) };
        let (beta, trusts) = (window.beta, !self.is_near_root(ply));
        if trusts && self.has(Layer::Razoring) && razoring::gives_up(estimate, window.alpha, depth) {
            self.event(Event::Razored);
            let score = self.quiescence(position, window, 0, ply)?;
            return Ok(Some((score, Reason::Razoring)));
        }
        if trusts
            && self.has(Layer::ReverseFutility)
            && let Some(score) = reverse_futility::cutoff(estimate, beta, depth, view.improving)
        {
            return Ok(Some((score, Reason::ReverseFutility)));
        }
        if self.has(Layer::NullMove)
            && let Some(score) = self.null_move::<N>(position, beta, depth, ply, view)?
        {
            return Ok(Some((score, Reason::NullMove)));
        }
        if trusts
            && self.has(Layer::Probcut)
            && let Some(score) = self.probcut::<N>(position, beta, depth, ply, eval, entry)?
        {
            return Ok(Some((score, Reason::Probcut)));
        }
        Ok(None)
    }

    /// The layer that says that a move need not be searched, if one does. Until one has been that does not lose, all are.
    #[inline]
    pub(crate) fn skips(
        &self,
        position: &Position,
        mv: Move,
        history: i32,
        node: &mut Node,
        view: &StaticEval,
    ) -> Option<Layer> {
        let eval = view.eval?;
        if node.tried == 0 || node.best.is_loss() {
            return None;
        }
        let noisy = is_noisy(mv);
        let reduced = (node.depth - late_reductions::usual(node.depth, node.tried + 1)).max(0);
        let late = !noisy
            && self.has(Layer::LatePruning)
            && (node.tried >= late_reductions::enough(node.depth, view.improving)
                || late_reductions::has_failed_often(history, node.depth));
        let hopeless =
            || !noisy && self.has(Layer::Futility) && futility::is_hopeless(eval, node.window.alpha, reduced);
        let losing = || {
            let threshold = exchange_layer::threshold(noisy, node.depth, reduced);
            self.has(Layer::ExchangePruning) && !see::at_least(position, mv, threshold)
        };
        let layer = if late {
            Layer::LatePruning
        } else if hopeless() {
            Layer::Futility
        } else if losing() {
            Layer::ExchangePruning
        } else {
            return None;
        };
        // A check may be mate: it is always searched.
        let checks = node.checks.get_or_insert_with(|| position.checks());
        (!position.gives_check(mv, checks)).then_some(layer)
    }

    /// Whether so many moves have been searched that from now on [`skips`](Self::skips) passes by every quiet one but checks.
    #[inline]
    pub(crate) fn has_seen_enough(&self, node: &Node, view: &StaticEval) -> bool {
        self.has(Layer::LatePruning)
            && view.eval.is_some()
            && node.tried >= late_reductions::enough(node.depth, view.improving).max(1)
            && !node.best.is_loss()
    }

    /// Plies by which a move is searched less deep at first.
    #[inline]
    pub(crate) fn reduction<N: NodeType>(
        &self,
        mv: Move,
        history: i32,
        child: &Position,
        node: &Node,
        view: &StaticEval,
    ) -> i32 {
        if !self.has(Layer::LateReductions) {
            return 0;
        }
        late_reductions::reduction(Late {
            depth: node.depth,
            number: node.tried + 1,
            pv: N::PV,
            was_pv: view.was_pv,
            cut: N::KIND == Kind::Cut,
            improving: view.improving,
            checks: child.is_check(),
            noisy: is_noisy(mv),
            table_takes: node.table_takes,
            cuts_below: self.frames[node.ply + 1].cuts,
            history,
            spared: self.spared(node.ply),
        })
    }
}
