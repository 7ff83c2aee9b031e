//! `continuation-history`: quiet moves by how often they refuted anything as an answer to, or a sequel of, an earlier
//! move.
//!
//! *Idea.* A move is good in a context: against the move just made, after our own last move, in the plan begun two
//! moves ago. For each of these a number as in [`history`](super::history) is kept, by the man and the square it
//! entered, then and now.
//!
//! *Source.* Counter-move history: Stockfish, about 2015.
//!
//! *When.* At a cut by a quiet move: 1, 2 and 4 plies back. The sum orders quiet moves.
//!
//! *Where.* Read in step 6 of [the node](crate::search::negamax), written in step 10.
//!
//! *Risk.* None for the score by itself; [reductions](super::late_reductions) listen to it.
//!
//! *Cost and gain.* +23 ± 35 (240 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search
//! against itself without the layer). Elsewhere +22 and +12 (Simbelmyne).
//!
//! *Tried and lost.* Nothing yet.

use shakmaty::Color;

use super::history::nudged;
use crate::position::{Move, changes::destination};

/// A kind of man of one side on a square: what a move looks like when one forgets where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

/// How many arrivals there are beside [`PieceTo::NONE`].
pub const PIECE_TOS: usize = 12 * 64;
const LIMIT: i32 = 16_384;

impl PieceTo {
    /// What stands before the first move and after a pass.
    pub const NONE: Self = Self(PIECE_TOS as u16);

    /// What `mv` of side `us` looks like.
    #[inline]
    #[must_use]
    pub fn of(us: Color, mv: Move) -> Self {
        let (role, to) = match mv {
            Move::Normal { role, to, .. } => (role, to),
            _ => (mv.role(), destination(us, mv)),
        };
        Self(64 * (6 * us as u16 + role as u16 - 1) + u16::from(to))
    }

    /// Below 768, or 768 for none.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for PieceTo {
    fn default() -> Self {
        Self::NONE
    }
}

/// The arrivals one, two and four plies ago.
pub type Context = [PieceTo; 3];

/// A number for each pair of an earlier arrival and a present one.
#[derive(Clone, Debug)]
pub struct ContinuationHistory(Box<[[i16; PIECE_TOS]]>);

/// The numbers of every move in one context.
#[derive(Clone, Copy, Debug)]
pub struct ContinuationRows<'a>([&'a [i16; PIECE_TOS]; 3]);

impl ContinuationRows<'_> {
    /// What is known of a move: the sum over the earlier moves, each ±16384.
    #[inline]
    #[must_use]
    pub fn get(self, now: PieceTo) -> i32 {
        self.0.iter().map(|row| i32::from(row[now.index()])).sum()
    }
}

impl Default for ContinuationHistory {
    fn default() -> Self {
        Self(vec![[0; PIECE_TOS]; PIECE_TOS + 1].into_boxed_slice())
    }
}

impl ContinuationHistory {
    /// What is known after these earlier moves.
    #[inline]
    #[must_use]
    pub fn after(&self, context: Context) -> ContinuationRows<'_> {
        ContinuationRows(context.map(|earlier| &self.0[earlier.index()]))
    }

    /// Moves the numbers by a `bonus` (negative: a malus).
    #[inline]
    pub fn update(&mut self, context: Context, now: PieceTo, bonus: i32) {
        for earlier in context.into_iter().filter(|earlier| *earlier != PieceTo::NONE) {
            let number = &mut self.0[earlier.index()][now.index()];
            *number = nudged(*number, bonus, LIMIT);
        }
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.fill([0; PIECE_TOS]);
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::position::Position;

    #[test]
    fn an_arrival_is_the_man_and_the_square_it_ends_on() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        let arrival = |mv| PieceTo::of(Color::White, position.parse_move(mv).expect("legal"));
        assert_ne!(arrival("e1g1"), arrival("h1h2"));
        assert_ne!(arrival("e1g1"), arrival("e1c1"));
        assert_eq!(arrival("a1d1").index() % 64, 3);
        assert_eq!(arrival("e1g1").index() % 64, 6, "the king's square, not the rook's");
    }

    #[test]
    fn a_move_is_known_in_its_context_only() {
        let mut history = ContinuationHistory::default();
        let [then, now, other] = [PieceTo(5), PieceTo(70), PieceTo(9)];
        history.update([then, PieceTo::NONE, other], now, 400);
        assert_eq!(history.after([then, PieceTo::NONE, PieceTo::NONE]).get(now), 400);
        assert_eq!(history.after([then, other, PieceTo::NONE]).get(now), 800);
        assert_eq!(history.after([PieceTo::NONE; 3]).get(now), 0);
        assert_eq!(history.after([now, now, now]).get(then), 0);
    }
}
