//! UCI option `Debug Log File`: writes all input and output lines with their time to a file.
//!
//! An error of the log must not disturb a game. If the log cannot be written (for example, the disk is full),
//! logging stops and the error is reported once.

use std::{
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{self, Write as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

/// Sender of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The GUI sent the line: input.
    Gui,
    /// The engine sent the line: output.
    Engine,
}

/// Log file, shared by the reader thread and the writer thread. A new log has no open file and writes
/// nothing.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<LogFile>>);

#[derive(Debug, Default)]
struct LogFile {
    file: Option<File>,
    failure: Option<io::Error>,
}

impl Log {
    /// Opens a log file for appending. An empty path ends logging.
    ///
    /// # Errors
    /// Returns an I/O error if the file cannot be opened for writing. After an error, logging to the old file
    /// continues.
    pub fn open(&self, path: &str) -> io::Result<()> {
        let file = if path.is_empty() {
            None
        } else {
            Some(OpenOptions::new().create(true).append(true).open(path)?)
        };
        self.lock().file = file;
        Ok(())
    }

    /// Appends one or more lines to the log.
    pub fn write(&self, source: Source, text: &str) {
        let mut log = self.lock();
        let Some(file) = &mut log.file else { return };
        let arrow = if source == Source::Gui { ">>" } else { "<<" };
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let stamp = format!("{}.{:03} {arrow}", time.as_secs(), time.subsec_millis());
        let mut lines = String::new();
        for line in text.lines() {
            let _ = writeln!(lines, "{stamp} {line}");
        }
        if let Err(error) = file.write_all(lines.as_bytes()) {
            *log = LogFile { file: None, failure: Some(error) };
        }
    }

    /// Returns the write error that ended logging, or `None` if no write failed. Each error is returned once.
    pub fn take_failure(&self) -> Option<io::Error> {
        self.lock().failure.take()
    }

    fn lock(&self) -> MutexGuard<'_, LogFile> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_time_and_its_sender() {
        let path = std::env::temp_dir().join(format!("glulam-log-{}", std::process::id()));
        let log = Log::default();
        log.write(Source::Gui, "before it was opened");
        log.open(&path.to_string_lossy()).expect("a file of our own");
        log.write(Source::Gui, "uci");
        log.write(Source::Engine, "id name Glulam\nuciok");
        let text = std::fs::read_to_string(&path).expect("written");
        let _ = std::fs::remove_file(&path);
        let lines_read: Vec<_> = text.lines().map(|line| line.split_once(' ').expect("a time")).collect();
        assert!(lines_read.iter().all(|(time, _)| time.parse::<f64>().is_ok()), "{text}");
        let texts: Vec<_> = lines_read.iter().map(|(_, texts)| *texts).collect();
        assert_eq!(texts, [">> uci", "<< id name Glulam", "<< uciok"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_ends_only_the_log() {
        let log = Log::default();
        log.open("/dev/full").expect("it opens");
        log.write(Source::Engine, "readyok");
        assert!(log.take_failure().is_some());
        log.write(Source::Engine, "readyok");
        assert!(log.take_failure().is_none(), "the error is returned once");
        assert!(log.open("/no/such/directory/log").is_err());
    }
}
