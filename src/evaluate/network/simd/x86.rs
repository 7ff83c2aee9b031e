//! AVX2 and AVX-512 (F, BW and VNNI) paths for x86-64.
//!
//! The loops have no closures: code between intrinsics that the compiler does not inline is compiled for the baseline
//! processor and passes every vector through memory.

use std::arch::x86_64::{
    __m256, __m256i, __m512, _CMP_GT_OQ, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_ps, _mm256_cmp_ps,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_movemask_ps,
    _mm256_mul_ps, _mm256_mulhi_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_ps, _mm256_setzero_si256, _mm256_slli_epi16,
    _mm512_add_epi32, _mm512_add_ps, _mm512_cmp_ps_mask, _mm512_cvtepi16_epi8, _mm512_dpbusd_epi32,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mul_ps, _mm512_mulhi_epi16, _mm512_set1_epi16,
    _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512, _mm512_slli_epi16,
};

use bytemuck::{cast, cast_ref, cast_slice};

use super::{
    Chunk, FloatLayers, MAX_ACTIVATION, MOST_NEURONS, SECOND, WIDTH, WORDS, WeightBlock, WeightChunk, Work,
};

#[target_feature(enable = "avx2")]
pub(crate) fn run_avx2<W: Work>(work: W) -> W::Result {
    work.run()
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(crate) fn run_avx512<W: Work>(work: W) -> W::Result {
    work.run()
}

#[target_feature(enable = "avx2")]
pub(crate) fn change_avx2<const A: usize, const S: usize>(
    to: &mut [Chunk],
    from: Option<&[Chunk]>,
    added: [&[WeightChunk]; A],
    removed: [&[WeightChunk]; S],
) {
    super::change(to, from, added, removed);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(crate) fn change_avx512<const A: usize, const S: usize>(
    to: &mut [Chunk],
    from: Option<&[Chunk]>,
    added: [&[WeightChunk]; A],
    removed: [&[WeightChunk]; S],
) {
    super::change(to, from, added, removed);
}

#[target_feature(enable = "avx2")]
pub(crate) fn second_layer_avx2(views: [&[Chunk]; 2], weights: &[WeightBlock]) -> [i32; SECOND] {
    let ones = _mm256_set1_epi16(1);
    let mut sums = [[_mm256_setzero_si256(); 2]; 2];
    for (view, weights) in views.into_iter().zip(super::halves(weights)) {
        let [first, second] = super::halves(view);
        for ((a, b), blocks) in first.iter().zip(second).zip(weights.as_chunks::<{ WORDS }>().0) {
            let (a, b): (&[__m256i; 2], &[__m256i; 2]) = (cast_ref(a), cast_ref(b));
            let (low, high) = (pairwise_products_avx2(a[0], b[0]), pairwise_products_avx2(a[1], b[1]));
            let inputs = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
            let words: [[i32; 2]; WORDS / 2] = cast(inputs);
            for (pair, (words, blocks)) in words.into_iter().zip(blocks.as_chunks::<2>().0).enumerate() {
                let words = (_mm256_set1_epi32(words[0]), _mm256_set1_epi32(words[1]));
                let blocks: (&[__m256i; 2], &[__m256i; 2]) = (cast_ref(&blocks[0]), cast_ref(&blocks[1]));
                for (half, sum) in sums[pair % 2].iter_mut().enumerate() {
                    let first = _mm256_maddubs_epi16(words.0, blocks.0[half]);
                    let second = _mm256_maddubs_epi16(words.1, blocks.1[half]);
                    let products = _mm256_madd_epi16(_mm256_add_epi16(first, second), ones);
                    *sum = _mm256_add_epi32(*sum, products);
                }
            }
        }
    }
    let [even, odd] = sums;
    cast([_mm256_add_epi32(even[0], odd[0]), _mm256_add_epi32(even[1], odd[1])])
}

/// Returns the products of two times sixteen clipped sums, from 0 to 127.
#[inline]
#[target_feature(enable = "avx2")]
fn pairwise_products_avx2(a: __m256i, b: __m256i) -> __m256i {
    let one = _mm256_set1_epi16(MAX_ACTIVATION);
    let a = _mm256_min_epi16(_mm256_max_epi16(a, _mm256_setzero_si256()), one);
    // A negative factor gives a negative product, which saturates to 0.
    _mm256_mulhi_epi16(_mm256_slli_epi16::<7>(a), _mm256_min_epi16(b, one))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(crate) fn second_layer_avx512(views: [&[Chunk]; 2], weights: &[WeightBlock]) -> [i32; SECOND] {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(MAX_ACTIVATION));
    let mut inputs = [_mm256_setzero_si256(); MOST_NEURONS / WIDTH];
    let mut chunk = 0;
    for view in views {
        let [first, second] = super::halves(view);
        for (a, b) in first.iter().zip(second) {
            let a = _mm512_min_epi16(_mm512_max_epi16(*cast_ref(a), zero), one);
            let b = _mm512_min_epi16(_mm512_max_epi16(*cast_ref(b), zero), one);
            inputs[chunk] = _mm512_cvtepi16_epi8(_mm512_mulhi_epi16(_mm512_slli_epi16::<7>(a), b));
            chunk += 1;
        }
    }
    // Eight partial sums: a multiplication waits for the one before it with the same sum.
    let mut sums = [zero; 8];
    let words: &[[i32; 8]] = cast_slice(&inputs);
    for (words, blocks) in words.iter().zip(weights.as_chunks::<8>().0) {
        for (sum, (word, block)) in sums.iter_mut().zip(words.iter().zip(blocks)) {
            *sum = _mm512_dpbusd_epi32(*sum, _mm512_set1_epi32(*word), *cast_ref(block));
        }
    }
    let mut sum = zero;
    for part in sums {
        sum = _mm512_add_epi32(sum, part);
    }
    cast(sum)
}

/// Adds only the products of activations above 0, whose neurons have a bit in `active`; the others change no sum.
#[target_feature(enable = "avx2")]
pub(crate) fn float_layers_avx2(sums: &[i32; SECOND], layers: &FloatLayers) -> f32 {
    let zero = _mm256_setzero_ps();
    let [squares, values] = layers.inputs(sums);
    let [low, high]: [__m256; 2] = cast(values);
    let [low, high] = [_mm256_cmp_ps::<_CMP_GT_OQ>(low, zero), _mm256_cmp_ps::<_CMP_GT_OQ>(high, zero)];
    let mut active = _mm256_movemask_ps(high) << 8 | _mm256_movemask_ps(low);
    let (mut of_squares, mut of_values): ([__m256; 4], _) = (cast(layers.third_bias), [zero; 4]);
    while active != 0 {
        let neuron = active.trailing_zeros() as usize % SECOND;
        active &= active - 1;
        let (square, value) = (_mm256_set1_ps(squares[neuron]), _mm256_set1_ps(values[neuron]));
        let rows: [[__m256; 4]; 2] = [cast(layers.third[neuron]), cast(layers.third[SECOND + neuron])];
        for part in 0..4 {
            of_squares[part] = _mm256_add_ps(of_squares[part], _mm256_mul_ps(square, rows[0][part]));
            of_values[part] = _mm256_add_ps(of_values[part], _mm256_mul_ps(value, rows[1][part]));
        }
    }
    for part in 0..4 {
        of_squares[part] = _mm256_add_ps(of_squares[part], of_values[part]);
    }
    layers.output(&cast(of_squares))
}

/// The same as [`float_layers_avx2`] with registers twice as wide.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(crate) fn float_layers_avx512(sums: &[i32; SECOND], layers: &FloatLayers) -> f32 {
    let zero = _mm512_setzero_ps();
    let [squares, values] = layers.inputs(sums);
    let mut active = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(cast(values), zero);
    let (mut of_squares, mut of_values): ([__m512; 2], _) = (cast(layers.third_bias), [zero; 2]);
    while active != 0 {
        let neuron = active.trailing_zeros() as usize % SECOND;
        active &= active - 1;
        let (square, value) = (_mm512_set1_ps(squares[neuron]), _mm512_set1_ps(values[neuron]));
        let rows: [[__m512; 2]; 2] = [cast(layers.third[neuron]), cast(layers.third[SECOND + neuron])];
        for part in 0..2 {
            of_squares[part] = _mm512_add_ps(of_squares[part], _mm512_mul_ps(square, rows[0][part]));
            of_values[part] = _mm512_add_ps(of_values[part], _mm512_mul_ps(value, rows[1][part]));
        }
    }
    for part in 0..2 {
        of_squares[part] = _mm512_add_ps(of_squares[part], of_values[part]);
    }
    layers.output(&cast(of_squares))
}
