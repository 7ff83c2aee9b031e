//! The options as a GUI is told of them: one row each.

use std::fmt::Write as _;

use super::{
    LAYER_PREFIX, MOST_HASH, MOST_LINES, Options,
    text::{ABOUT, EMPTY},
};
use crate::{
    engine::strength::Strength,
    evaluate::{EvalFile, Evaluator, Terms},
    search::{Layer, MAX_DEPTH, Setup, rungs, threads::pool::MOST_THREADS, tunable},
};

pub(super) enum Kind {
    Check(bool),
    Spin(i64, i64, i64),
    Combo(String, Vec<String>),
    Text(String),
    Button,
}

/// The options in the order they are told, with their defaults.
pub(super) fn rows() -> Vec<(String, Kind)> {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let rung_names: Vec<_> = rungs::RUNGS.iter().map(|rung| rung.name).chain([rungs::FULL]).collect();
    let evaluators: Vec<_> = Evaluator::ALL.iter().map(|evaluator| evaluator.name()).collect();
    let usual = Options::default();
    let spin = |least: i64, most: i64, value: i64| Kind::Spin(value, least, most);
    let mut rows: Vec<_> = [
        ("Hash", spin(1, MOST_HASH, usual.hash as i64)),
        ("Threads", spin(1, MOST_THREADS as i64, usual.threads as i64)),
        ("MultiPV", spin(1, MOST_LINES, usual.multi_pv as i64)),
        ("Ponder", Kind::Check(false)),
        ("Clear Hash", Kind::Button),
        ("HashFile", Kind::Text(EMPTY.to_owned())),
        ("Save Hash", Kind::Button),
        ("Load Hash", Kind::Button),
        ("Move Overhead", spin(0, 10_000, usual.overhead.as_millis() as i64)),
        ("UCI_Chess960", Kind::Check(false)),
        ("UCI_ShowWDL", Kind::Check(false)),
        ("UCI_LimitStrength", Kind::Check(false)),
        ("UCI_Elo", spin(Strength::LEAST.into(), Strength::MOST.into(), usual.elo.into())),
        ("Skill Level", spin(0, Strength::FULL_SKILL.into(), usual.skill.into())),
        ("UCI_AnalyseMode", Kind::Check(false)),
        ("UCI_Opponent", Kind::Text(EMPTY.to_owned())),
        ("UCI_EngineAbout", Kind::Text(ABOUT.to_owned())),
        ("SyzygyPath", Kind::Text(EMPTY.to_owned())),
        ("SyzygyProbeDepth", spin(1, 100, usual.probe_depth.into())),
        ("SyzygyProbeLimit", spin(0, 7, usual.probe_limit as i64)),
        ("Syzygy50MoveRule", Kind::Check(true)),
        ("OwnBook", Kind::Check(false)),
        ("BookFile", Kind::Text(EMPTY.to_owned())),
        ("BookVariety", Kind::Check(true)),
        ("Seed", spin(0, i32::MAX.into(), 0)),
        ("Debug Log File", Kind::Text(EMPTY.to_owned())),
        ("Evaluator", Kind::Combo(Setup::playing().eval.evaluator.to_string(), names(&evaluators))),
        ("EvalFile", Kind::Text(EvalFile::EMBEDDED.to_owned())),
        ("Terms", Kind::Text(Terms::ALL.to_string())),
        ("Rung", Kind::Combo(rungs::FULL.to_owned(), names(&rung_names))),
        ("RungDepth", spin(1, MAX_DEPTH.into(), usual.setup.rung_depth.into())),
    ]
    .into_iter()
    .map(|(name, kind)| (name.to_owned(), kind))
    .collect();
    let tunable = |[value, least, most]: [i32; 3]| spin(least.into(), most.into(), value.into());
    rows.extend(tunable::rows().into_iter().map(|(name, range)| (name, tunable(range))));
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
