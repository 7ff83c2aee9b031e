//! State of the move loop of one node.

use arrayvec::ArrayVec;

use crate::{
    position::{Checks, Move, Position, is_noisy},
    score::Score,
    search::types::{
        piece_to::Context,
        window::{Bound, Window},
    },
};

/// Maximum number of searched quiet moves, and of searched noisy moves, that a node stores for the histories.
const MOST_TRIED: usize = 64;

/// State of the move loop of one node.
#[derive(Clone, Debug)]
pub struct Node {
    /// Search window for the next child, from this node's point of view. Alpha rises with every better move.
    pub window: Window,
    /// Remaining depth, in plies.
    pub depth: i32,
    /// Distance from the root, in plies.
    pub ply: usize,
    /// Best score so far; it can lie outside the window (fail-soft).
    pub best: Score,
    /// Last move that scored above alpha, including a move that caused a beta cutoff.
    pub best_move: Option<Move>,
    /// Number of moves searched so far.
    pub tried: usize,
    /// Quiet moves searched so far, including the last one.
    pub quiets: ArrayVec<Move, MOST_TRIED>,
    /// Noisy moves (captures and queen promotions) searched so far.
    pub noisy: ArrayVec<Move, MOST_TRIED>,
    /// Squares and lines from which a move gives check, computed on first use.
    pub checks: Option<Checks>,
    /// Preceding moves, as the index of the continuation histories.
    pub context: Context,
    /// Whether the TT move is noisy.
    pub table_takes: bool,
    /// Alpha at the start of the move loop.
    original_alpha: Score,
}

impl Node {
    /// Creates the state before the first move.
    pub fn new(window: Window, depth: i32, ply: usize, context: Context) -> Self {
        Self {
            window,
            depth,
            ply,
            best: -Score::INFINITE,
            best_move: None,
            tried: 0,
            quiets: ArrayVec::new(),
            noisy: ArrayVec::new(),
            checks: None,
            context,
            table_takes: false,
            original_alpha: window.alpha,
        }
    }

    /// Records a searched move and its score. Returns whether the score raises alpha.
    #[inline]
    pub fn update(&mut self, mv: Move, score: Score) -> bool {
        self.tried += 1;
        let tried = if is_noisy(mv) { &mut self.noisy } else { &mut self.quiets };
        // If the list is full, only the malus of a late move is lost.
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

    /// Changes of the quiet histories after `best` caused a beta cutoff: `bonus` for `best` and `-bonus` for
    /// the quiet moves searched before. Empty if `best` is noisy.
    #[inline]
    pub fn quiet_changes(&self, best: Move, bonus: i32) -> impl Iterator<Item = (Move, i32)> {
        let quiets: &[Move] = if is_noisy(best) { &[] } else { &self.quiets };
        changes(quiets, best, bonus)
    }

    /// Changes of the capture history after `best` caused a beta cutoff: `bonus` for `best` and `-bonus` for
    /// the noisy moves searched before, even if `best` is quiet.
    #[inline]
    pub fn noisy_changes(&self, best: Move, bonus: i32) -> impl Iterator<Item = (Move, i32)> {
        changes(&self.noisy, best, bonus)
    }

    /// Whether a move gives check.
    #[inline]
    pub fn gives_check(&mut self, position: &Position, mv: Move) -> bool {
        let checks = self.checks.get_or_insert_with(|| position.checks());
        position.gives_check(mv, checks)
    }

    /// Whether a move has reached beta (a beta cutoff).
    #[inline]
    pub fn is_cut(&self) -> bool {
        self.best >= self.window.beta
    }

    /// Type of bound that the best score is, relative to the original window.
    pub fn bound(&self) -> Bound {
        Window { alpha: self.original_alpha, beta: self.window.beta }.bound(self.best)
    }
}

#[inline]
fn changes(moves: &[Move], best: Move, bonus: i32) -> impl Iterator<Item = (Move, i32)> {
    moves.iter().map(move |&mv| (mv, if mv == best { bonus } else { -bonus }))
}
