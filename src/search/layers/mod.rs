//! Layers: the switchable ideas of the search, one file each. In ladder order:
//!
#![doc = with_all_layers!(list_of_links)]
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
//! - *Gain*: the current figure with its conditions; ± is the 95 % margin. A link leads to all measurements
//!   in [the notebook](super::experiments), which also says which search was measured and how.
//! - *Source*: the person, paper or engine from which the idea of the layer comes.
//!
//! The code is written for Glulam. Many formulas and first values of parameters come from the search of
//! Stockfish (GPL-3.0), Reckless (AGPL-3.0), Simbelmyne (GPL-3.0) and akimbo (MIT); most parameters were
//! tuned since.

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
#[doc(alias = "qsearch")]
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
    layer::{Layer, LayerSet, list_of_links, with_all_layers},
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

/// Declares [`Layer::info`].
macro_rules! declare_info {
    ($($variant:ident = $module:ident, $name:literal, $aliases:tt: $idea:literal;)*) => {
        impl Layer {
            /// Returns the properties that the file of the layer declares.
            pub fn info(self) -> &'static LayerInfo {
                match self { $(Self::$variant => &$module::INFO,)* }
            }
        }
    };
}
with_all_layers!(declare_info);

impl Layer {
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
        let experiments = include_str!("../EXPERIMENTS.md");
        for layer in Layer::ALL {
            let page = std::fs::read_to_string(format!("{folder}/{}.rs", layer.module()))
                .expect("a file named like the module");
            let title = page.lines().next().unwrap_or_default();
            let name = format!("(`{}`)", layer.name());
            assert!(title.starts_with("//! ") && title.contains(&name), "{layer}: title {title}");
            let link = |layer: &Layer| format!("[`{layer}`](super::{}).", layer.module());
            let earlier = Layer::ALL.iter().rev().find(|other| *other < layer);
            let previous = earlier.map(|other| format!("Previous layer: {}", link(other)));
            let next = Layer::ALL.iter().find(|other| *other > layer);
            let next = next.map(|other| format!("Next layer: {}", link(other)));
            let links: Vec<_> = previous.into_iter().chain(next).collect();
            assert!(page.contains(&format!("\n//! {}\n//!\n", links.join(" "))), "{layer}: {links:?}");
            let mut rest = page.as_str();
            for heading in ["Idea", "When", "Where", "Risk", "Gain", "Source"] {
                let (_, after) = rest
                    .split_once(&format!("\n//! **{heading}.** "))
                    .unwrap_or_else(|| panic!("{layer}: no heading '{heading}' in this place"));
                rest = after;
            }
            assert!(page.contains(&format!("(crate::search::experiments#{layer})")), "{layer}: no link");
            let module = layer.module();
            let section = format!("\n### `{layer}`\n\n[layers/{module}.rs](layers/{module}.rs).");
            assert!(experiments.contains(&section), "{layer}: no section in EXPERIMENTS.md");
            assert!(layer.idea().ends_with('.') && layer.idea().len() > 20, "{layer}");
            for reason in layer.info().reasons {
                assert!(!reason.code.is_empty() && reason.says.contains(' '), "{layer}");
            }
        }
    }
}
