//! SIMD arithmetic of networks, with a path for each supported instruction set.
//!
//! The compiler vectorises the addition of rows if it may use wide registers. The compiler does not vectorise
//! the product of activations and weights in a baseline build, so this product is written with intrinsics. With v clamped to 0 … 255 and |w| ≤ 127, the product v·w fits into 16 bits. One
//! instruction then multiplies v·w by v and adds neighbours in 32 bits. This method of computing a squared
//! clipped ReLU (SCReLU) comes from Lizard, and many engines use it. Because the sums of all |w| are
//! [bounded](mod@super::file), additions in any order never overflow, so every path returns the same
//! integers.
//!
//! This module, [prefetching](crate::support::prefetch) and [huge pages](crate::support::huge_pages) contain the only `unsafe`
//! code of the search. In this module, the `unsafe` code calls functions compiled for instruction sets that
//! were detected on the processor.

#![expect(unsafe_code, reason = "functions with target features can only be called in unsafe code")]

#[cfg(target_arch = "aarch64")]
mod arm;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::{fmt, sync::OnceLock};

use super::chunk::Chunk;

/// Greatest activation, which represents 1.0.
pub const MAX_ACTIVATION: i16 = 255;

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
            (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"), SimdKind::Avx512),
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

    /// Returns Σ v·(v·w) over both halves of `values` and `weights`, where v are the values clamped to 0 …
    /// [`MAX_ACTIVATION`]. All rows must have the same length, and |w| must be bounded as in every
    /// [`Network`](super::Network).
    ///
    /// # Panics
    /// Panics if a half of `values` and the same half of `weights` have different lengths.
    #[inline]
    pub fn dot(self, values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
        match self.0 {
            SimdKind::Scalar => dot(values, weights),
            // SAFETY: only `all` creates the AVX2 path, and only on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx2 => unsafe { x86::dot_avx2(values, weights) },
            // SAFETY: only `all` creates the AVX-512 path, and only on a processor that has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx512 => unsafe { x86::dot_avx512(values, weights) },
            // SAFETY: every aarch64 processor has NEON.
            #[cfg(target_arch = "aarch64")]
            SimdKind::Neon => unsafe { arm::dot_neon(values, weights) },
        }
    }

    /// Runs `work` compiled for the instruction set of this path.
    pub fn run<W: Work>(self, work: W) -> W::Result {
        match self.0 {
            // SAFETY: only `all` creates the AVX2 path, and only on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx2 => unsafe { x86::run_avx2(work) },
            // SAFETY: only `all` creates the AVX-512 path, and only on a processor that has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx512 => unsafe { x86::run_avx512(work) },
            _ => work.run(),
        }
    }

    /// Adds and subtracts rows in one pass. The start value is `from`, or `to` itself if `from` is `None`;
    /// the result is stored in `to`.
    ///
    /// # Panics
    /// Panics if `from`, a row of `added` or a row of `removed` is shorter than `to`.
    #[inline]
    pub fn change<const A: usize, const S: usize>(
        self,
        to: &mut [Chunk],
        from: Option<&[Chunk]>,
        added: [&[Chunk]; A],
        removed: [&[Chunk]; S],
    ) {
        match self.0 {
            // SAFETY: only `all` creates the AVX2 path, and only on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            SimdKind::Avx2 => unsafe { x86::change_avx2(to, from, added, removed) },
            // SAFETY: only `all` creates the AVX-512 path, and only on a processor that has AVX-512 F and BW.
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

/// Scalar version of the product, for comparison with every SIMD path. All operations except the last are in
/// 16 bits, which is twice as fast where the compiler uses SIMD registers.
fn dot(values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
    let [own, theirs] = pairs(values, weights);
    let mut sum = 0_i32;
    for (value, weight) in own.chain(theirs) {
        for (value, weight) in value.0.iter().zip(weight.0) {
            let value = (*value).clamp(0, MAX_ACTIVATION);
            sum = sum.wrapping_add(i32::from(value) * i32::from(value.wrapping_mul(weight)));
        }
    }
    sum
}

/// Pairs the chunks of each half of `values` with the chunks of the same half of `weights`.
#[expect(
    clippy::inline_always,
    reason = "must be inlined to be compiled for the instruction set of the caller"
)]
#[inline(always)]
fn pairs<'a>(
    values: [&'a [Chunk]; 2],
    weights: [&'a [Chunk]; 2],
) -> [impl Iterator<Item = (&'a Chunk, &'a Chunk)>; 2] {
    [0, 1].map(|half| {
        assert_eq!(values[half].len(), weights[half].len(), "rows of one network");
        values[half].iter().zip(weights[half])
    })
}

/// Implementation of [`SimdPath::change`] for all paths. Inlined into functions with wide registers, the loop
/// compiles to one vector addition (AVX-512) or two (AVX2) per chunk and row.
#[expect(
    clippy::inline_always,
    reason = "must be inlined to be compiled for the instruction set of the caller"
)]
#[inline(always)]
fn change<const A: usize, const S: usize>(
    to: &mut [Chunk],
    from: Option<&[Chunk]>,
    added: [&[Chunk]; A],
    removed: [&[Chunk]; S],
) {
    let chunks = to.len();
    let from = from.map(|row| &row[..chunks]);
    let (added, removed) = (added.map(|row| &row[..chunks]), removed.map(|row| &row[..chunks]));
    for (place, to) in to.iter_mut().enumerate() {
        let mut sums = from.map_or(*to, |row| row[place]);
        for row in added {
            for (sum, number) in sums.0.iter_mut().zip(row[place].0) {
                *sum = sum.wrapping_add(number);
            }
        }
        for row in removed {
            for (sum, number) in sums.0.iter_mut().zip(row[place].0) {
                *sum = sum.wrapping_sub(number);
            }
        }
        *to = sums;
    }
}
