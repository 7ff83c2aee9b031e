//! Lessons on what is believed without proof, and where that fails.

use super::{Lesson, Step};

pub const NULL_MOVE: Lesson = Lesson {
    name: "null-move",
    title: "The null move: if passing is good enough, moving will be",
    idea: &[
        "If I could pass and still stood too well for you to come here, then I need not look for my best move: almost always some \
         move is better than none. The pass is searched less deep, and so costs little (Beal 1989, Donninger 1993). It is no proof: \
         see the lesson zugzwang.",
    ],
    steps: &[
        Step::new("kiwipete", "check-evasion", 5, "1. Bxa6, +0.00", "Without it."),
        Step::new(
            "kiwipete",
            "null-move",
            5,
            "1. Bxa6, +0.00",
            "With it. Filter by null_move, and open one: inside stands the pass.",
        )
        .with_tree(),
    ],
    questions: &[
        (
            "Find a node that ended by null_move. Who passes there, and what has the opponent elsewhere?",
            "The side to move at that node. The sentence names the score that the opponent has elsewhere: even after the pass it is not beaten.",
        ),
        ("Why may nobody pass in check?", "The king would be taken."),
        (
            "Why not twice in a row?",
            "Two passes lead to the same position with less depth: the search would only have become shallower.",
        ),
    ],
};

const WHITE_TO_MOVE: &str = "zugzwang";
const BLACK_TO_MOVE: &str = "8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1";

pub const ZUGZWANG: Lesson = Lesson {
    name: "zugzwang",
    title: "Zugzwang: where a pass would be worth a game",
    idea: &[
        "Both kings guard a pawn and attack one: the trébuchet. Whoever is to move must let go, and loses the pawn and the game. \
         A pass would be the best move on the board, and there the null move lies.",
        "It happens mostly in endings with kings and pawns. So the layer asks for a piece: a side that has only king and pawns \
         does not pass. In this position the layer changes nothing, as the nodes show.",
    ],
    steps: &[
        Step::new(WHITE_TO_MOVE, "check-evasion", 7, "1. Kc4, −1.00", "White to move loses the pawn."),
        Step::new(
            BLACK_TO_MOVE,
            "check-evasion",
            7,
            "1... Ke3, +1.00",
            "The same board with Black to move: now Black does. The difference of two pawns is what a pass is worth.",
        ),
        Step::new(
            WHITE_TO_MOVE,
            "null-move",
            7,
            "1. Kc4, −1.00",
            "With the null move: the same nodes, because nobody has a piece.",
        )
        .with_tree(),
    ],
    questions: &[
        (
            "What would the null move believe at the root of the first search if it were allowed there?",
            "That White stands at least as well as after a pass, that is a pawn up: wrong by two pawns.",
        ),
        (
            "Why is a piece enough to make zugzwang rare?",
            "A piece can nearly always go somewhere and back without spoiling anything.",
        ),
        (
            "At great depth the engine verifies a null-move cut by a search without passing. Why only there?",
            "Because verification costs nodes, and a cut at great depth decides about so much more of the tree.",
        ),
    ],
};

pub const STALEMATE_TRAP: Lesson = Lesson {
    name: "stalemate-trap",
    title: "The stalemate trap: more is not always better",
    idea: &[
        "The pawn on c7 can become anything. A queen is worth most, and counting men says queen; but then Black cannot move and is \
         not in check: a draw. The rook mates in two.",
        "Whether a game is over is a question of the rules, not of the evaluator. It has to be asked at every position, at the last ply \
         as well.",
    ],
    steps: &[
        Step::new("stalemate-trap", "alpha-beta", 1, "1. c8=R, +5.00", "One ply: the queen's promotion is searched and ends as stalemate, because leaves are asked as well.").with_tree(),
        Step::new("stalemate-trap", "alpha-beta", 2, "1. c8=R, +5.00", "Two plies: no mate yet."),
        Step::new("stalemate-trap", "alpha-beta", 3, "1. c8=R, White mates in 2", "Three plies: the mate.").with_tree(),
    ],
    questions: &[
        ("What does the tree of depth 1 say of 1. c8=Q?", "Stalemate: Black cannot move, a draw, that is +0.00; the rook counts five."),
        ("What would a program play that asks for stalemate only where it goes on searching?", "1. c8=Q, at depth 1: it would count nine."),
        ("Why does the mate in two take three plies?", "White moves twice and Black once in between. Mates are counted in moves of the winner."),
    ],
};
