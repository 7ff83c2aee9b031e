//! The layers: one switchable idea each.
//!
//! A layer has a name that never changes (options and JSON carry it), a variant here, and a file or a head in [the
//! node](super::negamax). An *exact* layer changes how many nodes are visited and never the score; a *selective* one
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
pub mod check_evasion;
pub mod continuation;
pub mod correction;
pub mod deepening;
pub mod draws;
pub mod exchange;
pub mod fail_blend;
pub mod fifty_fade;
pub mod futility;
pub mod hindsight;
pub mod history;
pub mod internal_reduction;
pub mod killers;
pub mod last_move;
pub mod late_moves;
pub mod mate_distance;
pub mod near_root;
pub mod null_move;
pub mod ordering;
pub mod pawn_history;
pub mod picker;
pub mod probcut;
pub mod quiescence;
pub mod random;
pub mod razoring;
pub mod recall;
pub mod repetition_ahead;
pub mod reverse_futility;
pub mod singular;
pub mod syzygy;
pub mod zero_window;

mod set;

use std::{fmt, str::FromStr};

pub use set::LayerSet;

/// Declares the layers in ladder order: variant, name, exact or not, page, and the idea in one line.
macro_rules! layers {
    ($($variant:ident $name:literal $exact:literal $page:literal $idea:literal;)*) => {
        /// One switchable idea of the search. In the order of the ladder, with the page of each: the contents of the book.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Layer {
            $(#[doc = concat!($idea, " [Its page](", $page, ").")] $variant,)*
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
    CapturesFirst "captures-first" true "ordering" "Captures are tried first: the most valuable victim, by the least valuable attacker.";
    Killers "killers" true "killers" "Quiet moves that refuted a sibling are tried after the captures.";
    History "history" true "history" "Quiet moves are ordered by how often they have refuted anything so far.";
    Deepening "deepening" true "deepening" "Search to depth 1, 2, 3, …: each iteration orders the next, and there is always an answer.";
    Table "table" true "recall" "Positions met before at the same depth are not searched again.";
    TableMove "table-move" true "recall" "The best move stored for a position is tried first.";
    ZeroWindow "zero-window" true "zero_window" "After the first move, only ask whether a move is better; search again if it is.";
    Aspiration "aspiration" true "aspiration" "Expect the score near the last iteration's; widen the window if it is not.";
    MateDistance "mate-distance" true "mate_distance" "Do not look for a mate longer than the one already found.";
    Draws "draws" false "draws" "Repetition, fifty moves and insufficient material are scored as draws.";
    Quiescence "quiescence" false "quiescence" "At the horizon, captures are played out before the evaluator is asked.";
    DeeperTable "deeper-table" false "recall" "A stored value of a greater depth is used as well.";
    CheckEvasion "check-evasion" false "check_evasion" "The horizon is pushed one ply out while in check.";
    NullMove "null-move" false "null_move" "If passing is good enough, moving will be: the node is cut.";
    ReverseFutility "reverse-futility" false "reverse_futility" "A static value far enough above beta ends the node.";
    Razoring "razoring" false "razoring" "A static value far enough below alpha leaves the node to quiescence.";
    ExchangePruning "exchange-pruning" false "exchange" "Moves that lose the exchange on their square are skipped.";
    ExchangeOrdering "exchange-ordering" true "exchange" "Captures that lose the exchange are tried after the quiet moves.";
    LateReductions "late-reductions" false "late_moves" "Late quiet moves are searched less deep first.";
    LatePruning "late-pruning" false "late_moves" "Near the horizon, after many moves, the quiet ones left are skipped.";
    Futility "futility" false "futility" "Quiet moves that cannot lift the static value to alpha are skipped.";
    CaptureHistory "capture-history" true "capture_history" "Captures are ordered by how often they have refuted anything as well.";
    ContinuationHistory "continuation-history" true "continuation" "Quiet moves are ordered by their success after the moves before them as well.";
    InternalReduction "internal-reduction" false "internal_reduction" "A node without a remembered move is searched less deep.";
    Singular "singular" false "singular" "A move that alone holds the node is searched deeper; if others hold it too, the node is cut.";
    Probcut "probcut" false "probcut" "A capture that exceeds beta by a margin at a lesser depth cuts the node.";
    Correction "correction" false "correction" "The static value is corrected by the evaluator's errors in similar positions.";
    TableEval "table-eval" false "super::survey" "A stored value takes the place of the static one where its bound says more.";
    Hindsight "hindsight" false "hindsight" "A reduction is revised once the reduced move has been made.";
    DeeperShallower "deeper-shallower" false "zero_window" "A reduced move that surprises much is searched deeper, one that surprises little less deep.";
    RepetitionAhead "repetition-ahead" false "repetition_ahead" "A side that can repeat with its next move has a draw at least.";
    FiftyFade "fifty-fade" false "fifty_fade" "The static value fades as the fifty moves run out.";
    FailBlend "fail-blend" false "fail_blend" "A value above beta is told nearer to beta.";
    ShallowAspiration "shallow-aspiration" false "aspiration" "After the root fails high it is searched again a ply less deep.";
    QuiescenceTable "quiescence-table" false "quiescence" "Quiescence asks the table and remembers in it.";
    QuiescencePruning "quiescence-pruning" false "quiescence" "Quiescence skips captures that cannot lift the value to alpha, and moves after the third.";
    PawnHistory "pawn-history" true "pawn_history" "Quiet moves are ordered by their success with the pawns as they stand as well.";
    SwingHistory "swing-history" true "last_move" "A quiet move is judged at once by what it did to the static value.";
    FailLowCredit "fail-low-credit" true "last_move" "A quiet move that nothing refuted counts as a success.";
    NearRoot "near-root" false "near_root" "Near the root no static value ends a node, and late moves of the root are reduced less.";
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
}
