//! Setters of string options: paths and names.

use std::path::Path;

use super::Options;
use crate::{
    evaluate::{EvalFile, Terms},
    search::Algorithm,
    uci::resources::require_regular_file,
};

/// UCI notation of an empty string.
pub(super) const EMPTY: &str = "<empty>";
/// Default of the option `UCI_EngineAbout`.
pub(super) const ABOUT: &str =
    concat!("Glulam ", env!("CARGO_PKG_VERSION"), ", a chess engine in readable, switchable layers");

impl Options {
    /// Sets a string option.
    ///
    /// # Errors
    /// Returns an error message about the value.
    pub(super) fn set_text(&mut self, name: &str, text: &str) -> Result<(), String> {
        let text = if text.eq_ignore_ascii_case(EMPTY) { "" } else { text };
        match name {
            "Terms" => {
                let terms = text.parse::<Terms>();
                self.setup.eval.terms =
                    terms.map_err(|error| format!("{name}: {error}; the old value is kept"))?;
            }
            "Layers" => {
                let algorithm = if text.is_empty() { Ok(Algorithm::FULL) } else { text.parse::<Algorithm>() };
                self.choice.set_layers(
                    algorithm.map_err(|error| format!("{name}: {error}; the old value is kept"))?,
                );
            }
            "EvalFile" => {
                let regular = require_regular_file(Path::new(text))
                    .map_err(|error| format!("{text}: cannot read the file: {error}"));
                let read = regular.and_then(|()| EvalFile::named(text).map_err(|error| error.to_string()));
                self.setup.eval.eval_file =
                    read.map_err(|error| format!("{name}: {error}; the old value is kept"))?;
            }
            "SyzygyPath" => text.clone_into(&mut self.syzygy_path),
            "HashFile" => text.clone_into(&mut self.hash_file),
            "BookFile" => text.clone_into(&mut self.book_file),
            "Debug Log File" => text.clone_into(&mut self.log_file),
            // UCI_Opponent and UCI_EngineAbout have no effect.
            _ => {}
        }
        Ok(())
    }
}
