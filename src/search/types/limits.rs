//! Limits of a search: depth, nodes, time, clock, mate. Limits can be combined; the first limit reached ends
//! the search.

use std::time::Duration;

use crate::chess::position::Move;

/// Maximum depth of an iteration of iterative deepening, in plies.
pub const MAX_DEPTH: i32 = 200;

/// All limits of one search. Without limits, a search with iterative deepening runs to [`MAX_DEPTH`] or until
/// it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of the last iteration, in plies: 1 to [`MAX_DEPTH`]. The search finishes the iteration of this
    /// depth unless another limit ends the search first.
    pub depth: Option<i32>,
    /// Maximum number of nodes of the search. A search with one thread visits exactly this number of nodes
    /// unless the search ends earlier.
    pub nodes: Option<u64>,
    /// Soft node limit: after this number of nodes no further iteration begins, but the soft node limit does
    /// not interrupt an iteration.
    pub soft_nodes: Option<u64>,
    /// Fixed time for this move (`movetime`). A search with iterative deepening uses all of this time unless
    /// another limit ends the search first.
    pub movetime: Option<Duration>,
    /// Clock of the side to move, from which the time manager computes the time limits.
    pub clock: Option<ClockTime>,
    /// Ends the search as soon as the mate solver or a finished iteration has found a mate in this number of
    /// moves or fewer, for either side.
    pub mate: Option<u32>,
    /// Infinite search (`go infinite`): no answer before `stop`.
    pub infinite: bool,
    /// Pondering (`go ponder`): no answer before `ponderhit` or `stop`. `ponderhit` reaches the search
    /// through its [stop flag](crate::search::StopFlag) and starts the clock.
    pub ponder: bool,
    /// Number of best moves to report, each with its principal variation (`MultiPV`). The value 0 means 1.
    pub multi_pv: usize,
    /// Root moves to search; `None` means all legal moves. With an empty list the answer has no move.
    pub search_moves: Option<Vec<Move>>,
}

impl Limits {
    /// Creates limits with a depth limit, in plies, and no other limit.
    pub fn depth(depth: i32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Whether the search reports one principal variation only (`MultiPV` 1 or 0).
    pub const fn is_single_pv(&self) -> bool {
        self.multi_pv <= 1
    }

    /// Whether there is a depth limit or a mate limit, so that the search ends as soon as one search thread
    /// reaches it.
    pub const fn is_race(&self) -> bool {
        self.depth.is_some() || self.mate.is_some()
    }

    /// Whether the mate limit is the only limit, so that the search never ends if there is no mate.
    pub const fn is_only_mate(&self) -> bool {
        self.mate.is_some()
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.movetime.is_none()
            && self.clock.is_none()
    }

    /// Whether the search ends by itself, without `stop`. A search without limits runs until `stop`, like a
    /// search with `infinite`.
    pub const fn is_bounded(&self) -> bool {
        !self.infinite
            && !self.ponder
            && (self.depth.is_some()
                || self.nodes.is_some()
                || self.soft_nodes.is_some()
                || self.movetime.is_some()
                || self.clock.is_some()
                || self.mate.is_some())
    }
}

/// Clock of the side to move, as in the UCI command `go wtime … btime …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    /// Remaining time on the clock of the side to move.
    pub remaining: Duration,
    /// Increment: time added to the clock after each move.
    pub increment: Duration,
    /// Number of moves to the next time control (`movestogo`); `None` if the remaining time is for the whole
    /// game.
    pub moves_to_go: Option<u32>,
}
