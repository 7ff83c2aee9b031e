//! The search trees as JSON, for the player of the HTML page (`player.js`).

use serde_json::{Value, json};

use crate::{
    explain::{
        explanation::{Explanation, ShownNode},
        pseudocode, reason,
        subject::Subject,
        text,
        tree::Via,
    },
    score::Score,
    search::{Algorithm, Layer},
    text::grouped,
};

/// Names of the values in the array of a node, in order. The meaning of a value is that of the field with
/// this name in the player.
const FIELDS: [&str; 24] = [
    "parent",
    "via",
    "final",
    "last",
    "ply",
    "turn",
    "label",
    "san",
    "fen",
    "from",
    "to",
    "depth",
    "quiescence",
    "alpha",
    "beta",
    "value",
    "reason",
    "nodes",
    "leftOut",
    "restChildren",
    "restNodes",
    "byFrom",
    "byTo",
    "sentence",
];

/// Returns the data of all trees of a page. `<` is escaped, so that the text can be inside a script element.
pub fn page(trees: &[Value]) -> String {
    let reasons = reason::all();
    let data = json!({
        "fields": FIELDS,
        "reasons": reasons.iter().map(|reason| json!({
            "name": reason::name(*reason),
            "term": reason::term(*reason),
            "hue": reason::hue(*reason),
            "key": reason::pseudocode_key(*reason),
        })).collect::<Vec<_>>(),
        "mate": Score::mate_in(0).raw(),
        "mateLimit": Score::mate_in(crate::score::MAX_PLY).raw(),
        "infinite": Score::INFINITE.raw(),
        "trees": trees,
    });
    data.to_string().replace('<', "\\u003c")
}

/// Returns the data of one tree.
pub fn tree<S: Subject>(explanation: &Explanation<S>, shown: &[ShownNode]) -> Value {
    let quiescence = explanation.algorithm.layers().has(Layer::Quiescence);
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut nodes = Vec::with_capacity(shown.len());
    for (row, node) in shown.iter().enumerate() {
        while open.last().is_some_and(|(_, end)| *end <= node.index) {
            open.pop();
        }
        let parent = open.last().map(|(parent, _)| *parent);
        nodes.push(values(explanation, shown, node, parent, quiescence));
        open.push((row, explanation.tree.end(node.index)));
    }
    let lines = pseudocode::of(explanation.algorithm);
    let [files, ranks] = S::COORDINATES;
    json!({
        "rung": explanation.rung,
        "total": explanation.nodes,
        "result": text::found(explanation),
        "prunes": explanation.algorithm != Algorithm::Minimax,
        "files": files,
        "ranks": ranks,
        "lines": lines.iter().map(|line| json!({"text": line.text, "keys": line.keys})).collect::<Vec<_>>(),
        "nodes": nodes,
    })
}

/// Returns the values of a node in the order of [`FIELDS`]. `parent` is the row of its parent.
fn values<S: Subject>(
    explanation: &Explanation<S>,
    shown: &[ShownNode],
    node: &ShownNode,
    parent: Option<usize>,
    quiescence: bool,
) -> Value {
    let tree = &explanation.tree;
    let own = tree.node(node.index);
    let above = parent.map(|row| shown[row].index);
    let via = match own.via {
        Via::Root => "root",
        Via::Move(_) => "move",
        Via::Pass => "pass",
        Via::Again => "again",
    };
    let square = |ends: Option<[usize; 2]>, index: usize| ends.map_or(-1, |ends| ends[index] as i64);
    let by = node.by.as_ref().and_then(|by| by.ends);
    let end = own.end.map(|end| end.reason);
    let reason = reason::all().iter().position(|other| reason::name(*other) == reason::name(end));
    json!([
        parent.map_or(-1, |row| row as i64),
        via,
        above.is_none_or(|above| tree.is_last_attempt(above, node.index)),
        above.is_some_and(|above| tree.last_child(above) == Some(node.index)),
        own.ply,
        node.turn.char().to_string(),
        node.label,
        node.san,
        placement(&node.squares),
        square(node.ends, 0),
        square(node.ends, 1),
        own.depth,
        quiescence && own.ply > 0 && own.depth <= 0,
        own.window.alpha.raw(),
        own.window.beta.raw(),
        own.end.map(|end| end.value.raw()),
        reason,
        own.nodes,
        node.left_out,
        node.rest.children,
        node.rest.nodes,
        square(by, 0),
        square(by, 1),
        node.sentence,
    ])
}

/// Shortens 64 squares: a digit replaces consecutive empty squares of one rank. No character separates ranks.
fn placement(squares: &str) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for (index, piece) in squares.chars().enumerate() {
        if piece == '.' {
            empty += 1;
        }
        if empty > 0 && (piece != '.' || index % 8 == 7) {
            text.push_str(&grouped(empty));
            empty = 0;
        }
        if piece != '.' {
            text.push(piece);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_squares_are_counted_within_a_rank() {
        let squares = format!("r..q...k{}{}", ".".repeat(48), "K......R");
        assert_eq!(placement(&squares), "r2q3k888888K6R");
    }
}
