//! Files that are replaced whole or not at all.
//!
//! What is written goes to a file of another name beside the target, and takes its name only when it is complete and on the disk. Whoever is
//! killed half-way leaves the old file as it was; at worst a file `.tmp…` lies beside it.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

/// A file being written that is to take the place of another, or the first of its name. Dropped before [`Replacement::finish`] it leaves
/// no trace.
#[derive(Debug)]
pub struct Replacement {
    target: PathBuf,
    out: Out,
}

#[derive(Debug)]
enum Out {
    Aside(BufWriter<NamedTempFile>),
    /// What is no regular file (a pipe, a terminal, the null device) cannot be replaced, only written to.
    Straight(BufWriter<File>),
}

impl Replacement {
    /// Begins to write what is to become `path`. A link is followed: the file it leads to is the one that is replaced.
    ///
    /// # Errors
    /// What the system says: the folder must exist and be writable.
    pub fn new(path: &Path) -> io::Result<Self> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = File::options().write(true).open(&target)?;
            return Ok(Self { target, out: Out::Straight(BufWriter::new(file)) });
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = named(folder.unwrap_or(Path::new(".")))?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { target, out: Out::Aside(BufWriter::new(file)) })
    }

    /// All is written: the file takes its name.
    ///
    /// # Errors
    /// What the system says; the old file is then still there.
    pub fn finish(self) -> io::Result<()> {
        self.take_place(true)
    }

    /// The same without waiting for the disk: for files that tell by a checksum whether a power cut tore them.
    ///
    /// # Errors
    /// Those of [`Replacement::finish`].
    pub fn finish_unforced(self) -> io::Result<()> {
        self.take_place(false)
    }

    fn take_place(self, forced: bool) -> io::Result<()> {
        match self.out {
            Out::Straight(mut out) => out.flush(),
            Out::Aside(out) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                if forced {
                    file.as_file().sync_all()?;
                }
                file.persist(self.target).map_err(|error| error.error)?;
                Ok(())
            }
        }
    }
}

/// Replaces a file by `bytes`, or creates it.
///
/// # Errors
/// If the file cannot be written; the old one is then unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Replacement::new(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// A new file for which the usual rights hold, not those of a secret.
#[cfg(unix)]
fn named(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn named(folder: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder)
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Aside(out) => out.write(bytes),
            Out::Straight(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Aside(out) => out.flush(),
            Out::Straight(out) => out.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stands_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        fs::write(&path, "old").expect("written");
        let mut broken_off = Replacement::new(&path).expect("writable");
        broken_off.write_all(b"half of the n").and_then(|()| broken_off.flush()).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("there"), "old");
        drop(broken_off);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left behind");

        let mut whole = Replacement::new(&path).expect("writable");
        whole.write_all(b"new").expect("written");
        whole.finish().expect("renamed");
        assert_eq!(fs::read_to_string(&path).expect("there"), "new");
    }

    #[cfg(unix)]
    #[test]
    fn rights_are_kept_links_are_followed_and_devices_are_written_to() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("ours");
        symlink(&path, &link).expect("a link");
        let mut replacement = Replacement::new(&link).expect("writable");
        replacement.write_all(b"new").expect("written");
        replacement.finish().expect("renamed");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("there"), "new");
        assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o640);

        let null = Replacement::new(Path::new("/dev/null")).expect("a device");
        null.finish().expect("written");
        assert!(!fs::metadata("/dev/null").expect("still there").is_file());
    }
}
