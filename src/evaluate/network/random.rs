//! Random networks for tests and for measuring speed. The cost of a network depends only on its size.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::{
    Network,
    chunk::{Chunk, WIDTH, chunks},
    features::FEATURES,
    file::{MOST_OUTPUT, MOST_OUTPUT_SUM, QA, QB},
};

/// Maximum |first-layer weight| of a random network, small enough that some activations lie strictly between
/// 0 and 1.
const MAX_FIRST_WEIGHT: i16 = 60;

impl Network {
    /// Creates a network with random weights. `neurons`, the number of neurons per side, is rounded down to a
    /// multiple of 32; `buckets`, the number of output buckets, must be 1 or 8.
    pub fn random(neurons: usize, buckets: usize, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let neurons = neurons / WIDTH * WIDTH;
        let max_weight = (MOST_OUTPUT_SUM as usize / (2 * neurons)).min(MOST_OUTPUT as usize) as i16;
        let mut layer = |count: usize, max_weight: i16| -> Box<[Chunk]> {
            let numbers: Vec<_> = (0..count).map(|_| rng.random_range(-max_weight..=max_weight)).collect();
            chunks(&numbers)
        };
        let (first, bias) = (layer(FEATURES * neurons, MAX_FIRST_WEIGHT), layer(neurons, QA as i16));
        let output = layer(buckets * 2 * neurons, max_weight);
        let output_bias = (0..buckets).map(|_| rng.random_range(-QA * QB..=QA * QB)).collect();
        Self {
            first,
            bias,
            output,
            output_bias,
            scale: 400,
            data_hash: seed,
            teacher: String::new(),
            checksum: 0,
        }
        .checked()
    }
}
