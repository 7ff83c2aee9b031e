//! `null-move`: if passing is good enough, moving will be.
//!
//! *Idea.* In nearly every position to have the move is worth something. If the opponent may move twice in a row and,
//! searched less deep, still cannot bring the score below beta, a real move will not either.
//!
//! *Source.* Beal 1989; Donninger 1993.
//!
//! *When.* Where a cut is expected, not in check, not twice in a row, from [`MIN_DEPTH`] on, when the static value
//! exceeds beta by a margin that shrinks with the depth, and with a piece beyond pawns. How much less deep:
//! [`NUMBERS`]. From [`VERIFIED_DEPTH`] on a search without passing has to confirm the cut.
//!
//! *Where.* Step 5 of [the node](crate::search::negamax), after [`reverse_futility`](super::reverse_futility), which is
//! cheaper.
//!
//! *Risk.* Zugzwang: where having to move is the whole trouble, the pass is the best move on the board, and the premise
//! false. That happens mostly with kings and pawns alone, hence the piece; else the confirming search has to see it. A
//! threat deeper than the reduced search is missed as well.
//!
//! *Cost and gain.* +19 ± 32 (300 games at 20,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search
//! against itself without the layer); the rung against `check-evasion` −2 ± 24 (400 games at 10,000 nodes a move,
//! `classical`, UHO openings, 2026-11-20). At so few nodes a pass has little room to pay; kept on the word of every
//! engine that has it.
//!
//! *Tried and lost.* In every node that may be cut, without the margin: −10 ± 28 (400 games, likewise).
//!
//! Why the pass is not tried with pawns alone, the trébuchet: whoever is to move loses a pawn.
//!
//! ```
//! use glulam::{position::Position, score::Score, search};
//! use shakmaty::CastlingMode;
//!
//! let white = Position::from_fen("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", CastlingMode::Standard)?;
//! let black = white.pass().unwrap();
//! let value = |position| search::ask(position, "check-evasion".parse().unwrap(), 7).unwrap().report.score;
//! assert!(value(&white) < Score::DRAW);
//! // After a pass White stands better: here the pass would be no lower bound but a gift.
//! assert!(-value(&black) > Score::DRAW);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use shakmaty::{Color, Role};

use crate::{
    position::Position,
    score::Score,
    search::{
        node::{static_eval::StaticEval, worker::Worker},
        observe::observer::Observation,
        tunable::tunables,
        types::{
            node_type::{Kind, NodeType},
            stop::Stop,
            window::Window,
        },
    },
};

tunables! { "null_move":
    /// Plies of reduction,
    base = 4, 2..=6, 1;
    /// one more for so many of depth,
    depth_divisor = 3, 2..=6, 1;
    /// and for so many centipawns above beta.
    margin = 255, 80..=500, 20;
    /// The static value must exceed beta by so much, less so much a ply of depth.
    above = 97, 0..=400, 20;
    above_by_depth = 11, 0..=50, 3;
}

/// No pass below this depth.
pub const MIN_DEPTH: i32 = 3;
const MOST_BY_MARGIN: i32 = 3;
/// From this depth on a cut has to be confirmed.
pub const VERIFIED_DEPTH: i32 = 16;

impl<O: Observation> Worker<'_, O> {
    /// The score of a node that passing already cuts; `None` if it does not, or may not be tried.
    pub(crate) fn null_move<N: NodeType>(
        &mut self,
        position: &Position,
        beta: Score,
        depth: i32,
        ply: usize,
        view: &StaticEval,
    ) -> Result<Option<Score>, Stop> {
        let (Some(eval), Some(estimate)) = (view.eval, view.estimate) else { return Ok(None) };
        if depth < MIN_DEPTH
            || N::KIND != Kind::Cut
            || estimate < beta
            || eval < beta + (above() - above_by_depth() * depth)
            || ply < self.null_floor
            || self.frames[ply].passed
            || !has_piece(position, position.turn())
        {
            return Ok(None);
        }
        let Some(child) = self.pass(position, ply) else { return Ok(None) };
        let by_margin = ((estimate.raw() - beta.raw()) / margin()).min(MOST_BY_MARGIN);
        let reduced = depth - base() - depth / depth_divisor() - by_margin;
        let window = Window::zero(beta - 1);
        let score = -self.negamax::<N::Later>(&child, -window, reduced, ply + 1)?;
        if score < beta {
            return Ok(None);
        }
        // A mate found after a pass is not proved; beta is.
        let score = if score.is_mate() { beta } else { score };
        if depth < VERIFIED_DEPTH || self.null_floor > 0 {
            return Ok(Some(score));
        }
        self.null_floor = ply + 3 * reduced.max(0).unsigned_abs() as usize / 4;
        let verified = self.negamax::<N>(position, window, reduced.max(1), ply)?;
        self.null_floor = 0;
        Ok((verified >= beta).then_some(score))
    }
}

fn has_piece(position: &Position, side: Color) -> bool {
    let board = position.board();
    let men = board.by_color(side);
    let others = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (men & !others).any()
}
