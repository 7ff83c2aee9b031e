//! The arithmetic of nets on whole registers, and which registers this machine has.
//!
//! Adding rows vectorises by itself once the compiler may use the wide registers. The product of activations and
//! weights does not, and is ten times slower in a baseline build, so it is written by hand: with v clamped to 0 … 255 and
//! |w| ≤ 127, v·w fits 16 bits, and one instruction multiplies by v again and adds neighbours in 32 bits (Lizard's squared
//! clipped rectifier, as many engines compute it). Where the sums of all |w| are [bounded](mod@super::file), no order of additions overflows,
//! so that every path gives the same integers.
//!
//! This module and the prefetch of the [transposition table](crate::search::tt) contain the only `unsafe` code of the engine: here, calls
//! of functions compiled for instruction sets that the processor was found to have.

#![expect(unsafe_code, reason = "registers of the processor cannot be reached otherwise")]

#[cfg(target_arch = "aarch64")]
mod arm;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::{fmt, sync::OnceLock};

use super::chunk::Chunk;

/// The largest activation: 1.0 in integers.
pub const MAX_ACTIVATION: i16 = 255;

/// A way to compute that this machine has; all give equal results. One can only be had by asking the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Work in plain Rust that is compiled once for every way to compute. What is to gain by it must be inlined into `run`, whole.
///
/// All ways give equal results, down to the last bit of a float: what is written is what is done, in that order.
pub trait Work {
    /// What comes of it.
    type Result;

    /// Does it; `#[inline(always)]`, or nothing is gained.
    fn run(self) -> Self::Result;
}

impl Path {
    /// The way every machine has.
    pub(crate) const SCALAR: Self = Self(Kind::Scalar);

    /// Every way this machine has, slowest first.
    pub fn all() -> Vec<Self> {
        #[allow(unused_mut, reason = "other processors have no more")]
        let mut paths = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                paths.push(Self(Kind::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                paths.push(Self(Kind::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        paths.push(Self(Kind::Neon));
        paths
    }

    /// The fastest way this machine has; the processor is asked once.
    pub fn best() -> Self {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| Self::all().pop().unwrap_or(Self::SCALAR))
    }

    /// Σ v·(v·w), v the values clamped to 0 … [`MAX_ACTIVATION`], over both halves. All rows are of one length, and the |w| bounded
    /// as [`Network`](super::Network)s are.
    ///
    /// # Panics
    /// If the rows differ in length.
    #[inline]
    pub fn dot(self, values: [&[Chunk]; 2], weights: [&[Chunk]; 2]) -> i32 {
        match self.0 {
            Kind::Scalar => dot(values, weights),
            // SAFETY: only `all` makes such a path, on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::dot_avx2(values, weights) },
            // SAFETY: only `all` makes such a path, on a processor that has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::dot_avx512(values, weights) },
            // SAFETY: every processor of this architecture has NEON.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => unsafe { arm::dot_neon(values, weights) },
        }
    }

    /// Does the work in this way.
    pub fn run<W: Work>(self, work: W) -> W::Result {
        match self.0 {
            // SAFETY: only `all` makes such a path, on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::run_avx2(work) },
            // SAFETY: only `all` makes such a path, on a processor that has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::run_avx512(work) },
            _ => work.run(),
        }
    }

    /// `to` becomes `from`, or stays without it, with these rows added and those taken away, all in one pass.
    ///
    /// # Panics
    /// If the rows differ in length.
    #[inline]
    pub fn change<const A: usize, const S: usize>(
        self,
        to: &mut [Chunk],
        from: Option<&[Chunk]>,
        added: [&[Chunk]; A],
        removed: [&[Chunk]; S],
    ) {
        match self.0 {
            // SAFETY: only `all` makes such a path, on a processor that has AVX2.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::change_avx2(to, from, added, removed) },
            // SAFETY: only `all` makes such a path, on a processor that has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::change_avx512(to, from, added, removed) },
            // Baseline builds for aarch64 vectorise this as they should.
            _ => change(to, from, added, removed),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "NEON",
        })
    }
}

/// The twin of every other product. Everything but the last is done in 16 bits: twice as fast where the compiler has registers for it.
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

/// Chunks of values beside those of their weights.
#[expect(clippy::inline_always, reason = "only inlined is it compiled for the registers of its caller")]
#[inline(always)]
fn pairs<'a>(
    values: [&'a [Chunk]; 2],
    weights: [&'a [Chunk]; 2],
) -> [impl Iterator<Item = (&'a Chunk, &'a Chunk)>; 2] {
    [0, 1].map(|half| {
        assert_eq!(values[half].len(), weights[half].len(), "rows of one net");
        values[half].iter().zip(weights[half])
    })
}

/// The body of every change: inlined into functions that may use wide registers it becomes one addition for each chunk and row.
#[expect(clippy::inline_always, reason = "only inlined is it compiled for the registers of its caller")]
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
