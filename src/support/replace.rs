//! Replaces regular files completely or not at all.
//!
//! The new content goes to a temporary file in the same directory. When the temporary file is complete, it is
//! renamed to the target, usually after its content has reached the disk. If the process is killed before the
//! file is renamed, the old file is unchanged, and at worst a file `.tmp…` remains beside it. A new file
//! ([`Replacement::create`]) never replaces a file that another process has created meanwhile. A pipe, a
//! terminal, or a device is written to directly.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::{NamedTempFile, TempPath};

/// New content for an existing or a new file. Dropping a `Replacement` of a regular file before
/// [`Replacement::finish`] deletes the temporary file and leaves the target unchanged.
#[derive(Debug)]
pub struct Replacement {
    target: PathBuf,
    /// Whether an existing target is replaced.
    replaces: bool,
    out: Out,
}

/// Temporary files of this process that are not yet renamed.
static TEMPORARY_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of this process, before it ends by a signal.
pub fn remove_temporary_files() {
    for path in temporary_files().drain(..) {
        let _ = fs::remove_file(path);
    }
}

/// Path of a temporary file in the list of temporary files, until it is dropped.
#[derive(Debug)]
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        temporary_files().retain(|path| *path != self.0);
    }
}

#[derive(Debug)]
enum Out {
    /// The file and its path. They are apart, because errors of a `NamedTempFile` name the temporary file.
    Temporary(BufWriter<File>, TempPath, Listed),
    /// A pipe, a terminal, or a device cannot be replaced and is written to directly.
    Direct(BufWriter<File>),
}

impl Replacement {
    /// Creates the temporary file for `path`, or opens `path` for writing if it exists and is no regular
    /// file. If `path` is a symbolic link, the file to which it points will be replaced or created, not the
    /// link. The new file gets the permissions of the old file and, if the system allows it, its owner.
    ///
    /// # Errors
    /// Returns the I/O error of the operating system. The directory must exist and be writable; an existing
    /// file must be writable too, although it is replaced.
    pub fn new(path: &Path) -> io::Result<Self> {
        let old = fs::metadata(path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            // The path is not resolved: the target of the link of an open pipe, such as /dev/fd/63, is no path.
            let file = File::options().write(true).open(path)?;
            return Ok(Self {
                target: path.to_owned(),
                replaces: true,
                out: Out::Direct(BufWriter::new(file)),
            });
        }
        let target = without_links(path)?;
        let (file, path) = temporary_file(folder(&target))?.into_parts();
        if let Some(old) = old {
            File::options().write(true).open(&target)?;
            keep_owner(&file, &old);
            file.set_permissions(old.permissions())?;
        }
        temporary_files().push(path.to_path_buf());
        let listed = Listed(path.to_path_buf());
        Ok(Self { target, replaces: true, out: Out::Temporary(BufWriter::new(file), path, listed) })
    }

    /// Like [`Replacement::new`], but [`Replacement::finish`] fails with
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if a file with this name exists then.
    ///
    /// # Errors
    /// The same errors as [`Replacement::new`].
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::new(path).map(|new| Self { replaces: false, ..new })
    }

    /// Writes the remaining data to the disk and renames the temporary file to the target. If the target is
    /// written to directly, only flushes the remaining data.
    ///
    /// # Errors
    /// Returns the I/O error of the operating system. After an error, the old file is unchanged.
    pub fn finish(self) -> io::Result<()> {
        self.rename(true)
    }

    fn write_and_finish(mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)?;
        self.finish()
    }

    /// Renames the temporary file to the target without waiting for the disk. Suitable for files whose
    /// checksum reveals damage by a power failure.
    ///
    /// # Errors
    /// Returns the same errors as [`Replacement::finish`].
    pub fn finish_unforced(self) -> io::Result<()> {
        self.rename(false)
    }

    fn rename(self, sync: bool) -> io::Result<()> {
        match self.out {
            Out::Direct(mut out) => out.flush(),
            Out::Temporary(out, path, _listed) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                if sync {
                    file.sync_all()?;
                }
                drop(file);
                if self.replaces {
                    path.persist(&self.target).map_err(|error| error.error)?;
                } else {
                    path.persist_noclobber(&self.target).map_err(|error| error.error)?;
                }
                if sync {
                    sync_folder(folder(&self.target));
                }
                Ok(())
            }
        }
    }
}

/// Replaces the content of the file `path` by `bytes`, or creates the file.
///
/// # Errors
/// Returns the I/O error of the operating system. After an error, the old file is unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Replacement::new(path)?.write_and_finish(bytes)
}

/// Creates the file `path` with the content `bytes`. The file appears when its content is complete.
///
/// # Errors
/// An I/O error of the kind [`AlreadyExists`](io::ErrorKind::AlreadyExists) if a file with this name exists; other I/O
/// errors of the operating system.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Replacement::create(path)?.write_and_finish(bytes)
}

/// Follows symbolic links, also a link to a file that does not exist yet.
fn without_links(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    let mut target = path.to_owned();
    while let Ok(link) = fs::read_link(&target) {
        target = folder(&target).join(link);
    }
    Ok(target)
}

/// Returns the directory of a file.
fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives `file` the owner and the group of the `old` file. Only the system administrator can change owners;
/// for other users the new file is their own.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(file, None, Some(old.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// Writes the directory to the disk, so that the new file also has its name after a power failure. Ignores
/// errors: not all file systems can do this, and the content of the file is already on the disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) {}

/// Creates a temporary file with the usual permissions of a new file. The default of `tempfile` allows access
/// only to the owner.
#[cfg(unix)]
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    // Other errors than that of a missing folder name the temporary file, which the user does not know.
    fs::metadata(folder)?;
    let mut builder = tempfile::Builder::new();
    let builder = builder.permissions(fs::Permissions::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| error.kind().into())
}

#[cfg(not(unix))]
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    fs::metadata(folder)?;
    NamedTempFile::new_in(folder).map_err(|error| error.kind().into())
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Temporary(out, ..) | Out::Direct(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Temporary(out, ..) | Out::Direct(out) => out.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_file_is_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        fs::write(&path, "old").expect("written");
        let mut unfinished = Replacement::new(&path).expect("writable");
        unfinished.write_all(b"half of the n").and_then(|()| unfinished.flush()).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("there"), "old");
        drop(unfinished);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no temporary file remains");

        let mut late = Replacement::create(&path).expect("a temporary file");
        late.write_all(b"late").expect("written");
        assert_eq!(late.finish().map_err(|error| error.kind()), Err(io::ErrorKind::AlreadyExists));
        assert_eq!(fs::read_to_string(&path).expect("there"), "old");

        let mut whole = Replacement::new(&path).expect("writable");
        whole.write_all(b"new").expect("written");
        whole.finish().expect("renamed");
        assert_eq!(fs::read_to_string(&path).expect("there"), "new");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_links_are_followed_and_devices_are_written_to() {
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

        let (dangling, new) = (folder.path().join("dangling"), folder.path().join("new"));
        symlink("new", &dangling).expect("a link");
        write(&dangling, b"created").expect("written");
        assert!(fs::symlink_metadata(&dangling).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&new).expect("there"), "created");
        let endless = folder.path().join("endless");
        symlink("endless", &endless).expect("a link");
        write(&endless, b"lost").expect_err("a link to itself");
        assert!(fs::symlink_metadata(&endless).expect("there").is_symlink());

        let null = Replacement::new(Path::new("/dev/null")).expect("a device");
        null.finish().expect("written");
        assert!(!fs::metadata("/dev/null").expect("still there").is_file());
    }
}
