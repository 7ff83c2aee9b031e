//! Null move pruning (`null-move`): if the score reaches beta even after a null move, end the node.
//!
//! Previous layer: [`check-evasion`](super::check_evasion). Next layer: [`reverse-futility`](super::reverse_futility).
//!
//! **Idea.** In nearly every position, having the move is an advantage. A null move gives the opponent two
//! moves in a row. If a reduced search after the null move still scores beta or more for the side that
//! passed, a real move will score beta or more too.
//!
//! **When.** Null move pruning applies at expected cut nodes from depth [`MIN_DEPTH`] on, if the side to move
//! is not in check and the previous move was not a null move. The static evaluation must be at least beta
//! plus a margin, which shrinks with the depth and is negative from depth 8 on. The estimate (the static
//! evaluation or a [stored score](super::table_eval)) must be at least beta. The side to move must have a
//! piece other than king and pawns. From depth [`VERIFIED_DEPTH`] on, a second search of the node, without
//! null moves in its upper plies, must confirm that the score reaches beta; within a second search, null move
//! cuts need no confirmation. [`TUNABLES`] lists the margin above beta and the reduction of the search after
//! the null move.
//!
//! **Where.** Step 5 of [the node](crate::search::negamax), after [reverse futility
//! pruning](super::reverse_futility), which is cheaper.
//!
//! **Risk.** In zugzwang every move makes the position worse, so the null move would be better than any real
//! move, and null move pruning gives a wrong result. Zugzwang occurs mostly with only kings and pawns on the
//! board, hence the condition that requires another piece. In zugzwang positions with other pieces, the
//! second search must detect the zugzwang. Null move pruning also misses threats that are deeper than the
//! reduced search.
//!
//! **Gain.** The full search scores +14 ± 19 Elo against the same search without `null-move` (620 games at
//! 20,000 nodes per move, `network`, UHO openings, 2026-11-27), and +3 ± 26 Elo against it by the clock (200
//! games at 4+0.04, `network`, UHO openings, 2026-11-27). See
//! [experiments](crate::search::experiments#null-move).
//!
//! **Source.** Beal 1989; Donninger 1993.
//!
//! The trébuchet, a position of mutual zugzwang, shows why null move pruning requires that the side to move
//! has a piece other than king and pawns. In the trébuchet each side has only a king and a pawn, and the side
//! to move loses its pawn:
//!
//! ```
//! use glulam::{chess::{position::Position, score::Score}, search};
//! use shakmaty::CastlingMode;
//!
//! let white = Position::from_fen("8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1", CastlingMode::Standard)?;
//! let black = white.pass().unwrap();
//! let value = |position| search::ask(position, "check-evasion".parse().unwrap(), 7).unwrap().report.score;
//! assert!(value(&white) < Score::DRAW);
//! // After a null move White is winning, so the score after the null move is no lower bound for White.
//! assert!(-value(&black) > Score::DRAW);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use shakmaty::{Color, Role};

use super::{LayerInfo, ReasonInfo, ReasonKind};
use crate::{
    chess::position::Position,
    search::{
        layer::Layer,
        node::{
            static_eval::StaticEval,
            worker::{At, EarlyResult, Worker},
        },
        observe::{observer::Observation, reason::Reason},
        tunable::tunables,
        types::{
            node_type::{NodeKind, NodeType},
            stop::Stop,
            window::Window,
        },
    },
};

tunables! {
    /// Constant part of the null move reduction, in plies. The null move reduction is the depth of the node
    /// minus the depth of the search after the null move, so the reduction includes the ply of the null move.
    base = 4, 2..=6, 1;
    /// Divisor of the depth: the null move reduction grows by one ply for this number of plies of depth.
    depth_divisor = 3, 2..=6, 1;
    /// Number of centipawns by which the estimate must exceed beta for each ply added to the null move
    /// reduction; at most three plies are added.
    margin = 265, 80..=500, 20;
    /// Margin above beta that the static evaluation needs for a null move, in centipawns, before
    /// `above_by_depth` times the depth is subtracted.
    above = 90, 0..=400, 20;
    /// Decrease of the margin above beta that the static evaluation needs for a null move, in centipawns per
    /// ply of depth.
    above_by_depth = 12, 0..=50, 3;
}

/// Properties of this layer: exact or selective, required layers, reasons for ending a node, and parameters.
pub static INFO: LayerInfo = LayerInfo {
    static_eval: true,
    reasons: &[ReasonInfo {
        code: "null_move",
        term: "null move pruning",
        says: "Even after a pass {result}; {enough}",
        kind: ReasonKind::Cut,
    }],
    tunables: &TUNABLES,
    ..LayerInfo::SELECTIVE
};

/// Reason for the end of a node: the score reaches beta even after a null move.
pub const NULL_MOVE: Reason = Reason::Layer(Layer::NullMove, 0);

/// Minimum depth for a null move, in plies.
pub const MIN_DEPTH: i32 = 3;
const MOST_BY_MARGIN: i32 = 3;
/// Minimum depth at which a second search of the node must confirm a null move cut, in plies.
pub const VERIFIED_DEPTH: i32 = 16;

/// Tries null move pruning: ends the node if its score reaches beta even after a null move.
pub(crate) fn cut<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    at: At<'_>,
    eval: &StaticEval,
) -> Result<Option<EarlyResult>, Stop> {
    let At { position, depth, ply, .. } = at;
    let beta = at.window.beta;
    let (Some(value), Some(estimate)) = (eval.value, eval.estimate) else { return Ok(None) };
    if !worker.has(Layer::NullMove)
        || depth < MIN_DEPTH
        || N::KIND != NodeKind::Cut
        || estimate < beta
        || value < beta + (above() - above_by_depth() * depth)
        || ply < worker.null_move_floor
        || worker.stack[ply].after_null_move
        || !has_piece(position, position.turn())
    {
        return Ok(None);
    }
    let Some(child) = worker.play_null_move(position, ply) else { return Ok(None) };
    let by_margin = ((estimate.raw() - beta.raw()) / margin()).min(MOST_BY_MARGIN);
    let reduced = depth - base() - depth / depth_divisor() - by_margin;
    let window = Window::zero(beta - 1);
    let score = -worker.negamax::<N::Later>(&child, -window, reduced, ply + 1)?;
    if score < beta {
        return Ok(None);
    }
    // A decisive score after a null move is not proved, so the node returns beta.
    let score = if score.is_decisive() { beta } else { score };
    let cut = Some(EarlyResult { score, reason: NULL_MOVE });
    if depth < VERIFIED_DEPTH || worker.null_move_floor > 0 {
        return Ok(cut);
    }
    worker.null_move_floor = ply + 3 * reduced.max(0).unsigned_abs() as usize / 4;
    let verified = worker.negamax::<N>(position, window, reduced.max(1), ply)?;
    worker.null_move_floor = 0;
    Ok(cut.filter(|_| verified >= beta))
}

fn has_piece(position: &Position, side: Color) -> bool {
    let board = position.board();
    let pieces = board.by_color(side);
    let others = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (pieces & !others).any()
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        chess::{position::PackedMove, score::Score},
        search::{
            layers::table,
            node::testing::{TestWorker, with_worker},
            tt::entry::TtEntry,
            types::{node_type::Cut, window::Bound},
        },
    };

    const WITH_KNIGHT: &str = "4k3/4p3/8/8/8/8/3PPP2/4KN2 w - - 0 1";
    const BETA: Score = Score::cp(0);

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Standard).expect("legal")
    }

    /// Returns the score of null move pruning at ply 1 with a static evaluation of two pawns above beta.
    fn score(worker: &mut TestWorker<'_>, position: &Position, depth: i32) -> Option<Score> {
        worker.begin(position);
        worker.stack[1].piece_square = worker.stack[0].piece_square;
        let value = Some(BETA + 200);
        let eval = StaticEval { raw: value, value, estimate: value, ..StaticEval::default() };
        let at = At { position, window: Window::zero(BETA - 1), depth, ply: 1 };
        cut::<Cut, _>(worker, at, &eval).expect("no limit").map(|result| result.score)
    }

    /// Stores an upper bound that ends a search of `position` to any depth.
    fn store(worker: &mut TestWorker<'_>, position: &Position, score: Score) {
        let (mv, bound) = (PackedMove::NONE, Bound::Upper);
        table::write(worker, position, TtEntry { mv, score, eval: None, depth: 90, bound, pv: false });
    }

    #[test]
    fn only_a_side_with_a_piece_makes_a_null_move_and_never_two_in_a_row() {
        let pawns_only = "4k3/4p3/8/8/8/8/3PPP2/4K3 w - - 0 1";
        for (fen, after_null_move, cuts) in
            [(WITH_KNIGHT, false, true), (WITH_KNIGHT, true, false), (pawns_only, false, false)]
        {
            with_worker(|worker| {
                worker.stack[1].after_null_move = after_null_move;
                assert_eq!(score(worker, &position(fen), 4).is_some(), cuts, "{fen} {after_null_move}");
            });
        }
    }

    #[test]
    fn a_mate_after_a_null_move_is_not_proved_and_scores_as_beta() {
        with_worker(|worker| {
            let position = position(WITH_KNIGHT);
            store(worker, &position.pass().expect("not in check"), Score::mated_in(2));
            assert_eq!(score(worker, &position, VERIFIED_DEPTH - 1), Some(BETA));
        });
    }

    #[test]
    fn at_great_depth_a_second_search_must_confirm_the_cutoff() {
        for (own_moves, cuts) in [(BETA + 10, true), (BETA - 10, false)] {
            with_worker(|worker| {
                let position = position(WITH_KNIGHT);
                store(worker, &position.pass().expect("not in check"), BETA - 100);
                let entry = |bound| {
                    let mv = PackedMove::NONE;
                    TtEntry { mv, score: own_moves, eval: None, depth: 90, bound, pv: false }
                };
                let bound = if cuts { Bound::Lower } else { Bound::Upper };
                table::write(worker, &position, entry(bound));
                assert_eq!(score(worker, &position, VERIFIED_DEPTH).is_some(), cuts, "{own_moves:?}");
                assert!(score(worker, &position, VERIFIED_DEPTH - 1).is_some(), "{own_moves:?}");
            });
        }
    }
}
