//! The rung `minimax`: the definition of the right answer.
//!
//! **Idea.** The score of a position is the score of the best legal move. The score of a move is the score
//! after the opponent's best reply. At the horizon the score comes from the evaluator. All higher exact rungs
//! find the same score as minimax, on average with fewer nodes in the last iteration; the selective rungs may
//! change the score, to search deeper in the same time or to avoid errors of minimax. The function `minimax`
//! has negamax form: each side maximises its own score, and a score for one side is the negated score for the
//! other.
//!
//! **Risk.** Minimax suffers from the horizon effect: it misses everything that happens after its last ply.
//! With b legal moves per position, each additional ply of depth takes b times as long; in chess b is about
//! 35.
//!
//! **Gain.** None: minimax visits 29,747,147 nodes at depth 4 in the 50 bench positions together.
//!
//! **Source.** The minimax theorem is by von Neumann (1928); Shannon (1950) described a chess program that
//! uses minimax.
//!
//! The function `minimax` is frozen: it contains no layer, no transposition table and no move ordering. Its
//! [`Run`] argument counts nodes, stops the search at a limit and stores the principal variation. The rung
//! above `minimax` is [`alphabeta`](super::alphabeta).
//!
//! ```
//! use glulam::{chess::{position::Position, score::Score}, search::{ChessGame, Run, Setup, minimax::minimax}};
//! use shakmaty::CastlingMode;
//!
//! // White mates with Ra8, because Black's pawns block the king.
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", CastlingMode::Standard)?;
//! let game = ChessGame { position, setup: &Setup::default() };
//! let value = minimax(&game, 1, 0, &mut Run::default()).expect("this run has no limit");
//! assert_eq!(value, Score::mate_in(1));
//! # Ok::<(), glulam::chess::position::FenError>(())
//! ```
#![doc = concat!("\n# Pseudocode\n\n```text\n", include_str!("pseudocode/minimax.txt"), "```")]

use super::{
    observe::reason::Reason,
    run::Run,
    types::{stop::Stop, window::Window},
};
use crate::chess::{game::Game, score::Score};

/// Searches `game` by minimax to `depth` plies and returns its score from the side to move's point of view.
///
/// `ply` is the distance from the root.
///
/// # Errors
/// Returns [`Stop`] if `run` stops the search.
pub fn minimax<G: Game>(game: &G, depth: i32, ply: usize, run: &mut Run<'_, G::Move>) -> Result<Score, Stop> {
    run.enter(ply, depth, Window::OPEN)?;

    let (value, reason) = if let Some(outcome) = game.outcome() {
        (outcome.score(ply), outcome.into())
    } else if depth == 0 {
        (game.evaluate(), Reason::Horizon)
    } else {
        let mut best = -Score::INFINITE;
        for mv in game.moves() {
            run.moving(mv);
            best = best.max(-minimax(&game.play(mv), depth - 1, ply + 1, run)?);
        }
        (best, Reason::SearchedAll)
    };

    Ok(run.leave(value, reason))
}
