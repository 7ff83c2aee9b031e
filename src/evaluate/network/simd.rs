//! SIMD arithmetic of networks, with a path for each supported instruction set.
//!
//! The compiler vectorises the addition of rows if it may use wide registers. It does not find the instructions
//! for the second layer and not always those for the third, so these layers are written with intrinsics. In the
//! second layer:
//!
//! - Each input is the product of two clipped sums of the first layer (pairwise product), a byte from 0 to 127.
//!   With one factor multiplied by 2⁷, the high half of the 32-bit product is the product divided by 2⁹.
//! - A word of four inputs is copied to all lanes of a register and multiplied by the weights of all neurons, as in
//!   Stockfish. Four products are added in 16 bits before they are widened, except by the instruction of AVX-512 VNNI,
//!   which adds them in 32 bits. Each is at most 127 · 64 by the [bounds of the file](super::file), so no sum overflows
//!   and every path returns the same integers.
//!
//! This module, [prefetching](crate::support::prefetch) and [huge pages](crate::support::huge_pages) contain the only `unsafe`
//! code of the search. In this module, the `unsafe` code calls functions compiled for instruction sets that
//! were detected on the processor.

#![expect(unsafe_code, reason = "functions with target features can only be called in unsafe code")]

#[cfg(target_arch = "aarch64")]
mod arm;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::{array, fmt, sync::OnceLock};

use arrayvec::ArrayVec;

use super::{
    chunk::{Chunk, WIDTH, WeightChunk},
    file::MOST_NEURONS,
    layers::{BLOCK_INPUTS, FloatLayers, SECOND, WeightBlock},
};

/// Greatest activation of the first layer, which represents 1.0.
pub const MAX_ACTIVATION: i16 = 255;

/// Number of words of four inputs that two chunks of an accumulator give.
const WORDS: usize = WIDTH / BLOCK_INPUTS;

/// A SIMD path that this machine supports. All paths return equal results. Except for the scalar path, only
/// [`SimdPath::all`] creates a `SimdPath`, and only for instruction sets that the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimdPath(SimdKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SimdKind {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// A computation in plain Rust that is compiled once for each SIMD path. All hot code of a computation must
/// be inlined into `run`.
///
/// A computation has the same result on all paths, to the last bit of every float, because the order of
/// operations does not change.
pub trait Work {
    /// Type of the computation's result.
    type Result;

    /// Runs the computation. Implementations must be `#[inline(always)]`; otherwise the compiler does not use
    /// the instruction set of the SIMD path.
    fn run(self) -> Self::Result;
}

impl SimdPath {
    /// The path that every machine supports.
    pub(crate) const SCALAR: Self = Self(SimdKind::Scalar);

    /// Returns all paths that this machine supports, slowest first.
    pub fn all() -> Vec<Self> {
        let paths = [
            (true, SimdKind::Scalar),
            #[cfg(target_arch = "x86_64")]
            (is_x86_feature_detected!("avx2"), SimdKind::Avx2),
            #[cfg(target_arch = "x86_64")]
            (
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vnni"),
                SimdKind::Avx512,
            ),
            #[cfg(target_arch = "aarch64")]
            (true, SimdKind::Neon),
        ];
        paths.into_iter().filter(|(supported, _)| *supported).map(|(_, kind)| Self(kind)).collect()
    }

    /// Returns the fastest path of this machine. The processor is examined only on the first call.
    pub fn best() -> Self {
        static BEST: OnceLock<SimdPath> = OnceLock::new();
        *BEST.get_or_init(|| Self::all().pop().unwrap_or(Self::SCALAR))
    }

    /// Computes the sums of the second layer, without its bias, from the accumulators of two views and the weights of
    /// one output bucket. The inputs are the pairwise products of the first view, then those of the second view.
    /// Views and weights must come from the same network; otherwise the sums are meaningless or the function panics.
    #[inline]
    pub fn second_layer(self, views: [&[Chunk]; 2], weights: &[WeightBlock]) -> [i32; SECOND] {
        match self.0 {
            SimdKind::Scalar => second_layer(views, weights),
            // SAFETY: only `all` creates the AVX2 path, and only on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx2 => unsafe { x86::second_layer_avx2(views, weights) },
            // SAFETY: only `all` creates the AVX-512 path, and only on a processor with AVX-512 F, BW and VNNI.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx512 => unsafe { x86::second_layer_avx512(views, weights) },
            // SAFETY: every aarch64 processor has NEON.
            #[cfg(target_arch = "aarch64")]
            SimdKind::Neon => unsafe { arm::second_layer_neon(views, weights) },
        }
    }

    /// Computes the output of the network from the sums of the second layer and the parameters of one output bucket.
    /// All paths return the same bits.
    #[inline]
    pub fn float_layers(self, sums: &[i32; SECOND], layers: &FloatLayers) -> f32 {
        match self.0 {
            // SAFETY: only `all` creates the AVX2 path, and only on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx2 => unsafe { x86::float_layers_avx2(sums, layers) },
            // SAFETY: only `all` creates the AVX-512 path, and only on a processor with AVX-512 F, BW and VNNI.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx512 => unsafe { x86::float_layers_avx512(sums, layers) },
            // On aarch64, the compiler vectorises these loops well in baseline builds.
            _ => layers.output(&layers.third_sums(&layers.inputs(sums))),
        }
    }

    /// Runs `work` compiled for the instruction set of this path.
    pub fn run<W: Work>(self, work: W) -> W::Result {
        match self.0 {
            // SAFETY: only `all` creates the AVX2 path, and only on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx2 => unsafe { x86::run_avx2(work) },
            // SAFETY: only `all` creates the AVX-512 path, and only on a processor with AVX-512 F, BW and VNNI.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx512 => unsafe { x86::run_avx512(work) },
            _ => work.run(),
        }
    }

    /// Adds and subtracts rows of weights in one pass. The start value is `from`, or `to` itself if `from` is `None`;
    /// the result is stored in `to`.
    ///
    /// # Panics
    /// Panics if `from`, a row of `added` or a row of `removed` is shorter than `to`.
    #[inline]
    pub fn change<const A: usize, const S: usize>(
        self,
        to: &mut [Chunk],
        from: Option<&[Chunk]>,
        added: [&[WeightChunk]; A],
        removed: [&[WeightChunk]; S],
    ) {
        match self.0 {
            // SAFETY: only `all` creates the AVX2 path, and only on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx2 => unsafe { x86::change_avx2(to, from, added, removed) },
            // SAFETY: only `all` creates the AVX-512 path, and only on a processor with AVX-512 F, BW and VNNI.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx512 => unsafe { x86::change_avx512(to, from, added, removed) },
            // On aarch64, the compiler vectorises `change` well in baseline builds.
            _ => change(to, from, added, removed),
        }
    }
}

impl fmt::Display for SimdPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            SimdKind::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            SimdKind::Neon => "NEON",
        })
    }
}

/// Scalar version of the second layer, for comparison with every SIMD path.
fn second_layer(views: [&[Chunk]; 2], weights: &[WeightBlock]) -> [i32; SECOND] {
    let inputs = pairwise_products(views);
    let mut sums = [0; SECOND];
    for (word, block) in inputs.as_flattened().as_chunks::<BLOCK_INPUTS>().0.iter().zip(weights) {
        if *word != [0; BLOCK_INPUTS] {
            for (sum, weights) in sums.iter_mut().zip(block.0.as_chunks::<BLOCK_INPUTS>().0) {
                let products = word.iter().zip(weights);
                *sum += products.map(|(input, weight)| i32::from(*input) * i32::from(*weight)).sum::<i32>();
            }
        }
    }
    sums
}

/// Inputs of the second layer, one entry for two chunks of an accumulator.
type Inputs = ArrayVec<[u8; WIDTH], { MOST_NEURONS / WIDTH }>;

/// Computes the inputs of the second layer. Every compiler vectorises this loop.
#[inline]
fn pairwise_products(views: [&[Chunk]; 2]) -> Inputs {
    let pairs = views.map(halves).into_iter().flat_map(|[a, b]| a.iter().zip(b));
    pairs.map(|(a, b)| array::from_fn(|place| pairwise_product(a.0[place], b.0[place]))).collect()
}

/// Splits a slice of even length in two halves.
#[expect(
    clippy::inline_always,
    reason = "must be inlined to be compiled for the instruction set of the caller"
)]
#[inline(always)]
fn halves<T>(slice: &[T]) -> [&[T]; 2] {
    let (first, second) = slice.split_at(slice.len() / 2);
    [first, second]
}

/// Returns the product of two clipped sums, 127 for 1.0.
#[inline]
fn pairwise_product(a: i16, b: i16) -> u8 {
    let [a, b] = [a, b].map(|sum| sum.clamp(0, MAX_ACTIVATION) as u16);
    ((a * b) >> 9) as u8
}

/// Implementation of [`SimdPath::change`] for all paths. Inlined into functions with wide registers, the loop
/// compiles to one vector addition (AVX-512) or two (AVX2) per chunk and row, each with a load that widens the weights.
#[expect(
    clippy::inline_always,
    reason = "must be inlined to be compiled for the instruction set of the caller"
)]
#[expect(
    clippy::needless_range_loop,
    reason = "builds with debug assertions inline a plain index, but no chain of iterators"
)]
#[inline(always)]
fn change<const A: usize, const S: usize>(
    to: &mut [Chunk],
    from: Option<&[Chunk]>,
    added: [&[WeightChunk]; A],
    removed: [&[WeightChunk]; S],
) {
    let chunks = to.len();
    let from = from.map(|row| &row[..chunks]);
    let (added, removed) = (added.map(|row| &row[..chunks]), removed.map(|row| &row[..chunks]));
    for (place, to) in to.iter_mut().enumerate() {
        let mut sums = from.map_or(*to, |row| row[place]);
        for row in added {
            let row = &row[place].0;
            for lane in 0..WIDTH {
                sums.0[lane] = sums.0[lane].wrapping_add(i16::from(row[lane]));
            }
        }
        for row in removed {
            let row = &row[place].0;
            for lane in 0..WIDTH {
                sums.0[lane] = sums.0[lane].wrapping_sub(i16::from(row[lane]));
            }
        }
        *to = sums;
    }
}
