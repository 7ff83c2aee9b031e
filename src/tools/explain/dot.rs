//! Output format `dot`: the search tree as a graph for Graphviz.

use std::io::{self, Write};

use super::{
    explanation::{Explanation, ShownNode},
    reason,
    subject::Subject,
    text,
};

/// Writes a graph: a box for each shown node, coloured by the reason why the node ended, and an edge from its
/// parent. A dashed box stands for the children that are not shown.
///
/// # Errors
/// If `out` cannot be written.
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
        let tree_node = explanation.tree.node(node.index);
        let end = tree_node.end.map(|end| end.reason);
        let name = reason::term(end);
        let label = format!("{}\n{name}\n{} nodes", node.label, tree_node.nodes);
        let hue = f64::from(reason::hue(end)) / 360.0;
        writeln!(
            out,
            "  n{index} [label={}, tooltip={}, fillcolor=\"{hue:.3} 0.25 1.0\"];",
            quoted(&label),
            quoted(&node.sentence)
        )?;
        // The parent is the nearest earlier node whose subtree contains this node.
        while parents.last().is_some_and(|(_, end)| *end <= node.index) {
            parents.pop();
        }
        if let Some((parent, _)) = parents.last() {
            writeln!(out, "  n{parent} -> n{index};")?;
        }
        parents.push((index, explanation.tree.end(node.index)));
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
