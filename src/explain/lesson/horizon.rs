//! The horizon lesson: what happens one ply too late is not seen.

use super::{Lesson, Step};

const AFTER_ONE: &str = "r1b1kb1r/pppp1pp1/4p3/8/4BN1q/3Q4/PP2PP2/RNB1K2R b KQkq - 0 2";
const AFTER_TWO: &str = "r1b1k2r/pppp1pp1/4p3/8/1b2BN1q/3Q4/PP1BPP2/RN2K2R b KQkq - 2 3";

pub const HORIZON: Lesson = Lesson {
    name: "horizon",
    title: "The horizon: the queen's loss pushed over the edge",
    idea: &[
        "A search to a fixed depth stops in the middle of things. If its last ply takes a rook with the queen, it counts the \
         rook and never sees the bishop take the queen. Worse: it will gladly throw in a check that costs something, if that moves \
         the loss beyond its last ply. This is the horizon effect (Hans Berliner, 1973).",
        "The first position comes from a student program. Black's queen stands before the rook on the h-file, and Black to \
         move may take on h1. At three plies without quiescence the line ends with that capture, and the queen seems to be for free. \
         Quiescence plays the captures out before it counts.",
        "The student program went on like this move for move: a knight with check, a bishop with check, and a bishop more, each \
         time to have the capture on h1 on its last ply. At the third move it missed that the capture mates, because it did not ask for \
         mate on its last ply. A correct search does: see the fifth search. But being correct is no help against the horizon, as the \
         others show, and as the rook ending of the last three does with a single pawn.",
    ],
    steps: &[
        Step::new(
            "standoff",
            "alpha-beta",
            3,
            "1... Nxd3+, −2.00",
            "Fooled: the line ends with the queen taking on h1. The recapture would be the fourth ply.",
        )
        .with_tree(),
        Step::new(
            "standoff",
            "quiescence",
            3,
            "1... Qxh1+, +2.00",
            "The captures are played out: Black loses two pawns' worth at the least, and takes at once.",
        )
        .with_tree(),
        Step::new(
            "standoff",
            "alpha-beta",
            4,
            "1... Qxh1+, +2.00",
            "One ply more, and the recapture is seen.",
        ),
        Step::new(
            AFTER_ONE,
            "alpha-beta",
            3,
            "2... Bb4+, −2.00",
            "A knight has gone for the delay. Fooled again: another check, and the capture stands on the last ply as before.",
        ),
        Step::new(
            AFTER_TWO,
            "alpha-beta",
            3,
            "3... Qxh1+, Black mates in 2",
            "What the student program missed: on the last ply the rook mates. Every leaf is asked for mate here.",
        ),
        Step::new(
            "standoff",
            "quiescence",
            4,
            "1... Qxh1+, +2.00",
            "With quiescence the answer no longer hangs on whether the depth is odd.",
        ),
        Step::new(
            "standoff",
            "captures-first",
            5,
            "1... Qxh1+, −1.00",
            "Without it, deeper: the last ply takes the bishop on c1 with the rook, and again the recapture comes too late.",
        ),
        Step::new(
            "standoff",
            "quiescence",
            5,
            "1... Qxh1+, +2.00",
            "With it: the score is that of depths 3 and 4.",
        ),
        Step::new(
            "horizon",
            "alpha-beta",
            1,
            "1. Rxd5, +0.00",
            "The rook takes a pawn that is guarded twice, and is lost after the last ply.",
        ),
        Step::new(
            "horizon",
            "alpha-beta",
            3,
            "1. f3, +0.00",
            "The blunder is only put off: now it stands at ply 3.",
        ),
        Step::new("horizon", "quiescence", 1, "1. f3, −1.00", "Quiescence needs one ply to know better."),
    ],
    questions: &[
        (
            "At three plies without quiescence the score is two pawns for Black. Count the men after the last move of the line. Which man does Black lose next?",
            "The queen on h1: the bishop on e4 takes it on the fourth ply, which is not searched.",
        ),
        (
            "Why does the search to three plies play the knight first, and not take on h1 at once?",
            "Taken at once, the recapture comes at ply 2 and is seen. The check forces an answer, and so uses up two plies: the capture comes at ply 3, and the recapture at ply 4.",
        ),
        (
            "The knight on d3 is lost for a pawn. Why does the search not mind?",
            "It believes to win a rook for it.",
        ),
        (
            "Does a deeper search cure this?",
            "No. It moves the horizon, and something else will stand there: in the rook ending the pawn falls at depths 1 and 3 and does not at depth 2.",
        ),
        (
            "What does quiescence do that one more ply does not?",
            "It ends where no capture is worth while, not at a fixed distance. What is counted is then a position in which nothing hangs.",
        ),
        (
            "What can still be pushed over the edge with quiescence?",
            "Everything that is no capture: a quiet move that traps a piece, a slow mate, a pawn about to promote.",
        ),
    ],
};
