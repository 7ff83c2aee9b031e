//! Starts threads as long as the operating system permits it, and continues with fewer otherwise.
//!
//! [`start`] starts several threads and reports a [`Shortage`] if some of them cannot be started. The program
//! chooses with [`set_reporter`] how shortages are reported.

use std::{
    io,
    ops::Range,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread::Builder,
};

/// Stack size, in bytes, of threads that do not search: the default of the standard library.
pub const SMALL_STACK_BYTES: usize = 2 << 20;

/// Error: the operating system could start only some of the threads.
#[derive(Debug, thiserror::Error)]
#[error("only {started} of {wanted} threads could be started: {error}")]
pub struct Shortage {
    /// Number of threads that run.
    pub started: usize,
    /// Number of threads that were requested.
    pub wanted: usize,
    /// Error of the operating system.
    pub error: io::Error,
}

static REPORTER: OnceLock<fn(&Shortage)> = OnceLock::new();

/// Sets the function that reports the first [`Shortage`] of this process. Only the first call has an effect.
pub fn set_reporter(reporter: fn(&Shortage)) {
    let _ = REPORTER.set(reporter);
}

impl Shortage {
    /// Passes the shortage to the reporter, but only the first shortage of this process: a computation that
    /// starts its threads again and again would report the same shortage each time.
    pub fn report(&self) {
        static IS_REPORTED: AtomicBool = AtomicBool::new(false);
        if let Some(report) = REPORTER.get()
            && !IS_REPORTED.swap(true, Ordering::Relaxed)
        {
            report(self);
        }
    }
}

/// Calls `start` with the numbers of `numbers` until the first error. Returns the started threads and, after
/// an error, the shortage. A range that does not start at 0 means that the calling thread does work too.
pub fn start<T>(
    numbers: Range<usize>,
    mut start: impl FnMut(usize) -> io::Result<T>,
) -> (Vec<T>, Option<Shortage>) {
    let (first, wanted) = (numbers.start, numbers.end);
    let mut threads = Vec::new();
    for number in numbers {
        match start(number) {
            Ok(thread) => threads.push(thread),
            Err(error) => {
                let started = first + threads.len();
                return (threads, Some(Shortage { started, wanted, error }));
            }
        }
    }
    (threads, None)
}

/// Prepares a thread with this name and stack size.
pub fn new(name: &str, stack_bytes: usize) -> Builder {
    Builder::new().name(name.to_owned()).stack_size(stack_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_first_refused_thread_no_further_thread_is_started() {
        let refuse = |number| if number == 3 { Err(io::Error::other("refused")) } else { Ok(number) };
        let (threads, shortage) = start(1..9, refuse);
        assert_eq!(threads, [1, 2]);
        let message = shortage.expect("a shortage").to_string();
        assert_eq!(message, "only 3 of 9 threads could be started: refused");
        assert!(start(0..3, refuse).1.is_none());
    }
}
