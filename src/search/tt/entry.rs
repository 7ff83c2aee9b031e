//! [`TtEntry`]: one entry of the transposition table, and its packing into 64 bits.

use crate::{
    chess::{position::PackedMove, score::Score},
    search::types::window::Bound,
};

/// TT entry: the search result of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// TT move: the best move or the move of the beta cutoff; [`PackedMove::NONE`] if there is none.
    pub mv: PackedMove,
    /// Score of the position that the search returned. In the table, a decisive score counts plies from
    /// the stored position; [`probe`](crate::search::layers::table) converts it to plies from the root.
    pub score: Score,
    /// Raw score of the evaluator, before fading and correction; `None` if the node that stored the entry had
    /// no raw score.
    pub eval: Option<Score>,
    /// Depth to which the position was searched, in plies: 0 to 255.
    pub depth: i32,
    /// Whether the score is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// Whether the position was searched as a PV node, either when the entry was stored or when an earlier
    /// entry of the same position was stored.
    pub pv: bool,
}

/// Value in the packed entry that means that the static evaluation is missing.
const NO_EVAL: i16 = i16::MIN;

impl TtEntry {
    /// Packs the entry and the table's age into 64 bits. The result is never 0.
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

    /// Unpacks an entry from 64 bits. Returns `None` if `data` contains no bound, as in an empty slot.
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

/// Returns the age of the table at which the packed entry `data` was stored: 0 to 31.
pub(in crate::search) const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}
