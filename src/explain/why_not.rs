//! Option `--why-not` of `engine explain`: explains why the search did not choose a given move, and shows the
//! opponent's refutation of the move.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use super::{explanation::Explanation, sentence::score, subject::Subject, tree::Via};
use crate::{score::Score, search::types::window::Bound, text::grouped};

/// The result of a normal search compared with the result of a search of one move only.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WhyNot {
    /// The move to explain, in UCI notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether the search of all moves chose the move to explain.
    pub chosen: bool,
    /// The move that the search of all moves chose, in UCI notation; `null` if the game is over.
    pub best: Option<String>,
    /// Score of the chosen move, from the side to move's point of view.
    pub score: Score,
    /// Score of the move to explain in a search of this move only to the same depth, from the side to move's
    /// point of view.
    pub score_alone: Score,
    /// Principal variation of the search of the move to explain only. If this move is worse than the chosen
    /// move, the second move of the line refutes it.
    pub line: String,
    /// The explanation in sentences.
    pub sentences: Vec<String>,
}

/// Explains why `mv` was not chosen. `explanation` is the search of all moves, `alone` the same search of
/// `mv` only.
pub fn explain<S: Subject>(explanation: &Explanation<S>, alone: &Explanation<S>, mv: S::Move) -> WhyNot {
    let start = &explanation.start;
    let turn = start.turn();
    let us = turn.fold_wb("White", "Black");
    let name = format!("{} {}", start.number(), start.san(mv));
    let chosen = explanation.best == Some(mv);
    let mut sentences = Vec::new();
    if let Some(best) = explanation.best {
        let line = explanation
            .last_root()
            .map(|root| explanation.tree.line(root))
            .filter(|line| line.first() == Some(&best));
        let line = explanation.format_line(start, &line.unwrap_or_else(|| vec![best]));
        let value = score(explanation.score, turn);
        sentences.push(format!("The search to depth {} chose {line}: {value}.", explanation.depth));
    }
    let line = alone.last_root().map(|root| alone.tree.line(root)).unwrap_or_default();
    let line_alone = alone.format_line(start, &line);
    if chosen {
        sentences.push(format!("{name} is the chosen move."));
    } else {
        sentences.push(in_full_search(explanation, mv, &name, us));
        let value = score(alone.score, turn);
        sentences.push(format!("Searched alone to the same depth, {name} scores {value}: {line_alone}."));
        if let Some(reply) = line.get(1) {
            let after = start.after(mv);
            let reply = format!("{} {}", after.number(), after.san(*reply));
            sentences.push(verdict(explanation.score.raw(), alone.score.raw(), us, &name, &reply));
        }
    }
    WhyNot {
        mv: start.code(mv),
        chosen,
        best: explanation.best.map(|best| start.code(best)),
        score: explanation.score,
        score_alone: alone.score,
        line: line_alone,
        sentences,
    }
}

/// Describes the result for `mv` in the search of all moves.
fn in_full_search<S: Subject>(explanation: &Explanation<S>, mv: S::Move, name: &str, us: &str) -> String {
    let tree = &explanation.tree;
    let children =
        explanation.last_root().into_iter().flat_map(|root| tree.children(root).collect::<Vec<_>>());
    let Some(child) = children.filter(|child| tree.node(*child).via == Via::Move(mv)).last() else {
        return format!("The search of all moves did not reach {name}.");
    };
    let node = tree.node(child);
    let Some(end) = node.end else { return format!("The search of all moves was stopped during {name}.") };
    let value = score(-end.value, explanation.start.turn());
    let after = explanation.start.after(mv);
    let nodes = if node.nodes == 1 { "1 node".to_owned() } else { format!("{} nodes", grouped(node.nodes)) };
    let refutation = explanation.by(child, &after).map(|by| by.line).filter(|line| !line.is_empty());
    match (node.bound(), refutation) {
        (Some(Bound::Lower), Some(line)) => format!(
            "In its last iteration, the search spent {nodes} on {name}: {line} refutes the move, because {us} then gets {value} at best."
        ),
        (Some(Bound::Lower), None) => {
            format!(
                "In its last iteration, the search spent {nodes} on {name}: {us} then gets {value} at best."
            )
        }
        _ => format!(
            "In its last iteration, the search spent {nodes} on {name} and found {value}, no better than the best move so far."
        ),
    }
}

fn verdict(best: i32, alone: i32, us: &str, name: &str, reply: &str) -> String {
    match alone.cmp(&best) {
        Ordering::Less => {
            format!("The refutation is {reply}: after it, {us} is worse than after the chosen move.")
        }
        Ordering::Equal => format!(
            "After the best reply {reply}, {name} has the same score as the chosen move. Of moves with equal scores, the search keeps the first."
        ),
        Ordering::Greater => format!(
            "Searched alone, {name} scores better than the chosen move: this search prunes without proof, so its scores depend on the moves searched before."
        ),
    }
}
