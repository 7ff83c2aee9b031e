//! What options name and the session holds: endgame tables, the book, the log, the random number generator.

use std::{
    io,
    path::Path,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use rand::{SeedableRng as _, rngs::ChaCha8Rng};

use super::{
    log::Log,
    options::{Effect, Options},
};
use crate::{
    engine::book::Book,
    position::{Move, Position},
    search::Limits,
    tablebase::{Probing, Tablebases},
};

/// Files and the random number generator.
pub(super) struct Resources {
    log: Log,
    tablebases: Option<Arc<Tablebases>>,
    /// The tablebases found have not been reported yet; nothing is printed before the first `go`.
    unreported: bool,
    book: Option<Book>,
    pub(super) rng: ChaCha8Rng,
}

impl Resources {
    /// No files are open except the log that reader and writer share.
    pub(super) fn new(log: Log) -> Self {
        Self { log, tablebases: None, unreported: false, book: None, rng: seeded_rng(0) }
    }

    /// Opens what the options name now. What cannot be opened leaves nothing: neither the tables nor the book of before are
    /// those that were asked for.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub(super) fn reload(&mut self, effect: Effect, options: &Options) -> Result<(), String> {
        match effect {
            Effect::Tablebases => {
                self.tablebases = None;
                if !options.syzygy_path.is_empty() {
                    let tablebases =
                        Tablebases::open(&options.syzygy_path).map_err(|error| error.to_string())?;
                    self.tablebases = Some(Arc::new(tablebases));
                    self.unreported = true;
                }
            }
            Effect::Book => {
                self.book = None;
                if !options.book_file.is_empty() {
                    let book =
                        Book::read(Path::new(&options.book_file)).map_err(|error| error.to_string())?;
                    self.book = Some(book);
                }
            }
            Effect::Log => {
                let opened = self.log.open(&options.log_file);
                opened.map_err(|error| format!("log {}: {error}", options.log_file))?;
            }
            Effect::Seed => self.rng = seeded_rng(options.seed),
            Effect::None
            | Effect::Resize
            | Effect::Threads
            | Effect::ClearHash
            | Effect::SaveHash
            | Effect::LoadHash => {}
        }
        Ok(())
    }

    /// The error that ended the log; returned once.
    pub(super) fn take_log_failure(&self) -> Option<io::Error> {
        self.log.take_failure()
    }

    /// The message about the tablebases found; returned once.
    pub(super) fn take_tablebase_message(&mut self) -> Option<String> {
        let tablebases = self.tablebases.as_ref().filter(|_| std::mem::take(&mut self.unreported))?;
        Some(format!("found {} table files, up to {} men", tablebases.files(), tablebases.max_pieces()))
    }

    /// The tables, as the options want them asked.
    pub(super) fn probing(&self, options: &Options) -> Option<Probing> {
        let tables = Arc::clone(self.tablebases.as_ref()?);
        let Options { probe_depth: depth, probe_limit: max_pieces, fifty_moves, .. } = *options;
        Some(Probing { tables, depth, max_pieces, fifty_moves })
    }

    /// The move of the book, if one is to be played: in a game, not in analysis.
    pub(super) fn book_move(
        &mut self,
        options: &Options,
        position: &Position,
        limits: &Limits,
    ) -> Option<Move> {
        let plays = options.own_book
            && !options.analyse_mode
            && limits.is_bounded()
            && limits.mate.is_none()
            && limits.search_moves.is_none()
            && limits.asks_one_line();
        let book = self.book.as_ref().filter(|_| plays)?;
        book.choose(position, options.book_variety, &mut self.rng)
    }
}

/// A random number generator; seed 0 stands for the time of day.
fn seeded_rng(seed: u64) -> ChaCha8Rng {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    ChaCha8Rng::seed_from_u64(if seed == 0 { now() } else { seed })
}
