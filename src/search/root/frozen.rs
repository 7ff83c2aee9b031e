//! Root search of the two frozen rungs, minimax and alpha-beta: searches each root move and, for alpha-beta,
//! raises alpha after each better move.
//!
//! "Frozen" means that minimax and alpha-beta are plain textbook functions without layers.

use super::chess_game::ChessGame;
use crate::{
    chess::{game::Game as _, position::Move, score::Score},
    search::{
        alphabeta::alphabeta,
        minimax::minimax,
        node::root_moves::RootMoves,
        observe::reason::Reason,
        run::Run,
        types::{stop::Stop, window::Window},
    },
};

/// Searches every root move, by alpha-beta if `prunes` is true, otherwise by minimax, and returns the best
/// score. `depth` is the search depth in plies, including the root move.
///
/// # Errors
/// [`Stop`] if the search must stop. After a stop, `root` contains the scores of the finished moves.
pub fn search_root(
    game: &ChessGame<'_>,
    prunes: bool,
    depth: i32,
    root: &mut RootMoves,
    run: &mut Run<'_, Move>,
) -> Result<Score, Stop> {
    run.enter_root(depth)?;
    root.begin();
    let mut window = Window::OPEN;
    let mut best = -Score::INFINITE;
    for mv in root.moves() {
        let nodes = run.nodes();
        run.moving(mv);
        let child = game.play(mv);
        let score = if prunes {
            -alphabeta(&child, -window, depth - 1, 1, run)?
        } else {
            -minimax(&child, depth - 1, 1, run)?
        };
        let better = score > best;
        if better {
            best = score;
            window.alpha = score;
        }
        root.record(mv, score, better, run.line(1), run.nodes() - nodes);
    }
    run.leave(best, Reason::SearchedAll);
    root.sort_by_score();
    Ok(best)
}
