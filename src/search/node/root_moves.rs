//! List of root moves: the moves of the root position, each with its score, principal variation and node
//! count.
//!
//! The root is [the node](crate::search::negamax) at ply 0 with its own move list. [Iterative
//! deepening](crate::search::layers::deepening) sorts the list after each iteration. The first move of the
//! list at the end of the search is the answer.

use std::cmp::Reverse;

use super::worker::Worker;
use crate::{
    chess::{
        position::{Move, MoveList, Position},
        score::Score,
    },
    search::{
        layers::{table, table_move},
        move_picker::order::{self, QuietScores},
        observe::{observer::Observation, progress::CurrentMove},
    },
};

/// One root move with its score, principal variation and node count.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Score of the root move in the last search of the root that finished a move. The score is exact if the
    /// move was the best when searched, beta if the move failed high, and an upper bound if the move was
    /// searched first and failed low. The score is `-INFINITE` if the move was searched later and did not
    /// raise alpha, or if the move has not been searched yet.
    pub score: Score,
    /// Principal variation that starts with this root move.
    pub line: Vec<Move>,
    /// Number of nodes visited in the subtree of this root move, over all iterations so far.
    pub nodes: u64,
}

impl RootMove {
    /// Whether the principal variation of this root move has as many plies as the mate that its score
    /// announces; `false` if the score is no mate score.
    pub fn reaches_mate(&self) -> bool {
        self.score.plies_to_mate() == Some(self.line.len())
    }
}

/// List of root moves, sorted after each iteration, best first.
#[derive(Clone, Debug, Default)]
pub struct RootMoves {
    list: Vec<RootMove>,
    /// Number of root moves searched in the current search of the root (an iteration or its latest
    /// re-search).
    searched: usize,
    /// Whether, in the current search of the root, at least one root move was searched and none has raised
    /// alpha so far.
    failed_low: bool,
    /// Number of root moves at the front of the list that have their score in this iteration (MultiPV). The
    /// search for the next variation excludes these root moves.
    placed: usize,
    /// Whether `searchmoves` or the tablebases selected the root moves, so that the list can lack legal
    /// moves.
    restricted: bool,
}

impl RootMoves {
    /// Creates a list of root moves in the given order, without scores.
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        let unsearched = |mv| RootMove { mv, score: -Score::INFINITE, line: vec![mv], nodes: 0 };
        Self { list: moves.into_iter().map(unsearched).collect(), ..Self::default() }
    }

    /// Returns the list, marked as selected by `searchmoves` or the tablebases if `restricted` is true.
    #[must_use]
    pub fn restricted(self, restricted: bool) -> Self {
        Self { restricted, ..self }
    }

    /// Returns the root moves to search, in list order. With MultiPV, the root moves of the variations
    /// already found in this iteration are excluded.
    pub fn moves(&self) -> MoveList {
        self.list[self.placed..].iter().map(|root_move| root_move.mv).collect()
    }

    /// Number of root moves in the list.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the list contains no root move.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the first `count` root moves of the list, or all root moves if the list is shorter.
    pub fn best(&self, count: usize) -> &[RootMove] {
        &self.list[..count.min(self.list.len())]
    }

    /// Whether a search of the root may now cover only some of the legal moves, so that the score of the
    /// search may not be the score of the root position.
    pub const fn is_partial(&self) -> bool {
        self.restricted || self.placed > 0
    }

    /// Starts an iteration, in which no root move is placed yet.
    pub fn begin_iteration(&mut self) {
        self.placed = 0;
    }

    /// Places the best of the remaining root moves among the placed ones, sorted by score (MultiPV). The next
    /// search of the root covers only the moves that still remain.
    pub fn fix_best(&mut self) {
        self.placed += 1;
        self.list[..self.placed].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// Returns the first (best) root move of the list; `None` if the list is empty.
    pub fn first(&self) -> Option<&RootMove> {
        self.list.first()
    }

    /// Starts a search of the root. Until the first root move of this search is finished, the root moves keep
    /// the scores of the previous search of the root. If a re-search is stopped before its first move is
    /// finished, the move that failed high therefore still has its score.
    pub fn begin(&mut self) {
        self.searched = 0;
        self.failed_low = false;
    }

    /// Records the searched root move `mv`. If `best` is true, `mv` is the best root move so far, and `below`
    /// is the principal variation after `mv`. `nodes` is the number of nodes visited below `mv` in this
    /// search.
    pub fn record(&mut self, mv: Move, score: Score, best: bool, below: &[Move], nodes: u64) {
        let first = self.searched == 0;
        self.searched += 1;
        self.failed_low = !best && (first || self.failed_low);
        if first {
            for root_move in &mut self.list[self.placed..] {
                root_move.score = -Score::INFINITE;
            }
        }
        if let Some(root_move) = self.list.iter_mut().find(|root_move| root_move.mv == mv) {
            root_move.nodes += nodes;
            root_move.score = if best || first { score } else { -Score::INFINITE };
            if best {
                root_move.line.truncate(1);
                root_move.line.extend_from_slice(below);
            }
        }
    }

    /// Sorts the root moves after a search that was stopped, like [`RootMoves::sort_by_score`]. If no
    /// searched move raised alpha, moves `completed_best`, the best move of the last complete iteration, to
    /// the front. Without this step, the first root move of the list could be a move that first failed high,
    /// was therefore searched first in the re-search, and then failed low.
    pub fn sort_after_stop(&mut self, completed_best: Option<Move>) {
        self.sort_by_score();
        if self.failed_low {
            self.move_to_front(completed_best);
        }
    }

    /// Puts the first move of `line`, a mating line proved by the mate solver, at the front of the list, with its
    /// line and score. The tablebases may have removed this move from the list.
    pub fn set_proved(&mut self, line: Vec<Move>, score: Score) {
        let Some(mv) = line.first().copied() else { return };
        self.list.retain(|root_move| root_move.mv != mv);
        self.list.insert(0, RootMove { mv, score, line, nodes: 0 });
    }

    /// Moves the root move `mv` to the front of the list. Does nothing if `mv` is `None` or not in the list.
    pub fn move_to_front(&mut self, mv: Option<Move>) {
        if let Some(place) = self.list.iter().position(|root_move| Some(root_move.mv) == mv) {
            self.list[..=place].rotate_right(1);
        }
    }

    /// Sorts the root moves of the last search of the root by score, best first. Root moves without a score
    /// keep their order. Returns `false`, without sorting, if the last search of the root finished no move.
    ///
    /// The best move of a stopped search is usable as well, because a search of the root starts with the best
    /// move of the last complete iteration or, after a fail high, with the move that failed high.
    pub fn sort_by_score(&mut self) -> bool {
        if self.searched == 0 {
            return false;
        }
        // The sort is stable: root moves that were not the best keep the order of earlier iterations.
        self.list[self.placed..].sort_by_key(|root_move| Reverse(root_move.score));
        true
    }
}

impl<O: Observation> Worker<'_, O> {
    /// Creates the list of root moves from `moves`, in the move order that the active layers give.
    pub(crate) fn order_root(&mut self, position: &Position, mut moves: Vec<Move>) -> RootMoves {
        let entry = table::probe(self, position, 0);
        let stored = table_move::find(self, position, entry.as_ref());
        let quiets = QuietScores::new(self, position, 0);
        moves.sort_by_cached_key(|mv| (Some(*mv) != stored, Reverse(order::score(self, *mv, &quiets))));
        RootMoves::new(moves)
    }

    /// Reports the root move that is searched next to the progress receiver. `before` is the number of root
    /// moves already searched.
    pub(crate) fn report_root_move(&mut self, mv: Move, before: usize) {
        let number = self.root.placed + before + 1;
        self.progress.root_move(CurrentMove { mv, number, depth: self.iteration });
    }

    /// Records the score of the searched root move `mv`. `nodes` is the thread's node count before the search
    /// of `mv`. `best` is whether the score raised alpha.
    pub(crate) fn record_root_move(&mut self, mv: Move, score: Score, best: bool, nodes: u64) {
        let subtree_nodes = self.nodes() - nodes;
        self.root.record(mv, score, best, self.pv.at(1), subtree_nodes);
    }
}

#[cfg(test)]
mod tests;
