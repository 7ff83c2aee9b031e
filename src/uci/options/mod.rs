//! The options a GUI sees: one row each, and the typed settings they change.

use std::{fmt::Write as _, time::Duration};

use crate::{
    evaluate::{Evaluator, Terms},
    search::{Algorithm, Layer, MAX_DEPTH, Setup, rungs, threads::MOST_THREADS, tunable},
};

/// The largest table a GUI may ask for, in MB.
const MOST_HASH: i64 = 1 << 19;
const LAYER_PREFIX: &str = "Layer ";

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The size of the table in MB.
    pub hash: usize,
    /// Searching threads.
    pub threads: usize,
    /// Time kept back of a ticking clock.
    pub overhead: Duration,
    /// Castling is told king-to-rook, and rooks may begin anywhere.
    pub chess960: bool,
    /// The rung and who judges.
    pub setup: Setup,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            overhead: Duration::from_millis(10),
            chess960: false,
            setup: Setup::playing(),
        }
    }
}

/// What has to be done after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing more.
    None,
    /// Take a table of [`Options::hash`] MB.
    Resize,
    /// Take [`Options::threads`] threads.
    Staff,
    /// What was learned belongs to another search: forget it.
    Forget,
}

enum Kind {
    Check(bool),
    Spin(i64, i64, i64),
    Combo(String, Vec<String>),
    Text(String),
    Button,
}

/// The options in the order they are told, with their defaults.
fn rows() -> Vec<(String, Kind)> {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let rung_names: Vec<_> = rungs::RUNGS.iter().map(|rung| rung.name).chain([rungs::FULL]).collect();
    let evaluators: Vec<_> = Evaluator::ALL.iter().map(|evaluator| evaluator.name()).collect();
    let mut rows = vec![
        ("Hash".to_owned(), Kind::Spin(16, 1, MOST_HASH)),
        ("Threads".to_owned(), Kind::Spin(1, 1, MOST_THREADS as i64)),
        ("Clear Hash".to_owned(), Kind::Button),
        ("Move Overhead".to_owned(), Kind::Spin(10, 0, 10_000)),
        ("UCI_Chess960".to_owned(), Kind::Check(false)),
        ("Evaluator".to_owned(), Kind::Combo(Setup::playing().evaluator.to_string(), names(&evaluators))),
        ("Terms".to_owned(), Kind::Text(Terms::ALL.to_string())),
        ("Rung".to_owned(), Kind::Combo(rungs::FULL.to_owned(), names(&rung_names))),
        ("RungDepth".to_owned(), Kind::Spin(3, 1, i64::from(MAX_DEPTH))),
    ];
    let spin = |[value, least, most]: [i32; 3]| Kind::Spin(value.into(), least.into(), most.into());
    rows.extend(tunable::rows().into_iter().map(|(name, range)| (name, spin(range))));
    rows.extend(Layer::ALL.iter().map(|layer| (format!("{LAYER_PREFIX}{layer}"), Kind::Check(true))));
    rows
}

/// The lines that tell the options to a GUI.
#[must_use]
pub fn describe() -> String {
    let mut text = String::new();
    for (name, kind) in rows() {
        let _ = write!(text, "option name {name} type ");
        let _ = match kind {
            Kind::Check(default) => writeln!(text, "check default {default}"),
            Kind::Spin(default, min, max) => writeln!(text, "spin default {default} min {min} max {max}"),
            Kind::Button => writeln!(text, "button"),
            Kind::Text(default) => writeln!(text, "string default {default}"),
            Kind::Combo(default, values) => {
                writeln!(text, "combo default {default} var {}", values.join(" var "))
            }
        };
    }
    text
}

impl Options {
    /// Sets one option; names and values are read in any case of letters.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the name or the value; nothing is then changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let found = rows().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let (name, kind) = found.ok_or_else(|| format!("there is no option '{name}'"))?;
        let before = self.clone();
        let text = value.unwrap_or_default();
        match kind {
            Kind::Button => return Ok(Effect::Forget),
            Kind::Check(_) => {
                let on = parse_check(text)
                    .ok_or_else(|| format!("{name} is true or false, not '{text}': it stays as it was"))?;
                self.set_check(&name, on);
            }
            Kind::Spin(_, min, max) => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(number));
                let number = number.ok_or_else(|| {
                    format!("{name} goes from {min} to {max}, not '{text}': it stays as it was")
                })?;
                self.set_number(&name, number);
            }
            Kind::Combo(_, values) => {
                let known = values.iter().find(|known| known.eq_ignore_ascii_case(text));
                let known = known.ok_or_else(|| {
                    format!("{name} is one of {}, not '{text}': it stays as it was", values.join(", "))
                })?;
                self.set_word(&name, known);
            }
            Kind::Text(_) => {
                let terms = text.parse::<Terms>();
                self.setup.terms = terms.map_err(|error| format!("{name}: {error}: it stays as it was"))?;
            }
        }
        Ok(if self.hash != before.hash || name == "Hash" {
            Effect::Resize
        } else if self.threads != before.threads {
            Effect::Staff
        } else if self.setup != before.setup || self.chess960 != before.chess960 {
            Effect::Forget
        } else {
            Effect::None
        })
    }

    fn set_check(&mut self, name: &str, on: bool) {
        if name == "UCI_Chess960" {
            self.chess960 = on;
        } else if let Some(layer) =
            name.strip_prefix(LAYER_PREFIX).and_then(|layer| layer.parse::<Layer>().ok())
        {
            let layers = self.setup.algorithm.layers();
            if layers.has(layer) != on {
                let layers = if on { layers.with(layer) } else { layers.without(layer) };
                self.setup.algorithm = Algorithm::Layers(layers);
            }
        }
    }

    fn set_number(&mut self, name: &str, number: i64) {
        match name {
            "Hash" => self.hash = number as usize,
            "Threads" => self.threads = number as usize,
            "Move Overhead" => self.overhead = Duration::from_millis(number.unsigned_abs()),
            "RungDepth" => self.setup.rung_depth = number as i32,
            _ => {
                let known = tunable::set(name, number as i32);
                debug_assert!(known, "{name} is a row without a setting");
            }
        }
    }

    fn set_word(&mut self, name: &str, word: &str) {
        match name {
            "Rung" => {
                self.setup.algorithm = rungs::find(word).map_or(self.setup.algorithm, |rung| rung.algorithm);
            }
            "Evaluator" => self.setup.evaluator = word.parse().unwrap_or(self.setup.evaluator),
            _ => {}
        }
    }
}

fn parse_check(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["true", "on", "1"]) {
        Some(true)
    } else if is(["false", "off", "0"]) {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
