//! The node: one function that reads as a table of contents.
//!
//! Without layers it is alpha-beta as in [`alphabeta`](super::alphabeta), node for node; each layer that is on adds one
//! head. What a layer does stands in its file; here stands when it is asked. The steps have the same numbers in the
//! source:
//!
//! 1. *Decided.* Mate and stalemate; [`draws`](super::layers::draws),
//!    [`repetition_ahead`](super::layers::repetition_ahead), [`mate-distance`](super::layers::mate_distance).
//! 2. *The horizon.* [`check-evasion`](super::layers::check_evasion), [quiescence](super::layers::quiescence), or the
//!    evaluator.
//! 3. *What is remembered.* [`recall`](super::layers::table).
//! 4. *Endgame tables.* [`syzygy`](super::node::tablebase).
//! 5. *Standing still.* The static value, in [`survey`](super::node::static_eval): [correction](super::layers::correction),
//!    [`fifty_fade`](super::layers::fifty_fade), [`hindsight`](super::layers::hindsight); it judges the move that led here
//!    as well ([`last_move`](super::layers::swing_history)); the cuts without a move:
//!    [`razoring`](super::layers::razoring), [`reverse_futility`](super::layers::reverse_futility),
//!    [`null_move`](super::layers::null_move), [`probcut`](super::layers::probcut), of which only passing is tried
//!    [near the root](super::layers::near_root);
//!    [`internal_reduction`](super::layers::internal_reduction).
//! 6. *The moves in order.* [`picker`](super::move_picker::picker) and [`ordering`](super::move_picker::order), fed by
//!    [`killers`](super::layers::killers), [`history`](super::layers::history),
//!    [`continuation`](super::layers::continuation_history), [`capture_history`](super::layers::capture_history),
//!    [`pawn_history`](super::layers::pawn_history), [`exchange`](super::layers::exchange_pruning).
//! 7. *Not worth a look.* [`late_moves`](super::layers::late_reductions), [`futility`](super::layers::futility),
//!    [`exchange`](super::layers::exchange_pruning).
//! 8. *Worth a longer look.* [`singular`](super::layers::singular).
//! 9. *Made and searched.* Reduced by [`late_moves`](super::layers::late_reductions), asked by
//!    [`zero_window`](super::layers::zero_window).
//! 10. *One refutation is enough.* The histories of step 6 learn.
//! 11. *Remembered.* [`fail-blend`](super::layers::fail_blend); the table; [correction](super::layers::correction); a
//!     node that fails low credits [the move that led to it](super::layers::swing_history).
//!
//! What a node knows while its moves are searched is a [`Node`]; what kind of node is expected here is its
//! [type](super::types::node_type); what the plies around it have left for it are the [frames](super::node::stack).

use crate::{
    position::{Position, is_noisy},
    score::{MAX_PLY, Score},
    search::{
        layer::Layer,
        layers::{check_evasion, fail_blend, mate_distance, singular::Verdict, zero_window::Plan},
        move_picker::picker::Picker,
        node::{move_loop::Node, stack::context, static_eval::StaticEval, worker::Worker},
        observe::{
            event::{Event, Visit},
            observer::Observation,
            reason::Reason,
        },
        types::{
            node_type::NodeType,
            stop::Stop,
            window::{Bound, Window},
        },
    },
};

impl<O: Observation> Worker<'_, O> {
    /// A value `v` of `position` for the side to move. Where `t` is the true value at this depth under the layers
    /// that are on: `alpha < v < beta` implies `v = t`, `v <= alpha` implies `t <= v`, `v >= beta` implies `t >= v`.
    ///
    /// # Errors
    /// [`Stop`] if the search ends here; nothing of this node is then stored or reported.
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

        // 1. The game is over, or cannot matter any more.
        let mut window = asked;
        if let Some((score, reason)) = self.decided::<N>(position, &mut window, ply) {
            return Ok(self.leave(ply, score, reason, 0));
        }

        // 2. The horizon.
        let depth =
            if self.has(Layer::CheckEvasion) { check_evasion::extended(depth, position) } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            return self.horizon(position, window, ply);
        }

        // 3. What is remembered of this position; nothing, while the others are searched without the remembered move.
        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_none() { self.recall(position, ply) } else { None };
        if let Some((score, reason)) = self.table_cutoff::<N>(entry.as_ref(), position, asked, depth) {
            return Ok(self.leave(ply, score, reason, 0));
        }

        // 4. What the endgame tables know.
        if let Some(score) = self.tabled::<N>(position, window, depth, ply) {
            return Ok(self.leave(ply, score, Reason::Tablebase, 0));
        }

        // 5. What the position is worth standing still, and whether that alone decides.
        let view = self.survey::<N>(position, ply, entry.as_ref());
        let mut depth = if excluded.is_none() { self.revised(depth, ply, &view) } else { depth };
        if excluded.is_none()
            && let Some((score, reason)) =
                self.static_cutoff::<N>(position, window, depth, ply, &view, entry.as_ref())?
        {
            return Ok(self.leave(ply, score, reason, 0));
        }
        let table_move = self.table_move(entry.as_ref(), position);
        if table_move.is_none() && excluded.is_none() {
            depth = self.internally_reduced::<N>(depth);
        }

        // 6. The moves, likeliest refutation first.
        self.frames[ply + 2].cuts = 0;
        let mut node = Node::new(window, depth, ply, context(&self.frames, ply));
        node.table_takes = table_move.is_some_and(is_noisy);
        let mut picker = if N::ROOT { Picker::listed(self.root.moves()) } else { Picker::new(table_move) };
        while let Some(mv) = picker.next(self, position, ply) {
            if Some(mv) == excluded {
                continue;
            }
            let history = picker.history(self, position, mv, ply);
            // 7. Those not worth a look.
            if !N::ROOT
                && let Some(layer) = self.skips(position, mv, history, &mut node, &view)
            {
                self.event(Event::Pruned(mv, layer));
                if self.has_seen_enough(&node, &view) {
                    picker.leave_only_checks(position, &mut node.checks);
                }
                continue;
            }
            if N::ROOT {
                self.report_root_move(mv, node.tried);
            }
            // 8. The one worth a longer look.
            let mut extension = 0;
            if let Some(entry) = &entry
                && Some(mv) == table_move
            {
                match self.singular::<N>(position, mv, entry, window.beta, depth, ply)? {
                    Verdict::Extend(plies) => extension = plies,
                    Verdict::Cut(score) => return Ok(self.leave(ply, score, Reason::MultiCut, 0)),
                }
            }
            // 9. The move is made and its value searched, late ones less deep.
            let child = self.play(position, mv, ply);
            let nodes = self.nodes();
            let reduction = self.reduction::<N>(mv, history, &child, &node, &view);
            let plan = Plan { depth: depth - 1 + extension, reduction };
            let score = -self.child::<N>(&child, &node, plan, ply + 1)?;

            let raised = node.search_gave(mv, score);
            if raised && score < asked.beta {
                self.raise(ply, mv);
            }
            if N::ROOT {
                // Beyond the window nothing is known, least of all a line: a mate out there is not announced yet.
                self.note_root_move(mv, score.min(asked.beta), raised, nodes);
            }
            // 10. One refutation is enough.
            if node.is_cut() {
                self.frames[ply].cuts += 1;
                self.reward(position, &node, mv);
                break;
            }
        }
        if node.tried == 0 {
            // Only the excluded move is legal.
            return Ok(self.leave(ply, window.alpha, Reason::SearchedAll, 0));
        }
        // What lifted alpha before a move was tried, a repetition at hand, is still to be had.
        if window.alpha > asked.alpha {
            node.best = node.best.max(window.alpha);
        }
        // 11. What was found out is remembered.
        Ok(self.conclude(position, node, &view))
    }

    /// The score of a node that needs no search: mate and stalemate, draws, mates that come too late. Never of the root.
    #[inline]
    fn decided<N: NodeType>(
        &mut self,
        position: &Position,
        window: &mut Window,
        ply: usize,
    ) -> Option<(Score, Reason)> {
        if N::ROOT {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            self.event(Event::Leaf);
            return Some((outcome.score(ply), outcome.into()));
        }
        if self.has(Layer::Draws)
            && let Some(reason) = self.draw(position, ply)
        {
            self.event(Event::Leaf);
            return Some((Score::DRAW, reason));
        }
        if self.has(Layer::RepetitionAhead) && self.sees_repetition(position, window, ply) {
            return Some((Score::DRAW, Reason::Repetition));
        }
        if self.has(Layer::MateDistance)
            && let Some(score) = mate_distance::narrow(window, ply)
        {
            return Some((score, Reason::MateDistance));
        }
        None
    }

    /// The value at the end of the depth.
    #[inline]
    fn horizon(&mut self, position: &Position, window: Window, ply: usize) -> Result<Score, Stop> {
        self.event(Event::Leaf);
        if self.has(Layer::Quiescence) {
            return self.quiescence(position, window, 0, ply);
        }
        let value = self.evaluate(position, ply);
        Ok(self.leave(ply, value, Reason::Horizon, 0))
    }

    /// The node is done: remember it, learn from it, tell it, hand its value up.
    #[inline]
    fn conclude(&mut self, position: &Position, mut node: Node, view: &StaticEval) -> Score {
        let reason = if node.is_cut() { Reason::BetaCut } else { Reason::SearchedAll };
        if node.is_cut() && self.has(Layer::FailBlend) && node.ply > 0 {
            node.best = fail_blend::by_depth(node.best, node.window.beta, node.depth);
        }
        let partial = node.ply == 0 && self.root.is_partial();
        if self.frames[node.ply].excluded.is_none() && !partial {
            self.remember(position, &node, view);
            self.learn(position, &node, view.eval);
            if node.bound() == Bound::Upper {
                self.credit(position, node.depth, node.ply);
            }
        }
        self.leave(node.ply, node.best, reason, node.tried)
    }
}
