//! Splits one computation over several threads.

use std::{
    panic::resume_unwind,
    sync::Mutex,
    thread::{self, ScopedJoinHandle},
};

use crate::support::threads::{self, SMALL_STACK_BYTES, Shortage};

/// Runs `work` on every item, one thread per item, and returns the results in the order of the items. If the
/// system refuses threads, the calling thread works on the remaining items. If a thread panics, the panic
/// continues in the caller.
pub(super) fn fork_join<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    // Each item is taken by its thread, or by the calling thread if its thread cannot be started.
    let items: Vec<_> = items.into_iter().map(|item| Mutex::new(Some(item))).collect();
    let work = |item: &Mutex<Option<T>>| {
        let item = item.lock().ok().and_then(|mut item| item.take());
        work(item.expect("each item is taken once"))
    };
    let work = &work;
    thread::scope(|scope| {
        let (helpers, shortage) = threads::start(0..items.len(), |number| {
            let item = &items[number];
            threads::new("share", SMALL_STACK_BYTES).spawn_scoped(scope, move || work(item))
        });
        shortage.inspect(Shortage::report);
        let rest: Vec<_> = items[helpers.len()..].iter().map(work).collect();
        let join =
            |helper: ScopedJoinHandle<'_, R>| helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        helpers.into_iter().map(join).chain(rest).collect()
    })
}
