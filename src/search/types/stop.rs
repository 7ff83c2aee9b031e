//! The early end of a search.

/// The search is to end now; its result so far is unfinished. Carried up the tree by `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop;
