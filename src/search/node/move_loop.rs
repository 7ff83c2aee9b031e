//! What a node knows while its moves are searched.

use arrayvec::ArrayVec;

use crate::{
    position::{Checks, Move, Position, is_noisy},
    score::Score,
    search::types::{
        piece_to::Context,
        window::{Bound, Window},
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
    pub fn update(&mut self, mv: Move, score: Score) -> bool {
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

    /// What the histories learn of the quiet moves when `best` has cut the node: it gains `bonus`, the moves tried before it lose as
    /// much. Nothing if `best` is noisy.
    #[inline]
    pub fn quiet_changes(&self, best: Move, bonus: i32) -> impl Iterator<Item = (Move, i32)> {
        let quiets: &[Move] = if is_noisy(best) { &[] } else { &self.quiets };
        changes(quiets, best, bonus)
    }

    /// The same of the noisy moves; those tried in vain lose even if `best` is quiet.
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

    /// Whether the opponent will not go here: a move has reached beta.
    #[inline]
    pub fn is_cut(&self) -> bool {
        self.best >= self.window.beta
    }

    /// What the best score says of the true value.
    pub fn bound(&self) -> Bound {
        Window { alpha: self.alpha_asked, beta: self.window.beta }.bound(self.best)
    }
}

#[inline]
fn changes(moves: &[Move], best: Move, bonus: i32) -> impl Iterator<Item = (Move, i32)> {
    moves.iter().map(move |&mv| (mv, if mv == best { bonus } else { -bonus }))
}
