//! What minimax and alpha-beta need besides the game: counting, stopping, the principal variation and the observer.
//!
//! The two functions make three calls: [`Run::enter`], [`Run::moving`] and [`Run::leave`]. Everything that is not the
//! algorithm happens here. [The node](super::negamax) has a [worker](super::node::worker) instead.

use std::{fmt, sync::LazyLock};

use super::{
    node::pv_table::PvTable,
    observe::{
        event::{Event, Left, Visit},
        observer::Observer,
        reason::Reason,
    },
    time::{stop_condition::StopCondition, stop_flag::StopFlag},
    types::{node_type::Kind, stop::Stop, window::Window},
};
use crate::score::Score;

/// A search by minimax or alpha-beta, from start to finish.
pub struct Run<'a, M> {
    stop: StopCondition<'a>,
    observer: Option<&'a mut dyn Observer<M>>,
    pv: PvTable<M>,
    open: Vec<OpenNode<M>>,
}

/// A node entered and not left.
#[derive(Clone, Copy, Debug)]
struct OpenNode<M> {
    ply: usize,
    /// The window, raised by every move that is better.
    window: Window,
    /// The move being searched.
    current: Option<M>,
    searched: usize,
}

/// The flag of searches that nothing stops from outside.
static NEVER: LazyLock<StopFlag> = LazyLock::new(StopFlag::default);

/// Unlimited and unobserved.
impl<M: Copy> Default for Run<'_, M> {
    fn default() -> Self {
        Self::new(StopCondition::new(&NEVER, 1, None, None), None)
    }
}

impl<M> fmt::Debug for Run<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl<'a, M: Copy> Run<'a, M> {
    /// A search that runs to its depth, with an observer.
    pub fn observed(observer: &'a mut dyn Observer<M>) -> Self {
        Self::limited(u64::MAX, observer)
    }

    /// A search that ends after `nodes` nodes, with an observer.
    pub fn limited(nodes: u64, observer: &'a mut dyn Observer<M>) -> Self {
        Self::new(StopCondition::new(&NEVER, 1, None, Some(nodes)), Some(observer))
    }

    /// A search under a stop condition.
    pub fn new(stop: StopCondition<'a>, observer: Option<&'a mut dyn Observer<M>>) -> Self {
        Self { stop, observer, pv: PvTable::default(), open: Vec::new() }
    }

    /// Enters a node: counts it and clears its principal variation.
    ///
    /// # Errors
    /// [`Stop`] if the search is to end; the node is then not counted.
    pub fn enter(&mut self, ply: usize, depth: i32, window: Window) -> Result<(), Stop> {
        self.enter_as(ply, depth, window, None)
    }

    /// Begins an iteration and enters the root.
    pub(super) fn enter_root(&mut self, depth: i32) -> Result<(), Stop> {
        self.stop.begin_iteration();
        if let Some(observer) = &mut self.observer {
            observer.iteration(depth);
        }
        self.enter_as(0, depth, Window::OPEN, Some(Kind::Pv))
    }

    fn enter_as(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        expected: Option<Kind>,
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

    /// The nodes entered next follow `mv`.
    pub fn moving(&mut self, mv: M) {
        if let Some(node) = self.open.last_mut() {
            node.current = Some(mv);
            node.searched += 1;
        }
        if let Some(observer) = &mut self.observer {
            observer.event(Event::Move(mv));
        }
    }

    /// Leaves the node entered last and returns its value. If the value raises alpha of the parent, the parent's principal
    /// variation now begins with the move that led here.
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

    /// The principal variation of the node searched last at `ply`.
    pub fn line(&self, ply: usize) -> &[M] {
        self.pv.at(ply)
    }

    /// Nodes entered so far, without the root.
    pub const fn nodes(&self) -> u64 {
        self.stop.nodes()
    }

    /// The stop condition, when the search is over.
    pub(super) fn into_stop_condition(self) -> StopCondition<'a> {
        self.stop
    }
}
