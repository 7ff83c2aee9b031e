//! Sentences that summarise the results of a rung on the ladder page.

use crate::{bench::totals::Total, text::grouped};

/// Data that the summary of a rung needs in addition to the rung's own totals.
pub struct RungContext<'a> {
    /// Totals of the rung in the row above; `None` for the first rung of a block.
    pub above: Option<&'a Total>,
    /// Number of positions of the block.
    pub positions: usize,
    /// Number of positions of the block that minimax finished; 0 without minimax.
    pub minimax: usize,
    /// Node limit of one search of the ladder.
    pub max_nodes: u64,
}

/// Returns the sentences about one rung: nodes, saving, move ordering, transposition table, quiescence and
/// scores, or one sentence if the rung finished no position.
pub fn describe(total: &Total, context: &RungContext) -> String {
    if total.positions == 0 {
        let most = grouped(context.max_nodes);
        return format!(
            "Not run: on every position this rung, or a rung with more layers, exceeds the limit of {most} nodes."
        );
    }
    let mut sentences = vec![visited(total, context.positions)];
    sentences.extend(comparison(total, context.above));
    sentences.extend(order(total));
    sentences.extend(table(total));
    sentences.extend(quiescence(total));
    sentences.extend(proof(total, context));
    sentences.join(" ")
}

fn visited(total: &Total, all: usize) -> String {
    let positions = match (total.positions, all) {
        (1, 1) => "the position".to_owned(),
        (run, all) if run == all => format!("all {all} positions"),
        (run, all) => {
            format!("{run} of {all} positions (on the other positions the node limit was exceeded)")
        }
    };
    let ebf =
        total.ebf.map_or_else(String::new, |ebf| format!("; the effective branching factor is {ebf:.1}"));
    format!(
        "In this run the last iteration of the rung needs {} nodes at depth {} on {positions}{ebf}.",
        grouped(total.last_nodes),
        total.depth
    )
}

fn comparison(total: &Total, above: Option<&Total>) -> Option<String> {
    let (times, above) = (total.fewer_than_below?, above?);
    let verdict = match times {
        times if times >= 1.02 => format!("{times:.2} times fewer nodes than"),
        times if times <= 0.98 => format!("{:.2} times as many nodes as", 1.0 / times),
        _ => "about as many nodes as".to_owned(),
    };
    let minimax = total.fewer_than_minimax.filter(|all| *all > 1.0 && above.rung != "minimax");
    let minimax =
        minimax.map_or_else(String::new, |times| format!(", and {times:.0} times fewer nodes than minimax"));
    Some(format!("The rung needs {verdict} {}{minimax}.", above.rung))
}

fn order(total: &Total) -> Option<String> {
    let (first, mean) = (total.rates.cut_first_pct?, total.rates.mean_cut_index?);
    let oracle = total.leaves_per_oracle.map_or_else(String::new, |leaves| match leaves {
        leaves if leaves >= 1.0 => {
            format!(" The rung visits {leaves:.2} leaves for each leaf that the oracle order visits.")
        }
        leaves => format!(
            " The rung visits fewer leaves than the oracle order: {leaves:.2} leaves for each leaf of the oracle order."
        ),
    });
    Some(format!(
        "The first move tried caused {first:.1} % of the beta cutoffs (mean index of the cutting move: {mean:.2}).{oracle}"
    ))
}

fn table(total: &Total) -> Option<String> {
    let (hits, cuts) = (total.rates.table_hit_pct?, total.rates.table_cut_pct?);
    Some(format!(
        "The transposition table had an entry for {hits:.1} % of the probes, and {cuts:.1} % of the probes gave a cutoff."
    ))
}

fn quiescence(total: &Total) -> Option<String> {
    let share = 100.0 * total.qnodes as f64 / total.last_nodes.max(1) as f64;
    (total.qnodes > 0).then(|| {
        format!("In the last iteration, {share:.0} % of the nodes are quiescence nodes below the horizon.")
    })
}

fn proof(total: &Total, context: &RungContext) -> Option<String> {
    // The first rung of a block is the reference for the scores, so the first rung gets no sentence about
    // scores.
    context.above?;
    let times = match total.other_moves? {
        0 => None,
        1 => Some("once".to_owned()),
        others => Some(format!("{others} times")),
    };
    let moves = times.as_ref().map_or_else(String::new, |times| format!("; the best move differs {times}"));
    Some(match total.agreeing {
        Some(agreeing) if agreeing == total.positions => {
            let equal = if moves.is_empty() { "" } else { ", with equal score" };
            let whose = match context.minimax {
                0 => "the score of the lowest exact rung run",
                run if run < total.positions => {
                    "minimax’s score, or the score of the lowest exact rung run if minimax exceeded the node limit"
                }
                _ => "minimax’s score",
            };
            format!("Every score equals {whose}{moves}{equal}.")
        }
        Some(agreeing) => {
            let wrong = total.positions - agreeing;
            format!(
                "WRONG SCORE on {wrong} of {} positions, so this rung is not exact{moves}.",
                total.positions
            )
        }
        None => times.map_or_else(
            || {
                "On every position the best move equals that of the lowest exact rung run to this depth."
                    .to_owned()
            },
            |times| {
                format!("The best move differs {times} from that of the lowest exact rung run to this depth.")
            },
        ),
    })
}
