//! What a position is worth: centipawns, or a mate in so many plies.
//!
//! A [`Score`] is always told from the side to move and is never a float. The integer behind it orders all outcomes in
//! one line: being mated sooner < being mated later < any evaluation < mating later < mating sooner.
//!
//! ```
//! use glulam::score::Score;
//!
//! assert!(Score::mate_in(1) > Score::mate_in(5) && Score::mate_in(5) > Score::cp(20_000));
//! // The table counts a mate from where it is stored: five plies on from ply 4, met again at ply 2.
//! assert_eq!(Score::mate_in(9).to_table(4).from_table(2), Score::mate_in(7));
//! ```

use std::{
    borrow::Cow,
    fmt,
    ops::{Add, Neg, Sub},
};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The deepest ply a search may reach; the frames of a search are this many, and mate scores fit beside it.
pub const MAX_PLY: usize = 246;

const MATE: i32 = 32_000;
const MATE_BAND: i32 = MATE - MAX_PLY as i32;

/// The value of a position for the side to move, ordered: more is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A drawn game: stalemate, repetition, fifty moves. There is no contempt.
    pub const DRAW: Self = Self(0);
    /// Above every score a position can have; `-INFINITE` lies below them all.
    pub const INFINITE: Self = Self(MATE + 1);
    /// A win that the endgame tables know, without its mate: above what any position with pieces on it is worth.
    pub const TABLE_WIN: Self = Self(30_000);
    /// The largest evaluation; everything beyond is a mate. An evaluator is clamped to ± this.
    pub const MAX_CP: i32 = MATE_BAND - 1;

    /// An evaluation in centipawns, clamped to ±[`Score::MAX_CP`] so that it can never pass for a mate.
    pub const fn cp(centipawns: i32) -> Self {
        if centipawns > Self::MAX_CP {
            Self(Self::MAX_CP)
        } else if centipawns < -Self::MAX_CP {
            Self(-Self::MAX_CP)
        } else {
            Self(centipawns)
        }
    }

    /// The side to move at the root is mated `ply` plies from the root (0: it stands mated).
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - MATE)
    }

    /// The side to move at the root mates at ply `ply` from the root (1: it mates with its next move).
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// The number behind the score; only for arithmetic on margins and for packing.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::raw`], for a number that came out of it.
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Whether the score stands for a forced mate, for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= MATE_BAND
    }

    /// Whether the side to move is certain to be mated.
    pub const fn is_loss(self) -> bool {
        self.0 <= -MATE_BAND
    }

    /// Mate in full moves as UCI counts them: positive when the side to move mates, zero or negative when it is mated.
    /// `None` for an evaluation. A score seen from the side that has just moved counts the same moves.
    pub const fn mate(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some((MATE - self.0 + 1) / 2)
        } else {
            Some(-((MATE + self.0 + 1) / 2))
        }
    }

    /// Plies to the mate that the score tells; `None` for an evaluation.
    pub const fn plies_to_mate(self) -> Option<usize> {
        if self.is_mate() { Some((MATE - self.0.abs()) as usize) } else { None }
    }

    /// The score as the table stores it: a mate is counted from the node at `ply`, not from the root, because the
    /// same position is met at different plies. An evaluation is unchanged.
    #[must_use]
    pub const fn to_table(self, ply: usize) -> Self {
        self.shifted(ply as i32)
    }

    /// The inverse of [`Score::to_table`] at the ply where the entry is read.
    #[must_use]
    pub const fn from_table(self, ply: usize) -> Self {
        self.shifted(-(ply as i32))
    }

    const fn shifted(self, plies: i32) -> Self {
        if !self.is_mate() {
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

/// As UCI writes it after `score`: `cp 31`, `mate 2`, `mate -1`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

/// A score, for the side to move unless the field says otherwise.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Told {
    /// Centipawns.
    Cp(i32),
    /// Mate in so many moves; negative or zero when the side is being mated.
    Mate(i32),
}

impl JsonSchema for Score {
    fn schema_name() -> Cow<'static, str> {
        "Score".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Told::json_schema(generator)
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.mate().map_or(Told::Cp(self.raw()), Told::Mate).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Told::deserialize(deserializer)? {
            Told::Cp(centipawns) => Ok(Self::cp(centipawns)),
            Told::Mate(moves) => {
                mate(moves).ok_or_else(|| D::Error::custom(format!("no search sees a mate in {moves}")))
            }
        }
    }
}

/// The inverse of [`Score::mate`]; `None` beyond [`MAX_PLY`].
fn mate(moves: i32) -> Option<Score> {
    let moves = i64::from(moves);
    let plies = usize::try_from(if moves > 0 { 2 * moves - 1 } else { -2 * moves }).ok()?;
    let score = if moves > 0 { Score::mate_in } else { Score::mated_in };
    (plies <= MAX_PLY).then(|| score(plies))
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
    fn mates_are_told_in_moves() {
        assert_eq!(Score::mate_in(1).to_string(), "mate 1");
        assert_eq!(Score::mate_in(3).to_string(), "mate 2");
        assert_eq!(Score::mated_in(0).to_string(), "mate 0");
        assert_eq!(Score::mated_in(2).to_string(), "mate -1");
        assert_eq!(Score::mated_in(4).to_string(), "mate -2");
        assert_eq!(Score::cp(-31).to_string(), "cp -31");
        // The other side mates with its next move: seen from here that is one move, too.
        assert_eq!((-Score::mate_in(1)).to_string(), "mate -1");
        assert_eq!((-Score::mated_in(4)).to_string(), "mate 2");
    }

    #[test]
    fn a_mate_stored_at_one_ply_is_read_right_at_another() {
        // Mate five plies after a node that was met at ply 4, then again at ply 2.
        let stored = Score::mate_in(9).to_table(4);
        assert_eq!(stored.from_table(2), Score::mate_in(7));
        let stored = Score::mated_in(10).to_table(4);
        assert_eq!(stored.from_table(6), Score::mated_in(12));
        assert_eq!(Score::cp(77).to_table(9), Score::cp(77));
    }

    #[test]
    fn a_score_is_centipawns_or_mate_never_a_float_and_is_read_back() {
        for (score, json) in [
            (Score::cp(-31), r#"{"cp":-31}"#),
            (Score::DRAW, r#"{"cp":0}"#),
            (Score::mate_in(3), r#"{"mate":2}"#),
            (Score::mated_in(2), r#"{"mate":-1}"#),
            (Score::mated_in(0), r#"{"mate":0}"#),
        ] {
            assert_eq!(serde_json::to_string(&score).expect("plain data"), json);
            assert_eq!(serde_json::from_str::<Score>(json).expect(json), score);
        }
    }

    #[test]
    fn what_is_no_score_is_refused() {
        for json in
            [r#"{"cp":0.5}"#, r#"{"mate":2147483647}"#, r#"{"mate":-2147483648}"#, r#"{"pawns":1}"#, "3"]
        {
            assert!(serde_json::from_str::<Score>(json).is_err(), "{json}");
        }
    }
}
