//! UCI options `HashFile`, `Save Hash` and `Load Hash`: keep the transposition table between analysis
//! sessions.
//!
//! The search thread saves and loads between searches, while the engine continues to read commands. `stop`
//! does not interrupt saving or loading, because an incomplete table is useless.

use std::path::PathBuf;

use super::{
    queue::Signals,
    resources::{require_content, require_regular_file},
    searching::RunningWork,
    session::UciSession,
};
use crate::{
    chess::position::{Line, Position},
    search::{
        TranspositionTable,
        hash_file::{self, HashFileError, Identity, Transfer},
    },
};

impl UciSession {
    /// Saves the transposition table to `HashFile`.
    pub(super) fn save_hash(&mut self, number: u64) {
        self.with_hash_file(number, |table, identity, path| {
            let name = path.display();
            let saved = require_regular_file(path).map_err(HashFileError::from);
            match saved.and_then(|()| hash_file::save(table, identity, path)) {
                Ok(Transfer { entries, .. }) => format!("info string saved {entries} entries to {name}"),
                Err(error) => format!("info string error: cannot save the hash table to {name}: {error}"),
            }
        });
    }

    /// Replaces the contents of the transposition table by those of `HashFile`.
    pub(super) fn load_hash(&mut self, number: u64) {
        self.with_hash_file(number, |table, identity, path| {
            let name = path.display();
            let loaded = require_content(path).map_err(HashFileError::from);
            match loaded.and_then(|()| hash_file::load(table, identity, path)) {
                Ok(transfer) => load_message(&name.to_string(), transfer, table.megabytes()),
                Err(error @ HashFileError::Configuration { .. }) => {
                    format!(
                        "info string error: cannot load {name}: {error}; set the same options or save again"
                    )
                }
                Err(error) => format!("info string error: cannot load {name}: {error}"),
            }
        });
    }

    /// Runs `work` on the search thread, for the command with number `number`. The arguments of `work` are the
    /// transposition table, the identity of the current options, and the path in the option `HashFile`.
    fn with_hash_file(
        &mut self,
        number: u64,
        work: impl FnOnce(&TranspositionTable, &Identity, &PathBuf) -> String + Send + 'static,
    ) {
        if self.options.hash_file.is_empty() {
            return self.send_error("no hash file: set the option HashFile first");
        }
        let path = PathBuf::from(&self.options.hash_file);
        let (setup, chess960, table) =
            (self.options.setup.clone(), self.options.chess960, self.engine.table());
        let line = self.line.clone().unwrap_or_else(|| Line::new(Position::start()));
        self.running = Some(RunningWork::new(number, Signals::NONE, line));
        let save_or_load = move |_: &(dyn Fn() -> bool + Sync)| {
            let identity = Identity::new(&setup, chess960);
            work(&table, &identity, &path)
        };
        self.engine.run_in_background(Box::new(save_or_load), number, self.listener(number));
    }
}

/// Returns the message after loading: the number of loaded entries, the saved and the current table size if
/// they differ, and the number of lost entries if entries were lost.
fn load_message(name: &str, transfer: Transfer, megabytes: usize) -> String {
    let Transfer { entries, kept, megabytes: saved } = transfer;
    let resized = if saved == megabytes as u64 {
        String::new()
    } else {
        format!("; saved with Hash {saved}, current Hash is {megabytes}")
    };
    let lost = match entries - kept {
        0 => String::new(),
        lost => format!("; {lost} entries of low depth did not fit"),
    };
    format!("info string loaded {kept} entries from {name}{resized}{lost}")
}
