//! The table kept between sessions of analysis: `HashFile`, and the buttons `Save Hash` and `Load Hash`.
//!
//! Both are errands: the searching thread does them between searches, and the reader goes on reading. A `stop` does not end them, for
//! half a table is of no use.

use std::path::PathBuf;

use super::{searching::RunningSearch, session::Session};
use crate::{
    position::{Line, Position},
    search::{
        TranspositionTable,
        hash_file::{self, HashFileError, Identity, Transfer},
    },
};

impl Session {
    /// Writes what the table knows to `HashFile`.
    pub(super) fn save_hash(&mut self, number: u64) {
        self.with_hash_file(number, |table, identity, path| {
            let name = path.display();
            match hash_file::save(table, identity, path) {
                Ok(Transfer { entries, .. }) => format!("info string saved {entries} entries to {name}"),
                Err(error) => format!("info string error: the table was not saved to {name}: {error}"),
            }
        });
    }

    /// Knows what the table in `HashFile` knew, and nothing else.
    pub(super) fn load_hash(&mut self, number: u64) {
        self.with_hash_file(number, |table, identity, path| {
            let name = path.display();
            match hash_file::load(table, identity, path) {
                Ok(moved) => loaded(&name.to_string(), moved, table.megabytes()),
                Err(error @ HashFileError::Configuration { .. }) => format!(
                    "info string error: {name} was not loaded: {error}: set the same options, or save anew"
                ),
                Err(error) => format!("info string error: {name} was not loaded: {error}"),
            }
        });
    }

    fn with_hash_file(
        &mut self,
        number: u64,
        work: impl FnOnce(&TranspositionTable, &Identity, &PathBuf) -> String + Send + 'static,
    ) {
        if self.options.hash_file.is_empty() {
            return self.send_error("there is no file for the table: set HashFile first");
        }
        let path = PathBuf::from(&self.options.hash_file);
        let (setup, chess960, table) =
            (self.options.setup.clone(), self.options.chess960, self.engine.table());
        let line = self.line.clone().unwrap_or_else(|| Line::new(Position::start()));
        self.running = Some(RunningSearch::new(number, line));
        let save_or_load = move |_: &dyn Fn() -> bool| {
            let identity = Identity::new(&setup, chess960);
            work(&table, &identity, &path)
        };
        self.engine.run_in_background(Box::new(save_or_load), number, self.listener(number));
    }
}

/// What was loaded, and what became of it in a table of another size.
fn loaded(name: &str, moved: Transfer, megabytes: usize) -> String {
    let Transfer { entries, kept, megabytes: saved } = moved;
    let resized = if saved == megabytes as u64 {
        String::new()
    } else {
        format!("; saved with Hash {saved}, now it is {megabytes}")
    };
    let lost = match entries - kept {
        0 => String::new(),
        lost => format!("; {lost} of the least depth had no room"),
    };
    format!("info string loaded {kept} entries from {name}{resized}{lost}")
}
