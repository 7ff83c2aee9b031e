//! What options name and the session holds: endgame tables, the book, the log, the dice.

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
    tablebase::{Probing, Tables},
};

/// Files and dice.
pub(super) struct Resources {
    log: Log,
    tables: Option<Arc<Tables>>,
    /// What was found has not been told yet: nothing is said before the first `go`.
    untold: bool,
    book: Option<Book>,
    pub(super) dice: ChaCha8Rng,
}

impl Resources {
    /// Nothing but the dice, and the log that reader and writer have.
    pub(super) fn new(log: Log) -> Self {
        Self { log, tables: None, untold: false, book: None, dice: dice(0) }
    }

    /// Opens what the options name now. What cannot be opened leaves nothing: neither the tables nor the book of before are
    /// those that were asked for.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub(super) fn renew(&mut self, effect: Effect, options: &Options) -> Result<(), String> {
        match effect {
            Effect::Tables => {
                self.tables = None;
                if !options.tables.is_empty() {
                    let tables = Tables::open(&options.tables).map_err(|error| error.to_string())?;
                    self.tables = Some(Arc::new(tables));
                    self.untold = true;
                }
            }
            Effect::Book => {
                self.book = None;
                if !options.book.is_empty() {
                    let book = Book::read(Path::new(&options.book)).map_err(|error| error.to_string())?;
                    self.book = Some(book);
                }
            }
            Effect::Log => {
                let opened = self.log.open(&options.log);
                opened.map_err(|error| format!("log {}: {error}", options.log))?;
            }
            Effect::Seed => self.dice = dice(options.seed),
            Effect::None
            | Effect::Resize
            | Effect::Staff
            | Effect::Forget
            | Effect::SaveHash
            | Effect::LoadHash => {}
        }
        Ok(())
    }

    /// Why the log has ended by itself, told once.
    pub(super) fn log_failure(&self) -> Option<io::Error> {
        self.log.failure()
    }

    /// What tables were found, told once.
    pub(super) fn found(&mut self) -> Option<String> {
        let tables = self.tables.as_ref().filter(|_| std::mem::take(&mut self.untold))?;
        Some(format!("found {} table files, up to {} men", tables.files(), tables.men()))
    }

    /// The tables, as the options want them asked.
    pub(super) fn probing(&self, options: &Options) -> Option<Probing> {
        let tables = Arc::clone(self.tables.as_ref()?);
        let Options { probe_depth: depth, probe_limit: men, fifty_moves, .. } = *options;
        Some(Probing { tables, depth, men, fifty_moves })
    }

    /// The move of the book, if one is to be played: in a game, not in analysis.
    pub(super) fn book_move(
        &mut self,
        options: &Options,
        position: &Position,
        limits: &Limits,
    ) -> Option<Move> {
        let plays = options.own_book
            && !options.analysing
            && limits.is_bounded()
            && limits.mate.is_none()
            && limits.search_moves.is_none()
            && limits.asks_one_line();
        let book = self.book.as_ref().filter(|_| plays)?;
        book.choose(position, options.book_variety, &mut self.dice)
    }
}

/// Dice by a seed; 0 is the time of day.
fn dice(seed: u64) -> ChaCha8Rng {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    ChaCha8Rng::seed_from_u64(if seed == 0 { now() } else { seed })
}
