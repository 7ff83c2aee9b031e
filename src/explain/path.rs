//! One line of the tree, from the root down.

use super::{explanation::Explanation, selection::Selection, subject::Subject, tree::Via};

/// A line found in the tree.
#[derive(Clone, Debug)]
pub struct TreePath {
    /// The nodes on it, the root first.
    pub places: Vec<usize>,
    /// Where the search did not follow it any further, in words; `None` if it is there to the end.
    pub ended: Option<String>,
}

impl TreePath {
    /// The nodes on the line, and what lies below its end.
    pub fn selection<S: Subject>(&self, explanation: &Explanation<S>, most: usize) -> Selection {
        Selection::new(&explanation.tree, most, &self.places)
    }
}

/// Follows the moves of `line` from the last root: with numbers such as `1.` or without, as people or programs write them.
///
/// # Errors
/// A sentence about the first word that is no legal move.
pub fn follow<S: Subject>(explanation: &Explanation<S>, line: &str) -> Result<TreePath, String> {
    let mut path = TreePath { places: explanation.last_root().into_iter().collect(), ended: None };
    let mut position = explanation.start.clone();
    let mut moves = Vec::new();
    for word in line.split_whitespace().filter_map(without_number) {
        let mv = position.read(word)?;
        moves.push(mv);
        if path.ended.is_none() {
            let Some(&node_index) = path.places.last() else { break };
            // Of several searches of a move the largest says most.
            let tree = &explanation.tree;
            let searches = tree.children(node_index).filter(|child| tree.node(*child).via == Via::Move(mv));
            match searches.max_by_key(|child| tree.node(*child).nodes) {
                Some(child) => path.places.push(child),
                None => path.ended = Some(why_not_searched(explanation, node_index, &position, mv)),
            }
        }
        position = position.after(mv);
    }
    Ok(path)
}

/// Why a legal move was not searched at a node.
fn why_not_searched<S: Subject>(
    explanation: &Explanation<S>,
    place: usize,
    position: &S,
    mv: S::Move,
) -> String {
    let name = format!("{} {}", position.number(), position.san(mv));
    let node = explanation.tree.node(place);
    if let Some((_, layer)) = node.skipped.iter().find(|(other, _)| *other == mv) {
        return format!("{name} was passed by at its node: {}", layer.idea());
    }
    if node.is_beta_cut() {
        let cut = explanation.by(place, position).map(|by| by.line).unwrap_or_default();
        return format!(
            "{name} was not searched: {cut} had already cut the node, and one refutation is enough"
        );
    }
    let reason = super::reason::name(node.end.map(|end| end.reason));
    format!("{name} was not searched: the node had ended before ({reason})")
}

/// A word of a line without the number before it; `None` if it was only that.
fn without_number(word: &str) -> Option<&str> {
    // Coordinates of Pichu are digits only: a number of a move has a dot.
    let without_dots = match word.rfind('.') {
        Some(dot) if word[..dot].bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            &word[dot + 1..]
        }
        _ => word,
    };
    (!without_dots.is_empty()).then_some(without_dots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_before_moves_are_passed_over() {
        let line: Vec<_> = "1. e4 1... e5 2.Qh5 1333".split_whitespace().filter_map(without_number).collect();
        assert_eq!(line, ["e4", "e5", "Qh5", "1333"]);
    }
}
