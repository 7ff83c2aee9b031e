//! The course: eight linked lessons that `engine explain --course` writes as pages.
//!
//! The source lines and the measured gains are read from the source files, so they cannot differ from the
//! program. The pseudocode of some lessons is written in this file.

use super::{
    lesson::{self, Lesson, Saving, Step},
    pseudocode,
};
use crate::search::Algorithm;

/// A lesson of the course.
#[derive(Debug)]
pub struct Chapter {
    /// Text, searches and question. The name is the name of the page without `.html`.
    pub lesson: Lesson,
    /// The idea in one sentence, for the list of lessons.
    pub summary: &'static str,
    /// The idea as pseudocode.
    pub pseudocode: Pseudocode,
    /// The source lines that correspond to the pseudocode.
    pub source: &'static [Excerpt],
    /// What to look at in the player.
    pub look: &'static str,
    /// Source files whose documentation states the measured gain.
    pub gains: &'static [&'static str],
}

/// Pseudocode of a chapter.
#[derive(Debug)]
pub enum Pseudocode {
    /// Text of the chapter.
    Text(&'static str),
    /// The pseudocode that the player shows for this algorithm.
    Of(Algorithm),
}

impl Pseudocode {
    /// Returns the lines of the pseudocode.
    pub fn lines(&self) -> Vec<&'static str> {
        match self {
            Self::Text(text) => text.lines().collect(),
            Self::Of(algorithm) => pseudocode::of(*algorithm).into_iter().map(|line| line.text).collect(),
        }
    }
}

/// Lines of a source file.
#[derive(Debug)]
pub struct Excerpt {
    /// Path of the file in the repository.
    pub path: &'static str,
    /// Text of the file.
    pub text: &'static str,
    /// Beginning of the first line, without indentation.
    pub begins: &'static str,
    /// Beginning of the line after the last line; empty if the excerpt ends with the closing brace that has
    /// the indentation of the first line.
    pub ends: &'static str,
}

impl Excerpt {
    /// Returns the lines of the excerpt without their common indentation, and the number of the first line.
    pub fn lines(&self) -> (usize, Vec<&'static str>) {
        let lines: Vec<_> = self.text.lines().collect();
        let first = lines.iter().position(|line| line.trim_start().starts_with(self.begins));
        let Some(first) = first else { return (0, Vec::new()) };
        let indentation = lines[first].len() - lines[first].trim_start().len();
        let closes = |line: &str| line.len() == indentation + 1 && line.ends_with('}');
        let rest = &lines[first..];
        let count = if self.ends.is_empty() {
            rest.iter().position(|line| closes(line)).map(|last| last + 1)
        } else {
            rest.iter().position(|line| line.trim_start().starts_with(self.ends))
        };
        let cut = |line: &&'static str| line.get(indentation..).unwrap_or_default();
        let mut shown: Vec<_> = rest[..count.unwrap_or(rest.len())].iter().map(cut).collect();
        while shown.last().is_some_and(|line| line.trim().is_empty()) {
            shown.pop();
        }
        (first + 1, shown)
    }
}

/// Returns the paragraph on cost and gain in the documentation of a source file, in one line.
pub fn gain(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let lines = lines.skip_while(|line| !line.starts_with("**Cost and gain.**"));
    let text = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    text.trim_start_matches("**Cost and gain.**").trim().to_owned()
}

/// Result of games for a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// Difference in Elo with its error margin, such as `+19 ± 32`.
    pub elo: String,
    /// The compared programs, without the name of the layer.
    pub compared: String,
    /// Games, nodes per move, evaluator, openings and date.
    pub conditions: String,
}

/// Returns the results of games in the paragraph on cost and gain of the layer `layer`.
pub fn measurements(source: &str, layer: &str) -> Vec<Measurement> {
    let text = gain(source);
    let sentence = |text: &str| {
        let (one, rest) = text.split_once(" scores ").or_else(|| text.split_once(" score "))?;
        let (elo, rest) = rest.split_once(" Elo against ")?;
        let (other, rest) = rest.split_once(" (")?;
        let (conditions, _) = rest.split_once(')')?;
        let one = one.trim_start_matches("In games ");
        let compared = format!("{one} against {other}").replace("The ", "the ");
        let compared = compared.replace(&format!("without `{layer}`"), "without the layer");
        let compared = compared.replace(&format!("rung `{layer}`"), "rung of the layer");
        // The rung below has another name for each layer.
        let compared =
            compared.split_once(" below, ").map_or(compared.clone(), |(start, _)| format!("{start} below"));
        Some(Measurement { elo: elo.to_owned(), compared, conditions: conditions.to_owned() })
    };
    text.split_inclusive("). ").filter_map(sentence).collect()
}

/// Returns the first sentence of the documentation of a source file: the name of its idea, and what it does.
pub fn subject(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// White wins by zugzwang, although Black has a queen.
pub const ZUGZWANG_WITH_QUEEN: &str = "8/6B1/p5p1/Pp4kp/1P5r/5P1Q/4q1PK/8 w - - 0 32";

/// The lessons in reading order.
pub const CHAPTERS: &[Chapter] = &[
    Chapter {
        lesson: Lesson {
            name: "1-minimax",
            title: "Minimax: the definition of the right answer",
            idea: &[
                "A chess program must choose a move without seeing the end of the game. It looks ahead a fixed number of half-moves \
                 (plies), and an evaluator estimates each position at the end. In this course the evaluator counts material: pawn 1, knight \
                 and bishop 3, rook 5, queen 9.",
                "Minimax works backwards from these estimates. White chooses the move with the highest score, Black the move with the \
                 lowest. So the score of a position is the score of its best move if the opponent gives the best reply. The pseudocode \
                 has negamax form: each side maximises its own score, and the score of one side is minus the score of the other.",
                "In the player below, press Play and watch the open path: the search goes down to the horizon, and the scores come back up.",
            ],
            steps: &[
                Step::new("blocking", "minimax", 1, "1. dxe5, +10.00", "White is a pawn ahead, in check, and has six legal moves: six nodes, because the root is not counted. 1. dxe5 takes the queen; the reply would be the second ply."),
                Step::new("blocking", "minimax", 2, "1. dxe5, +9.00", "With the replies, Black takes back the pawn.").with_tree(),
                Step::new("blocking", "minimax", 3, "1. dxe5, +10.00", "One more ply multiplies the nodes by about 29."),
                Step::new("blocking", "minimax", 4, "1. dxe5, +8.00", "Another ply multiplies them by about 40. The score is too low: a recapture on f2 would be the fifth ply (lesson 5)."),
            ],
            savings: &[],
            questions: &[(
                "By which factor do the nodes grow with each ply, and why?",
                "By the mean number of legal moves at the last ply, in the middlegame about 30 to 40. Minimax visits every line, so the nodes grow exponentially with the depth.",
            )],
        },
        summary: "The score of a position is the score of its best move if the opponent gives the best reply.",
        pseudocode: Pseudocode::Of(Algorithm::Minimax),
        source: &[Excerpt {
            path: "src/search/minimax.rs",
            text: include_str!("../search/minimax.rs"),
            begins: "pub fn minimax",
            ends: "",
        }],
        look: "Press |◀ (first step), then Next best move twice. 1. Kd2 scores +0.00, because Black's best reply takes the pawn on d4. Then 1. dxe5 scores +9.00. Press |◀ again, then Next cut: there is no cutoff in the whole tree.",
        gains: &[include_str!("../search/minimax.rs")],
    },
    Chapter {
        lesson: Lesson {
            name: "2-alpha-beta",
            questions: &[(
                "Suppose that a reply to 1. Ne2 gives White exactly +9.00. Does alpha-beta search the other replies to 1. Ne2?",
                "No. 1. dxe5 already gives White +9.00, and this reply shows that 1. Ne2 is no better. Whether it is equal or worse does not matter.",
            )],
            ..lesson::exact::ALPHA_BETA
        },
        summary: "One reply that refutes a move is enough: the search skips the other replies.",
        pseudocode: Pseudocode::Of(Algorithm::AlphaBeta),
        source: &[Excerpt {
            path: "src/search/alphabeta.rs",
            text: include_str!("../search/alphabeta.rs"),
            begins: "pub fn alphabeta",
            ends: "",
        }],
        look: "Press |◀ (first step), then Next cut four times. Each time a single reply refutes White's move: 1. Ne2, 1. Be3, 1. Be2 and 1. Qe2. The player names the score that White already has with 1. dxe5.",
        gains: &[include_str!("../search/alphabeta.rs")],
    },
    Chapter {
        lesson: Lesson {
            name: "3-move-ordering",
            questions: &[(
                "Both searches return the same score. Must they return the same move?",
                "No. Of several moves with the same score, the search keeps the first one, and the two searches try the moves in different orders. Here both return 1. Bxa6, but their lines at depth 4 differ.",
            )],
            // The refinements of the full engine follow in later lessons.
            idea: &[lesson::exact::ORDERING.idea[0]],
            ..lesson::exact::ORDERING
        },
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
            text: include_str!("../search/layers/captures_first.rs"),
            begins: "pub(crate) fn score",
            ends: "",
        }],
        look: "Press |◀ (first step), then Next cut three times. In search 2 a capture, tried first, refutes Black's move each time; it skips 50, 52 and 52 moves. Search 1 has visited as many nodes, and has no cutoff yet.",
        gains: &[include_str!("../search/layers/captures_first.rs")],
    },
    Chapter {
        lesson: Lesson {
            name: "4-deepening-and-table",
            title: "Iterative deepening and the transposition table (TT)",
            idea: &[
                "Different orders of the same moves lead to the same position. The transposition table stores the result of each \
                 searched position. If the position occurs again, the stored score can end the node at once. In the ending of this lesson \
                 only the kings move, so transpositions are frequent. (These rungs do not know draws by repetition yet, so the lines go back and forth.)",
                "A stored score is the score of the side to move, and it can be a bound. If a beta cutoff ended the node, the true score may be higher: \
                 the stored score is a lower bound. If no move exceeded alpha, it is an upper bound. Otherwise it is exact.",
                "Iterative deepening searches to depth 1, then 2, then 3. The smaller depths cost little, and each fills the table with \
                 moves that are searched first at the next depth. Besides, a move is available whenever the time runs out. The gain in \
                 nodes depends on the position: it is large for the mate in this lesson, and negative in others.",
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
            questions: &[(
                "A stored score can be exact, a lower bound or an upper bound. When does a lower bound end a node?",
                "If it is at least beta: then the node would end by a beta cutoff anyway. A lower bound below beta leaves the true score open.",
            )],
        },
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
            text: include_str!("../search/layers/deepening.rs"),
            begins: "for depth in first..=last",
            ends: "",
        }, Excerpt {
            path: "src/search/layers/table.rs",
            text: include_str!("../search/layers/table.rs"),
            begins: "let reason = match entry.bound",
            ends: "/// Stores the result",
        }, Excerpt {
            path: "src/search/layers/table.rs",
            text: include_str!("../search/layers/table.rs"),
            begins: "let entry = TtEntry {",
            ends: "write(worker, position, entry)",
        }],
        look: "Press |◀ (first step), then Next best move nine times. Search 2 finishes depths 1 to 8 before search 1 has a score for its first move. Then press |◀, the button 'table hit, lower bound' below the chart of search 2, and Next cut. The entry of an earlier search ends the node, and no move is searched. Black is to move there: a lower bound for Black is an upper bound for White, so the player says \"at most\".",
        gains: &[
            include_str!("../search/layers/table.rs"),
            include_str!("../search/layers/deepening.rs"),
        ],
    },
    Chapter {
        lesson: Lesson {
            name: "5-quiescence",
            title: "Quiescence search and the horizon effect",
            steps: &[
                Step::new("standoff", "draws", 3, "1... Nxd3+, −2.00", "Wrong: the check 1... Nxd3+ pushes the recapture on h1 beyond the last ply.").with_tree(),
                Step::new("standoff", "quiescence", 3, "1... Qxh1+, +2.00", "Quiescence search plays out the captures: White's lead grows from +1.00 before the move to +2.00. Quiescence search costs additional nodes.").with_tree(),
                Step::new("standoff", "draws", 4, "1... Qxh1+, +2.00", "One more ply includes the recapture."),
                Step::new("standoff", "quiescence", 4, "1... Qxh1+, +2.00", "With quiescence search the result is the same at both depths."),
            ],
            idea: &[
                "A search with fixed depth can stop in the middle of an exchange. If its last ply is queen takes rook, it counts the rook and \
                 misses that a bishop recaptures the queen. Worse, it plays checks that delay the recapture beyond its last ply. This is \
                 the horizon effect (Hans Berliner, 1973).",
                "Quiescence search continues with captures until the position is quiet, and only then evaluates it. The side to move may also \
                 stand pat: it need not capture, so the search takes the evaluation as a lower limit of its score.",
            ],
            savings: &[],
            questions: &[(
                "Why may the side to move stand pat, although in chess it must move?",
                "Nearly always some quiet move keeps at least the evaluation of the position. So the side to move gets at least this score without a capture. In zugzwang this is wrong.",
            )],
        },
        summary: "The search plays out captures before it evaluates a position.",
        pseudocode: Pseudocode::Text("\
quiescence(position, alpha, beta):
    best = the evaluation (stand pat)
    if best >= beta: return best
    alpha = max(alpha, best)
    for each capture, the most valuable victim first:
        score = -quiescence(position after it, -beta, -alpha)
        best = max(best, score)
        if best >= beta: return best
        alpha = max(alpha, best)
    return best
"),
        source: &[Excerpt {
            path: "src/search/layers/quiescence.rs",
            text: include_str!("../search/layers/quiescence.rs"),
            begins: "let in_check = position.is_check();",
            ends: "let table_move",
        }, Excerpt {
            path: "src/search/layers/quiescence.rs",
            text: include_str!("../search/layers/quiescence.rs"),
            begins: "while let Some(mv) = picker.next",
            ends: "let reason = quiet.reason();",
        }],
        look: "Press |◀ (first step), then Next best move seven times. The final score of each depth jumps in search 1: −4.00 at depth 1, +3.00 at depth 2, −2.00 at depth 3. Search 2 says +2.00 at each depth. Then press |◀, the button 'stand pat' below the chart of search 2, and Next cut. After 4... Nxd3 the evaluation is good enough for White, who need not capture.",
        gains: &[include_str!("../search/layers/quiescence.rs")],
    },
    Chapter {
        lesson: Lesson {
            name: "6-null-move",
            title: "Null move pruning (null-move, NMP) and zugzwang",
            idea: &[
                "Suppose the side to move passes, and its score is still at least beta. Then a real move almost always scores at least beta too, \
                 so the node ends without a search of its moves. The pass is searched with less depth, so it costs little (Beal 1989, \
                 Donninger 1993). It is tried only if the static evaluation is at least beta.",
                "Unlike a beta cutoff, this cut is not proved. In zugzwang every move makes the position worse, and a pass would be \
                 better than any move. Zugzwang is most common in pawn endings, so a side with only king and pawns does not use the null move. \
                 But zugzwang with pieces exists: see search 6. \
                 The pass is searched with a zero window, which only asks whether the score reaches beta.",
            ],
            steps: &[
                Step::new("smothered", "check-evasion", 6, "1. Nf7+, +0.00", "Without null moves. The mate of lesson 4 is one ply too deep; White repeats the position."),
                Step::new("smothered", "null-move", 6, "1. Nf7+, +0.00", "With null moves: the same move and score.").with_tree(),
                Step::new("zugzwang", "check-evasion", 7, "1. Kc4, −1.00", "Zugzwang: White to move loses the pawn."),
                Step::new("8/8/8/3Kp3/4Pk2/8/8/8 b - - 0 1", "check-evasion", 7, "1... Ke3, +1.00", "The same position with Black to move: Black loses the pawn."),
                Step::new(ZUGZWANG_WITH_QUEEN, "check-evasion", 9, "32. Qxh4+, +2.00", "Zugzwang with pieces. After 32. Qxh4+ Kxh4 33. Bf6+ g5 34. Bc3 Black is six pawns ahead, but must move: every move loses the queen or allows mate."),
                Step::new(ZUGZWANG_WITH_QUEEN, "null-move", 9, "32. Bf6+, +0.00", "With null moves: wrong. After 34. Bc3 Black passes, and the node ends. The command shows this node if you add --path 'Qxh4+ Kxh4 Bf6+ g5 Bc3'."),
                Step::new(ZUGZWANG_WITH_QUEEN, "full", 24, "32. Qxh4+, +3.00", "All layers of the engine find the sacrifice at depth 24. One of them, the correction history, shifts evaluations by fractions of a pawn. At nodes with a remaining depth of 16 or more, a second search without null moves must confirm such a cut."),
            ],
            savings: &[Saving { fewer: 2, more: 1, at_least: 2.0 }],
            questions: &[(
                "Why are two null moves in a row not allowed?",
                "They lead to the same position with less remaining depth, so the search would only become shallower.",
            )],
        },
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
            text: include_str!("../search/layers/null_move.rs"),
            begins: "pub(crate) fn cut",
            ends: "",
        }],
        look: "Press |◀ (first step), the button 'null move pruning' below the chart, and Next cut. After 1. Qxb4 Black passes, and White still gets at most −8.00, less than by 1. Nf7+ (−7.00). So Black's 41 moves are not searched. The null move has its own line in the pseudocode beside the board.",
        gains: &[include_str!("../search/layers/null_move.rs")],
    },
    Chapter {
        lesson: Lesson {
            name: "7-late-move-reductions",
            title: "Late move reductions (late-reductions, LMR)",
            idea: &[
                "With good move ordering the best move is usually among the first. A late move almost always fails low: its score does not exceed alpha. So \
                 the search first looks at it with less depth. If it scores above alpha against expectation, it is searched again with the full depth.",
                "The reduction grows with the depth and with the number of moves already searched. It is smaller for captures, for moves with a good \
                 history, and at PV nodes, whose window is open. The nodes saved let the engine search deeper in the same time. The risk: a strong quiet \
                 move that comes late is found some plies later.",
            ],
            steps: &[
                Step::new("kiwipete", "exchange", 6, "1. Bxa6, +0.00", "The rung below, without reductions.").with_tree(),
                Step::new("kiwipete", "late-reductions", 6, "1. Bxa6, +0.00", "With reductions: the same move and score.").with_tree(),
                Step::new("kiwipete", "exchange", 8, "1. Bxa6, +0.00", "Two plies deeper, without reductions."),
                Step::new("kiwipete", "late-reductions", 8, "1. Bxa6, +0.00", "Two plies deeper, with reductions."),
            ],
            savings: &[Saving { fewer: 2, more: 1, at_least: 3.0 }, Saving { fewer: 4, more: 3, at_least: 5.0 }],
            questions: &[(
                "In the list of search 2, below its pseudocode, open depth 5, then 1. Bxa6 exd5. Why is 2. Nxd5 there twice?",
                "The first search, with less depth, scored above alpha. That is only a hint, so the move is searched again with the full depth: (second search).",
            )],
        },
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
            text: include_str!("../search/layers/zero_window.rs"),
            begins: "pub(crate) fn search",
            ends: "",
        }],
        look: "Press |◀ (first step). In the pseudocode of search 2, click the line that ends with (reduction). With less depth, the late move 2. Qxg2 is better than alpha, so it is searched again. Click again: 2. exd5 is not better than alpha, so the search goes on. After two more clicks, the root move 1. a3 is searched with depth 2 instead of 4.",
        gains: &[include_str!("../search/layers/late_reductions.rs")],
    },
    Chapter {
        lesson: Lesson {
            name: "8-modern-engine",
            title: "What a modern engine does with all of it",
            idea: &[
                "A modern engine is alpha-beta with many small decisions. Before the move loop it tries to end the node without a move: by the \
                 table, by the static evaluation, by a pass. In the loop it skips hopeless moves, searches a move deeper if \
                 all others are clearly worse, and reduces late moves. After the loop it remembers which moves worked.",
                "The searches of this lesson look four plies ahead in one position. Up to mate-distance every rung returns the score of minimax. From \
                 quiescence on the score may change: here to +9.00, because the last exchange is played out. A small tree is no aim \
                 in itself. It lets the engine search deeper in the same time, and only games show whether the result is stronger: see the table below the player.",
            ],
            steps: &[
                Step::new("blocking", "minimax", 4, "1. dxe5, +8.00", "Lesson 1."),
                Step::new("blocking", "alpha-beta", 4, "1. dxe5, +8.00", "Lesson 2."),
                Step::new("blocking", "captures-first", 4, "1. dxe5, +8.00", "Lesson 3."),
                Step::new("blocking", "mate-distance", 4, "1. dxe5, +8.00", "Lesson 4, with killer moves, history, zero windows and aspiration windows: an exact rung."),
                Step::new("blocking", "quiescence", 4, "1. dxe5, +9.00", "Lesson 5: more nodes, and a more accurate score."),
                Step::new("blocking", "null-move", 4, "1. dxe5, +9.00", "Lesson 6."),
                Step::new("blocking", "late-reductions", 4, "1. dxe5, +9.00", "Lesson 7, with the pruning of the rungs between."),
                Step::new("blocking", "full", 4, "1. dxe5, +9.00", "All layers of the engine.").with_tree(),
            ],
            savings: &[
                Saving { fewer: 2, more: 1, at_least: 30.0 },
                Saving { fewer: 4, more: 1, at_least: 150.0 },
                Saving { fewer: 8, more: 1, at_least: 1_000.0 },
            ],
            questions: &[(
                "The full search visits far fewer nodes than the exact rungs. Does this prove that it is better?",
                "No. It could have skipped the best move. Only games between both show which is stronger; the section Cost and gain quotes such games for single layers.",
            )],
        },
        summary: "All layers together, and what the main ones gained in games.",
        pseudocode: Pseudocode::Of(Algorithm::FULL),
        source: &[Excerpt {
            path: "src/search/negamax.rs",
            text: include_str!("../search/negamax.rs"),
            begins: "// 5. Static evaluation, depth",
            ends: "// 10. Beta cutoff",
        }],
        look: "Press |◀ (first step), then Next cut four times. The first cutoff is in quiescence search; each of the others skips 37 moves. Then click the lines of the pseudocode beside the board that end with (null move), (zero window) and (stand pat): the player goes to the next step that executes the line. Fractions of a pawn appear because some layers correct or average scores.",
        gains: &[
            include_str!("../search/layers/quiescence.rs"),
            include_str!("../search/layers/null_move.rs"),
            include_str!("../search/layers/reverse_futility.rs"),
            include_str!("../search/layers/razoring.rs"),
            include_str!("../search/layers/late_reductions.rs"),
            include_str!("../search/layers/late_pruning.rs"),
            include_str!("../search/layers/futility.rs"),
            include_str!("../search/layers/exchange_pruning.rs"),
            include_str!("../search/layers/singular.rs"),
            include_str!("../search/layers/probcut.rs"),
            include_str!("../search/layers/correction.rs"),
            include_str!("../search/layers/continuation_history.rs"),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_has_source_lines_and_a_measured_gain() {
        for chapter in CHAPTERS {
            for (first, lines) in chapter.source.iter().map(Excerpt::lines) {
                assert!(first > 0 && (4..=110).contains(&lines.len()), "{}: {lines:#?}", chapter.lesson.name);
                assert!(lines.iter().all(|line| !line.starts_with("///")), "{lines:#?}");
            }
            assert!(chapter.look.contains("Press"), "{}", chapter.lesson.name);
            for text in chapter.gains {
                let gain = gain(text);
                assert!(gain.len() > 50 && gain.ends_with('.'), "{}: {gain}", chapter.lesson.name);
                assert!(!gain.contains(" Elo (") || gain.contains("202"), "no date: {gain}");
            }
            assert!(!chapter.gains.is_empty(), "{}", chapter.lesson.name);
            assert_eq!(chapter.lesson.questions.len(), 1);
            assert!((5..=21).contains(&chapter.pseudocode.lines().len()), "{}", chapter.lesson.name);
        }
        assert_eq!(CHAPTERS.len(), 8);
        let modern = CHAPTERS[7].pseudocode.lines();
        assert_eq!(modern.iter().filter(|line| line.contains("if depth = 0")).count(), 1, "{modern:#?}");
    }

    #[test]
    fn the_last_chapter_quotes_measured_elo_with_error_date_and_conditions() {
        for text in CHAPTERS[7].gains {
            let gain = gain(text);
            let layer = subject(text).split('`').nth(1).unwrap_or_default().to_owned();
            assert_eq!(measurements(text, &layer).len(), gain.matches(" Elo against ").count(), "{gain}");
            for part in [" ± ", " Elo", " games", " nodes per move", "2026-"] {
                assert!(gain.contains(part), "{part} in {}: {gain}", subject(text));
            }
        }
        let null_move = measurements(include_str!("../search/layers/null_move.rs"), "null-move");
        assert_eq!(
            null_move.iter().map(|found| found.elo.as_str()).collect::<Vec<_>>(),
            ["+19 ± 32", "−2 ± 24"]
        );
        assert_eq!(
            null_move.iter().map(|found| found.compared.as_str()).collect::<Vec<_>>(),
            [
                "the full search of 8fef3bd against the same search without the layer",
                "the rung of the layer against the rung below"
            ]
        );
        assert!(null_move[1].conditions.starts_with("400 games at 10,000 nodes per move, "));
        assert_eq!(
            subject("//! Razoring: if the\n//! score is low.\n//!\n//! More"),
            "Razoring: if the score is low."
        );
    }
}
