//! List of all UCI options with type, default and range, as sent in answer to `uci`.

use std::fmt::Write as _;

use super::{MAX_HASH_MB, MAX_MULTI_PV, UciOptions, text::EMPTY};
use crate::{
    engine::strength::Strength,
    evaluate::{EvalFile, Evaluator},
    search::{
        MAX_DEPTH, Setup, rungs, threads::pool::MOST_THREADS, tt::table::DEFAULT_MEGABYTES, tunable_list,
    },
};

/// UCI option type with its default value.
pub(super) enum OptionKind {
    /// `check`: default.
    Check(bool),
    /// `spin`: default, minimum, maximum.
    Spin(i64, i64, i64),
    /// `combo`: default, all values.
    Combo(String, Vec<String>),
    /// `string`: default.
    Text(String),
    /// `button`: no value.
    Button,
}

/// Returns names and kinds of all UCI options, in the order in which the reply to `uci` lists the options.
pub(super) fn rows() -> Vec<(String, OptionKind)> {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let evaluators: Vec<_> = Evaluator::ALL.iter().map(|evaluator| evaluator.name()).collect();
    let defaults = UciOptions::default();
    let spin = |min: i64, max: i64, value: i64| OptionKind::Spin(value, min, max);
    let mut rows: Vec<_> = [
        ("Hash", spin(1, MAX_HASH_MB, DEFAULT_MEGABYTES as i64)),
        ("Threads", spin(1, MOST_THREADS as i64, defaults.threads as i64)),
        ("MultiPV", spin(1, MAX_MULTI_PV, defaults.multi_pv as i64)),
        ("Ponder", OptionKind::Check(false)),
        ("Clear Hash", OptionKind::Button),
        ("HashFile", OptionKind::Text(EMPTY.to_owned())),
        ("Save Hash", OptionKind::Button),
        ("Load Hash", OptionKind::Button),
        ("Move Overhead", spin(0, 10_000, defaults.overhead.as_millis() as i64)),
        ("UCI_Chess960", OptionKind::Check(false)),
        ("UCI_ShowWDL", OptionKind::Check(false)),
        ("UCI_LimitStrength", OptionKind::Check(false)),
        ("UCI_Elo", spin(Strength::LEAST.into(), Strength::MOST.into(), defaults.elo.into())),
        ("Skill Level", spin(0, Strength::FULL_SKILL.into(), defaults.skill.into())),
        ("UCI_AnalyseMode", OptionKind::Check(false)),
        ("SyzygyPath", OptionKind::Text(EMPTY.to_owned())),
        ("SyzygyProbeDepth", spin(1, 100, defaults.probe_depth.into())),
        ("Syzygy50MoveRule", OptionKind::Check(true)),
        ("OwnBook", OptionKind::Check(false)),
        ("BookFile", OptionKind::Text(EMPTY.to_owned())),
        ("Seed", spin(0, i32::MAX.into(), 0)),
        ("Debug Log File", OptionKind::Text(EMPTY.to_owned())),
        ("Evaluator", OptionKind::Combo(Setup::playing().eval.evaluator.to_string(), names(&evaluators))),
        ("EvalFile", OptionKind::Text(EvalFile::EMBEDDED.to_owned())),
        ("Layers", OptionKind::Text(rungs::FULL.to_owned())),
        ("RungDepth", spin(1, MAX_DEPTH.into(), defaults.setup.rung_depth.into())),
    ]
    .into_iter()
    .map(|(name, kind)| (name.to_owned(), kind))
    .collect();
    let tunable = |[value, min, max]: [i32; 3]| spin(min.into(), max.into(), value.into());
    rows.extend(tunable_list::rows().into_iter().map(|(name, range)| (name, tunable(range))));
    rows
}

/// Returns the `option` lines in answer to `uci`.
pub fn describe() -> String {
    let mut text = String::new();
    for (name, kind) in rows() {
        let _ = write!(text, "option name {name} type ");
        let _ = match kind {
            OptionKind::Check(default) => writeln!(text, "check default {default}"),
            OptionKind::Spin(default, min, max) => {
                writeln!(text, "spin default {default} min {min} max {max}")
            }
            OptionKind::Button => writeln!(text, "button"),
            OptionKind::Text(default) => writeln!(text, "string default {default}"),
            OptionKind::Combo(default, values) => {
                writeln!(text, "combo default {default} var {}", values.join(" var "))
            }
        };
    }
    text
}
