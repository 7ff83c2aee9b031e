//! What the columns of the ladder mean.

/// A column explained.
pub struct ColumnMeaning {
    /// Its head in the tables; empty if it stands only in the JSON.
    pub head: &'static str,
    /// Its fields in the JSON, with blanks between them.
    pub fields: &'static str,
    /// What it means.
    pub text: &'static str,
    /// How it is computed; empty for what is simply counted.
    pub formula: &'static str,
}

const fn column(
    head: &'static str,
    fields: &'static str,
    text: &'static str,
    formula: &'static str,
) -> ColumnMeaning {
    ColumnMeaning { head, fields, text, formula }
}

/// Every column of the ladder, and what stands only in its JSON.
pub const MEANINGS: &[ColumnMeaning] = &[
    column(
        "rung",
        "rung layers exact block",
        "The set of layers that searched. An exact rung must find minimax's score; a selective one may find another.",
        "",
    ),
    column(
        "run",
        "positions depth",
        "Positions it searched to the depth within the nodes allowed. Sums are of these.",
        "",
    ),
    column(
        "nodes",
        "nodes",
        "Entries of the search function below the root, in all iterations: leaves count, a re-search counts again, \
         so do the nodes of quiescence.",
        "",
    ),
    column(
        "last",
        "last_nodes",
        "Nodes of the last iteration. All that follows but time and speed is of that one.",
        "",
    ),
    column(
        "ms",
        "time_ms",
        "Time of all iterations in milliseconds, with the counting looking on; with --repeat the median.",
        "",
    ),
    column("nps", "nps", "Nodes a second.", "nodes / time"),
    column(
        "leaves",
        "leaves",
        "Where the main search ends: the game is over there, or the depth used up. Nodes that are cut above it are no leaves.",
        "",
    ),
    column(
        "qnodes",
        "qnodes",
        "Nodes below the horizon, where quiescence plays captures out. Already among the nodes.",
        "",
    ),
    column(
        "agree",
        "agreeing",
        "Positions on which the score was minimax's, or, where minimax was too large, that of the lowest exact rung run. One that differs \
         ends the bench with exit code 3.",
        "",
    ),
    column(
        "moves",
        "other_moves",
        "Positions with another best move than that rung's: among moves of equal value another order picks another.",
        "",
    ),
    column("score", "score", "The score in centipawns for the side to move, or mate in so many moves.", ""),
    column("best", "best", "The best move.", ""),
    column("agrees", "agrees", "Whether the score was minimax's, as under agree.", ""),
    column(
        "EBF",
        "ebf",
        "Effective branching factor: the width of an even tree with as many nodes. Over positions the geometric mean.",
        "nodes(d)^(1/d)",
    ),
    column(
        "d/d-1",
        "ebf_ratio",
        "The other branching factor: what one more ply costs. Alpha-beta alternates between even and odd depths. Geometric mean.",
        "nodes(d) / nodes(d-1)",
    ),
    column(
        "cut@1",
        "cut_first_pct",
        "Cuts by the first move tried, in percent of all cuts: 100 is perfect order.",
        "100 * cuts by the first move / cuts",
    ),
    column(
        "idx",
        "mean_cut_index",
        "Which move made the cut, on average; 1 is perfect. A cut is a node ended by a move that reached beta.",
        "sum of the indices of the cutting moves, from 1 / cuts",
    ),
    column(
        "wrong",
        "wrong_cut_pct",
        "Wrong cut nodes, in percent: nodes where a cut was expected, and every move failed low. \
         A move beside the principal variation is expected to lead to one; its refutation to a node where all moves are tried; and so on by turns. \
         The frozen rungs and quiescence expect nothing.",
        "100 * wrong_cut_nodes / expected_cut_nodes",
    ),
    column(
        "x below",
        "fewer_than_below",
        "How many times fewer nodes than the rung in the line above. Geometric mean over the positions both were run on.",
        "nodes(line above) / nodes",
    ),
    column(
        "x minimax",
        "fewer_than_minimax",
        "How many times fewer nodes than minimax. Geometric mean.",
        "nodes(minimax) / nodes",
    ),
    column(
        "effic",
        "efficiency_pct leaves_per_oracle",
        "Efficiency of the order in percent: 100 is the oracle's. A table or a mate found early can save more. Geometric mean.",
        "100 * leaves of the oracle order / leaves",
    ),
    column(
        "hit",
        "table_hit_pct table_hits table_probes",
        "Probes of the table to which it knew the position, in percent.",
        "100 * table_hits / table_probes",
    ),
    column(
        "usable",
        "table_usable_pct table_usable_hits",
        "Probes to which it knew the position deep enough to end the node, were its score outside the window. \
         A table that is exact wants equal depth: another one may see further, and would change the score.",
        "100 * table_usable_hits / table_probes",
    ),
    column(
        "cut",
        "table_cut_pct table_cuts",
        "Nodes that the table ended, in percent of its probes.",
        "100 * table_cuts / table_probes",
    ),
    column("stores", "table_stores", "Entries written into the table.", ""),
    column(
        "replaced",
        "table_replacements",
        "Those of them that threw another position out: many of them, and the table is too small.",
        "",
    ),
    column(
        "full",
        "table_full_permille",
        "How full the table was in the end, in thousandths of a sample. Over positions the mean.",
        "1000 * places taken / places sampled",
    ),
    column(
        "",
        "table_collisions",
        "Hits whose move is not legal: two positions share their key of 64 bits. A collision that shows in no move is not seen.",
        "",
    ),
    column(
        "",
        "pv_nodes cut_nodes all_nodes",
        "Nodes by what their value turned out to be in the window (alpha, beta) they were asked with: inside it, from beta on, up to alpha. \
         Leaves and the nodes of quiescence are of a kind as well, so the three add up to the nodes of the last iteration.",
        "alpha < v < beta; v >= beta; v <= alpha",
    ),
    column(
        "",
        "expected_cut_nodes wrong_cut_nodes",
        "Nodes of the main search that were expected to be cut, and those of them whose value did not exceed alpha.",
        "",
    ),
    column(
        "",
        "cut_indices",
        "The histogram: cuts by the 1st, the 2nd, the 3rd, the 4th to 6th, and by a later move.",
        "",
    ),
    column(
        "nodes so far",
        "growth.nodes",
        "With --depth A-B, depth by depth: nodes of all iterations up to this one. Under nodes stand those of this one alone.",
        "",
    ),
    column("ms so far", "growth.time_us", "The time they took; in the JSON in microseconds.", ""),
    column("depth", "growth.depth", "The depth of the iteration, in plies.", ""),
    column(
        "hits",
        "growth.table_hits",
        "Probes of the table in this iteration to which it knew the position.",
        "",
    ),
    column("cuts", "growth.table_cuts", "Nodes that the table ended in this iteration.", ""),
    column(
        "oracle order",
        "oracle_leaves",
        "A row, no rung: leaves of the search done again with the best replies of the finished one first and the table off. No order that does not know \
         the answer beforehand does much better.",
        "",
    ),
    column(
        "minimal tree",
        "minimal_tree_leaves mean_moves",
        "A row, no rung: the leaves alpha-beta must visit in an even tree with b moves everywhere (Knuth and Moore 1975); b is the mean \
         number of legal moves at the inner nodes of minimax's tree. Real trees are uneven and may pass it.",
        "b^ceil(d/2) + b^floor(d/2) - 1",
    ),
];
