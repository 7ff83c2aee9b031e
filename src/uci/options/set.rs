//! Setters of check, spin and combo options.

use std::time::Duration;

use super::{LAYER_PREFIX, Options};
use crate::search::{Algorithm, Layer, rungs, tuning};

impl Options {
    pub(super) fn set_check(&mut self, name: &str, on: bool) {
        match name {
            "UCI_Chess960" => self.chess960 = on,
            "UCI_ShowWDL" => self.show_wdl = on,
            "UCI_LimitStrength" => self.limit_strength = on,
            "UCI_AnalyseMode" => self.analyse_mode = on,
            "Syzygy50MoveRule" => self.fifty_moves = on,
            "OwnBook" => self.own_book = on,
            "BookVariety" => self.book_variety = on,
            // The engine needs no setting for pondering: the GUI sends `go ponder`.
            "Ponder" => {}
            _ => self.set_layer(name, on),
        }
    }

    fn set_layer(&mut self, name: &str, on: bool) {
        let layer = name.strip_prefix(LAYER_PREFIX).and_then(|layer| layer.parse::<Layer>().ok());
        debug_assert!(layer.is_some(), "the option {name} has no setter");
        let layers = self.setup.algorithm.layers();
        if let Some(layer) = layer.filter(|layer| layers.has(*layer) != on) {
            let layers = if on { layers.with(layer) } else { layers.without(layer) };
            self.setup.algorithm = Algorithm::Layers(layers);
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
            "SyzygyProbeLimit" => self.probe_limit = number as usize,
            "Seed" => self.seed = number.unsigned_abs(),
            "RungDepth" => self.setup.rung_depth = number as i32,
            _ => {
                let known = tuning::set(name, number as i32);
                debug_assert!(known, "the option {name} has no setter");
            }
        }
    }

    pub(super) fn set_word(&mut self, name: &str, word: &str) {
        match name {
            "Rung" => {
                self.setup.algorithm = rungs::find(word).map_or(self.setup.algorithm, |rung| rung.algorithm);
            }
            "Evaluator" => self.setup.eval.evaluator = word.parse().unwrap_or(self.setup.eval.evaluator),
            _ => {}
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
