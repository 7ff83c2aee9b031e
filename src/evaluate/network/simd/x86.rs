//! AVX2 and AVX-512 (F and BW) paths for x86-64.

use std::arch::x86_64::{
    __m256i, __m512i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm512_add_epi32, _mm512_madd_epi16,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512,
};

use bytemuck::cast_ref;

use super::{Chunk, MAX_ACTIVATION, Work, pairs};

#[target_feature(enable = "avx2")]
pub(crate) fn run_avx2<W: Work>(work: W) -> W::Result {
    work.run()
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn run_avx512<W: Work>(work: W) -> W::Result {
    work.run()
}

#[target_feature(enable = "avx2")]
pub(crate) fn change_avx2<const A: usize, const S: usize>(
    to: &mut [Chunk],
    from: Option<&[Chunk]>,
    added: [&[Chunk]; A],
    removed: [&[Chunk]; S],
) {
    super::change(to, from, added, removed);
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn change_avx512<const A: usize, const S: usize>(
    to: &mut [Chunk],
    from: Option<&[Chunk]>,
    added: [&[Chunk]; A],
    removed: [&[Chunk]; S],
) {
    super::change(to, from, added, removed);
}

#[target_feature(enable = "avx2")]
pub(crate) fn dot_avx2(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(MAX_ACTIVATION));
    let mut sums = [_mm256_setzero_si256(); 4];
    let [own, theirs] = pairs(values, weights);
    for ((own, own_weights), (theirs, their_weights)) in own.zip(theirs) {
        let values: [[__m256i; 2]; 2] = [*cast_ref(own), *cast_ref(theirs)];
        let weights: [[__m256i; 2]; 2] = [*cast_ref(own_weights), *cast_ref(their_weights)];
        let both = values.as_flattened().iter().zip(weights.as_flattened());
        for (sum, (value, weight)) in sums.iter_mut().zip(both) {
            let value = _mm256_min_epi16(_mm256_max_epi16(*value, least), most);
            let product = _mm256_madd_epi16(value, _mm256_mullo_epi16(value, *weight));
            *sum = _mm256_add_epi32(*sum, product);
        }
    }
    let [a, b, c, d] = sums;
    let sum = _mm256_add_epi32(_mm256_add_epi32(a, b), _mm256_add_epi32(c, d));
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
    _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum)))
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn dot_avx512(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let (least, most) = (_mm512_setzero_si512(), _mm512_set1_epi16(MAX_ACTIVATION));
    let mut sums = [_mm512_setzero_si512(); 2];
    let [own, theirs] = pairs(values, weights);
    for (own, theirs) in own.zip(theirs) {
        for (sum, (value, weight)) in sums.iter_mut().zip([own, theirs]) {
            let (value, weight): (__m512i, __m512i) = (*cast_ref(value), *cast_ref(weight));
            let value = _mm512_min_epi16(_mm512_max_epi16(value, least), most);
            let product = _mm512_madd_epi16(value, _mm512_mullo_epi16(value, weight));
            *sum = _mm512_add_epi32(*sum, product);
        }
    }
    _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
}
