//! Output format `html`: the search tree as a page that folds, shows boards, and filters by reason.
//!
//! The page is one file and loads no other resources. Without JavaScript, the page still shows and folds the
//! tree; only the boards of nodes, the slider and the filter do not work.

mod board;
mod page;

use std::fmt::Write as _;

pub use self::page::Page;
use super::{
    estimate::FORMULA,
    explanation::{Explanation, ShownNode},
    reason,
    subject::Subject,
    text,
};
use crate::text::{escape, grouped};

/// Number of tree levels that are unfolded when the page opens.
const OPEN_LEVELS: usize = 1;

/// Returns the HTML of one tree, as a column of a page.
pub fn column<S: Subject>(explanation: &Explanation<S>, shown: &[ShownNode]) -> String {
    let mut html = format!(
        "<section class=\"tree\"><h2>{}</h2><p>{}</p>",
        escape(&explanation.rung),
        escape(&text::headline(explanation))
    );
    html.push_str(&counts(explanation, shown));
    html.push_str(&slider(explanation, shown));
    let mut open: Vec<usize> = Vec::new();
    for node in shown {
        while open.last().is_some_and(|end| *end <= node.index) {
            open.pop();
            html.push_str("</div></details>");
        }
        node_html(&mut html, explanation, node, open.len());
        open.push(explanation.tree.end(node.index));
    }
    html.push_str(&"</div></details>".repeat(open.len()));
    html.push_str("</section>");
    html
}

/// Appends the HTML of a node up to the beginning of its children.
fn node_html<S: Subject>(html: &mut String, explanation: &Explanation<S>, node: &ShownNode, level: usize) {
    let tree_node = explanation.tree.node(node.index);
    let end = tree_node.end.map(|end| end.reason);
    let name = reason::name(end);
    let open = if level < OPEN_LEVELS { " open" } else { "" };
    let turn = node.turn.char();
    let all = explanation.nodes.max(1) as f64;
    let share = tree_node.nodes as f64 / all * 100.0;
    // `write!` to a `String` cannot fail, so its result is ignored.
    let _ = write!(
        html,
        "<details class=\"n\" data-r=\"{name}\" data-b=\"{}\" data-t=\"{turn}\" data-p=\"{}\" style=\"--h:{}\"{open}>\
         <summary><b>{}</b> <i>{name}</i> {} <small>[{}]</small>\
         <span class=\"w\" style=\"width:{share:.2}%\"></span></summary><div>",
        node.squares,
        tree_node.ply,
        reason::hue(end),
        escape(&node.label),
        escape(&node.sentence),
        grouped(tree_node.nodes),
    );
    if node.rest.children > 0 {
        let _ = write!(html, "<p class=\"more\">and {}</p>", text::rest(node));
    }
}

/// Returns buttons that filter the nodes by reason, with the number of shown nodes for each reason.
fn counts<S: Subject>(explanation: &Explanation<S>, shown: &[ShownNode]) -> String {
    let mut counts: Vec<(&str, u16, usize)> = Vec::new();
    for node in shown {
        let end = explanation.tree.node(node.index).end.map(|end| end.reason);
        let name = reason::name(end);
        match counts.iter_mut().find(|(other, ..)| *other == name) {
            Some((_, _, count)) => *count += 1,
            None => counts.push((name, reason::hue(end), 1)),
        }
    }
    counts.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
    let mut html = format!("<p class=\"legend\" title=\"{}\">", escape(FORMULA));
    for (name, hue, count) in counts {
        let _ = write!(
            html,
            "<button type=\"button\" data-f=\"{name}\" style=\"--h:{hue}\" aria-pressed=\"false\">{name} {count}</button> "
        );
    }
    let [some, all] = [shown.len(), explanation.tree.len()].map(|count| grouped(count as u64));
    let _ = write!(html, "<span>{some} of {all} nodes shown</span></p>");
    html
}

/// Returns the slider that unfolds the tree down to a chosen ply.
fn slider<S: Subject>(explanation: &Explanation<S>, shown: &[ShownNode]) -> String {
    let ply = |node: &ShownNode| explanation.tree.node(node.index).ply;
    let deepest = shown.iter().map(ply).max().unwrap_or(0).max(OPEN_LEVELS);
    format!(
        "<label class=\"depth\">Unfold to ply <input type=\"range\" min=\"0\" max=\"{deepest}\" value=\"{OPEN_LEVELS}\">\
         <output>{OPEN_LEVELS}</output> of {deepest}</label>"
    )
}
