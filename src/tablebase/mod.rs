//! Endgame tables (Syzygy, de Man 2013): what is certain when few men are left.
//!
//! The files are read by shakmaty-syzygy. Two questions are asked: inside the tree the [value](Tablebases::value) of a position whose
//! fifty-move count is zero, and at the [root] which moves keep what there is to keep, the count included.

pub mod root;

use std::{fmt, io, path::PathBuf, sync::Arc};

use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{Tablebase, Wdl};

use crate::position::Position;

/// What a search may ask of tables, and when.
#[derive(Clone, Debug)]
pub struct Probing {
    /// The tables.
    pub tables: Arc<Tablebases>,
    /// Plies left from which positions with as many men as the largest table are looked up; with fewer men all are.
    pub depth: i32,
    /// The most men a position may have, kings included.
    pub max_pieces: usize,
    /// Whether the game is drawn after fifty moves without capture or pawn move.
    pub fifty_moves: bool,
}

impl Probing {
    /// Whether a position has so few men, and no castling, that the tables may know it.
    pub fn covers(&self, position: &Position) -> bool {
        piece_count(position) <= self.max_pieces.min(self.tables.max_pieces())
            && position.chess().castles().is_empty()
    }

    /// The same for a node with so many plies left: the largest tables are asked only far from the horizon, since the answer
    /// lies on a disk.
    pub fn covers_at(&self, position: &Position, depth: i32) -> bool {
        self.covers(position)
            && (depth >= self.depth || piece_count(position) < self.max_pieces.min(self.tables.max_pieces()))
    }
}

fn piece_count(position: &Position) -> usize {
    position.board().occupied().count()
}

/// A collection of table files, each opened when it is first needed.
pub struct Tablebases {
    tablebase: Tablebase<Chess>,
    files: usize,
}

/// Why there are no tables.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// A directory cannot be read, or a table in it is damaged.
    #[error("tables in {0}: {1}")]
    Directory(PathBuf, io::Error),
    /// The directories hold none.
    #[error("no tables in {0}: files are named like KQvK.rtbw and KQvK.rtbz")]
    None(String),
}

impl Tablebases {
    /// The tables in these directories, separated as in PATH.
    ///
    /// # Errors
    /// [`TablebaseError`], which names the directory.
    pub fn open(directories: &str) -> Result<Self, TablebaseError> {
        let mut tables = Self { tablebase: Tablebase::new(), files: 0 };
        for directory in std::env::split_paths(directories).filter(|path| !path.as_os_str().is_empty()) {
            let added = tables.tablebase.add_directory(&directory);
            tables.files += added.map_err(|error| TablebaseError::Directory(directory, error))?;
        }
        if tables.files == 0 { Err(TablebaseError::None(directories.to_owned())) } else { Ok(tables) }
    }

    /// How many files there are.
    pub const fn files(&self) -> usize {
        self.files
    }

    /// The most men any table knows, kings included.
    pub fn max_pieces(&self) -> usize {
        self.tablebase.max_pieces()
    }

    /// What the side to move can reach, were the fifty-move count zero; `None` if no table knows or the file cannot be read.
    pub fn value(&self, position: &Position) -> Option<Wdl> {
        self.tablebase.probe_wdl_after_zeroing(position.chess()).ok()
    }

    /// Plies to the next capture or pawn move, positive if the side to move wins, zero if it is a draw.
    fn distance(&self, position: &Position) -> Option<i32> {
        self.tablebase.probe_dtz(position.chess()).ok().map(|distance| distance.ignore_rounding().0)
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("files", &self.files)
            .field("men", &self.max_pieces())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_that_is_not_there_or_holds_no_table_is_named() {
        let missing = Tablebases::open("/no/such/directory").map(|_| ()).unwrap_err().to_string();
        assert!(missing.contains("/no/such/directory"), "{missing}");
        let empty = Tablebases::open(env!("CARGO_MANIFEST_DIR")).map(|_| ()).unwrap_err().to_string();
        assert!(empty.starts_with("no tables in "), "{empty}");
    }
}
