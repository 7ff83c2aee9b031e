//! Output format `jsonl`: one JSON record per node.

use serde::Serialize;

use crate::{
    chess::score::Score,
    search::types::window::Bound,
    tools::explain::{
        explanation::{By, Explanation, ShownNode},
        reason,
        selection::Rest,
        subject::Subject,
    },
};

/// A node of a search tree. Scores are from the point of view of the side to move at the node.
#[derive(Clone, Debug, Serialize)]
pub struct NodeLine {
    /// Rung or set of layers that searched the tree of the node.
    pub rung: String,
    /// Plies from the root. The root has ply 0 and does not count as a node.
    pub ply: usize,
    /// Depth of the iteration (of iterative deepening) that searched the node, in plies.
    pub iteration: i32,
    /// How many times the parent had searched the same move, including this search. At the root: how many
    /// times the iteration had searched the root, including this search; each re-search has a wider window.
    pub attempt: usize,
    /// Moves from the root in UCI notation (in Pichu, four digits each), separated by spaces; a null move is
    /// `0000`.
    pub path: String,
    /// Move that led to the node, in UCI notation (in Pichu, four digits); `null` at the root and where the
    /// parent's position is searched again.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Move that led to the node, in standard algebraic notation (in Pichu, such as `N01-22`); `null` where
    /// `move` is `null`.
    pub san: Option<String>,
    /// Remaining depth in plies; 0 at the horizon, negative in quiescence search.
    pub depth: i32,
    /// Alpha: lower limit of the search window; `null` if it is minus infinity.
    pub alpha: Option<Score>,
    /// Beta: upper limit of the search window; `null` if it is plus infinity.
    pub beta: Option<Score>,
    /// Score that the node returned; `null` if the search was stopped inside the node.
    pub value: Option<Score>,
    /// Type of the score: `exact`, or a `lower` or `upper` bound; `null` if the search was stopped inside the
    /// node.
    pub bound: Option<&'static str>,
    /// Node type by the result: `pv` (exact score), `cut` (failed high) or `all` (failed low); `null` if the
    /// search was stopped inside the node.
    pub kind: Option<&'static str>,
    /// Reason why the node ended. `mate_distance`: a shorter mate was already found; `tablebase`: the score
    /// comes from a Syzygy tablebase.
    pub reason: &'static str,
    /// Move that decided the node, with its line, or the move of the transposition table entry; `null` if
    /// there is none.
    pub by: Option<By>,
    /// Number of nodes in the subtree, including this node unless it is the root.
    pub subtree_nodes: u64,
    /// Number of moves of the node that were not searched. In quiescence search, only noisy moves count,
    /// unless the side to move is in check: then all moves count.
    pub skipped_moves: usize,
    /// Number of children of this node that are not written, and number of nodes in their subtrees; missing
    /// if all children are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<Rest>,
}

impl NodeLine {
    /// Creates the record of a shown node.
    pub(crate) fn new<S: Subject>(explanation: &Explanation<S>, shown: &ShownNode) -> Self {
        let node = explanation.tree.node(shown.index);
        let within = |score: Score| {
            (score.raw().abs() < Score::INFINITE.raw()).then(|| explanation.units.normalised(score))
        };
        let (bound, kind) = match node.bound() {
            None => (None, None),
            Some(Bound::Exact) => (Some("exact"), Some("pv")),
            Some(Bound::Lower) => (Some("lower"), Some("cut")),
            Some(Bound::Upper) => (Some("upper"), Some("all")),
        };
        Self {
            rung: explanation.rung.clone(),
            ply: node.ply,
            iteration: node.iteration,
            attempt: node.attempt,
            path: shown.path.join(" "),
            mv: shown.code.clone(),
            san: shown.san.clone(),
            depth: node.depth,
            alpha: within(node.window.alpha),
            beta: within(node.window.beta),
            value: node.end.map(|end| explanation.units.normalised(end.value)),
            bound,
            kind,
            reason: reason::words(node.end.map(|end| end.reason)).name,
            by: shown.by.clone(),
            subtree_nodes: node.nodes,
            skipped_moves: shown.left_out,
            more: (shown.rest.children > 0).then_some(shown.rest),
        }
    }
}
