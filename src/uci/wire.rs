//! The two ends of the wire: a thread that reads lines and one that writes them.
//!
//! The reader never waits for the engine: it numbers each `go`, notes when its line came, and hands everything on at once, to a
//! thread that never searches; only `quit` stops searches from here, those that wait in the queue included. The writer never keeps a search waiting: what is told of
//! a search in progress may be dropped when the other side does not read, an answer never.

use std::{
    io::{BufRead, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::{
    command::Command,
    log::{Log, Source},
};
use crate::{engine::Update, search::StopFlag};

/// Lines that may wait for a slow reader before progress is dropped.
const MAX_QUEUED_LINES: usize = 256;
/// How long the end waits for what is still to be written.
const FLUSH_TIME: Duration = Duration::from_secs(1);

/// A command with the number of the latest `go`, itself included, and the instant its last byte was read.
#[derive(Debug)]
pub(super) struct ReceivedCommand {
    pub(super) command: Command,
    pub(super) number: u64,
    pub(super) at: Instant,
}

/// Events of a session, in the order in which they happen.
#[derive(Debug)]
pub(super) enum UciEvent {
    /// A line was read.
    Command(ReceivedCommand),
    /// The input has ended.
    EndOfInput,
    /// The output cannot be written any more.
    Closed,
    /// An update of search `number`.
    Searched { number: u64, update: Update },
}

/// Reads commands until the input ends, on a thread of its own.
///
/// # Panics
/// If the system has no thread left to give.
pub fn read(
    mut input: impl BufRead + Send + 'static,
    stop_flag: Arc<StopFlag>,
    log: Log,
    events: Sender<UciEvent>,
) {
    let read_lines = move || {
        let mut number = 0;
        let mut line = Vec::new();
        // Bytes, not text: a path in Latin-1 must not end the conversation.
        while matches!(input.read_until(b'\n', &mut line), Ok(length) if length > 0) {
            let at = Instant::now();
            let text = String::from_utf8_lossy(&line);
            log.write(Source::Gui, &text);
            let command = Command::parse(&text);
            line.clear();
            match command {
                Command::Go(_) | Command::Perft(_) | Command::BackgroundCommand(_) => number += 1,
                Command::PonderHit => stop_flag.ponder_hit(number, at),
                Command::Quit => stop_flag.stop_through(u64::MAX),
                _ => {}
            }
            if events.send(UciEvent::Command(ReceivedCommand { command, number, at })).is_err() {
                return;
            }
        }
        let _ = events.send(UciEvent::EndOfInput);
    };
    thread::Builder::new().name("read".to_owned()).spawn(read_lines).expect("the system gives a thread");
}

/// The way out. Lines are written and flushed one by one, by a thread of their own.
#[derive(Debug)]
pub struct Output {
    lines: Sender<String>,
    queued: Arc<AtomicUsize>,
    finished: Receiver<()>,
}

impl Output {
    /// Writes to `output` from now on; tells `events` when nobody reads it any more.
    ///
    /// # Panics
    /// If the system has no thread left to give.
    pub fn new(mut output: impl Write + Send + 'static, log: Log, events: Sender<UciEvent>) -> Self {
        let (lines, queue) = channel::<String>();
        let (finish, finished) = channel();
        let queued = Arc::new(AtomicUsize::new(0));
        let queued_lines = Arc::clone(&queued);
        let write = move || {
            let mut open = true;
            for mut text in queue {
                queued_lines.fetch_sub(1, Ordering::Relaxed);
                log.write(Source::Engine, &text);
                text.push('\n');
                if open && output.write_all(text.as_bytes()).and_then(|()| output.flush()).is_err() {
                    open = false;
                    let _ = events.send(UciEvent::Closed);
                }
            }
            let _ = finish.send(());
        };
        thread::Builder::new().name("write".to_owned()).spawn(write).expect("the system gives a thread");
        Self { lines, queued, finished }
    }

    /// Says one or more lines; they will be written.
    pub fn send(&self, text: impl Into<String>) {
        self.queued.fetch_add(1, Ordering::Relaxed);
        let _ = self.lines.send(text.into());
    }

    /// Says a line that nobody misses if the other side does not keep up.
    pub fn send_progress(&self, text: impl Into<String>) {
        if self.queued.load(Ordering::Relaxed) < MAX_QUEUED_LINES {
            self.send(text);
        }
    }

    /// Waits until everything is written, but not for ever.
    pub fn finish(self) {
        drop(self.lines);
        let _ = self.finished.recv_timeout(FLUSH_TIME);
    }
}
