//! Lessons on alpha-beta and on exact layers, which do not change the score.

use super::{Lesson, Saving, Step};

pub const ALPHA_BETA: Lesson = Lesson {
    name: "alpha-beta",
    title: "Alpha-beta: one refutation is enough",
    idea: &[
        "Minimax searches every line. Suppose you have found a move that wins a queen. Another move then matters only if it wins \
         more than a queen. As soon as one reply shows that the other move wins no more, the remaining replies to that move need \
         no search: this is a beta cutoff. Alpha-beta pruning is minimax with these cutoffs (McCarthy 1956; Knuth and Moore \
         1975), and its score equals the score of minimax.",
        "Alpha is the score that the side to move already has by an earlier move, beta the score that the opponent already has by an \
         earlier move. A score of at least beta ends the node: the opponent avoids it. For the other side, the two ends of the window \
         change places and signs: each call passes on (-beta, -alpha). The player shows all scores for White: White raises alpha, Black \
         lowers beta.",
        "In the position of this lesson, the pawn capture 1. dxe5 wins a queen. Find 1. dxe5 in the tree of alpha-beta. Every move \
         searched after 1. dxe5 is refuted by the first reply: any reply will do after which White has at most +9.00.",
    ],
    steps: &[
        Step::new("blocking", "minimax", 2, "1. dxe5, +9.00", "Minimax searches every move and every reply.").with_tree(),
        Step::new(
            "blocking",
            "alpha-beta",
            2,
            "1. dxe5, +9.00",
            "Alpha-beta returns the same score. After alpha-beta has found the capture 1. dxe5, it searches only one reply to each later move.",
        )
        .with_tree(),
        Step::new("blocking", "minimax", 3, "1. dxe5, +10.00", "One more ply multiplies the nodes of minimax by about thirty."),
        Step::new("blocking", "alpha-beta", 3, "1. dxe5, +10.00", "One more ply multiplies the nodes of alpha-beta by far less than the nodes of minimax."),
    ],
    savings: &[Saving { fewer: 2, more: 1, at_least: 2.0 }, Saving { fewer: 4, more: 3, at_least: 5.0 }],
    questions: &[
        (
            "How many replies does alpha-beta search after 1. Kd2, and why that number?",
            "Alpha-beta searches all replies to 1. Kd2. This move is searched first, so there is no score yet with which a reply could refute it.",
        ),
        (
            "How many replies does alpha-beta search after 1. Ne2? Which score is available at 1. Ne2 and not at 1. Kd2?",
            "One reply. Before 1. Ne2, the search has found that 1. dxe5 gives White +9.00. Any reply after which White has at most that refutes 1. Ne2.",
        ),
        (
            "Is the reply that refutes a move always the best reply?",
            "No. The refuting reply only has to show that the move is worse than 1. dxe5; it does not matter how much worse.",
        ),
        (
            "What would happen if 1. dxe5 were searched first?",
            "If a better move were searched before 1. Kd2, one reply would refute 1. Kd2 too. The earlier the best move is searched, the smaller the tree. See the lesson ordering.",
        ),
        (
            "Why is the score of alpha-beta for 1. Ne2 only a bound?",
            "The search of 1. Ne2 stopped at the first reply that was good enough for Black. A reply that was not searched may be even better for Black.",
        ),
    ],
};

pub const ORDERING: Lesson = Lesson {
    name: "ordering",
    title: "Move ordering: the best move first",
    idea: &[
        "The savings of alpha-beta depend on the order of the moves. With the best move first at every node, the tree shrinks to \
         about the square root of minimax's tree. With the moves ordered from worst to best at every node, alpha-beta saves no nodes. The best move is not known \
         in advance, but captures are good candidates: most bad moves are refuted by a capture.",
        "The full engine refines this order: the move stored in the transposition table comes first, quiet moves that caused cutoffs \
         elsewhere come earlier (killer moves, history), and captures that lose material come last.",
    ],
    steps: &[
        Step::new(
            "kiwipete",
            "alpha-beta",
            3,
            "1. Bxa6, +3.00",
            "Alpha-beta searches the moves in the order of the move generator.",
        )
        .with_tree(),
        Step::new(
            "kiwipete",
            "captures-first",
            3,
            "1. Bxa6, +3.00",
            "With captures first (most valuable victim, least valuable attacker) the score is the same as without move ordering.",
        )
        .with_tree(),
        Step::new("kiwipete", "alpha-beta", 4, "1. Bxa6, +0.00", "One ply deeper, in the order of the move generator."),
        Step::new(
            "kiwipete",
            "captures-first",
            4,
            "1. Bxa6, +0.00",
            "One ply deeper, with captures first. The factor varies with the depth.",
        ),
    ],
    savings: &[Saving { fewer: 2, more: 1, at_least: 1.5 }, Saving { fewer: 4, more: 3, at_least: 2.0 }],
    questions: &[
        (
            "Filter both trees by 'beta cutoff'. In which tree do late moves, such as the fifth move searched, cause more cutoffs?",
            "Late moves cause more cutoffs in the tree of alpha-beta, which does not order moves. With captures first, most beta cutoffs are caused by the first move.",
        ),
        (
            "Both searches return the same score. Must they return the same move?",
            "No. Of several moves with the same score, the search keeps the first one, and the two searches try the moves in different orders.",
        ),
        (
            "A quiet move causes a beta cutoff. What should the search store about the move?",
            "The search should store that the move caused a cutoff: the same move may also refute a sibling move. Killer moves and the history heuristic are based on this idea.",
        ),
    ],
};

pub const TABLE: Lesson = Lesson {
    name: "table",
    title: "The transposition table (table, TT): positions searched before",
    idea: &[
        "Different orders of the same moves lead to the same position: a transposition. The transposition table stores the result \
         of each searched position (Greenblatt 1967, Zobrist 1970). The example is Fine's position number 70. In this \
         ending only the kings move, and the kings have few squares. White wins only by 1. Kb1, and needs many moves to win the \
         second pawn.",
        "The searches with the set check-evasion have quiescence search too, and use stored scores of a greater depth. With the \
         table, such a search finds at depth 24 that White wins a second pawn (+2.00). Without the table, the same search visits \
         ten times as many nodes at a much smaller depth and does not find it.",
    ],
    steps: &[
        Step::new("lasker-reichhelm", "killers-history", 8, "1. Kb1, +1.00", "This search has no transposition table.").with_tree(),
        Step::new(
            "lasker-reichhelm",
            "table",
            8,
            "1. Kb1, +1.00",
            "With the table, a node whose position was searched before ends as a table hit.",
        )
        .with_tree(),
        Step::new(
            "lasker-reichhelm",
            "killers-history",
            12,
            "1. Kb1, +1.00",
            "This search is four plies deeper than the first search, also without a transposition table.",
        ),
        Step::new(
            "lasker-reichhelm",
            "table",
            12,
            "1. Kb1, +1.00",
            "This search is four plies deeper than the second search, also with the table. The node count includes all smaller depths, because the rung table searches depth after depth.",
        ),
        Step::new(
            "lasker-reichhelm",
            "check-evasion",
            24,
            "1. Kb1, +2.00",
            "With the table, the ending is solved at depth 24: White wins a second pawn.",
        ),
        Step::new(
            "lasker-reichhelm",
            "check-evasion-table",
            24,
            "1. Kb1, +1.00",
            "Without the table, the search is stopped after a million nodes, long before depth 24, and does not see the second pawn.",
        )
        .stopped_after(1_000_000),
    ],
    savings: &[
        Saving { fewer: 2, more: 1, at_least: 2.0 },
        Saving { fewer: 4, more: 3, at_least: 10.0 },
        Saving { fewer: 5, more: 6, at_least: 9.0 },
    ],
    questions: &[
        (
            "Find a node that ended by the transposition table. Which other order of moves leads to the same position?",
            "Swap two moves of the same king: afterwards, the kings are on the same squares.",
        ),
        (
            "Why is a score from depth 3 not used at depth 4, if the search must return the score of minimax?",
            "A search three plies deep can return a different score than a search four plies deep.",
        ),
        (
            "What does 'table hit, lower bound' mean?",
            "The stored search ended by a beta cutoff, so the stored score is a lower bound. A node ends if this lower bound is at least the beta of the node.",
        ),
        (
            "Why does the transposition table help less in the middlegame?",
            "In the middlegame there are more moves, and fewer move orders lead to the same position, because pawn moves and captures cannot be reversed.",
        ),
    ],
};

pub const DEEPENING: Lesson = Lesson {
    name: "deepening",
    title: "Iterative deepening (deepening): depth after depth",
    idea: &[
        "Searching to depth 1, then 2, then 3 repeats work. In return, a move is available whenever the time runs out, and the \
         best moves of one depth are searched first at the next depth. With a transposition table, every node \
         that has an entry with a best move searches this move first, not only the root.",
        "Whether iterative deepening saves nodes depends on the position. Without a table it always costs the nodes of the \
         smaller depths, and the better order of the root moves does not make up for them in the first example. With a table it \
         can win clearly: a forced mate is found with less than half of the nodes of a direct search. It can also lose, as the \
         last two searches show. Engines use it in every case, because they must be able to stop.",
    ],
    steps: &[
        Step::new("kiwipete", "killers-history", 4, "1. Bxa6, +0.00", "This search goes directly to depth 4, without a table."),
        Step::new(
            "kiwipete",
            "deepening",
            4,
            "1. Bxa6, +0.00",
            "This search runs depths 1 to 4. The tree has one root per depth, and the nodes include all depths. Iterative deepening loses here.",
        )
        .with_tree(),
        Step::new(
            "smothered",
            "table-move-deepening",
            7,
            "1. Nf7+, White mates in 4",
            "A direct search to depth 7 with the table. At the start the table is empty, so it gives no move to search first.",
        ),
        Step::new(
            "smothered",
            "table-move",
            7,
            "1. Nf7+, White mates in 4",
            "The same layers with iterative deepening. The moves stored at depth 6 are searched first at depth 7. Iterative deepening wins here.",
        ),
        Step::new("kiwipete", "table-move-deepening", 6, "1. Bxa6, −1.00", "A direct search to depth 6 with the table."),
        Step::new(
            "kiwipete",
            "table-move",
            6,
            "1. Bxa6, −1.00",
            "With iterative deepening the same search needs more nodes: even and odd depths prefer different moves here.",
        ),
    ],
    savings: &[
        Saving { fewer: 1, more: 2, at_least: 1.2 },
        Saving { fewer: 4, more: 3, at_least: 2.0 },
        Saving { fewer: 5, more: 6, at_least: 1.2 },
    ],
    questions: &[
        (
            "How many nodes did the last iteration visit, and how many did all earlier iterations visit together?",
            "The numbers in brackets at the roots show the nodes of each iteration. For the earlier iterations, add all these numbers except the last one.",
        ),
        (
            "If the time runs out in the middle of depth 4, which move is played?",
            "The best move of depth 3, unless depth 4 has already found a better one. Depth 4 searches the best move of depth 3 first, so any move that replaces it is better.",
        ),
        (
            "At kiwipete iterative deepening costs more than it saves. Why do engines use iterative deepening?",
            "Iterative deepening is useful for time control, because a move is always available. Selective layers also use the results of earlier iterations, for example the score for the aspiration window.",
        ),
    ],
};
