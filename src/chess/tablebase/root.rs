//! Tablebase filter for root moves: keeps the moves that preserve the tablebase result under the fifty-move
//! rule.
//!
//! As long as fewer than 40 plies have passed without a capture or pawn move, all moves that win before the
//! fifty-move rule applies are kept, because the search finds shorter mates. From 40 plies on, only those
//! winning moves with the smallest distance to the next capture or pawn move are kept, so that the engine
//! wins before the fifty-move rule applies. In a lost position, all moves are kept below 40 plies, and from
//! 40 plies on the moves with the largest distance. A win that the fifty-move rule turns into a draw ranks
//! above a draw, a loss that the rule turns into a draw below a draw; of several such wins the smallest
//! distance is kept, of several such losses the largest. The ranking of moves follows Stockfish
//! (`tbprobe.cpp`, GPL-3.0); the code is written independently.

use shakmaty_syzygy::{Dtz, Wdl};

use super::Probing;
use crate::chess::{
    position::{Move, Position},
    score::Score,
};

/// Halfmove clock from which the distance to zeroing (DTZ) decides between winning moves, and between losing
/// moves.
const PURSUE_AFTER: i32 = 40;
/// Maximum halfmove clock at the next capture or pawn move of a win under the fifty-move rule: one less than
/// 100, because stored distances may be rounded by one. The distance 1, of a capture, a pawn move or a mate, is
/// exact.
const MAX_WIN_PLIES: i32 = 99;
/// Largest halfmove clock that is distinguished; the clock of a FEN is unlimited.
const MAX_CLOCK: u32 = 1_000;
/// Rank difference between two kinds of results, greater than any distance plus [`MAX_CLOCK`].
const OUTCOME_GAP: i32 = 10_000;

/// Result of the tablebase probe at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMoveFilter {
    /// Root moves that preserve the tablebase result.
    pub moves: Vec<Move>,
    /// Tablebase score of the root position: win, draw or loss.
    pub score: Score,
}

impl Probing {
    /// Returns those of `moves` that preserve the tablebase result, or `None` if `moves` is empty or the
    /// tablebases do not contain the position or a position after one of the moves.
    pub fn keep(&self, position: &Position, moves: &[Move]) -> Option<RootMoveFilter> {
        if moves.is_empty() || !self.covers(position) {
            return None;
        }
        let halfmoves = position.halfmoves().min(MAX_CLOCK) as i32;
        let ranks: Option<Vec<_>> = moves
            .iter()
            .map(|mv| self.distance_after(position, *mv).map(|distance| self.rank(distance, halfmoves)))
            .collect();
        let ranks = ranks?;
        let best = *ranks.iter().max()?;
        let best_moves = moves.iter().zip(&ranks).filter(|(_, rank)| **rank == best).map(|(mv, _)| *mv);
        Some(RootMoveFilter { moves: best_moves.collect(), score: score_of_rank(best) })
    }

    /// Returns the distance to zeroing after `mv`, from the point of view of the side that plays `mv`.
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

    /// Returns the rank of a move with the given distance to zeroing. A greater rank is better; moves of
    /// equal rank are equally good.
    fn rank(&self, distance: i32, halfmoves: i32) -> i32 {
        let plies = distance.abs() + halfmoves;
        let most = MAX_WIN_PLIES + i32::from(distance.abs() == 1);
        let in_time = !self.fifty_moves || plies <= most;
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

/// Returns the tablebase score of the root, given the rank of its best move.
fn score_of_rank(rank: i32) -> Score {
    match rank {
        rank if rank > OUTCOME_GAP => Score::TABLE_WIN,
        rank if rank < -OUTCOME_GAP => -Score::TABLE_WIN,
        _ => Score::DRAW,
    }
}

/// Returns the score for a tablebase result of a position inside the tree, `ply` plies after the root. If
/// `fifty_moves` is true, cursed wins and blessed losses (wins and losses that the fifty-move rule turns into
/// draws) score as draws.
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
