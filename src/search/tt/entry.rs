//! What is remembered of a position, and how it fits into one word.

use crate::{position::PackedMove, score::Score, search::types::window::Bound};

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move, or the one that refuted; [`PackedMove::NONE`] if none stood out.
    pub mv: PackedMove,
    /// The value found, with mates counted from this position.
    pub score: Score,
    /// The static value, if it was asked.
    pub eval: Option<Score>,
    /// Plies searched below the position: 0 to 255.
    pub depth: i32,
    /// What the score says about the true value.
    pub bound: Bound,
    /// Whether the position was met on a principal variation.
    pub pv: bool,
}

const NO_EVAL: i16 = i16::MIN;

impl TtEntry {
    /// The entry in one word, never 0.
    pub(in crate::search) fn pack(self, age: u8) -> u64 {
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.raw() as i16);
        u64::from(self.mv.0)
            | u64::from(self.score.raw() as i16 as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(age) << 59
    }

    /// `None` for a word that no entry packs to.
    pub(in crate::search) fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (data >> 32) as u16 as i16;
        Some(Self {
            mv: PackedMove(data as u16),
            score: Score::from_raw(i32::from((data >> 16) as u16 as i16)),
            eval: (eval != NO_EVAL).then(|| Score::from_raw(i32::from(eval))),
            depth: (data >> 48 & 0xff) as i32,
            bound,
            pv: data >> 58 & 1 == 1,
        })
    }
}

/// The age an entry was packed with.
pub(in crate::search) const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}
