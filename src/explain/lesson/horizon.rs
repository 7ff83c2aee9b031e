//! The lesson on the horizon effect: a search with fixed depth misses events beyond its last ply.

use super::{Lesson, Step};

const AFTER_ONE: &str = "r1b1kb1r/pppp1pp1/4p3/8/4BN1q/3Q4/PP2PP2/RNB1K2R b KQkq - 0 2";
const AFTER_TWO: &str = "r1b1k2r/pppp1pp1/4p3/8/1b2BN1q/3Q4/PP1BPP2/RN2K2R b KQkq - 2 3";

pub const HORIZON: Lesson = Lesson {
    name: "horizon",
    title: "The horizon effect and quiescence search (quiescence)",
    idea: &[
        "A search with fixed depth can stop in the middle of an exchange. If its last ply is queen takes rook, the search counts \
         the rook and misses that a bishop recaptures the queen. A search with fixed depth also plays a check that loses material if the check delays the \
         recapture beyond the last ply. This is the horizon effect (Hans Berliner, 1973).",
        "The first position comes from a student program. The black queen faces the white rook on the h-file, and Black to move \
         can capture on h1. A search of three plies without quiescence search ends with the capture on h1, as if White could not \
         recapture the queen. Quiescence search plays out the captures before it evaluates.",
        "The student program overlooked the recapture move after move: it gave away a knight with check, a bishop with check, and one \
         more bishop, each time so that the capture on h1 was its last ply. At the third move, the student program missed that a \
         rook capture on h1 at its last ply is checkmate, because the program did not test for mate on the last ply. A correct \
         search tests for mate on the last ply: see the fifth search of this lesson. But a correct search still has the horizon \
         effect, as the other searches show. The last three searches show the horizon effect with a single pawn in a rook ending.",
    ],
    steps: &[
        Step::new(
            "standoff",
            "alpha-beta",
            3,
            "1... Nxd3+, −2.00",
            "The score is wrong: the line ends with the queen capturing on h1. White's recapture would be the fourth ply, which is not searched.",
        )
        .with_tree(),
        Step::new(
            "standoff",
            "quiescence",
            3,
            "1... Qxh1+, +2.00",
            "Quiescence search plays out the captures: Black loses material worth at least two pawns, and captures on h1 immediately.",
        )
        .with_tree(),
        Step::new(
            "standoff",
            "alpha-beta",
            4,
            "1... Qxh1+, +2.00",
            "A search of four plies includes the recapture on h1.",
        ),
        Step::new(
            AFTER_ONE,
            "alpha-beta",
            3,
            "2... Bb4+, −2.00",
            "Black has given away a knight to delay the recapture. The score is wrong again: after another check, the capture on h1 is again the last ply.",
        ),
        Step::new(
            AFTER_TWO,
            "alpha-beta",
            3,
            "3... Qxh1+, Black mates in 2",
            "The student program missed this checkmate on the last ply. This search tests every leaf for checkmate.",
        ),
        Step::new(
            "standoff",
            "quiescence",
            4,
            "1... Qxh1+, +2.00",
            "With quiescence search, the result does not depend on whether the depth is odd or even.",
        ),
        Step::new(
            "standoff",
            "captures-first",
            5,
            "1... Qxh1+, −1.00",
            "A deeper search without quiescence search: the last ply is rook takes bishop on c1, and the recapture is again beyond the horizon.",
        ),
        Step::new(
            "standoff",
            "quiescence",
            5,
            "1... Qxh1+, +2.00",
            "With quiescence search, the score at depth 5 equals the scores at depths 3 and 4.",
        ),
        Step::new(
            "horizon",
            "alpha-beta",
            1,
            "1. Rxd5, +0.00",
            "At depth 1, the rook captures a pawn that is defended twice. The recapture would be the second ply, which is not searched.",
        ),
        Step::new(
            "horizon",
            "alpha-beta",
            3,
            "1. f3, +0.00",
            "At depth 3, the capture of the defended pawn is only delayed: in the line of this search, it happens at ply 3.",
        ),
        Step::new("horizon", "quiescence", 1, "1. f3, −1.00", "With quiescence search, a search of one ply is enough to avoid the capture of the defended pawn."),
    ],
    savings: &[],
    questions: &[
        (
            "At three plies without quiescence search, Black is two pawns ahead. Count the material after the last move of the line. Which piece does Black lose next?",
            "The queen on h1: the bishop on e4 captures it on the fourth ply, which is not searched.",
        ),
        (
            "Why does the search of three plies move the knight first, instead of capturing on h1 immediately?",
            "If Black captures immediately, the recapture is at ply 2 and is searched. The check and its answer take two plies, so the capture moves to ply 3, and the recapture to ply 4.",
        ),
        (
            "Black loses the knight on d3 for a pawn. Why does the search accept this?",
            "Within the search depth of three plies, Black wins a rook for the knight.",
        ),
        (
            "Does a deeper search remove the horizon effect?",
            "No. A deeper search moves the horizon, and misses other events beyond the new horizon. In the rook ending, the search captures the pawn at depths 1 and 3 but not at depth 2.",
        ),
        (
            "What does quiescence search achieve that one more ply does not?",
            "Quiescence search ends where no capture is worthwhile, not at a fixed depth. So the evaluator receives quiet positions, in which no piece can be won.",
        ),
        (
            "Which events can still be beyond the horizon with quiescence search?",
            "All events without captures: a quiet move that traps a piece, a slow mate, a pawn about to promote.",
        ),
    ],
};
