//! The rung `alpha-beta`: the same score as minimax with fewer nodes.
//!
//! **Idea.** One refutation of a move is enough. Alpha is the score that the side to move already has
//! elsewhere in the tree; beta is the score to which its opponent can already limit it elsewhere. A move that
//! scores at least beta ends its node (beta cutoff): the opponent will avoid this position, so the remaining
//! moves cannot matter. Alpha and beta form the search [`Window`].
//!
//! **Risk.** None: with an open window, alpha-beta returns the same score as minimax. The order of the moves
//! changes only the number of nodes that alpha-beta visits.
//!
//! **Gain.** With the best move first in every node, alpha-beta visits about the square root of
//! minimax's nodes. With the moves in the move generator's order, alpha-beta visits more nodes than that. At
//! depth 4, in the move generator's order, alpha-beta visits 36.1 times fewer nodes than minimax (geometric
//! mean over the 50 bench positions, evaluator `material`).
//!
//! **Source.** Alpha-beta was found several times independently: Newell, Shaw and Simon 1958, Samuel 1959,
//! Brudno 1963. Knuth and Moore (1975) prove alpha-beta correct and count the nodes of the minimal tree.
//!
//! The alpha-beta search is fail-soft: it may return a score outside the window, and that score is a bound on
//! minimax's score. The function `alphabeta` is frozen: it contains no layer, no transposition table and no
//! move ordering. The next rungs add layers to [the node](super::negamax). The node without layers visits the
//! same nodes as `alphabeta`.
//!
//! The example searches one position with an open window, with a zero window below the exact score, and with
//! a zero window above it. The two searches with a zero window return bounds:
//!
//! ```
//! use glulam::{chess::positions, search::{ChessGame, Run, Setup, alphabeta::alphabeta, types::window::Window}};
//!
//! let setup = Setup::default();
//! let game = ChessGame { position: positions::named("kiwipete").unwrap().position, setup: &setup };
//! let score = |window| alphabeta(&game, window, 2, 0, &mut Run::default()).expect("this run has no limit");
//! let exact = score(Window::OPEN);
//! assert!(score(Window::zero(exact - 100)) >= exact - 99); // fails high: a lower bound
//! assert!(score(Window::zero(exact + 100)) <= exact + 100); // fails low: an upper bound
//! ```
#![doc = concat!("\n# Pseudocode\n\n```text\n", include_str!("pseudocode/alpha_beta.txt"), "```")]

use super::{
    observe::reason::Reason,
    run::Run,
    types::{stop::Stop, window::Window},
};
use crate::chess::{game::Game, score::Score};

/// Searches `game` by alpha-beta to `depth` plies and returns its score from the side to move's point of
/// view.
///
/// A score strictly between alpha and beta of `window` equals minimax's score. A score of at most alpha is an
/// upper bound on minimax's score; a score of at least beta is a lower bound on minimax's score. `ply` is the
/// distance from the root.
///
/// # Errors
/// Returns [`Stop`] if `run` stops the search.
pub fn alphabeta<G: Game>(
    game: &G,
    window: Window,
    depth: i32,
    ply: usize,
    run: &mut Run<'_, G::Move>,
) -> Result<Score, Stop> {
    run.enter(ply, depth, window)?;

    let (value, reason) = if let Some(outcome) = game.outcome() {
        (outcome.score(ply), outcome.into())
    } else if depth == 0 {
        (game.evaluate(), Reason::Horizon)
    } else {
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut reason = Reason::SearchedAll;
        for mv in game.moves() {
            run.moving(mv);
            let below = -Window { alpha, beta: window.beta };
            best = best.max(-alphabeta(&game.play(mv), below, depth - 1, ply + 1, run)?);
            if best >= window.beta {
                reason = Reason::BetaCut;
                break;
            }
            alpha = alpha.max(best);
        }
        (best, reason)
    };

    Ok(run.leave(value, reason))
}
