//! [`Stop`]: the error that ends a search early.

/// Error that ends a search early, passed up the tree by `?`. The result of the interrupted node must not be
/// used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;
