//! The layers: one switchable idea each.
//!
//! A layer has a name that never changes (options and JSON carry it), a variant in [`Layer`], and a file here, which contains its
//! [`LayerInfo`] and its logic; [the node](super::negamax) calls it by name. An *exact* layer changes how many nodes are visited and never the score; a *selective* one
//! may change the score. Sets of layers are chosen at run time: any subset can be searched with, matched and tested.
//!
//! # How a page is read
//!
//! Each page has the same heads: the *idea* in plain words; its *source*; *when* the rule applies, with its numbers by
//! link; *where* in the node it is asked, by the steps of [`negamax`](super::negamax); the *risk*, when it is wrong;
//! *cost and gain*; and what was *tried and lost*.
//!
//! Nodes are compared by the last iteration, as a geometric mean over the 50 positions of `engine bench`, judged by
//! `material`. Elo is given with its 95 % margin, games, conditions, evaluator and day, always of equal nodes, either
//! of a rung against the one below or of the full search against itself without the layer. A page that names `material`
//! or `classical` alone has not been measured with `network`, which came later and now plays the games. "Elsewhere" are
//! the figures of other engines, in their own conditions. `razoring` and what points 10 to 12 of [the story](super)
//! tell came in one bundle: +197 ± 38 together (300 games at 10,000 nodes a move, `classical`, UHO openings,
//! 2026-11-20).

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
pub mod mate_distance;
pub mod near_root;
pub mod null_move;
pub mod pawn_history;
pub mod probcut;
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

/// What the rest of the program knows about a layer: pages, `explain`, options and tuners read it, and there is no second list.
#[derive(Debug)]
pub struct LayerInfo {
    /// Whether the layer leaves every score as minimax has it.
    pub exact: bool,
    /// Layers without which this one does nothing. Switching a layer on switches no other one on.
    pub needs: &'static [Layer],
    /// Whether the layer needs the static evaluation of every node.
    pub static_eval: bool,
    /// The reasons it can give for ending a node, in the order of the index of [`Reason::Layer`](super::observe::reason::Reason).
    pub reasons: &'static [ReasonInfo],
    /// Its tunable parameters.
    pub tunables: &'static [&'static Tunable],
}

impl LayerInfo {
    /// An exact layer without needs, reasons and parameters.
    pub const EXACT: Self = Self { exact: true, needs: &[], static_eval: false, reasons: &[], tunables: &[] };
    /// A selective layer without needs, reasons and parameters.
    pub const SELECTIVE: Self = Self { exact: false, ..Self::EXACT };
}

/// A reason for which a layer ends a node.
#[derive(Clone, Copy, Debug)]
pub struct ReasonInfo {
    /// The name in JSON. It never changes.
    pub code: &'static str,
    /// The sentence that `explain` prints. In braces: `us` and `them` (the sides), `value` (the score of the node), `ours` and
    /// `theirs` (alpha and beta), `line` (the move that decided, with the replies), `depth` and `move` (of the stored entry).
    pub says: &'static str,
    /// What kind of reason it is.
    pub kind: ReasonKind,
}

/// Kinds of reasons; `explain` gives each its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonKind {
    /// An entry of the transposition table.
    Table,
    /// Standing pat in quiescence.
    StandPat,
    /// A cut without a full search of any move.
    Cut,
    /// A cut by the move searched last, at a lesser depth.
    CutByLastMove,
    /// A draw by the rules.
    Draw,
    /// A known mate decides.
    Mate,
}

impl Layer {
    /// What its file declares.
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
        }
    }

    /// Whether the layer leaves every score as minimax has it.
    pub fn is_exact(self) -> bool {
        self.info().exact
    }
}

impl LayerSet {
    /// Whether every layer of the set is exact, so that the set proves itself against minimax.
    pub fn is_exact(self) -> bool {
        self.iter().all(Layer::is_exact)
    }

    /// The layers of the set that do something: those whose needs are in the set and do something themselves.
    #[must_use]
    pub fn active(self) -> Self {
        // In ladder order a need comes before the layer that has it: a test of this module.
        self.iter().fold(Self::NONE, |active, layer| {
            let works = layer.info().needs.iter().all(|need| active.has(*need));
            if works { active.with(layer) } else { active }
        })
    }

    /// Whether a layer of the set needs the static evaluation of every node.
    pub fn needs_static_eval(self) -> bool {
        self.iter().any(|layer| layer.info().static_eval)
    }
}

impl Algorithm {
    /// Whether its scores are minimax's.
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
    fn exactness_of_a_set_is_that_of_its_layers() {
        assert!(LayerSet::up_to(Layer::MateDistance).is_exact());
        assert!(!LayerSet::NONE.with(Layer::Draws).is_exact());
        assert!(LayerSet::NONE.is_exact());
    }

    #[test]
    fn the_exact_rungs_stand_below_the_selective_ones() {
        let exact: Vec<_> = RUNGS.iter().skip(1).map(|rung| rung.algorithm.is_exact()).collect();
        assert!(exact.is_sorted_by(|lower, upper| lower >= upper));
    }

    #[test]
    fn a_layer_comes_after_the_layers_it_needs() {
        for layer in Layer::ALL {
            assert!(layer.info().needs.iter().all(|need| need < layer), "{layer}");
        }
        assert_eq!(LayerSet::ALL.active(), LayerSet::ALL);
        let without = LayerSet::ALL.without(Layer::ZeroWindow);
        let idle = [Layer::LateReductions, Layer::Hindsight, Layer::DeeperShallower];
        assert_eq!(without.active(), idle.into_iter().fold(without, LayerSet::without));
    }

    #[test]
    fn every_layer_has_a_page_with_all_heads_and_a_sentence_for_every_reason() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/search/layers");
        for layer in Layer::ALL {
            let page = std::fs::read_to_string(format!("{folder}/{}.rs", layer.module()))
                .expect("a file of its name");
            assert!(
                page.starts_with(&format!("//! `{}`", layer.name())),
                "{layer}: the page begins with its name"
            );
            for head in ["Idea", "Source", "When", "Where", "Risk", "Cost and gain", "Tried and lost"] {
                assert!(page.contains(&format!("//! *{head}.* ")), "{layer}: {head}");
            }
            assert!(layer.idea().ends_with('.') && layer.idea().len() > 20, "{layer}");
            for reason in layer.info().reasons {
                assert!(!reason.code.is_empty() && reason.says.contains(' '), "{layer}");
            }
        }
    }
}
