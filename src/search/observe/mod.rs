//! Observation of a running search: traits for receiving the progress of the search or every node of the
//! search.
//!
//! [`Progress`](progress::Progress) receives finished depths and root moves; UCI output and progress bars
//! implement `Progress`. [`Observer`](observer::Observer) receives every node; the bench counts nodes with an
//! observer, and `explain` stores the search tree with an observer. The compiled code of a search with layers
//! and without an observer contains no observer calls.

pub mod event;
pub mod observer;
pub mod progress;
pub mod reason;
