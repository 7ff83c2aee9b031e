//! The root of the frozen rungs: one search of each root move, with alpha passed on from move to move as inside.

use crate::{
    game::Game as _,
    position::Move,
    score::Score,
    search::{
        alphabeta::alphabeta,
        minimax::minimax,
        node::{pv_table::PvTable, root_moves::RootMoves},
        observe::{
            controlled::Controlled,
            observer::{Fact, Kind, Left, Reason, Visit, Watch},
        },
        root::chess_game::ChessGame,
        types::{stop::Stop, window::Window},
    },
};

/// Searches every root move to `depth` in all: by alpha-beta, or by minimax if not `prunes`.
///
/// # Errors
/// [`Stop`]; `root` then holds what was finished.
pub fn search_root<W: Watch<Move>>(
    game: &ChessGame<'_>,
    prunes: bool,
    depth: i32,
    root: &mut RootMoves,
    watch: &mut Controlled<'_, (PvTable<Move>, W)>,
) -> Result<Score, Stop> {
    Watch::<Move>::iteration(watch, depth);
    watch.enter(Visit { ply: 0, depth, window: Window::OPEN, expected: Some(Kind::Pv) })?;
    root.begin();
    let mut window = Window::OPEN;
    let mut best = -Score::INFINITE;
    for mv in root.moves() {
        let nodes = watch.control.nodes();
        watch.note(0, Fact::Try(mv));
        let child = game.play(mv);
        let score = if prunes {
            -alphabeta(&child, -window, depth - 1, 1, watch)?
        } else {
            -minimax(&child, depth - 1, 1, watch)?
        };
        let better = score > best;
        if better {
            best = score;
            window.alpha = score;
            watch.improve(0, mv);
        }
        root.note(mv, score, better, watch.watch.0.at(1), watch.control.nodes() - nodes);
    }
    watch.leave(0, Left { value: best, reason: Reason::SearchedAll, tried: root.moves().len() });
    root.settle();
    Ok(best)
}
