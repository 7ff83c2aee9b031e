//! Tags of a saved game for the search of the engine, so that a continued game has the same opponent:
//! `WhiteLayers`, `WhiteEvaluator`, `WhiteTerms`, `WhiteDepth`, `WhiteNodes` and `WhiteMovetime`, or `BlackLayers`
//! and so on.

use std::str::FromStr;

use crate::{
    cli::{search_arguments::LimitArguments, values::MILLISECOND},
    evaluate::{EvalConfig, Evaluator, Terms},
    search::{Algorithm, MAX_DEPTH, Setup},
    text::parse_duration,
};

/// Names of the tags without the name of the side.
pub const NAMES: [&str; 6] = ["Layers", "Evaluator", "Terms", "Depth", "Nodes", "Movetime"];

/// Search of the engine, as options or the tags of a saved game set it; `None` is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineSearch {
    /// Rung or set of layers.
    pub algorithm: Option<Algorithm>,
    /// Static evaluator.
    pub evaluator: Option<Evaluator>,
    /// Terms of the evaluator `classical`.
    pub terms: Option<Terms>,
    /// Limits of each search.
    pub limits: LimitArguments,
}

impl EngineSearch {
    /// Reads the search of one side from its tags. `tag` returns the value of the tag with a name of [`NAMES`].
    /// A tag with an invalid value has no effect and adds a message to `problems`.
    pub fn from_tags(tag: impl Fn(&str) -> Option<String>, problems: &mut Vec<String>) -> Self {
        let mut reader = Reader { tag, problems };
        let positive = |text: &str| text.parse().ok().filter(|number| *number > 0);
        let depth = |text: &str| text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
        let time = |text: &str| parse_duration(text, MILLISECOND).filter(|time| *time >= MILLISECOND);
        Self {
            algorithm: reader.read("Layers", parsed),
            evaluator: reader.read("Evaluator", parsed),
            terms: reader.read("Terms", parsed),
            limits: LimitArguments {
                depth: reader.read("Depth", depth),
                nodes: reader.read("Nodes", positive),
                movetime: reader.read("Movetime", time),
            },
        }
    }

    /// Returns the names, without the name of the side, and the values of the tags.
    pub fn tags(&self) -> impl Iterator<Item = (&'static str, String)> {
        let LimitArguments { depth, nodes, movetime } = self.limits;
        let values = [
            self.algorithm.map(|algorithm| algorithm.to_string()),
            self.evaluator.map(|evaluator| evaluator.to_string()),
            self.terms.map(|terms| terms.to_string()),
            depth.map(|depth| depth.to_string()),
            nodes.map(|nodes| nodes.to_string()),
            movetime.map(|time| format!("{}ms", time.as_millis())),
        ];
        NAMES.into_iter().zip(values).filter_map(|(name, value)| Some((name, value?)))
    }

    /// Returns the rung or layers and the evaluator, in the engine's name, if they differ from the default.
    pub fn words(&self) -> impl Iterator<Item = String> {
        let algorithm = self.algorithm.filter(|algorithm| *algorithm != Algorithm::FULL);
        let evaluator = self.evaluator.filter(|evaluator| *evaluator != Setup::playing().eval.evaluator);
        let words = [
            algorithm.map(|algorithm| algorithm.to_string()),
            evaluator.map(|evaluator| evaluator.to_string()),
        ];
        words.into_iter().flatten()
    }

    /// Returns the search setup with the evaluation file of `eval`.
    pub fn setup(&self, eval: EvalConfig) -> Setup {
        Setup {
            algorithm: self.algorithm.unwrap_or_default(),
            eval: EvalConfig {
                evaluator: self.evaluator.unwrap_or(eval.evaluator),
                terms: self.terms.unwrap_or(eval.terms),
                ..eval
            },
            ..Setup::playing()
        }
    }
}

/// Reader of the tags of one side.
struct Reader<'a, T> {
    tag: T,
    problems: &'a mut Vec<String>,
}

impl<T: Fn(&str) -> Option<String>> Reader<'_, T> {
    fn read<V>(&mut self, name: &str, parse: impl Fn(&str) -> Option<V>) -> Option<V> {
        let text = (self.tag)(name)?;
        let value = parse(&text);
        if value.is_none() {
            let name = name.to_lowercase();
            self.problems.push(format!("the engine's {name} '{text}' is not valid, and has no effect"));
        }
        value
    }
}

fn parsed<V: FromStr>(text: &str) -> Option<V> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_search_is_written_to_tags_and_read_from_them() {
        let search = EngineSearch {
            algorithm: Some("full-null-move".parse().expect("a set of layers")),
            evaluator: Some(Evaluator::Classical),
            terms: Some("material+squares".parse().expect("terms")),
            limits: LimitArguments {
                depth: Some(3),
                nodes: Some(5000),
                movetime: Some(Duration::from_millis(250)),
            },
        };
        let tags: Vec<_> = search.tags().collect();
        assert_eq!(tags.iter().map(|(name, _)| *name).collect::<Vec<_>>(), NAMES);
        let value =
            |name: &str| tags.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
        let mut problems = Vec::new();
        assert_eq!((EngineSearch::from_tags(value, &mut problems), problems.len()), (search, 0));
        assert_eq!(EngineSearch::default().tags().count(), 0);
        let wrong = EngineSearch::from_tags(|_| Some("0".to_owned()), &mut problems);
        assert_eq!((wrong, problems.len()), (EngineSearch::default(), NAMES.len()));
    }
}
