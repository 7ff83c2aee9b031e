//! Pseudocode of a search, with the event that each line executes. The text files in `src/search/pseudocode`
//! are also part of the documentation of the rungs.

use crate::search::{Algorithm, Layer};

/// A line of pseudocode.
#[derive(Clone, Copy, Debug)]
pub struct CodeLine {
    /// The line, with its indentation.
    pub text: &'static str,
    /// Keys of the events that execute the line; keys with `q_` belong to quiescence search.
    pub keys: &'static [&'static str],
}

/// Condition under which a line belongs to the pseudocode of a set of layers.
enum When {
    Always,
    /// One of these layers is on.
    Any(&'static [Layer]),
    Without(Layer),
}

const MINIMAX: &str = include_str!("../../search/pseudocode/minimax.txt");
const MINIMAX_KEYS: &[&[&str]] =
    &[&["enter"], &["over"], &["horizon"], &[], &["loop"], &["search"], &["best", "alpha"], &["return"]];
const ALPHA_BETA: &str = include_str!("../../search/pseudocode/alpha_beta.txt");
const ALPHA_BETA_KEYS: &[&[&str]] = &[
    &["enter"],
    &["over"],
    &["horizon"],
    &[],
    &["loop"],
    &["search"],
    &["best"],
    &["cut"],
    &["alpha"],
    &["return"],
];
const NODE: &str = include_str!("../../search/pseudocode/node.txt");
const NODE_KEYS: &[(&[&str], When)] = &[
    (&["enter"], When::Always),
    (&["over"], When::Without(Layer::Draws)),
    (&["over"], When::Any(&[Layer::Draws])),
    (&["horizon"], When::Without(Layer::Quiescence)),
    (&["horizon"], When::Any(&[Layer::Quiescence])),
    (&["table"], When::Any(&[Layer::Table])),
    (&["prune"], When::Any(CHEAP_TESTS)),
    (&["pass"], When::Any(&[Layer::NullMove])),
    (&[], When::Always),
    (&["loop"], When::Always),
    (&["skip"], When::Any(&[Layer::LatePruning, Layer::Futility, Layer::ExchangePruning])),
    (&["reduce"], When::Any(&[Layer::LateReductions])),
    (&["zero"], When::Any(&[Layer::ZeroWindow])),
    (&["search"], When::Always),
    (&["best"], When::Always),
    (&["cut"], When::Always),
    (&["alpha"], When::Always),
    (&["return"], When::Always),
    (&["q_enter"], When::Any(&[Layer::Quiescence])),
    (&[], When::Any(&[Layer::Quiescence])),
    (&["stand_pat", "q_stand_pat"], When::Any(&[Layer::Quiescence])),
    (&["q_search", "q_best", "q_alpha", "q_cut", "q_loop"], When::Any(&[Layer::Quiescence])),
    (&["q_return"], When::Any(&[Layer::Quiescence])),
];

/// Layers that can end a node of the main search before its move loop, without the null move.
const CHEAP_TESTS: &[Layer] =
    &[Layer::MateDistance, Layer::ReverseFutility, Layer::Razoring, Layer::Probcut, Layer::Singular];

/// Returns the pseudocode of an algorithm, without the lines of layers that are off.
pub fn of(algorithm: Algorithm) -> Vec<CodeLine> {
    let plain = |text: &'static str, keys: &'static [&'static [&'static str]]| {
        text.lines().zip(keys).map(|(text, keys)| CodeLine { text, keys }).collect()
    };
    let layers = match algorithm {
        Algorithm::Random => return Vec::new(),
        Algorithm::Minimax => return plain(MINIMAX, MINIMAX_KEYS),
        Algorithm::AlphaBeta => return plain(ALPHA_BETA, ALPHA_BETA_KEYS),
        Algorithm::Layers(layers) => layers,
    };
    let is_on = |when: &When| match when {
        When::Always => true,
        When::Any(any) => any.iter().any(|layer| layers.has(*layer)),
        When::Without(layer) => !layers.has(*layer),
    };
    let lines = NODE.lines().zip(NODE_KEYS).filter(|(_, (_, when))| is_on(when));
    lines.map(|(text, (keys, _))| CodeLine { text, keys }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_keys() {
        for (text, keys) in [(MINIMAX, MINIMAX_KEYS), (ALPHA_BETA, ALPHA_BETA_KEYS)] {
            assert_eq!(text.lines().count(), keys.len());
        }
        assert_eq!(NODE.lines().count(), NODE_KEYS.len());
        let line = |algorithm, key: &str| {
            let lines = of(algorithm);
            lines.into_iter().find(|line| line.keys.contains(&key)).map(|line| line.text.trim())
        };
        for algorithm in [Algorithm::AlphaBeta, Algorithm::FULL] {
            assert!(line(algorithm, "cut").is_some_and(|text| text.contains("best >= beta")));
            assert!(line(algorithm, "alpha").is_some_and(|text| text.starts_with("alpha = max")));
            assert_eq!(line(algorithm, "return"), Some("return best"));
        }
        assert!(line(Algorithm::FULL, "horizon").is_some_and(|text| text.contains("quiescence")));
        assert!(line(Algorithm::FULL, "stand_pat").is_some_and(|text| text.contains("stand pat")));
        assert!(line(Algorithm::FULL, "pass").is_some_and(|text| text.contains("null move")));
        assert!(line(Algorithm::FULL, "reduce").is_some_and(|text| text.contains("reduction")));
        assert!(line(Algorithm::FULL, "zero").is_some_and(|text| text.contains("zero window")));
        for (rung, has) in [
            ("table-move", [false; 3]),
            ("check-evasion", [true, false, false]),
            ("null-move", [true, true, false]),
            ("late-reductions", [true; 3]),
        ] {
            let rung: Algorithm = rung.parse().expect("a rung");
            assert_eq!(["zero", "pass", "reduce"].map(|key| line(rung, key).is_some()), has);
            assert!((10..=21).contains(&of(rung).len()), "{rung}");
        }
        assert!((10..=21).contains(&of(Algorithm::FULL).len()));
        assert_eq!(
            of(Algorithm::FULL).iter().filter(|line| line.text.contains("the game is over")).count(),
            1
        );
        assert!(line(Algorithm::FULL, "table").is_some_and(|text| text.contains("table")));
        assert!(line("killers-history".parse().expect("a rung"), "table").is_none());
    }
}
