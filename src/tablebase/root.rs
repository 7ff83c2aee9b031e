//! The root in the tables: only moves that keep the value of the position, and that do not spoil it by the fifty-move count.
//!
//! Among moves that keep a win the search is free to choose, since it knows the shorter way to mate; but once half of the
//! fifty moves are gone only the nearest capture or pawn move is good enough, so that the win comes home whatever the search
//! thinks. Source of the ranks: Stockfish (`tbprobe.cpp`), told anew.

use shakmaty_syzygy::{Dtz, Wdl};

use super::Probing;
use crate::{
    position::{Move, Position},
    score::Score,
};

/// Plies without progress from which a win is pursued by the tables alone.
const PURSUE_AFTER: i32 = 40;
/// Plies without progress that a win may take: one less than a hundred, since distances may be rounded by one.
const MAX_WIN_PLIES: i32 = 99;
/// The distance between one kind of outcome and the next better one, wider than any number of plies.
const OUTCOME_GAP: i32 = 10_000;

/// What the tables say of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMoveFilter {
    /// The moves that keep the value.
    pub moves: Vec<Move>,
    /// The value.
    pub score: Score,
}

impl Probing {
    /// Which of `moves` keep the value of the position; `None` if the tables do not know it.
    pub fn keep(&self, position: &Position, moves: &[Move]) -> Option<RootMoveFilter> {
        if moves.is_empty() || !self.covers(position) {
            return None;
        }
        let halfmoves = i32::try_from(position.halfmoves()).unwrap_or(i32::MAX / 2);
        let ranks: Option<Vec<_>> = moves
            .iter()
            .map(|mv| self.distance_after(position, *mv).map(|distance| self.rank(distance, halfmoves)))
            .collect();
        let ranks = ranks?;
        let best = *ranks.iter().max()?;
        let best_moves = moves.iter().zip(&ranks).filter(|(_, rank)| **rank == best).map(|(mv, _)| *mv);
        Some(RootMoveFilter { moves: best_moves.collect(), score: score_of_rank(best) })
    }

    /// Plies to the next capture or pawn move if `mv` is played, from the side that plays it.
    fn distance_after(&self, position: &Position, mv: Move) -> Option<i32> {
        let after = position.play(mv);
        if after.is_check() && !after.has_legal_move() {
            return Some(1);
        }
        if after.halfmoves() == 0 {
            return self.tables.value(&after).map(|wdl| Dtz::before_zeroing(-wdl).0);
        }
        let distance = -self.tables.distance(&after)?;
        Some(distance + distance.signum())
    }

    /// How good it is to be so many plies from the next capture or pawn move: more is better, and equal is as good.
    fn rank(&self, distance: i32, halfmoves: i32) -> i32 {
        let plies = distance.abs() + halfmoves;
        let in_time = !self.fifty_moves || plies <= MAX_WIN_PLIES;
        let distance_term = if halfmoves >= PURSUE_AFTER { distance } else { 0 };
        match (distance.signum(), in_time) {
            (1, true) => 2 * OUTCOME_GAP - distance_term,
            (1, false) => OUTCOME_GAP - plies,
            (-1, true) => -2 * OUTCOME_GAP - distance_term,
            (-1, false) => plies - OUTCOME_GAP,
            _ => 0,
        }
    }
}

/// The score of the best rank.
fn score_of_rank(rank: i32) -> Score {
    match rank {
        rank if rank > OUTCOME_GAP => Score::TABLE_WIN,
        rank if rank < -OUTCOME_GAP => -Score::TABLE_WIN,
        _ => Score::DRAW,
    }
}

/// The score of a position inside the tree, `ply` plies from the root: wins and losses that the fifty moves spoil are draws.
pub fn score(wdl: Wdl, fifty_moves: bool, ply: usize) -> Score {
    let win = Score::TABLE_WIN - ply as i32;
    match wdl {
        Wdl::Win => win,
        Wdl::Loss => -win,
        Wdl::CursedWin if !fifty_moves => win,
        Wdl::BlessedLoss if !fifty_moves => -win,
        _ => Score::DRAW,
    }
}
