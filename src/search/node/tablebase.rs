//! Syzygy tablebases in the search tree: if the tablebases contain the position of a node and the fifty-move
//! counter is zero, the node ends with the tablebase result. Exception: in a zero window, a tablebase win
//! below beta and a tablebase loss above alpha do not end the node.
//!
//! **Idea.** With few pieces and pawns left, the [tablebases](crate::chess::tablebase) contain the exact result
//! (win, draw or loss). A node probes the tablebases only if its fifty-move counter is zero, as directly
//! after a capture or pawn move, so that the tablebase result is exact.
//!
//! **When.** The probe takes place at main search nodes below the root in which no move is excluded, if the
//! fifty-move counter is zero and the tablebases contain the position. Positions with the largest number of
//! pieces and pawns that is probed are probed only from a minimum depth on. Tablebase probes are not a layer:
//! without tablebase files there is nothing to switch on. If the tablebases contain the root position and
//! `MultiPV` is 1, the tablebases [select the root moves](crate::chess::tablebase::root). A search whose root moves
//! the tablebases selected looks for the mate and does not probe the tablebases in the tree.
//!
//! **Where.** Step 4 of [the node](crate::search::negamax) probes the tablebases.
//!
//! **Risk.** Tablebase probes are never wrong about the game result. The tablebases store the result (win,
//! draw or loss) but not the distance to mate, so a tablebase win must not hide a mate that a search can
//! find.
//!
//! **Gain.** Not measured in games: tablebases with three and four pieces and pawns (kings included) can gain
//! little.
//!
//! **Source.** Syzygy tablebases: de Man 2013.

use super::worker::{At, EarlyResult, Worker};
use crate::{
    chess::{position::PackedMove, score::Score, tablebase::root},
    search::{
        layer::Layer,
        layers::table,
        observe::{observer::Observation, reason::Reason},
        tt::entry::TtEntry,
        types::{
            node_type::NodeType,
            window::{Bound, Window},
        },
    },
};

/// Number of plies by which the TT entry of a tablebase result is deeper than its node, because the result is
/// exact.
const DEEPER: i32 = 6;

/// Ends a node with the tablebase result of its position. Does not end the root, for which
/// [`RootMoveFilter`](root::RootMoveFilter) uses the tablebases, nor a node in which a singular search
/// excludes a move.
#[inline]
pub(crate) fn cut<N: NodeType, O: Observation>(
    worker: &mut Worker<'_, O>,
    at: At<'_>,
) -> Option<EarlyResult> {
    let At { position, window, depth, ply } = at;
    if N::ROOT || worker.stack[ply].excluded.is_some() {
        return None;
    }
    let probing = worker.probing?;
    if position.halfmoves() != 0 || !probing.covers_at(position, depth) {
        return None;
    }
    let wdl = probing.tables.value(position)?;
    worker.stop.count_tb_hit();
    let score = root::score(wdl, probing.fifty_moves, ply);
    let bound = match score {
        Score::DRAW => Bound::Exact,
        won if won > Score::DRAW => Bound::Lower,
        _ => Bound::Upper,
    };
    let decides = decides(bound, score, window);
    if decides && worker.has(Layer::Table) {
        let (mv, depth) = (PackedMove::NONE, depth + DEEPER);
        let score = score.to_table(ply);
        table::write(worker, position, TtEntry { mv, score, eval: None, depth, bound, pv: false });
    }
    decides.then_some(EarlyResult { score, reason: Reason::Tablebase })
}

/// Returns whether a tablebase result ends the node.
///
/// A tablebase win can be a mate, which has a higher score. A zero window above the score of a tablebase win
/// therefore needs a search. In a window that is not a zero window, the tablebase win decides.
fn decides(bound: Bound, score: Score, window: Window) -> bool {
    match bound {
        Bound::Lower => score >= window.beta || !window.is_zero(),
        Bound::Upper => score <= window.alpha || !window.is_zero(),
        Bound::Exact => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tablebase_win_does_not_end_a_zero_window_above_it_because_it_may_be_a_mate() {
        let win = Score::TABLE_WIN - 3;
        for (window, ends) in
            [(Window::zero(win - 1), true), (Window::zero(win), false), (Window::OPEN, true)]
        {
            assert_eq!(decides(Bound::Lower, win, window), ends, "win in {window:?}");
            assert_eq!(decides(Bound::Upper, -win, -window), ends, "loss in {:?}", -window);
            assert!(decides(Bound::Exact, Score::DRAW, window), "draw in {window:?}");
        }
    }
}
