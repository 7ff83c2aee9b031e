//! Rung 0: minimax, the definition of the right answer.
//!
//! **Idea.** The score of a position is the score of its best move. The score of a move is the score after
//! the opponent's best reply. At the horizon the evaluator returns the score. All higher exact rungs find the
//! same score with fewer nodes; the selective rungs search deeper in the same time. The code has negamax
//! form: each side maximises its own score, and a score for one side is the negated score for the other.
//!
//! **Risk.** The horizon effect: minimax does not see what happens one ply after its horizon. With b legal
//! moves per position, each additional ply takes b times as long; in chess b is about 35.
//!
//! **Cost and gain.** 29,747,147 nodes at depth 4 in the 50 bench positions. All higher rungs are compared
//! with this number.
//!
//! **Source.** The theorem is by von Neumann (1928), the chess program by Shannon (1950).
//!
//! This function is frozen: it has no clock, no table and no move ordering. Its [`Run`] argument counts
//! nodes, stops the search and stores the principal variation. The next rung is
//! [`alphabeta`](super::alphabeta).
//!
//! ```
//! use glulam::{position::Position, score::Score, search::{ChessGame, Run, Setup, minimax::minimax}};
//! use shakmaty::CastlingMode;
//!
//! // White mates with Ra8, because Black's pawns block the king.
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", CastlingMode::Standard)?;
//! let game = ChessGame { position, setup: &Setup::default() };
//! let value = minimax(&game, 1, 0, &mut Run::default()).expect("this run has no limit");
//! assert_eq!(value, Score::mate_in(1));
//! # Ok::<(), glulam::position::FenError>(())
//! ```

use super::{
    observe::reason::Reason,
    run::Run,
    types::{stop::Stop, window::Window},
};
use crate::{game::Game, score::Score};

/// Searches `game` to `depth` plies and returns its score from the side to move's point of view.
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
