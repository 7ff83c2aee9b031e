//! Accumulators: the output of the first layer for each ply of the search path, updated lazily.
//!
//! Making a move only records the pieces and pawns that it removes and adds. When an evaluation is needed,
//! the search path is followed back to the nearest computed accumulator. From there, each move adds and
//! subtracts its weight rows in one fused pass (lazy updates, as in akimbo and Berserk). A null move changes
//! no piece, so the ply after it shares the accumulators of the ply before it. If a king has crossed
//! the middle of the board or changed its [king bucket](super::features), the accumulator of its side comes from
//! the [cache](super::cache); the accumulator of the other side is not affected.
//!
//! No function unmakes a move: a new move at the same ply replaces the old one.
//!
//! ```
//! use glulam::{evaluate::{Network, network::Accumulators}, chess::position::Position};
//!
//! let (network, mut accumulators) = (Network::embedded(), Accumulators::default());
//! let root = Position::start();
//! accumulators.begin(network);
//! for mv in root.legal_moves() {
//!     accumulators.play(0, root.turn(), mv);
//!     let child = root.play(mv);
//! // The updated and the newly computed accumulators give exactly the same score.
//!     assert_eq!(accumulators.evaluate(&child, 1), network.evaluate(&child));
//! }
//! assert_eq!(accumulators.evaluate(&root, 0), network.evaluate(&root));
//! ```

use std::{fmt, sync::Arc};

use arrayvec::ArrayVec;
use shakmaty::{Color, Role};

use super::{
    Network, bare_king_score,
    cache::Cache,
    chunk::Chunk,
    features::{PieceOnSquare, View},
    simd::SimdPath,
    with_material,
};
use crate::chess::{
    position::{
        Move, Position,
        changes::{Change, changes},
    },
    score::{MAX_PLY, Score},
};

/// Number of plies with memory for accumulators: more than [`MAX_PLY`], because moves are also made at the
/// maximum ply.
const MAX_PLIES: usize = MAX_PLY + 3;

/// Accumulator changes at one ply of the search path.
#[derive(Clone, Debug, Default)]
struct PendingPly {
    /// Pieces and pawns that the move added.
    added: ArrayVec<PieceOnSquare, 2>,
    /// Pieces and pawns that the move removed.
    removed: ArrayVec<PieceOnSquare, 2>,
    /// Side whose view changed, because its king moved to the other wing or to another king bucket.
    changed_view: Option<Color>,
    /// Whether the accumulator of each side at this ply is computed, indexed by [`Color`].
    computed: [bool; 2],
}

/// Accumulators of both sides along the search path. Each search thread has its own accumulators. Memory is
/// allocated when the first search [begins](Self::begin).
#[derive(Default)]
pub struct Accumulators(Option<Stack>);

struct Stack {
    network: Arc<Network>,
    path: SimdPath,
    /// Index into `plies` for each ply of the search. The ply after a null move has the same index as the ply
    /// before it.
    index_by_ply: Box<[usize]>,
    plies: Box<[PendingPly]>,
    /// Accumulators indexed by entry of `plies` and by [`Color`].
    accumulators: Box<[Chunk]>,
    cache: Cache,
}

impl Accumulators {
    /// Prepares for a search with `network`. The position at the root has no computed accumulators yet.
    /// Memory allocated for the same network is reused.
    pub fn begin(&mut self, network: &Arc<Network>) {
        if !self.0.as_ref().is_some_and(|stack| Arc::ptr_eq(&stack.network, network)) {
            self.0 = Some(Stack::new(network, SimdPath::best()));
        }
        let stack = self.stack();
        stack.index_by_ply[0] = 0;
        stack.plies[0] = PendingPly::default();
    }

    /// Clears the cache of boards and their accumulators, as for a new game.
    pub fn clear(&mut self) {
        if let Some(stack) = &mut self.0 {
            stack.cache = Cache::default();
        }
    }

    /// Records the move `mv` of side `us`, which leads from `ply` to the next ply.
    ///
    /// # Panics
    /// Panics if [`Accumulators::begin`] was not called.
    #[inline]
    pub fn play(&mut self, ply: usize, us: Color, mv: Move) {
        self.stack().play(ply, us, mv);
    }

    /// Records a null move, which leads from `ply` to the next ply.
    #[inline]
    pub fn pass(&mut self, ply: usize) {
        let stack = self.stack();
        stack.index_by_ply[ply + 1] = stack.index_by_ply[ply];
    }

    /// Returns the evaluation of the position at `ply`, from the side to move's point of view. The result
    /// equals that of [`Network::evaluate`].
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        if let Some(score) = bare_king_score(position) {
            return score;
        }
        let stack = self.stack();
        let (index, us) = (stack.index_by_ply[ply], position.turn());
        for side in Color::ALL {
            stack.ensure_computed(index, position, side);
        }
        let views = [us, !us].map(|side| stack.accumulator(index, side));
        let score = stack.network.output(stack.path, views, position.board().occupied().count());
        with_material(score, position.board(), us)
    }

    #[inline]
    fn stack(&mut self) -> &mut Stack {
        self.0.as_mut().expect("begin was called")
    }
}

impl Stack {
    fn new(network: &Arc<Network>, path: SimdPath) -> Self {
        Self {
            network: Arc::clone(network),
            path,
            index_by_ply: vec![0; MAX_PLIES].into(),
            plies: vec![PendingPly::default(); MAX_PLIES].into(),
            accumulators: vec![Chunk::ZERO; 2 * MAX_PLIES * network.chunks()].into(),
            cache: Cache::default(),
        }
    }

    #[inline]
    fn play(&mut self, ply: usize, us: Color, mv: Move) {
        let index = self.index_by_ply[ply] + 1;
        self.index_by_ply[ply + 1] = index;
        let mut ply_changes = PendingPly::default();
        let mut views = [None; 2];
        changes(us, mv, |change, piece, square| {
            let (pieces, view) = match change {
                Change::Remove => (&mut ply_changes.removed, &mut views[0]),
                Change::Add => (&mut ply_changes.added, &mut views[1]),
            };
            pieces.push(PieceOnSquare::new(piece, square));
            if piece.role == Role::King {
                *view = Some(View::new(us, square));
            }
        });
        ply_changes.changed_view = (views[0] != views[1]).then_some(us);
        self.plies[index] = ply_changes;
    }

    /// Computes the accumulator of `side` at `index`, where the board is that of `position`.
    #[inline]
    fn ensure_computed(&mut self, index: usize, position: &Position, side: Color) {
        if self.plies[index].computed[side as usize] {
            return;
        }
        let view = View::of(side, position.board());
        match self.last_computed(index, side) {
            Some(last_computed) => (last_computed..index).for_each(|from| self.update(from, view)),
            None => self.refresh(index, position, view),
        }
    }

    /// Returns the greatest stack index up to `index` at which the accumulator of `side` is computed. Returns
    /// `None` if a move between this stack index and `index` changes the view of `side`, or if the
    /// accumulator of `side` is not computed at any index up to `index`.
    #[inline]
    fn last_computed(&self, index: usize, side: Color) -> Option<usize> {
        let mut index = index;
        loop {
            let ply_changes = &self.plies[index];
            if ply_changes.computed[side as usize] {
                return Some(index);
            }
            if ply_changes.changed_view == Some(side) {
                return None;
            }
            index = index.checked_sub(1)?;
        }
    }

    /// Computes the accumulator of `view` at index `from + 1` from the accumulator at index `from`.
    #[inline]
    fn update(&mut self, from: usize, view: View) {
        let chunks = self.network.chunks();
        let (before, after) = self.accumulators.split_at_mut(2 * chunks * (from + 1));
        let side = view.side as usize * chunks;
        let (old, new) = (&before[2 * chunks * from + side..][..chunks], &mut after[side..][..chunks]);
        let ply_changes = &mut self.plies[from + 1];
        let row = |piece: &PieceOnSquare| self.network.row(piece.row(view));
        match (ply_changes.added.as_slice(), ply_changes.removed.as_slice()) {
            ([a], [b]) => self.path.change(new, Some(old), [row(a)], [row(b)]),
            ([a], [b, c]) => self.path.change(new, Some(old), [row(a)], [row(b), row(c)]),
            ([a, b], [c, d]) => self.path.change(new, Some(old), [row(a), row(b)], [row(c), row(d)]),
            _ => debug_assert!(false, "a move adds one or two pieces and removes as many or one more"),
        }
        ply_changes.computed[view.side as usize] = true;
    }

    fn refresh(&mut self, index: usize, position: &Position, view: View) {
        let accumulator = self.cache.refresh(&self.network, self.path, position.board(), view);
        let at = (2 * index + view.side as usize) * accumulator.len();
        self.accumulators[at..][..accumulator.len()].copy_from_slice(accumulator);
        self.plies[index].computed[view.side as usize] = true;
    }

    #[inline]
    fn accumulator(&self, index: usize, side: Color) -> &[Chunk] {
        let chunks = self.network.chunks();
        &self.accumulators[(2 * index + side as usize) * chunks..][..chunks]
    }
}

/// Writes the network and the SIMD path, without the accumulators.
impl fmt::Debug for Accumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stack = self.0.as_ref();
        f.debug_tuple("Accumulators").field(&stack.map(|stack| (&stack.network, stack.path))).finish()
    }
}
