//! Option `--why-not` of `engine explain`: explains why the search did not choose a given move, and shows the
//! opponent's refutation of the move.

use std::cmp::Ordering;

use super::{
    explanation::Explanation,
    sentence::{clause, score},
    subject::Subject,
    tree::Via,
};
use crate::{search::types::window::Bound, support::text::grouped};

/// Explains in sentences why `mv` was not chosen. `explanation` is the search of all moves, `alone` the same search of
/// `mv` only.
pub fn explain<S: Subject>(explanation: &Explanation<S>, alone: &Explanation<S>, mv: S::Move) -> Vec<String> {
    let start = &explanation.start;
    let turn = start.turn();
    let name = format!("{} {}", start.number(), start.san(mv));
    let chosen = explanation.best == Some(mv);
    let mut sentences = Vec::new();
    let mut best_line = Vec::new();
    if let Some(best) = explanation.best {
        let line = explanation
            .last_root()
            .map(|root| explanation.tree.line(root))
            .filter(|line| line.first() == Some(&best));
        best_line = line.unwrap_or_else(|| vec![best]);
        let line = explanation.format_line(start, &best_line);
        let value = score(explanation.units.normalised(explanation.score), turn);
        sentences.push(format!("The search to depth {} chose {line}: {value}.", explanation.depth));
    }
    let line = alone.last_root().map(|root| alone.tree.line(root)).unwrap_or_default();
    let line_alone = alone.format_line(start, &line);
    if chosen {
        sentences.push(format!("{name} is the chosen move."));
    } else {
        sentences.push(in_full_search(explanation, mv, &name));
        let value = score(alone.units.normalised(alone.score), turn);
        sentences.push(format!("Searched alone to the same depth, {name} scores {value}: {line_alone}."));
        if line.len() > 1 {
            let refutation = alone.format_line(&start.after(mv), &line[1..]);
            let best = explanation.best.map(|best| format!("{} {}", start.number(), start.san(best)));
            let best = best.unwrap_or_default();
            sentences.push(verdict(explanation, alone, &name, &best, &refutation));
            if !(explanation.stopped || alone.stopped) && alone.score.raw() < explanation.score.raw() {
                sentences.extend(start.mistake(
                    mv,
                    (&best_line, explanation.score),
                    (&line[1..], -alone.score),
                ));
            }
        }
    }
    sentences
}

/// Describes the result for `mv` in the search of all moves. The refutation is left to the search of `mv`
/// only, so that the answer names one refutation.
fn in_full_search<S: Subject>(explanation: &Explanation<S>, mv: S::Move, name: &str) -> String {
    let tree = &explanation.tree;
    let Some(root) = explanation.last_root() else {
        return format!("The search of all moves did not reach {name}.");
    };
    let searches = |root: usize| tree.children(root).filter(|child| tree.node(*child).via == Via::Move(mv));
    let Some(child) = searches(root).last() else {
        return format!("The search of all moves did not reach {name}.");
    };
    let node = tree.node(child);
    // An iteration can search a move several times: with another depth or window, and below another root.
    let iteration = tree.node(root).iteration;
    let roots = tree.roots().into_iter().filter(|root| tree.node(*root).iteration == iteration);
    let nodes: u64 = roots.flat_map(searches).map(|child| tree.node(child).nodes).sum();
    let Some(end) = node.end else { return format!("The search of all moves was stopped during {name}.") };
    let turn = explanation.start.turn();
    let bound = match node.window.bound(end.value) {
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
        Bound::Exact => Bound::Exact,
    };
    let result = clause(explanation.units.normalised(-end.value), turn, bound);
    let nodes = if nodes == 1 { "1 node".to_owned() } else { format!("{} nodes", grouped(nodes)) };
    let enough = if bound == Bound::Upper { ", which is enough to reject it" } else { "" };
    format!("In its last iteration, the search spent {nodes} on {name}: {result}{enough}.")
}

fn verdict<S: Subject>(
    explanation: &Explanation<S>,
    alone: &Explanation<S>,
    name: &str,
    best: &str,
    refutation: &str,
) -> String {
    if explanation.stopped || alone.stopped {
        return format!(
            "A search was stopped by --nodes, so the scores of {name} and {best} cannot be compared."
        );
    }
    let turn = explanation.start.turn();
    let [all, only] =
        [explanation.score, alone.score].map(|value| score(explanation.units.normalised(value), turn));
    match alone.score.raw().cmp(&explanation.score.raw()) {
        Ordering::Less => {
            format!("The refutation is {refutation}: the score is {only}, and after {best} it is {all}.")
        }
        Ordering::Equal => format!(
            "After the best reply {refutation}, {name} has the same score as {best}. Of moves with equal scores, the search keeps the first."
        ),
        Ordering::Greater => format!(
            "Searched alone, {name} scores better than {best}: this search prunes without proof, so its scores depend on the moves searched before."
        ),
    }
}
