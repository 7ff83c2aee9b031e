//! Option `--path`: follows one line of moves through the search tree.

use super::{explanation::Explanation, reason, subject::Subject, tree::Via};
use crate::chess::position::move_words;

/// The nodes of one line of moves, as far as the tree contains the line.
#[derive(Clone, Debug)]
pub struct TreePath {
    /// Indices of the nodes on the line, beginning with the root.
    pub nodes: Vec<usize>,
    /// Message about the first move that was not searched; `None` if the whole line is in the tree.
    pub ended: Option<String>,
}

/// Follows the moves of `line` through the tree, from [`Explanation::last_root`]. Accepts the notations of
/// [`Subject::san`] and [`Subject::code`], with or without move numbers.
///
/// # Errors
/// Returns a message about the first word that is not a legal move.
pub fn follow<S: Subject>(explanation: &Explanation<S>, line: &str) -> Result<TreePath, String> {
    let mut path = TreePath { nodes: explanation.last_root().into_iter().collect(), ended: None };
    let mut position = explanation.start.clone();
    let mut moves = Vec::new();
    for word in move_words(line) {
        let mv = position.read(word)?;
        moves.push(mv);
        if path.ended.is_none() {
            let Some(&node_index) = path.nodes.last() else { break };
            // If a node searched a move several times, the line follows the search with the most nodes.
            let tree = &explanation.tree;
            let searches = tree.children(node_index).filter(|child| tree.node(*child).via == Via::Move(mv));
            match searches.max_by_key(|child| tree.node(*child).nodes) {
                Some(child) => path.nodes.push(child),
                None => path.ended = Some(why_not_searched(explanation, node_index, &position, mv)),
            }
        }
        position = position.after(mv);
    }
    Ok(path)
}

/// Explains why a legal move was not searched at a node.
fn why_not_searched<S: Subject>(
    explanation: &Explanation<S>,
    index: usize,
    position: &S,
    mv: S::Move,
) -> String {
    let name = format!("{} {}", position.number(), position.san(mv));
    let node = explanation.tree.node(index);
    if let Some((_, layer)) = node.skipped.iter().find(|(other, _)| *other == mv) {
        return format!("{name} was pruned at its node: {}", layer.idea());
    }
    if node.is_beta_cut() {
        let cut = explanation.by(index, position).map(|by| by.line).unwrap_or_default();
        return format!(
            "{name} was not searched: {cut} had already caused a beta cutoff, and one refutation is enough"
        );
    }
    let reason = reason::words(node.end.map(|end| end.reason));
    format!("{name} was not searched: the node had already ended ({})", reason.term)
}
