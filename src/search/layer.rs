//! The list of layers: one switchable idea each, in ladder order.

use std::{fmt, str::FromStr};

/// Declares the layers in ladder order: variant, name, exact or not, page, and the idea in one line.
macro_rules! layers {
    ($($variant:ident $name:literal $exact:literal $page:literal $idea:literal;)*) => {
        /// One switchable idea of the search. In the order of the ladder, with the page of each: the contents of the book.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Layer {
            $(#[doc = concat!($idea, " [Its page](super::", $page, ").")] $variant,)*
        }

        impl Layer {
            /// Every layer, in ladder order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name on the command line, in UCI and in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Whether the layer leaves every score as minimax has it.
            #[must_use]
            pub const fn is_exact(self) -> bool {
                match self { $(Self::$variant => $exact,)* }
            }

            /// The idea in one line.
            #[must_use]
            pub const fn idea(self) -> &'static str {
                match self { $(Self::$variant => $idea,)* }
            }
        }
    };
}

layers! {
    CapturesFirst "captures-first" true "move_picker::order" "Captures are tried first: the most valuable victim, by the least valuable attacker.";
    Killers "killers" true "layers::killers" "Quiet moves that refuted a sibling are tried after the captures.";
    History "history" true "layers::history" "Quiet moves are ordered by how often they have refuted anything so far.";
    Deepening "deepening" true "layers::deepening" "Search to depth 1, 2, 3, …: each iteration orders the next, and there is always an answer.";
    Table "table" true "layers::recall" "Positions met before at the same depth are not searched again.";
    TableMove "table-move" true "layers::recall" "The best move stored for a position is tried first.";
    ZeroWindow "zero-window" true "layers::zero_window" "After the first move, only ask whether a move is better; search again if it is.";
    Aspiration "aspiration" true "layers::aspiration" "Expect the score near the last iteration's; widen the window if it is not.";
    MateDistance "mate-distance" true "layers::mate_distance" "Do not look for a mate longer than the one already found.";
    Draws "draws" false "layers::draws" "Repetition, fifty moves and insufficient material are scored as draws.";
    Quiescence "quiescence" false "layers::quiescence" "At the horizon, captures are played out before the evaluator is asked.";
    DeeperTable "deeper-table" false "layers::recall" "A stored value of a greater depth is used as well.";
    CheckEvasion "check-evasion" false "layers::check_evasion" "The horizon is pushed one ply out while in check.";
    NullMove "null-move" false "layers::null_move" "If passing is good enough, moving will be: the node is cut.";
    ReverseFutility "reverse-futility" false "layers::reverse_futility" "A static value far enough above beta ends the node.";
    Razoring "razoring" false "layers::razoring" "A static value far enough below alpha leaves the node to quiescence.";
    ExchangePruning "exchange-pruning" false "layers::exchange" "Moves that lose the exchange on their square are skipped.";
    ExchangeOrdering "exchange-ordering" true "layers::exchange" "Captures that lose the exchange are tried after the quiet moves.";
    LateReductions "late-reductions" false "layers::late_moves" "Late quiet moves are searched less deep first.";
    LatePruning "late-pruning" false "layers::late_moves" "Near the horizon, after many moves, the quiet ones left are skipped.";
    Futility "futility" false "layers::futility" "Quiet moves that cannot lift the static value to alpha are skipped.";
    CaptureHistory "capture-history" true "layers::capture_history" "Captures are ordered by how often they have refuted anything as well.";
    ContinuationHistory "continuation-history" true "layers::continuation" "Quiet moves are ordered by their success after the moves before them as well.";
    InternalReduction "internal-reduction" false "layers::internal_reduction" "A node without a remembered move is searched less deep.";
    Singular "singular" false "layers::singular" "A move that alone holds the node is searched deeper; if others hold it too, the node is cut.";
    Probcut "probcut" false "layers::probcut" "A capture that exceeds beta by a margin at a lesser depth cuts the node.";
    Correction "correction" false "layers::correction" "The static value is corrected by the evaluator's errors in similar positions.";
    TableEval "table-eval" false "node::static_eval" "A stored value takes the place of the static one where its bound says more.";
    Hindsight "hindsight" false "layers::hindsight" "A reduction is revised once the reduced move has been made.";
    DeeperShallower "deeper-shallower" false "layers::zero_window" "A reduced move that surprises much is searched deeper, one that surprises little less deep.";
    RepetitionAhead "repetition-ahead" false "layers::repetition_ahead" "A side that can repeat with its next move has a draw at least.";
    FiftyFade "fifty-fade" false "layers::fifty_fade" "The static value fades as the fifty moves run out.";
    FailBlend "fail-blend" false "layers::fail_blend" "A value above beta is told nearer to beta.";
    ShallowAspiration "shallow-aspiration" false "layers::aspiration" "After the root fails high it is searched again a ply less deep.";
    QuiescenceTable "quiescence-table" false "layers::quiescence" "Quiescence asks the table and remembers in it.";
    QuiescencePruning "quiescence-pruning" false "layers::quiescence" "Quiescence skips captures that cannot lift the value to alpha, and moves after the third.";
    PawnHistory "pawn-history" true "layers::pawn_history" "Quiet moves are ordered by their success with the pawns as they stand as well.";
    SwingHistory "swing-history" true "layers::last_move" "A quiet move is judged at once by what it did to the static value.";
    FailLowCredit "fail-low-credit" true "layers::last_move" "A quiet move that nothing refuted counts as a success.";
    NearRoot "near-root" false "layers::near_root" "Near the root no static value ends a node, and late moves of the root are reduced less.";
}

impl Layer {
    const fn bit(self) -> u64 {
        1 << self as u32
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Layer {
    type Err = UnknownLayer;

    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let known = Self::ALL.iter().find(|layer| layer.name().eq_ignore_ascii_case(text));
        known.copied().ok_or_else(|| UnknownLayer(text.to_owned()))
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
    #[must_use]
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
    #[must_use]
    pub const fn has(self, layer: Layer) -> bool {
        self.0 & layer.bit() != 0
    }

    /// Whether the two sets have a layer in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The layers of the set, in ladder order.
    pub fn iter(self) -> impl Iterator<Item = Layer> {
        Layer::ALL.iter().copied().filter(move |layer| self.has(*layer))
    }

    /// Whether every layer of the set is exact, so that the set proves itself against minimax.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.iter().all(Layer::is_exact)
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

    #[test]
    fn exactness_of_a_set_is_that_of_its_layers() {
        assert!(LayerSet::up_to(Layer::MateDistance).is_exact());
        assert!(!LayerSet::NONE.with(Layer::Draws).is_exact());
        assert!(LayerSet::NONE.is_exact());
    }
}
