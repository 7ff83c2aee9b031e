//! Meanings of the columns of the ladder, printed by `--explain-columns`.

/// Explanation of a column.
pub struct ColumnMeaning {
    /// Heading of the column in the tables; empty for a field that is only in the JSON.
    pub head: &'static str,
    /// JSON fields, separated by spaces.
    pub fields: &'static str,
    /// Meaning of the column.
    pub text: &'static str,
    /// Formula; empty for a plain count.
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

/// Explanations of all columns of the ladder tables and of all fields that are only in the JSON.
pub const MEANINGS: &[ColumnMeaning] = &[
    column(
        "rung",
        "rung layers exact block",
        "Rung or set of layers. An exact rung must return minimax's score; a selective rung may return a different score.",
        "",
    ),
    column(
        "run",
        "positions depth",
        "Positions that the rung searched to the full depth within the node limit. All sums are over these positions.",
        "",
    ),
    column(
        "nodes",
        "nodes",
        "Calls of the search function below the root, in all iterations. Leaves and quiescence nodes count; a re-search \
         counts its nodes again.",
        "",
    ),
    column(
        "last",
        "last_nodes",
        "Nodes of the last iteration. All other columns except nodes, ms and nps also cover the last iteration only.",
        "",
    ),
    column(
        "ms",
        "time_ms",
        "Time of all iterations in milliseconds, including the time for counting. With --repeat it is the median.",
        "",
    ),
    column("nps", "nps", "Nodes per second over all iterations.", "nodes / time"),
    column(
        "leaves",
        "leaves",
        "Nodes where the main search ends because the game is over or the depth is used up. A node that is cut off earlier is not a leaf.",
        "",
    ),
    column(
        "qnodes",
        "qnodes",
        "Quiescence nodes: nodes below the horizon, where only captures are searched. They are included in nodes.",
        "",
    ),
    column(
        "agree",
        "agreeing",
        "Positions on which the score equals minimax's, or, if minimax exceeded the node limit, that of the lowest exact rung \
         run. A different score of an exact rung makes the exit code 3.",
        "",
    ),
    column(
        "moves",
        "other_moves",
        "Positions with a different best move than the reference rung. Among moves of equal score the move ordering decides.",
        "",
    ),
    column(
        "score",
        "score",
        "Score from the side to move's point of view: centipawns, or mate in N moves.",
        "",
    ),
    column("best", "best", "Best move.", ""),
    column("agrees", "agrees", "Whether the score equals the reference score, as for the column agree.", ""),
    column(
        "EBF",
        "ebf",
        "Effective branching factor: moves per node of a uniform tree with the same depth and as many nodes. Geometric mean over positions.",
        "nodes(d)^(1/d)",
    ),
    column(
        "d/d-1",
        "ebf_ratio",
        "Branching factor from depth to depth: cost of one more ply. With alpha-beta it alternates between even and odd depths. Geometric mean over positions.",
        "nodes(d) / nodes(d-1)",
    ),
    column(
        "cut@1",
        "cut_first_pct",
        "Beta cutoffs by the first move tried, in percent of all beta cutoffs; 100 is perfect move ordering.",
        "100 * cutoffs by the first move / cutoffs",
    ),
    column(
        "idx",
        "mean_cut_index",
        "Mean index of the move that caused the beta cutoff, counted from 1; 1 is perfect move ordering.",
        "sum of the indices of the cutting moves / cutoffs",
    ),
    column(
        "wrong",
        "wrong_cut_pct",
        "Wrong cut nodes in percent of the expected cut nodes. In a wrong cut node every move failed low, although a cutoff \
         was expected. A move that leaves the principal variation leads to an expected cut node, its reply to an expected \
         all node, and so on in turn. The rungs minimax and alpha-beta and quiescence search have no expected cut nodes.",
        "100 * wrong_cut_nodes / expected_cut_nodes",
    ),
    column(
        "x below",
        "fewer_than_below",
        "Factor by which the node count is smaller than that of the rung in the line above. Geometric mean over the positions on which both were run.",
        "nodes(line above) / nodes",
    ),
    column(
        "x minimax",
        "fewer_than_minimax",
        "Factor by which the node count is smaller than minimax's. Geometric mean over positions.",
        "nodes(minimax) / nodes",
    ),
    column(
        "effic",
        "efficiency_pct leaves_per_oracle",
        "Efficiency of the move ordering in percent; 100 is as good as the oracle order. Transposition cutoffs or a mate found early can give more than 100. Geometric mean over positions.",
        "100 * leaves of the oracle order / leaves",
    ),
    column(
        "hit",
        "table_hit_pct table_hits table_probes",
        "Probes of the transposition table that found an entry of the position, in percent of all probes.",
        "100 * table_hits / table_probes",
    ),
    column(
        "usable",
        "table_usable_pct table_usable_hits",
        "Probes that found an entry deep enough for a cutoff, in percent of all probes; its bound can still prevent the cutoff. \
         In exact rungs the entry must have exactly the remaining depth, because a deeper entry could change the score.",
        "100 * table_usable_hits / table_probes",
    ),
    column(
        "cut",
        "table_cut_pct table_cuts",
        "Nodes cut off by an entry of the transposition table, in percent of all probes.",
        "100 * table_cuts / table_probes",
    ),
    column("stores", "table_stores", "Entries written to the transposition table.", ""),
    column(
        "replaced",
        "table_replacements",
        "Entries written over an entry of another position. A large share means that the table is too small.",
        "",
    ),
    column(
        "full",
        "table_full_permille",
        "Fill of the transposition table after the search, in permille of the sampled slots. Mean over positions.",
        "1000 * used slots / sampled slots",
    ),
    column(
        "",
        "table_collisions",
        "Hits whose move is illegal in the position: two positions share a 64-bit key. A collision whose move happens to be legal goes undetected.",
        "",
    ),
    column(
        "",
        "pv_nodes cut_nodes all_nodes",
        "Nodes by kind, from their value v and their search window (alpha, beta): pv inside the window, cut at or above beta, \
         all at or below alpha. Leaves and quiescence nodes have a kind too, so the three sum to last_nodes.",
        "alpha < v < beta; v >= beta; v <= alpha",
    ),
    column(
        "",
        "expected_cut_nodes wrong_cut_nodes",
        "Nodes of the main search that were expected to be cut nodes, and the expected cut nodes that failed low instead.",
        "",
    ),
    column(
        "",
        "cut_indices",
        "Histogram: beta cutoffs by the 1st, the 2nd, the 3rd, the 4th to 6th, and by a later move.",
        "",
    ),
    column(
        "nodes so far",
        "growth.nodes",
        "With --depth A-B, one row per depth: nodes of all iterations up to this depth. There the column nodes has the nodes of this depth only.",
        "",
    ),
    column(
        "ms so far",
        "growth.time_us",
        "Time of all iterations up to this depth, in milliseconds; in the JSON in microseconds.",
        "",
    ),
    column("depth", "growth.depth", "Depth of the iteration, in plies.", ""),
    column(
        "hits",
        "growth.table_hits",
        "Probes of the transposition table in this iteration that found an entry of the position.",
        "",
    ),
    column("cuts", "growth.table_cuts", "Nodes cut off by the transposition table in this iteration.", ""),
    column(
        "oracle order",
        "oracle_leaves",
        "A reference row: leaves of a second search that tries the best replies of the finished search first, without \
         transposition cutoffs. A move ordering without this advance knowledge can hardly need fewer leaves.",
        "",
    ),
    column(
        "minimal tree",
        "minimal_tree_leaves mean_moves",
        "A reference row: leaves that alpha-beta must visit in a uniform tree with b moves per node (Knuth and Moore 1975); \
         b is the mean number of legal moves at the inner nodes of minimax's tree. Real trees are not uniform, so a rung \
         can visit fewer leaves.",
        "b^ceil(d/2) + b^floor(d/2) - 1",
    ),
];
