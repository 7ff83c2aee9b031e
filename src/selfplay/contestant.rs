//! One side of a match, as it is written on the command line.
//!
//! A set of layers, then what differs from the usual: `full`, `full-null-move`, `captures-first@material`,
//! `full,evaluator=material,nodes=10000`, `full,evalfile=new.nnue`.

use std::{str::FromStr, time::Duration};

use crate::{
    evaluate::{EvalFile, Evaluator, UnknownEvaluator, network::choice::BadEvalFile},
    search::{Limits, MAX_DEPTH, Setup, rungs::UnknownAlgorithm},
    strength::Strength,
};

/// The keys that may follow the layers.
const KEYS: &str = "evaluator, evalfile, elo, nodes, depth, movetime, hash, rung-depth";

/// A side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// As it was written.
    pub name: String,
    /// How it searches.
    pub setup: Setup,
    /// How much weaker than it could it plays.
    pub strength: Option<Strength>,
    /// When its searches end; empty if it is content with those of the match.
    pub limits: Limits,
    /// The size of its table in MB, if it is not that of the match.
    pub megabytes: Option<usize>,
}

/// Why a text is no contestant.
#[derive(Debug, thiserror::Error)]
pub enum ContestantError {
    /// The layers.
    #[error(transparent)]
    Algorithm(#[from] UnknownAlgorithm),
    /// The evaluator.
    #[error(transparent)]
    Evaluator(#[from] UnknownEvaluator),
    /// The net.
    #[error("evalfile={0}")]
    EvalFile(#[from] BadEvalFile),
    /// A word behind a comma that is no key with a value.
    #[error("'{0}' is no setting: write key=value, the key one of {KEYS}")]
    Setting(String),
    /// A number that cannot be meant.
    #[error("'{1}' is no value for {0}: write a number from 1 to {2}")]
    Number(String, String, u64),
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        let mut words = text.split(',').map(str::trim);
        let head = words.next().unwrap_or_default();
        let (layers, evaluator) =
            head.split_once('@').map_or((head, None), |(layers, name)| (layers, Some(name)));
        let mut setup = Setup { algorithm: layers.parse()?, ..Setup::playing() };
        if let Some(name) = evaluator {
            setup.evaluator = name.parse()?;
        }
        let mut contestant =
            Self { name: text.to_owned(), setup, strength: None, limits: Limits::default(), megabytes: None };
        words.clone().try_for_each(|word| contestant.set(word))?;
        // Who brings a net wants it asked, unless he names another evaluator.
        let names = |key: &str| words.clone().any(|word| word.split('=').next() == Some(key));
        if names("evalfile") && evaluator.is_none() && !names("evaluator") {
            contestant.setup.evaluator = Evaluator::Network;
        }
        Ok(contestant)
    }
}

impl Contestant {
    fn set(&mut self, word: &str) -> Result<(), ContestantError> {
        let (key, value) = word.split_once('=').ok_or_else(|| ContestantError::Setting(word.to_owned()))?;
        let number = |most: u64| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| ContestantError::Number(key.to_owned(), value.to_owned(), most))
        };
        let plies = || number(MAX_DEPTH as u64).map(|depth| depth as i32);
        match key {
            "evaluator" => self.setup.evaluator = value.parse::<Evaluator>()?,
            "evalfile" => self.setup.eval_file = EvalFile::named(value)?,
            "elo" => self.strength = Some(Strength::of_elo(number(Strength::MOST as u64)? as i32)),
            "nodes" => self.limits.nodes = Some(number(u64::MAX)?),
            "depth" => self.limits.depth = Some(plies()?),
            "movetime" => self.limits.movetime = Some(Duration::from_millis(number(u64::MAX)?)),
            "hash" => self.megabytes = Some(number(1 << 25)? as usize),
            "rung-depth" => self.setup.rung_depth = plies()?,
            _ => return Err(ContestantError::Setting(word.to_owned())),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Algorithm, Layer, LayerSet};

    fn read(text: &str) -> Contestant {
        text.parse().expect(text)
    }

    #[test]
    fn a_contestant_is_a_set_of_layers_and_what_differs_from_the_usual() {
        let usual = read("full-null-move");
        assert_eq!(usual.setup.algorithm, Algorithm::Layers(LayerSet::ALL.without(Layer::NullMove)));
        assert_eq!(usual.setup.evaluator, Setup::playing().evaluator);
        assert_eq!((usual.limits, usual.megabytes), (Limits::default(), None));

        let text = "alpha-beta@material, nodes=5000,depth=4,hash=8,rung-depth=2";
        let odd = read(text);
        assert_eq!(odd.setup.evaluator, Evaluator::Material);
        assert_eq!((odd.limits.nodes, odd.limits.depth, odd.setup.rung_depth), (Some(5_000), Some(4), 2));
        assert_eq!((odd.megabytes, odd.name.as_str()), (Some(8), text));
        assert_eq!(read("full,elo=1200").strength, Some(Strength::of_elo(1200)));
        assert_eq!(read("full,evaluator=material").setup, read("full@material").setup);
        let by_net = |text: &str| read(text).setup.evaluator;
        assert_eq!(by_net("full,evalfile=<embedded>"), Evaluator::Network, "who brings a net wants it asked");
        assert_eq!(by_net("full@classical,evalfile=<embedded>"), Evaluator::Classical);
        assert_eq!(by_net("full,evalfile=<embedded>,evaluator=material"), Evaluator::Material);
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
            ("full,evalfile=no/such.nnue", "no/such.nnue: it cannot be read"),
        ] {
            let error = text.parse::<Contestant>().expect_err(text).to_string();
            assert!(error.contains(remedy), "{text}: {error}");
        }
    }
}
