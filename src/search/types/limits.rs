//! What a search was asked to do: limits, which combine; the first one reached ends the search.

use std::time::Duration;

use crate::position::Move;

/// The deepest iteration that is ever started.
pub const MAX_DEPTH: i32 = 200;

/// All limits of one search. Without any, it runs to [`MAX_DEPTH`] or until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies: 1 to [`MAX_DEPTH`]. The iteration of this depth is finished.
    pub depth: Option<i32>,
    /// Nodes; on one thread exactly so many are visited, unless another limit comes first.
    pub nodes: Option<u64>,
    /// Nodes after which no further depth is begun; the one under way is finished.
    pub soft_nodes: Option<u64>,
    /// Time for this move, to be used up.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockTime>,
    /// End as soon as a mate in so many moves or fewer is certain, for either side.
    pub mate: Option<u32>,
    /// No answer before `stop`, whatever is found.
    pub infinite: bool,
    /// The same until the [`Signal`](crate::search::StopFlag) tells of a hit; from then on the clock runs.
    pub ponder: bool,
    /// How many of the best moves to find, each with its line; 0 is 1.
    pub multi_pv: usize,
    /// Only these root moves; `None` is all of them. May be empty.
    pub search_moves: Option<Vec<Move>>,
}

impl Limits {
    /// Search `depth` plies and nothing else.
    pub fn depth(depth: i32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Whether only the best move is wanted, with its line.
    pub const fn asks_one_line(&self) -> bool {
        self.multi_pv <= 1
    }

    /// Whether what was asked for is had as soon as any one of several threads has it: a depth, or a mate.
    pub const fn is_race(&self) -> bool {
        self.depth.is_some() || self.mate.is_some()
    }

    /// Whether the search ends by itself; one without any limit waits for `stop` as one with `infinite` does.
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

/// A clock as a GUI tells it, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    /// Time left on the clock.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the clock is refilled; `None` is never.
    pub moves_to_go: Option<u32>,
}
