//! Lessons on exact layers: layers that save nodes and never change the score.

use super::{Lesson, Step};

pub const ALPHA_BETA: Lesson = Lesson {
    name: "alpha-beta",
    title: "Alpha-beta: one refutation is enough",
    idea: &[
        "Minimax searches every line. Suppose you have found a move that wins a queen. Another move then matters only if it wins \
         more. As soon as one reply shows that it does not, the other replies need no search: this is a beta cutoff. Alpha-beta \
         pruning consists of these cutoffs (McCarthy 1956; Knuth and Moore 1975), and the score cannot change.",
        "In this position a pawn can capture a queen. Find that move in the tree of alpha-beta. Every move searched after it is \
         refuted by its first reply.",
    ],
    steps: &[
        Step::new("blocking", "minimax", 2, "1. dxe5, +9.00", "Minimax searches every move and every reply.").with_tree(),
        Step::new(
            "blocking",
            "alpha-beta",
            2,
            "1. dxe5, +9.00",
            "Alpha-beta returns the same score. After the capture has been found, each later move needs only one reply.",
        )
        .with_tree(),
        Step::new("blocking", "minimax", 3, "1. dxe5, +10.00", "One more ply multiplies the nodes of minimax by about thirty."),
        Step::new("blocking", "alpha-beta", 3, "1. dxe5, +10.00", "For alpha-beta the factor is far smaller."),
    ],
    questions: &[
        (
            "How many replies does alpha-beta search after 1. Kd2? Why so many?",
            "All of them: 1. Kd2 is searched first, so there is no score yet that a reply could use to refute it.",
        ),
        (
            "How many replies does it search after 1. Ne2? Which score is available at 1. Ne2 and not at 1. Kd2?",
            "One. The search has found that 1. dxe5 gains nine pawns. Any reply after which White has less refutes 1. Ne2.",
        ),
        (
            "Is the reply that refutes a move always the best reply?",
            "No. The reply shows that the move is worse than 1. dxe5. How much worse does not matter.",
        ),
        (
            "What would happen if 1. dxe5 were searched first?",
            "1. Kd2 would also be refuted by one reply. The earlier the best move is searched, the smaller the tree. See the lesson ordering.",
        ),
        (
            "Why is the score of alpha-beta for 1. Ne2 only a bound?",
            "The search stopped at the first reply that was good enough for Black. Another reply may be even better.",
        ),
    ],
};

pub const ORDERING: Lesson = Lesson {
    name: "ordering",
    title: "Move ordering: the best move first",
    idea: &[
        "The savings of alpha-beta depend on the order of the moves. With the best move first at every node, the tree shrinks to \
         about the square root of minimax's tree. With the worst move first, alpha-beta saves no nodes. The best move is not known \
         in advance, but captures are good candidates: most bad moves are refuted by a capture.",
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
            "With captures first (most valuable victim, least valuable attacker) the score is the same.",
        )
        .with_tree(),
        Step::new("kiwipete", "alpha-beta", 4, "1. Bxa6, +0.00", "The difference in nodes grows with depth."),
        Step::new(
            "kiwipete",
            "captures-first",
            4,
            "1. Bxa6, +0.00",
            "Compare these nodes with those of alpha-beta at the same depth.",
        ),
    ],
    questions: &[
        (
            "Filter both trees by beta_cut. In which tree do late moves, such as 'move 5 of this node', cause more cutoffs?",
            "In the tree without ordering. With captures first, most beta cutoffs are caused by the first move.",
        ),
        (
            "Both searches return the same score. Must they return the same move?",
            "No. Of several moves with the same score, the search keeps the first one.",
        ),
        (
            "A quiet move causes a beta cutoff. What should the search store about the move?",
            "That it caused a cutoff: it may also refute a sibling move. Killer moves and the history heuristic use this.",
        ),
    ],
};

pub const TABLE: Lesson = Lesson {
    name: "table",
    title: "The transposition table (table): positions searched before",
    idea: &[
        "Different orders of the same moves lead to the same position: a transposition. The transposition table stores the result \
         of each searched position (Greenblatt 1967, Zobrist 1970). The example is Fine's position no. 70. In this ending only \
         the kings move, and they have few squares. A search without a transposition table does not solve it in reasonable time.",
    ],
    steps: &[
        Step::new("lasker-reichhelm", "killers-history", 8, "1. Kb1, +1.00", "This search has no transposition table.").with_tree(),
        Step::new(
            "lasker-reichhelm",
            "table",
            8,
            "1. Kb1, +1.00",
            "With the table, a node whose position was searched before ends as table_exact, table_lower or table_upper.",
        )
        .with_tree(),
        Step::new(
            "lasker-reichhelm",
            "killers-history",
            12,
            "1. Kb1, +1.00",
            "Four plies deeper without the table.",
        ),
        Step::new(
            "lasker-reichhelm",
            "table",
            12,
            "1. Kb1, +1.00",
            "Four plies deeper with the table. Its node count includes all smaller depths, because this rung searches depth after depth.",
        ),
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
            "What is table_lower?",
            "The stored search ended by a beta cutoff, so the stored score is a lower bound. If the bound is at least beta at this node, it ends the node.",
        ),
        (
            "Why does the transposition table help less in the middlegame?",
            "There are more moves, and fewer move orders lead to the same position, because pawn moves and captures cannot be reversed.",
        ),
    ],
};

pub const DEEPENING: Lesson = Lesson {
    name: "deepening",
    title: "Iterative deepening (deepening): depth after depth",
    idea: &[
        "Searching to depth 1, then 2, then 3 seems wasteful. But each depth costs only a fraction of the next one. A move is \
         available whenever the time runs out. And the best move of one depth is searched first at the next depth. With a \
         transposition table, the best move is searched first at every node, not only at the root.",
    ],
    steps: &[
        Step::new("kiwipete", "killers-history", 4, "1. Bxa6, +0.00", "This search goes directly to depth 4."),
        Step::new(
            "kiwipete",
            "deepening",
            4,
            "1. Bxa6, +0.00",
            "This search runs depths 1 to 4. The tree has one root per depth, and the nodes include all depths.",
        )
        .with_tree(),
        Step::new("kiwipete", "table-move", 4, "1. Bxa6, +0.00", "With a transposition table, its move is searched first at every node."),
    ],
    questions: &[
        (
            "How many nodes did the last iteration visit, and how many did all earlier iterations visit together?",
            "The numbers in brackets at the roots show the nodes of each iteration. Add all but the last.",
        ),
        (
            "If the time runs out in the middle of depth 4, which move is played?",
            "The best move of depth 3, unless depth 4 has already found a better one. Depth 4 searches the best move of depth 3 first, so any move that replaces it is better.",
        ),
        (
            "At this small depth, iterative deepening costs more than it saves. Why use it?",
            "For time control. Moreover, at greater depth the earlier iterations cost a smaller share, and ordering by their best move saves more.",
        ),
    ],
};
