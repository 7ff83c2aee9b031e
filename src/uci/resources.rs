//! Resources that UCI options open: Syzygy tablebases, opening book, debug log, random number generator.

use std::{
    fs, io,
    path::Path,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use rand::{SeedableRng as _, rngs::ChaCha8Rng};

use super::{
    log::Log,
    options::{Effect, UciOptions},
};
use crate::{
    chess::{
        book::Book,
        position::{Line, Move},
        tablebase::{Probing, Tablebases},
    },
    search::Limits,
};

/// Open files and the random number generator of a session.
pub(super) struct Resources {
    pub(super) log: Log,
    tablebases: Option<Arc<Tablebases>>,
    /// Whether the next `go` must report the number of tablebase files found.
    unreported: bool,
    /// Whether the error of a tablebase probe was reported.
    is_probe_error_reported: bool,
    book: Option<Book>,
    /// Whether the missing file of the book was reported.
    is_missing_book_reported: bool,
    pub(super) rng: ChaCha8Rng,
}

impl Resources {
    /// Creates resources without tablebases and without a book. `log` is shared with the reader and writer
    /// threads.
    pub(super) fn new(log: Log) -> Self {
        Self {
            log,
            tablebases: None,
            unreported: false,
            is_probe_error_reported: false,
            book: None,
            is_missing_book_reported: false,
            rng: seeded_rng(0),
        }
    }

    /// Opens the resource of a changed option. If new tablebases or a new book cannot be opened, the old
    /// tablebases or the old book are closed too, because the option now names other files.
    ///
    /// # Errors
    /// Returns an error message with the file name.
    pub(super) fn reload(&mut self, effect: Effect, options: &UciOptions) -> Result<(), String> {
        match effect {
            Effect::Tablebases => {
                self.tablebases = None;
                if !options.syzygy_path.is_empty() {
                    let tablebases =
                        Tablebases::open(&options.syzygy_path).map_err(|error| error.to_string())?;
                    self.tablebases = Some(Arc::new(tablebases));
                    (self.unreported, self.is_probe_error_reported) = (true, false);
                }
            }
            Effect::Book => {
                self.book = None;
                self.is_missing_book_reported = false;
                if !options.book_file.is_empty() {
                    let path = Path::new(&options.book_file);
                    let without_book = |error: String| {
                        format!(
                            "{error}: no book is used: set BookFile to an opening book in PolyGlot format"
                        )
                    };
                    require_content(path).map_err(|error| {
                        without_book(format!("cannot read opening book {}: {error}", path.display()))
                    })?;
                    self.book = Some(Book::read(path).map_err(|error| without_book(error.to_string()))?);
                }
            }
            Effect::Log => {
                let opened = self.log.open(&options.log_file);
                opened.map_err(|error| format!("cannot open log file {}: {error}", options.log_file))?;
            }
            Effect::Seed => self.rng = seeded_rng(options.seed),
            Effect::None
            | Effect::Algorithm { .. }
            | Effect::Resize
            | Effect::Threads
            | Effect::ClearHash
            | Effect::SaveHash
            | Effect::LoadHash => {}
        }
        Ok(())
    }

    /// Returns the message about newly opened tablebases. Each message is returned once.
    pub(super) fn take_tablebase_message(&mut self) -> Option<String> {
        let tablebases = self.tablebases.as_ref().filter(|_| std::mem::take(&mut self.unreported))?;
        let skipped = tablebases.skipped().map_or_else(String::new, |skipped| format!("; {skipped}"));
        Some(format!(
            "found {} tablebase files, up to {} pieces and pawns{skipped}",
            tablebases.files(),
            tablebases.max_pieces()
        ))
    }

    /// Returns the error of a tablebase probe during the search. Only one error is returned for each value of
    /// the option `SyzygyPath`.
    pub(super) fn take_probe_error(&mut self) -> Option<String> {
        if self.is_probe_error_reported {
            return None;
        }
        let error = self.tablebases.as_ref()?.probe_error()?.to_owned();
        self.is_probe_error_reported = true;
        Some(error)
    }

    /// Returns the tablebases together with the probing options; `None` if no tablebases are open.
    pub(super) fn probing(&self, options: &UciOptions) -> Option<Probing> {
        let tables = Arc::clone(self.tablebases.as_ref()?);
        let UciOptions { probe_depth: depth, fifty_moves, .. } = *options;
        Some(Probing { tables, depth, max_pieces: 7, fifty_moves })
    }

    /// Returns a message if the option `OwnBook` is on, but `BookFile` is empty. The message is returned once. A
    /// book that cannot be read was reported when the option was set.
    pub(super) fn take_missing_book_message(&mut self, options: &UciOptions) -> Option<&'static str> {
        let is_missing = options.own_book && options.book_file.is_empty();
        let is_new = is_missing && !std::mem::replace(&mut self.is_missing_book_reported, true);
        is_new.then_some(
            "OwnBook is on, but BookFile is empty: set BookFile to an opening book in PolyGlot format, or OwnBook to \
             false",
        )
    }

    /// Returns a book move, or `None` if the position is not in the book or the book is not used. The book is
    /// used only if the option `OwnBook` is on. The book is never used if the option `UCI_AnalyseMode` is on,
    /// or if the `go` command has `searchmoves`, `mate`, `ponder`, `infinite` or no limit at all. With `MultiPV`
    /// above 1, it is used only in a game: with a clock or a limited strength.
    pub(super) fn book_move(&mut self, options: &UciOptions, line: &Line, limits: &Limits) -> Option<Move> {
        let plays = options.own_book
            && !options.analyse_mode
            && limits.is_bounded()
            && limits.mate.is_none()
            && limits.search_moves.is_none()
            && (limits.is_single_pv() || limits.clock.is_some() || options.strength().is_some());
        let book = self.book.as_ref().filter(|_| plays)?;
        book.choose(line, &mut self.rng)
    }
}

/// Checks that a file named by a UCI option is a regular file or does not exist. Opening a pipe would block
/// the session until another program uses the pipe, and some devices are endless.
///
/// # Errors
/// Returns an I/O error if the path exists and is not a regular file; a missing file is no error here.
pub(super) fn require_regular_file(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("not a regular file")),
        // Opening a missing file reports the reason.
        _ => Ok(()),
    }
}

/// Checks that a file that will be read is a regular file with content, or does not exist. Reading a file without a
/// size, as in `/proc`, can block.
///
/// # Errors
/// Returns an I/O error if the path exists and is not such a file.
pub(super) fn require_content(path: &Path) -> io::Result<()> {
    require_regular_file(path)?;
    match fs::metadata(path) {
        Ok(found) if found.len() == 0 => Err(io::Error::other("the file is empty")),
        _ => Ok(()),
    }
}

/// Creates the random number generator for book moves and limited strength. With seed 0, the current time is
/// the seed.
fn seeded_rng(seed: u64) -> ChaCha8Rng {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    ChaCha8Rng::seed_from_u64(if seed == 0 { now() } else { seed })
}
