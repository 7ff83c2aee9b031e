//! Output format `text`: the search tree as indented sentences.

use std::io::{self, Write};

use super::{
    estimate::FORMULA,
    explanation::{Explanation, ShownNode},
    sentence::score,
    subject::Subject,
    terms,
};
use crate::support::text::grouped;

/// Writes the position, the result of the search, the formula of the estimate, and the shown nodes.
///
/// # Errors
/// If `out` cannot be written.
pub fn write<S: Subject>(
    out: &mut dyn Write,
    explanation: &Explanation<S>,
    shown: &[ShownNode],
) -> io::Result<()> {
    writeln!(out, "{}", explanation.start.text())?;
    writeln!(out, "{}", headline(explanation))?;
    writeln!(out, "Scores are in pawns from White's point of view: + is good for White. {FORMULA}.\n")?;
    for node in shown {
        let indent = "  ".repeat(node.path.len());
        let nodes = grouped(explanation.tree.node(node.index).nodes);
        writeln!(out, "{indent}{}: {} [{nodes}]", node.label, node.sentence)?;
        if node.rest.children > 0 {
            writeln!(out, "{indent}  and {}", rest(node))?;
        }
    }
    Ok(())
}

/// Formats the number of children of a node that are not shown: `312 more (4,711 nodes)`.
pub fn rest(node: &ShownNode) -> String {
    let nodes = if node.rest.nodes == 1 { "node" } else { "nodes" };
    format!("{} more ({} {nodes})", grouped(node.rest.children), grouped(node.rest.nodes))
}

/// Summarises the search in one line: layers, depth, evaluator, nodes and result.
pub fn headline<S: Subject>(explanation: &Explanation<S>) -> String {
    let Explanation { rung, evaluator, depth, nodes, .. } = explanation;
    let (rung, nodes, found) = (heading(rung), grouped(*nodes), found(explanation));
    let stopped = stopped(explanation);
    format!("{rung} to depth {depth}, evaluator {evaluator}: {nodes} nodes; {found}{stopped}")
}

const fn stopped<S: Subject>(explanation: &Explanation<S>) -> &'static str {
    if explanation.stopped { "; the search was stopped before it was complete" } else { "" }
}

/// Formats the name of a rung with its standard term: `null-move (null move pruning, NMP)`.
pub fn heading(rung: &str) -> String {
    terms::rung(rung).map_or_else(|| rung.to_owned(), |terms| format!("{rung} ({terms})"))
}

/// Formats the result of the search: the best move and its score.
pub fn found<S: Subject>(explanation: &Explanation<S>) -> String {
    let Explanation { start, best, score: value, .. } = explanation;
    let Some(best) = best else { return "no move: the game is over".to_owned() };
    format!(
        "{} {}, {}",
        start.number(),
        start.san(*best),
        score(explanation.units.normalised(*value), start.turn())
    )
}
