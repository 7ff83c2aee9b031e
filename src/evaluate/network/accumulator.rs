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
    Network,
    cache::Cache,
    chunk::Chunk,
    features::{Man, View, mirrors},
    known,
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
const PLIES: usize = MAX_PLY + 3;

/// What is known of one position of the line.
#[derive(Clone, Debug, Default)]
struct Step {
    /// What the move to it changed.
    dropped: ArrayVec<Man, 2>,
    lifted: ArrayVec<Man, 2>,
    /// The side whose view it mirrored.
    turned: Option<Color>,
    /// Whose accumulators are computed, by [`Color`].
    known: [bool; 2],
}

/// The accumulators of a line, both views. One for each thread; nothing is allocated before a search [begins](Self::begin).
#[derive(Default)]
pub struct Accumulators(Option<Stack>);

struct Stack {
    network: Arc<Network>,
    path: Path,
    /// By ply: which step stands there.
    places: Box<[usize]>,
    steps: Box<[Step]>,
    /// By step and [`Color`].
    sums: Box<[Chunk]>,
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
        stack.places[0] = 0;
        stack.steps[0] = Step::default();
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
        stack.places[ply + 1] = stack.places[ply];
    }

    /// The value of the position at `ply`, for the side to move: equal to [`Network::evaluate`].
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        if let Some(score) = known(position) {
            return score;
        }
        let stack = self.stack();
        let (place, us) = (stack.places[ply], position.turn());
        for side in Color::ALL {
            stack.compute(place, position, side);
        }
        let views = [us, !us].map(|side| stack.sums(place, side));
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
            places: vec![0; PLIES].into(),
            steps: vec![Step::default(); PLIES].into(),
            sums: vec![Chunk::ZERO; 2 * PLIES * network.chunks()].into(),
            cache: Cache::default(),
        }
    }

    #[inline]
    fn play(&mut self, ply: usize, us: Color, mv: Move) {
        let place = self.places[ply] + 1;
        self.places[ply + 1] = place;
        let mut step = Step::default();
        let mut wings = [false; 2];
        changes(us, mv, |change, piece, square| {
            let (men, wing) = match change {
                Change::Lift => (&mut step.lifted, &mut wings[0]),
                Change::Drop => (&mut step.dropped, &mut wings[1]),
            };
            men.push(Man::new(piece, square));
            if piece.role == Role::King {
                *wing = mirrors(square);
            }
        });
        step.turned = (wings[0] != wings[1]).then_some(us);
        self.steps[place] = step;
    }

    /// Computes the accumulator of `side` at a place, where `position` stands.
    #[inline]
    fn compute(&mut self, place: usize, position: &Position, side: Color) {
        if self.steps[place].known[side as usize] {
            return;
        }
        let view = View::of(side, position.board());
        match self.nearest(place, side) {
            Some(nearest) => (nearest..place).for_each(|from| self.advance(from, view)),
            None => self.refresh(place, position, view),
        }
    }

    /// The nearest place before this one where the accumulator of a side is known; `None` if its view was mirrored
    /// since, or nothing is known.
    #[inline]
    fn nearest(&self, place: usize, side: Color) -> Option<usize> {
        let mut place = place;
        loop {
            let step = &self.steps[place];
            if step.known[side as usize] {
                return Some(place);
            }
            if step.turned == Some(side) {
                return None;
            }
            place = place.checked_sub(1)?;
        }
    }

    /// Computes an accumulator from the one before it.
    #[inline]
    fn advance(&mut self, from: usize, view: View) {
        let chunks = self.network.chunks();
        let (before, after) = self.sums.split_at_mut(2 * chunks * (from + 1));
        let side = view.side as usize * chunks;
        let (from_sums, to) = (&before[2 * chunks * from + side..][..chunks], &mut after[side..][..chunks]);
        let step = &mut self.steps[from + 1];
        let row = |man: &Man| self.network.row(man.seen(view));
        match (step.dropped.as_slice(), step.lifted.as_slice()) {
            ([a], [b]) => self.path.change(to, Some(from_sums), [row(a)], [row(b)]),
            ([a], [b, c]) => self.path.change(to, Some(from_sums), [row(a)], [row(b), row(c)]),
            ([a, b], [c, d]) => self.path.change(to, Some(from_sums), [row(a), row(b)], [row(c), row(d)]),
            _ => debug_assert!(false, "a move drops one or two men and lifts as many or one more"),
        }
        step.known[view.side as usize] = true;
    }

    fn refresh(&mut self, place: usize, position: &Position, view: View) {
        let sums = self.cache.refresh(&self.network, self.path, position.board(), view);
        let at = (2 * place + view.side as usize) * sums.len();
        self.sums[at..][..sums.len()].copy_from_slice(sums);
        self.steps[place].known[view.side as usize] = true;
    }

    #[inline]
    fn sums(&self, place: usize, side: Color) -> &[Chunk] {
        let chunks = self.network.chunks();
        &self.sums[(2 * place + side as usize) * chunks..][..chunks]
    }
}

/// Not its thousands of numbers.
impl fmt::Debug for Accumulators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stack = self.0.as_ref();
        f.debug_tuple("Accumulators").field(&stack.map(|stack| (&stack.network, stack.path))).finish()
    }
}
