//! The tree as indented sentences.

use std::io::{self, Write};

use super::{
    account::{Account, Shown},
    estimate::FORMULA,
    sentence::score,
    subject::Subject,
};
use crate::text::grouped;

/// Writes the account of a search: what it found, the formula, and the nodes shown.
///
/// # Errors
/// What `out` says.
pub fn write<S: Subject>(out: &mut dyn Write, account: &Account<S>, shown: &[Shown]) -> io::Result<()> {
    writeln!(out, "{}", account.start.text())?;
    writeln!(out, "{}", headline(account))?;
    writeln!(out, "Scores are pawns for White. {FORMULA}.\n")?;
    for node in shown {
        let indent = "  ".repeat(node.path.len());
        let nodes = grouped(account.tree.node(node.place).nodes);
        writeln!(out, "{indent}{}: {} [{nodes}]", node.label, node.sentence)?;
        if node.rest.children > 0 {
            writeln!(out, "{indent}  and {}", rest(node))?;
        }
    }
    Ok(())
}

/// What is not shown below a node: `312 more (4,711 nodes)`.
#[must_use]
pub fn rest(node: &Shown) -> String {
    let nodes = if node.rest.nodes == 1 { "node" } else { "nodes" };
    format!("{} more ({} {nodes})", grouped(node.rest.children), grouped(node.rest.nodes))
}

/// The search in one sentence.
#[must_use]
pub fn headline<S: Subject>(account: &Account<S>) -> String {
    let Account { rung, evaluator, depth, nodes, .. } = account;
    let (nodes, found) = (grouped(*nodes), found(account));
    let stopped = if account.stopped { "; stopped before it was done" } else { "" };
    format!("{rung} to depth {depth}, judged by {evaluator}: {nodes} nodes; {found}{stopped}")
}

/// What the search found: the move and its score.
#[must_use]
pub fn found<S: Subject>(account: &Account<S>) -> String {
    let Account { start, best, score: value, .. } = account;
    let Some(best) = best else { return "no move: the game is over".to_owned() };
    format!("{} {}, {}", start.number(), start.san(*best), score(*value, start.turn()))
}
