//! Starts threads as long as the operating system permits it, and continues with fewer otherwise.
//!
//! A system refuses threads because of a limit on their number or on memory. A failed allocation would abort
//! the program, so the functions of this module leave some memory free.
//!
//! [`start`] starts several threads and reports a [`Shortage`] if some of them cannot be started. The program
//! chooses with [`set_reporter`] how shortages are reported.

use std::{
    hint::black_box,
    io,
    ops::Range,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread::{Builder, JoinHandle, Scope, ScopedJoinHandle},
};

/// Memory in bytes that must be free, besides the stack, to start a thread without which the program cannot
/// work: for the data of the thread.
const ESSENTIAL_RESERVE_BYTES: usize = 24 << 20;

/// Memory in bytes that must be free, besides the stack, to start another thread. The C library can reserve
/// up to 128 MiB of addresses for the allocations of a new thread; some memory must remain for the other
/// threads.
const RESERVE_BYTES: usize = 160 << 20;

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

/// A thread that is about to be started.
#[derive(Debug)]
pub struct NewThread(Builder);

impl NewThread {
    /// Starts the thread and waits until it has the memory for its own small allocations. Threads that start
    /// at the same moment could together need more than the memory left free.
    ///
    /// # Errors
    /// Returns the error of the operating system.
    pub fn spawn<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<JoinHandle<T>> {
        let (ready, is_ready) = channel();
        let thread = self.0.spawn(move || {
            allocate(&ready);
            drop(ready);
            work()
        })?;
        let _ = is_ready.recv();
        Ok(thread)
    }

    /// Like [`NewThread::spawn`], in a scope.
    ///
    /// # Errors
    /// Returns the error of the operating system.
    pub fn spawn_scoped<'scope, T: Send + 'scope>(
        self,
        scope: &'scope Scope<'scope, '_>,
        work: impl FnOnce() -> T + Send + 'scope,
    ) -> io::Result<ScopedJoinHandle<'scope, T>> {
        let (ready, is_ready) = channel();
        let thread = self.0.spawn_scoped(scope, move || {
            allocate(&ready);
            drop(ready);
            work()
        })?;
        let _ = is_ready.recv();
        Ok(thread)
    }
}

/// Makes the C library reserve the memory for the allocations of this thread, and then reports it.
fn allocate(ready: &Sender<()>) {
    drop(black_box(Box::new(0_u8)));
    let _ = ready.send(());
}

/// Prepares a thread with this name and stack size, without which the program cannot work.
///
/// # Errors
/// An I/O error if there is not enough memory to start the thread.
pub fn essential(name: &str, stack_bytes: usize) -> io::Result<NewThread> {
    require_free(stack_bytes.saturating_add(ESSENTIAL_RESERVE_BYTES))?;
    Ok(NewThread(Builder::new().name(name.to_owned()).stack_size(stack_bytes)))
}

/// Prepares a thread with this name and stack size, without which the program is only slower.
///
/// # Errors
/// An I/O error if there is so little memory that the thread could endanger the others.
pub fn helper(name: &str, stack_bytes: usize) -> io::Result<NewThread> {
    require_memory(stack_bytes)?;
    Ok(NewThread(Builder::new().name(name.to_owned()).stack_size(stack_bytes)))
}

/// Returns an error if the system cannot allocate `bytes` bytes of memory and some more for the rest of the
/// program.
///
/// # Errors
/// An I/O error of the kind [`OutOfMemory`](io::ErrorKind::OutOfMemory).
pub fn require_memory(bytes: usize) -> io::Result<()> {
    require_free(bytes.saturating_add(RESERVE_BYTES))
}

fn require_free(bytes: usize) -> io::Result<()> {
    // The memory is not touched, so this costs only two system calls.
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| not_enough_memory())
}

/// Calls `make` up to `wanted` times. Ends earlier if the memory for one more result and its thread, which
/// has a stack of `stack_bytes` bytes, is missing. Reports a [`Shortage`] if the results are fewer than
/// `wanted`, but at least one.
///
/// # Errors
/// Returns the error of the first call of `make`.
pub fn as_many_as_possible<T, E>(
    wanted: usize,
    stack_bytes: usize,
    mut make: impl FnMut() -> Result<T, E>,
) -> Result<Vec<T>, E> {
    let mut made = vec![make()?];
    let mut stacks: Vec<Vec<u8>> = Vec::new();
    let (_, shortage) = start(1..wanted, |_| {
        require_memory(stack_bytes)?;
        let mut stack = Vec::new();
        stack.try_reserve_exact(stack_bytes).map_err(|_| not_enough_memory())?;
        stacks.push(stack);
        made.push(make().map_err(|_| not_enough_memory())?);
        Ok(())
    });
    shortage.inspect(Shortage::report);
    Ok(made)
}

fn not_enough_memory() -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, "not enough memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_first_refused_thread_no_further_thread_is_started() {
        let refuse = |number| if number == 3 { Err(not_enough_memory()) } else { Ok(number) };
        let (threads, shortage) = start(1..9, refuse);
        assert_eq!(threads, [1, 2]);
        let message = shortage.expect("a shortage").to_string();
        assert_eq!(message, "only 3 of 9 threads could be started: not enough memory");
        assert!(start(0..3, refuse).1.is_none());
    }

    #[test]
    fn without_memory_no_thread_is_started() {
        helper("", usize::MAX).expect_err("more memory than the address space");
        essential("", usize::MAX).expect_err("more memory than the address space");
        assert_eq!(as_many_as_possible(5, usize::MAX, || Ok::<_, ()>(7)), Ok(vec![7]));
        assert_eq!(as_many_as_possible(5, 1, || Ok::<_, ()>(7)), Ok(vec![7; 5]));
        assert_eq!(as_many_as_possible(5, 1, || Err::<(), _>("no")), Err("no"));
    }
}
