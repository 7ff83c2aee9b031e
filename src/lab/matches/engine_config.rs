//! One side of a match, as it is written on the command line.
//!
//! A set of layers, then what differs from the usual: `full`, `full-null-move`, `captures-first@material`,
//! `full,evaluator=material,nodes=10000`, `full,evalfile=new.nnue`. The set may have its key as well, `rung=alpha-beta,depth=3`,
//! `layers=full-null-move`; without any it is `full`: `evaluator=network`. `random,seed=1` throws dice.

use std::{str::FromStr, time::Duration};

use crate::{
    engine::{player::Player, strength::Strength},
    evaluate::{EvalFile, Evaluator, UnknownEvaluator, UnknownTerm, network::choice::BadEvalFile},
    lab::{game::Allowance, game_clock::TimeControl},
    search::{
        Algorithm, MAX_DEPTH, Setup,
        rungs::{self, UnknownAlgorithm},
        tt::table::OutOfMemory,
    },
};

/// The keys that may follow the layers.
const KEYS: &str =
    "rung, layers, evaluator, evalfile, terms, elo, seed, nodes, depth, movetime, clock, hash, rung-depth";

/// A side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// As it was written.
    pub name: String,
    /// How it searches.
    pub setup: Setup,
    /// How much weaker than it could it plays.
    pub strength: Option<Strength>,
    /// The seed of its dice, if it throws any and wants others than usual.
    pub seed: Option<u64>,
    /// What it has for its moves; empty if it is content with what the match gives.
    pub allowance: Allowance,
    /// The size of its table in MB, if it is not that of the match.
    pub megabytes: Option<usize>,
}

/// Why a text is no contestant.
#[derive(Debug, thiserror::Error)]
pub enum EngineConfigError {
    /// The layers.
    #[error(transparent)]
    Algorithm(#[from] UnknownAlgorithm),
    /// The evaluator.
    #[error(transparent)]
    Evaluator(#[from] UnknownEvaluator),
    /// The net.
    #[error("evalfile={0}")]
    EvalFile(#[from] BadEvalFile),
    /// The terms.
    #[error("terms={0}")]
    Terms(#[from] UnknownTerm),
    /// A name that is no rung.
    #[error("rung={0}: there is no such rung: write one such as table-move, or layers={0} for any other set")]
    Rung(String),
    /// The layers once more.
    #[error("'{0}': the layers are named already: leave one of them away")]
    LayersTwice(String),
    /// A seed for who throws no dice.
    #[error("seed={0}: this contestant throws no dice, only random and elo=… do: leave the seed away")]
    Seed(u64),
    /// A clock that cannot be meant.
    #[error(
        "clock={0}: write seconds and the seconds added after each move, as in clock=2+0.02 or clock=2m+1"
    )]
    Clock(String),
    /// A word behind a comma that is no key with a value.
    #[error("'{0}' is no setting: write key=value, the key one of {KEYS}")]
    Setting(String),
    /// A number that cannot be meant.
    #[error("'{1}' is no value for {0}: write a number from 1 to {2}")]
    Number(String, String, u64),
}

impl FromStr for EngineConfig {
    type Err = EngineConfigError;

    fn from_str(text: &str) -> Result<Self, EngineConfigError> {
        let mut words: Vec<_> = text.split(',').map(str::trim).collect();
        // Layers that stand in front need no key; where they do not, everything is on.
        let first_layers = if words[0].contains('=') { None } else { Some(words.remove(0)) };
        let mut config = Self {
            name: text.to_owned(),
            setup: Setup::playing(),
            strength: None,
            seed: None,
            allowance: Allowance::default(),
            megabytes: None,
        };
        let names = |key: &str| words.iter().any(|word| word.split('=').next() == Some(key));
        // Who brings a net wants it asked, unless he names another evaluator.
        if names("evalfile") {
            config.setup.eval.evaluator = Evaluator::Network;
        }
        let mut layers = first_layers.into_iter().collect::<Vec<_>>();
        if let Some(first_layers) = first_layers {
            config.set_algorithm(first_layers)?;
        }
        for word in &words {
            if word.starts_with("rung=") || word.starts_with("layers=") {
                layers.push(word);
            }
            config.set(word)?;
        }
        if let Some(second_layers) = layers.get(1) {
            return Err(EngineConfigError::LayersTwice((*second_layers).to_owned()));
        }
        let is_random = config.is_random();
        config.seed.filter(|_| !is_random).map_or(Ok(config), |seed| Err(EngineConfigError::Seed(seed)))
    }
}

impl EngineConfig {
    /// Whether its moves hang on dice.
    pub(super) fn is_random(&self) -> bool {
        self.setup.algorithm == Algorithm::Random || self.strength.is_some()
    }

    /// The player it is, with a table of `megabytes` MB unless it wants another.
    ///
    /// # Errors
    /// [`OutOfMemory`] if there is no room for the table.
    pub fn player(&self, megabytes: usize) -> Result<Player, OutOfMemory> {
        let player = Player::new(self.setup.clone(), self.megabytes.unwrap_or(megabytes))?;
        Ok(player.limited(self.strength).seeded(self.seed))
    }

    /// Layers with an evaluator behind them, if it is not the usual one: `captures-first@material`.
    fn set_algorithm(&mut self, text: &str) -> Result<(), EngineConfigError> {
        let (layers, evaluator) = text.split_once('@').unzip();
        self.setup.algorithm = layers.unwrap_or(text).parse()?;
        if let Some(name) = evaluator {
            self.setup.eval.evaluator = name.parse()?;
        }
        Ok(())
    }

    fn set(&mut self, word: &str) -> Result<(), EngineConfigError> {
        let (key, value) = word.split_once('=').ok_or_else(|| EngineConfigError::Setting(word.to_owned()))?;
        let number = |most: u64| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| EngineConfigError::Number(key.to_owned(), value.to_owned(), most))
        };
        let plies = || number(MAX_DEPTH as u64).map(|depth| depth as i32);
        let Allowance { limits, clock } = &mut self.allowance;
        match key {
            "rung" => {
                let name = value.split('@').next().unwrap_or_default();
                rungs::find(name).ok_or_else(|| EngineConfigError::Rung(name.to_owned()))?;
                self.set_algorithm(value)?;
            }
            "layers" => self.set_algorithm(value)?,
            "evaluator" => self.setup.eval.evaluator = value.parse::<Evaluator>()?,
            "evalfile" => self.setup.eval.eval_file = EvalFile::named(value)?,
            "terms" => self.setup.eval.terms = value.parse()?,
            "elo" => self.strength = Some(Strength::of_elo(number(Strength::MOST as u64)? as i32)),
            "seed" => self.seed = Some(number(u64::MAX)?),
            "nodes" => limits.nodes = Some(number(u64::MAX)?),
            "depth" => limits.depth = Some(plies()?),
            "movetime" => limits.movetime = Some(Duration::from_millis(number(u64::MAX)?)),
            "clock" => *clock = Some(seconds(value)?),
            "hash" => self.megabytes = Some(number(1 << 25)? as usize),
            "rung-depth" => self.setup.rung_depth = plies()?,
            _ => return Err(EngineConfigError::Setting(word.to_owned())),
        }
        Ok(())
    }
}

fn seconds(text: &str) -> Result<TimeControl, EngineConfigError> {
    TimeControl::parse_seconds(text).ok_or_else(|| EngineConfigError::Clock(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Layer, LayerSet};

    fn read(text: &str) -> EngineConfig {
        text.parse().expect(text)
    }

    #[test]
    fn a_contestant_is_a_set_of_layers_and_what_differs_from_the_usual() {
        let default = read("full-null-move");
        assert_eq!(default.setup.algorithm, Algorithm::Layers(LayerSet::ALL.without(Layer::NullMove)));
        assert_eq!(default.setup.eval.evaluator, Setup::playing().eval.evaluator);
        assert_eq!((default.allowance, default.megabytes), (Allowance::default(), None));

        let text = "alpha-beta@material, nodes=5000,depth=4,hash=8,rung-depth=2";
        let other = read(text);
        assert_eq!(other.setup.eval.evaluator, Evaluator::Material);
        let limits = other.allowance.limits;
        assert_eq!((limits.nodes, limits.depth, other.setup.rung_depth), (Some(5_000), Some(4), 2));
        assert_eq!((other.megabytes, other.name.as_str()), (Some(8), text));
        assert_eq!(read("full,elo=1200").strength, Some(Strength::of_elo(1200)));
        assert_eq!(read("full,evaluator=material").setup, read("full@material").setup);
        let by_net = |text: &str| read(text).setup.eval.evaluator;
        assert_eq!(by_net("full,evalfile=<embedded>"), Evaluator::Network, "who brings a net wants it asked");
        assert_eq!(by_net("full@classical,evalfile=<embedded>"), Evaluator::Classical);
        assert_eq!(by_net("full,evalfile=<embedded>,evaluator=material"), Evaluator::Material);
    }

    #[test]
    fn layers_may_have_a_key_and_are_all_on_where_none_are_named() {
        assert_eq!(read("rung=alpha-beta,depth=3").setup, read("alpha-beta").setup);
        assert_eq!(read("depth=3,rung=captures-first@material").setup, read("captures-first@material").setup);
        assert_eq!(read("layers=full-null-move").setup, read("full-null-move").setup);
        let net = read("evaluator=network").setup;
        assert_eq!((net.algorithm, net.eval.evaluator), (Algorithm::FULL, Evaluator::Network));
        assert_eq!(read("evalfile=<embedded>").setup.eval.evaluator, Evaluator::Network);
        assert_eq!(read("terms=all-king").setup.eval.terms, "all-king".parse().expect("terms"));
        let random = read("random,seed=7");
        assert_eq!((random.setup.algorithm, random.seed), (Algorithm::Random, Some(7)));
        assert!(random.is_random() && read("elo=700,seed=2").is_random() && !read("full").is_random());
        assert_eq!(read("full,clock=2+0.02").allowance.clock, TimeControl::from_tag("2+0.02"));
    }

    #[test]
    fn what_is_no_contestant_is_refused_with_a_remedy() {
        for (text, remedy) in [
            ("", "full-draws"),
            ("fuller", "full-draws"),
            ("full@nobody", "material"),
            ("full,material", "key=value"),
            ("full,hush=3", "rung-depth"),
            ("full,depth=0", "from 1 to 200"),
            ("full,nodes=many", "from 1"),
            ("full,", "key=value"),
            ("rung=full-draws", "layers=full-draws"),
            ("full,rung=table", "named already"),
            ("rung=table,layers=full", "'layers=full': the layers"),
            ("layers=fuller", "full-draws"),
            ("full,seed=1", "leave the seed away"),
            ("random,seed=one", "from 1"),
            ("full,clock=0", "clock=2+0.02"),
            ("terms=all-knight", "terms="),
            ("full,evalfile=no/such.nnue", "no/such.nnue: cannot read the file"),
        ] {
            let error = text.parse::<EngineConfig>().expect_err(text).to_string();
            assert!(error.contains(remedy), "{text}: {error}");
        }
    }
}
