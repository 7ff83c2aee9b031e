//! Syzygy endgame tablebases (de Man 2013): exact results for positions with few pieces.
//!
//! The crate shakmaty-syzygy reads the files. The search uses tablebases in two ways. Inside the tree, the
//! search probes the [value](Tablebases::value) of positions whose halfmove clock is zero. At a [root] that
//! the tablebases contain, the search considers only moves that preserve the tablebase result, taking the
//! halfmove clock into account, and does not probe inside the tree. With `MultiPV` above 1 it considers all moves.

pub mod root;

use std::{
    collections::HashSet,
    fmt, fs, io,
    path::Path,
    sync::{Arc, OnceLock},
};

use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{SyzygyError, Tablebase, Wdl};

use crate::chess::position::Position;

/// Tablebases with the conditions for probing them.
#[derive(Clone, Debug)]
pub struct Probing {
    /// Tablebases that are probed.
    pub tables: Arc<Tablebases>,
    /// Minimum remaining depth, in plies, for probing positions with the maximum number of pieces and pawns:
    /// `max_pieces` or that of the largest tablebase, whichever is less. Positions with fewer pieces and
    /// pawns are probed at every depth.
    pub depth: i32,
    /// Maximum number of pieces and pawns in a probed position, kings included.
    pub max_pieces: usize,
    /// Whether the fifty-move rule applies.
    pub fifty_moves: bool,
}

impl Probing {
    /// Returns whether the tablebases may contain the position: it has few enough pieces and pawns, and no
    /// castling rights.
    pub fn covers(&self, position: &Position) -> bool {
        piece_count(position) <= self.max_pieces.min(self.tables.max_pieces())
            && position.chess().castles().is_empty()
    }

    /// Returns whether a node with `depth` remaining plies may be probed. Tablebases with the maximum number
    /// of pieces and pawns are probed only at a remaining depth of at least [`Probing::depth`], because the
    /// files may have to be read from disk.
    pub fn covers_at(&self, position: &Position, depth: i32) -> bool {
        self.covers(position)
            && (depth >= self.depth || piece_count(position) < self.max_pieces.min(self.tables.max_pieces()))
    }
}

fn piece_count(position: &Position) -> usize {
    position.board().occupied().count()
}

/// A collection of tablebase files. Each tablebase file is opened at the first probe that needs the file.
///
/// A bad file does not prevent the others from being used: [`Tablebases::skipped`] and
/// [`Tablebases::probe_error`] report bad files.
pub struct Tablebases {
    tablebase: Tablebase<Chess>,
    files: usize,
    /// Files that were not added, with the reason.
    skipped: Vec<String>,
    /// Message of the first probe that failed because of a bad file.
    probe_error: OnceLock<String>,
}

/// Maximum number of bad files that [`Tablebases::skipped`] names.
const MAX_NAMED_FILES: usize = 3;

/// Error while loading tablebases.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// The directories contain no tablebase files.
    #[error("no tablebases in {0}: files have names like KQvK.rtbw and KQvK.rtbz")]
    None(String),
    /// The directories contain only bad tablebase files; the second field names them.
    #[error("no usable tablebases in {0}: {1}")]
    Bad(String, String),
}

impl Tablebases {
    /// Loads the tablebases in `directories`, which are separated as in the environment variable PATH. Spaces and
    /// quotation marks around a directory are ignored, a directory that is named twice counts once, and one that cannot
    /// be read is skipped.
    ///
    /// # Errors
    /// Returns a [`TablebaseError`] if the directories contain no usable tablebase file.
    pub fn open(directories: &str) -> Result<Self, TablebaseError> {
        let (tablebase, skipped, probe_error) = (Tablebase::new(), Vec::new(), OnceLock::new());
        let mut tables = Self { tablebase, files: 0, skipped, probe_error };
        let mut seen = HashSet::new();
        for directory in std::env::split_paths(directories) {
            let directory = directory.to_string_lossy();
            let directory = Path::new(directory.trim_matches([' ', '"', '\'']));
            let same = fs::canonicalize(directory).unwrap_or_else(|_| directory.to_owned());
            if directory.as_os_str().is_empty() || !seen.insert(same) {
                continue;
            }
            if let Err(error) = tables.add(directory) {
                tables.skipped.push(format!("{}: {error}", directory.display()));
            }
        }
        match (tables.files, tables.skipped()) {
            (0, None) => Err(TablebaseError::None(directories.to_owned())),
            (0, Some(skipped)) => Err(TablebaseError::Bad(directories.to_owned(), skipped)),
            _ => Ok(tables),
        }
    }

    /// Adds the tablebase files of a directory, and skips bad files.
    fn add(&mut self, directory: &Path) -> io::Result<()> {
        let mut paths =
            fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        paths.sort_unstable();
        for path in paths {
            match self.tablebase.add_file(&path) {
                Ok(()) => self.files += 1,
                // The name of the file is not the name of a tablebase.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) => self.skipped.push(format!("{}: {error}", path.display())),
            }
        }
        Ok(())
    }

    /// Returns a message about the directories and files that were not added, because they cannot be read or the size of
    /// a file is wrong; `None` if there are none.
    pub fn skipped(&self) -> Option<String> {
        let named =
            self.skipped.iter().take(MAX_NAMED_FILES).map(String::as_str).collect::<Vec<_>>().join("; ");
        let more = self.skipped.len().saturating_sub(MAX_NAMED_FILES);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        (!named.is_empty()).then(|| format!("skipped: {named}{more}"))
    }

    /// Returns the message of the first probe that failed because of a bad file. The search continues without
    /// such a probe.
    pub fn probe_error(&self) -> Option<&str> {
        self.probe_error.get().map(String::as_str)
    }

    /// Returns the result of a probe, and records the error of a bad file.
    fn probed<T>(&self, result: Result<T, SyzygyError>) -> Option<T> {
        if let Err(error @ SyzygyError::ProbeFailed { .. }) = &result {
            self.probe_error.get_or_init(|| format!("bad tablebase file: {error}"));
        }
        result.ok()
    }

    /// Returns the number of usable tablebase files found; skipped bad files are not counted.
    pub const fn files(&self) -> usize {
        self.files
    }

    /// Returns the number of pieces and pawns of the largest tablebase, kings included.
    pub fn max_pieces(&self) -> usize {
        self.tablebase.max_pieces()
    }

    /// Returns the result for the side to move as if the halfmove clock were zero. Returns `None` if no
    /// tablebase contains the position or a file cannot be read.
    pub fn value(&self, position: &Position) -> Option<Wdl> {
        self.probed(self.tablebase.probe_wdl_after_zeroing(position.chess()))
    }

    /// Returns the distance to zeroing (DTZ): plies to the next capture or pawn move under best play,
    /// possibly one too many or too few. The distance is positive if the side to move wins, negative if the
    /// side to move loses, and zero for a draw. Returns `None` if the position cannot be probed.
    fn distance(&self, position: &Position) -> Option<i32> {
        self.probed(self.tablebase.probe_dtz(position.chess())).map(|distance| distance.ignore_rounding().0)
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebases")
            .field("files", &self.files)
            .field("max_pieces", &self.max_pieces())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_a_directory_that_is_missing_or_has_no_tablebases() {
        let missing = Tablebases::open("/no/such/directory").map(|_| ()).unwrap_err().to_string();
        assert!(missing.contains("/no/such/directory"), "{missing}");
        let empty = Tablebases::open(env!("CARGO_MANIFEST_DIR")).map(|_| ()).unwrap_err().to_string();
        assert!(empty.starts_with("no tablebases in "), "{empty}");
    }

    #[test]
    fn a_missing_directory_is_named_and_the_others_are_used_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().to_str().expect("UTF-8");
        fs::write(folder.path().join("KRvK.rtbw"), [0; 80]).expect("written");
        for directories in [name.to_owned(), format!("/no/such/directory: \"{name}\" :{name}/.:'{name}'")] {
            let tables = Tablebases::open(&directories).expect("one file");
            assert_eq!(tables.files(), 1, "{directories}");
            let is_named = tables.skipped().is_some_and(|skipped| skipped.contains("/no/such/directory: "));
            assert_eq!(is_named, directories.starts_with("/no"), "{directories}");
        }
    }

    #[test]
    fn bad_files_are_named_and_the_other_files_are_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().to_str().expect("UTF-8");
        // The size of a tablebase file is 16 bytes more than a multiple of 64.
        fs::write(folder.path().join("KQvK.rtbw"), [0; 100]).expect("written");
        fs::write(folder.path().join("notes.txt"), "no tablebase").expect("written");
        let only_bad = Tablebases::open(name).map(|_| ()).unwrap_err().to_string();
        assert!(
            only_bad.starts_with("no usable tablebases in ") && only_bad.contains("KQvK.rtbw: "),
            "{only_bad}"
        );
        fs::write(folder.path().join("KRvK.rtbw"), [0; 80]).expect("written");
        let tables = Tablebases::open(name).expect("one file has a possible size");
        assert_eq!((tables.files(), tables.probe_error()), (1, None));
        let skipped = tables.skipped().expect("a message");
        assert!(skipped.contains("KQvK.rtbw: ") && !skipped.contains("notes"), "{skipped}");
        // The content of the other file is bad too: the first probe finds out.
        let fen = "8/8/8/8/4k3/8/8/R3K3 w - - 0 1";
        let position = Position::from_fen(fen, shakmaty::CastlingMode::Standard).expect("legal");
        assert_eq!(tables.value(&position), None);
        assert!(
            tables.probe_error().is_some_and(|error| error.contains("KRvK")),
            "{:?}",
            tables.probe_error()
        );
    }
}
