//! `singular`: a move without which the node would be lost is looked at deeper.
//!
//! *Idea.* The table says that one move reaches a value. If, with that move forbidden, a shallower search finds nothing
//! near it, the line hangs on this move alone and is searched a ply further, or two. If the others reach beta as well,
//! one of them will do for a cut (multi-cut); and if neither holds, but a cut is likely anyhow, the move may be
//! searched less deep.
//!
//! *Source.* Anantharaman, Campbell and Hsu's Deep Thought, 1988; in this form Stockfish. Multi-cut: Björnsson and
//! Marsland 1999.
//!
//! *When.* Not at the root, deep enough, for the table's move if its value is no upper bound, no mate, and was searched
//! to at most [`STORED_SLACK`] plies less. Depth and margins: [`NUMBERS`]. Not beyond twice the depth of the iteration.
//!
//! *Where.* Step 8 of [the node](crate::search::negamax), which is then searched inside itself, with one move excluded.
//!
//! *Risk.* It costs a search each time, and forced lines grow long; the bound of twice the iteration keeps them finite.
//! Multi-cut believes shallow searches.
//!
//! *Cost and gain.* +32 ± 33 (240 games at 10,000 nodes a move, `classical`, UHO openings, 2026-11-20, the full search
//! against itself without the layer). Elsewhere +27 and +14 (Reckless).
//!
//! *Tried and lost.* Nothing yet.

use crate::{
    position::{Move, Position, is_noisy},
    score::Score,
    search::{
        layer::Layer,
        node::worker::Worker,
        observe::observer::Observation,
        tt::entry::TtEntry,
        tunable::tunables,
        types::{
            node_type::{Kind, NodeType},
            stop::Stop,
            window::{Bound, Window},
        },
    },
};

tunables! { "singular":
    /// From this depth on.
    min_depth = 5, 4..=10, 1;
    /// The other moves must stay below the table's value by so much a ply, in 1/16 centipawn.
    margin = 12, 4..=48, 3;
    /// Centipawns below that for a second ply,
    twice = 35, 0..=64, 4;
    /// and for a third, quiet moves only.
    thrice = 116, 40..=300, 12;
}

/// How much shallower the stored search may have been.
pub const STORED_SLACK: i32 = 3;

/// What the search without the table's move says.
pub(crate) enum Verdict {
    /// Search the move so many plies deeper; negative: less deep.
    Extend(i32),
    /// The other moves cut as well: the value of the node.
    Cut(Score),
}

impl<O: Observation> Worker<'_, O> {
    /// Judges the table's move of a node by searching the others.
    pub(crate) fn singular<N: NodeType>(
        &mut self,
        position: &Position,
        mv: Move,
        entry: &TtEntry,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Result<Verdict, Stop> {
        if !self.has(Layer::Singular)
            || N::ROOT
            || depth < min_depth()
            || entry.depth < depth - STORED_SLACK
            || entry.bound == Bound::Upper
            || entry.score.is_mate()
            || ply as i32 >= 2 * self.iteration
        {
            return Ok(Verdict::Extend(0));
        }
        let goal = entry.score - margin() * depth / 16;
        self.frames[ply].excluded = Some(mv);
        let found = self.negamax::<N::Again>(position, Window::zero(goal - 1), (depth - 1) / 2, ply);
        self.frames[ply].excluded = None;
        let found = found?;
        self.pv.clear(ply);
        if found < goal {
            let second = !N::PV && found < goal - twice();
            let third = second && !is_noisy(mv) && found < goal - thrice();
            return Ok(Verdict::Extend(1 + i32::from(second) + i32::from(third)));
        }
        if !N::PV && found >= beta && !found.is_mate() {
            return Ok(Verdict::Cut(found));
        }
        let less = if entry.score >= beta {
            -2 - i32::from(!N::PV)
        } else if N::KIND == Kind::Cut {
            -2
        } else {
            0
        };
        Ok(Verdict::Extend(less))
    }
}
