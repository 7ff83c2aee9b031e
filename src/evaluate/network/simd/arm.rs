//! NEON path for aarch64. All aarch64 processors support NEON.

use std::arch::aarch64::{
    int8x16_t, int32x4_t, vdupq_n_s32, vget_low_s8, vmull_high_s8, vmull_s8, vpadalq_s16, vpaddq_s16,
    vreinterpretq_s8_s32,
};

use bytemuck::{cast, cast_ref};

use super::{BLOCK_INPUTS, Chunk, SECOND, WeightBlock, pairwise_products};

#[target_feature(enable = "neon")]
pub(crate) fn second_layer_neon(views: [&[Chunk]; 2], weights: &[WeightBlock]) -> [i32; SECOND] {
    let inputs = pairwise_products(views);
    let mut sums: [int32x4_t; SECOND / 4] = [vdupq_n_s32(0); _];
    for (word, block) in inputs.as_flattened().as_chunks::<BLOCK_INPUTS>().0.iter().zip(weights) {
        let word = i32::from_le_bytes(*word);
        if word != 0 {
            // All inputs are at most 127, so signed bytes can store them.
            let word = vreinterpretq_s8_s32(vdupq_n_s32(word));
            let block: &[int8x16_t; SECOND / 4] = cast_ref(block);
            for (sum, weights) in sums.iter_mut().zip(block) {
                let low = vmull_s8(vget_low_s8(word), vget_low_s8(*weights));
                *sum = vpadalq_s16(*sum, vpaddq_s16(low, vmull_high_s8(word, *weights)));
            }
        }
    }
    cast(sums)
}
