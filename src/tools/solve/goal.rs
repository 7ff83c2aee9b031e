//! Reads the goal of a test suite position from its EPD operations, and checks whether a move meets the goal.

use crate::chess::{
    epd::{EpdError, Record},
    position::{Move, read_move},
    score::Score,
};

/// Goal of a test suite position. The final move of the search must meet every condition that the goal
/// contains; if the goal has scored moves, `bm` is ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Best moves (operation `bm`): the final move must be one of these moves. Empty without `bm`.
    pub best: Vec<Move>,
    /// Moves to avoid (operation `am`): the final move must not be one of these moves. Empty without `am`.
    pub avoid: Vec<Move>,
    /// Longest accepted mate, in moves (operation `dm`); negative if the side to move is to be mated.
    pub mate: Option<i32>,
    /// Scored moves with their points; moves that are not in this list have 0 points. Empty in suites without
    /// scored moves.
    pub points: Vec<(Move, u64)>,
}

impl Goal {
    /// Reads the goal from the operations of an EPD record. The goal is empty if the record has none of the
    /// operations.
    ///
    /// # Errors
    /// [`EpdError`] if a move of `bm` or `am` cannot be read or is illegal, or if the operand of `dm` is not
    /// a number.
    pub fn of(record: &Record) -> Result<Self, EpdError> {
        let mate = record
            .operand("dm")
            .map(|text| text.parse().map_err(|_| EpdError::Operation(format!("dm {text}"))));
        let (best, avoid) = (record.moves("bm")?, record.moves("am")?);
        let mate = mate.transpose()?.filter(|moves| *moves != 0);
        Ok(Self { best, avoid, mate, points: points(record).unwrap_or_default() })
    }

    /// Returns whether the goal contains no condition.
    pub const fn is_empty(&self) -> bool {
        self.best.is_empty() && self.avoid.is_empty() && self.mate.is_none() && self.points.is_empty()
    }

    /// Returns the points of the best scored move. Without scored moves the maximum is 1, or 0 if the goal is
    /// empty.
    pub fn max_points(&self) -> u64 {
        self.points.iter().map(|(_, points)| *points).max().unwrap_or(u64::from(!self.is_empty()))
    }

    /// Returns the points for the final move `mv` and its score. Without scored moves, a move that meets the
    /// goal gets 1 point.
    pub fn points(&self, mv: Option<Move>, score: Score) -> u64 {
        if self.points.is_empty() {
            return u64::from(self.is_met(mv, score));
        }
        self.points.iter().find(|(best, _)| Some(*best) == mv).map_or(0, |(_, points)| *points)
    }

    /// Returns whether the final move `mv` and its score meet the goal. If the position has scored moves,
    /// only the moves with the most points meet the goal.
    pub fn is_met(&self, mv: Option<Move>, score: Score) -> bool {
        let Some(mv) = mv else { return false };
        let max_points = self.max_points();
        let has_most_points = self.points.is_empty() || self.points.contains(&(mv, max_points));
        let best = self.best.is_empty() || self.best.contains(&mv);
        // If the position has scored moves, `bm` is ignored, because `bm` may list only some of the moves
        // with the most points.
        !self.is_empty()
            && has_most_points
            && (best || !self.points.is_empty())
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(|moves| is_mate_in(score, moves))
    }
}

fn is_mate_in(score: Score, moves: i32) -> bool {
    let Some(found) = score.mate() else { return false };
    if moves > 0 { score > Score::DRAW && found <= moves } else { score < Score::DRAW && found >= moves }
}

/// Reads the scored moves and their points from `c0`, or from `c8` with `c9` or `c7`. Returns `None` if these
/// operations are missing or contain other comments, as in most suites.
fn points(record: &Record) -> Option<Vec<(Move, u64)>> {
    let words = |opcode| record.operands(opcode).map(|operands| operands.join(" "));
    let pairs: Vec<(String, u64)> =
        if let (Some(points), Some(moves)) = (words("c8"), words("c9").or_else(|| words("c7"))) {
            let points: Vec<_> =
                points.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
            let moves: Vec<_> = moves.split_whitespace().map(str::to_owned).collect();
            (moves.len() == points.len()).then(|| moves.into_iter().zip(points).collect())?
        } else {
            let pair = |text: &str| {
                let (mv, points) = text.trim().rsplit_once('=')?;
                Some((mv.to_owned(), points.parse().ok()?))
            };
            words("c0")?.split(',').map(pair).collect::<Option<_>>()?
        };
    let read = |(mv, points): (String, u64)| Some((read_move(&record.position, &mv).ok()?, points));
    pairs.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::chess::position::Strictness;

    /// Second position of "undermine", the first theme of the Strategic Test Suite.
    const BOARD: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";

    fn record(operations: &str) -> Record {
        let text = format!("{BOARD} {operations}");
        Record::parse(&text, CastlingMode::Standard, Strictness::Game).expect("good")
    }

    fn points(operations: &str, mv: &str) -> u64 {
        let record = record(operations);
        let goal = Goal::of(&record).expect("a goal");
        goal.points(read_move(&record.position, mv).ok(), Score::DRAW)
    }

    #[test]
    fn scored_moves_are_read_in_all_three_formats() {
        for operations in [
            "bm f5; c8 \"100 20 30\"; c9 \"f4f5 d4e5 e2f2\";",
            "bm f5; c7 \"f5 Be5+ Qf2\"; c8 \"100 20 30\";",
            "bm f5; c0 \"f5=100, Be5+=20, Qf2=30\";",
        ] {
            assert_eq!(
                ["f5", "Be5+", "Qf2", "h3"].map(|mv| points(operations, mv)),
                [100, 20, 30, 0],
                "{operations}"
            );
            assert_eq!(Goal::of(&record(operations)).expect("a goal").max_points(), 100);
        }
    }

    #[test]
    fn other_comments_are_not_read_as_points() {
        for operations in
            ["bm f5; c0 \"theme=pawns long\";", "bm f5; c9 \"f4f5 g5f4\"; c8 \"from a game\";", "bm f5;"]
        {
            assert_eq!((points(operations, "f5"), points(operations, "h3")), (1, 0), "{operations}");
        }
    }

    #[test]
    fn moves_to_avoid_and_mates_are_goals() {
        let am = record("am f5 h3;");
        let goal = Goal::of(&am).expect("a goal");
        let is_met = |mv: &str| goal.is_met(read_move(&am.position, mv).ok(), Score::DRAW);
        assert!(is_met("h4") && !is_met("f5") && !is_met("h3"));
        let dm = record("dm 3;");
        let goal = Goal::of(&dm).expect("a goal");
        let any = read_move(&dm.position, "h4").ok();
        for (score, expected) in [
            (Score::mate_in(5), true),
            (Score::mate_in(7), false),
            (Score::mated_in(2), false),
            (Score::cp(900), false),
        ] {
            assert_eq!(goal.is_met(any, score), expected, "{score}");
        }
        assert!(Goal::of(&record("dm three;")).is_err());
        assert!(Goal::of(&record("id \"no goal\";")).expect("good").is_empty());
    }
}
