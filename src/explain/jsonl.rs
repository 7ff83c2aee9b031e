//! `engine explain --format jsonl`: one record a node.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    explain::{
        explanation::{By, Explanation, ShownNode},
        reason,
        selection::Rest,
        subject::Subject,
    },
    score::Score,
    search::types::window::Bound,
};

/// A node of a search tree. Scores are for the side to move at the node.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Node {
    /// Plies from the root; the root is 0 and is not counted as a node.
    pub ply: usize,
    /// The depth of the iteration of deepening.
    pub iteration: i32,
    /// How often the same move of the same open parent was searched, this time included; at the root, how often the iteration
    /// was searched, with a wider window each time.
    pub attempt: usize,
    /// The moves from the root, with blanks between them; a pass is `0000`.
    pub path: String,
    /// The move that led here; `null` at the root and where the position of the parent is searched again.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The same in standard algebraic notation.
    pub san: Option<String>,
    /// Plies to be searched; 0 at the horizon, negative in quiescence.
    pub depth: i32,
    /// What the side to move has elsewhere; `null` if nothing.
    pub alpha: Option<Score>,
    /// What its opponent leaves it; `null` if everything.
    pub beta: Option<Score>,
    /// The value; `null` if the search was stopped inside.
    pub value: Option<Score>,
    /// What the value says of the true one: `exact`, `lower` or `upper`.
    pub bound: Option<&'static str>,
    /// What the node turned out to be: `pv`, `cut` or `all`.
    pub kind: Option<&'static str>,
    /// Why it ended. `mate_distance`: a shorter mate is known elsewhere; `tablebase`: the endgame tables know the value.
    #[schemars(extend("enum" = reason::names()))]
    pub reason: &'static str,
    /// By what it ended: the best move with the replies to it, or the entry of the table.
    pub by: Option<By>,
    /// Nodes of the subtree, this one included unless it is the root.
    pub subtree_nodes: u64,
    /// Moves that were not searched; in quiescence, of those it looks at.
    pub skipped_moves: usize,
    /// Children that are not written, and the nodes of their subtrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<Rest>,
}

impl Node {
    /// The record of a node that is shown.
    pub(crate) fn new<S: Subject>(explanation: &Explanation<S>, shown: &ShownNode) -> Self {
        let node = explanation.tree.node(shown.place);
        let within = |score: Score| (score.raw().abs() < Score::INFINITE.raw()).then_some(score);
        let (bound, kind) = match node.bound() {
            None => (None, None),
            Some(Bound::Exact) => (Some("exact"), Some("pv")),
            Some(Bound::Lower) => (Some("lower"), Some("cut")),
            Some(Bound::Upper) => (Some("upper"), Some("all")),
        };
        Self {
            ply: node.ply,
            iteration: node.iteration,
            attempt: node.attempt,
            path: shown.path.join(" "),
            mv: shown.code.clone(),
            san: shown.san.clone(),
            depth: node.depth,
            alpha: within(node.window.alpha),
            beta: within(node.window.beta),
            value: node.end.map(|end| end.value),
            bound,
            kind,
            reason: reason::name(node.end.map(|end| end.reason)),
            by: shown.by.clone(),
            subtree_nodes: node.nodes,
            skipped_moves: shown.left_out,
            more: (shown.rest.children > 0).then_some(shown.rest),
        }
    }
}
