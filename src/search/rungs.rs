//! The ladder: all named rungs from the lowest to the highest, and the notation for sets of layers on the
//! command line.
//!
//! A rung above `alpha-beta` is the set of all layers up to a certain layer and has the name of this layer.
//! Five rungs that add two or three layers have a name of their own: `killers-history`, `exchange`,
//! `histories`, `draws-ahead` and `more-histories`. [The story of the ladder](super) explains every rung from
//! `minimax` on.

use std::{fmt, str::FromStr};

use super::layer::{Layer, LayerSet};

/// Algorithm that chooses the move to play: random, minimax, alpha-beta, or the node with a set of layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Chooses a random legal move, without a search.
    Random,
    /// Plain minimax: searches every line to the horizon.
    Minimax,
    /// Plain alpha-beta: minimax that skips moves that cannot change the score.
    AlphaBeta,
    /// Search with [the node](super::negamax) and the given set of layers.
    Layers(LayerSet),
}

impl Algorithm {
    /// The full search: the node with all layers.
    pub const FULL: Self = Self::Layers(LayerSet::ALL);

    /// Returns the layers of the algorithm; the empty set for random moves, minimax and alpha-beta.
    pub const fn layers(self) -> LayerSet {
        match self {
            Self::Layers(set) => set,
            Self::Random | Self::Minimax | Self::AlphaBeta => LayerSet::NONE,
        }
    }

    /// Whether the algorithm uses iterative deepening. A search without iterative deepening has one fixed
    /// depth.
    pub const fn deepens(self) -> bool {
        self.layers().has(Layer::Deepening)
    }

    /// Returns `full` for the set of all layers, otherwise the name of the rung with exactly this algorithm;
    /// `None` if no rung uses this algorithm.
    fn rung(self) -> Option<&'static str> {
        if self == Self::FULL {
            return Some(FULL);
        }
        RUNGS.iter().find(|rung| rung.algorithm == self).map(|rung| rung.name)
    }

    /// Returns the algorithm's set of layers as `full` minus the missing layers, such as
    /// `full-null-move-draws`; `None` if more than `most` layers are missing. For random moves, minimax and
    /// alpha-beta, all layers are missing.
    pub(crate) fn full_minus(self, most: usize) -> Option<String> {
        let missing: Vec<_> = Layer::ALL.iter().filter(|layer| !self.layers().has(**layer)).collect();
        (missing.len() <= most)
            .then(|| missing.iter().fold(FULL.to_owned(), |name, layer| format!("{name}-{layer}")))
    }

    /// Returns a short name of the algorithm: `full` or the name of its rung, or else `full` minus up to
    /// `most` layers, or else `alpha-beta` plus all layers of the set.
    pub(crate) fn short_name(self, most: usize) -> String {
        let minus = if self.rung().is_none() { self.full_minus(most) } else { None };
        minus.unwrap_or_else(|| self.to_string())
    }
}

impl Default for Algorithm {
    fn default() -> Self {
        Self::FULL
    }
}

/// Rung: one named step of the ladder, with its algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Name of the rung on the command line, in UCI and in JSON. Names never change.
    pub name: &'static str,
    /// Algorithm that the rung uses to choose a move.
    pub algorithm: Algorithm,
    /// Explanation of what the rung adds, for a reader who knows chess but not search. The HTML pages print
    /// this explanation.
    pub story: &'static str,
}

const fn rung(name: &'static str, last: Layer, story: &'static str) -> Rung {
    Rung { name, algorithm: Algorithm::Layers(LayerSet::up_to(last)), story }
}

/// The rungs of the ladder, from the lowest to the highest.
pub const RUNGS: &[Rung] = &[
    Rung {
        name: "random",
        algorithm: Algorithm::Random,
        story: "The rung random plays a random legal move; all legal moves are equally likely.",
    },
    Rung {
        name: "minimax",
        algorithm: Algorithm::Minimax,
        story: "Minimax tries every legal move, every reply to each move, and so on to a fixed \
                 depth. At that depth it counts the material. Each side chooses the move that is \
                 best for itself. Minimax skips no move, so its score is right by definition, and \
                 the scores of the higher rungs are compared with it.",
    },
    Rung {
        name: "alpha-beta",
        algorithm: Algorithm::AlphaBeta,
        story: "If one reply already refutes a move, the other replies to this move are not \
                 searched: the refuted move will not be played anyway. The skipped replies provably \
                 cannot change the score.",
    },
    rung(
        "captures-first",
        Layer::CapturesFirst,
        "A refutation ends the work on a move at once, so likely refutations are tried first. Most \
         refutations are captures. Captures are ordered by the most valuable victim, then by the \
         least valuable attacker (MVV-LVA).",
    ),
    rung(
        "killers-history",
        Layer::History,
        "Quiet moves can be refutations too. A quiet move that has just refuted a neighbouring line \
         (a killer move) is tried right after the captures. The other quiet moves are ordered by how \
         often they have been refutations so far (history heuristic).",
    ),
    rung(
        "deepening",
        Layer::Deepening,
        "Iterative deepening searches the position to depth 1, then 2, then 3, and so on. The early \
         iterations cost little. Each iteration first tries the best move of the iteration before. \
         When time runs out, the best move found so far is ready.",
    ),
    rung(
        "table",
        Layer::Table,
        "Different move orders lead to the same position: 1. e4 e5 2. Nf3 and 1. Nf3 e5 2. e4. The \
         transposition table stores the score of each searched position. If a position occurs again \
         at the same depth, its score can be read from the table.",
    ),
    rung(
        "table-move",
        Layer::TableMove,
        "A stored score from a shallower search than required cannot be used. The best move stored \
         with that score is still the most likely best move, so it is tried first.",
    ),
    rung(
        "zero-window",
        Layer::ZeroWindow,
        "The first move is expected to be the best. Principal variation search (PVS) only tests \
         whether each later move is better: a search with a zero window takes fewer nodes than a \
         search for an exact score. If a later move is better, PVS searches that move again with the \
         full window.",
    ),
    rung(
        "aspiration",
        Layer::Aspiration,
        "The score is expected to be close to the score of the last iteration. The search uses a \
         narrow window around the last score, so lines with scores far outside this window are cut \
         earlier. If the new score falls outside the window, the search is repeated with a wider \
         window.",
    ),
    rung(
        "mate-distance",
        Layer::MateDistance,
        "Once a mate in two is found, lines that could at best lead to a mate in three are skipped \
         (mate distance pruning).",
    ),
    rung(
        "draws",
        Layer::Draws,
        "Repetitions, fifty moves without progress, and insufficient material are scored as draws. \
         From this rung on, scores may differ from the scores of minimax.",
    ),
    rung(
        "quiescence",
        Layer::Quiescence,
        "A search that stops in the middle of an exchange counts a queen as won that is recaptured \
         on the next move. Quiescence search therefore continues with captures at the horizon until \
         the position is quiet, and evaluates only then. The nodes of quiescence search come in \
         addition to the nodes before the horizon.",
    ),
    rung(
        "deeper-table",
        Layer::DeeperTable,
        "A stored score from a deeper search than required can replace a search too, because a \
         deeper search is more reliable.",
    ),
    rung(
        "check-evasion",
        Layer::CheckEvasion,
        "A side in check has few legal moves and is in danger. The search therefore does not stop at \
         a position in check but continues for one more ply (check extension).",
    ),
    rung(
        "null-move",
        Layer::NullMove,
        "If a side could pass and still have a good score, a real move is even better. If a shallow \
         search of the position after passing confirms the good score, the line is cut. In zugzwang \
         every move is worse than passing, so pawn endings are excluded.",
    ),
    rung(
        "reverse-futility",
        Layer::ReverseFutility,
        "Near the horizon, a side whose lead is larger than the remaining moves can usually change \
         is assumed to stay ahead, and the line is cut.",
    ),
    rung(
        "razoring",
        Layer::Razoring,
        "If the side to move is far behind, only its captures are searched, and the line is cut \
         with their score (razoring).",
    ),
    rung(
        "exchange",
        Layer::ExchangeOrdering,
        "Static exchange evaluation (SEE) adds up all captures on one square without a search. A \
         capture that loses material by SEE is tried last, or skipped near the horizon.",
    ),
    rung(
        "late-reductions",
        Layer::LateReductions,
        "With good move ordering, a move late in the list is rarely the best. Late moves are \
         searched at reduced depth first. Only a late move that raises the score is searched again \
         at full depth. Late move reductions (LMR) give modern programs their depth.",
    ),
    rung(
        "late-pruning",
        Layer::LatePruning,
        "Near the horizon, once many moves of a position have been searched without success, the \
         remaining quiet moves are skipped (late move pruning).",
    ),
    rung(
        "futility",
        Layer::Futility,
        "Near the horizon, a quiet move is skipped if the side to move is so far behind that a quiet \
         move cannot help (futility pruning).",
    ),
    rung(
        "histories",
        Layer::ContinuationHistory,
        "Statistics of successful moves become more detailed. Captures get their own statistics. \
         Quiet moves also get statistics for each preceding move: a good reply to Bg5 need not be a \
         good reply to a4.",
    ),
    rung(
        "internal-reduction",
        Layer::InternalReduction,
        "If the transposition table has no move for a position, move ordering is poor there. A \
         position without a stored move is searched one ply less deeply. The next search of that \
         position then has a stored move.",
    ),
    rung(
        "singular",
        Layer::Singular,
        "If one move is much better than all others, an error in its score costs most, so this move \
         is searched deeper. If several moves are good enough to refute the opponent's last move, \
         the line is cut instead.",
    ),
    rung(
        "probcut",
        Layer::Probcut,
        "If a capture exceeds the required score by a good margin in a shallow search, a deep search \
         would almost certainly confirm it, and the line is cut.",
    ),
    rung(
        "correction",
        Layer::Correction,
        "The static evaluation of a position is corrected by its average error in positions with the \
         same pawns or pieces.",
    ),
    rung(
        "table-eval",
        Layer::TableEval,
        "If the transposition table has a more precise score than the static evaluation, that score \
         replaces the static evaluation.",
    ),
    rung(
        "hindsight",
        Layer::Hindsight,
        "After a reduced move has been made, the static evaluation of the new position shows whether \
         the reduction was too large or too small.",
    ),
    rung(
        "deeper-shallower",
        Layer::DeeperShallower,
        "A reduced move that exceeds the best score so far by much is searched again one ply deeper. \
         A reduced move that exceeds the best score by little is searched again one ply less deeply.",
    ),
    rung(
        "draws-ahead",
        Layer::FiftyFade,
        "A side that can repeat the position with its next move has at least a draw. An advantage \
         counts less as the fifty-move counter grows.",
    ),
    rung(
        "shallow-aspiration",
        Layer::ShallowAspiration,
        "If the best move turns out even better than expected, its exact score matters less. The \
         search is repeated one ply less deeply.",
    ),
    rung(
        "quiescence-pruning",
        Layer::QuiescencePruning,
        "Quiescence search skips captures that cannot win enough material, and uses the \
         transposition table as well.",
    ),
    rung(
        "more-histories",
        Layer::FailLowCredit,
        "Quiet moves are ordered by more statistics: the pawn structure, the change in the static \
         evaluation after the move, and whether any reply refuted the move.",
    ),
    rung(
        "near-root",
        Layer::NearRoot,
        "The nearer to the root a line is pruned, the more good moves the pruning can hide. Near the \
         root, no position is pruned by its static evaluation, and late root moves are searched \
         deeper.",
    ),
    rung(
        "pv-history",
        Layer::PvHistory,
        "The best move of a position is remembered for move ordering not only if it is a refutation, \
         but also if its score is exact.",
    ),
];

/// Name of the set of all layers, the full search.
pub const FULL: &str = "full";

/// Returns the rung with this name, in any letter case; `full` is accepted too. `None` if no rung has this
/// name.
pub fn find(name: &str) -> Option<Rung> {
    if name.eq_ignore_ascii_case(FULL) {
        return Some(Rung {
            name: FULL,
            algorithm: Algorithm::FULL,
            story: "All layers together: the search that the engine plays with.",
        });
    }
    RUNGS.iter().find(|rung| rung.name.eq_ignore_ascii_case(name)).copied()
}

/// Parses the name of a rung, with layers added (`+`) or removed (`-`), such as `full`, `full-draws` or
/// `alpha-beta+table+table-move`. No layers can be added to or removed from `random` and `minimax`.
impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let unknown = || UnknownAlgorithm(text.to_owned());
        let names = RUNGS.iter().map(|rung| rung.name).chain([FULL]);
        let base = longest_prefix(text, names).ok_or_else(unknown)?;
        let start = find(base).ok_or_else(unknown)?.algorithm;
        let mut rest = &text[base.len()..];
        if rest.is_empty() {
            return Ok(start);
        }
        if matches!(start, Self::Random | Self::Minimax) {
            return Err(unknown());
        }
        let mut set = start.layers();
        while let Some(sign) = rest.chars().next() {
            rest = &rest[sign.len_utf8()..];
            let names = Layer::ALL.iter().flat_map(|layer| layer.names());
            let name = longest_prefix(rest, names).ok_or_else(unknown)?;
            let layer: Layer = name.parse().map_err(|_| unknown())?;
            set = match sign {
                '+' => set.with(layer),
                '-' => set.without(layer),
                _ => return Err(unknown()),
            };
            rest = &rest[name.len()..];
        }
        Ok(Self::Layers(set))
    }
}

/// Returns the longest of `names` with which `text` begins, in any letter case. In `text`, the name must be
/// followed by `+`, `-` or the end of the text.
fn longest_prefix<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names
        .filter(|name| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)))
        .filter(|name| matches!(text.as_bytes().get(name.len()), None | Some(b'+' | b'-')))
        .max_by_key(|name| name.len())
}

/// Writes `full` for the set of all layers, otherwise the name of the algorithm's rung, or `alpha-beta` plus
/// the layers of the set if no rung has this set of layers.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rung) = self.rung() {
            return f.write_str(rung);
        }
        f.write_str("alpha-beta")?;
        self.layers().iter().try_for_each(|layer| write!(f, "+{layer}"))
    }
}

/// Error: the field, a text from the user, is neither a rung nor a set of layers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is neither a rung nor a set of layers: use a rung such as table-move or full, or a set such as full-draws or alpha-beta+table"
)]
pub struct UnknownAlgorithm(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_is_parsed_from_its_name() {
        for rung in RUNGS {
            assert_eq!(rung.name.parse(), Ok(rung.algorithm), "{}", rung.name);
            let full = rung.algorithm == Algorithm::FULL;
            assert_eq!(rung.algorithm.to_string(), if full { FULL } else { rung.name });
        }
        assert_eq!("full".parse(), Ok(Algorithm::FULL));
    }

    #[test]
    fn the_top_rung_contains_every_layer() {
        assert_eq!(RUNGS.last().map(|rung| rung.algorithm), Some(Algorithm::FULL), "a layer without a rung");
    }

    #[test]
    fn layers_are_added_and_removed_in_the_order_written() {
        let set = |text: &str| text.parse::<Algorithm>().expect(text).layers();
        assert_eq!(
            set("full-table-move-draws"),
            LayerSet::ALL.without(Layer::TableMove).without(Layer::Draws)
        );
        assert_eq!(set("alpha-beta+table"), LayerSet::NONE.with(Layer::Table));
        assert_eq!(set("killers-history-history"), LayerSet::up_to(Layer::Killers));
        assert_eq!(set("full-lmr-SEE-pruning"), set("full-late-reductions-exchange-pruning"));
        let odd = Algorithm::Layers(LayerSet::NONE.with(Layer::Table).with(Layer::Draws));
        assert_eq!(odd.to_string().parse(), Ok(odd));
    }

    #[test]
    fn a_set_that_lacks_few_layers_is_written_as_full_minus_those_layers() {
        let name = |text: &str| text.parse::<Algorithm>().expect(text).short_name(2);
        assert_eq!(name("full-table-move-draws"), "full-table-move-draws");
        let top = Layer::ALL[Layer::ALL.len() - 1];
        let below = RUNGS[RUNGS.len() - 2];
        assert_eq!(name(&format!("full-{top}")), below.name, "a rung keeps its name");
        assert_eq!(name("alpha-beta+table"), "alpha-beta+table");
        assert_eq!(
            [Algorithm::FULL, below.algorithm].map(|set| set.full_minus(1)),
            [Some("full".into()), Some(format!("full-{top}"))]
        );
        assert_eq!(Algorithm::Minimax.full_minus(2), None);
    }

    #[test]
    fn text_that_is_neither_a_rung_nor_a_set_is_rejected() {
        for text in
            ["", "fuller", "full-", "full+nothing", "minimax+table", "random-draws", "full draws", "+table"]
        {
            assert!(text.parse::<Algorithm>().is_err(), "{text}");
        }
    }
}
