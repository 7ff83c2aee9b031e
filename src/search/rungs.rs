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
    #[must_use]
    pub const fn layers(self) -> LayerSet {
        match self {
            Self::Layers(set) => set,
            Self::Random | Self::Minimax | Self::AlphaBeta => LayerSet::NONE,
        }
    }

    /// Whether it searches depth after depth by itself; otherwise it needs to be told one.
    #[must_use]
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
}

const fn rung(name: &'static str, last: Layer) -> Rung {
    Rung { name, algorithm: Algorithm::Layers(LayerSet::up_to(last)) }
}

/// The ladder from the bottom up.
pub const RUNGS: &[Rung] = &[
    Rung { name: "random", algorithm: Algorithm::Random },
    Rung { name: "minimax", algorithm: Algorithm::Minimax },
    Rung { name: "alpha-beta", algorithm: Algorithm::AlphaBeta },
    rung("captures-first", Layer::CapturesFirst),
    rung("killers-history", Layer::History),
    rung("deepening", Layer::Deepening),
    rung("table", Layer::Table),
    rung("table-move", Layer::TableMove),
    rung("zero-window", Layer::ZeroWindow),
    rung("aspiration", Layer::Aspiration),
    rung("mate-distance", Layer::MateDistance),
    rung("draws", Layer::Draws),
    rung("quiescence", Layer::Quiescence),
    rung("deeper-table", Layer::DeeperTable),
    rung("check-evasion", Layer::CheckEvasion),
    rung("null-move", Layer::NullMove),
    rung("reverse-futility", Layer::ReverseFutility),
    rung("razoring", Layer::Razoring),
    rung("exchange", Layer::ExchangeOrdering),
    rung("late-reductions", Layer::LateReductions),
    rung("late-pruning", Layer::LatePruning),
    rung("futility", Layer::Futility),
    rung("histories", Layer::ContinuationHistory),
    rung("internal-reduction", Layer::InternalReduction),
    rung("singular", Layer::Singular),
    rung("probcut", Layer::Probcut),
    rung("correction", Layer::Correction),
    rung("table-eval", Layer::TableEval),
    rung("hindsight", Layer::Hindsight),
    rung("deeper-shallower", Layer::DeeperShallower),
    rung("draws-ahead", Layer::FiftyFade),
    rung("shallow-aspiration", Layer::ShallowAspiration),
    rung("quiescence-pruning", Layer::QuiescencePruning),
    rung("more-histories", Layer::FailLowCredit),
    rung("near-root", Layer::NearRoot),
];

/// The name of the set of all layers.
pub const FULL: &str = "full";

/// The rung of this name, in any case of letters.
#[must_use]
pub fn find(name: &str) -> Option<Rung> {
    if name.eq_ignore_ascii_case(FULL) {
        return Some(Rung { name: FULL, algorithm: Algorithm::FULL });
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
        assert_eq!(name("full-near-root"), "more-histories", "a rung keeps its name");
        assert_eq!(name("alpha-beta+table"), "alpha-beta+table");
        let (full, rung) = (Algorithm::FULL, find("more-histories").expect("a rung").algorithm);
        assert_eq!(
            [full, rung].map(|set| set.full_minus(1)),
            [Some("full".into()), Some("full-near-root".into())]
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
