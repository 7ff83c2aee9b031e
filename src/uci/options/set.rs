//! Setters of check, spin and combo options.

use std::time::Duration;

use super::UciOptions;
use crate::search::tunable_list;

impl UciOptions {
    pub(super) fn set_check(&mut self, name: &str, on: bool) {
        match name {
            "UCI_Chess960" => self.chess960 = on,
            "UCI_ShowWDL" => self.show_wdl = on,
            "UCI_LimitStrength" => self.limit_strength = on,
            "UCI_AnalyseMode" => self.analyse_mode = on,
            "Syzygy50MoveRule" => self.fifty_moves = on,
            "OwnBook" => self.own_book = on,
            // The engine needs no setting for pondering: the GUI sends `go ponder`.
            "Ponder" => {}
            _ => debug_assert!(false, "the option {name} has no setter"),
        }
    }

    pub(super) fn set_number(&mut self, name: &str, number: i64) {
        match name {
            "Hash" => self.hash = number as usize,
            "Threads" => self.threads = number as usize,
            "MultiPV" => self.multi_pv = number as usize,
            "Move Overhead" => self.overhead = Duration::from_millis(number.unsigned_abs()),
            "UCI_Elo" => self.elo = number as i32,
            "Skill Level" => self.skill = number as i32,
            "SyzygyProbeDepth" => self.probe_depth = number as i32,
            "Seed" => self.seed = number.unsigned_abs(),
            "RungDepth" => self.setup.rung_depth = number as i32,
            _ => {
                let known = tunable_list::set(name, number as i32);
                debug_assert!(known, "the option {name} has no setter");
            }
        }
    }

    pub(super) fn set_word(&mut self, name: &str, word: &str) {
        match name {
            "Evaluator" => self.setup.eval.evaluator = word.parse().unwrap_or(self.setup.eval.evaluator),
            _ => debug_assert!(false, "the option {name} has no setter"),
        }
    }
}

/// Parses the value of a check option: `true`, `on`, `1`, or `false`, `off`, `0`.
pub(super) fn parse_check(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(["true", "on", "1"]) {
        Some(true)
    } else if is(["false", "off", "0"]) {
        Some(false)
    } else {
        None
    }
}
