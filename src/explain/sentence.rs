//! The sentence that explains a node. The sentences of layers are declared in `INFO.reasons` in
//! `search/layers/*.rs`.
//!
//! All scores are in pawns from White's point of view, so the sign has the same meaning at every node of a
//! line.

use std::{collections::BTreeMap, fmt::Write as _};

use shakmaty::Color;

use super::{explanation::ShownNode, reason, tree::Node};
use crate::{
    score::Score,
    search::{
        layer::Layer,
        observe::reason::Reason,
        types::window::{Bound, Window},
    },
    text::{grouped, pawns},
};

/// Formats a score of the side `turn` from White's point of view: `+0.35`, `Black mates in 2`.
pub fn score(value: Score, turn: Color) -> String {
    let white = if turn.is_white() { value } else { -value };
    if white.raw().abs() >= Score::INFINITE.raw() {
        return if white.raw() > 0 { "+∞" } else { "−∞" }.to_owned();
    }
    match white.plies_to_mate() {
        None => pawns(white.raw()).replace('-', "−"),
        Some(0) => if white.raw() > 0 { "Black is mated" } else { "White is mated" }.to_owned(),
        Some(plies) => {
            let winner = if white.raw() > 0 { "White" } else { "Black" };
            format!("{winner} mates in {}", plies.div_ceil(2))
        }
    }
}

/// Returns the sentence that explains how a node ended.
pub fn of<M: Copy>(node: &Node<M>, shown: &ShownNode) -> String {
    let Some(end) = node.end else { return "the search was stopped in here".to_owned() };
    let us = shown.turn.fold_wb("White", "Black");
    let them = shown.turn.fold_wb("Black", "White");
    let value = score(end.value, shown.turn);
    let Window { alpha, beta } = node.window;
    let (ours, theirs) = (score(alpha, shown.turn), score(beta, shown.turn));
    let line = shown.by.as_ref().map(|by| by.line.as_str()).unwrap_or_default();
    let mut text = match end.reason {
        Reason::BetaCut => {
            let which =
                if end.tried == 1 { String::new() } else { format!(", move {} of this node", end.tried) };
            format!("cut after {line}{which}: {us} gets {value} or better, and {them} has {theirs} elsewhere")
        }
        Reason::SearchedAll if node.window.bound(end.value) == Bound::Upper => format!(
            "{} searched, none good enough: {us} gets {value} at best, and has {ours} elsewhere; {line}",
            moves(end.tried)
        ),
        Reason::SearchedAll => format!("{} searched, the best is {line}: {value}", moves(end.tried)),
        Reason::Tablebase => format!("the endgame tables know it: {value}"),
        Reason::Checkmate => format!("checkmate: {us} has lost"),
        Reason::Stalemate => format!("stalemate: {us} cannot move, a draw"),
        Reason::Horizon => format!("horizon: the evaluator says {value}"),
        Reason::Layer(layer, _) => {
            let says = reason::of_layer(end.reason).map_or(layer.idea(), |info| info.says);
            let by = shown.by.as_ref();
            let depth = by.and_then(|by| by.depth).unwrap_or_default().to_string();
            let mv = by.and_then(|by| by.san.as_ref()).map(|san| format!(", move {san}")).unwrap_or_default();
            let words = [
                ("us", us),
                ("them", them),
                ("value", &value),
                ("ours", &ours),
                ("theirs", &theirs),
                ("line", line),
                ("depth", &depth),
                ("move", &mv),
            ];
            filled(says, &words)
        }
    };
    if shown.left_out > 0 {
        let (left_out, layers) = (moves(shown.left_out), by_layer(node, shown.left_out));
        let _ = write!(text, "; {left_out} left out{layers}, ≈ {} nodes saved", grouped(shown.saved));
    }
    text
}

/// Replaces the names in braces in a sentence template by their words.
fn filled(says: &str, words: &[(&str, &str)]) -> String {
    words.iter().fold(says.to_owned(), |text, (name, word)| text.replace(&format!("{{{name}}}"), word))
}

/// Lists the number of moves that each layer pruned. `late-pruning` can skip the remaining quiet moves
/// without reporting each of them, so unreported moves are counted for this layer.
fn by_layer<M>(node: &Node<M>, left_out: usize) -> String {
    let mut layers: BTreeMap<_, usize> = BTreeMap::new();
    for (_, layer) in &node.skipped {
        *layers.entry(*layer).or_default() += 1;
    }
    let named: usize = layers.values().sum();
    let unnamed = left_out.saturating_sub(named);
    if !node.is_beta_cut()
        && let Some(late) = layers.get_mut(&Layer::LatePruning)
    {
        *late += unnamed;
    } else if !layers.is_empty() && unnamed > 0 {
        let words = words(&layers);
        return format!(" ({words}; {unnamed} not needed any more)");
    }
    if layers.is_empty() { String::new() } else { format!(" ({})", words(&layers)) }
}

fn words(layers: &BTreeMap<Layer, usize>) -> String {
    let words: Vec<_> = layers.iter().map(|(layer, count)| format!("{count} by {layer}")).collect();
    words.join(", ")
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_whites_point_of_view_for_either_side_to_move() {
        assert_eq!(score(Score::cp(-35), Color::Black), "+0.35");
        assert_eq!(score(Score::cp(-35), Color::White), "−0.35");
        assert_eq!(score(Score::mate_in(3), Color::Black), "Black mates in 2");
        assert_eq!(score(Score::mated_in(0), Color::White), "White is mated");
        assert_eq!(score(-Score::INFINITE, Color::Black), "+∞");
    }
}
