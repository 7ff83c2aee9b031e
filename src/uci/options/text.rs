//! Options whose value is text: paths and names, told as they are.

use super::Options;
use crate::evaluate::{EvalFile, Terms};

/// How UCI writes the empty text.
pub(super) const EMPTY: &str = "<empty>";
/// What the engine says of itself.
pub(super) const ABOUT: &str =
    concat!("Glulam ", env!("CARGO_PKG_VERSION"), ", an engine in layers that can be read and switched");

impl Options {
    /// Sets an option that is a text.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub(super) fn set_text(&mut self, name: &str, text: &str) -> Result<(), String> {
        let text = if text.eq_ignore_ascii_case(EMPTY) { "" } else { text };
        match name {
            "Terms" => {
                let terms = text.parse::<Terms>();
                self.setup.eval.terms =
                    terms.map_err(|error| format!("{name}: {error}: it stays as it was"))?;
            }
            "EvalFile" => {
                let read = EvalFile::named(text);
                self.setup.eval.eval_file =
                    read.map_err(|error| format!("{name} {error}: it stays as it was"))?;
            }
            "SyzygyPath" => text.clone_into(&mut self.syzygy_path),
            "HashFile" => text.clone_into(&mut self.hash_file),
            "BookFile" => text.clone_into(&mut self.book_file),
            "Debug Log File" => text.clone_into(&mut self.log_file),
            // Told for the record; nothing hangs on the opponent, and what is said about the engine is ours.
            _ => {}
        }
        Ok(())
    }
}
