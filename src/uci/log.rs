//! UCI option `Debug Log File`: writes all input and output lines with their time to a file.
//!
//! The log begins after the line that sets the option. The engine may read further lines before it executes this
//! line, so the log keeps them until the file is open.
//!
//! A log must not disturb a game. A separate thread writes the file, so a slow disk delays no answer. If the
//! log cannot be written (for example, the disk is full), logging stops and the error is reported once.

use std::{
    fmt::Write as _,
    fs::OpenOptions,
    io::{self, Write},
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{Receiver, SyncSender, TrySendError, channel, sync_channel},
    },
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use super::resources::require_regular_file;

/// Maximum number of lines that wait for a slow disk. If more lines wait, logging stops.
const MAX_WAITING: usize = 1 << 16;
/// Maximum time to wait at exit until the log is written.
const FLUSH_TIME: Duration = Duration::from_secs(1);

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
pub struct Log(Arc<Mutex<LogState>>);

#[derive(Debug, Default)]
struct LogState {
    file: Option<OpenLog>,
    /// Lines since the input line that sets the option, until the file is open; `None` without such a line.
    early: Option<Vec<String>>,
    failure: Option<io::Error>,
}

/// Queue of the thread that writes a log file.
#[derive(Debug)]
struct OpenLog {
    lines: SyncSender<String>,
    /// Receives the result when the thread ends: after the last line, or after a write error.
    result: Receiver<io::Result<()>>,
}

impl Log {
    /// Opens a log file for appending. An empty path ends logging.
    ///
    /// # Errors
    /// Returns an I/O error if the path is not a regular file or cannot be opened for writing. After an error,
    /// logging to the old file continues.
    pub fn open(&self, path: &str) -> io::Result<()> {
        let opened = if path.is_empty() {
            self.lock().file = None;
            Ok(())
        } else {
            require_regular_file(Path::new(path))
                .and_then(|()| OpenOptions::new().create(true).append(true).open(path))
                .and_then(|file| self.write_to(file))
        };
        self.lock().early = None;
        opened
    }

    /// Starts a thread that writes the following lines to `file`.
    fn write_to(&self, mut file: impl Write + Send + 'static) -> io::Result<()> {
        let (lines, queue) = sync_channel::<String>(MAX_WAITING);
        let (sender, result) = channel();
        let write = move || {
            let result = queue.into_iter().try_for_each(|lines| file.write_all(lines.as_bytes()));
            let _ = sender.send(result);
        };
        thread::Builder::new().name("log".to_owned()).spawn(write)?;
        let mut log = self.lock();
        for early in log.early.take().unwrap_or_default() {
            // The queue has room for all early lines.
            let _ = lines.try_send(early);
        }
        log.file = Some(OpenLog { lines, result });
        Ok(())
    }

    /// Appends one or more lines to the log. Never waits for the file.
    pub fn write(&self, source: Source, text: &str) {
        let mut log = self.lock();
        if log.file.is_none() && log.early.is_none() {
            log.early = (source == Source::Gui && sets_log_file(text)).then(Vec::new);
            return;
        }
        let arrow = if source == Source::Gui { ">>" } else { "<<" };
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let stamp = format!("{}.{:03} {arrow}", time.as_secs(), time.subsec_millis());
        let mut lines = String::new();
        for line in text.lines() {
            let _ = writeln!(lines, "{stamp} {line}");
        }
        let Some(file) = &log.file else {
            log.early = log.early.take().filter(|early| early.len() < MAX_WAITING);
            log.early.iter_mut().for_each(|early| early.push(std::mem::take(&mut lines)));
            return;
        };
        let failure = match file.lines.try_send(lines) {
            Ok(()) => return,
            Err(TrySendError::Full(_)) => io::Error::other("the file has been blocked for too long"),
            Err(TrySendError::Disconnected(_)) => match file.result.recv() {
                Ok(Err(error)) => error,
                _ => io::Error::other("the log thread has ended"),
            },
        };
        *log = LogState { failure: Some(failure), ..LogState::default() };
    }

    /// Returns the error that ended logging, or `None` if there was no error. Each error is returned once.
    pub fn take_failure(&self) -> Option<io::Error> {
        self.lock().failure.take()
    }

    /// Ends logging and waits until all lines are written, for at most one second.
    pub fn finish(&self) {
        let file = self.lock().file.take();
        if let Some(OpenLog { lines, result }) = file {
            drop(lines);
            let _ = result.recv_timeout(FLUSH_TIME);
        }
    }

    fn lock(&self) -> MutexGuard<'_, LogState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether an input line sets the option `Debug Log File`, and not one whose name begins so.
fn sets_log_file(line: &str) -> bool {
    let wanted = ["setoption", "name", "debug", "log", "file"];
    let mut words = line.split_ascii_whitespace();
    let mut is_next = |wanted: &str| words.next().map(|word| word.eq_ignore_ascii_case(wanted));
    wanted.into_iter().all(|wanted| is_next(wanted) == Some(true)) && is_next("value") != Some(false)
}

#[cfg(test)]
mod tests {
    use std::{io::Read as _, time::Instant};

    use super::*;

    #[test]
    fn every_line_has_its_time_and_its_sender_also_if_it_is_read_before_the_file_is_open() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.txt");
        let log = Log::default();
        log.write(Source::Gui, "before the option");
        log.write(Source::Gui, "setoption  name Debug Log file value log.txt");
        log.write(Source::Gui, "go depth 1");
        log.open(&path.to_string_lossy()).expect("a file of our own");
        log.write(Source::Engine, "id name Glulam\nuciok");
        log.finish();
        let text = std::fs::read_to_string(&path).expect("written");
        let lines: Vec<_> = text.lines().map(|line| line.split_once(' ').expect("a time")).collect();
        assert!(lines.iter().all(|(time, _)| time.parse::<f64>().is_ok()), "{text}");
        let texts: Vec<_> = lines.iter().map(|(_, text)| *text).collect();
        assert_eq!(texts, [">> go depth 1", "<< id name Glulam", "<< uciok"]);
        // If the file cannot be opened, the lines are not kept.
        log.write(Source::Gui, "setoption name Debug Log File value /");
        log.write(Source::Gui, "isready");
        assert!(log.open(&folder.path().to_string_lossy()).is_err());
        assert!(log.lock().early.is_none() && log.lock().file.is_none());
    }

    #[test]
    fn a_write_error_ends_only_the_log() {
        let log = Log::default();
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        log.write_to(writer).expect("a thread");
        let begun = Instant::now();
        while log.lock().file.is_some() && begun.elapsed() < Duration::from_secs(20) {
            log.write(Source::Engine, "readyok");
        }
        assert!(log.take_failure().is_some());
        log.write(Source::Engine, "readyok");
        assert!(log.take_failure().is_none(), "the error is returned once");
        assert!(log.open("/no/such/directory/log").is_err());
    }

    #[test]
    fn a_blocked_log_delays_no_line_and_loses_none() {
        let log = Log::default();
        let (mut reader, writer) = io::pipe().expect("a pipe");
        log.write_to(writer).expect("a thread");
        let text = "info string 1234567890".repeat(10);
        let count = 10_000; // two megabytes: a pipe holds less
        for _ in 0..count {
            log.write(Source::Engine, &text);
        }
        let read = thread::spawn(move || {
            let mut all = String::new();
            reader.read_to_string(&mut all).map(|_| all)
        });
        log.open("").expect("closed");
        let all = read.join().expect("no panic").expect("text");
        assert_eq!(all.lines().count(), count);
    }

    #[test]
    fn a_log_blocked_for_too_long_ends_with_an_error() {
        let log = Log::default();
        let (_reader, writer) = io::pipe().expect("a pipe");
        log.write_to(writer).expect("a thread");
        for _ in 0..2 * MAX_WAITING {
            log.write(Source::Engine, "a line that is so long that a pipe cannot hold the whole log");
        }
        let failure = log.take_failure().expect("the log has ended").to_string();
        assert!(failure.contains("blocked"), "{failure}");
    }
}
