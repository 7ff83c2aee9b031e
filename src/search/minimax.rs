//! Rung 0: minimax, the definition of the answer.
//!
//! *Idea.* The value of a position is the value of its best move; the value of a move is what the opponent's best reply
//! leaves of it. At the horizon the evaluator is asked. Everything above this rung only finds the same answer sooner,
//! or looks farther in the same time. Written in the negamax way: each side maximises, and what is good for one is as
//! bad for the other.
//!
//! *Source.* The idea is von Neumann's (1928), the program Shannon's (1950).
//!
//! *Risk.* The horizon: what happens one ply later is not seen. And with b moves to a position, a ply more costs b
//! times the time; in chess b is about 35.
//!
//! *Cost and gain.* 29,747,147 nodes to depth 4 in the 50 bench positions: the measure of everything above.
//!
//! Frozen: no clock, no table, no cleverness. Counting, stopping and the principal variation are left to the [`Run`]. The
//! way on is [`alphabeta`](super::alphabeta).
//!
//! ```
//! use glulam::{position::Position, score::Score, search::{ChessGame, Run, Setup, minimax::minimax}};
//! use shakmaty::CastlingMode;
//!
//! // The rook goes to a8, and the pawns before Black's king shut it in.
//! let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", CastlingMode::Standard)?;
//! let game = ChessGame { position, setup: &Setup::default() };
//! let value = minimax(&game, 1, 0, &mut Run::default()).expect("nothing stops it");
//! assert_eq!(value, Score::mate_in(1));
//! # Ok::<(), glulam::position::FenError>(())
//! ```

use super::{
    observe::reason::Reason,
    run::Run,
    types::{stop::Stop, window::Window},
};
use crate::{game::Game, score::Score};

/// The value of `game` for the side to move, looking `depth` plies ahead, `ply` plies from the root.
///
/// # Errors
/// [`Stop`] if `run` ends the search.
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
