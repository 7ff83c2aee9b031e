//! The root: its moves, with what each iteration found out about them.
//!
//! The root is [the node](crate::search::negamax) at ply 0, with a list of its own: [deepening](crate::search::layers::deepening)
//! orders it from depth to depth, and what it holds when the search ends is the answer.

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

/// One move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in the running iteration: exact if it was best when searched, the end of the window if it lay beyond,
    /// `-INFINITE` if it was not the best, or has not been searched.
    pub score: Score,
    /// The line it begins.
    pub line: Vec<Move>,
    /// Nodes below it, over all iterations.
    pub nodes: u64,
}

impl RootMove {
    /// Whether the line goes on until the mate that the score tells.
    pub fn reaches_mate(&self) -> bool {
        self.score.plies_to_mate() == Some(self.line.len())
    }
}

/// The moves of the root, best first after each iteration.
#[derive(Clone, Debug, Default)]
pub struct RootMoves {
    list: Vec<RootMove>,
    /// Moves searched in the running iteration (or its latest re-search).
    searched: usize,
    /// No move of it was worth more than alpha so far, though the one in front was searched.
    fell: bool,
    /// Moves in front whose place in this iteration is known: the better lines, left out while the next is looked for.
    placed: usize,
    /// Some legal moves are not in the list at all.
    restricted: bool,
}

impl RootMoves {
    /// The given moves, in the given order.
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        let fresh = |mv| RootMove { mv, score: -Score::INFINITE, line: vec![mv], nodes: 0 };
        Self { list: moves.into_iter().map(fresh).collect(), ..Self::default() }
    }

    /// The same, told that they are not all the legal ones if `restricted`.
    #[must_use]
    pub fn restricted(self, restricted: bool) -> Self {
        Self { restricted, ..self }
    }

    /// The moves to search, in the present order: all but those of better lines.
    pub fn moves(&self) -> MoveList {
        self.list[self.placed..].iter().map(|root_move| root_move.mv).collect()
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The best so many moves, or all there are.
    pub fn best(&self, count: usize) -> &[RootMove] {
        &self.list[..count.min(self.list.len())]
    }

    /// Whether the value of a search now is that of some moves only, and not of the position.
    pub const fn is_partial(&self) -> bool {
        self.restricted || self.placed > 0
    }

    /// An iteration begins: no place is known yet.
    pub fn begin_iteration(&mut self) {
        self.placed = 0;
    }

    /// The best of the moves to search has its place; the next line is looked for among the others.
    pub fn fix_best(&mut self) {
        self.placed += 1;
        self.list[..self.placed].sort_by_key(|root_move| Reverse(root_move.score));
    }

    /// The move in front; `None` if there is none at all.
    pub fn first(&self) -> Option<&RootMove> {
        self.list.first()
    }

    /// A search of the root begins. Scores are those of the search before until the first move is done: should a re-search
    /// with a wider window get no farther, what failed high has its score still.
    pub fn begin(&mut self) {
        self.searched = 0;
        self.fell = false;
    }

    /// A move was searched; `best` says that it is the best so far, with the line below it.
    pub fn record(&mut self, mv: Move, score: Score, best: bool, below: &[Move], nodes: u64) {
        let first = self.searched == 0;
        self.searched += 1;
        self.fell = !best && (first || self.fell);
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

    /// A search was cut off: as [`RootMoves::sort_by_score`], but a move that failed high at first, came to the front for it and
    /// then fell below alpha gives way to `told`, the best move of the last complete iteration.
    pub fn sort_after_stop(&mut self, told: Option<Move>) {
        self.sort_by_score();
        if self.fell {
            self.move_to_front(told);
        }
    }

    /// A line and its value are known from elsewhere: it is the best.
    pub fn set_proved(&mut self, line: Vec<Move>, score: Score) {
        self.move_to_front(line.first().copied());
        if let Some(best) = self.list.first_mut() {
            (best.line, best.score) = (line, score);
        }
    }

    /// Puts a move in front; nothing happens if there is none.
    pub fn move_to_front(&mut self, mv: Option<Move>) {
        if let Some(place) = self.list.iter().position(|root_move| Some(root_move.mv) == mv) {
            self.list[..=place].rotate_right(1);
        }
    }

    /// Puts the best move of the search before the others that were to be searched; those keep their order.
    ///
    /// This also serves a search that was cut off: its best move counts, because the best line of the last
    /// complete iteration was searched first. If not even that was finished, nothing changes. Whether it counted.
    pub fn sort_by_score(&mut self) -> bool {
        if self.searched == 0 {
            return false;
        }
        // Stable: among the moves that were not best, the order of earlier iterations stays.
        self.list[self.placed..].sort_by_key(|root_move| Reverse(root_move.score));
        true
    }
}

impl<O: Observation> Worker<'_, O> {
    /// The given root moves in the order the layers that are on would try them.
    pub(crate) fn order_root(&mut self, position: &Position, mut moves: Vec<Move>) -> RootMoves {
        let entry = table::probe(self, position, 0);
        let stored = table_move::find(self, position, entry.as_ref());
        let quiets = QuietScores::new(self, position, 0);
        moves.sort_by_cached_key(|mv| (Some(*mv) != stored, Reverse(order::score(self, *mv, &quiets))));
        RootMoves::new(moves)
    }

    /// Reports the root move that is searched next, after `before` others.
    pub(crate) fn report_root_move(&mut self, mv: Move, before: usize) {
        let number = self.root.placed + before + 1;
        self.progress.root_move(CurrentMove { mv, number, depth: self.iteration });
    }

    /// Notes the score of a root move that has just been searched, `nodes` having been visited before it.
    pub(crate) fn record_root_move(&mut self, mv: Move, score: Score, best: bool, nodes: u64) {
        let spent = self.nodes() - nodes;
        self.root.record(mv, score, best, self.pv.at(1), spent);
    }
}

#[cfg(test)]
mod tests;
