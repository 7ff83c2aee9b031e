//! Layers: the switchable ideas of the search, one file each.
//!
//! Each layer has a permanent name (used in options and JSON), a variant in [`Layer`], and a file in the
//! module `layers`. The file of a layer contains the [`LayerInfo`] and the logic of the layer; [the
//! node](super::negamax) or another part of the search calls the layer by name. A set of *exact* layers
//! changes only the number of visited nodes, never the score. A *selective* layer may change the score.
//! Layers are selected at run time: any subset can search, play matches and be tested.
//!
//! # How to read a page
//!
//! Each layer page has the same sections:
//!
//! - *Idea*: why the layer saves nodes or gains strength.
//! - *When*: the conditions under which the layer applies, with links to its tunable parameters.
//! - *Where*: the step of [the node](super::negamax), or the other part of the search, that calls the layer.
//! - *Risk*: when the layer gives a wrong result, or what it costs.
//! - *Cost and gain*: node counts and Elo results of the layer or of its rung, as far as they were measured.
//! - *Tried without success*: variants of the layer that were measured and rejected.
//! - *Source*: the person, paper or engine from which the idea of the layer comes.
//!
//! The code is written for Glulam. Many formulas and first values of parameters come from the search of
//! Stockfish (GPL-3.0), Reckless (AGPL-3.0), Simbelmyne (GPL-3.0) and akimbo (MIT); most parameters were
//! tuned since.
//!
//! Unless the page says otherwise, a node count on a layer page is a ratio: nodes of one search divided by
//! nodes of another search, each counted in the last iteration, as a geometric mean over the 50 positions of
//! `engine bench` with the evaluator `material`. The ratios of this form were measured again on 2026-11-22,
//! at commit 84dbc13.
//!
//! An Elo result names the two opponents, and in parentheses the games, the nodes per move or the time
//! control, the evaluator, the openings and the date; ± is the 95 % margin. Most matches compare a rung with
//! a rung below it, or a full search with the same search without the layer. The evaluator `network` is newer
//! than most measurements: a page that names only `material` or `classical` has no measurement with
//! `network`, with which the engine plays today. Elo results of other engines are the figures that their
//! authors report, measured under their own conditions.
//!
//! # Before the retuning
//!
//! Commit e6d091e (2026-11-20, 20:23) is the retuning: 1,437 steps of SPSA, 16 games each at 4,000 nodes per
//! move with `network`, set the tunable parameters of the search; forty of them were
//! [tuned again](#forty-parameters-tuned-again) on 2026-11-25. The commit also added the rung
//! `more-histories`. With both changes, the search scores +21 ± 15 Elo against the search of the commit
//! before (1,100 games at 10,000 nodes per move, `network`, UHO openings, 2026-11-20, after the retuning) and
//! 0 ± 30 Elo (300 games at 20,000 nodes per move, `network`, UHO openings, 2026-11-20, after the retuning).
//!
//! - The date of a result is the day of the match or, if only that is known, the day of the commit that
//!   recorded the result.
//! - *Before the retuning* marks a result that was recorded before e6d091e. It was measured with other values
//!   of the parameters, with fewer layers, and with older code of some layers. The gain may differ today.
//! - *After the retuning* marks a result that was recorded on 2026-11-20 in e6d091e or later. A result with a
//!   later date has no mark.
//! - "Not recorded" means that neither the page nor the history of the repository contains the fact.
//! - A rung contained the same layers as today, except in the match of `late-pruning` whose page says so.
//!
//! The *full search* of a commit contains all layers that existed at that commit:
//!
//! | commit, 2026-11-20 | layers of its full search | evaluator `classical` |
//! |---|---|---|
//! | 8fef3bd, 09:08 | up to `futility`, without `razoring` | piece-square tables only |
//! | f27b9f5, 10:08 | up to `quiescence-pruning` | piece-square tables only |
//! | 2f367ff, 11:30 | up to `quiescence-pruning` | all terms, weights tuned on 335,000 positions |
//! | 38055a3, 12:05 | up to `quiescence-pruning` | all terms, weights tuned on 486,000 positions |
//!
//! A commit records matches that were played before it, so `classical` may have had older weights.
//!
//! Razoring and all layers from `capture-history` to `quiescence-pruning` were also measured together as one
//! change, which scored +197 ± 38 Elo against the full search of 8fef3bd (300 games at 10,000 nodes per move,
//! `classical`, UHO openings, 2026-11-20, before the retuning).
//!
//! None of the commits that added the layers from `capture-history` to `quiescence-pruning` names the bounds
//! of a sequential test.
//!
//! # Thirty changes in the same games
//!
//! On 2026-11-23, thirty changes of the search of commit 2ec0701 were tried in the same games. In each match
//! of eight games, one side played with half of the changes and the other side with the other half; the
//! halves were the rows of a Hadamard matrix, so that every change was on each side equally often with
//! every other change. In this way each game counts for each change. The table shows what each change gained
//! on average over all combinations of the others: 720 games at 15,000 nodes per move, `network`, mixed
//! openings; the margin is 19 or 20 Elo (95 %) where the table names no other. The two changes with a larger
//! margin took part in fewer games (the last one in 288).
//!
//! | change | page | Elo |
//! |---|---|--:|
//! | histories also learn from the best move of a node with an exact score | [`history`] | +33 |
//! | `factor` 490 instead of 445 | [`late_reductions`] | +30 |
//! | layer `near-root` off | [`near_root`] | +23 |
//! | SEE pruning of moves that give check | [`exchange_pruning`] | +21 |
//! | half a ply less reduction if the node was a PV node and its TT score is above alpha | [`late_reductions`] | +20 |
//! | reduction of captures by capture history, one ply per 8,000 | [`late_reductions`] | +19 |
//! | depth one ply smaller after a move that raises alpha, at depth 3 to 13 | [`zero_window`] | +16 |
//! | the move number includes pruned moves | [`late_reductions`], [`late_pruning`] | +15 |
//! | malus smaller by 10 units per searched move | [`history`] | +10 |
//! | a singular search keeps the static evaluation of its node | [`singular`] | +10 |
//! | malus at most 1,200 units | [`history`] | +8 |
//! | layer `hindsight` off | [`hindsight`] | +8 |
//! | correction fades out between 1,000 and 1,500 centipawns | [`correction`] | +7 |
//! | `margin` 210 instead of 176 | [`probcut`] | +5 |
//! | layer `check-evasion` off | [`check_evasion`] | +3 |
//! | reduction smaller by 1/128 ply per centipawn of correction | [`late_reductions`] | +2 |
//! | history by origin and destination attacked or not | [`history`] | +2 ± 25 |
//! | TT score ends a node up to depth 5 only if it agrees with the expected node type | [`table`] | +2 |
//! | 0.6 plies more reduction in expected cut nodes without a TT move | [`late_reductions`] | +1 |
//! | layer `deeper-shallower` off | [`deeper_shallower`] | +1 |
//! | `history_divisor` 10,000 instead of 8,100 | [`late_reductions`] | +1 |
//! | captures that give check do not count among the three | [`quiescence_pruning`] | −1 |
//! | margin larger by half of the correction | [`reverse_futility`] | −3 |
//! | four captures instead of three | [`quiescence_pruning`] | −5 |
//! | bonus larger by 200 units if the TT move causes the cutoff | [`history`] | −5 |
//! | no pruning of nodes that were on a principal variation | [`reverse_futility`] | −5 |
//! | `margin` 16 instead of 12 | [`singular`] | −6 |
//! | one update per move, not one per re-search | [`swing_history`] | −6 |
//! | half a ply less reduction if the node was a PV node and its TT entry is as deep as the node | [`late_reductions`] | −7 |
//! | margin larger by half of the correction | [`futility`] | −9 |
//! | skip captures if static evaluation, margin and victim together do not exceed alpha | [`quiescence_pruning`] | −142 ± 31 |
//!
//! The effects do not add up. The first eight changes, with `factor` 480, and TT cutoffs that agree with the
//! node type together scored +18 ± 12 Elo against the search without them (1,560 games at 20,000 nodes per
//! move, `network`, mixed openings, 2026-11-23), but solved 234 of the 300 Win At Chess positions with 100,000
//! nodes instead of 259. Without SEE pruning of checks and with `near-root` on, the others solved 263 and
//! scored −2 ± 30 Elo against the search without them (280 games at 20,000 nodes per move, `network`, mixed
//! openings, 2026-11-23). None of the changes was adopted in this form.
//!
//! # Nine changes in the same games
//!
//! On 2026-11-25, nine further changes of the search of commit 8eb6352 were tried in the same way: 692 games
//! at 15,000 nodes per move, `network`, mixed openings. The margin is 22 Elo (95 %) where the table names no
//! other.
//!
//! | change | page | Elo |
//! |---|---|--:|
//! | malus smaller by 10 units per searched move, and at most 1,200 units | [`history`] | +34 |
//! | static evaluation multiplied by (820 + m / 24) / 1,024, where m is the material of both sides in centipawns | [`static_eval`](crate::search::node::static_eval) | +17 |
//! | a singular search keeps the static evaluation of its node | [`singular`] | +4 |
//! | margin smaller by a third of a ply if the static evaluation is better than the opponent's one ply before | [`reverse_futility`] | +1 |
//! | bonus for a quiet TT move that causes a TT cutoff | [`history`] | +1 |
//! | bonus or malus for the result of a re-search after a reduced search | [`continuation_history`] | −5 |
//! | windows twice as wide after each failed search, not four times | [`aspiration`] | −20 |
//! | correction fades out between 1,000 and 1,500 centipawns | [`correction`] | −42 |
//! | skip captures if static evaluation, 250 centipawns and victim together do not exceed alpha | [`quiescence_pruning`] | −103 ± 20 |
//!
//! The first two changes together scored −5 ± 23 Elo against the search without them (520 games at 20,000
//! nodes per move, `network`, mixed openings, 2026-11-25). No change was adopted.
//!
//! # Fifteen changes in the same games
//!
//! On 2026-11-26, fifteen further changes of the search of commit 81be0fc were tried in the same way: 1,448
//! games at 12,000 nodes per move, `network`, mixed openings. The margin is 15 Elo (95 %). A side with
//! a change of the move order or of [`continuation_history`] read the histories of a move, for pruning and
//! reductions, after the earlier moves had been searched; today's search reads them before.
//!
//! | change | page | Elo |
//! |---|---|--:|
//! | quiet moves of a piece away from an attack by a less valuable piece come early, moves into such an attack late | [`move_picker`](crate::search::move_picker) | +20 |
//! | after a fail low, beta moves to the middle of the window | [`aspiration`] | +7 |
//! | static evaluation smaller by 3 % for each pawn that the side with the advantage has fewer than five | [`static_eval`](crate::search::node::static_eval) | +6 |
//! | skip captures if static evaluation, victim, capture history and a margin of 115 centipawns, and 110 for each ply, do not exceed alpha | [`futility`] | +2 |
//! | skip captures whose gain by SEE, static evaluation and 300 centipawns together do not reach alpha, unless they recapture or give check | [`quiescence_pruning`] | −1 |
//! | store the result of ProbCut | [`probcut`] | −3 |
//! | the larger the correction, the smaller the margin for a second ply of extension | [`singular`] | −5 |
//! | search a late move with very good histories one ply deeper | [`late_reductions`] | −7 |
//! | a singular search knows that its node was a PV node | [`singular`] | −7 |
//! | quiet moves that give check come early, if they lose at most 75 centipawns by SEE | [`move_picker`](crate::search::move_picker) | −8 |
//! | another history for each of the first four plies | [`history`] | −8 |
//! | store the static evaluation if the TT has no entry for the node | [`table`] | −9 |
//! | continuation history also for the move six plies earlier, at half the weight | [`continuation_history`] | −13 |
//! | first window around the average score, its width by the average square of the scores; 1.4 times as wide after each failed search | [`aspiration`] | −24 |
//! | `margin` smaller by 50 centipawns if the static evaluation is improving | [`probcut`] | −35 |
//!
//! The first change, alone and with the histories as they are read today, scores −7 ± 18 Elo against the
//! search without it (860 games at 12,000 nodes per move, `network`, mixed openings, 2026-11-26). A sequential
//! test with the normalized bounds −5 and 5 Elo, announced before, was stopped undecided after these games, at
//! a log-likelihood ratio of −0.7. No change was adopted. Storing the static evaluation saves 0.7 % of the
//! instructions per node, too little for a second kind of TT entry. Reductions from depth 2 on change nothing,
//! because a reduced search has at least depth 1.
//!
//! # Six changes adopted together
//!
//! Six of the thirty changes were adopted on 2026-11-25: the layer [`pv-history`](pv_history), `factor` 480,
//! more reduction after a move that raised alpha (one ply more reduction for the later moves, not one ply
//! less depth), less reduction with a TT score above alpha, reduction of captures by capture history, and the
//! move number with pruned moves. Together the six changes score +12 ± 11 Elo against the search without them
//! (2,212 games at 20,000 nodes per move, `network`, mixed openings, 2026-11-25). A sequential test with the
//! normalized bounds −5 and 5 Elo, announced before, accepted them after 1,772 games. With 100,000 nodes, the
//! search with the six changes solves 259 of the 300 Win At Chess positions, and 258 without them. One by one
//! in the same games, the six changes had gained 133 Elo: each of them saves nodes, and they save the same
//! nodes.
//!
//! # Forty parameters tuned again
//!
//! After the six changes, SPSA tuned the forty most important parameters again: 1,250 steps, 8 games each at
//! 25,000 nodes per move (`engine tune search --nodes 25k --games 10k`, seed 1, 2026-11-25). Each parameter
//! has its average over the second half of the steps, except the three parameters of [`history`]: their values
//! changed by 2 to 6 % of the bonus, and the old values keep the node counts of the exact rungs. The search
//! with the new values scores +24 ± 20 Elo against the search with the old ones (430 games at 2+0.02,
//! `network`, mixed openings, 2026-11-25). A sequential test with the normalized bounds 0 and 10 Elo,
//! announced before, was stopped undecided after these games, at a log-likelihood ratio of 1.1. The values
//! that changed most: `factor` 453 (from 480), `not_improving` 502 (602), `history_divisor` 10,037 (8,100),
//! and the weights of the pawn and piece correction histories, 56 (42) and 33 (27).
//!
//! With the six changes, the new values, and 6 % fewer instructions per node, the search scores +39 ± 19 Elo
//! against the search of commit 04dfd61 (400 games at 2+0.02, `network`, mixed openings, 2026-11-25).

pub mod aspiration;
pub mod capture_history;
pub mod captures_first;
pub mod check_evasion;
pub mod continuation_history;
pub mod correction;
pub mod deepening;
pub mod deeper_shallower;
pub mod deeper_table;
pub mod draws;
pub mod exchange_ordering;
pub mod exchange_pruning;
pub mod fail_blend;
pub mod fail_low_credit;
pub mod fifty_fade;
pub mod futility;
pub mod hindsight;
pub mod history;
pub mod internal_reduction;
pub mod killers;
pub mod late_pruning;
pub mod late_reductions;
#[cfg(test)]
pub(crate) mod ledger;
pub mod mate_distance;
pub mod near_root;
pub mod null_move;
pub mod pawn_history;
pub mod probcut;
pub mod pv_history;
pub mod quiescence;
pub mod quiescence_pruning;
pub mod quiescence_table;
pub mod razoring;
pub mod repetition_ahead;
pub mod reverse_futility;
pub mod shallow_aspiration;
pub mod singular;
pub mod swing_history;
pub mod table;
pub mod table_eval;
pub mod table_move;
pub mod zero_window;

use super::{
    layer::{Layer, LayerSet},
    rungs::Algorithm,
    tunable::Tunable,
};

/// Properties of a layer. The HTML pages, `explain`, UCI options and tuners all read the properties of a
/// layer from this struct.
#[derive(Debug)]
pub struct LayerInfo {
    /// Whether the layer is exact: with exact layers only, every score at a fixed depth equals the minimax
    /// score.
    pub exact: bool,
    /// Layers that this layer requires. Without its required layers, a layer has no effect; switching a layer
    /// on does not switch on its required layers.
    pub needs: &'static [Layer],
    /// Whether the layer requires the static evaluation of every node in which the side to move is not in
    /// check.
    pub static_eval: bool,
    /// Reasons for which the layer can end a node, in the order of the index in
    /// [`Reason::Layer`](super::observe::reason::Reason).
    pub reasons: &'static [ReasonInfo],
    /// Tunable parameters of the layer.
    pub tunables: &'static [&'static Tunable],
}

impl LayerInfo {
    /// Properties of an exact layer that requires no other layer and no static evaluation, has no reasons for
    /// ending a node, and has no tunable parameters.
    pub const EXACT: Self = Self { exact: true, needs: &[], static_eval: false, reasons: &[], tunables: &[] };
    /// Properties of a selective layer that requires no other layer and no static evaluation, has no reasons
    /// for ending a node, and has no tunable parameters.
    pub const SELECTIVE: Self = Self { exact: false, ..Self::EXACT };
}

/// A reason for which a layer ends a node.
#[derive(Clone, Copy, Debug)]
pub struct ReasonInfo {
    /// Permanent name of the reason in JSON, such as `stand_pat`.
    pub code: &'static str,
    /// Standard term of the reason, shown to people, such as `stand pat`.
    pub term: &'static str,
    /// Sentence that `explain` prints if a node ends for this reason, without the full stop.
    ///
    /// The sentence can contain these placeholders in braces: `result` (the score of the node or its bound,
    /// `White gets at least +0.35`), `enough` and `needed` (where beta and alpha come from, `1. e4 already
    /// gives +0.35`), `line` (the decisive move with the replies), `depth` and `move` (of the TT entry).
    pub says: &'static str,
    /// Kind of the reason, which selects its colour in `explain`.
    pub kind: ReasonKind,
}

/// Kind of a reason for which a node ends; `explain` draws each kind in its own colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonKind {
    /// A transposition table entry ends the node.
    Table,
    /// Standing pat in quiescence search reaches beta.
    StandPat,
    /// The node ends without a full search of any move.
    Cut,
    /// The move searched last, at a reduced depth, ends the node.
    CutByLastMove,
    /// The node scores as a draw by the rules, or because the side to move can repeat a position.
    Draw,
    /// A known mate ends the node.
    Mate,
}

impl Layer {
    /// Returns the properties that the file of the layer declares.
    pub fn info(self) -> &'static LayerInfo {
        match self {
            Self::CapturesFirst => &captures_first::INFO,
            Self::Killers => &killers::INFO,
            Self::History => &history::INFO,
            Self::Deepening => &deepening::INFO,
            Self::Table => &table::INFO,
            Self::TableMove => &table_move::INFO,
            Self::ZeroWindow => &zero_window::INFO,
            Self::Aspiration => &aspiration::INFO,
            Self::MateDistance => &mate_distance::INFO,
            Self::Draws => &draws::INFO,
            Self::Quiescence => &quiescence::INFO,
            Self::DeeperTable => &deeper_table::INFO,
            Self::CheckEvasion => &check_evasion::INFO,
            Self::NullMove => &null_move::INFO,
            Self::ReverseFutility => &reverse_futility::INFO,
            Self::Razoring => &razoring::INFO,
            Self::ExchangePruning => &exchange_pruning::INFO,
            Self::ExchangeOrdering => &exchange_ordering::INFO,
            Self::LateReductions => &late_reductions::INFO,
            Self::LatePruning => &late_pruning::INFO,
            Self::Futility => &futility::INFO,
            Self::CaptureHistory => &capture_history::INFO,
            Self::ContinuationHistory => &continuation_history::INFO,
            Self::InternalReduction => &internal_reduction::INFO,
            Self::Singular => &singular::INFO,
            Self::Probcut => &probcut::INFO,
            Self::Correction => &correction::INFO,
            Self::TableEval => &table_eval::INFO,
            Self::Hindsight => &hindsight::INFO,
            Self::DeeperShallower => &deeper_shallower::INFO,
            Self::RepetitionAhead => &repetition_ahead::INFO,
            Self::FiftyFade => &fifty_fade::INFO,
            Self::FailBlend => &fail_blend::INFO,
            Self::ShallowAspiration => &shallow_aspiration::INFO,
            Self::QuiescenceTable => &quiescence_table::INFO,
            Self::QuiescencePruning => &quiescence_pruning::INFO,
            Self::PawnHistory => &pawn_history::INFO,
            Self::SwingHistory => &swing_history::INFO,
            Self::FailLowCredit => &fail_low_credit::INFO,
            Self::NearRoot => &near_root::INFO,
            Self::PvHistory => &pv_history::INFO,
        }
    }

    /// Returns whether the layer is exact: a set of exact layers never changes a score.
    pub fn is_exact(self) -> bool {
        self.info().exact
    }
}

impl LayerSet {
    /// Returns whether every layer of the set is exact. A search with an exact set returns the minimax score
    /// of its depth; tests check this equality.
    pub fn is_exact(self) -> bool {
        self.iter().all(Layer::is_exact)
    }

    /// Returns the layers of the set that have an effect. A layer has an effect if all its required layers
    /// are in the set and have an effect themselves.
    #[must_use]
    pub fn active(self) -> Self {
        // A layer's required layers come before the layer in ladder order: a unit test of this file checks
        // the order.
        self.iter().fold(Self::NONE, |active, layer| {
            let has_effect = layer.info().needs.iter().all(|need| active.has(*need));
            if has_effect { active.with(layer) } else { active }
        })
    }

    /// Returns whether at least one layer of the set requires the static evaluation of every node in which
    /// the side to move is not in check.
    pub fn needs_static_eval(self) -> bool {
        self.iter().any(|layer| layer.info().static_eval)
    }
}

impl Algorithm {
    /// Returns whether the scores of the algorithm equal minimax scores.
    pub fn is_exact(self) -> bool {
        match self {
            Self::Random => false,
            Self::Minimax | Self::AlphaBeta => true,
            Self::Layers(set) => set.is_exact(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rungs::RUNGS;

    #[test]
    fn a_set_is_exact_if_all_its_layers_are_exact() {
        assert!(LayerSet::up_to(Layer::MateDistance).is_exact());
        assert!(!LayerSet::NONE.with(Layer::Draws).is_exact());
        assert!(LayerSet::NONE.is_exact());
    }

    #[test]
    fn exact_rungs_come_before_selective_rungs() {
        let exact: Vec<_> = RUNGS.iter().skip(1).map(|rung| rung.algorithm.is_exact()).collect();
        assert!(exact.is_sorted_by(|lower, upper| lower >= upper));
    }

    #[test]
    fn a_layer_comes_after_the_layers_it_requires() {
        for layer in Layer::ALL {
            assert!(layer.info().needs.iter().all(|need| need < layer), "{layer}");
        }
        assert_eq!(LayerSet::ALL.active(), LayerSet::ALL);
        let without = LayerSet::ALL.without(Layer::ZeroWindow);
        let idle = [Layer::LateReductions, Layer::Hindsight, Layer::DeeperShallower];
        assert_eq!(without.active(), idle.into_iter().fold(without, LayerSet::without));
    }

    #[test]
    fn every_layer_has_a_page_with_all_headings_and_a_sentence_for_every_reason() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/search/layers");
        for layer in Layer::ALL {
            let page = std::fs::read_to_string(format!("{folder}/{}.rs", layer.module()))
                .expect("a file named like the module");
            let title = page.lines().next().unwrap_or_default();
            let name = format!("(`{}`)", layer.name());
            assert!(title.starts_with("//! ") && title.contains(&name), "{layer}: title {title}");
            let mut rest = page.as_str();
            for heading in
                ["Idea", "When", "Where", "Risk", "Cost and gain", "Tried without success", "Source"]
            {
                let (_, after) = rest
                    .split_once(&format!("\n//! **{heading}.** "))
                    .unwrap_or_else(|| panic!("{layer}: no heading '{heading}' in this place"));
                rest = after;
            }
            assert!(layer.idea().ends_with('.') && layer.idea().len() > 20, "{layer}");
            for reason in layer.info().reasons {
                assert!(!reason.code.is_empty() && reason.says.contains(' '), "{layer}");
            }
        }
    }
}
