//! Scores: centipawns, or checkmate in a number of plies.
//!
//! A [`Score`] is an integer from the side to move's point of view, never a float. Evaluations and margins of
//! the search are in *internal* centipawns. UCI, JSON and text output show *displayed* centipawns, which
//! [`wdl`](crate::evaluate::wdl) computes: a displayed pawn is 177 internal centipawns of `network`, 288 of
//! `classical`, and 100 of `material`. [Static exchange evaluation](crate::chess::position::see) (SEE) uses its own
//! values, with 100 centipawns per pawn.
//!
//! The order of scores is: being mated sooner < being mated later < a tablebase loss < any evaluation < a
//! tablebase win < mating later < mating sooner. Mates and tablebase results are *decisive*: margins of the
//! search do not apply to them.
//!
//! ```
//! use glulam::chess::score::Score;
//!
//! assert!(Score::mate_in(1) > Score::mate_in(5) && Score::mate_in(5) > Score::cp(20_000));
//! // The transposition table counts plies to mate from the stored node. Stored at ply 4, read at ply 2.
//! assert_eq!(Score::mate_in(9).to_table(4).from_table(2), Score::mate_in(7));
//! ```

use std::{
    fmt,
    ops::{Add, Neg, Sub},
};

use serde::{Serialize, Serializer};

/// Maximum ply of a search. The search stack has room for `MAX_PLY` plies, and mate scores up to `MAX_PLY`
/// plies are distinguishable from evaluations.
pub const MAX_PLY: usize = 246;

const MATE: i32 = 32_000;
const MATE_BAND: i32 = MATE - MAX_PLY as i32;
const TABLE: i32 = 30_000;
/// Smallest score of a win: a tablebase win at the maximum ply.
const DECISIVE: i32 = TABLE - MAX_PLY as i32;

/// Score of a position from the side to move's point of view. Scores are ordered: a greater score is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Score of a draw: stalemate, repetition, fifty-move rule, or insufficient material. The engine has no
    /// contempt: a draw always scores 0.
    pub const DRAW: Self = Self(0);
    /// Upper limit: greater than every score that a position can have. `-INFINITE` is less than every score.
    pub const INFINITE: Self = Self(MATE + 1);
    /// Score of a tablebase win; inside the tree, the ply is subtracted. A tablebase win is greater than any
    /// evaluation and less than every mate score, because a tablebase does not store the distance to mate.
    pub const TABLE_WIN: Self = Self(TABLE);
    /// Greatest evaluation in centipawns; evaluations are clamped to plus or minus this value. Every greater
    /// score of a position is a tablebase win or a mate.
    pub const MAX_CP: i32 = DECISIVE - 1;

    /// Returns the score of an evaluation in centipawns, clamped to ±[`Score::MAX_CP`] so that no evaluation
    /// is taken for a tablebase result or a mate.
    pub const fn cp(centipawns: i32) -> Self {
        if centipawns > Self::MAX_CP {
            Self(Self::MAX_CP)
        } else if centipawns < -Self::MAX_CP {
            Self(-Self::MAX_CP)
        } else {
            Self(centipawns)
        }
    }

    /// Returns the score of a side that is checkmated `ply` plies from the root; 0 means already checkmated.
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - MATE)
    }

    /// Returns the score of a side that gives checkmate with the move that leads to `ply`, counted from the
    /// root; 1 means checkmate with the next move.
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// Returns the integer representation, for arithmetic with margins and for packing.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Returns the score for an integer that [`Score::raw`] returned.
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Returns whether the score is a mate score for either side; also `true` for ±[`Score::INFINITE`].
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MATE_BAND
    }

    /// Returns whether the score is a proved win or loss, by mate or by a tablebase; also `true` for
    /// ±[`Score::INFINITE`].
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= DECISIVE
    }

    /// Returns whether the side to move is mated or has lost by a tablebase; also `true` for
    /// −[`Score::INFINITE`].
    pub const fn is_loss(self) -> bool {
        self.0 <= -DECISIVE
    }

    /// Returns the number of full moves to checkmate as UCI counts them, or `None` for an evaluation or a
    /// tablebase result. The number is positive if the side to move mates, and zero or negative if the side to
    /// move is mated. Negating the score only changes the sign of the number.
    pub const fn mate(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((MATE - self.0 + 1) / 2)
        } else {
            Some(-((MATE + self.0 + 1) / 2))
        }
    }

    /// Returns the number of plies to checkmate, or `None` for an evaluation or a tablebase result.
    pub const fn plies_to_mate(self) -> Option<usize> {
        if self.is_mate() { Some((MATE - self.0.abs()) as usize) } else { None }
    }

    /// Converts the score of the node at `ply` for storage in the transposition table. In the table, mates and
    /// tablebase results are counted from the node instead of the root, because the same position can occur
    /// at different plies. Evaluations do not change.
    #[must_use]
    pub const fn to_table(self, ply: usize) -> Self {
        self.shifted(ply as i32)
    }

    /// Converts a score from the transposition table for the node at `ply`. Inverse of [`Score::to_table`].
    #[must_use]
    pub const fn from_table(self, ply: usize) -> Self {
        self.shifted(-(ply as i32))
    }

    const fn shifted(self, plies: i32) -> Self {
        if !self.is_decisive() {
            self
        } else if self.0 > 0 {
            Self(self.0 + plies)
        } else {
            Self(self.0 - plies)
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    fn add(self, margin: i32) -> Self {
        Self(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    fn sub(self, margin: i32) -> Self {
        Self(self.0 - margin)
    }
}

/// Writes the score in UCI format, without the word `score`: `cp 31`, `mate 2`, `mate -1`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

/// Score: centipawns or mate. The score is from the side to move's point of view unless the description of
/// the field names another side.
#[cfg_attr(feature = "tools", derive(schemars::JsonSchema))]
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum JsonScore {
    /// Evaluation in centipawns.
    Cp(i32),
    /// Number of full moves to checkmate. The number is negative or zero if the side whose score this is gets
    /// checkmated.
    Mate(i32),
}

#[cfg(feature = "tools")]
impl schemars::JsonSchema for Score {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Score".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        JsonScore::json_schema(generator)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.mate().map_or(JsonScore::Cp(self.raw()), JsonScore::Mate).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sooner_mate_is_better_and_being_mated_later_is_better() {
        assert!(Score::mate_in(1) > Score::mate_in(3));
        assert!(Score::mate_in(MAX_PLY) > Score::cp(i32::MAX));
        assert!(Score::mated_in(4) > Score::mated_in(2));
        assert!(Score::mated_in(MAX_PLY) < Score::cp(i32::MIN + 1));
        assert!(Score::INFINITE > Score::mate_in(0));
    }

    #[test]
    fn evaluations_are_clamped_to_the_greatest_evaluation_which_is_no_mate_score() {
        let greatest = Score::cp(Score::MAX_CP);
        assert_eq!(greatest.raw(), Score::MAX_CP);
        for beyond in [Score::MAX_CP + 1, i32::MAX] {
            assert_eq!((Score::cp(beyond), Score::cp(-beyond)), (greatest, -greatest));
        }
        for eval in [greatest, -greatest, Score::DRAW] {
            assert!(!eval.is_mate() && !eval.is_decisive() && !eval.is_loss(), "{eval}");
            assert_eq!((eval.mate(), eval.plies_to_mate()), (None, None), "{eval}");
        }
    }

    #[test]
    fn mate_scores_reach_to_the_maximum_ply() {
        for plies in [1, 2, MAX_PLY] {
            let (mate, mated) = (Score::mate_in(plies), Score::mated_in(plies));
            assert!(mate.is_mate() && mated.is_mate(), "{plies}");
            assert!(mated.is_loss() && !mate.is_loss(), "{plies}");
            assert_eq!((mate.plies_to_mate(), mated.plies_to_mate()), (Some(plies), Some(plies)));
        }
    }

    #[test]
    fn a_tablebase_result_is_decisive_but_no_mate_at_every_ply() {
        for ply in [0, 1, MAX_PLY] {
            let win = Score::TABLE_WIN - ply as i32;
            assert!(win.is_decisive() && !win.is_mate() && !win.is_loss(), "{ply}");
            assert!((-win).is_decisive() && !(-win).is_mate() && (-win).is_loss(), "{ply}");
            assert!(win > Score::cp(i32::MAX) && win < Score::mate_in(MAX_PLY), "{ply}");
        }
    }

    #[test]
    fn mate_scores_are_written_in_full_moves() {
        assert_eq!(Score::mate_in(1).to_string(), "mate 1");
        assert_eq!(Score::mate_in(3).to_string(), "mate 2");
        assert_eq!(Score::mated_in(0).to_string(), "mate 0");
        assert_eq!(Score::mated_in(2).to_string(), "mate -1");
        assert_eq!(Score::mated_in(4).to_string(), "mate -2");
        assert_eq!(Score::cp(-31).to_string(), "cp -31");
        // From the opponent's point of view, the number of moves stays the same.
        assert_eq!((-Score::mate_in(1)).to_string(), "mate -1");
        assert_eq!((-Score::mated_in(4)).to_string(), "mate 2");
    }

    #[test]
    fn a_decisive_score_stored_at_one_ply_is_correct_at_another_ply() {
        // Mate five plies after a node at ply 4. The same position occurs at ply 2.
        let stored = Score::mate_in(9).to_table(4);
        assert_eq!(stored.from_table(2), Score::mate_in(7));
        let stored = Score::mated_in(10).to_table(4);
        assert_eq!(stored.from_table(6), Score::mated_in(12));
        let stored = (Score::TABLE_WIN - 6).to_table(6);
        assert_eq!(stored.from_table(3), Score::TABLE_WIN - 3);
        assert_eq!((-stored).from_table(3), -(Score::TABLE_WIN - 3));
        assert_eq!(Score::cp(77).to_table(9), Score::cp(77));
    }

    #[cfg(feature = "tools")]
    #[test]
    fn a_score_in_json_is_centipawns_or_mate() {
        for (score, json) in [
            (Score::cp(-31), r#"{"cp":-31}"#),
            (Score::DRAW, r#"{"cp":0}"#),
            (Score::TABLE_WIN - 4, r#"{"cp":29996}"#),
            (Score::mate_in(3), r#"{"mate":2}"#),
            (Score::mated_in(2), r#"{"mate":-1}"#),
            (Score::mated_in(0), r#"{"mate":0}"#),
            (Score::mate_in(9), r#"{"mate":5}"#),
            (Score::mated_in(10), r#"{"mate":-5}"#),
            (Score::mate_in(MAX_PLY - 1), r#"{"mate":123}"#),
            (Score::mated_in(MAX_PLY), r#"{"mate":-123}"#),
        ] {
            assert_eq!(serde_json::to_string(&score).expect("plain data"), json);
        }
    }
}
