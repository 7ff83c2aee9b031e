//! NEON path for aarch64. All aarch64 processors support NEON.

use std::arch::aarch64::{
    int16x8_t, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vmaxq_s16, vminq_s16,
    vmlal_high_s16, vmlal_s16, vmulq_s16,
};

use bytemuck::cast_ref;

use super::{Chunk, MAX_ACTIVATION, pairs};

#[target_feature(enable = "neon")]
pub(crate) fn dot_neon(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let (least, most) = (vdupq_n_s16(0), vdupq_n_s16(MAX_ACTIVATION));
    let mut sums = [vdupq_n_s32(0); 4];
    let [own, theirs] = pairs(values, weights);
    for (value, weight) in own.chain(theirs) {
        let (values, weights): (&[int16x8_t; 4], &[int16x8_t; 4]) = (cast_ref(value), cast_ref(weight));
        for (sum, (value, weight)) in sums.iter_mut().zip(values.iter().zip(weights)) {
            let value = vminq_s16(vmaxq_s16(*value, least), most);
            let product = vmulq_s16(value, *weight);
            *sum = vmlal_s16(*sum, vget_low_s16(value), vget_low_s16(product));
            *sum = vmlal_high_s16(*sum, value, product);
        }
    }
    let [a, b, c, d] = sums;
    vaddvq_s32(vaddq_s32(vaddq_s32(a, b), vaddq_s32(c, d)))
}
