//! Rung 1: alpha-beta, the same answer with fewer nodes.
//!
//! One refutation is enough. If a reply already makes a move worse than what its player has elsewhere (alpha), it does not
//! matter how much worse: the other replies are skipped. With the best move first everywhere, about the square root
//! of minimax's nodes remain (Knuth and Moore 1975); in the generator's order, more.
//!
//! Fail-soft: a value outside the window is still a bound on the true value. Frozen: no clock, no table, no ordering.

use super::{
    watch::{Fact, Left, Reason, Stop, Visit, Watch},
    window::Window,
};
use crate::{game::Game, score::Score};

/// A value `v` of `game` for the side to move, looking `depth` plies ahead. Where `t` is minimax's value:
/// `alpha < v < beta` implies `v = t`, `v <= alpha` implies `t <= v`, and `v >= beta` implies `t >= v`.
///
/// # Errors
/// [`Stop`] if the watch ends the search.
pub fn alphabeta<G: Game>(
    game: &G,
    window: Window,
    depth: i32,
    ply: usize,
    watch: &mut impl Watch<G::Move>,
) -> Result<Score, Stop> {
    watch.enter(Visit { ply, depth, window, expected: None })?;

    if let Some(outcome) = game.outcome() {
        let value = outcome.score(ply);
        watch.leaf(ply);
        watch.leave(ply, Left { value, reason: outcome.into(), tried: 0 });
        return Ok(value);
    }
    if depth == 0 {
        let value = game.evaluate();
        watch.leaf(ply);
        watch.leave(ply, Left { value, reason: Reason::Horizon, tried: 0 });
        return Ok(value);
    }

    let mut alpha = window.alpha;
    let mut best = -Score::INFINITE;
    let mut tried = 0;
    for mv in game.moves() {
        tried += 1;
        watch.note(ply, Fact::Try(mv));
        let below = -Window { alpha, beta: window.beta };
        let value = -alphabeta(&game.play(mv), below, depth - 1, ply + 1, watch)?;
        best = best.max(value);
        if value >= window.beta {
            watch.leave(ply, Left { value, reason: Reason::BetaCut, tried });
            return Ok(value);
        }
        if value > alpha {
            alpha = value;
            watch.improve(ply, mv);
        }
    }
    watch.leave(ply, Left { value: best, reason: Reason::SearchedAll, tried });
    Ok(best)
}
