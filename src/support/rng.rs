//! Random number generator of one game.

use rand::{SeedableRng as _, rngs::ChaCha8Rng};

/// Returns the random number generator (`ChaCha` with eight rounds) of game `number` of a run.
///
/// Every game has its own stream, so the random numbers do not depend on the thread that plays the game.
pub fn game_rng(seed: u64, number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    rng
}
