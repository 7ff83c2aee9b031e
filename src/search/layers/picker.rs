//! The moves of a node, likeliest refutation first: when to generate them, when to score them, which is next.
//!
//! Scores ([`ordering`](super::ordering)) are given once and the best is picked when asked for: most nodes end after a few moves,
//! and sorting the rest would be wasted. With `exchange-ordering` not even the quiet moves are generated before the captures
//! have failed (staged generation: Heinz's Dark Thought and everybody since).

use arrayvec::ArrayVec;

use super::{Layer, continuation::Context, ordering::history_in};
use crate::{
    position::{Checks, Move, MoveList, Position, exchange, is_noisy},
    search::{frame::context, watch::Watch, worker::Worker},
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
    /// Score and place in one number, so that the order is total and picking is finding the greatest.
    keys: ArrayVec<u64, MOST_MOVES>,
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
    #[must_use]
    pub fn new(table_move: Option<Move>) -> Self {
        let stage = if table_move.is_some() { Stage::TableMove } else { Stage::Generate };
        let (moves, keys, losing) = (MoveList::new(), ArrayVec::new(), ArrayVec::new());
        Self { table_move, stage, moves, keys, losing, lost: 0, score: None, only_checks: None }
    }

    /// The noisy moves alone, for quiescence.
    #[must_use]
    pub fn noisy() -> Self {
        Self { stage: Stage::Noisy, ..Self::new(None) }
    }

    /// The given moves in the given order: those of the root.
    #[must_use]
    pub fn listed(moves: MoveList) -> Self {
        let keys = (0..moves.len()).map(|place| key(0, place)).collect();
        Self { stage: Stage::Root, moves, keys, ..Self::new(None) }
    }

    /// The next move. `ply` tells which killers and which earlier moves to ask.
    pub fn next<W: Watch<Move>>(
        &mut self,
        worker: &Worker<'_, W>,
        position: &Position,
        ply: usize,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::Generate;
                    return self.table_move;
                }
                Stage::Generate if worker.has(Layer::ExchangeOrdering) && !position.is_check() => {
                    position.noisy_moves(&mut self.moves);
                    self.rank(worker, position, ply);
                    self.stage = Stage::Winning;
                }
                Stage::Generate => {
                    self.list(position, |_, _| true);
                    self.rank(worker, position, ply);
                    self.stage = Stage::Listed;
                }
                Stage::Noisy => {
                    position.noisy_moves(&mut self.moves);
                    self.rank(worker, position, ply);
                    self.stage = Stage::Listed;
                }
                Stage::Winning => match self.pick() {
                    Some(mv) if exchange::at_least(position, mv, 0) => return Some(mv),
                    Some(mv) => self.losing.push(mv),
                    None => {
                        self.list(position, |picker, mv| {
                            let checks = picker.only_checks.as_ref();
                            !is_noisy(mv) && checks.is_none_or(|checks| position.gives_check(mv, checks))
                        });
                        self.rank(worker, position, ply);
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

    /// Takes the legal moves that are wanted into the list, one by one: to move the generator's whole list, 2 KB, costs more than
    /// the few moves in it.
    #[inline]
    fn list(&mut self, position: &Position, wanted: impl Fn(&Self, Move) -> bool) {
        self.moves.clear();
        for &mv in &position.legal_moves() {
            if wanted(self, mv) {
                self.moves.push(mv);
            }
        }
    }

    /// From now on, of the quiet moves of a staged list, hands out only those that give check: the node will not search others,
    /// and to order them would be wasted. `checks` is what the node knows of them.
    pub fn leave_only_checks(&mut self, position: &Position, checks: &mut Option<Checks>) {
        if self.only_checks.is_some() || !matches!(self.stage, Stage::Winning | Stage::Quiet) {
            return;
        }
        let checks = *checks.get_or_insert_with(|| position.checks());
        self.only_checks = Some(checks);
        if self.stage == Stage::Quiet {
            let moves = &self.moves;
            self.keys.retain(|key| position.gives_check(moves[place_of(*key)], &checks));
        }
    }

    /// Scores the moves of the list, the table's left out.
    fn rank<W: Watch<Move>>(&mut self, worker: &Worker<'_, W>, position: &Position, ply: usize) {
        let quiets = worker.quiet_histories(position.turn(), context(&worker.frames, ply));
        for (place, &mv) in self.moves.iter().enumerate() {
            if Some(mv) != self.table_move {
                self.keys.push(key(worker.order(position, mv, ply, quiets), place));
            }
        }
    }

    /// What the histories say of the move handed out last; nothing of a noisy one.
    #[inline]
    pub fn history<W: Watch<Move>>(
        &self,
        worker: &Worker<'_, W>,
        position: &Position,
        mv: Move,
        context: Context,
    ) -> i32 {
        if is_noisy(mv) {
            return 0;
        }
        let Some(score) = self.score else { return worker.quiet_histories(position.turn(), context).of(mv) };
        history_in(score)
    }

    /// The best move left, ties in the order of the list.
    pub fn pick(&mut self) -> Option<Move> {
        let (at, best) = self.keys.iter().copied().enumerate().max_by_key(|(_, key)| *key)?;
        self.keys.swap_remove(at);
        self.score = Some(score_of(best));
        Some(self.moves[place_of(best)])
    }
}

/// Score above, place below and reversed: equal scores come out in the order of the list.
const fn key(score: i32, place: usize) -> u64 {
    let score = (score as i64 - i32::MIN as i64) as u64;
    score << 16 | (0xffff - place as u64)
}

const fn score_of(key: u64) -> i32 {
    ((key >> 16) as i64 + i32::MIN as i64) as i32
}

const fn place_of(key: u64) -> usize {
    (0xffff - (key & 0xffff)) as usize
}

#[cfg(test)]
mod tests;
