//! Input and output threads: one thread reads and parses lines, another thread writes lines.
//!
//! The reader thread never waits for the engine. The reader thread numbers each line, records its time, and
//! sends all commands immediately to the session thread, which never searches. After `quit`, the reader thread
//! reads no further line. The writer thread never blocks a search: if the GUI does not read, progress lines
//! may be dropped, but never a `bestmove`.

use std::{
    borrow::Cow,
    io::{self, BufRead, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    time::Instant,
};

use super::{
    command::UciCommand,
    log::{Log, Source},
    queue::ReceivedCommand,
};
use crate::{
    engine::Update,
    support::{
        lines::{printable, remove_bom},
        threads::{self, SMALL_STACK_BYTES},
    },
};

/// Maximum number of queued output lines. If more lines wait for a slow reader, progress lines are dropped.
const MAX_QUEUED_LINES: usize = 256;
/// Memory for input lines that is kept for the next line, in bytes.
const KEPT_LINE_BYTES: usize = 1 << 20;

/// Event of a session. The session receives events in the order in which they happen.
#[derive(Debug)]
pub(super) enum UciEvent {
    /// The reader thread read a command line.
    Command(ReceivedCommand),
    /// The input has ended.
    EndOfInput,
    /// The output is closed: writing failed.
    Closed,
    /// An update of the work that command `number` started.
    Searched { number: u64, update: Update },
}

/// Starts the reader thread, which reads commands until `quit` or the end of the input.
///
/// # Errors
/// An I/O error if the operating system cannot start the thread.
pub fn read(mut input: impl BufRead + Send + 'static, log: Log, events: Sender<UciEvent>) -> io::Result<()> {
    let read_lines = move || {
        let mut number = 0;
        let mut line = Vec::new();
        // Read bytes, not UTF-8 text: a path in Latin-1 must not end the session.
        while matches!(input.read_until(b'\n', &mut line), Ok(length) if length > 0) {
            let at = Instant::now();
            number += 1;
            // Some shells begin a pipe with a byte order mark.
            remove_bom(&mut line);
            let text = String::from_utf8_lossy(&line);
            log.write(Source::Gui, &text);
            let received = ReceivedCommand::new(UciCommand::parse(&text), number, at);
            line.clear();
            line.shrink_to(KEPT_LINE_BYTES);
            let quits = received.command == UciCommand::Quit;
            if events.send(UciEvent::Command(received)).is_err() || quits {
                return;
            }
        }
        let _ = events.send(UciEvent::EndOfInput);
    };
    threads::new("read", SMALL_STACK_BYTES).spawn(read_lines).map(drop)
}

/// Output queue. A separate thread writes and flushes each line.
#[derive(Debug)]
pub struct OutputQueue {
    lines: Sender<String>,
    queued: Arc<AtomicUsize>,
    /// Receives the error of the output, if any, when the writer thread ends.
    finished: Receiver<Option<io::Error>>,
}

impl OutputQueue {
    /// Starts the writer thread for `output`. If writing fails, the writer thread sends `UciEvent::Closed` to
    /// `events`.
    ///
    /// # Errors
    /// An I/O error if the operating system cannot start the thread.
    pub fn new(
        mut output: impl Write + Send + 'static,
        log: Log,
        events: Sender<UciEvent>,
    ) -> io::Result<Self> {
        let (lines, queue) = channel::<String>();
        let (finish, finished) = channel();
        let queued = Arc::new(AtomicUsize::new(0));
        let queued_lines = Arc::clone(&queued);
        let write = move || {
            let mut failure = None;
            for mut text in queue {
                queued_lines.fetch_sub(1, Ordering::Relaxed);
                // A person may run the engine in a terminal, and an answer may quote an input line.
                if let Cow::Owned(replaced) = printable(&text) {
                    text = replaced;
                }
                log.write(Source::Engine, &text);
                text.push('\n');
                if failure.is_none()
                    && let Err(error) = output.write_all(text.as_bytes()).and_then(|()| output.flush())
                {
                    failure = Some(error);
                    let _ = events.send(UciEvent::Closed);
                }
            }
            let _ = finish.send(failure);
        };
        threads::new("write", SMALL_STACK_BYTES).spawn(write)?;
        Ok(Self { lines, queued, finished })
    }

    /// Queues one or more lines. The lines are not dropped, however many lines wait.
    pub fn send(&self, text: impl Into<String>) {
        self.queued.fetch_add(1, Ordering::Relaxed);
        let _ = self.lines.send(text.into());
    }

    /// Queues a progress line and returns true. If `MAX_QUEUED_LINES` or more lines already wait because the
    /// reader is slow, drops the line and returns false.
    pub fn send_progress(&self, text: impl Into<String>) -> bool {
        let is_sent = self.queued.load(Ordering::Relaxed) < MAX_QUEUED_LINES;
        if is_sent {
            self.send(text);
        }
        is_sent
    }

    /// Waits until all queued lines are written, however slow the reader is, or until the output is closed.
    ///
    /// # Errors
    /// The I/O error of the output, if writing failed.
    pub fn finish(self) -> io::Result<()> {
        drop(self.lines);
        self.finished.recv().ok().flatten().map_or(Ok(()), Err)
    }
}
