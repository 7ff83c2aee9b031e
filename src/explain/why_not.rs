//! Why a move was not chosen: its refutation.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::Serialize;

use super::{explanation::Explanation, sentence::score, subject::Subject, tree::Via};
use crate::{score::Score, search::types::window::Bound, text::grouped};

/// What the search that chose knew of the move, and what a search of the move alone says.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WhyNot {
    /// The move asked about.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it was chosen after all.
    pub chosen: bool,
    /// The move that was chosen.
    pub best: Option<String>,
    /// Its score, for the side to move.
    pub score: Score,
    /// The score of the move asked about, searched alone to the same depth.
    pub score_alone: Score,
    /// The line of that search, with numbers: the second move refutes the first, if it is worse.
    pub line: String,
    /// The same in sentences.
    pub sentences: Vec<String>,
}

/// Explains `mv` by `explanation`, the search of all moves, and by `alone`, the same search of this move only.
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
        sentences.push(format!("{name} is that move."));
    } else {
        sentences.push(in_full_search(explanation, mv, &name, us));
        let value = score(alone.score, turn);
        sentences.push(format!("Searched alone to the same depth, {name} comes to {value}: {line_alone}."));
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

/// What the search of all moves saw of this one.
fn in_full_search<S: Subject>(explanation: &Explanation<S>, mv: S::Move, name: &str, us: &str) -> String {
    let tree = &explanation.tree;
    let children =
        explanation.last_root().into_iter().flat_map(|root| tree.children(root).collect::<Vec<_>>());
    let Some(child) = children.filter(|child| tree.node(*child).via == Via::Move(mv)).last() else {
        return format!("It did not get as far as {name}.");
    };
    let node = tree.node(child);
    let Some(end) = node.end else { return format!("It was stopped while it looked at {name}.") };
    let value = score(-end.value, explanation.start.turn());
    let after = explanation.start.after(mv);
    let nodes = if node.nodes == 1 { "1 node".to_owned() } else { format!("{} nodes", grouped(node.nodes)) };
    let refutation = explanation.by(child, &after).map(|by| by.line).filter(|line| !line.is_empty());
    match (node.bound(), refutation) {
        (Some(Bound::Lower), Some(line)) => format!(
            "At its last depth it spent {nodes} on {name} and then needed to know no more: {line} refutes it, with which {us} gets {value} at best."
        ),
        (Some(Bound::Lower), None) => {
            format!("At its last depth it spent {nodes} on {name}: {us} gets {value} there at best.")
        }
        _ => format!(
            "At its last depth it spent {nodes} on {name} and found {value}, which is no more than it had."
        ),
    }
}

fn verdict(best: i32, alone: i32, us: &str, name: &str, reply: &str) -> String {
    match alone.cmp(&best) {
        Ordering::Less => {
            format!("The refutation is {reply}: after it {us} stands worse than after the move chosen.")
        }
        Ordering::Equal => format!(
            "After the best reply {reply} {name} is worth as much: of equals the one found first is kept."
        ),
        Ordering::Greater => format!(
            "Alone {name} looks better than what was chosen: this search prunes by what it has seen before, and is no proof."
        ),
    }
}
