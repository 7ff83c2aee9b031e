//! What a search tells while it runs.
//!
//! [`Progress`](progress::Progress) receives finished depths and root moves: UCI lines and progress bars use it.
//! [`Observer`](observer::Observer) receives every node: the bench counts with it, `explain` keeps the tree. A search
//! without an observer contains no observer calls.

pub mod event;
pub mod observer;
pub mod progress;
pub mod reason;
