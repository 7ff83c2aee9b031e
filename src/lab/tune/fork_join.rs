//! Splits one computation over several threads.

use std::{panic::resume_unwind, thread};

/// Runs `work` on every item, one thread per item, and returns the results in the order of the items. If a
/// thread panics, the panic continues in the caller.
pub(super) fn fork_join<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = items.into_iter().map(|item| scope.spawn(move || work(item))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}
