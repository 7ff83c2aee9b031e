//! The node: one recursive function that reads as a table of contents.
//!
//! With no layers it is plain alpha-beta and visits the same nodes as [`alphabeta`](super::alphabeta). Each layer adds one step
//! or one condition; its page explains what it does, this page shows when. The steps have the same numbers in the source.
//!
//!  1. Game end: checkmate, stalemate, [`draws`], [`repetition_ahead`], [`mate_distance`].
//!  2. Horizon: [`check_evasion`], then [`quiescence`] search or the evaluator.
//!  3. Transposition [`table`] probe and cutoff; [`deeper_table`](super::layers::deeper_table). Not while a move is excluded.
//!  4. [`tablebase`] probe.
//!  5. [`static_eval`]: [`correction`], [`fifty_fade`](super::layers::fifty_fade), [`table_eval`](super::layers::table_eval).
//!     Cuts without a move: [`razoring`], [`reverse_futility`], [`null_move`], [`probcut`], of which only the null move is
//!     tried [near the root](near_root). Depth changes: [`hindsight`], [`internal_reduction`]. [`swing_history`] judges the
//!     move that led here.
//!  6. Move loop in the order of the [move picker](super::move_picker): [`table_move`], noisy moves, [`killers`], quiet moves.
//!  7. Shallow-depth pruning: [`late_pruning`], [`futility`], [`exchange_pruning`].
//!  8. [`singular`] extension and multicut.
//!  9. Make the move and search it: [`late_reductions`], [`zero_window`] search, re-search.
//! 10. Beta cutoff: update [`killers`] and the histories ([`history`], [`continuation_history`], [`pawn_history`],
//!     [`capture_history`]).
//! 11. Store the result, blended by [`fail_blend`]; update the [`correction`] history and [`fail_low_credit`].
//!
//! The state of the move loop is a [`Node`]; what kind of node is expected is its [type](super::types::node_type); the
//! [stack](super::node::stack) holds what the plies around it need.

use crate::{
    position::{Move, Position, is_noisy},
    score::{MAX_PLY, Score},
    search::{
        layer::Layer,
        layers::{
            capture_history, check_evasion, continuation_history, correction, draws, exchange_pruning,
            fail_blend, fail_low_credit, futility, hindsight, history, internal_reduction, killers,
            late_pruning, late_reductions, mate_distance, near_root, null_move, pawn_history, probcut,
            quiescence, razoring, repetition_ahead, reverse_futility,
            singular::{self, Verdict},
            swing_history, table, table_move,
            zero_window::{self, Plan},
        },
        move_picker::picker::Picker,
        node::{
            move_loop::Node,
            stack::context,
            static_eval::{self, StaticEval},
            tablebase,
            worker::{At, Cut, Worker},
        },
        observe::{
            event::{Event, Visit},
            observer::Observation,
            reason::Reason,
        },
        types::{node_type::NodeType, stop::Stop, window::Window},
    },
};

/// Leaves the node if a rule or a layer ends it.
macro_rules! leave_if {
    ($worker:ident, $ply:ident, $cut:expr) => {
        if let Some(Cut { score, reason }) = $cut {
            return Ok($worker.leave($ply, score, reason, 0));
        }
    };
}

impl<O: Observation> Worker<'_, O> {
    /// A value `v` of `position` for the side to move. Where `t` is the true value at this depth under the layers
    /// that are on: `alpha < v < beta` implies `v = t`, `v <= alpha` implies `t <= v`, `v >= beta` implies `t >= v`.
    ///
    /// # Errors
    /// [`Stop`] if the search ends here; nothing of this node is then stored or reported.
    #[expect(
        clippy::too_many_lines,
        reason = "the node is one function, so that its steps can be read in order"
    )]
    pub(crate) fn negamax<N: NodeType>(
        &mut self,
        position: &Position,
        asked: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stop> {
        debug_assert!(asked.alpha < asked.beta);
        debug_assert!(N::PV || !self.has(Layer::ZeroWindow) || asked.is_zero());
        debug_assert_eq!(N::ROOT, ply == 0);
        self.enter(Visit { ply, depth, window: asked, expected: Some(N::KIND) })?;
        self.history.record(ply, position.key());

        // 1. Game end: checkmate, stalemate, draws, mate distance.
        let mut window = asked;
        if !N::ROOT {
            leave_if!(self, ply, self.mate_or_stalemate(position, ply));
            leave_if!(self, ply, draws::cut(self, position, ply));
            leave_if!(self, ply, repetition_ahead::cut(self, position, &mut window, ply));
            leave_if!(self, ply, mate_distance::cut(self, &mut window, ply));
        }

        // 2. Horizon: quiescence search, or the evaluator.
        let depth = check_evasion::depth(self, position, depth);
        if depth <= 0 || ply >= MAX_PLY {
            return self.horizon(position, window, ply);
        }

        // 3. Transposition table. Not probed during a singular search, where a move is excluded.
        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_none() { table::probe(self, position, ply) } else { None };
        let mut at = At { position, window: asked, depth, ply };
        leave_if!(self, ply, table::cut::<N, O>(self, at, entry.as_ref()));

        // 4. Tablebases.
        at.window = window;
        leave_if!(self, ply, tablebase::cut::<N, O>(self, at));

        // 5. Static evaluation, and cuts without a move.
        let eval = static_eval::evaluate::<N, O>(self, position, ply, entry.as_ref());
        if excluded.is_none() {
            swing_history::update(self, position, ply);
            at.depth = hindsight::depth(self, depth, ply, &eval);
            if !N::PV {
                let near_root = near_root::applies(self, ply);
                if !near_root {
                    leave_if!(self, ply, razoring::cut(self, at, &eval)?);
                    leave_if!(self, ply, reverse_futility::cut(self, at, &eval));
                }
                leave_if!(self, ply, null_move::cut::<N, O>(self, at, &eval)?);
                if !near_root {
                    leave_if!(self, ply, probcut::cut::<N, O>(self, at, &eval, entry.as_ref())?);
                }
            }
        }
        let table_move = table_move::find(self, position, entry.as_ref());
        if table_move.is_none() && excluded.is_none() {
            at.depth = internal_reduction::depth::<N, O>(self, at.depth);
        }

        // 6. Move loop, likeliest refutation first.
        self.stack[ply + 2].cutoffs = 0;
        let mut node = Node::new(window, at.depth, ply, context(&self.stack, ply));
        node.table_takes = table_move.is_some_and(is_noisy);
        let mut picker = if N::ROOT { Picker::listed(self.root.moves()) } else { Picker::new(table_move) };
        while let Some(mv) = picker.next(self, position, ply) {
            if Some(mv) == excluded {
                continue;
            }
            let past = picker.history(self, position, mv, ply);

            // 7. Shallow-depth pruning.
            if !N::ROOT
                && let Some(layer) = self.pruned_by(position, mv, past, &mut node, &eval)
            {
                self.event(Event::Pruned(mv, layer));
                if late_pruning::skips_the_rest(self, &node, &eval) {
                    picker.skip_quiet_except_checks(position, &mut node.checks);
                }
                continue;
            }
            if N::ROOT {
                self.report_root_move(mv, node.tried);
            }

            // 8. Singular extension and multicut.
            let mut extension = 0;
            if let Some(entry) = &entry
                && Some(mv) == table_move
            {
                match singular::verdict::<N, O>(self, at, mv, entry)? {
                    Verdict::Extend(plies) => extension = plies,
                    Verdict::Cut(score) => return Ok(self.leave(ply, score, singular::MULTI_CUT, 0)),
                }
            }

            // 9. Make the move and search it: late ones reduced, all but the first with a zero window.
            let child = self.play(position, mv, ply);
            let nodes = self.nodes();
            let reduction = late_reductions::reduction::<N, O>(self, mv, past, &child, &node, &eval);
            let plan = Plan { depth: at.depth - 1 + extension, reduction };
            let score = -zero_window::search::<N, O>(self, &child, &node, plan, ply + 1)?;

            let raised = node.update(mv, score);
            if raised && score < asked.beta {
                self.update_pv(ply, mv);
            }
            if N::ROOT {
                // A fail-high score is only a bound and has no PV, so a mate outside the window is not reported.
                self.record_root_move(mv, score.min(asked.beta), raised, nodes);
            }

            // 10. Beta cutoff: update killers and histories.
            if node.is_cut() {
                self.stack[ply].cutoffs += 1;
                let (us, bonus) = (position.turn(), history::bonus(node.depth));
                capture_history::update(self, us, &node, mv, bonus);
                killers::update(self, ply, mv);
                history::update(self, us, &node, mv, bonus);
                continuation_history::update(self, us, &node, mv, bonus);
                pawn_history::update(self, position, &node, mv, bonus);
                break;
            }
        }
        if node.tried == 0 {
            // Only the excluded move is legal.
            return Ok(self.leave(ply, window.alpha, Reason::SearchedAll, 0));
        }
        // A repetition at hand raised alpha before the move loop: the side to move can still have that draw.
        if window.alpha > asked.alpha {
            node.best = node.best.max(window.alpha);
        }

        // 11. Store the result; update the correction history.
        let reason = if node.is_cut() { Reason::BetaCut } else { Reason::SearchedAll };
        if node.is_cut() && !N::ROOT {
            node.best = fail_blend::apply(self, node.best, node.window.beta, node.depth);
        }
        if excluded.is_none() && !(N::ROOT && self.root.is_partial()) {
            table::store(self, position, &node, &eval);
            correction::update(self, position, &node, &eval);
            fail_low_credit::update(self, position, &node, history::bonus(node.depth));
        }
        Ok(self.leave(ply, node.best, reason, node.tried))
    }

    /// Step 7: the layer that prunes a move, if one does. A node prunes once a move does not lose, and never a check.
    #[inline]
    fn pruned_by(
        &self,
        position: &Position,
        mv: Move,
        past: i32,
        node: &mut Node,
        eval: &StaticEval,
    ) -> Option<Layer> {
        let value = eval.value?;
        if node.tried == 0 || node.best.is_loss() {
            return None;
        }
        let reduced = (node.depth - late_reductions::usual(node.depth, node.tried + 1)).max(0);
        let quiet = !is_noisy(mv);
        let layer = if quiet && late_pruning::prunes(self, node, eval, past) {
            Layer::LatePruning
        } else if quiet && futility::prunes(self, value, node.window.alpha, reduced) {
            Layer::Futility
        } else if exchange_pruning::prunes(self, position, mv, node.depth, reduced) {
            Layer::ExchangePruning
        } else {
            return None;
        };
        (!node.gives_check(position, mv)).then_some(layer)
    }

    /// Ends the node if the game is over on the board.
    #[inline]
    fn mate_or_stalemate(&mut self, position: &Position, ply: usize) -> Option<Cut> {
        let outcome = position.outcome()?;
        self.event(Event::Leaf);
        Some(Cut { score: outcome.score(ply), reason: outcome.into() })
    }

    /// The score at the end of the depth.
    #[inline]
    fn horizon(&mut self, position: &Position, window: Window, ply: usize) -> Result<Score, Stop> {
        self.event(Event::Leaf);
        if self.has(Layer::Quiescence) {
            return quiescence::search(self, position, window, 0, ply);
        }
        let value = self.evaluate(position, ply);
        Ok(self.leave(ply, value, Reason::Horizon, 0))
    }
}
