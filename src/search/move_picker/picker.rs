//! Move picker: generates, scores and returns the moves of a node, most likely refutation first.
//!
//! The move picker [scores](super::order) each generated move once and, on most calls, searches the move list
//! for the highest remaining score. Most nodes end after a few moves, so sorting the whole move list would
//! waste time. With `exchange-ordering` and without a check, the quiet moves are generated only after the
//! captures that do not lose material and the killer moves have failed (staged move generation, from Heinz's
//! Dark Thought and now in general use).
//!
//! **Gain.** [Instructions per node](crate::search::experiments#move-picker) of the stage of the killer moves.

use arrayvec::ArrayVec;

use super::order::{self, QuietScores};
use crate::{
    chess::position::{Checks, Move, MoveList, PackedMove, Position, is_noisy, see},
    search::{layers::exchange_ordering, node::worker::Worker, observe::observer::Observation},
};

/// Capacity of the move list, in moves; no position has more legal moves. Positions with many extra queens in
/// test suites come near this number.
const MAX_MOVES: usize = 270;
/// Capacity of the list of losing captures: sixteen pieces and pawns, each with captures in at most eight
/// directions.
const MAX_NOISY: usize = 128;

/// Move picker: returns the moves of a node one at a time, each move once, most likely refutation first.
///
/// With the layer `exchange-ordering` and a side to move that is not in check, the picker returns the moves
/// in stages: TT move, noisy moves that do not lose material, killer moves, other quiet moves, noisy moves
/// that lose material. Most nodes end before the quiet moves are generated. Otherwise, all legal moves are
/// generated and scored at once after the TT move.
pub struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    moves: MoveList,
    /// Sort key of each move in `moves`, which combines the move's score and index; [`REMOVED`] if the move
    /// is the TT move or has been returned or skipped.
    ///
    /// All sort keys of moves differ, so the next move is the move with the largest key. The compiler can
    /// compare several keys at a time in the search for the largest key.
    keys: ArrayVec<u32, MAX_MOVES>,
    /// Captures that lose material by SEE, best first.
    losing: ArrayVec<Move, MAX_NOISY>,
    /// Number of moves in `losing` that the picker has returned so far.
    returned_losing: usize,
    /// Killer moves of the node, set when the stage of the killer moves begins.
    killers: [PackedMove; 2],
    /// Number of killer moves that the picker has returned or skipped so far.
    tried_killers: usize,
    /// Ordering score of the move returned last; `None` before the first move, and if the last move is the TT
    /// move, a root move, a killer move returned before the quiet moves are generated, or a losing capture.
    score: Option<i32>,
    /// Check information of the position if the picker skips quiet moves that do not give check, otherwise
    /// `None`.
    only_checks: Option<Checks>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Winning,
    Killers,
    Quiet,
    Losing,
    /// Returns the remaining moves of the picker's list without generating further moves.
    Listed,
    /// Returns the root moves in the order of the list from which [`Picker::listed`] created the picker.
    Root,
    /// Generates the noisy moves for quiescence search and `ProbCut`.
    Noisy,
}

impl Picker {
    /// Creates a picker for all legal moves, `table_move` (the TT move) first. The other moves are generated
    /// only after the TT move has been returned.
    pub fn new(table_move: Option<Move>) -> Self {
        let stage = if table_move.is_some() { Stage::TableMove } else { Stage::Generate };
        let (moves, keys, losing) = (MoveList::new(), ArrayVec::new(), ArrayVec::new());
        let killers = [PackedMove::NONE; 2];
        Self {
            table_move,
            stage,
            moves,
            keys,
            losing,
            returned_losing: 0,
            killers,
            tried_killers: 0,
            score: None,
            only_checks: None,
        }
    }

    /// Creates a picker that returns only noisy moves, for quiescence search and ProbCut.
    pub fn noisy() -> Self {
        Self { stage: Stage::Noisy, ..Self::new(None) }
    }

    /// Creates a picker that returns the root moves `moves` in the order of the list `moves`.
    pub fn listed(moves: MoveList) -> Self {
        let keys = (0..moves.len()).map(|index| key(0, index)).collect();
        Self { stage: Stage::Root, moves, keys, ..Self::new(None) }
    }

    /// Returns the next move, or `None` after the last. `ply` selects the killer moves and the earlier moves
    /// used for scoring.
    pub fn next<O: Observation>(
        &mut self,
        worker: &Worker<'_, O>,
        position: &Position,
        ply: usize,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Generate;
                    return self.table_move;
                }
                Stage::Generate if exchange_ordering::applies(worker, position) => {
                    self.generate_noisy(worker, position);
                    self.stage = Stage::Winning;
                }
                Stage::Generate => {
                    self.generate_all(worker, position, ply);
                    self.stage = Stage::Listed;
                }
                Stage::Noisy => {
                    self.generate_noisy(worker, position);
                    self.stage = Stage::Listed;
                }
                Stage::Winning => match self.pick() {
                    Some(mv) if see::at_least(position, mv, 0) => return Some(mv),
                    Some(mv) => self.losing.push(mv),
                    None => {
                        self.killers = order::killers(worker, ply);
                        self.stage = Stage::Killers;
                    }
                },
                Stage::Killers => {
                    if let Some(mv) = self.killer(position) {
                        self.score = None;
                        return Some(mv);
                    }
                    self.generate_quiet(worker, position, ply);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pick() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Losing,
                },
                Stage::Losing => {
                    self.score = None;
                    let mv = self.losing.get(self.returned_losing).copied();
                    self.returned_losing += 1;
                    return mv;
                }
                Stage::Listed => return self.pick(),
                Stage::Root => {
                    let mv = self.pick();
                    self.score = None;
                    return mv;
                }
            }
        }
    }

    /// Returns the next killer move that is legal and quiet in `position`, is not the TT move, and is not
    /// skipped; `None` after the last.
    #[inline]
    fn killer(&mut self, position: &Position) -> Option<Move> {
        while let Some(killer) = self.killers.get(self.tried_killers) {
            self.tried_killers += 1;
            if let Some(mv) = killer.unpack(position)
                && !is_noisy(mv)
                && Some(mv) != self.table_move
                && self.only_checks.is_none_or(|checks| position.gives_check(mv, &checks))
            {
                return Some(mv);
            }
        }
        None
    }

    // The three `generate_…` functions are not inlined: their move lists would enlarge the stack frame of
    // `next`, which makes every call of `next` slower.

    /// Generates and scores the noisy moves.
    #[inline(never)]
    fn generate_noisy<O: Observation>(&mut self, worker: &Worker<'_, O>, position: &Position) {
        position.noisy_moves(&mut self.moves);
        let us = position.turn();
        for (index, &mv) in self.moves.iter().enumerate() {
            let is_tt_move = Some(mv) == self.table_move;
            self.keys.push(if is_tt_move { REMOVED } else { key(order::score_noisy(worker, us, mv), index) });
        }
    }

    /// Generates and scores all legal moves.
    #[inline(never)]
    fn generate_all<O: Observation>(&mut self, worker: &Worker<'_, O>, position: &Position, ply: usize) {
        let quiets = QuietScores::new(worker, position, ply);
        for &mv in &position.legal_moves() {
            self.push(mv, |mv| order::score(worker, mv, &quiets));
        }
    }

    /// Replaces the noisy moves in the move list by the scored quiet moves, without the killer moves and the
    /// quiet moves that the node skips.
    ///
    /// The quiet moves are copied one at a time: moving the whole list of the move generator (2 KB) costs
    /// more than copying the few moves in it.
    #[inline(never)]
    fn generate_quiet<O: Observation>(&mut self, worker: &Worker<'_, O>, position: &Position, ply: usize) {
        self.moves.clear();
        self.keys.clear();
        let quiets = QuietScores::new(worker, position, ply);
        let checks = self.only_checks;
        for &mv in &position.legal_moves() {
            if is_noisy(mv) || checks.is_some_and(|checks| !position.gives_check(mv, &checks)) {
                continue;
            }
            let packed = PackedMove::pack(mv);
            if !self.killers.contains(&packed) {
                self.push(mv, |mv| quiets.history_of_packed(mv, packed));
            }
        }
    }

    /// Adds a move to the list, unless it is the TT move, which was returned first.
    #[inline]
    fn push(&mut self, mv: Move, score: impl Fn(Move) -> i32) {
        if Some(mv) != self.table_move {
            self.keys.push(key(score(mv), self.moves.len()));
            self.moves.push(mv);
        }
    }

    /// Makes the picker skip all further quiet moves that do not give check. Has no effect if the picker does
    /// not return the moves in stages.
    ///
    /// The node would prune the skipped quiet moves, so scoring them would waste time. `checks` caches the
    /// node's check information and is computed if it is `None`.
    pub fn skip_quiet_except_checks(&mut self, position: &Position, checks: &mut Option<Checks>) {
        if self.only_checks.is_some() || !matches!(self.stage, Stage::Winning | Stage::Killers | Stage::Quiet)
        {
            return;
        }
        let checks = *checks.get_or_insert_with(|| position.checks());
        self.only_checks = Some(checks);
        if self.stage == Stage::Quiet {
            for (key, &mv) in self.keys.iter_mut().zip(&self.moves) {
                if *key != REMOVED && !position.gives_check(mv, &checks) {
                    *key = REMOVED;
                }
            }
        }
    }

    /// Returns the sum of the histories of `mv`, the move that the picker returned last. For a noisy move, it
    /// is the capture history.
    #[inline]
    pub fn history<O: Observation>(
        &self,
        worker: &Worker<'_, O>,
        position: &Position,
        mv: Move,
        ply: usize,
    ) -> i32 {
        if is_noisy(mv) {
            return order::noisy_history(worker, position.turn(), mv);
        }
        let Some(score) = self.score else { return QuietScores::new(worker, position, ply).history(mv) };
        order::history_part(score)
    }

    /// Returns the remaining move with the highest ordering score, and removes it; moves with equal scores
    /// keep the order of the list.
    pub fn pick(&mut self) -> Option<Move> {
        let best = self.keys.iter().copied().fold(REMOVED, u32::max);
        if best == REMOVED {
            return None;
        }
        self.keys[index_of(best)] = REMOVED;
        self.score = Some(score_of(best));
        Some(self.moves[index_of(best)])
    }
}

/// Sort key of a move that has been returned or skipped; smaller than the sort key of any remaining move.
const REMOVED: u32 = 0;
/// Number of low bits of a sort key that contain the index of the move in the move list.
const INDEX_BITS: u32 = 9;
const MAX_INDEX: u32 = (1 << INDEX_BITS) - 1;
/// Lower bound (exclusive) of all ordering scores.
const LOWEST: i32 = -(1 << 17);

/// Returns the sort key of a move: ordering score in the high bits, reversed index in the low bits, so that
/// moves with equal scores keep the order of the list.
const fn key(score: i32, index: usize) -> u32 {
    debug_assert!(score > LOWEST && score < 1 << 22 && index < MAX_INDEX as usize);
    ((score - LOWEST) as u32) << INDEX_BITS | (MAX_INDEX - index as u32)
}

const fn score_of(key: u32) -> i32 {
    (key >> INDEX_BITS) as i32 + LOWEST
}

const fn index_of(key: u32) -> usize {
    (MAX_INDEX - (key & MAX_INDEX)) as usize
}

#[cfg(test)]
mod tests;
