//! What each rung does, for a reader who knows chess and not search.

use crate::search::Layer;

/// What the rung of this name does; a set of layers of one's own is told by its layers.
pub fn description(rung: &str, layers: &[&str]) -> String {
    let text = exact_rung(rung)
        .or_else(|| selective_rung(rung))
        .or_else(|| reducing_rung(rung))
        .or_else(|| knowledge_rung(rung));
    text.map_or_else(|| layer_ideas(layers), str::to_owned)
}

fn layer_ideas(layers: &[&str]) -> String {
    let ideas: Vec<_> =
        layers.iter().filter_map(|name| name.parse::<Layer>().ok()).map(Layer::idea).collect();
    if ideas.is_empty() {
        return "Alpha-beta without any layer.".to_owned();
    }
    format!("Alpha-beta with a set of layers of its own. {}", ideas.join(" "))
}

fn exact_rung(rung: &str) -> Option<&'static str> {
    Some(match rung {
        "minimax" => {
            "Every legal move is tried, every reply to it, and so on to the depth asked for; then the men are counted. Each side \
             takes what is best for it. Nothing is left out, so this is by definition the right answer, and everything above is \
             measured by it."
        }
        "alpha-beta" => {
            "If one reply already refutes a move, the other replies need not be looked at: the move will not be played however bad \
             they are. What is left out is proven not to matter, so the answer stays the same."
        }
        "captures-first" => {
            "A refutation ends the work on a move at once, so it pays to try the likely refutations first. Most are captures: the \
             most valuable victim first, taken by the least valuable man."
        }
        "killers-history" => {
            "Quiet moves refute as well. One that has just refuted a neighbouring line (a killer) is tried right after the \
             captures, and the others by how often they have refuted anything so far."
        }
        "deepening" => {
            "The position is searched to depth 1, then 2, then 3, and so on. The early searches cost little and tell which move is \
             probably best, which is then tried first; and there is always a move to play when time runs out."
        }
        "table" => {
            "The same position is reached by different orders of moves (1.e4 e5 2.Nf3 and 1.Nf3 e5 2.e4). A table remembers what was found, \
             and the second time the result is looked up."
        }
        "table-move" => {
            "Even where a remembered value cannot be used, because it is from a shallower search, the best move found then is the \
             most likely best move now: it is tried first."
        }
        "zero-window" => {
            "The first move is expected to be the best. Of the others it is only asked whether they are better, yes or no, which takes \
             fewer nodes than asking how good they are; if one surprises, it is searched again."
        }
        "aspiration" => {
            "The score is expected to be close to that of the depth before. Whatever is far off is cut earlier; if the true score \
             turns out to lie outside, the search is repeated with a wider window."
        }
        "mate-distance" => {
            "Once a mate in two is found, no line that could at best mate in three needs to be looked at."
        }
        _ => return None,
    })
}

fn selective_rung(rung: &str) -> Option<&'static str> {
    Some(match rung {
        "draws" => {
            "Repetitions, fifty moves without progress, and bare kings are scored as draws. From here on the question is no longer \
             minimax's, and scores may differ from its score."
        }
        "quiescence" => {
            "A search that stops in the middle of an exchange counts a queen as won that is taken back next move. So at the last ply \
             captures are played out until the position is quiet, and only then is it judged. These nodes come on top."
        }
        "deeper-table" => "A remembered value from a deeper search than needed is used too: it knows more.",
        "check-evasion" => {
            "A side in check has few replies and much at stake, so the search does not stop there: it goes one ply on."
        }
        "null-move" => {
            "If a side could even pass and still stand well enough, a real move will do better still: the line is cut after a \
             shallow look. (In zugzwang that is wrong, so it is left out in pawn endings.)"
        }
        "reverse-futility" => {
            "Near the last ply, a side that is ahead by much more than one move can change is taken to stay ahead."
        }
        "razoring" => {
            "Near the last ply, a side that is far behind is given only its captures to come back; if they do not help, the line is dropped."
        }
        "exchange" => {
            "The captures on one square are counted through on paper. A capture that loses material by that count is tried last, or near \
             the last ply not at all."
        }
        _ => return None,
    })
}

fn reducing_rung(rung: &str) -> Option<&'static str> {
    Some(match rung {
        "late-reductions" => {
            "If the order is good, a move far down the list is rarely the best. It is searched less deep first, and in full only if it surprises. \
             This is what makes modern programs deep."
        }
        "late-pruning" => {
            "Near the last ply, after enough moves have failed, the remaining quiet ones are skipped."
        }
        "futility" => {
            "Near the last ply, a quiet move that cannot make up for the material behind is skipped."
        }
        "histories" => {
            "The record of which moves refute is kept in more detail: captures by themselves, quiet moves by the moves played \
             before them (an answer to Bg5 is not an answer to a4)."
        }
        "internal-reduction" => {
            "Where nothing is remembered about a position, nobody knows what to try first: it is searched less deep now, and better next time."
        }
        "singular" => {
            "If one move is much better than all others, a mistake about it costs most: it is searched deeper. If several hold the \
             position, the line is cut instead."
        }
        "probcut" => {
            "If a capture exceeds what is needed by a good margin in a shallow search, the deep one is taken to agree."
        }
        _ => return None,
    })
}

fn knowledge_rung(rung: &str) -> Option<&'static str> {
    Some(match rung {
        "correction" => {
            "The judgement of a position is corrected by how wrong it has turned out to be in positions with the same pawns or pieces."
        }
        "table-eval" => {
            "If the table knows more about a position than its first judgement, the table's value takes its place."
        }
        "hindsight" => {
            "After a reduced move has been made, the position shows whether the reduction was too much or too little."
        }
        "deeper-shallower" => {
            "A reduced move that surprises greatly is searched deeper, one that surprises a little less deep."
        }
        "draws-ahead" => {
            "A side that can repeat the position next move has at least a draw; and an advantage that makes no progress fades as the fifty moves run out."
        }
        "shallow-aspiration" => {
            "When the best move turns out even better than expected, the exact score matters less: the repeat is a ply shallower."
        }
        "quiescence-pruning" => {
            "While captures are played out, those that cannot bring enough are skipped; and what was found there is remembered as well."
        }
        "more-histories" => {
            "Quiet moves are ordered by more witnesses: the pawns around them, what they did to the judgement, and that no reply refuted them."
        }
        "near-root" => {
            "The nearer to the root a shortcut is taken the more it can hide: there no position is judged at sight, and late candidates for the first move are searched deeper."
        }
        "full" => "All layers together: the search that plays.",
        "network" => {
            "All layers again, but the positions are judged by a neural network instead of by counting the men. Other judgements, \
             other scores, another tree: the line says what the playing engine does, not what a layer saves."
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bench::plan::Plan, search::RUNGS};

    #[test]
    fn every_rung_that_is_measured_has_its_words_and_a_set_has_those_of_its_layers() {
        for step in Plan::default().steps {
            assert!(!description(&step.rung, &[]).contains("Alpha-beta with"), "{}", step.rung);
            assert_ne!(description(&step.rung, &[]), layer_ideas(&[]), "{}", step.rung);
        }
        assert!(RUNGS.len() > 30);
        let layer_ideas = description("alpha-beta+table", &["table"]);
        assert!(layer_ideas.contains(Layer::Table.idea()), "{layer_ideas}");
    }
}
