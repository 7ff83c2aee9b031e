//! Observation of a running search.
//!
//! [`Progress`](progress::Progress) receives finished depths and root moves; UCI output and progress bars use
//! it. [`Observer`](observer::Observer) receives every node; the bench counts nodes with an observer, and
//! `explain` stores the search tree with one. A search without an observer contains no observer calls.

pub mod event;
pub mod observer;
pub mod progress;
pub mod reason;
