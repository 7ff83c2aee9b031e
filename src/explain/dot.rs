//! The tree in the language of Graphviz.

use std::io::{self, Write};

use super::{
    explanation::{Explanation, ShownNode},
    reason,
    subject::Subject,
    text,
};

/// Writes a graph: a node a position, coloured by the reason it ended, an edge a move, and a dashed box for what is not shown.
///
/// # Errors
/// What `out` says.
pub fn write<S: Subject>(
    out: &mut dyn Write,
    explanation: &Explanation<S>,
    shown: &[ShownNode],
) -> io::Result<()> {
    writeln!(out, "digraph tree {{")?;
    writeln!(out, "  label={};", quoted(&text::headline(explanation)))?;
    writeln!(out, "  rankdir=LR; node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=10];")?;
    let mut parents: Vec<(usize, usize)> = Vec::new();
    for (index, node) in shown.iter().enumerate() {
        let tree_node = explanation.tree.node(node.place);
        let end = tree_node.end.map(|end| end.reason);
        let name = reason::name(end);
        let label = format!("{}\n{name}\n{} nodes", node.label, tree_node.nodes);
        let hue = f64::from(reason::hue(end)) / 360.0;
        writeln!(
            out,
            "  n{index} [label={}, tooltip={}, fillcolor=\"{hue:.3} 0.25 1.0\"];",
            quoted(&label),
            quoted(&node.sentence)
        )?;
        // A parent is the nearest node before whose subtree reaches this far.
        while parents.last().is_some_and(|(_, end)| *end <= node.place) {
            parents.pop();
        }
        if let Some((parent, _)) = parents.last() {
            writeln!(out, "  n{parent} -> n{index};")?;
        }
        parents.push((index, explanation.tree.end(node.place)));
        if node.rest.children > 0 {
            let rest = quoted(&format!("and {}", text::rest(node)));
            writeln!(
                out,
                "  r{index} [label={rest}, style=dashed];\n  n{index} -> r{index} [style=dashed];"
            )?;
        }
    }
    writeln!(out, "}}")
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
