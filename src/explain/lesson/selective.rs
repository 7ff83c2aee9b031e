//! Lessons on selective layers and rules: pruning without proof, and positions in which it fails.

use super::{Lesson, Saving, Step};

pub const NULL_MOVE: Lesson = Lesson {
    name: "null-move",
    title: "Null move pruning (null-move): if passing is good enough, a real move is almost always good enough too",
    idea: &[
        "Suppose the side to move passes, and its score is still at least beta. Then a real move almost always scores at least \
         beta too, so the node can be cut without searching its moves. The null move (the pass) is searched with reduced depth, so \
         it costs little (Beal 1989, Donninger 1993). A cutoff by a null move is not proven to be correct: see the lesson zugzwang.",
    ],
    steps: &[
        Step::new("smothered", "check-evasion", 6, "1. Nf7+, +0.00", "This search does not use null moves."),
        Step::new(
            "smothered",
            "null-move",
            6,
            "1. Nf7+, +0.00",
            "This search uses null moves, and returns the same move and score. Filter the tree by 'null move pruning' and open a node: its child is the null move.",
        )
        .with_tree(),
        Step::new("smothered", "check-evasion", 7, "1. Nf7+, White mates in 4", "One ply deeper the mate is found. This search does not use null moves."),
        Step::new("smothered", "null-move", 7, "1. Nf7+, White mates in 4", "With null moves the same mate is found."),
        Step::new("kiwipete", "check-evasion", 5, "1. Bxa6, +0.00", "A position with many captures, without null moves."),
        Step::new("kiwipete", "null-move", 5, "1. Bxa6, +0.00", "Null moves save less in this position at this depth."),
    ],
    savings: &[
        Saving { fewer: 2, more: 1, at_least: 2.0 },
        Saving { fewer: 4, more: 3, at_least: 2.0 },
        Saving { fewer: 6, more: 5, at_least: 1.1 },
    ],
    questions: &[
        (
            "Find a node that ended by null move pruning. Which side passes, and which score can the opponent already get with another move?",
            "At a node that ends with the reason null move, the side to move passes. The sentence of such a node names the opponent's earlier move and its score: even after the pass, the opponent gets no more than this score.",
        ),
        ("Why is a null move not allowed in check?", "After a null move in check, the opponent could capture the king."),
        (
            "Why are two null moves in a row not allowed?",
            "Two null moves lead to the same position with less remaining depth, so the search would only become shallower.",
        ),
    ],
};

const WHITE_TO_MOVE: &str = "zugzwang";
const BLACK_TO_MOVE: &str = "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1";

pub const ZUGZWANG: Lesson = Lesson {
    name: "zugzwang",
    title: "Zugzwang: positions in which a null move is wrong",
    idea: &[
        "In this position, the trébuchet, each king defends its own pawn and attacks the other one. The side to move must give up \
         the defence, and loses the pawn and the game. A pass would be better than any legal move, so the assumption of null move \
         pruning is wrong.",
        "Zugzwang is most common in pawn endings. Therefore the layer null-move requires a piece: a side with only king and pawns \
         does not use the null move. In this position, the layer null-move changes no node: the first and the third search have the same node count.",
    ],
    steps: &[
        Step::new(WHITE_TO_MOVE, "check-evasion", 7, "1. Kc4, −1.00", "White to move loses the pawn."),
        Step::new(
            BLACK_TO_MOVE,
            "check-evasion",
            7,
            "1... Ke3, +1.00",
            "The same position with Black to move: Black loses the pawn. The scores of the first two searches differ by two pawns: this is the value of a pass.",
        ),
        Step::new(
            WHITE_TO_MOVE,
            "null-move",
            7,
            "1. Kc4, −1.00",
            "With null move pruning the node count is that of the first search, because neither side has a piece other than king and pawn.",
        )
        .with_tree(),
    ],
    savings: &[],
    questions: &[
        (
            "What would a null move at the root of the first search suggest, if it were allowed?",
            "A null move would suggest that White is at least one pawn ahead, as after a pass. In fact White is one pawn behind, so the null move is wrong by two pawns.",
        ),
        (
            "Why is zugzwang rare if the side to move has a piece?",
            "A piece can nearly always make a harmless move.",
        ),
        (
            "At great depth, the engine verifies a null-move cutoff by a search without null moves. Why is the cutoff not verified at small depth?",
            "Each verification costs nodes. A wrong cutoff at great depth affects a much larger part of the tree.",
        ),
    ],
};

pub const STALEMATE_TRAP: Lesson = Lesson {
    name: "stalemate-trap",
    title: "The stalemate trap: a queen is not always the best promotion",
    idea: &[
        "The pawn on c7 can promote. A queen is the most valuable piece, so the evaluator material prefers a queen. But after the \
         promotion to a queen, Black has no legal move and is not in check: stalemate, a draw. The promotion to a rook mates in \
         two.",
        "The rules decide whether a game is over, not the evaluator. The search must test for the end of the game at every node, \
         including the last ply.",
    ],
    steps: &[
        Step::new(
            "stalemate-trap",
            "alpha-beta",
            1,
            "1. c8=R, +5.00",
            "At depth 1, the promotion to a queen ends as stalemate, because the search tests leaves for stalemate too.",
        )
        .with_tree(),
        Step::new(
            "stalemate-trap",
            "alpha-beta",
            2,
            "1. c8=R, +5.00",
            "At depth 2, the mate is beyond the search depth.",
        ),
        Step::new(
            "stalemate-trap",
            "alpha-beta",
            3,
            "1. c8=R, White mates in 2",
            "At depth 3, the search finds the mate.",
        )
        .with_tree(),
    ],
    savings: &[],
    questions: &[
        (
            "What is the result of 1. c8=Q in the tree of depth 1?",
            "Stalemate: Black has no legal move, so the score is a draw, +0.00. The promotion to a rook scores +5.00.",
        ),
        (
            "Which move would a program play at depth 1 if it tested for stalemate only at nodes with remaining depth?",
            "1. c8=Q, because the evaluator counts nine pawns for the queen.",
        ),
        (
            "Why does the mate in two take three plies?",
            "In a mate in two, White moves twice, and Black once in between. A mate distance counts the moves of the winning side.",
        ),
    ],
};
