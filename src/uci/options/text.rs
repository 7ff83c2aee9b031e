//! Setters of string options: paths and names.

use std::path::Path;

use super::UciOptions;
use crate::{evaluate::EvalFile, search::Algorithm, support::text::quoted, uci::resources::require_content};

/// UCI notation of an empty string.
pub(super) const EMPTY: &str = "<empty>";
impl UciOptions {
    /// Sets a string option.
    ///
    /// # Errors
    /// Returns an error message about the value.
    pub(super) fn set_text(&mut self, name: &str, text: &str) -> Result<(), String> {
        let text = if text.eq_ignore_ascii_case(EMPTY) { "" } else { text };
        match name {
            "Layers" => {
                let algorithm = if text.is_empty() { Ok(Algorithm::FULL) } else { text.parse::<Algorithm>() };
                self.setup.algorithm =
                    algorithm.map_err(|error| format!("{name}: {error}; the old value is kept"))?;
            }
            "EvalFile" => {
                let regular = require_content(Path::new(text))
                    .map_err(|error| format!("{}: cannot read the file: {error}", quoted(text)));
                let read = regular.and_then(|()| EvalFile::named(text).map_err(|error| error.to_string()));
                self.setup.eval.eval_file =
                    read.map_err(|error| format!("{name}: {error}; the old value is kept"))?;
            }
            "SyzygyPath" => text.clone_into(&mut self.syzygy_path),
            "HashFile" => text.clone_into(&mut self.hash_file),
            "BookFile" => text.clone_into(&mut self.book_file),
            "Debug Log File" => text.clone_into(&mut self.log_file),
            _ => debug_assert!(false, "the option {name} has no setter"),
        }
        Ok(())
    }
}
