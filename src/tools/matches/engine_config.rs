//! Engine configurations, as written on the command line of `engine match`.
//!
//! A configuration is a rung or set of layers, followed by options that differ from the default: `full`,
//! `full-null-move`, `captures-first@material`, `full,evaluator=material,nodes=10000`,
//! `full,evalfile=new.nnue`. In a configuration without a rung and layers, such as `evaluator=network`, all layers
//! are on. The configuration `random,seed=1` plays random moves.

use std::{str::FromStr, time::Duration};

use crate::{
    engine::{player::Player, strength::Strength},
    evaluate::{EvalFile, Evaluator, UnknownEvaluator, network::choice::BadEvalFile},
    search::{
        Algorithm, MAX_DEPTH, Setup,
        rungs::UnknownAlgorithm,
        tt::table::{MOST_MEGABYTES, OutOfMemory},
    },
    support::text::{parse_duration, parse_number},
    tools::matches::{game::Allowance, game_clock::TimeControl},
};

/// Keys of the options `key=value` in an engine configuration.
const KEYS: &str = "evaluator, evalfile, elo, seed, nodes, depth, movetime, tc, hash, rung-depth";

/// Configuration of one side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Text of the configuration, as written on the command line.
    pub name: String,
    /// Search algorithm and evaluator.
    pub setup: Setup,
    /// Strength limit (`elo=`); `None` for full strength.
    pub strength: Option<Strength>,
    /// Seed of the random moves of `random` or of a limited strength; `None` for the default seed.
    pub seed: Option<u64>,
    /// Search limits and time control of this side only; empty if the limits of the match apply.
    pub allowance: Allowance,
    /// Hash size of this side in MiB; `None` if the hash size of the match applies.
    pub megabytes: Option<usize>,
}

/// Reason why a text is not a valid engine configuration.
#[derive(Debug, thiserror::Error)]
pub enum EngineConfigError {
    /// The text before the first comma names an unknown rung or layer.
    #[error(transparent)]
    Algorithm(#[from] UnknownAlgorithm),
    /// Unknown evaluator.
    #[error(transparent)]
    Evaluator(#[from] UnknownEvaluator),
    /// The file given by `evalfile=` cannot be used.
    #[error("evalfile={0}")]
    EvalFile(#[from] BadEvalFile),
    /// The configuration has a seed but plays no random moves.
    #[error("seed={0}: only random and elo=… use a seed: remove it")]
    Seed(u64),
    /// The value of `tc=` is not a time control.
    #[error("tc={0}: write seconds plus increment in seconds, as in tc=2+0.02, tc=40/60+0.5 or tc=2m+1")]
    Clock(String),
    /// The value of `movetime=` is not a time.
    #[error("movetime={0}: write a time of at least 1 ms, as in movetime=250 (milliseconds) or movetime=2s")]
    Movetime(String),
    /// A part of the text, between commas, is not `key=value` with a known key. A first part without `=` is no
    /// option: it names the rung or the layers.
    #[error("'{0}' is not an option: write key=value with one of the keys {KEYS}")]
    Setting(String),
    /// The value of a key is not a number in the allowed range; the fields are key, value, lower and upper limit.
    #[error("{0}={1}: write a number from {2} to {3}")]
    Number(String, String, u64, u64),
}

impl FromStr for EngineConfig {
    type Err = EngineConfigError;

    fn from_str(text: &str) -> Result<Self, EngineConfigError> {
        let mut words: Vec<_> = text.split(',').map(str::trim).collect();
        // The first word may be a rung or layers without a key, as in `full,nodes=10000`.
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
        // The option `evalfile` implies the evaluator `network`, unless the configuration names another
        // evaluator.
        if names("evalfile") {
            config.setup.eval.evaluator = Evaluator::Network;
        }
        if let Some(first_layers) = first_layers {
            config.set_algorithm(first_layers)?;
        }
        for word in &words {
            config.set(word)?;
        }
        let is_random = config.is_random();
        config.seed.filter(|_| !is_random).map_or(Ok(config), |seed| Err(EngineConfigError::Seed(seed)))
    }
}

impl EngineConfig {
    /// Returns true if the moves of this configuration depend on a seed: it plays randomly or with limited
    /// strength.
    pub(super) fn is_random(&self) -> bool {
        self.setup.algorithm == Algorithm::Random || self.strength.is_some()
    }

    /// Creates a player with this configuration. Its hash table has `megabytes` MiB unless the configuration
    /// has its own hash size.
    ///
    /// # Errors
    /// Returns [`OutOfMemory`] if the table cannot be allocated.
    pub fn player(&self, megabytes: usize) -> Result<Player, OutOfMemory> {
        let player = Player::new(self.setup.clone(), self.megabytes.unwrap_or(megabytes))?;
        Ok(player.limited(self.strength).seeded(self.seed))
    }

    /// Sets the rung or layers and the evaluator from a text such as `captures-first@material`; the `@` and
    /// the evaluator may be missing.
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
        let between = |least: u64, most: u64| {
            let number = parse_number(value).filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| EngineConfigError::Number(key.to_owned(), value.to_owned(), least, most))
        };
        let number = |most: u64| between(1, most);
        let plies = || number(MAX_DEPTH as u64).map(|depth| depth as i32);
        let Allowance { limits, clock } = &mut self.allowance;
        match key {
            "evaluator" => self.setup.eval.evaluator = value.parse::<Evaluator>()?,
            "evalfile" => self.setup.eval.eval_file = EvalFile::named(value)?,
            "elo" => {
                let elo = between(Strength::LEAST as u64, Strength::MOST as u64)?;
                self.strength = Some(Strength::of_elo(elo as i32));
            }
            "seed" => self.seed = Some(number(u64::MAX)?),
            "nodes" => limits.nodes = Some(number(u64::MAX)?),
            "depth" => limits.depth = Some(plies()?),
            "movetime" => limits.movetime = Some(movetime(value)?),
            "tc" => *clock = Some(seconds(value)?),
            "hash" => self.megabytes = Some(number(MOST_MEGABYTES as u64)? as usize),
            "rung-depth" => self.setup.rung_depth = plies()?,
            _ => return Err(EngineConfigError::Setting(word.to_owned())),
        }
        Ok(())
    }
}

fn seconds(text: &str) -> Result<TimeControl, EngineConfigError> {
    TimeControl::parse_seconds(text).ok_or_else(|| EngineConfigError::Clock(text.to_owned()))
}

fn movetime(text: &str) -> Result<Duration, EngineConfigError> {
    let unit = Duration::from_millis(1);
    let time = parse_duration(text, unit).filter(|time| *time >= unit);
    time.ok_or_else(|| EngineConfigError::Movetime(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Layer, LayerSet};

    fn read(text: &str) -> EngineConfig {
        text.parse().expect(text)
    }

    #[test]
    fn a_configuration_is_a_set_of_layers_with_options_that_differ_from_the_default() {
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
        let evaluator_of = |text: &str| read(text).setup.eval.evaluator;
        assert_eq!(
            evaluator_of("full,evalfile=<embedded>"),
            Evaluator::Network,
            "an evaluation file implies the evaluator network"
        );
        assert_eq!(evaluator_of("full@classical,evalfile=<embedded>"), Evaluator::Classical);
        assert_eq!(evaluator_of("full,evalfile=<embedded>,evaluator=material"), Evaluator::Material);
    }

    #[test]
    fn all_layers_are_on_by_default() {
        let by_key = read("evaluator=network").setup;
        assert_eq!((by_key.algorithm, by_key.eval.evaluator), (Algorithm::FULL, Evaluator::Network));
        assert_eq!(read("evalfile=<embedded>").setup.eval.evaluator, Evaluator::Network);
        let random = read("random,seed=7");
        assert_eq!((random.setup.algorithm, random.seed), (Algorithm::Random, Some(7)));
        assert!(random.is_random() && read("elo=700,seed=2").is_random() && !read("full").is_random());
        assert_eq!(read("full,tc=2+0.02").allowance.clock, TimeControl::from_tag("2+0.02"));
        assert_eq!(read("full,nodes=20k,movetime=2s").allowance.limits.nodes, Some(20_000));
    }

    #[test]
    fn an_invalid_configuration_is_rejected_with_a_remedy() {
        for (text, remedy) in [
            ("", "full-draws"),
            ("fuller", "full-draws"),
            ("full@nobody", "material"),
            ("full,material", "key=value"),
            ("full,hush=3", "rung-depth"),
            ("full,depth=0", "from 1 to 200"),
            ("full,nodes=many", "from 1"),
            ("full,", "key=value"),
            ("full,seed=1", "remove it"),
            ("random,seed=one", "from 1"),
            ("full,tc=0", "tc=2+0.02"),
            ("full,evalfile=no/such.nnue", "no/such.nnue: cannot read the file"),
        ] {
            let error = text.parse::<EngineConfig>().expect_err(text).to_string();
            assert!(error.contains(remedy), "{text}: {error}");
        }
    }
}
