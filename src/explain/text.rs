//! The tree as indented sentences.

use std::io::{self, Write};

use super::{
    estimate::FORMULA,
    explanation::{Explanation, ShownNode},
    sentence::score,
    subject::Subject,
};
use crate::text::grouped;

/// Writes the account of a search: what it found, the formula, and the nodes shown.
///
/// # Errors
/// What `out` says.
pub fn write<S: Subject>(
    out: &mut dyn Write,
    explanation: &Explanation<S>,
    shown: &[ShownNode],
) -> io::Result<()> {
    writeln!(out, "{}", explanation.start.text())?;
    writeln!(out, "{}", headline(explanation))?;
    writeln!(out, "Scores are pawns for White. {FORMULA}.\n")?;
    for node in shown {
        let indent = "  ".repeat(node.path.len());
        let nodes = grouped(explanation.tree.node(node.place).nodes);
        writeln!(out, "{indent}{}: {} [{nodes}]", node.label, node.sentence)?;
        if node.rest.children > 0 {
            writeln!(out, "{indent}  and {}", rest(node))?;
        }
    }
    Ok(())
}

/// What is not shown below a node: `312 more (4,711 nodes)`.
pub fn rest(node: &ShownNode) -> String {
    let nodes = if node.rest.nodes == 1 { "node" } else { "nodes" };
    format!("{} more ({} {nodes})", grouped(node.rest.children), grouped(node.rest.nodes))
}

/// The search in one sentence.
pub fn headline<S: Subject>(explanation: &Explanation<S>) -> String {
    let Explanation { rung, evaluator, depth, nodes, .. } = explanation;
    let (nodes, found) = (grouped(*nodes), found(explanation));
    let stopped = if explanation.stopped { "; stopped before it was done" } else { "" };
    format!("{rung} to depth {depth}, judged by {evaluator}: {nodes} nodes; {found}{stopped}")
}

/// What the search found: the move and its score.
pub fn found<S: Subject>(explanation: &Explanation<S>) -> String {
    let Explanation { start, best, score: value, .. } = explanation;
    let Some(best) = best else { return "no move: the game is over".to_owned() };
    format!("{} {}, {}", start.number(), start.san(*best), score(*value, start.turn()))
}
