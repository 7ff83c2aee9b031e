//! Rung 1: alpha-beta, the same answer with fewer nodes.
//!
//! *Idea.* One refutation is enough. If a reply already makes a move worse than what its player has elsewhere (alpha),
//! it does not matter how much worse: the other replies are skipped. Alpha and beta travel as a [`Window`].
//!
//! *Source.* Found several times over: Newell, Shaw and Simon 1958, Samuel 1959, Brudno 1963. The proof, and the count of
//! what remains: Knuth and Moore 1975.
//!
//! *Risk.* None: the value is minimax's. What is saved hangs on the order of the moves alone.
//!
//! *Cost and gain.* With the best move first everywhere, about the square root of minimax's nodes remain; in the
//! generator's order, more: at depth 4 in the 50 bench positions 36.1 times fewer than minimax (geometric mean,
//! `material`).
//!
//! Fail-soft: a value outside the window is still a bound on the true value. Frozen: no clock, no table, no ordering.
//! The way on is [the node](super::negamax), which without layers is this function again.
//!
//! With a window that shuts the true value out, the answer is a bound on the right side:
//!
//! ```
//! use glulam::{positions, search::{ChessGame, Run, Setup, alphabeta::alphabeta, types::window::Window}};
//!
//! let setup = Setup::default();
//! let game = ChessGame { position: positions::named("kiwipete").unwrap().position, setup: &setup };
//! let value = |window| alphabeta(&game, window, 2, 0, &mut Run::default()).expect("nothing stops it");
//! let truth = value(Window::OPEN);
//! assert!(value(Window::zero(truth - 100)) >= truth - 99); // "more than that": so it is
//! assert!(value(Window::zero(truth + 100)) <= truth + 100); // "more than that": it is not
//! ```

use super::{
    observe::reason::Reason,
    run::Run,
    types::{stop::Stop, window::Window},
};
use crate::{game::Game, score::Score};

/// A value `v` of `game` for the side to move, looking `depth` plies ahead. Where `t` is minimax's value:
/// `alpha < v < beta` implies `v = t`, `v <= alpha` implies `t <= v`, and `v >= beta` implies `t >= v`.
///
/// # Errors
/// [`Stop`] if `run` ends the search.
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
