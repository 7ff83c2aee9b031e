//! Meanings of the columns of the ladder, printed by `--explain-columns`.

/// Explanation of a column.
pub struct ColumnMeaning {
    /// Heading of the column in the tables; empty for a field that is only in the JSON.
    pub head: &'static str,
    /// JSON fields that the entry explains, separated by spaces.
    pub fields: &'static str,
    /// Meaning of the column, in complete sentences.
    pub text: &'static str,
    /// Formula that computes the numbers of the column; empty if the column needs no formula.
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
        "Name of the rung or set of layers. An exact rung must return minimax's score; a selective rung may return a different score.",
        "",
    ),
    column(
        "run",
        "positions depth",
        "Number of positions that the rung searched to the full depth within the node limit; all sums of the rung cover only these positions.",
        "",
    ),
    column(
        "nodes",
        "nodes",
        "Calls of the search function below the root, in all iterations. Leaves and quiescence nodes are included, and the nodes of a re-search are counted again.",
        "",
    ),
    column(
        "last",
        "last_nodes",
        "Nodes of the last iteration. Other counts and percentages of a search cover only the last iteration too, except nodes, ms, nps and the fill of the table (full).",
        "",
    ),
    column(
        "ms",
        "time_ms",
        "Time of all iterations in milliseconds, including the time for counting. With --repeat N, the column ms is the median of N runs.",
        "",
    ),
    column("nps", "nps", "Nodes per second over all iterations.", "nodes / time"),
    column(
        "leaves",
        "leaves",
        "Nodes where the main search ends because the game is over or the depth is used up. A node that ends for another reason, such as a TT cutoff, is not a leaf.",
        "",
    ),
    column(
        "qnodes",
        "qnodes",
        "Quiescence nodes: nodes below the horizon, where only captures are searched. The column nodes includes the quiescence nodes.",
        "",
    ),
    column(
        "agree",
        "agreeing",
        "Number of positions on which the rung's score equals the reference score: minimax's score, or, if minimax exceeded the node limit, \
         the score of the lowest exact rung run. If the score of an exact rung differs, the exit code is 3.",
        "",
    ),
    column(
        "moves",
        "other_moves",
        "Number of positions on which the rung's best move differs from that of the reference rung. If several moves have the best score, \
         the move ordering decides which of them is the best move.",
        "",
    ),
    column(
        "score",
        "score",
        "Score from the side to move's point of view: centipawns, or mate in N moves.",
        "",
    ),
    column("best", "best", "Best move.", ""),
    column(
        "agrees",
        "agrees",
        "Whether the rung's score equals the reference score that the column agree explains.",
        "",
    ),
    column(
        "EBF",
        "ebf",
        "Effective branching factor: moves per node of a uniform tree with the same depth and as many nodes. In totals EBF is the geometric mean over the positions.",
        "nodes(d)^(1/d)",
    ),
    column(
        "d/d-1",
        "ebf_ratio",
        "Branching factor from depth to depth: nodes at the last depth divided by nodes at the previous depth. With alpha-beta the branching factor alternates between even and odd depths. In totals d/d-1 is the geometric mean over the positions.",
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
        "Wrong cut nodes in percent of the expected cut nodes. A wrong cut node failed low, although the search expected a beta cutoff. A move that leaves the principal variation leads to an \
         expected cut node, the reply to that move leads to an expected all node, and the two kinds alternate from there. Quiescence \
         search and the rungs minimax and alpha-beta have no expected cut nodes.",
        "100 * wrong_cut_nodes / expected_cut_nodes",
    ),
    column(
        "x below",
        "fewer_than_below",
        "Factor by which the rung's node count is smaller than that of the rung in the line above: geometric mean over the positions that both rungs finished.",
        "nodes(line above) / nodes",
    ),
    column(
        "x minimax",
        "fewer_than_minimax",
        "Factor by which the rung's node count is smaller than minimax's: geometric mean over the positions that both finished.",
        "nodes(minimax) / nodes",
    ),
    column(
        "effic",
        "efficiency_pct leaves_per_oracle",
        "Efficiency of the move ordering in percent; at 100 the rung visits as many leaves as the oracle order. Rungs with TT cutoffs or mate \
         distance pruning are compared with an oracle that has these layers too: the field oracle_leaves of each rung. In totals the efficiency is the geometric mean over the positions.",
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
        "Probes that found an entry deep enough for a cutoff, in percent of all probes; the bound of the entry can still prevent the cutoff. \
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
        "Entries written over an entry of another position. If a large share of the stores are replacements, the transposition table is too small.",
        "",
    ),
    column(
        "full",
        "table_full_permille",
        "Fill of the transposition table after the search, in permille of the sampled slots. In totals the fill is the mean over the positions.",
        "1000 * used slots / sampled slots",
    ),
    column(
        "",
        "table_collisions",
        "TT hits whose stored move is illegal in the position, because two positions share a 64-bit key. A collision whose stored move happens to be legal goes undetected.",
        "",
    ),
    column(
        "",
        "pv_nodes cut_nodes all_nodes",
        "Nodes by kind, from their value v and their search window (alpha, beta): pv inside the window, cut at or above beta, \
         all at or below alpha. Leaves and quiescence nodes have a kind too, so pv_nodes, cut_nodes and all_nodes sum to last_nodes.",
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
        "Nodes of all iterations up to the depth of the row, in the table that --depth A-B adds. In that table the column nodes has the nodes of \
         the iteration at the depth of the row only.",
        "",
    ),
    column(
        "ms so far",
        "growth.time_us",
        "Time of all iterations up to the depth of the row, in milliseconds; the JSON field is in microseconds.",
        "",
    ),
    column("depth", "growth.depth", "Depth of the iteration, in plies.", ""),
    column(
        "hits",
        "growth.table_hits",
        "Probes of the transposition table that found an entry of the position, in the iteration at the depth of the row.",
        "",
    ),
    column(
        "cuts",
        "growth.table_cuts",
        "Nodes cut off by a TT entry, in the iteration at the depth of the row.",
        "",
    ),
    column(
        "oracle order",
        "oracle_leaves",
        "Reference row: leaves of a second search that first tries the best move that a finished search found at each node, and that has no \
         TT cutoffs and no mate distance pruning. A move ordering without advance knowledge of the best moves can hardly need fewer leaves than the oracle order.",
        "",
    ),
    column(
        "minimal tree",
        "minimal_tree_leaves mean_moves",
        "Reference row: leaves that alpha-beta must visit in a uniform tree with b moves per node (Knuth and Moore 1975); \
         b is the mean number of legal moves at the inner nodes of minimax's tree. Real trees are not uniform, so a rung can visit fewer leaves than the minimal tree has.",
        "b^ceil(d/2) + b^floor(d/2) - 1",
    ),
];
