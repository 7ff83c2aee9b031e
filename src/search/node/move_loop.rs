//! State of the move loop of one main search node: search window, best score and searched moves.

use arrayvec::ArrayVec;

use crate::{
    chess::{
        position::{Checks, Move, Position, is_noisy},
        score::Score,
    },
    search::types::{
        piece_to::Context,
        window::{Bound, Window},
    },
};

/// Capacity of each of a node's two lists of searched moves, one for quiet and one for noisy moves. Moves
/// beyond the capacity are not listed.
const MOST_TRIED: usize = 64;

/// State of the move loop of one node.
#[derive(Clone, Debug)]
pub struct Node {
    /// Search window for the next child, from this node's point of view. Alpha rises with every move that
    /// scores above alpha and below beta.
    pub window: Window,
    /// Remaining depth of the node, in plies.
    pub depth: i32,
    /// Distance of the node from the root, in plies.
    pub ply: usize,
    /// Best score of the moves searched so far; the best score can lie outside the search window (fail-soft).
    pub best: Score,
    /// Last move that scored above alpha, including a move that caused a beta cutoff; `None` if no move
    /// scored above alpha.
    pub best_move: Option<Move>,
    /// Number of moves searched so far.
    pub tried: usize,
    /// Number of moves pruned so far.
    pub pruned: usize,
    /// The first 64 quiet moves searched at this node, in search order, including the last searched move if
    /// it is quiet and one of the 64.
    pub quiets: ArrayVec<Move, MOST_TRIED>,
    /// The first 64 noisy moves (captures and queen promotions) searched at this node, in search order.
    pub noisy: ArrayVec<Move, MOST_TRIED>,
    /// Squares and lines from which a move gives check, computed on first use.
    pub checks: Option<Checks>,
    /// Moves one, two and four plies before the node, which index the continuation history.
    pub context: Context,
    /// Whether the TT move of the node is noisy (a capture or queen promotion).
    pub table_takes: bool,
    /// Alpha of the search window at the start of the move loop.
    original_alpha: Score,
}

impl Node {
    /// Creates the state of a move loop before its first move is searched.
    pub fn new(window: Window, depth: i32, ply: usize, context: Context) -> Self {
        Self {
            window,
            depth,
            ply,
            best: -Score::INFINITE,
            best_move: None,
            tried: 0,
            pruned: 0,
            quiets: ArrayVec::new(),
            noisy: ArrayVec::new(),
            checks: None,
            context,
            table_takes: false,
            original_alpha: window.alpha,
        }
    }

    /// Number of the next move in the search order of the node, from 1. Pruned moves count, but not the moves
    /// that the move picker skips.
    #[inline]
    pub fn move_number(&self) -> usize {
        self.tried + self.pruned + 1
    }

    /// Records the searched move `mv` and its score. Returns whether the score is above alpha.
    #[inline]
    pub fn update(&mut self, mv: Move, score: Score) -> bool {
        self.tried += 1;
        let tried = if is_noisy(mv) { &mut self.noisy } else { &mut self.quiets };
        // If the list of searched moves is full, the move gets no history bonus or malus at this node.
        let _ = tried.try_push(mv);
        self.best = self.best.max(score);
        let raised = score > self.window.alpha;
        if raised {
            self.best_move = Some(mv);
            if score < self.window.beta {
                self.window.alpha = score;
            }
        }
        raised
    }

    /// Returns the changes of the histories of quiet moves: `bonus` for the best move `best` and `-bonus` for
    /// all other quiet moves searched at the node, as far as [`Node::quiets`] lists them. The result is empty
    /// if `best` is noisy.
    #[inline]
    pub fn quiet_changes(&self, best: Move, bonus: i32) -> impl Iterator<Item = (Move, i32)> {
        let quiets: &[Move] = if is_noisy(best) { &[] } else { &self.quiets };
        changes(quiets, best, bonus)
    }

    /// Returns the changes of the capture history: `bonus` for the best move `best` if it is noisy, and
    /// `-bonus` for all other noisy moves searched at the node, even if `best` is quiet, as far as
    /// [`Node::noisy`] lists them.
    #[inline]
    pub fn noisy_changes(&self, best: Move, bonus: i32) -> impl Iterator<Item = (Move, i32)> {
        changes(&self.noisy, best, bonus)
    }

    /// Whether the move `mv` gives check in `position`, the position of the node.
    #[inline]
    pub fn gives_check(&mut self, position: &Position, mv: Move) -> bool {
        let checks = self.checks.get_or_insert_with(|| position.checks());
        position.gives_check(mv, checks)
    }

    /// Whether the best score has reached beta, so that the node ends with a beta cutoff.
    #[inline]
    pub fn is_cut(&self) -> bool {
        self.best >= self.window.beta
    }

    /// Returns whether the best score is exact, a lower bound or an upper bound, relative to the window at
    /// the start of the move loop.
    pub fn bound(&self) -> Bound {
        Window { alpha: self.original_alpha, beta: self.window.beta }.bound(self.best)
    }
}

#[inline]
fn changes(moves: &[Move], best: Move, bonus: i32) -> impl Iterator<Item = (Move, i32)> {
    moves.iter().map(move |&mv| (mv, if mv == best { bonus } else { -bonus }))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::search::types::piece_to::PieceTo;

    #[test]
    fn the_best_move_gets_a_bonus_and_every_other_searched_move_a_malus() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        let moves = ["e4d5", "e1e2", "e4e5"].map(|text| position.parse_move(text).expect("legal"));
        let [capture, king, push] = moves;
        let mut node = Node::new(Window::OPEN, 3, 0, [PieceTo::NONE; 3]);
        for (mv, score) in moves.into_iter().zip(1..) {
            node.update(mv, Score::cp(score));
        }
        assert_eq!(node.quiet_changes(push, 80).collect::<Vec<_>>(), [(king, -80), (push, 80)]);
        assert_eq!(node.noisy_changes(push, 80).collect::<Vec<_>>(), [(capture, -80)]);
        assert_eq!(node.noisy_changes(capture, 80).collect::<Vec<_>>(), [(capture, 80)]);
        assert_eq!(node.quiet_changes(capture, 80).count(), 0, "a capture says nothing about quiet moves");
    }

    #[test]
    fn a_score_that_reaches_beta_is_a_lower_bound_and_one_that_does_not_raise_alpha_an_upper_bound() {
        let mv = Position::start().legal_moves()[0];
        let window = Window { alpha: Score::cp(10), beta: Score::cp(50) };
        for (score, bound) in [(10, Bound::Upper), (30, Bound::Exact), (50, Bound::Lower)] {
            let mut node = Node::new(window, 3, 0, [PieceTo::NONE; 3]);
            node.update(mv, Score::cp(score));
            assert_eq!(node.bound(), bound, "{score}");
        }
    }
}
