//! A dialogue with the real binary: sends lines, waits for answers, and measures response times.

use std::{
    io::{BufRead as _, BufReader, Read, Write as _},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use crate::support::engine_path;

/// Time limit for one answer, far above any real response time even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine process with its pipes. Dropping it kills the process.
pub struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
}

impl Dialogue {
    /// Starts the engine with an empty environment, as some batch systems do.
    pub fn new() -> Self {
        let mut child = Command::new(engine_path())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let lines = listen(child.stdout.take().expect("piped"));
        let errors = listen(child.stderr.take().expect("piped"));
        let input = child.stdin.take();
        Self { child, input, lines, errors }
    }

    /// Returns the next line of the engine; `None` after `patience` without a line.
    pub fn next(&mut self, patience: Duration) -> Option<String> {
        self.lines.recv_timeout(patience).ok()
    }

    /// Returns the process ID of the engine.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends one line.
    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends raw bytes.
    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("still open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine listens");
    }

    /// Returns all lines up to and including the first that starts with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        self.until_line(start, |line| line.starts_with(start))
    }

    /// Returns all lines up to and including the first that contains `part`.
    pub fn until_containing(&mut self, part: &str) -> Vec<String> {
        self.until_line(part, |line| line.contains(part))
    }

    fn until_line(&mut self, wanted: &str, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => {
                    let end = is_last(&line);
                    heard.push(line);
                    if end {
                        return heard;
                    }
                }
                Err(error) => panic!("no '{wanted}' ({error}) after {heard:#?}"),
            }
        }
    }

    /// Sends `line`, then returns all lines up to and including the first that starts with `start`.
    pub fn ask(&mut self, line: &str, start: &str) -> Vec<String> {
        self.say(line);
        self.until(start)
    }

    /// Works like [`Dialogue::ask`] and also returns the elapsed time.
    pub fn timed(&mut self, line: &str, start: &str) -> (Vec<String>, Duration) {
        let asked = Instant::now();
        let heard = self.ask(line, start);
        (heard, asked.elapsed())
    }

    /// Returns all lines that the engine prints within `time`. The engine may exit during this time.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut heard = Vec::new();
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.lines.recv_timeout(left) {
                Ok(line) => heard.push(line),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        heard
    }

    /// Closes the input, waits until the engine exits, and returns the remaining lines and the exit status.
    pub fn close(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.input.take());
        self.exit()
    }

    /// Waits until the engine exits, without closing the input first, and returns the remaining lines and the
    /// exit status.
    pub fn exit(mut self) -> (Vec<String>, ExitStatus) {
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => heard.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("no end after {heard:#?}"),
            }
        }
        let status = self.child.wait().expect("the engine ends");
        assert_eq!(self.errors.iter().collect::<Vec<_>>(), [""; 0], "nothing goes to stderr");
        (heard, status)
    }
}

/// Reads the lines of a pipe on a separate thread and passes them to the returned channel.
fn listen(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the best move from the last of `lines`, which must be a `bestmove` line.
pub fn best(lines: &[String]) -> &str {
    let words: Vec<_> = last(lines).split(' ').collect();
    assert_eq!(words[0], "bestmove", "{lines:#?}");
    words[1]
}

/// Returns the last of `lines`.
pub fn last(lines: &[String]) -> &str {
    lines.last().expect("at least the line waited for")
}

/// Returns the number after the word `key`.
pub fn number_after(key: &str, line: &str) -> i64 {
    let number = line.split(' ').skip_while(|word| *word != key).nth(1);
    number.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no number after {key}: {line}"))
}
