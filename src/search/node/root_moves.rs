//! Root moves, with score, principal variation and node count of each.
//!
//! The root is [the node](crate::search::negamax) at ply 0 with its own move list. [Iterative
//! deepening](crate::search::layers::deepening) sorts the list after each iteration. The first move of the
//! list at the end of the search is the answer.

use std::cmp::Reverse;

use super::worker::Worker;
use crate::{
    position::{Move, MoveList, Position},
    score::Score,
    search::{
        layers::{table, table_move},
        move_picker::order::{self, QuietScores},
        observe::{observer::Observation, progress::CurrentMove},
    },
};

/// One root move.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Score in the current iteration. Exact if the move was the best when searched; beta if it failed high;
    /// an upper bound if it was searched first and failed low. `-INFINITE` if a better move was searched
    /// before, or if the move has not been searched yet.
    pub score: Score,
    /// Principal variation that starts with this move.
    pub line: Vec<Move>,
    /// Number of nodes in the subtree of this move, over all iterations.
    pub nodes: u64,
}

impl RootMove {
    /// Whether the principal variation is as long as the mate score requires.
    pub fn reaches_mate(&self) -> bool {
        self.score.plies_to_mate() == Some(self.line.len())
    }
}

/// List of root moves, sorted after each iteration, best first.
#[derive(Clone, Debug, Default)]
pub struct RootMoves {
    list: Vec<RootMove>,
    /// Number of moves searched in the current iteration or its latest re-search.
    searched: usize,
    /// Whether at least one move was searched and none has raised alpha so far.
    failed_low: bool,
    /// MultiPV: number of moves at the front whose rank in this iteration is final. The search for the next
    /// variation excludes them.
    placed: usize,
    /// Whether the list lacks some legal moves.
    restricted: bool,
}

impl RootMoves {
    /// Creates a list of these moves in this order.
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        let unsearched = |mv| RootMove { mv, score: -Score::INFINITE, line: vec![mv], nodes: 0 };
        Self { list: moves.into_iter().map(unsearched).collect(), ..Self::default() }
    }

    /// Returns the list with a mark whether it lacks some legal moves.
    #[must_use]
    pub fn restricted(self, restricted: bool) -> Self {
        Self { restricted, ..self }
    }

    /// Moves to search, in list order. With MultiPV, the moves of the better variations are excluded.
    pub fn moves(&self) -> MoveList {
        self.list[self.placed..].iter().map(|root_move| root_move.mv).collect()
    }

    /// Number of root moves.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The first `count` moves, or all moves if the list is shorter.
    pub fn best(&self, count: usize) -> &[RootMove] {
        &self.list[..count.min(self.list.len())]
    }

    /// Whether a search of the root now covers only some legal moves, so that its score is not the score of
    /// the position.
    pub const fn is_partial(&self) -> bool {
        self.restricted || self.placed > 0
    }

    /// Starts an iteration: no move has a final rank.
    pub fn begin_iteration(&mut self) {
        self.placed = 0;
    }

    /// MultiPV: makes the rank of the best searched move final. The next root search covers the remaining
    /// moves.
    pub fn fix_best(&mut self) {
        self.placed += 1;
        self.list[..self.placed].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// First move of the list; `None` if the list is empty.
    pub fn first(&self) -> Option<&RootMove> {
        self.list.first()
    }

    /// Starts a search of the root. Until its first move is finished, the moves keep the scores of the search
    /// before. If a re-search is stopped before that point, the move that failed high therefore still has its
    /// score.
    pub fn begin(&mut self) {
        self.searched = 0;
        self.failed_low = false;
    }

    /// Records a searched move. If `best`, the move is the best so far, and `below` is the principal
    /// variation after the move.
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

    /// Sorts the moves after a search that was stopped, like [`RootMoves::sort_by_score`]. If no searched
    /// move raised alpha, moves `completed_best`, the best move of the last complete iteration, to the front.
    /// This replaces a move that first failed high, was therefore searched first, and then failed low.
    pub fn sort_after_stop(&mut self, completed_best: Option<Move>) {
        self.sort_by_score();
        if self.failed_low {
            self.move_to_front(completed_best);
        }
    }

    /// Makes a proved variation the best, with its score. The proof comes from the mate solver.
    pub fn set_proved(&mut self, line: Vec<Move>, score: Score) {
        self.move_to_front(line.first().copied());
        if let Some(best) = self.list.first_mut() {
            (best.line, best.score) = (line, score);
        }
    }

    /// Moves `mv` to the front. Does nothing if `mv` is `None` or not in the list.
    pub fn move_to_front(&mut self, mv: Option<Move>) {
        if let Some(place) = self.list.iter().position(|root_move| Some(root_move.mv) == mv) {
            self.list[..=place].rotate_right(1);
        }
    }

    /// Sorts the moves of the last root search by score, best first. Moves without a score keep their order.
    /// Returns `false`, without a change, if the search finished no move.
    ///
    /// The best move also counts if the search was stopped, because the best move of the last complete
    /// iteration was searched first.
    pub fn sort_by_score(&mut self) -> bool {
        if self.searched == 0 {
            return false;
        }
        // The sort is stable: the moves that were not best keep the order of earlier iterations.
        self.list[self.placed..].sort_by_key(|root_move| Reverse(root_move.score));
        true
    }
}

impl<O: Observation> Worker<'_, O> {
    /// Creates the list of root moves, in the move order of the active layers.
    pub(crate) fn order_root(&mut self, position: &Position, mut moves: Vec<Move>) -> RootMoves {
        let entry = table::probe(self, position, 0);
        let stored = table_move::find(self, position, entry.as_ref());
        let quiets = QuietScores::new(self, position, 0);
        moves.sort_by_cached_key(|mv| (Some(*mv) != stored, Reverse(order::score(self, *mv, &quiets))));
        RootMoves::new(moves)
    }

    /// Reports the root move that is searched next. `before` is the number of moves already searched.
    pub(crate) fn report_root_move(&mut self, mv: Move, before: usize) {
        let number = self.root.placed + before + 1;
        self.progress.root_move(CurrentMove { mv, number, depth: self.iteration });
    }

    /// Records the score of a searched root move. `nodes` is the node count before its search.
    pub(crate) fn record_root_move(&mut self, mv: Move, score: Score, best: bool, nodes: u64) {
        let subtree_nodes = self.nodes() - nodes;
        self.root.record(mv, score, best, self.pv.at(1), subtree_nodes);
    }
}

#[cfg(test)]
mod tests;
