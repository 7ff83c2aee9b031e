//! The path of aarch64: NEON, which every such processor has.

use std::arch::aarch64::{
    int16x8_t, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16, vld1q_s16, vmaxq_s16,
    vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16,
};

use super::{Chunk, MOST, pairs};

#[target_feature(enable = "neon")]
pub fn dot_neon(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let (least, most) = (vdupq_n_s16(0), vdupq_n_s16(MOST));
    let mut sums = [vdupq_n_s32(0); 4];
    let [own, theirs] = pairs(values, weights);
    for (value, weight) in own.chain(theirs) {
        for (sum, (value, weight)) in sums.iter_mut().zip(quarters(value).into_iter().zip(quarters(weight))) {
            let value = vminq_s16(vmaxq_s16(value, least), most);
            let product = vmulq_s16(value, weight);
            *sum = vmlal_s16(*sum, vget_low_s16(value), vget_low_s16(product));
            *sum = vmlal_high_s16(*sum, value, product);
        }
    }
    let [a, b, c, d] = sums;
    vaddvq_s32(vaddq_s32(vaddq_s32(a, b), vaddq_s32(c, d)))
}

#[target_feature(enable = "neon")]
fn quarters(chunk: &Chunk) -> [int16x8_t; 4] {
    let [a, b, c, d] = [&chunk.0[..8], &chunk.0[8..16], &chunk.0[16..24], &chunk.0[24..]];
    // SAFETY: each is eight numbers of a chunk.
    unsafe { [vld1q_s16(a.as_ptr()), vld1q_s16(b.as_ptr()), vld1q_s16(c.as_ptr()), vld1q_s16(d.as_ptr())] }
}
