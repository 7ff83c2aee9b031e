//! The ladder: the named rungs in the order of explanation, and how a set of layers is written on the command line.
//!
//! A rung is every layer up to one of them; its name is that of the layer, or of the idea where two or three belong
//! together. What each adds is told in [the story](super).

use std::{fmt, str::FromStr};

use super::layer::{Layer, LayerSet};

/// What chooses the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Dice.
    Random,
    /// Every line to the horizon.
    Minimax,
    /// Minimax without what cannot matter.
    AlphaBeta,
    /// The node with these layers.
    Layers(LayerSet),
}

impl Algorithm {
    /// Everything there is.
    pub const FULL: Self = Self::Layers(LayerSet::ALL);

    /// The layers that are on; none in the rungs below all layers.
    pub const fn layers(self) -> LayerSet {
        match self {
            Self::Layers(set) => set,
            Self::Random | Self::Minimax | Self::AlphaBeta => LayerSet::NONE,
        }
    }

    /// Whether it searches depth after depth by itself; otherwise it needs to be told one.
    pub const fn deepens(self) -> bool {
        self.layers().has(Layer::Deepening)
    }

    /// The name of its rung; `None` for any other set of layers.
    fn rung(self) -> Option<&'static str> {
        if self == Self::FULL {
            return Some(FULL);
        }
        RUNGS.iter().find(|rung| rung.algorithm == self).map(|rung| rung.name)
    }

    /// The set as `full` minus the layers it lacks: `full-null-move-draws`. `None` if it lacks more than `most`.
    pub(crate) fn full_minus(self, most: usize) -> Option<String> {
        let missing: Vec<_> = Layer::ALL.iter().filter(|layer| !self.layers().has(**layer)).collect();
        (missing.len() <= most)
            .then(|| missing.iter().fold(FULL.to_owned(), |name, layer| format!("{name}-{layer}")))
    }

    /// The shortest name: the rung, or `full` minus at most `most` layers, or `alpha-beta` plus all its layers.
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

/// A named step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The name, which never changes.
    pub name: &'static str,
    /// What it plays by.
    pub algorithm: Algorithm,
    /// What it does, for a reader who knows chess but not search. The pages print it.
    pub story: &'static str,
}

const fn rung(name: &'static str, last: Layer, story: &'static str) -> Rung {
    Rung { name, algorithm: Algorithm::Layers(LayerSet::up_to(last)), story }
}

/// The ladder from the bottom up.
pub const RUNGS: &[Rung] = &[
    Rung {
        name: "random",
        algorithm: Algorithm::Random,
        story: "Any legal move, each as likely as the others.",
    },
    Rung {
        name: "minimax",
        algorithm: Algorithm::Minimax,
        story: "Every legal move is tried, every reply to it, and so on to the depth asked for; then the \
                men are counted. Each side takes what is best for it. Nothing is left out, so this is by \
                definition the right answer, and everything above is measured by it.",
    },
    Rung {
        name: "alpha-beta",
        algorithm: Algorithm::AlphaBeta,
        story: "If one reply already refutes a move, the other replies need not be looked at: the move \
                will not be played however bad they are. What is left out is proven not to matter, so the \
                answer stays the same.",
    },
    rung(
        "captures-first",
        Layer::CapturesFirst,
        "A refutation ends the work on a move at once, so it pays to try the likely refutations first. \
         Most are captures: the most valuable victim first, taken by the least valuable man.",
    ),
    rung(
        "killers-history",
        Layer::History,
        "Quiet moves refute as well. One that has just refuted a neighbouring line (a killer) is tried \
         right after the captures, and the others by how often they have refuted anything so far.",
    ),
    rung(
        "deepening",
        Layer::Deepening,
        "The position is searched to depth 1, then 2, then 3, and so on. The early searches cost little \
         and tell which move is probably best, which is then tried first; and there is always a move to \
         play when time runs out.",
    ),
    rung(
        "table",
        Layer::Table,
        "The same position is reached by different orders of moves (1.e4 e5 2.Nf3 and 1.Nf3 e5 2.e4). A \
         table remembers what was found, and the second time the result is looked up.",
    ),
    rung(
        "table-move",
        Layer::TableMove,
        "Even where a remembered value cannot be used, because it is from a shallower search, the best \
         move found then is the most likely best move now: it is tried first.",
    ),
    rung(
        "zero-window",
        Layer::ZeroWindow,
        "The first move is expected to be the best. Of the others it is only asked whether they are \
         better, yes or no, which takes fewer nodes than asking how good they are; if one surprises, it \
         is searched again.",
    ),
    rung(
        "aspiration",
        Layer::Aspiration,
        "The score is expected to be close to that of the depth before. Whatever is far off is cut \
         earlier; if the true score turns out to lie outside, the search is repeated with a wider window.",
    ),
    rung(
        "mate-distance",
        Layer::MateDistance,
        "Once a mate in two is found, no line that could at best mate in three needs to be looked at.",
    ),
    rung(
        "draws",
        Layer::Draws,
        "Repetitions, fifty moves without progress, and bare kings are scored as draws. From here on the \
         question is no longer minimax's, and scores may differ from its score.",
    ),
    rung(
        "quiescence",
        Layer::Quiescence,
        "A search that stops in the middle of an exchange counts a queen as won that is taken back next \
         move. So at the last ply captures are played out until the position is quiet, and only then is \
         it judged. These nodes come on top.",
    ),
    rung(
        "deeper-table",
        Layer::DeeperTable,
        "A remembered value from a deeper search than needed is used too: it knows more.",
    ),
    rung(
        "check-evasion",
        Layer::CheckEvasion,
        "A side in check has few replies and much at stake, so the search does not stop there: it goes \
         one ply on.",
    ),
    rung(
        "null-move",
        Layer::NullMove,
        "If a side could even pass and still stand well enough, a real move will do better still: the \
         line is cut after a shallow look. (In zugzwang that is wrong, so it is left out in pawn \
         endings.)",
    ),
    rung(
        "reverse-futility",
        Layer::ReverseFutility,
        "Near the last ply, a side that is ahead by much more than one move can change is taken to stay \
         ahead.",
    ),
    rung(
        "razoring",
        Layer::Razoring,
        "Near the last ply, a side that is far behind is given only its captures to come back; if they do \
         not help, the line is dropped.",
    ),
    rung(
        "exchange",
        Layer::ExchangeOrdering,
        "The captures on one square are counted through on paper. A capture that loses material by that \
         count is tried last, or near the last ply not at all.",
    ),
    rung(
        "late-reductions",
        Layer::LateReductions,
        "If the order is good, a move far down the list is rarely the best. It is searched less deep \
         first, and in full only if it surprises. This is what makes modern programs deep.",
    ),
    rung(
        "late-pruning",
        Layer::LatePruning,
        "Near the last ply, after enough moves have failed, the remaining quiet ones are skipped.",
    ),
    rung(
        "futility",
        Layer::Futility,
        "Near the last ply, a quiet move that cannot make up for the material behind is skipped.",
    ),
    rung(
        "histories",
        Layer::ContinuationHistory,
        "The record of which moves refute is kept in more detail: captures by themselves, quiet moves by \
         the moves played before them (an answer to Bg5 is not an answer to a4).",
    ),
    rung(
        "internal-reduction",
        Layer::InternalReduction,
        "Where nothing is remembered about a position, nobody knows what to try first: it is searched \
         less deep now, and better next time.",
    ),
    rung(
        "singular",
        Layer::Singular,
        "If one move is much better than all others, a mistake about it costs most: it is searched \
         deeper. If several hold the position, the line is cut instead.",
    ),
    rung(
        "probcut",
        Layer::Probcut,
        "If a capture exceeds what is needed by a good margin in a shallow search, the deep one is taken \
         to agree.",
    ),
    rung(
        "correction",
        Layer::Correction,
        "The judgement of a position is corrected by how wrong it has turned out to be in positions with \
         the same pawns or pieces.",
    ),
    rung(
        "table-eval",
        Layer::TableEval,
        "If the table knows more about a position than its first judgement, the table's value takes its \
         place.",
    ),
    rung(
        "hindsight",
        Layer::Hindsight,
        "After a reduced move has been made, the position shows whether the reduction was too much or too \
         little.",
    ),
    rung(
        "deeper-shallower",
        Layer::DeeperShallower,
        "A reduced move that surprises greatly is searched deeper, one that surprises a little less deep.",
    ),
    rung(
        "draws-ahead",
        Layer::FiftyFade,
        "A side that can repeat the position next move has at least a draw; and an advantage that makes \
         no progress fades as the fifty moves run out.",
    ),
    rung(
        "shallow-aspiration",
        Layer::ShallowAspiration,
        "When the best move turns out even better than expected, the exact score matters less: the repeat \
         is a ply shallower.",
    ),
    rung(
        "quiescence-pruning",
        Layer::QuiescencePruning,
        "While captures are played out, those that cannot bring enough are skipped; and what was found \
         there is remembered as well.",
    ),
    rung(
        "more-histories",
        Layer::FailLowCredit,
        "Quiet moves are ordered by more witnesses: the pawns around them, what they did to the \
         judgement, and that no reply refuted them.",
    ),
    rung(
        "near-root",
        Layer::NearRoot,
        "The nearer to the root a shortcut is taken the more it can hide: there no position is judged at \
         sight, and late candidates for the first move are searched deeper.",
    ),
];

/// The name of the set of all layers.
pub const FULL: &str = "full";

/// The rung of this name, in any case of letters.
pub fn find(name: &str) -> Option<Rung> {
    if name.eq_ignore_ascii_case(FULL) {
        return Some(Rung {
            name: FULL,
            algorithm: Algorithm::FULL,
            story: "All layers together: the search that plays.",
        });
    }
    RUNGS.iter().find(|rung| rung.name.eq_ignore_ascii_case(name)).copied()
}

/// A rung with layers added or taken away: `full`, `full-draws`, `alpha-beta+table+table-move`.
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

/// The longest of `names` that `text` begins with, up to its end, a `+` or a `-`.
fn longest_prefix<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names
        .filter(|name| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)))
        .filter(|name| matches!(text.as_bytes().get(name.len()), None | Some(b'+' | b'-')))
        .max_by_key(|name| name.len())
}

/// The name of the rung, or its layers where it is none.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rung) = self.rung() {
            return f.write_str(rung);
        }
        f.write_str("alpha-beta")?;
        self.layers().iter().try_for_each(|layer| write!(f, "+{layer}"))
    }
}

/// The text names no rung and no set of layers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no rung and no set of layers: write a rung such as table-move, full, full-draws or alpha-beta+table"
)]
pub struct UnknownAlgorithm(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_are_read_back_by_name() {
        for rung in RUNGS {
            assert_eq!(rung.name.parse(), Ok(rung.algorithm), "{}", rung.name);
            let full = rung.algorithm == Algorithm::FULL;
            assert_eq!(rung.algorithm.to_string(), if full { FULL } else { rung.name });
        }
        assert_eq!("full".parse(), Ok(Algorithm::FULL));
    }

    #[test]
    fn the_top_rung_has_every_layer() {
        assert_eq!(RUNGS.last().map(|rung| rung.algorithm), Some(Algorithm::FULL), "a layer without a rung");
    }

    #[test]
    fn layers_are_added_and_taken_away_in_the_order_written() {
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
    fn a_set_that_lacks_few_layers_is_named_by_them() {
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
    fn what_names_nothing_is_refused() {
        for text in
            ["", "fuller", "full-", "full+nothing", "minimax+table", "random-draws", "full draws", "+table"]
        {
            assert!(text.parse::<Algorithm>().is_err(), "{text}");
        }
    }
}
