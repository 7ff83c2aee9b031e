//! [`Run`]: node counter, stop condition, principal variation and observer of plain minimax and alpha-beta.
//!
//! Minimax and alpha-beta call [`Run::enter`] at the start of a node, [`Run::moving`] before each move, and
//! [`Run::leave`] at the end of the node. Apart from these three calls, the functions `minimax` and
//! `alphabeta` contain only the algorithm.
//! [The node with layers](super::negamax) uses a [worker](super::node::worker) instead.

use std::{fmt, sync::LazyLock};

use super::{
    node::pv_table::PvTable,
    observe::{
        event::{Event, Left, Visit},
        observer::Observer,
        reason::Reason,
    },
    time::{stop_condition::StopCondition, stop_flag::StopFlag},
    types::{node_type::NodeKind, stop::Stop, window::Window},
};
use crate::chess::score::Score;

/// State of one minimax or alpha-beta search, from start to finish.
pub struct Run<'a, M> {
    stop: StopCondition<'a>,
    observer: Option<&'a mut dyn Observer<M>>,
    pv: PvTable<M>,
    open: Vec<OpenNode<M>>,
}

/// Open node: a node on the current search path that the search has entered but not left yet.
#[derive(Clone, Copy, Debug)]
struct OpenNode<M> {
    ply: usize,
    /// Search window of the node. Every move that scores strictly between alpha and beta raises alpha.
    window: Window,
    /// Move of this node that is being searched; `None` before the first move.
    current: Option<M>,
    /// Number of moves of this node searched so far, including the current move.
    searched: usize,
}

/// Stop flag that is never set, for searches that no other thread stops.
static NEVER_STOPPED: LazyLock<StopFlag> = LazyLock::new(StopFlag::default);

/// Creates a search without a node limit and without an observer.
impl<M: Copy> Default for Run<'_, M> {
    fn default() -> Self {
        Self::new(StopCondition::new(&NEVER_STOPPED, 1, None, None), None)
    }
}

impl<M> fmt::Debug for Run<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl<'a, M: Copy> Run<'a, M> {
    /// Creates a search without a node limit that reports every node to `observer`.
    pub fn observed(observer: &'a mut dyn Observer<M>) -> Self {
        Self::limited(u64::MAX, observer)
    }

    /// Creates a search that stops after `nodes` nodes and reports every node to `observer`.
    pub fn limited(nodes: u64, observer: &'a mut dyn Observer<M>) -> Self {
        Self::new(StopCondition::new(&NEVER_STOPPED, 1, None, Some(nodes)), Some(observer))
    }

    /// Creates a search with the stop condition `stop` and, optionally, an observer.
    pub fn new(stop: StopCondition<'a>, observer: Option<&'a mut dyn Observer<M>>) -> Self {
        Self { stop, observer, pv: PvTable::default(), open: Vec::new() }
    }

    /// Enters a node: counts the node unless `ply` is 0, reports the node to the observer, and clears its
    /// principal variation.
    ///
    /// # Errors
    /// [`Stop`] if the search must stop. A stopped node is not counted.
    pub fn enter(&mut self, ply: usize, depth: i32, window: Window) -> Result<(), Stop> {
        self.enter_as(ply, depth, window, None)
    }

    /// Begins an iteration of `depth` plies and enters the root. The root is not counted as a node.
    pub(super) fn enter_root(&mut self, depth: i32) -> Result<(), Stop> {
        self.stop.begin_iteration();
        if let Some(observer) = &mut self.observer {
            observer.iteration(depth);
        }
        self.enter_as(0, depth, Window::OPEN, Some(NodeKind::Pv))
    }

    fn enter_as(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        expected: Option<NodeKind>,
    ) -> Result<(), Stop> {
        if ply > 0 {
            self.stop.count(ply)?;
        }
        if let Some(observer) = &mut self.observer {
            observer.enter(Visit { ply, depth, window, expected });
        }
        self.pv.clear(ply);
        self.open.push(OpenNode { ply, window, current: None, searched: 0 });
        Ok(())
    }

    /// Begins the search of `mv` at the current node. Call this function before entering the child node.
    pub fn moving(&mut self, mv: M) {
        if let Some(node) = self.open.last_mut() {
            node.current = Some(mv);
            node.searched += 1;
        }
        if let Some(observer) = &mut self.observer {
            observer.event(Event::Move(mv));
        }
    }

    /// Leaves the current node and returns its value. If the negated value lies strictly between alpha and
    /// beta of the parent, it becomes the parent's alpha, and the parent's principal variation becomes the
    /// current move followed by the principal variation of this node.
    pub fn leave(&mut self, value: Score, reason: Reason) -> Score {
        let Some(node) = self.open.pop() else { return value };
        if let Some(observer) = &mut self.observer {
            if matches!(reason, Reason::Horizon | Reason::Checkmate | Reason::Stalemate) {
                observer.event(Event::Leaf);
            }
            observer.leave(node.ply, Left { value, reason, tried: node.searched });
        }
        if let Some(parent) = self.open.last_mut()
            && let Some(mv) = parent.current
            && -value > parent.window.alpha
            && -value < parent.window.beta
        {
            parent.window.alpha = -value;
            self.pv.raise(parent.ply, mv);
        }
        value
    }

    /// Returns the principal variation of the node last entered at `ply`.
    pub fn line(&self, ply: usize) -> &[M] {
        self.pv.at(ply)
    }

    /// Number of nodes entered so far. The root does not count as a node.
    pub const fn nodes(&self) -> u64 {
        self.stop.nodes()
    }

    /// Consumes the run and returns its stop condition, which contains the node count.
    pub(super) fn into_stop_condition(self) -> StopCondition<'a> {
        self.stop
    }
}
