//! What a node knows while its moves are searched.

use arrayvec::ArrayVec;

use crate::{
    position::{Checks, Move, is_noisy},
    score::Score,
    search::{
        layers::continuation_history::Context,
        types::window::{Bound, Window},
    },
};

/// Moves of a kind remembered as tried; more than this many before a cut teach nothing.
const MOST_TRIED: usize = 64;

/// The state of one node's move loop.
#[derive(Clone, Debug)]
pub struct Node {
    /// The window for the next child, told from this side: alpha rises with every better move.
    pub window: Window,
    /// Plies left to search.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// The best score so far, inside the window or not.
    pub best: Score,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// How many moves have been searched.
    pub tried: usize,
    /// The quiet moves among them, the last one included.
    pub quiets: ArrayVec<Move, MOST_TRIED>,
    /// The noisy ones.
    pub noisy: ArrayVec<Move, MOST_TRIED>,
    /// What it takes to give check, once somebody has asked.
    pub checks: Option<Checks>,
    /// The moves that led here, for the histories.
    pub context: Context,
    /// Whether the remembered move is noisy.
    pub table_takes: bool,
    alpha_asked: Score,
}

impl Node {
    /// A node none of whose moves has been searched.
    #[must_use]
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
            alpha_asked: window.alpha,
        }
    }

    /// Takes in the score of a move; whether it is better than what its player had.
    #[inline]
    pub fn search_gave(&mut self, mv: Move, score: Score) -> bool {
        self.tried += 1;
        let tried = if is_noisy(mv) { &mut self.noisy } else { &mut self.quiets };
        // When full, what is forgotten is only that a late move was tried in vain.
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

    /// Whether the opponent will not go here: a move has reached beta.
    #[inline]
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.best >= self.window.beta
    }

    /// What the best score says of the true value.
    #[must_use]
    pub fn bound(&self) -> Bound {
        Window { alpha: self.alpha_asked, beta: self.window.beta }.bound(self.best)
    }
}
