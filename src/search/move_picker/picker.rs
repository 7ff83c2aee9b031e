//! The moves of a node, likeliest refutation first: when to generate them, when to score them, which is next.
//!
//! Scores ([`ordering`](super::order)) are given once and the best is picked when asked for: most nodes end after a
//! few moves, and sorting the rest would be wasted. With `exchange-ordering` not even the quiet moves are generated
//! before the captures have failed (staged generation: Heinz's Dark Thought and everybody since).

use arrayvec::ArrayVec;

use super::order::{self, QuietScores};
use crate::{
    position::{Checks, Move, MoveList, Position, is_noisy, see},
    search::{layers::exchange_ordering, node::worker::Worker, observe::observer::Observation},
};

/// No position has more moves; suites with extra queens may come near.
const MOST_MOVES: usize = 270;
/// Sixteen men take in at most eight directions.
const MOST_NOISY: usize = 128;

/// Hands out the moves of a node, best first, each once.
///
/// With `exchange-ordering` in stages: the table's move, the captures that do not lose, the quiet moves, the captures that lose;
/// most nodes end before the quiet moves are generated. Without it the generator's whole list is ordered at once.
pub struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    moves: MoveList,
    /// For each of the moves its score and place in one number, so that the order is total and picking is finding the
    /// greatest, four at a time; [`GONE`] once it has been handed out.
    keys: ArrayVec<u32, MOST_MOVES>,
    /// Captures that lose the exchange, best first.
    losing: ArrayVec<Move, MOST_NOISY>,
    /// How many of them have been handed out.
    lost: usize,
    /// The score of the move picked last, if it came from a list that was ranked here.
    score: Option<i32>,
    /// Of the quiet moves only those that give check are still wanted.
    only_checks: Option<Checks>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Winning,
    Quiet,
    Losing,
    /// No stages: the list as it is.
    Listed,
    /// As it is, and not ranked here: the moves of the root.
    Root,
    /// As it is, but generated first: the noisy moves, for quiescence.
    Noisy,
}

impl Picker {
    /// All legal moves of a node, `table_move` first. Nothing is generated before the table move has been tried.
    pub fn new(table_move: Option<Move>) -> Self {
        let stage = if table_move.is_some() { Stage::TableMove } else { Stage::Generate };
        let (moves, keys, losing) = (MoveList::new(), ArrayVec::new(), ArrayVec::new());
        Self { table_move, stage, moves, keys, losing, lost: 0, score: None, only_checks: None }
    }

    /// The noisy moves alone, for quiescence.
    pub fn noisy() -> Self {
        Self { stage: Stage::Noisy, ..Self::new(None) }
    }

    /// The given moves in the given order: those of the root.
    pub fn listed(moves: MoveList) -> Self {
        let keys = (0..moves.len()).map(|place| key(0, place)).collect();
        Self { stage: Stage::Root, moves, keys, ..Self::new(None) }
    }

    /// The next move. `ply` tells which killers and which earlier moves to ask.
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
                    self.list_noisy(worker, position);
                    self.stage = Stage::Winning;
                }
                Stage::Generate => {
                    self.list_all(worker, position, ply);
                    self.stage = Stage::Listed;
                }
                Stage::Noisy => {
                    self.list_noisy(worker, position);
                    self.stage = Stage::Listed;
                }
                Stage::Winning => match self.pick() {
                    Some(mv) if see::at_least(position, mv, 0) => return Some(mv),
                    Some(mv) => self.losing.push(mv),
                    None => {
                        self.list_quiet(worker, position, ply);
                        self.stage = Stage::Quiet;
                    }
                },
                Stage::Quiet => match self.pick() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Losing,
                },
                Stage::Losing => {
                    self.score = None;
                    let mv = self.losing.get(self.lost).copied();
                    self.lost += 1;
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

    // Not inlined, these three: the lists they need would make the frame of `next` so large that entering it cost 80 instructions.

    /// Takes the noisy moves into the list.
    #[inline(never)]
    fn list_noisy<O: Observation>(&mut self, worker: &Worker<'_, O>, position: &Position) {
        position.noisy_moves(&mut self.moves);
        let us = position.turn();
        for (place, &mv) in self.moves.iter().enumerate() {
            let gone = Some(mv) == self.table_move;
            self.keys.push(if gone { GONE } else { key(order::score_noisy(worker, us, mv), place) });
        }
    }

    /// Takes all legal moves into the list.
    #[inline(never)]
    fn list_all<O: Observation>(&mut self, worker: &Worker<'_, O>, position: &Position, ply: usize) {
        let quiets = QuietScores::new(worker, position, ply);
        for &mv in &position.legal_moves() {
            self.push(mv, |mv| order::score(worker, mv, &quiets));
        }
    }

    /// Takes the quiet moves that are wanted into the list, in place of the noisy ones. One by one: to move the generator's
    /// whole list, 2 KB, costs more than the few moves in it.
    #[inline(never)]
    fn list_quiet<O: Observation>(&mut self, worker: &Worker<'_, O>, position: &Position, ply: usize) {
        self.moves.clear();
        self.keys.clear();
        let quiets = QuietScores::new(worker, position, ply);
        let checks = self.only_checks;
        for &mv in &position.legal_moves() {
            if !is_noisy(mv) && checks.is_none_or(|checks| position.gives_check(mv, &checks)) {
                self.push(mv, |mv| order::score_quiet(mv, &quiets));
            }
        }
    }

    /// Takes a move into the list, unless the table has told it already.
    #[inline]
    fn push(&mut self, mv: Move, order: impl Fn(Move) -> i32) {
        if Some(mv) != self.table_move {
            self.keys.push(key(order(mv), self.moves.len()));
            self.moves.push(mv);
        }
    }

    /// From now on, of the quiet moves of a staged list, hands out only those that give check: the node will not search others,
    /// and to order them would be wasted. `checks` is what the node knows of them.
    pub fn skip_quiet_except_checks(&mut self, position: &Position, checks: &mut Option<Checks>) {
        if self.only_checks.is_some() || !matches!(self.stage, Stage::Winning | Stage::Quiet) {
            return;
        }
        let checks = *checks.get_or_insert_with(|| position.checks());
        self.only_checks = Some(checks);
        if self.stage == Stage::Quiet {
            for (key, &mv) in self.keys.iter_mut().zip(&self.moves) {
                if *key != GONE && !position.gives_check(mv, &checks) {
                    *key = GONE;
                }
            }
        }
    }

    /// What the histories say of the move handed out last; nothing of a noisy one.
    #[inline]
    pub fn history<O: Observation>(
        &self,
        worker: &Worker<'_, O>,
        position: &Position,
        mv: Move,
        ply: usize,
    ) -> i32 {
        if is_noisy(mv) {
            return 0;
        }
        let Some(score) = self.score else { return QuietScores::new(worker, position, ply).history(mv) };
        order::history_in(score)
    }

    /// The best move left, ties in the order of the list.
    pub fn pick(&mut self) -> Option<Move> {
        let best = self.keys.iter().copied().fold(GONE, u32::max);
        if best == GONE {
            return None;
        }
        self.keys[place_of(best)] = GONE;
        self.score = Some(score_of(best));
        Some(self.moves[place_of(best)])
    }
}

/// The key of a move that is not to be had any more: below all others.
const GONE: u32 = 0;
/// Bits of a key that tell the place.
const PLACE: u32 = 9;
const LAST_PLACE: u32 = (1 << PLACE) - 1;
/// Less than any score.
const LOWEST: i32 = -(1 << 17);

/// Score above, place below and reversed: equal scores come out in the order of the list.
const fn key(score: i32, place: usize) -> u32 {
    debug_assert!(score > LOWEST && score < 1 << 22 && place < LAST_PLACE as usize);
    ((score - LOWEST) as u32) << PLACE | (LAST_PLACE - place as u32)
}

const fn score_of(key: u32) -> i32 {
    (key >> PLACE) as i32 + LOWEST
}

const fn place_of(key: u32) -> usize {
    (LAST_PLACE - (key & LAST_PLACE)) as usize
}

#[cfg(test)]
mod tests;
