//! Lessons on what saves nodes and leaves the score alone.

use super::{Lesson, Step};

pub const ALPHA_BETA: Lesson = Lesson {
    name: "alpha-beta",
    title: "Alpha-beta: one refutation is enough",
    idea: &[
        "Minimax looks at every line. But once you know a move that wins a queen, another move need not be understood: \
         it is enough to see that it does not win one. As soon as one reply shows that, the others need not be looked at. That is all \
         alpha-beta does (McCarthy 1956; Knuth and Moore 1975), and the score cannot change.",
        "In this position the pawn takes a queen. Look for that move in the tree of alpha-beta, and at what comes after it: every \
         other move is cut after the first reply.",
    ],
    steps: &[
        Step::new("blocking", "minimax", 2, "1. dxe5, +9.00", "Every move, every reply.").with_tree(),
        Step::new(
            "blocking",
            "alpha-beta",
            2,
            "1. dxe5, +9.00",
            "The same score. After the capture has been found each move needs one reply.",
        )
        .with_tree(),
        Step::new("blocking", "minimax", 3, "1. dxe5, +10.00", "A ply more costs a factor of about thirty."),
        Step::new("blocking", "alpha-beta", 3, "1. dxe5, +10.00", "Here the factor is far smaller."),
    ],
    questions: &[
        (
            "How many replies does alpha-beta look at after 1. Kd2? Why so many?",
            "All of them: nothing was known before, so that nothing could be refuted.",
        ),
        (
            "How many after 1. Ne2? What does the search know there that it did not know at 1. Kd2?",
            "One. It knows that 1. dxe5 keeps nine pawns; any reply that leaves White less refutes the move.",
        ),
        (
            "Is the first reply the best one?",
            "Perhaps not. It need not be: it shows that the move is worse than 1. dxe5, and how much worse does not matter.",
        ),
        (
            "What would have happened had 1. dxe5 stood first?",
            "1. Kd2 would have been cut as well: the sooner the best move comes, the smaller the tree. This is the next lesson, ordering.",
        ),
        (
            "Why is the score of alpha-beta for 1. Ne2 only a bound?",
            "The search stopped at the first reply that was good enough for Black; another one may be better still.",
        ),
    ],
};

pub const ORDERING: Lesson = Lesson {
    name: "ordering",
    title: "Ordering: the best move first",
    idea: &[
        "How much alpha-beta saves hangs on the order of the moves. With the best move first everywhere about the square root of \
         minimax's tree is left; with the worst first nothing is saved. Nobody knows the best move beforehand, but a capture is a \
         good guess: most moves that can be refuted lose something.",
    ],
    steps: &[
        Step::new("kiwipete", "alpha-beta", 3, "1. Bxa6, +3.00", "Moves in the order of the generator.")
            .with_tree(),
        Step::new(
            "kiwipete",
            "captures-first",
            3,
            "1. Bxa6, +3.00",
            "Captures first, the greatest victim by the smallest attacker. The same score.",
        )
        .with_tree(),
        Step::new("kiwipete", "alpha-beta", 4, "1. Bxa6, +0.00", "The difference grows with depth."),
        Step::new("kiwipete", "captures-first", 4, "1. Bxa6, +0.00", "Compare the nodes."),
    ],
    questions: &[
        (
            "Filter both trees by beta_cut. In which one do you read 'move 5 of this node' and the like more often?",
            "In the one without ordering. With captures first most cuts come by the first move.",
        ),
        (
            "Both searches return the same score. Must they return the same move?",
            "No. Of several moves of equal value the one searched first is kept.",
        ),
        (
            "A quiet move refutes something. What could be remembered of it?",
            "That it did: it may refute a sibling as well. That is what killers and history do.",
        ),
    ],
};

pub const TABLE: Lesson = Lesson {
    name: "table",
    title: "The table: positions met before",
    idea: &[
        "Different orders of the same moves lead to the same position. A table remembers what was found out of each (Greenblatt \
         1967, Zobrist 1970). In this ending only kings move, and there are few squares for them: Fine's position no. 70, which a \
         search without a table does not solve in reasonable time.",
    ],
    steps: &[
        Step::new("lasker-reichhelm", "killers-history", 8, "1. Kb1, +1.00", "Without a table.").with_tree(),
        Step::new(
            "lasker-reichhelm",
            "table",
            8,
            "1. Kb1, +1.00",
            "With one; what was met before ends as table_exact, table_lower or table_upper.",
        )
        .with_tree(),
        Step::new(
            "lasker-reichhelm",
            "killers-history",
            12,
            "1. Kb1, +1.00",
            "Four plies deeper without it,",
        ),
        Step::new(
            "lasker-reichhelm",
            "table",
            12,
            "1. Kb1, +1.00",
            "and with it: although all the depths before are counted here as well.",
        ),
    ],
    questions: &[
        (
            "Find a node that ended by the table. Which other order of moves leads there?",
            "Exchange two moves of the same king: the kings stand on the same squares afterwards.",
        ),
        (
            "Why is a value from depth 3 of no use where depth 4 is asked for, if the score is to be minimax's?",
            "It says what is true looking three plies ahead. Looking four ahead may say otherwise.",
        ),
        (
            "What is table_lower?",
            "The stored search was cut: it knows that the value is at least so much. If that is enough for a cut here, it ends the node.",
        ),
        (
            "Why does the table help less in the middle game?",
            "There are more moves and fewer ways back to the same position: pawns and captures do not return.",
        ),
    ],
};

pub const DEEPENING: Lesson = Lesson {
    name: "deepening",
    title: "Deepening: depth after depth",
    idea: &[
        "To search to depth 1, then 2, then 3 sounds wasteful. But each depth costs only a part of the next one, there is a move to \
         play whenever the clock runs out, and the best move of one depth is tried first at the next. With a table it is tried first \
         everywhere.",
    ],
    steps: &[
        Step::new("kiwipete", "killers-history", 4, "1. Bxa6, +0.00", "Straight to depth 4."),
        Step::new(
            "kiwipete",
            "deepening",
            4,
            "1. Bxa6, +0.00",
            "All depths from 1 to 4 together. The tree has a root for each.",
        )
        .with_tree(),
        Step::new("kiwipete", "table-move", 4, "1. Bxa6, +0.00", "With a table, and its move first."),
    ],
    questions: &[
        (
            "How many nodes did the last iteration cost, and how many those before it together?",
            "The numbers in brackets at the roots: subtract the last from the sum.",
        ),
        (
            "When the clock runs out in the middle of depth 4, which move is played?",
            "The best of depth 3, unless depth 4 has found a better one already: its first move is that of depth 3, so that whatever replaces it is better.",
        ),
        (
            "At so small a depth deepening costs more than it saves. Why use it?",
            "For the clock, and because the share shrinks with depth, while ordering by the iteration before gains more.",
        ),
    ],
};
