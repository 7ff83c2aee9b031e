//! Who looks on while a search runs.
//!
//! Every search here, from minimax up, tells a [`Watch`] what it does and asks it at each node whether to go on. The
//! watch is the one compile-time parameter of the search: where nobody looks (`()`), the calls compile to nothing.
//!
//! ```
//! use glulam::{position::Position, search::{ChessGame, Setup, minimax::minimax}};
//! use glulam::search::{Stop, observe::observer::{Visit, Watch}};
//!
//! struct Nodes(u64);
//! impl<M> Watch<M> for Nodes {
//!     fn enter(&mut self, visit: Visit) -> Result<(), Stop> {
//!         self.0 += u64::from(visit.ply > 0); // the root does not count
//!         Ok(())
//!     }
//! }
//! let game = ChessGame { position: Position::start(), setup: &Setup::default() };
//! let mut nodes = Nodes(0);
//! minimax(&game, 2, 0, &mut nodes).expect("nobody stops it");
//! assert_eq!(nodes.0, 20 + 20 * 20);
//! ```

use crate::{
    game::Outcome,
    position::PackedMove,
    score::Score,
    search::{
        layer::Layer,
        tt::replacement::StoreResult,
        types::{stop::Stop, window::Window},
    },
};

/// A node as it is entered.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// Plies from the root; the root is 0 and does not count as a node.
    pub ply: usize,
    /// Plies still to be searched; 0 at the horizon, negative inside quiescence.
    pub depth: i32,
    /// Where the value still matters.
    pub window: Window,
    /// What kind of node this is expected to be; `None` in the frozen rungs, which expect nothing.
    pub expected: Option<Kind>,
}

/// The three kinds of nodes of an alpha-beta tree (Knuth and Moore's types 1, 2 and 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its value is exact: it lies on the principal variation, or was expected to.
    Pv,
    /// One good reply ends it.
    Cut,
    /// Every move must be refuted.
    All,
}

/// Why a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A move reached beta: the opponent will not go here.
    BetaCut,
    /// The table knew the value exactly.
    TableExact,
    /// The table knew it to be at least beta.
    TableLower,
    /// The table knew it to be at most alpha.
    TableUpper,
    /// The endgame tables know the value.
    Tablebase,
    /// Standing still already reaches beta (quiescence).
    StandPat,
    /// Even after a pass the score reaches beta.
    NullMove,
    /// The static value is far enough above beta.
    ReverseFutility,
    /// The static value is so far below alpha that quiescence answered.
    Razoring,
    /// A capture reaches beta and a margin at a lesser depth.
    Probcut,
    /// The moves beside the table's reach beta at a lesser depth.
    MultiCut,
    /// A shorter mate is already known elsewhere.
    MateDistance,
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position stood on the board before.
    Repetition,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// Nobody can mate any more.
    Material,
    /// The depth is used up; the evaluator answered.
    Horizon,
    /// All moves were searched and none reached beta.
    SearchedAll,
}

impl From<Outcome> for Reason {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Lost => Self::Checkmate,
            Outcome::Drawn => Self::Stalemate,
        }
    }
}

/// The end of a node.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// The value handed up, for the side to move here.
    pub value: Score,
    /// Why it ended.
    pub reason: Reason,
    /// How many moves were searched; after a [`Reason::BetaCut`] the last of them made the cut.
    pub tried: usize,
}

/// What happens at an open node between its being entered and left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact<M> {
    /// The nodes entered next one ply below come after this move.
    Try(M),
    /// They come after a pass.
    Pass,
    /// The layer says that this move need not be searched.
    Skip(M, Layer),
    /// What the table knows ends the node: its depth and its move.
    Recalled(i32, PackedMove),
    /// Quiescence answers for the node, which is therefore left twice: the second time as the node itself.
    Razored,
}

/// Told what a search over moves of type `M` does.
pub trait Watch<M> {
    /// A new search of the whole tree begins: the next iteration of deepening, or the only one. A re-search of the root
    /// with a wider window is no new iteration.
    fn iteration(&mut self, _depth: i32) {}

    /// A node is entered.
    ///
    /// # Errors
    /// [`Stop`] ends the search; the node is then not counted.
    fn enter(&mut self, visit: Visit) -> Result<(), Stop>;

    /// The table was asked, and knew the position or did not.
    fn probe(&mut self, _hit: bool) {}

    /// What the table knew is deep enough to end the node asked about, if its score lies outside the window.
    fn usable(&mut self) {}

    /// The table's move is not legal here: two positions share a key.
    fn collision(&mut self) {}

    /// Something is about to be stored in the table; what becomes of it is found out only for who asks.
    fn store(&mut self, _fate: impl FnOnce() -> StoreResult) {}

    /// The node entered last is a leaf of the tree: the game is over there, or the depth used up.
    fn leaf(&mut self, _ply: usize) {}

    /// Something is known of the open node at `ply`.
    fn note(&mut self, _ply: usize, _fact: Fact<M>) {}

    /// `mv` is the best move so far of the open node at `ply`, better than what its player has elsewhere.
    fn improve(&mut self, _ply: usize, _mv: M) {}

    /// The node at `ply` is left. A node left by [`Stop`] is not told.
    fn leave(&mut self, _ply: usize, _left: Left) {}
}

/// Nobody looks.
impl<M> Watch<M> for () {
    #[inline]
    fn enter(&mut self, _visit: Visit) -> Result<(), Stop> {
        Ok(())
    }
}

/// Two look on.
impl<M: Copy, A: Watch<M>, B: Watch<M>> Watch<M> for (A, B) {
    fn iteration(&mut self, depth: i32) {
        self.0.iteration(depth);
        self.1.iteration(depth);
    }
    fn enter(&mut self, visit: Visit) -> Result<(), Stop> {
        self.0.enter(visit)?;
        self.1.enter(visit)
    }
    fn probe(&mut self, hit: bool) {
        self.0.probe(hit);
        self.1.probe(hit);
    }
    fn usable(&mut self) {
        self.0.usable();
        self.1.usable();
    }
    fn collision(&mut self) {
        self.0.collision();
        self.1.collision();
    }
    fn store(&mut self, fate: impl FnOnce() -> StoreResult) {
        let fate = fate();
        self.0.store(|| fate);
        self.1.store(|| fate);
    }
    fn leaf(&mut self, ply: usize) {
        self.0.leaf(ply);
        self.1.leaf(ply);
    }
    fn note(&mut self, ply: usize, fact: Fact<M>) {
        self.0.note(ply, fact);
        self.1.note(ply, fact);
    }
    fn improve(&mut self, ply: usize, mv: M) {
        self.0.improve(ply, mv);
        self.1.improve(ply, mv);
    }
    fn leave(&mut self, ply: usize, left: Left) {
        self.0.leave(ply, left);
        self.1.leave(ply, left);
    }
}

/// A watch can be lent.
impl<M, W: Watch<M>> Watch<M> for &mut W {
    fn iteration(&mut self, depth: i32) {
        (**self).iteration(depth);
    }
    fn enter(&mut self, visit: Visit) -> Result<(), Stop> {
        (**self).enter(visit)
    }
    fn probe(&mut self, hit: bool) {
        (**self).probe(hit);
    }
    fn usable(&mut self) {
        (**self).usable();
    }
    fn collision(&mut self) {
        (**self).collision();
    }
    fn store(&mut self, fate: impl FnOnce() -> StoreResult) {
        (**self).store(fate);
    }
    fn leaf(&mut self, ply: usize) {
        (**self).leaf(ply);
    }
    fn note(&mut self, ply: usize, fact: Fact<M>) {
        (**self).note(ply, fact);
    }
    fn improve(&mut self, ply: usize, mv: M) {
        (**self).improve(ply, mv);
    }
    fn leave(&mut self, ply: usize, left: Left) {
        (**self).leave(ply, left);
    }
}
