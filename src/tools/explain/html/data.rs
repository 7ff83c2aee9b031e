//! The search trees as JSON, for the player of the HTML page (`player.js`).
//!
//! The JSON is compact, so that a page with thousands of nodes stays below 1 MB: a board is the difference to
//! the board of the parent, and a text is a string with one character per word of a dictionary.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::Page;
use crate::{
    chess::score::Score,
    search::{Algorithm, Layer},
    tools::explain::{
        estimate::FORMULA,
        explanation::{Explanation, ShownNode},
        pseudocode, reason,
        subject::Subject,
        terms, text,
        tree::Via,
    },
};

/// Names of the values in the array of a node, in order. The meaning of a value is that of the field with
/// this name in the player; the player derives further fields from `via`, `flags` and `board`.
const FIELDS: [&str; 20] = [
    "parent",
    "via",
    "flags",
    "ply",
    "label",
    "san",
    "board",
    "from",
    "to",
    "depth",
    "alpha",
    "beta",
    "value",
    "reason",
    "nodes",
    "leftOut",
    "restChildren",
    "restNodes",
    "by",
    "sentence",
];

/// Names of the links from a parent to a node. The value `via` of a node is an index into this list.
const LINKS: [&str; 4] = ["root", "move", "pass", "again"];

/// Names of the bits in the value `flags` of a node, from the lowest bit.
const FLAGS: [&str; 4] = ["final", "last", "quiescence", "black"];

/// Characters that stand for the squares from a8 to h1 in the value `board` of a node.
const SQUARES: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the data of a page. `<` is escaped, so that the text can be inside a script element.
pub fn page(page: &Page) -> String {
    let reasons = reason::all();
    let data = json!({
        "fields": FIELDS,
        "links": LINKS,
        "flags": FLAGS,
        "squares": SQUARES,
        "reasons": reasons.iter().map(|reason| reason::words(*reason)).map(|words| json!({
            "name": words.name,
            "term": words.term,
            "hue": words.hue,
            "key": words.key,
        })).collect::<Vec<_>>(),
        "mate": Score::mate_in(0).raw(),
        "mateLimit": Score::mate_in(crate::chess::score::MAX_PLY).raw(),
        "infinite": Score::INFINITE.raw(),
        "formula": FORMULA,
        "position": page.position,
        "lesson": page.lesson,
        "trees": page.trees,
    });
    data.to_string().replace('<', "\\u003c")
}

/// Returns the data of one tree of a page.
pub fn tree<S: Subject>(explanation: &Explanation<S>, shown: &[ShownNode]) -> Value {
    let quiescence = explanation.algorithm.layers().has(Layer::Quiescence);
    let texts = shown.iter().flat_map(|node| [Some(&node.label), node.san.as_ref(), Some(&node.sentence)]);
    let dictionary = Dictionary::new(texts.flatten().map(String::as_str));
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut nodes = Vec::with_capacity(shown.len());
    for (row, node) in shown.iter().enumerate() {
        while open.last().is_some_and(|(_, end)| *end <= node.index) {
            open.pop();
        }
        let parent = open.last().map(|(parent, _)| *parent);
        nodes.push(values(explanation, shown, node, parent, quiescence, &dictionary));
        open.push((row, explanation.tree.end(node.index)));
    }
    let lines = pseudocode::of(explanation.algorithm);
    let [files, ranks] = S::COORDINATES;
    json!({
        "rung": explanation.rung,
        "terms": terms::short(&explanation.rung),
        "depth": explanation.depth,
        "evaluator": explanation.evaluator,
        "pawn": explanation.units.units_per_pawn(),
        "stopped": explanation.stopped,
        "total": explanation.nodes,
        "counts": counts(explanation),
        "result": text::found(explanation),
        "prunes": explanation.algorithm != Algorithm::Minimax,
        "files": files,
        "ranks": ranks,
        "lines": lines.iter().map(|line| json!({"text": line.text, "keys": line.keys})).collect::<Vec<_>>(),
        "words": dictionary.words,
        "symbols": dictionary.symbols(),
        "nodes": nodes,
    })
}

/// Counts the nodes of the whole tree that ended for each of [all reasons](reason::all). Roots do not count.
fn counts<S: Subject>(explanation: &Explanation<S>) -> Vec<u64> {
    let mut counts: HashMap<&str, u64> = HashMap::new();
    for node in (0..explanation.tree.len()).map(|index| explanation.tree.node(index)) {
        if node.via != Via::Root {
            *counts.entry(reason::words(node.end.map(|end| end.reason)).name).or_default() += 1;
        }
    }
    reason::names().into_iter().map(|name| counts.get(name).copied().unwrap_or_default()).collect()
}

/// Returns the values of a node in the order of [`FIELDS`]. `parent` is the row of its parent.
fn values<S: Subject>(
    explanation: &Explanation<S>,
    shown: &[ShownNode],
    node: &ShownNode,
    parent: Option<usize>,
    quiescence: bool,
    dictionary: &Dictionary,
) -> Value {
    let tree = &explanation.tree;
    let own = tree.node(node.index);
    let above = parent.map(|row| shown[row].index);
    let via = match own.via {
        Via::Root => 0,
        Via::Move(_) => 1,
        Via::Pass => 2,
        Via::Again => 3,
    };
    let flags = [
        above.is_none_or(|above| tree.is_last_attempt(above, node.index)),
        above.is_some_and(|above| tree.last_child(above) == Some(node.index)),
        quiescence && own.ply > 0 && own.depth <= 0,
        node.turn.is_black(),
    ];
    let flags: usize = flags.into_iter().enumerate().map(|(bit, is_set)| usize::from(is_set) << bit).sum();
    let square = |ends: Option<[usize; 2]>, index: usize| ends.map_or(-1, |ends| ends[index] as i64);
    let by = node.by.as_ref().and_then(|by| by.ends);
    let end = own.end.map(|end| end.reason);
    let reason = reason::all().iter().position(|other| reason::words(*other).name == reason::words(end).name);
    json!([
        parent.map_or(-1, |row| row as i64),
        via,
        flags,
        own.ply,
        dictionary.encode(&node.label),
        node.san.as_ref().map_or_else(String::new, |san| dictionary.encode(san)),
        board(&node.squares, parent.map(|row| shown[row].squares.as_str())),
        square(node.ends, 0),
        square(node.ends, 1),
        own.depth,
        own.window.alpha.raw(),
        own.window.beta.raw(),
        own.end.map(|end| end.value.raw()),
        reason,
        own.nodes,
        node.left_out,
        node.rest.children,
        node.rest.nodes,
        by.map_or_else(Vec::new, Vec::from),
        dictionary.encode(&node.sentence),
    ])
}

/// Returns the board of a node: the 64 squares, or, if `parent` is the board of the parent, each changed
/// square as a character of [`SQUARES`] and its new piece or dot.
fn board(squares: &str, parent: Option<&str>) -> String {
    let Some(parent) = parent else { return squares.to_owned() };
    let squares_with_names = SQUARES.chars().zip(squares.chars()).zip(parent.chars());
    squares_with_names
        .filter(|((_, now), before)| now != before)
        .flat_map(|((name, now), _)| [name, now])
        .collect()
}

/// The words of texts, each with the character that stands for the word. A word includes the space after it.
#[derive(Debug)]
struct Dictionary {
    /// The words, most frequent first.
    words: Vec<String>,
    characters: HashMap<String, char>,
}

impl Dictionary {
    /// Creates the dictionary of the words of `texts`. Frequent words get characters with short encodings.
    fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        // Number of occurrences and order of the first occurrence of each word.
        let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
        for word in texts.flat_map(|text| text.split_inclusive(' ')) {
            let first = counts.len();
            counts.entry(word).or_insert((0, first)).0 += 1;
        }
        let mut words: Vec<_> = counts.into_iter().collect();
        words.sort_unstable_by_key(|(_, (count, first))| (usize::MAX - count, *first));
        let words: Vec<_> = words.into_iter().map(|(word, _)| word.to_owned()).collect();
        // JSON and HTML contain these characters without an escape. They are followed by more characters than
        // texts have words.
        let characters = ('='..='[').chain(']'..='~').chain('¡'..=char::MAX);
        let characters = words.iter().cloned().zip(characters).collect();
        Self { words, characters }
    }

    /// Returns the characters of [`words`](Self::words), in the same order.
    fn symbols(&self) -> String {
        self.words.iter().filter_map(|word| self.characters.get(word)).collect()
    }

    /// Replaces each word of one of the texts by its character.
    fn encode(&self, text: &str) -> String {
        text.split_inclusive(' ').filter_map(|word| self.characters.get(word)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_contains_only_the_squares_that_differ_from_the_parent() {
        let parent = format!("{}{}", ".".repeat(56), "K......R");
        let squares = format!("{}{}", ".".repeat(56), ".....RK.");
        assert_eq!(board(&squares, Some(&parent)), "4.9R-K_.");
        assert_eq!(board(&squares, None), squares);
        assert_eq!(SQUARES.len(), 64);
    }
}
