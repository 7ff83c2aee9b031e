//! Random networks for tests and for measuring speed. The cost of a network depends on its size, and a little on
//! the share of activations that are zero.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use super::{
    Network,
    chunk::{chunks, weight_chunks},
    features::ROWS,
    file::{NEURONS_STEP, QA},
    layers::{FloatLayers, OUTPUT_BUCKETS, SECOND, weight_blocks},
};

/// Maximum |first-layer weight| of a random network, small enough that some activations lie strictly between
/// 0 and 1.
const MAX_FIRST_WEIGHT: i8 = 60;
/// Maximum |second-layer weight| of a random network, multiplied by the square root of the number of inputs. Some
/// activations of the second layer then lie strictly between 0 and 1.
const MAX_SECOND_WEIGHT: f32 = 512.0;
/// Maximum |weight| and |bias| of the layers in floats.
const MAX_FLOAT: f32 = 0.6;

impl Network {
    /// Creates a network with random weights. `neurons`, the number of neurons of the first layer, is rounded down
    /// to a multiple of 64.
    pub fn random(neurons: usize, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let neurons = neurons / NEURONS_STEP * NEURONS_STEP;
        let first: Vec<_> =
            (0..ROWS * neurons).map(|_| rng.random_range(-MAX_FIRST_WEIGHT..=MAX_FIRST_WEIGHT)).collect();
        let bias: Vec<_> = (0..neurons).map(|_| rng.random_range(-QA as i16..=QA as i16)).collect();
        let most = (MAX_SECOND_WEIGHT / (neurons as f32).sqrt()) as i8;
        let second: Vec<_> =
            (0..OUTPUT_BUCKETS * SECOND * neurons).map(|_| rng.random_range(-most..=most)).collect();
        let mut float_layers = vec![FloatLayers::ZERO; OUTPUT_BUCKETS];
        for layers in &mut float_layers {
            let FloatLayers { third, third_bias, output, second_bias, output_bias } = layers;
            let arrays = [third.as_flattened_mut(), third_bias, output, second_bias];
            let floats = arrays.into_iter().flatten().chain([output_bias]);
            floats.for_each(|float| *float = rng.random_range(-MAX_FLOAT..=MAX_FLOAT));
        }
        Self {
            first: weight_chunks(&first),
            bias: chunks(&bias),
            second: weight_blocks(&second, neurons),
            float_layers: float_layers.into(),
            scale: 400,
            data_hash: seed,
            teacher: String::new(),
            checksum: 0,
        }
        .checked()
    }
}
