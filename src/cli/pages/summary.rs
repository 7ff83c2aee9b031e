//! What a rung did, told from its numbers.

use crate::{bench::totals::Total, text::grouped};

/// What surrounds a rung.
pub struct RungContext<'a> {
    /// The rung in the line above it.
    pub above: Option<&'a Total>,
    /// Positions of the block.
    pub positions: usize,
    /// Those on which minimax was run.
    pub minimax: usize,
    /// What a search may spend.
    pub max_nodes: u64,
}

/// What a rung did.
pub fn describe(total: &Total, context: &RungContext) -> String {
    if total.positions == 0 {
        let most = grouped(context.max_nodes);
        return format!(
            "Not run here: on every position it would have visited more than {most} nodes, or nearly so."
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
        (run, all) => format!("{run} of {all} positions (the others were too large)"),
    };
    let leaves = total.ebf.map_or_else(String::new, |ebf| {
        format!(": as many as if there were {ebf:.1} moves to look at everywhere")
    });
    format!(
        "Here it visited {} nodes at depth {} on {positions}{leaves}.",
        grouped(total.last_nodes),
        total.depth
    )
}

fn comparison(total: &Total, above: Option<&Total>) -> Option<String> {
    let (times, above) = (total.fewer_than_below?, above?);
    let verdict = match times {
        times if times >= 1.02 => format!("{times:.2} times fewer than"),
        times if times <= 0.98 => format!("{:.2} times more than", 1.0 / times),
        _ => "practically as many as".to_owned(),
    };
    let minimax = total.fewer_than_minimax.filter(|all| *all > 1.0 && above.rung != "minimax");
    let minimax =
        minimax.map_or_else(String::new, |times| format!(", and {times:.0} times fewer than minimax"));
    Some(format!("That is {verdict} {}{minimax}.", above.rung))
}

fn order(total: &Total) -> Option<String> {
    let (first, mean) = (total.rates.cut_first_pct?, total.rates.mean_cut_index?);
    let oracle = total.leaves_per_oracle.map_or_else(String::new, |leaves| match leaves {
        leaves if leaves >= 1.0 => {
            format!(" It visits {leaves:.2} leaves for each one that a perfect order would leave.")
        }
        leaves => format!(" It visits even fewer leaves than perfect order alone: {leaves:.2} for each one."),
    });
    Some(format!(
        "Where one move was enough, the first one tried was it in {first:.1} % of the cases (number {mean:.2} on average).{oracle}"
    ))
}

fn table(total: &Total) -> Option<String> {
    let (hits, cuts) = (total.rates.table_hit_pct?, total.rates.table_cut_pct?);
    Some(format!(
        "The table knew {hits:.1} % of the positions it was asked about, and {cuts:.1} % needed no further search."
    ))
}

fn quiescence(total: &Total) -> Option<String> {
    let share = 100.0 * total.qnodes as f64 / total.last_nodes.max(1) as f64;
    (total.qnodes > 0)
        .then(|| format!("{share:.0} % of its nodes are captures played out below the last ply."))
}

fn proof(total: &Total, context: &RungContext) -> Option<String> {
    // The first of a block is what the others are compared with.
    context.above?;
    let moves = match total.other_moves? {
        0 => String::new(),
        1 => "; once it chose another move".to_owned(),
        others => format!("; {others} times it chose another move"),
    };
    Some(match total.agreeing {
        Some(agreeing) if agreeing == total.positions => {
            let equal = if moves.is_empty() { "" } else { " of equal value" };
            let whose = match context.minimax {
                0 => "that of the lowest exact rung run here",
                run if run < total.positions => {
                    "minimax’s, or where that was too large that of the lowest exact rung run"
                }
                _ => "minimax’s",
            };
            format!("The score was {whose}, every time{moves}{equal}.")
        }
        Some(agreeing) => {
            let wrong = total.positions - agreeing;
            format!(
                "THE SCORE WAS WRONG on {wrong} of {} positions, so the rung is not exact as it claims{moves}.",
                total.positions
            )
        }
        None if moves.is_empty() => "Its move was that of the exact rungs every time.".to_owned(),
        None => {
            format!("Its score need not be minimax's{moves} than the lowest exact rung run to this depth.")
        }
    })
}
