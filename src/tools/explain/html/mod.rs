//! Output format `html`: the search trees as a page with a player: chart, board, pseudocode, and list of
//! sentences.
//!
//! The page is one file and loads no other resources. The page contains JSON (module `data`): the nodes, and the
//! texts of a lesson. `page.js` writes the texts, and `player.js` draws the nodes.

mod data;
mod page;

pub use self::{
    data::tree,
    page::{Page, document, plain},
};

/// Maximum number of nodes on a page by default, in all trees together. A page with this number of nodes has
/// about 15,000 events and is smaller than 1 MB.
pub const MAX_NODES: usize = 5_000;
