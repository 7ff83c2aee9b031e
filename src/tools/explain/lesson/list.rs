//! The list of lessons. The pseudocode of some lessons is written here.

use super::{Check, Excerpt, Exercise, Lesson, Paragraph, Pseudocode, Saving, Step, at};
use crate::search::Algorithm;

/// White wins by zugzwang, although Black has a queen.
pub const ZUGZWANG_WITH_QUEEN: &str = "8/6B1/p5p1/Pp4kp/1P5r/5P1Q/4q1PK/8 w - - 0 32";

/// The lessons in reading order.
pub const LESSONS: &[Lesson] = &[
    Lesson {
            name: "minimax",
            title: "Minimax: the definition of the right answer",
            tour: &[
                at(0, "depth 2: search with depth 2"),
                at(0, "1... a6: Horizon"),
                at(0, "1. Kd2: best move so far 1... a6"),
                at(0, "1. Kd2: best move so far 1... Nxd4"),
                at(0, "depth 2: best move so far 1. Kd2"),
                at(0, "1. dxe5: best move so far 1... Nxe5"),
                at(0, "depth 2: best move so far 1. dxe5"),
                at(0, "depth 2: 6 moves searched"),
            ],
            idea: &[
                Paragraph {
                    text: "A program cannot see the end of the game. It looks ahead a fixed number of half-moves (plies) and estimates each position at the end. The evaluator of this course counts material: pawn 1, knight and bishop 3, rook 5, queen 9.",
                    button: "See the first estimate",
                    moment: at(0, "1... a6: Horizon"),
                },
                Paragraph {
                    text: "White chooses the move with the highest score, Black the reply with the lowest. After 1. Kd2 Black's best reply takes the pawn on d4, so the move scores +0.00 for White.",
                    button: "See Black choose",
                    moment: at(0, "1. Kd2: best move so far 1... Nxd4"),
                },
                Paragraph {
                    text: "So a position is worth its best move against the best reply: here 1. dxe5, which wins a queen for a pawn. The pseudocode has negamax form: each side maximises its own score, which is minus the score of the other.",
                    button: "See White choose",
                    moment: at(0, "depth 2: best move so far 1. dxe5"),
                },
            ],
            exercises: &[
                Exercise {
                    question: "Which reply is best for Black after 1. Be3? Go to the step at which the player names it.",
                    answer: "It takes the bishop with check: 1... Qxe3+ leaves White two pawns behind, and every other reply leaves more.",
                    check: Check::Find(at(0, "1. Be3: best move so far 1... Qxe3+")),
                },
                Exercise {
                    question: "Predict three decisions after 1. dxe5 Na5: does Black's best score change?",
                    answer: "Minimax has no cutoffs: only a reply that is better for Black changes the best score.",
                    check: Check::Predict(at(0, "1. dxe5: 1... Na5 does not improve")),
                },
            ],
            steps: &[
                Step::new("blocking", "minimax", 1, "1. dxe5, +10.00", "White is a pawn ahead, in check, and has six legal moves: six nodes, because the root is not counted. 1. dxe5 takes the queen; the reply would be the second ply."),
                Step::new("blocking", "minimax", 2, "1. dxe5, +9.00", "With the replies, Black takes back the pawn.").with_tree(),
                Step::new("blocking", "minimax", 3, "1. dxe5, +10.00", "One more ply multiplies the nodes by about 29."),
                Step::new("blocking", "minimax", 4, "1. dxe5, +8.00", "Another ply multiplies them by about 40. The score is too low: a recapture on f2 would be the fifth ply (lesson 5)."),
            ],
            savings: &[],
        summary: "The score of a position is the score of its best move if the opponent gives the best reply.",
        pseudocode: Pseudocode::Of(Algorithm::Minimax),
        source: &[Excerpt {
            path: "src/search/minimax.rs",
            text: include_str!("../../../search/minimax.rs"),
            begins: "pub fn minimax",
            ends: "",
        }],
        gains: &[include_str!("../../../search/minimax.rs")],
    },
    Lesson {
            name: "alpha-beta",
            title: "Alpha-beta: one refutation is enough",
            tour: &[
                at(1, "depth 2: search with depth 2"),
                at(1, "depth 2: best move so far 1. dxe5"),
                at(1, "1. Ne2: search with depth 1"),
                at(1, "1... a6: Horizon"),
                at(1, "Cutoff at 1. Ne2"),
                at(1, "Cutoff at 1. Be3"),
                at(1, "Cutoff at 1. Be2"),
                at(1, "Cutoff at 1. Qe2"),
            ],
            idea: &[
                Paragraph {
                    text: "1. dxe5 wins a queen: White already has +9.00. Another move matters only if it wins more.",
                    button: "See 1. dxe5",
                    moment: at(1, "depth 2: best move so far 1. dxe5"),
                },
                Paragraph {
                    text: "After 1. Ne2 the first reply 1... a6 leaves White with +1.00. That refutes the move, so the other 43 replies are never searched: a beta cutoff (McCarthy 1956; Knuth and Moore 1975). The root still has the score of minimax; below it a score can be a bound, here \"at most\".",
                    button: "See the cutoff",
                    moment: at(1, "Cutoff at 1. Ne2"),
                },
                Paragraph {
                    text: "Alpha is the score that White already has elsewhere, beta the score that Black has. When they meet, the node ends. The pseudocode sees both from the side to move: for Black they change places and signs. Minimax, in the other tree, searches every reply to 1. Ne2.",
                    button: "See minimax search on",
                    moment: at(0, "depth 2: 1. Ne2 does not improve"),
                },
            ],
            exercises: &[
                Exercise {
                    question: "Predict three decisions of alpha-beta after 1. dxe5.",
                    answer: "One reply refutes 1. Ne2 and one refutes 1. Be3. A refuted move does not change the best score.",
                    check: Check::Predict(at(1, "depth 2: best move so far 1. dxe5")),
                },
                Exercise {
                    question: "Go to the step at which alpha-beta refutes 1. Qe2.",
                    answer: "1... a6 is enough again. Any reply will do after which White has at most +9.00.",
                    check: Check::Find(at(1, "Cutoff at 1. Qe2")),
                },
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
        summary: "One reply that refutes a move is enough: the search skips the other replies.",
        pseudocode: Pseudocode::Of(Algorithm::AlphaBeta),
        source: &[Excerpt {
            path: "src/search/alphabeta.rs",
            text: include_str!("../../../search/alphabeta.rs"),
            begins: "pub fn alphabeta",
            ends: "",
        }],
        gains: &[include_str!("../../../search/alphabeta.rs")],
    },
    Lesson {
            name: "move-ordering",
            title: "Move ordering: the best move first",
            tour: &[
                at(1, "depth 3: search with depth 3"),
                at(1, "Cutoff at 1... hxg2"),
                at(1, "Cutoff at 1... exd5"),
                at(1, "Cutoff at 1... Nbxd5"),
                at(1, "Cutoff at 1... Nxe4"),
                at(1, "Cutoff at 1... c6"),
                at(0, "Cutoff at 1... b3"),
            ],
            idea: &[
                Paragraph {
                    text: "Alpha-beta saves most if the best move comes first: the tree shrinks to about the square root of minimax's tree. With the worst move first everywhere, it saves almost nothing.",
                    button: "See a cutoff by the first move",
                    moment: at(1, "Cutoff at 1... hxg2"),
                },
                Paragraph {
                    text: "The best move is not known, but most bad moves are refuted by a capture. Search 2 tries captures first, the most valuable victim before others, and for equal victims the least valuable attacker (MVV-LVA). Here 2. exd5 refutes a move of Black, and 52 moves are not searched.",
                    button: "See a capture refute",
                    moment: at(1, "Cutoff at 1... Nbxd5"),
                },
                Paragraph {
                    text: "Search 1 takes the moves as the move generator returns them. Its first cutoff comes late: all red marks on the slider before it are cutoffs of search 2.",
                    button: "See the first cutoff of search 1",
                    moment: at(0, "Cutoff at 1... b3"),
                },
            ],
            exercises: &[
                Exercise {
                    question: "White has three moves; behind each are the scores of Black's three replies, searched in this order. Put the moves into an order in which alpha-beta visits fewest nodes: 9.",
                    answer: "With the best move first, alpha is high at once: one reply refutes the second move, and at most two refute the third.",
                    check: Check::Order(&[("1. Bxa6", [4, 3, 5]), ("1. Qxf6", [1, 6, 7]), ("1. Nxg6", [5, 2, 8])]),
                },
                Exercise {
                    question: "Predict three decisions of search 2 after the cutoff at 1... exd5.",
                    answer: "The first capture refutes the next move as well. At the node above, a refuted move changes nothing.",
                    check: Check::Predict(at(1, "Cutoff at 1... exd5")),
                },
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
        summary: "Alpha-beta saves most nodes if the best move comes first, so captures are tried first.",
        pseudocode: Pseudocode::Text("\
order of the moves at a node:
    captures:
        the most valuable victim first,
        for equal victims the least valuable attacker first
    other moves:
        in the order of the move generator
"),
        source: &[Excerpt {
            path: "src/search/layers/captures_first.rs",
            text: include_str!("../../../search/layers/captures_first.rs"),
            begins: "pub(crate) fn score",
            ends: "",
        }],
        gains: &[include_str!("../../../search/layers/captures_first.rs")],
    },
    Lesson {
            name: "deepening-and-table",
            title: "Iterative deepening and the transposition table (TT)",
            tour: &[
                at(1, "depth 1: best move so far 1. Kb1"),
                at(1, "depth 2: best move so far 1. Kb1"),
                at(1, "depth 3: best move so far 1. Kb1"),
                at(1, "2. Ka1: Transposition table entry"),
                at(1, "2. Kb2: Transposition table entry"),
                at(1, "depth 5: best move so far 1. Kb1"),
                at(1, "depth 8: best move so far 1. Kb1"),
                at(0, "depth 8: best move so far 1. Kb1"),
            ],
            idea: &[
                Paragraph {
                    text: "Different sequences of moves can lead to the same position, as 1. Kb1 Ka6 2. Ka1 and 1. Ka2 Ka6 2. Ka1 do. The transposition table (TT) stores the result of each searched position with its depth. If the position occurs again and the entry is deep enough, the stored score can end the node.",
                    button: "See a table hit",
                    moment: at(1, "2. Ka1: Transposition table entry"),
                },
                Paragraph {
                    text: "A stored score can be a bound. After a beta cutoff the true score may be higher: a lower bound. If no move exceeded alpha, it is an upper bound. A lower bound for Black is an upper bound for White: \"at most\".",
                    button: "See a bound",
                    moment: at(1, "2. Kb2: Transposition table entry"),
                },
                Paragraph {
                    text: "Iterative deepening searches to depth 1, then 2, then 3. Each depth fills the table with moves that are tried first at the next one, and a move is available whenever the time runs out. With both ideas, search 2 finishes eight depths before search 1 scores its first move.",
                    button: "See search 2 finish first",
                    moment: at(1, "depth 8: 3 moves searched"),
                },
            ],
            exercises: &[
                Exercise {
                    question: "Find a node of search 2 that ends by a table entry of depth 2.",
                    answer: "The entry was stored by an earlier, equally deep search of the same position; no move is searched.",
                    check: Check::Find(at(1, "Transposition table entry of depth 2")),
                },
                Exercise {
                    question: "A node needs a score of at least beta to end. The entry is a lower bound of +0.50 and beta is +1.00, both for the side to move. Does the entry end the node? Answer yes or no.",
                    answer: "A lower bound ends a node only if it is at least beta. Below beta the true score is open.",
                    check: Check::Type(&["no"]),
                },
            ],
            steps: &[
                Step::new("lasker-reichhelm", "killers-history", 8, "1. Kb1, +1.00", "Without a table: alpha-beta with captures first, killer moves and history.").with_tree(),
                Step::new("lasker-reichhelm", "table", 8, "1. Kb1, +1.00", "The rung table adds iterative deepening and the table. The nodes are those of depths 1 to 8 together. The violet buttons below the chart find the table hits.").with_tree(),
                Step::new("lasker-reichhelm", "killers-history", 12, "1. Kb1, +1.00", "Four plies deeper, without a table."),
                Step::new("lasker-reichhelm", "table", 12, "1. Kb1, +1.00", "Four plies deeper, with the table."),
                Step::new("smothered", "table-move-deepening", 7, "1. Nf7+, White mates in 4", "With the table, but without iterative deepening: directly to depth 7. A minus in a set of layers leaves a layer out."),
                Step::new("smothered", "table-move", 7, "1. Nf7+, White mates in 4", "With the table and iterative deepening."),
            ],
            savings: &[
                Saving { fewer: 2, more: 1, at_least: 2.0 },
                Saving { fewer: 4, more: 3, at_least: 10.0 },
                Saving { fewer: 6, more: 5, at_least: 2.0 },
            ],
        summary: "A table stores the results of searched positions, and each depth prepares the next one.",
        pseudocode: Pseudocode::Text("\
for depth = 1, 2, 3, ... until the time is used up:
    score = search(root, -infinity, +infinity, depth)

search(position, alpha, beta, depth):
    entry = table[key of the position]
    if entry is deep enough and its bound decides: return its score
    for each move, the stored move first: as in alpha-beta
    table[key of the position] = depth, best, bound, best move
    return best
"),
        source: &[Excerpt {
            path: "src/search/layers/deepening.rs",
            text: include_str!("../../../search/layers/deepening.rs"),
            begins: "for depth in first..=last",
            ends: "",
        }, Excerpt {
            path: "src/search/layers/table.rs",
            text: include_str!("../../../search/layers/table.rs"),
            begins: "let reason = match entry.bound",
            ends: "/// Stores the result",
        }, Excerpt {
            path: "src/search/layers/table.rs",
            text: include_str!("../../../search/layers/table.rs"),
            begins: "let entry = TtEntry {",
            ends: "write(worker, position, entry)",
        }],
        gains: &[
            include_str!("../../../search/layers/table.rs"),
            include_str!("../../../search/layers/deepening.rs"),
        ],
    },
    Lesson {
            name: "horizon",
            title: "Quiescence search and the horizon effect",
            tour: &[
                at(0, "depth 1: best move so far 1... Qxh1+"),
                at(1, "depth 1: best move so far 1... Qxh1+"),
                at(0, "depth 2: best move so far 1... Nxd3+"),
                at(0, "depth 3: best move so far 1... Nxd3+"),
                at(1, "Stand pat"),
                at(1, "depth 2: best move so far 1... Qxh1+"),
                at(1, "depth 3: best move so far 1... Qxh1+"),
            ],
            idea: &[
                Paragraph {
                    text: "A search with fixed depth can stop in the middle of an exchange. At depth 1 Black takes the rook on h1 with the queen, and the search misses that a bishop takes the queen: −4.00.",
                    button: "See the error at depth 1",
                    moment: at(0, "depth 1: best move so far 1... Qxh1+"),
                },
                Paragraph {
                    text: "Worse, it plays checks that push the recapture beyond its last ply: the horizon effect (Hans Berliner, 1973). At depth 3 search 1 gives a knight away with 1... Nxd3+. A student program did this three times in a row.",
                    button: "See the horizon effect",
                    moment: at(0, "depth 3: best move so far 1... Nxd3+"),
                },
                Paragraph {
                    text: "Quiescence search plays out captures before it evaluates. The side to move may also stand pat: it need not capture, so the evaluation is a lower limit of its score.",
                    button: "See a stand pat",
                    moment: at(1, "Stand pat"),
                },
            ],
            exercises: &[
                Exercise {
                    question: "Go to the step at which search 1, without quiescence search, prefers a losing check in its last iteration.",
                    answer: "1... Nxd3+ loses a knight, but the capture on h1 is then the last ply, and its recapture is out of sight.",
                    check: Check::Find(at(0, "depth 3: best move so far 1... Nxd3+")),
                },
                Exercise {
                    question: "What does search 2 return for 1... Qxh1+ at depth 1? Type the score.",
                    answer: "Quiescence search sees 2. Bxh1: White's lead grows from +1.00 to +2.00.",
                    check: Check::Type(&["+2.00", "2.00", "+2", "2"]),
                },
            ],
            steps: &[
                Step::new("standoff", "draws", 3, "1... Nxd3+, −2.00", "Wrong: the check 1... Nxd3+ pushes the recapture on h1 beyond the last ply.").with_tree(),
                Step::new("standoff", "quiescence", 3, "1... Qxh1+, +2.00", "Quiescence search plays out the captures: White's lead grows from +1.00 before the move to +2.00. Quiescence search costs additional nodes.").with_tree(),
                Step::new("standoff", "draws", 4, "1... Qxh1+, +2.00", "One more ply includes the recapture."),
                Step::new("standoff", "quiescence", 4, "1... Qxh1+, +2.00", "With quiescence search the result is the same at both depths."),
                Step::new("r1b1kb1r/pppp1pp1/4p3/8/4BN1q/3Q4/PP2PP2/RNB1K2R b KQkq - 0 2", "draws", 3, "2... Bb4+, −2.00", "The next move of the student program: wrong again, with one more check."),
                Step::new("horizon", "alpha-beta", 1, "1. Rxd5, +0.00", "In a rook ending: the rook captures a pawn that is defended twice."),
                Step::new("horizon", "quiescence", 1, "1. f3, −1.00", "With quiescence search, one ply is enough to avoid this capture."),
            ],
            savings: &[],
        summary: "The search plays out captures before it evaluates a position.",
        pseudocode: Pseudocode::Text("\
quiescence(position, alpha, beta):
    best = the evaluation for the side to move (stand pat); in check: -infinity
    if best >= beta: return best
    alpha = max(alpha, best)
    for each capture, the most valuable victim first (in check: for each move):
        score = -quiescence(position after it, -beta, -alpha)
        best = max(best, score)
        if best >= beta: return best
        alpha = max(alpha, best)
    return best
"),
        source: &[Excerpt {
            path: "src/search/layers/quiescence.rs",
            text: include_str!("../../../search/layers/quiescence.rs"),
            begins: "let in_check = position.is_check();",
            ends: "let table_move",
        }, Excerpt {
            path: "src/search/layers/quiescence.rs",
            text: include_str!("../../../search/layers/quiescence.rs"),
            begins: "while let Some(mv) = picker.next",
            ends: "let reason = quiet.reason();",
        }],
        gains: &[include_str!("../../../search/layers/quiescence.rs")],
    },
    Lesson {
            name: "null-move",
            title: "Null move pruning (null-move, NMP) and zugzwang",
            tour: &[
                at(0, "1... pass: null move"),
                at(0, "1... pass: None of the 2 moves"),
                at(0, "Cutoff at 1. Qxb4. Even after a pass"),
                at(0, "Cutoff at 1. Nxh7. Even after a pass"),
                at(0, "Cutoff at 1. g3. Even after a pass"),
                at(0, "Cutoff at 1. h4. Even after a pass"),
            ],
            idea: &[
                Paragraph {
                    text: "Suppose the side to move passes and still scores at least beta. Then a real move almost always does too, so the node ends. The pass is searched with less depth: it costs little (Beal 1989, Donninger 1993).",
                    button: "See Black pass",
                    moment: at(0, "1... pass: null move"),
                },
                Paragraph {
                    text: "After 1. Qxb4 Black passes, and White still gets at most −8.00, less than by 1. Nf7+ (−7.00). So Black's moves are not searched.",
                    button: "See the cutoff",
                    moment: at(0, "Cutoff at 1. Qxb4. Even after a pass"),
                },
                Paragraph {
                    text: "The cut is not proved: in zugzwang a pass would be better than any move. In search 7 every move of Black after 34. Bc3 loses the queen or allows mate, but the pass ends the node. With only king and pawns, where zugzwang is frequent, a side never passes.",
                    button: "See a wrong cutoff",
                    moment: at(1, "Cutoff at 34. Bc3. Even after a pass White gets at most −6.00; −5.15"),
                },
            ],
            exercises: &[
                Exercise {
                    question: "The cutoff after 34. Bc3 is wrong. Go to a later step of search 7 that names Black's best reply and the score.",
                    answer: "After 34... Qf2 35. Be5 White wins the queen: +2.00 instead of at most −6.00. The search repeats the iteration with another window, in which a pass cannot end this node.",
                    check: Check::Find(at(1, "34. Bc3: best move so far 34... Qf2, +2.00")),
                },
                Exercise {
                    question: "How many moves of Black does the cutoff after 1. g3 save? Type the number.",
                    answer: "None of the 50 moves is searched, only the pass.",
                    check: Check::Type(&["50"]),
                },
            ],
            steps: &[
                Step::new("smothered", "check-evasion", 6, "1. Nf7+, +0.00", "Without null moves. The mate of lesson 4 is one ply too deep; White repeats the position."),
                Step::new("smothered", "null-move", 6, "1. Nf7+, +0.00", "With null moves: the same move and score.").with_tree(),
                Step::new("zugzwang", "check-evasion", 7, "1. Kc4, −1.00", "Zugzwang: White to move loses the pawn."),
                Step::new("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1", "check-evasion", 7, "1... Ke3, +1.00", "The same position with Black to move: Black loses the pawn."),
                Step::new(ZUGZWANG_WITH_QUEEN, "check-evasion", 9, "32. Qxh4+, +2.00", "Zugzwang with pieces. After 32. Qxh4+ Kxh4 33. Bf6+ g5 34. Bc3 Black is six pawns ahead, but must move: every move loses the queen or allows mate."),
                Step::new(ZUGZWANG_WITH_QUEEN, "null-move", 9, "32. Bf6+, +0.00", "With null moves: wrong. After 34. Bc3 Black passes, and the node ends. The command shows this node if you add --path 'Qxh4+ Kxh4 Bf6+ g5 Bc3'."),
                Step::new("8/8/p4B2/Pp4pp/1P5k/5P2/4q1PK/8 w - - 0 34", "null-move", 5, "34. Bc3, +2.00", "The position before 34. Bc3. The pass ends the node in iterations 4 and 5. No other move reaches the window of iteration 5, so the search repeats it with a wide window and finds the move.").with_tree(),
                Step::new(ZUGZWANG_WITH_QUEEN, "full", 24, "32. Qxh4+, +3.00", "All layers of the engine find the sacrifice at depth 24. One of them, the correction history, shifts evaluations by fractions of a pawn. At nodes with a remaining depth of 16 or more, a second search without null moves must confirm such a cut."),
            ],
            savings: &[Saving { fewer: 2, more: 1, at_least: 2.0 }],
        summary: "If passing is good enough, a real move almost always is too, but not in zugzwang.",
        pseudocode: Pseudocode::Text("\
search(position, alpha, beta, depth):
    if not in check, the last move was no pass, the evaluation >= beta,
            and a piece other than king and pawns is left:
        score = -search(position after a pass, -beta, -beta + 1, depth - reduction)
        if score >= beta: return score
    for each move: as in alpha-beta
"),
        source: &[Excerpt {
            path: "src/search/layers/null_move.rs",
            text: include_str!("../../../search/layers/null_move.rs"),
            begins: "pub(crate) fn cut",
            ends: "",
        }],
        gains: &[include_str!("../../../search/layers/null_move.rs")],
    },
    Lesson {
            name: "late-move-reductions",
            title: "Late move reductions (late-reductions, LMR)",
            tour: &[
                at(1, "2. Qxg2: reduced search, depth 1 instead of 2"),
                at(1, "2. Qxg2, searched with depth 1 instead of 2, is better than alpha"),
                at(1, "2. Qxg2 (second search): re-search with depth 2"),
                at(1, "2. Qxg2 (second search): None of the 24"),
                at(1, "1... exd5: 2. exd5, searched with depth 1 instead of 2, does not"),
                at(1, "2. Nxd5, searched with depth 1 instead of 2, is better than alpha"),
                at(1, "2. Nxd5 (second search): re-search with depth 2"),
                at(1, "depth 6: 1. g4, searched with depth 2 instead of 5"),
            ],
            idea: &[
                Paragraph {
                    text: "With good move ordering a late move almost always fails low: its score does not exceed alpha. So the search looks at it with less depth first. The reduction grows with the depth and with the number of moves already searched; for captures it is smaller.",
                    button: "See a reduced quiet move",
                    moment: at(1, "depth 6: 1. g4, searched with depth 2 instead of 5"),
                },
                Paragraph {
                    text: "If the reduced move scores above alpha, that is only a hint: it is searched again with the full depth. 2. Qxg2 surprises the search at depth 1 and is searched again at depth 2.",
                    button: "See the re-search",
                    moment: at(1, "2. Qxg2 (second search): re-search with depth 2"),
                },
                Paragraph {
                    text: "Most reduced moves fail low, as 2. exd5 here, and their subtrees stay small. The risk: a strong quiet move that comes late is found some plies later.",
                    button: "See a move that stays reduced",
                    moment: at(1, "1... exd5: 2. exd5, searched with depth 1 instead of 2, does not"),
                },
            ],
            exercises: &[
                Exercise {
                    question: "After 1. Bxa6 exd5 one reduced move of White scores above alpha. Go to the step that says so.",
                    answer: "2. Nxd5 is searched again with depth 2: (second search).",
                    check: Check::Find(at(1, "2. Nxd5, searched with depth 1 instead of 2, is better than alpha")),
                },
                Exercise {
                    question: "With which depth is the root move 1. Qxh3 first searched in iteration 5? Type the number.",
                    answer: "Depth 3 instead of 4: it comes late in the order.",
                    check: Check::Type(&["3"]),
                },
            ],
            steps: &[
                Step::new("kiwipete", "exchange", 6, "1. Bxa6, +0.00", "The rung below, without reductions.").with_tree(),
                Step::new("kiwipete", "late-reductions", 6, "1. Bxa6, +0.00", "With reductions: the same move and score.").with_tree(),
                Step::new("kiwipete", "exchange", 8, "1. Bxa6, +0.00", "Two plies deeper, without reductions."),
                Step::new("kiwipete", "late-reductions", 8, "1. Bxa6, +0.00", "Two plies deeper, with reductions."),
            ],
            savings: &[Saving { fewer: 2, more: 1, at_least: 3.0 }, Saving { fewer: 4, more: 3, at_least: 5.0 }],
        summary: "The search looks at late moves with less depth first.",
        pseudocode: Pseudocode::Text("\
for each move, the most promising first:
    the first move: score = -search(child, -beta, -alpha, depth - 1)
    a later move:   R = 0 or more, growing with depth and move number
                    score = -search(child, -alpha - 1, -alpha, depth - 1 - R)
    if score > alpha and R > 0:
        score = -search(child, -alpha - 1, -alpha, depth - 1)
    if alpha < score < beta:
        score = -search(child, -beta, -alpha, depth - 1)
    best, cutoff and alpha: as in alpha-beta
"),
        source: &[Excerpt {
            path: "src/search/layers/zero_window.rs",
            text: include_str!("../../../search/layers/zero_window.rs"),
            begins: "pub(crate) fn search",
            ends: "",
        }],
        gains: &[include_str!("../../../search/layers/late_reductions.rs")],
    },
    Lesson {
            name: "modern-engine",
            title: "What a modern engine does with all of it",
            tour: &[
                at(0, "1. Kd2: Stand pat"),
                at(0, "1. dxe5: 4 moves searched"),
                at(0, "1. Kd2: The static evaluation is far above beta"),
                at(0, "Transposition table entry"),
                at(0, "1... h6: reduced search"),
                at(0, "Cutoff at 1. Kd2. Even after a pass"),
                at(0, "1. Qe2: the null move does not reach beta"),
                at(0, "Cutoff at 1. Qe2. After 1... Qxe2+"),
                at(0, "depth 4: 6 moves searched"),
            ],
            idea: &[
                Paragraph {
                    text: "The search finds the answer with a tiny part of the nodes of minimax. Watch 1. Kd2, which does not take the queen. With no depth left, Black stands pat (lesson 5). With depth 1 or 2 left, Black's static evaluation is so far above beta that no move is searched (reverse futility pruning).",
                    button: "See the static evaluation decide",
                    moment: at(0, "1. Kd2: The static evaluation is far above beta"),
                },
                Paragraph {
                    text: "With depth 3 left the same node needs a better proof: Black passes (lesson 6). After 1. Qe2 a pass fails: White takes the queen, and Black cannot take back. So a move must refute 1. Qe2, and the first one does.",
                    button: "See the pass fail",
                    moment: at(0, "1. Qe2: the null move does not reach beta"),
                },
                Paragraph {
                    text: "The work goes to the expected line. Even there 6 of Black's 31 replies are searched: the table answers one (lesson 4), quiet moves are reduced (lesson 7), and late or losing moves are skipped. Each of these guesses can be wrong; games decide whether the engine is stronger with it.",
                    button: "See skipped moves",
                    moment: at(0, "1. dxe5: 6 moves searched"),
                },
            ],
            exercises: &[
                Exercise {
                    question: "Which reply refutes 1. Qe2 in iteration 4, after the pass has failed? Type the move.",
                    answer: "Black exchanges the queens, so White no longer wins one.",
                    check: Check::Type(&["qxe2+", "qxe2", "1... qxe2+", "1...qxe2+", "e5e2"]),
                },
                Exercise {
                    question: "The full search visits far fewer nodes than the exact rungs. Does this prove that it is better? Answer yes or no.",
                    answer: "No. It could have skipped the best move; only games between both show which is stronger.",
                    check: Check::Type(&["no"]),
                },
            ],
            steps: &[
                Step::new("blocking", "minimax", 4, "1. dxe5, +8.00", "Lesson 1."),
                Step::new("blocking", "alpha-beta", 4, "1. dxe5, +8.00", "Lesson 2."),
                Step::new("blocking", "captures-first", 4, "1. dxe5, +8.00", "Lesson 3."),
                Step::new("blocking", "mate-distance", 4, "1. dxe5, +8.00", "Lesson 4, with killer moves, history, zero windows and aspiration windows: an exact rung."),
                Step::new("blocking", "quiescence", 4, "1. dxe5, +9.00", "Lesson 5: more nodes, and a more accurate score."),
                Step::new("blocking", "null-move", 4, "1. dxe5, +9.00", "Lesson 6."),
                Step::new("blocking", "late-reductions", 4, "1. dxe5, +9.00", "Lesson 7, with the pruning of the rungs between."),
                Step::new("blocking", "full", 4, "1. dxe5, +9.00", "All layers of the engine. A score beyond beta is averaged with beta (layer fail-blend), so a bound such as +4.99 is no evaluation.").with_tree(),
            ],
            savings: &[
                Saving { fewer: 2, more: 1, at_least: 30.0 },
                Saving { fewer: 4, more: 1, at_least: 150.0 },
                Saving { fewer: 8, more: 1, at_least: 1_000.0 },
            ],
        summary: "All layers together, and what the main ones gained in games.",
        pseudocode: Pseudocode::Of(Algorithm::FULL),
        source: &[Excerpt {
            path: "src/search/negamax.rs",
            text: include_str!("../../../search/negamax.rs"),
            begins: "// 5. Static evaluation, depth",
            ends: "// 10. Beta cutoff",
        }],
        gains: &[
            include_str!("../../../search/layers/quiescence.rs"),
            include_str!("../../../search/layers/null_move.rs"),
            include_str!("../../../search/layers/reverse_futility.rs"),
            include_str!("../../../search/layers/razoring.rs"),
            include_str!("../../../search/layers/late_reductions.rs"),
            include_str!("../../../search/layers/late_pruning.rs"),
            include_str!("../../../search/layers/futility.rs"),
            include_str!("../../../search/layers/exchange_pruning.rs"),
            include_str!("../../../search/layers/singular.rs"),
            include_str!("../../../search/layers/probcut.rs"),
            include_str!("../../../search/layers/correction.rs"),
            include_str!("../../../search/layers/continuation_history.rs"),
        ],
    },
];
