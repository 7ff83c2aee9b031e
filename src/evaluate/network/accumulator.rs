//! The first layer carried along the line being searched, and computed only where a value is asked for.
//!
//! Playing a move notes which men it lifts and drops, no more. When a value is asked for, the way back is gone to the
//! nearest position whose accumulator is known, and forward again with one fused pass over the rows a move (lazy
//! updates: +12 in akimbo, +13 in Berserk). A pass changes no man, so the ply after it shares the accumulators of the
//! ply before. Where a king has crossed the middle, its view is taken from the [cache](super::cache). The other view
//! knows nothing of that.
//!
//! There is nothing to undo: playing another move at the same ply takes the place of the first.
//!
//! ```
//! use glulam::{evaluate::{Network, network::Accumulators}, position::Position};
//!
//! let (net, mut line) = (Network::embedded(), Accumulators::default());
//! let root = Position::start();
//! line.begin(net);
//! for mv in root.legal_moves() {
//!     line.play(0, root.turn(), mv);
//!     let child = root.play(mv);
//!     // Carried along and from scratch: the same number, to the last bit.
//!     assert_eq!(line.evaluate(&child, 1), net.evaluate(&child));
//! }
//! assert_eq!(line.evaluate(&root, 0), net.evaluate(&root));
//! ```

use std::{fmt, sync::Arc};

use arrayvec::ArrayVec;
use shakmaty::{Color, Role};

use super::{
    Network, bare_king_score,
    cache::Cache,
    chunk::Chunk,
    features::{Man, View, mirrors},
    simd::Path,
};
use crate::{
    position::{
        Move, Position,
        changes::{Change, changes},
    },
    score::{MAX_PLY, Score},
};

/// Plies of a line, with room for the replies to the deepest.
const MAX_PLIES: usize = MAX_PLY + 3;

/// What is known of one position of the line.
#[derive(Clone, Debug, Default)]
struct Ply {
    /// What the move to it changed.
    added: ArrayVec<Man, 2>,
    removed: ArrayVec<Man, 2>,
    /// The side whose view it mirrored.
    mirrored_side: Option<Color>,
    /// Whose accumulators are computed, by [`Color`].
    computed: [bool; 2],
}

/// The accumulators of a line, both views. One for each thread; nothing is allocated before a search [begins](Self::begin).
#[derive(Default)]
pub struct Accumulators(Option<Stack>);

struct Stack {
    network: Arc<Network>,
    path: Path,
    /// By ply: which step stands there.
    index_by_ply: Box<[usize]>,
    plies: Box<[Ply]>,
    /// By step and [`Color`].
    accumulators: Box<[Chunk]>,
    cache: Cache,
}

impl Accumulators {
    /// A search by `network` begins; whatever is at its root, nothing is known of it. What was allocated for the same net serves
    /// again.
    pub fn begin(&mut self, network: &Arc<Network>) {
        if !self.0.as_ref().is_some_and(|stack| Arc::ptr_eq(&stack.network, network)) {
            self.0 = Some(Stack::new(network, Path::best()));
        }
        let stack = self.stack();
        stack.index_by_ply[0] = 0;
        stack.plies[0] = Ply::default();
    }

    /// Forgets every board that was seen, as for a new game.
    pub fn clear(&mut self) {
        if let Some(stack) = &mut self.0 {
            stack.cache = Cache::default();
        }
    }

    /// `mv` of side `us` leads from `ply` to the next.
    ///
    /// # Panics
    /// If no search has begun; so do all that follow.
    #[inline]
    pub fn play(&mut self, ply: usize, us: Color, mv: Move) {
        self.stack().play(ply, us, mv);
    }

    /// A pass leads from `ply` to the next.
    #[inline]
    pub fn pass(&mut self, ply: usize) {
        let stack = self.stack();
        stack.index_by_ply[ply + 1] = stack.index_by_ply[ply];
    }

    /// The value of the position at `ply`, for the side to move: equal to [`Network::evaluate`].
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
        stack.network.output(stack.path, views, position.board().occupied().count())
    }

    #[inline]
    fn stack(&mut self) -> &mut Stack {
        self.0.as_mut().expect("a search has begun")
    }
}

impl Stack {
    fn new(network: &Arc<Network>, path: Path) -> Self {
        Self {
            network: Arc::clone(network),
            path,
            index_by_ply: vec![0; MAX_PLIES].into(),
            plies: vec![Ply::default(); MAX_PLIES].into(),
            accumulators: vec![Chunk::ZERO; 2 * MAX_PLIES * network.chunks()].into(),
            cache: Cache::default(),
        }
    }

    #[inline]
    fn play(&mut self, ply: usize, us: Color, mv: Move) {
        let index = self.index_by_ply[ply] + 1;
        self.index_by_ply[ply + 1] = index;
        let mut ply_changes = Ply::default();
        let mut mirrored = [false; 2];
        changes(us, mv, |change, piece, square| {
            let (pieces, mirror) = match change {
                Change::Remove => (&mut ply_changes.removed, &mut mirrored[0]),
                Change::Add => (&mut ply_changes.added, &mut mirrored[1]),
            };
            pieces.push(Man::new(piece, square));
            if piece.role == Role::King {
                *mirror = mirrors(square);
            }
        });
        ply_changes.mirrored_side = (mirrored[0] != mirrored[1]).then_some(us);
        self.plies[index] = ply_changes;
    }

    /// Computes the accumulator of `side` at a place, where `position` stands.
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

    /// The nearest place before this one where the accumulator of a side is known; `None` if its view was mirrored
    /// since, or nothing is known.
    #[inline]
    fn last_computed(&self, index: usize, side: Color) -> Option<usize> {
        let mut index = index;
        loop {
            let ply_changes = &self.plies[index];
            if ply_changes.computed[side as usize] {
                return Some(index);
            }
            if ply_changes.mirrored_side == Some(side) {
                return None;
            }
            index = index.checked_sub(1)?;
        }
    }

    /// Computes an accumulator from the one before it.
    #[inline]
    fn update(&mut self, from: usize, view: View) {
        let chunks = self.network.chunks();
        let (before, after) = self.accumulators.split_at_mut(2 * chunks * (from + 1));
        let side = view.side as usize * chunks;
        let (old, new) = (&before[2 * chunks * from + side..][..chunks], &mut after[side..][..chunks]);
        let ply_changes = &mut self.plies[from + 1];
        let row = |man: &Man| self.network.row(man.seen(view));
        match (ply_changes.added.as_slice(), ply_changes.removed.as_slice()) {
            ([a], [b]) => self.path.change(new, Some(old), [row(a)], [row(b)]),
            ([a], [b, c]) => self.path.change(new, Some(old), [row(a)], [row(b), row(c)]),
            ([a, b], [c, d]) => self.path.change(new, Some(old), [row(a), row(b)], [row(c), row(d)]),
            _ => debug_assert!(false, "a move drops one or two men and lifts as many or one more"),
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

/// Not its thousands of numbers.
impl fmt::Debug for Accumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stack = self.0.as_ref();
        f.debug_tuple("Accumulators").field(&stack.map(|stack| (&stack.network, stack.path))).finish()
    }
}
