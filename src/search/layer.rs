//! The list of all layers of the search in ladder order: name, aliases, and the idea of each layer in one
//! sentence.
//!
//! A variant of [`Layer`], the module of the layer and its file have the same name, apart from letter case
//! and underscores: `NullMove` is [`layers::null_move`](super::layers::null_move). The file of a layer
//! contains its documentation, its logic and its [`LayerInfo`](super::layers::LayerInfo).

use std::{fmt, str::FromStr};

use crate::support::text::quoted;

/// Calls a macro with the list of all layers in ladder order. Each layer has a variant, a module, a name,
/// aliases, and its idea in one sentence.
macro_rules! with_all_layers {
    ($macro:ident) => {
        $macro! {
            CapturesFirst = captures_first, "captures-first", ["mvv-lva"]:
                "Try captures before quiet moves: the most valuable victim first, then the least valuable attacker.";
            Killers = killers, "killers", ["killer-moves"]:
                "After the captures, try quiet moves that caused a beta cutoff in a sibling node.";
            History = history, "history", ["history-heuristic", "butterfly-history"]:
                "Order quiet moves by how often each has caused a beta cutoff in the whole search.";
            Deepening = deepening, "deepening", ["iterative-deepening", "id"]:
                "Search to depth 1, 2, 3 and so on: each iteration improves the move order of the next, and a best move is always available.";
            Table = table, "table", ["transposition-table", "tt"]:
                "Store searched positions: a position that occurs again at the same depth is not searched again.";
            TableMove = table_move, "table-move", ["hash-move", "tt-move"]:
                "Try the best move stored in the transposition table first.";
            ZeroWindow = zero_window, "zero-window", ["principal-variation-search", "pvs"]:
                "After the first move, test only whether a move is better; search it again with the full window if it is.";
            Aspiration = aspiration, "aspiration", ["aspiration-windows"]:
                "Search with a narrow window around the last score, and widen the window if the score is outside.";
            MateDistance = mate_distance, "mate-distance", ["mate-distance-pruning", "mdp"]:
                "Skip lines that cannot lead to a shorter mate than the one already found.";
            Draws = draws, "draws", []:
                "Score repetitions, the fifty-move rule and insufficient material as draws.";
            Quiescence = quiescence, "quiescence", ["quiescence-search", "qsearch"]:
                "At the horizon, search captures until the position is quiet, and only then evaluate it.";
            DeeperTable = deeper_table, "deeper-table", []:
                "Use stored scores of a greater depth than required, not only of the same depth.";
            CheckEvasion = check_evasion, "check-evasion", ["check-extension"]:
                "Search one ply further if the side to move is in check at the horizon.";
            NullMove = null_move, "null-move", ["null-move-pruning", "nmp"]:
                "If passing keeps the score above beta, a real move will too: cut the node.";
            ReverseFutility = reverse_futility, "reverse-futility", ["reverse-futility-pruning", "static-null-move-pruning", "rfp"]:
                "If the static evaluation is far above beta, cut the node.";
            Razoring = razoring, "razoring", []:
                "If the static evaluation is far below alpha, return the quiescence score.";
            ExchangePruning = exchange_pruning, "exchange-pruning", ["see-pruning"]:
                "Skip moves that lose material by static exchange evaluation (SEE).";
            ExchangeOrdering = exchange_ordering, "exchange-ordering", ["see-ordering"]:
                "Try captures that lose material by static exchange evaluation (SEE) after the quiet moves.";
            LateReductions = late_reductions, "late-reductions", ["late-move-reductions", "lmr"]:
                "Search late moves at reduced depth first, and at full depth only if they raise alpha.";
            LatePruning = late_pruning, "late-pruning", ["late-move-pruning", "lmp"]:
                "At low depth, skip the remaining quiet moves once many moves have been searched.";
            Futility = futility, "futility", ["futility-pruning", "fp"]:
                "At low depth, skip quiet moves if the static evaluation plus a margin is not above alpha.";
            CaptureHistory = capture_history, "capture-history", []:
                "Order captures not only by victim but also by how often each has caused a beta cutoff.";
            ContinuationHistory = continuation_history, "continuation-history", ["conthist"]:
                "Order quiet moves also by their success as replies to the moves just played.";
            InternalReduction = internal_reduction, "internal-reduction", ["internal-iterative-reduction", "iir"]:
                "Reduce the depth of a node that has no move stored in the transposition table.";
            Singular = singular, "singular", ["singular-extensions", "se"]:
                "Search a move deeper if all alternatives are clearly worse; cut the node if an alternative also reaches beta.";
            Probcut = probcut, "probcut", []:
                "If a capture exceeds beta by a margin in a shallow search, cut the node.";
            Correction = correction, "correction", ["correction-history", "corrhist"]:
                "Correct the static evaluation by its average error in similar positions.";
            TableEval = table_eval, "table-eval", []:
                "Replace the static evaluation of a position by its stored score if the bound of the stored score is more precise.";
            Hindsight = hindsight, "hindsight", []:
                "Revise the reduction of a move after it has been made and the new position is evaluated.";
            DeeperShallower = deeper_shallower, "deeper-shallower", []:
                "Re-search a reduced move one ply deeper if its score exceeds the best score by much, one ply less deep if by little.";
            RepetitionAhead = repetition_ahead, "repetition-ahead", ["upcoming-repetition"]:
                "Raise alpha to a draw score if the side to move can repeat a position with its next move.";
            FiftyFade = fifty_fade, "fifty-fade", []:
                "Reduce the static evaluation as the fifty-move counter grows.";
            FailBlend = fail_blend, "fail-blend", []:
                "Move a score above beta towards beta, because fail-high scores are uncertain.";
            ShallowAspiration = shallow_aspiration, "shallow-aspiration", []:
                "After the root fails high, repeat the search one ply less deep.";
            QuiescenceTable = quiescence_table, "quiescence-table", ["qsearch-table"]:
                "Probe and store quiescence nodes in the transposition table.";
            QuiescencePruning = quiescence_pruning, "quiescence-pruning", ["delta-pruning"]:
                "In quiescence search, skip captures that are unlikely to raise alpha, and all moves after the first three unless in check.";
            PawnHistory = pawn_history, "pawn-history", []:
                "Order quiet moves also by their success with the same pawn structure.";
            SwingHistory = swing_history, "swing-history", []:
                "Update the history of a quiet move by the change of the static evaluation that it caused.";
            FailLowCredit = fail_low_credit, "fail-low-credit", []:
                "If a node fails low, increase the history of the quiet move that led to it.";
            NearRoot = near_root, "near-root", []:
                "Near the root, do not cut nodes by their static evaluation, and reduce late root moves less.";
            PvHistory = pv_history, "pv-history", []:
                "Update the histories also after a node with an exact score: its best move succeeded, its other moves did not.";
        }
    };
}
pub(super) use with_all_layers;

/// Returns a Markdown list of links to the pages of the layers.
macro_rules! list_of_links {
    ($($variant:ident = $module:ident, $name:literal, $aliases:tt: $idea:literal;)*) => {
        concat!($("- [`", $name, "`](", stringify!($module), "): ", $idea, "\n",)*)
    };
}
pub(super) use list_of_links;

/// Declares the enum [`Layer`] with its variants in ladder order.
macro_rules! declare_layers {
    ($($variant:ident = $module:ident, $name:literal, [$($alias:literal),*]: $idea:literal;)*) => {
        /// Layer: one idea of the search that can be switched on and off. The variants are in ladder order;
        /// the documentation of each variant links to the page of its layer.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Layer {
            $(#[doc = concat!(
                "`", $name, "`", $(", ", $alias,)* ": ", $idea, " [Its page](super::layers::", stringify!($module), ")."
            )] $(#[doc(alias = $alias)])* $variant,)*
        }

        impl Layer {
            /// All layers, in ladder order from the lowest to the highest.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the layer's name on the command line, in UCI and in JSON. The name of a layer never
            /// changes.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Returns the name of the layer's module in `search::layers`, which is also the name of its file
            /// without `.rs`.
            pub const fn module(self) -> &'static str {
                match self { $(Self::$variant => stringify!($module),)* }
            }

            /// Returns other common names of the layer's idea, such as `lmr`. Options and sets of layers
            /// accept an alias instead of the layer's name.
            pub const fn aliases(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($alias,)*],)* }
            }

            /// Returns the idea of the layer in one sentence.
            pub const fn idea(self) -> &'static str {
                match self { $(Self::$variant => $idea,)* }
            }
        }
    };
}

with_all_layers!(declare_layers);

impl Layer {
    const fn bit(self) -> u64 {
        1 << self as u32
    }

    /// Iterates over the name of the layer, followed by its aliases.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name()).chain(self.aliases().iter().copied())
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses the name or an alias of a layer, such as `LMR` or `null move pruning`. Letter case in the name does
/// not matter; spaces and underscores count as hyphens.
impl FromStr for Layer {
    type Err = UnknownLayer;

    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let wanted = text.trim().replace([' ', '_'], "-");
        let known = |layer: &Self| layer.names().any(|name| name.eq_ignore_ascii_case(&wanted));
        Self::ALL.iter().copied().find(known).ok_or_else(|| UnknownLayer(quoted(text)))
    }
}

/// Error: no layer has the given name or alias; the field is the given text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no layer '{0}'")]
pub struct UnknownLayer(String);

/// A set of layers of the search, with one bit per layer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct LayerSet(u64);

impl LayerSet {
    /// The empty set of layers: the node is then plain alpha-beta.
    pub const NONE: Self = Self(0);
    /// The set of all layers: the full search.
    pub const ALL: Self = Self::up_to(Layer::ALL[Layer::ALL.len() - 1]);

    /// Returns the set of all layers up to and including `last`, in ladder order.
    pub const fn up_to(last: Layer) -> Self {
        Self((last.bit() << 1).wrapping_sub(1))
    }

    /// Returns this set of layers with `layer` added.
    #[must_use]
    pub const fn with(self, layer: Layer) -> Self {
        Self(self.0 | layer.bit())
    }

    /// Returns this set of layers with `layer` removed.
    #[must_use]
    pub const fn without(self, layer: Layer) -> Self {
        Self(self.0 & !layer.bit())
    }

    /// Returns whether the set contains `layer`.
    #[inline]
    pub const fn has(self, layer: Layer) -> bool {
        self.0 & layer.bit() != 0
    }

    /// Returns whether this set and `other` have at least one layer in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Iterates over the layers of the set in ladder order.
    pub fn iter(self) -> impl Iterator<Item = Layer> {
        Layer::ALL.iter().copied().filter(move |layer| self.has(*layer))
    }
}

impl FromIterator<Layer> for LayerSet {
    fn from_iter<I: IntoIterator<Item = Layer>>(layers: I) -> Self {
        layers.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Writes the names of the layers, separated by `+`.
impl fmt::Debug for LayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Layer::name).collect();
        f.write_str(&names.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_parsed_in_any_letter_case() {
        for layer in Layer::ALL {
            for name in layer.names() {
                assert_eq!(name.to_uppercase().parse(), Ok(*layer));
                assert_eq!(name.replace('-', " ").parse(), Ok(*layer));
            }
        }
        assert_eq!("LMR".parse(), Ok(Layer::LateReductions));
        assert_eq!("SEE pruning".parse(), Ok(Layer::ExchangePruning));
        assert!("no-such-layer".parse::<Layer>().is_err());
    }

    #[test]
    fn no_name_or_alias_belongs_to_two_layers() {
        let mut names: Vec<_> = Layer::ALL.iter().flat_map(|layer| layer.names()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn single_layers_can_be_added_to_and_removed_from_a_set() {
        let set = LayerSet::up_to(Layer::History);
        assert_eq!(set.iter().map(Layer::name).collect::<Vec<_>>(), ["captures-first", "killers", "history"]);
        assert!(!set.without(Layer::Killers).has(Layer::Killers));
        assert_eq!(set.without(Layer::Killers).with(Layer::Killers), set);
        assert_eq!(LayerSet::ALL.iter().count(), Layer::ALL.len());
    }
}
