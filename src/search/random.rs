//! `random`: the lowest rung plays a random legal move; all moves are equally likely.
//!
//! One of the student programs from which Glulam started measured how long it needed to checkmate a random
//! player. The random number generator of the rung `random` is seeded: the same seed and the same positions
//! give the same moves.
//!
//! ```
//! use glulam::{chess::position::Position, search::random::Random};
//!
//! let moves = Position::start().legal_moves();
//! assert_eq!(Random::new(7).choose(&moves), Random::new(7).choose(&moves));
//! ```

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::chess::position::Move;

/// Default seed of the random number generator, also used by the student programs.
pub const DEFAULT_SEED: u64 = 1;

/// Seeded random number generator (`ChaCha` with eight rounds) that chooses moves.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Default for Random {
    fn default() -> Self {
        Self::new(DEFAULT_SEED)
    }
}

/// Wraps an existing random number generator.
impl From<ChaCha8Rng> for Random {
    fn from(rng: ChaCha8Rng) -> Self {
        Self(rng)
    }
}

impl Random {
    /// Creates a random number generator with the seed `seed`.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns a random element of `moves`, or `None` if `moves` is empty.
    pub fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        if moves.is_empty() {
            return None;
        }
        Some(moves[self.0.random_range(0..moves.len())])
    }
}
