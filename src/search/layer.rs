//! The list of layers, in ladder order: names, aliases and the idea of each in one sentence.
//!
//! Variant, module and file have the same name: `NullMove` is [`layers::null_move`](super::layers::null_move). Everything else
//! about a layer is in its file: see [`LayerInfo`](super::layers::LayerInfo).

use std::{fmt, str::FromStr};

/// Declares the layers in ladder order: variant, module, name, aliases, and the idea in one sentence.
macro_rules! layers {
    ($($variant:ident = $module:ident, $name:literal, [$($alias:literal),*]: $idea:literal;)*) => {
        /// One switchable idea of the search. In the order of the ladder, with the page of each: the contents of the book.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Layer {
            $(#[doc = concat!(
                "`", $name, "`", $(", ", $alias,)* ": ", $idea, " [Its page](super::layers::", stringify!($module), ")."
            )] $variant,)*
        }

        impl Layer {
            /// Every layer, in ladder order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name on the command line, in UCI and in JSON. It never changes.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The module of the layer in `search::layers`, which is also the name of its file.
            pub const fn module(self) -> &'static str {
                match self { $(Self::$variant => stringify!($module),)* }
            }

            /// Other names by which programmers know the idea. They are accepted wherever a layer is named.
            pub const fn aliases(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($alias,)*],)* }
            }

            /// The idea in one sentence.
            pub const fn idea(self) -> &'static str {
                match self { $(Self::$variant => $idea,)* }
            }
        }
    };
}

layers! {
    CapturesFirst = captures_first, "captures-first", ["mvv-lva"]:
        "Captures are tried first: the most valuable victim, by the least valuable attacker.";
    Killers = killers, "killers", ["killer-moves"]:
        "Quiet moves that refuted a sibling are tried after the captures.";
    History = history, "history", ["history-heuristic", "butterfly-history"]:
        "Quiet moves are ordered by how often they have refuted anything so far.";
    Deepening = deepening, "deepening", ["iterative-deepening", "id"]:
        "Search to depth 1, 2, 3, …: each iteration orders the next, and there is always an answer.";
    Table = table, "table", ["transposition-table", "tt"]:
        "Positions met before at the same depth are not searched again.";
    TableMove = table_move, "table-move", ["hash-move", "tt-move"]:
        "The best move stored for a position is tried first.";
    ZeroWindow = zero_window, "zero-window", ["principal-variation-search", "pvs"]:
        "After the first move, only ask whether a move is better; search again if it is.";
    Aspiration = aspiration, "aspiration", ["aspiration-windows"]:
        "Expect the score near the last iteration's; widen the window if it is not.";
    MateDistance = mate_distance, "mate-distance", ["mate-distance-pruning", "mdp"]:
        "Do not look for a mate longer than the one already found.";
    Draws = draws, "draws", []:
        "Repetition, fifty moves and insufficient material are scored as draws.";
    Quiescence = quiescence, "quiescence", ["quiescence-search", "qsearch"]:
        "At the horizon, captures are played out before the evaluator is asked.";
    DeeperTable = deeper_table, "deeper-table", []:
        "A stored value of a greater depth is used as well.";
    CheckEvasion = check_evasion, "check-evasion", ["check-extension"]:
        "The horizon is pushed one ply out while in check.";
    NullMove = null_move, "null-move", ["null-move-pruning", "nmp"]:
        "If passing is good enough, moving will be: the node is cut.";
    ReverseFutility = reverse_futility, "reverse-futility", ["reverse-futility-pruning", "static-null-move-pruning", "rfp"]:
        "A static value far enough above beta ends the node.";
    Razoring = razoring, "razoring", []:
        "A static value far enough below alpha leaves the node to quiescence.";
    ExchangePruning = exchange_pruning, "exchange-pruning", ["see-pruning"]:
        "Moves that lose the exchange on their square are skipped.";
    ExchangeOrdering = exchange_ordering, "exchange-ordering", ["see-ordering"]:
        "Captures that lose the exchange are tried after the quiet moves.";
    LateReductions = late_reductions, "late-reductions", ["late-move-reductions", "lmr"]:
        "Late quiet moves are searched less deep first.";
    LatePruning = late_pruning, "late-pruning", ["late-move-pruning", "lmp"]:
        "Near the horizon, after many moves, the quiet ones left are skipped.";
    Futility = futility, "futility", ["futility-pruning", "fp"]:
        "Quiet moves that cannot lift the static value to alpha are skipped.";
    CaptureHistory = capture_history, "capture-history", []:
        "Captures are ordered by how often they have refuted anything as well.";
    ContinuationHistory = continuation_history, "continuation-history", ["conthist"]:
        "Quiet moves are ordered by their success after the moves before them as well.";
    InternalReduction = internal_reduction, "internal-reduction", ["internal-iterative-reduction", "iir"]:
        "A node without a remembered move is searched less deep.";
    Singular = singular, "singular", ["singular-extensions", "se"]:
        "A move that alone holds the node is searched deeper; if others hold it too, the node is cut.";
    Probcut = probcut, "probcut", []:
        "A capture that exceeds beta by a margin at a lesser depth cuts the node.";
    Correction = correction, "correction", ["correction-history", "corrhist"]:
        "The static value is corrected by the evaluator's errors in similar positions.";
    TableEval = table_eval, "table-eval", []:
        "A stored value takes the place of the static one where its bound says more.";
    Hindsight = hindsight, "hindsight", []:
        "A reduction is revised once the reduced move has been made.";
    DeeperShallower = deeper_shallower, "deeper-shallower", []:
        "A reduced move that surprises much is searched deeper, one that surprises little less deep.";
    RepetitionAhead = repetition_ahead, "repetition-ahead", ["upcoming-repetition"]:
        "A side that can repeat with its next move has a draw at least.";
    FiftyFade = fifty_fade, "fifty-fade", []:
        "The static value fades as the fifty moves run out.";
    FailBlend = fail_blend, "fail-blend", []:
        "A value above beta is told nearer to beta.";
    ShallowAspiration = shallow_aspiration, "shallow-aspiration", []:
        "After the root fails high it is searched again a ply less deep.";
    QuiescenceTable = quiescence_table, "quiescence-table", ["qsearch-table"]:
        "Quiescence asks the table and remembers in it.";
    QuiescencePruning = quiescence_pruning, "quiescence-pruning", ["delta-pruning"]:
        "Quiescence skips captures that cannot lift the value to alpha, and moves after the third.";
    PawnHistory = pawn_history, "pawn-history", []:
        "Quiet moves are ordered by their success with the pawns as they stand as well.";
    SwingHistory = swing_history, "swing-history", []:
        "A quiet move is judged at once by what it did to the static value.";
    FailLowCredit = fail_low_credit, "fail-low-credit", []:
        "A quiet move that nothing refuted counts as a success.";
    NearRoot = near_root, "near-root", []:
        "Near the root no static value ends a node, and late moves of the root are reduced less.";
}

impl Layer {
    const fn bit(self) -> u64 {
        1 << self as u32
    }

    /// The name and the aliases.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name()).chain(self.aliases().iter().copied())
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a name or an alias, in any case; blanks and underscores count as hyphens: `LMR`, `null move pruning`.
impl FromStr for Layer {
    type Err = UnknownLayer;

    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let wanted = text.trim().replace([' ', '_'], "-");
        let known = |layer: &Self| layer.names().any(|name| name.eq_ignore_ascii_case(&wanted));
        Self::ALL.iter().copied().find(known).ok_or_else(|| UnknownLayer(text.to_owned()))
    }
}

/// There is no layer of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no layer '{0}'")]
pub struct UnknownLayer(String);

/// A set of layers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct LayerSet(u64);

impl LayerSet {
    /// No layer: plain alpha-beta.
    pub const NONE: Self = Self(0);
    /// Every layer.
    pub const ALL: Self = Self::up_to(Layer::ALL[Layer::ALL.len() - 1]);

    /// Every layer up to this one in ladder order.
    pub const fn up_to(last: Layer) -> Self {
        Self((last.bit() << 1).wrapping_sub(1))
    }

    /// The set with `layer` in it.
    #[must_use]
    pub const fn with(self, layer: Layer) -> Self {
        Self(self.0 | layer.bit())
    }

    /// The set without `layer`.
    #[must_use]
    pub const fn without(self, layer: Layer) -> Self {
        Self(self.0 & !layer.bit())
    }

    /// Whether `layer` is in the set.
    #[inline]
    pub const fn has(self, layer: Layer) -> bool {
        self.0 & layer.bit() != 0
    }

    /// Whether the two sets have a layer in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The layers of the set, in ladder order.
    pub fn iter(self) -> impl Iterator<Item = Layer> {
        Layer::ALL.iter().copied().filter(move |layer| self.has(*layer))
    }
}

impl FromIterator<Layer> for LayerSet {
    fn from_iter<I: IntoIterator<Item = Layer>>(layers: I) -> Self {
        layers.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The names with `+` between them.
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
    fn names_and_aliases_are_read_in_any_case() {
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
    fn no_name_or_alias_means_two_layers() {
        let mut names: Vec<_> = Layer::ALL.iter().flat_map(|layer| layer.names()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn names_are_read_back_in_any_case() {
        for layer in Layer::ALL {
            assert_eq!(layer.name().to_uppercase().parse(), Ok(*layer));
        }
        assert!("no-such-layer".parse::<Layer>().is_err());
    }

    #[test]
    fn a_set_grows_and_shrinks_by_single_layers() {
        let set = LayerSet::up_to(Layer::History);
        assert_eq!(set.iter().map(Layer::name).collect::<Vec<_>>(), ["captures-first", "killers", "history"]);
        assert!(!set.without(Layer::Killers).has(Layer::Killers));
        assert_eq!(set.without(Layer::Killers).with(Layer::Killers), set);
        assert_eq!(LayerSet::ALL.iter().count(), Layer::ALL.len());
    }
}
