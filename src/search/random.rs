//! `random`: any legal move, each as likely. A rung of its own, below all thinking.
//!
//! The student programs measured themselves by the time they needed to mate a random player. The dice are seeded: the
//! same seed and the same questions give the same moves.
//!
//! ```
//! use glulam::{position::Position, search::random::Random};
//!
//! let moves = Position::start().legal_moves();
//! assert_eq!(Random::new(7).choose(&moves), Random::new(7).choose(&moves));
//! ```

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::position::Move;

/// The seed of a new game, the one the student programs used.
pub const DEFAULT_SEED: u64 = 1;

/// Seeded dice (the `ChaCha` cipher with eight rounds).
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Default for Random {
    fn default() -> Self {
        Self::new(DEFAULT_SEED)
    }
}

/// Dice that are thrown already.
impl From<ChaCha8Rng> for Random {
    fn from(dice: ChaCha8Rng) -> Self {
        Self(dice)
    }
}

impl Random {
    /// Dice that fall as `seed` says.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// One of `moves`; `None` if there is none.
    pub fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        if moves.is_empty() {
            return None;
        }
        Some(moves[self.0.random_range(0..moves.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn the_same_seed_throws_the_same_moves_and_every_move_comes_up() {
        let moves = Position::start().legal_moves();
        let throws = |seed| {
            let mut dice = Random::new(seed);
            std::iter::repeat_with(move || dice.choose(&Position::start().legal_moves()))
                .take(400)
                .collect::<Vec<_>>()
        };
        assert_eq!(throws(7), throws(7));
        assert_ne!(throws(7), throws(8));
        assert!(moves.iter().all(|mv| throws(7).contains(&Some(*mv))));
        assert_eq!(Random::new(7).choose(&[]), None);
    }
}
