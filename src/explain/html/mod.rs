//! Output format `html`: the search trees as a page with a player: chart, board, pseudocode, and list of
//! sentences.
//!
//! The page is one file and loads no other resources. The nodes are JSON in the page (module `data`);
//! `player.js` draws them.

mod board;
mod data;
mod page;

use serde_json::Value;

pub use self::page::{Page, plain};
use super::{
    explanation::{Explanation, ShownNode},
    subject::Subject,
    text,
};
use crate::text::escape;

/// Maximum number of nodes on a page by default, in all trees together. A page with this number of nodes has
/// about 15,000 events and is smaller than 1 MB.
pub const MAX_NODES: usize = 5_000;

/// One tree of a page.
#[derive(Clone, Debug)]
pub struct Column {
    /// HTML of the heading.
    heading: String,
    /// Data of the tree for the player.
    data: Value,
}

/// Returns one tree as a column of a page, with the heading `title`. Below it the player shows nodes and result.
pub fn column<S: Subject>(title: &str, explanation: &Explanation<S>, shown: &[ShownNode]) -> Column {
    let Explanation { depth, evaluator, .. } = explanation;
    let stopped = text::if_stopped(explanation);
    let heading = format!("<h2>{}</h2><p>Depth {depth}, evaluator {evaluator}{stopped}.</p>", escape(title));
    Column { heading, data: data::tree(explanation, shown) }
}
