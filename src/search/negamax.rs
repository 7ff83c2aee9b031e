//! The node: one recursive function that reads as a table of contents.
//!
//! Without layers, `negamax` is plain alpha-beta and visits the same nodes as
//! [`alphabeta`](super::alphabeta). Each layer adds one step or one condition. The list below shows the order
//! of the steps of a node; the page of a layer explains the layer's idea and conditions. The comments in the
//! source of `negamax` have the same step numbers. TT means transposition table; a noisy move is a capture or
//! a queen promotion, and all other moves are quiet.
//!
//!  1. Game end, below the root: checkmate and stalemate, [draws], [upcoming repetition],
//!     [mate distance pruning].
//!  2. Horizon: [check extension], then [quiescence search] or the evaluator.
//!  3. [Transposition table] probe and cutoff, also with scores of a [greater depth]. A singular search,
//!     which excludes a move, does not probe the transposition table.
//!  4. [Tablebase] probe.
//!  5. [Static evaluation], with [fifty-move fading], [correction history] and the [score stored in the
//!     table]. If no move is excluded, step 5 continues: the [evaluation swing history] updates the history
//!     of the previous move, and [hindsight reduction] can change the depth. Non-PV nodes can then end
//!     without a move loop, by [razoring], [reverse futility pruning], [null move pruning] or [ProbCut];
//!     non-PV nodes [near the root] only by null move pruning. PV nodes and expected cut nodes without a [TT
//!     move] can lose one ply of depth: [internal iterative reduction].
//!  6. Move loop, at the root in the order of the root moves, otherwise in the order of the [move picker]: TT
//!     move, noisy moves ([captures first]), [killer moves], quiet moves by their histories, and noisy moves
//!     that lose material ([SEE move ordering]).
//!  7. Shallow-depth pruning: [late move pruning], [futility pruning], [SEE pruning].
//!  8. [Singular extension] and multi-cut.
//!  9. Make the move and search it: [late move reduction], [zero-window search], re-search, possibly
//!     [one ply deeper or shallower].
//! 10. Beta cutoff: update the killer moves and the histories: [history], [continuation history],
//!     [pawn history], [capture history].
//! 11. Store the score, which [fail-high blending] may move towards beta. Update the correction history, the
//!     [history after a fail low] and the [histories after an exact score]. Step 11 does not store nodes that
//!     end in steps 1 to 5 or by multi-cut, singular searches, and a root at which only some of the legal
//!     moves are searched.
//!
//! [draws]: super::layers::draws
//! [upcoming repetition]: super::layers::repetition_ahead
//! [mate distance pruning]: super::layers::mate_distance
//! [check extension]: super::layers::check_evasion
//! [quiescence search]: super::layers::quiescence
//! [Transposition table]: super::layers::table
//! [greater depth]: super::layers::deeper_table
//! [Tablebase]: super::node::tablebase
//! [Static evaluation]: super::node::static_eval
//! [correction history]: super::layers::correction
//! [fifty-move fading]: super::layers::fifty_fade
//! [score stored in the table]: super::layers::table_eval
//! [evaluation swing history]: super::layers::swing_history
//! [razoring]: super::layers::razoring
//! [reverse futility pruning]: super::layers::reverse_futility
//! [null move pruning]: super::layers::null_move
//! [ProbCut]: super::layers::probcut
//! [near the root]: super::layers::near_root
//! [hindsight reduction]: super::layers::hindsight
//! [internal iterative reduction]: super::layers::internal_reduction
//! [move picker]: super::move_picker
//! [TT move]: super::layers::table_move
//! [captures first]: super::layers::captures_first
//! [SEE move ordering]: super::layers::exchange_ordering
//! [one ply deeper or shallower]: super::layers::deeper_shallower
//! [killer moves]: super::layers::killers
//! [late move pruning]: super::layers::late_pruning
//! [futility pruning]: super::layers::futility
//! [SEE pruning]: super::layers::exchange_pruning
//! [Singular extension]: super::layers::singular
//! [late move reduction]: super::layers::late_reductions
//! [zero-window search]: super::layers::zero_window
//! [history]: super::layers::history
//! [continuation history]: super::layers::continuation_history
//! [pawn history]: super::layers::pawn_history
//! [capture history]: super::layers::capture_history
//! [fail-high blending]: super::layers::fail_blend
//! [history after a fail low]: super::layers::fail_low_credit
//! [histories after an exact score]: super::layers::pv_history
//!
//! A [`Node`] is the state of one move loop. A [node type](super::types::node_type) is the expected type of a
//! node, fixed at compile time: root, principal variation (PV) node, cut node or all node. The
//! [stack](super::node::stack) has one entry per ply of the search path, so that a node can read the entries
//! of its ancestors.
#![doc = concat!("\n# Pseudocode\n\nOf two lines about the end of the game or depth 0, the second one is valid with \
`draws` and with `quiescence`, the first one without.\n\n```text\n", include_str!("pseudocode/node.txt"), "```")]

use crate::{
    chess::{
        position::{Move, Position, is_noisy},
        score::{MAX_PLY, Score},
    },
    search::{
        layer::Layer,
        layers::{
            capture_history, check_evasion, continuation_history, correction, draws, exchange_pruning,
            fail_blend, fail_low_credit, futility, hindsight, history, internal_reduction, killers,
            late_pruning, late_reductions, mate_distance, near_root, null_move, pawn_history, probcut,
            pv_history, quiescence, razoring, repetition_ahead, reverse_futility,
            singular::{self, SingularVerdict},
            swing_history, table, table_move,
            zero_window::{self, ChildPlan},
        },
        move_picker::picker::Picker,
        node::{
            move_loop::Node,
            stack::context,
            static_eval::{self, StaticEval},
            tablebase,
            worker::{At, EarlyResult, Worker},
        },
        observe::{
            event::{Event, Visit},
            observer::Observation,
            reason::Reason,
        },
        types::{node_type::NodeType, stop::Stop, window::Window},
    },
};

/// Returns from the node with the score and the reason in `$cut`, unless `$cut` is `None`.
macro_rules! leave_if {
    ($worker:ident, $ply:ident, $cut:expr) => {
        if let Some(EarlyResult { score, reason }) = $cut {
            return Ok($worker.leave($ply, score, reason, 0));
        }
    };
}

impl<O: Observation> Worker<'_, O> {
    /// Searches the node with `position` to `depth` plies and returns its score from the side to move's point
    /// of view.
    ///
    /// The returned score counts as exact only strictly inside the search window `asked`. A score of at most
    /// alpha counts as an upper bound on the exact score (fail low), a score of at least beta as a lower
    /// bound (fail high). With exact layers only, the exact score is minimax's score; with selective layers,
    /// the returned score can be wrong. `ply` is the distance from the root.
    ///
    /// # Errors
    /// Returns [`Stop`] if the search is stopped. A stopped node returns no score and stores no result in the
    /// transposition table.
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

        // 1. Game end: mate, stalemate, draws, upcoming repetition, mate distance. `asked`: the given window.
        let mut window = asked;
        if !N::ROOT {
            leave_if!(self, ply, self.mate_or_stalemate(position, ply));
            leave_if!(self, ply, draws::cut(self, position, ply));
            leave_if!(self, ply, repetition_ahead::cut(self, position, &mut window, ply));
            leave_if!(self, ply, mate_distance::cut(self, &mut window, ply));
        }

        // 2. Horizon: check extension, then quiescence search or the evaluator.
        let depth = check_evasion::depth(self, position, depth);
        if depth <= 0 || ply >= MAX_PLY {
            return self.horizon(position, window, ply);
        }

        // 3. Transposition table probe and cutoff, except during a singular search, which excludes a move.
        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_none() { table::probe(self, position, ply) } else { None };
        let mut at = At { position, window: asked, depth, ply };
        leave_if!(self, ply, table::cut::<N, O>(self, at, entry.as_ref()));

        // 4. Tablebase probe.
        at.window = window;
        leave_if!(self, ply, tablebase::cut::<N, O>(self, at));

        // 5. Static evaluation, depth changes, and cuts without a move.
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
        at.depth = internal_reduction::depth::<N, O>(self, at, table_move);

        // 6. Move loop: the move picker returns the moves in order, the most likely best move first.
        self.stack[ply + 2].cutoffs = 0;
        let mut node = Node::new(window, at.depth, ply, context(&self.stack, ply));
        node.table_takes = table_move.is_some_and(is_noisy);
        let mut picker = if N::ROOT { Picker::listed(self.root.moves()) } else { Picker::new(table_move) };
        while let Some(mv) = picker.next(self, position, ply) {
            if Some(mv) == excluded {
                continue;
            }
            self.prefetch(position, mv);
            let past = picker.history(self, position, mv, ply);

            // 7. Shallow-depth pruning.
            if !N::ROOT
                && let Some(layer) = self.pruned_by(position, mv, past, &mut node, &eval)
            {
                node.pruned += 1;
                self.event(Event::Pruned(mv, layer));
                if late_pruning::skips_the_rest(self, &node, &eval) {
                    picker.skip_quiet_except_checks(position, &mut node.checks);
                }
                continue;
            }
            if N::ROOT {
                self.report_root_move(mv, node.tried);
            }

            // 8. Singular extension and multi-cut.
            let mut extension = 0;
            if let Some(entry) = &entry
                && Some(mv) == table_move
            {
                match singular::verdict::<N, O>(self, at, mv, entry)? {
                    SingularVerdict::Extend(plies) => extension = plies,
                    SingularVerdict::Cut(score) => return Ok(self.leave(ply, score, singular::MULTI_CUT, 0)),
                }
            }

            // 9. Make the move and search it. `late-reductions` searches late moves to a reduced depth first,
            //    and `zero-window` searches every move after the first with a zero window first.
            let child = self.play(position, mv, ply);
            let nodes = self.nodes();
            let reduction = late_reductions::reduction::<N, O>(self, mv, past, &child, &node, &eval);
            let plan = ChildPlan { depth: at.depth - 1 + extension, reduction };
            let score = -zero_window::search::<N, O>(self, &child, &node, plan, ply + 1)?;

            let raised = node.update(mv, score);
            if raised && score < asked.beta {
                self.update_pv(ply, mv);
            }
            if N::ROOT {
                // A root score of at least beta is only a bound and has no PV. The score is limited to beta,
                // so that a mate score above beta is not reported without its PV.
                self.record_root_move(mv, score.min(asked.beta), raised, nodes);
            }

            // 10. Beta cutoff: update the killer moves and the histories.
            if node.is_cut() {
                self.stack[ply].cutoffs += 1;
                killers::update(self, ply, mv);
                self.update_histories(position, &node, mv);
                break;
            }
        }
        if node.tried == 0 {
            // The excluded move is the only legal move.
            return Ok(self.leave(ply, window.alpha, Reason::SearchedAll, 0));
        }
        // If step 1 raised alpha, the raised alpha is a lower bound on the score of the node, for example
        // because the side to move can repeat a position.
        if window.alpha > asked.alpha {
            node.best = node.best.max(window.alpha);
        }

        // 11. Blend a fail-high score, store the result, update the correction history and the histories
        //     after a fail low or an exact score.
        let reason = if node.is_cut() { Reason::BetaCut } else { Reason::SearchedAll };
        if node.is_cut() && !N::ROOT {
            node.best = fail_blend::apply(self, node.best, node.window.beta, node.depth);
        }
        if excluded.is_none() && !(N::ROOT && self.root.is_partial()) {
            table::store(self, position, &node, &eval);
            correction::update(self, position, &node, &eval);
            fail_low_credit::update(self, position, &node, history::bonus(node.depth));
        }
        if let Some(best) = pv_history::best_move(self, &node) {
            self.update_histories(position, &node, best);
        }
        Ok(self.leave(ply, node.best, reason, node.tried))
    }

    /// Step 7: returns the layer that prunes `mv`, or `None` if the node searches `mv`. Step 7 prunes a move
    /// only after the node has searched a move that is not a proved loss, by mate or by the tablebases. Step 7
    /// prunes no move if the side to move is in check, and never a move that gives check.
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
        let reduced = (node.depth - late_reductions::usual(node.depth, node.move_number())).max(0);
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

    /// Updates the histories of the searched moves of the node: a bonus for `best`, and a malus for the others.
    #[inline]
    fn update_histories(&mut self, position: &Position, node: &Node, best: Move) {
        let (us, bonus) = (position.turn(), history::bonus(node.depth));
        capture_history::update(self, us, node, best, bonus);
        history::update(self, us, node, best, bonus);
        continuation_history::update(self, us, node, best, bonus);
        pawn_history::update(self, position, node, best, bonus);
    }

    /// Ends the node if the position is checkmate or stalemate.
    #[inline]
    fn mate_or_stalemate(&mut self, position: &Position, ply: usize) -> Option<EarlyResult> {
        let outcome = position.outcome()?;
        self.event(Event::Leaf);
        Some(EarlyResult { score: outcome.score(ply), reason: outcome.into() })
    }

    /// Returns the score of a node at the horizon: the score of quiescence search if the layer `quiescence`
    /// is on, otherwise the raw score of the evaluator.
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

#[cfg(test)]
mod tests;
