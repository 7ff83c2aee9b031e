//! The sentence that explains a node. The sentences of layers are declared in `INFO.reasons` in
//! `search/layers/*.rs`.
//!
//! All scores are in pawns from White's point of view, so the sign has the same meaning at every node of a
//! line. A bound is stated for White too: `White gets at most +1.00`.

use std::collections::BTreeMap;

use shakmaty::Color;

use super::{explanation::ShownNode, reason, terms, tree::TreeNode};
use crate::{
    chess::score::Score,
    evaluate::Evaluator,
    search::{layer::Layer, observe::reason::Reason, types::window::Bound},
    support::text::{grouped, pawns},
};

/// What the sentence of a node needs to know about the rest of the tree.
#[derive(Clone, Debug, Default)]
pub struct SentenceContext {
    /// Evaluator in whose internal units the scores of the node are.
    pub units: Evaluator,
    /// Earlier move of the opponent that already gives the opponent the score beta; `None` if beta does not
    /// come from a move on the path.
    pub beta_from: Option<String>,
    /// Earlier move of the side to move that already gives it the score alpha; `None` if alpha does not come
    /// from a move on the path.
    pub alpha_from: Option<String>,
    /// Whether the score of the node is the score of its best move. In quiescence search it can also be the
    /// stand-pat score.
    pub from_move: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

/// Formats a score of the side `turn` from White's point of view: `+0.35`, `Black mates in 2`.
pub fn score(value: Score, turn: Color) -> String {
    let white = for_white(value, turn);
    if white.raw().abs() >= Score::INFINITE.raw() {
        return if white.raw() > 0 { "+∞" } else { "−∞" }.to_owned();
    }
    match white.plies_to_mate() {
        None => signed(white),
        Some(0) => if white.raw() > 0 { "Black is mated" } else { "White is mated" }.to_owned(),
        Some(plies) => format!("{} mates in {}", winner(white), plies.div_ceil(2)),
    }
}

/// Formats a score of the side `turn` as a clause about White, or about a mate: `White gets at most +1.00`.
pub fn clause(value: Score, turn: Color, bound: Bound) -> String {
    let white = for_white(value, turn);
    let at_least = bound == Bound::Lower && turn.is_white() || bound == Bound::Upper && turn.is_black();
    let at = match bound {
        Bound::Exact => "",
        _ if at_least => "at least ",
        _ => "at most ",
    };
    let Some(plies) = white.plies_to_mate() else { return format!("White gets {at}{}", signed(white)) };
    let winner = winner(white);
    let count = plies.div_ceil(2);
    if count == 0 {
        return score(value, turn);
    }
    if bound == Bound::Exact {
        return format!("{winner} mates in {count}");
    }
    let count = if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
    // A bound that is good for the winner limits the length of the mate from above.
    if at_least == (white.raw() > 0) {
        format!("{winner} mates in at most {count}")
    } else {
        format!("{winner} needs at least {count} to mate")
    }
}

/// Formats a score as a noun: `+0.35`, `mate in 2 by Black`.
fn noun(white: Score) -> String {
    match white.plies_to_mate() {
        None => signed(white),
        Some(plies) => format!("mate in {} by {}", plies.div_ceil(2), winner(white)),
    }
}

fn signed(white: Score) -> String {
    pawns(white.raw()).replace('-', "−")
}

fn for_white(value: Score, turn: Color) -> Score {
    if turn.is_white() { value } else { -value }
}

const fn winner(white: Score) -> &'static str {
    if white.raw() > 0 { "White" } else { "Black" }
}

/// Returns the sentences that explain how a node ended, with a full stop.
pub fn of<M: Copy>(node: &TreeNode<M>, shown: &ShownNode, context: &SentenceContext) -> String {
    let Some(end) = node.end else { return "The search was stopped in this node.".to_owned() };
    let displayed = |score| context.units.normalised(score);
    let (turn, value) = (shown.turn, displayed(end.value));
    let us = turn.fold_wb("White", "Black");
    let bound = match reason::words(Some(end.reason)).name {
        "table_exact" => Bound::Exact,
        _ => node.window.bound(end.value),
    };
    let result = clause(value, turn, bound);
    let line = shown.by.as_ref().map(|by| by.line.as_str()).unwrap_or_default();
    let enough = limit(displayed(node.window.beta), turn, context.beta_from.as_deref(), "is enough");
    let needed = limit(displayed(node.window.alpha), turn, context.alpha_from.as_deref(), "is needed");
    let mut text = match end.reason {
        Reason::BetaCut if line.is_empty() => format!("Beta cutoff: {result}; {enough}"),
        Reason::BetaCut => format!("After {line} {result}; {enough}"),
        Reason::SearchedAll => searched_all(node, end.tried, shown, context, bound, (&result, &needed)),
        Reason::Tablebase => format!("The endgame tablebase gives {}", noun(for_white(value, turn))),
        Reason::Checkmate => format!("Checkmate: {us} has lost"),
        Reason::Stalemate => format!("Stalemate: {us} has no legal move, so the game is a draw"),
        Reason::Horizon => format!("Horizon: the evaluator returns {}", score(value, turn)),
        Reason::Layer(layer, _) => {
            let says = reason::of_layer(end.reason).map_or(layer.idea(), |info| info.says);
            let by = shown.by.as_ref();
            let depth = by.and_then(|by| by.depth).unwrap_or_default().to_string();
            let mv = by.and_then(|by| by.san.as_ref()).map(|san| format!(", move {san}")).unwrap_or_default();
            let line = if line.is_empty() { "a capture" } else { line };
            let words = [
                ("result", result.as_str()),
                ("enough", &enough),
                ("needed", &needed),
                ("line", line),
                ("depth", &depth),
                ("move", &mv),
            ];
            filled(says, &words)
        }
    };
    text.push('.');
    if shown.left_out > 0 {
        text.push(' ');
        text.push_str(&left_out(node, shown));
    }
    text
}

/// Describes a node that searched all its moves, except pruned ones, without a beta cutoff.
fn searched_all<M>(
    node: &TreeNode<M>,
    tried: usize,
    shown: &ShownNode,
    context: &SentenceContext,
    bound: Bound,
    (result, needed): (&str, &str),
) -> String {
    let us = shown.turn.fold_wb("White", "Black");
    let line = shown.by.as_ref().map(|by| by.line.as_str()).filter(|_| context.from_move);
    let quiescence = node.depth <= 0;
    let stands_pat = quiescence && !context.in_check && !context.from_move;
    match (tried, bound) {
        (0, Bound::Upper) if stands_pat => {
            format!("No capture is searched, so {us} stands pat: {result}; {needed}")
        }
        (0, _) if stands_pat => format!("No capture is searched, so {us} stands pat: {result}"),
        (0, _) => format!("No move is searched: {result}"),
        (tried, Bound::Upper) => {
            let moves = match (tried, stands_pat) {
                (1, false) => format!("The only move searched is not good enough for {us}"),
                (1, true) => format!("The capture searched is not good enough for {us}"),
                (_, false) => format!("None of the {tried} moves searched is good enough for {us}"),
                (_, true) => format!("None of the {tried} captures searched is good enough for {us}"),
            };
            format!("{moves}: {result}; {needed}")
        }
        (tried, _) if stands_pat => {
            let captures =
                if tried == 1 { "the capture".to_owned() } else { format!("the {tried} captures") };
            format!("Standing pat is better than {captures} searched: {result}")
        }
        (tried, _) => match line {
            Some(line) => format!("{} searched, the best is {line}: {result}", moves(tried)),
            None => format!("{} searched: {result}", moves(tried)),
        },
    }
}

/// Says where alpha or beta comes from: the move that already gives the score, or the bound itself with
/// `word` (`is enough`, `is needed`). `value` is from the point of view of `turn`.
fn limit(value: Score, turn: Color, from: Option<&str>, word: &str) -> String {
    let white = for_white(value, turn);
    if let Some(from) = from {
        return format!("{from} already gives {}", noun(white));
    }
    if white.raw().abs() >= Score::INFINITE.raw() {
        return format!("any score {word}");
    }
    let strict = word == "is needed";
    match (white.is_mate(), turn.is_white(), strict) {
        (true, ..) => format!("{} is the limit", noun(white)),
        (_, true, false) => format!("{} or more {word}", signed(white)),
        (_, false, false) => format!("{} or less {word}", signed(white)),
        (_, true, true) => format!("more than {} {word}", signed(white)),
        (_, false, true) => format!("less than {} {word}", signed(white)),
    }
}

/// Replaces the names in braces in a sentence template by their words.
fn filled(says: &str, words: &[(&str, &str)]) -> String {
    words.iter().fold(says.to_owned(), |text, (name, word)| text.replace(&format!("{{{name}}}"), word))
}

/// Describes the moves that the node did not search: number, the layers that pruned them, nodes saved.
fn left_out<M>(node: &TreeNode<M>, shown: &ShownNode) -> String {
    let count = shown.left_out;
    let verb = if count == 1 { "move is" } else { "moves are" };
    let layers = by_layer(node, count);
    let saved = match shown.saved {
        0 => String::new(),
        1 => " (≈ 1 node saved)".to_owned(),
        saved => format!(" (≈ {} nodes saved)", grouped(saved)),
    };
    format!("{count} {verb} not searched{layers}{saved}.")
}

/// Lists the number of moves that each layer pruned. `late-pruning` can skip the remaining quiet moves
/// without reporting each of them, so unreported moves are counted for this layer.
fn by_layer<M>(node: &TreeNode<M>, left_out: usize) -> String {
    let mut layers: BTreeMap<_, usize> = BTreeMap::new();
    for (_, layer) in &node.skipped {
        *layers.entry(*layer).or_default() += 1;
    }
    if layers.is_empty() {
        return String::new();
    }
    let named: usize = layers.values().sum();
    let unnamed = left_out.saturating_sub(named);
    let mut after_cut = 0;
    match layers.get_mut(&Layer::LatePruning) {
        Some(late) if !node.is_beta_cut() => *late += unnamed,
        _ => after_cut = unnamed,
    }
    if let (Some((only, _)), 1, 0) = (layers.first_key_value(), layers.len(), after_cut) {
        return format!(": {}", terms::first(*only));
    }
    let mut words: Vec<_> =
        layers.iter().map(|(layer, count)| format!("{count} by {}", terms::first(*layer))).collect();
    if after_cut > 0 {
        words.push(format!("{after_cut} after the cutoff"));
    }
    format!(": {}", words.join(", "))
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

    #[test]
    fn a_bound_is_stated_for_white_or_for_the_side_that_mates() {
        let clauses = [
            clause(Score::cp(275), Color::Black, Bound::Lower),
            clause(Score::cp(275), Color::Black, Bound::Upper),
            clause(Score::cp(275), Color::White, Bound::Exact),
            clause(Score::mate_in(3), Color::Black, Bound::Lower),
            clause(Score::mate_in(3), Color::Black, Bound::Upper),
            clause(Score::mated_in(1), Color::White, Bound::Lower),
        ];
        assert_eq!(
            clauses,
            [
                "White gets at most −2.75",
                "White gets at least −2.75",
                "White gets +2.75",
                "Black mates in at most 2 moves",
                "Black needs at least 2 moves to mate",
                "Black needs at least 1 move to mate",
            ]
        );
    }
}
