//! `network`: an efficiently updatable neural network, trained on nothing but games Glulam played against itself.
//!
//! *Idea.* Instead of naming what counts, show a function of many numbers millions of positions with the results of
//! their games, and let it find out. What makes it fast enough for a search is that a move changes little of its input.
//!
//! *Source.* Nasu 2018, for shogi; Stockfish 2020.
//!
//! *Shape.* Each side's [view](features) of the board, 768 features, feeds the same first layer of N neurons; both
//! views, the side to move's first, feed one output, chosen among B by the number of men: (768 → N)×2 → B. N and B are
//! whatever the [file](mod@file) says. Activations are clipped to 0 … 1 and squared.
//!
//! *Integers.* 1.0 is QA = 255 in the first layer and QB = 64 in the output weights. With v = clamp(accumulator, 0,
//! 255) and sum = Σ v·(v·w), the score is (sum/255 + bias)·scale/(255·64), divisions toward zero, the last product in
//! 64 bits.
//!
//! *Where the time goes.* A move changes two to four features of 768, so the first layer is not computed afresh but
//! [updated](accumulator), and only where a value is asked for; the output is computed on [wide registers](simd). When
//! a king crosses the middle its view is mirrored and all features change: then a [cache] of each wing's last board
//! helps.
//!
//! *Risk.* Nobody can say why it thinks so ([`table`] shows at least what each man adds), and what its games never
//! reached it never learned: a bare king is therefore mated by what `classical` knows of it.
//!
//! *Cost and gain.* Against `classical`, all else alike: +149 ± 40 (230 games at 20,000 nodes a move), +203 ± 50 (150
//! games at 2+0.02); a net of 256 neurons and 8 outputs, 2026-11-20.
//!
//! In reading order: [`features`], [`accumulator`], [`cache`], [`simd`]; [`mod@file`], [`choice`], [`table`];
//! the trainer is [`lab::tune::network`](crate::lab::tune::network).

pub mod accumulator;
pub mod cache;
pub mod choice;
pub mod chunk;
pub mod features;
pub mod file;
mod random;
pub mod simd;
pub mod table;
#[cfg(test)]
pub(crate) mod tests;

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use arrayvec::ArrayVec;
use shakmaty::{Board, Color};

pub use self::{accumulator::Accumulators, choice::EvalFile};
use self::{
    chunk::{Chunk, WIDTH},
    features::{Man, View},
    file::{MOST_NEURONS, QA, QB},
    simd::Path,
};
use super::{
    Terms,
    classical::{self, endings::side_against_bare_king},
};
use crate::{position::Position, score::Score};

/// The largest value of a position: below what endgame tables promise, and far below any mate.
const MAX_CENTIPAWNS: i64 = 29_000;

/// A net, as its [file](mod@file) has it: rows of [`Chunk`]s.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(crate) first: Box<[Chunk]>,
    pub(crate) bias: Box<[Chunk]>,
    pub(crate) output: Box<[Chunk]>,
    pub(crate) output_bias: Box<[i32]>,
    pub(crate) scale: i32,
    pub(crate) data_hash: u64,
    pub(crate) checksum: u32,
}

impl Network {
    /// The net that is part of this program, read when it is first asked for.
    ///
    /// # Panics
    /// If the program was built with a damaged net (`EVALFILE`): never in a build that passes its tests.
    pub fn embedded() -> &'static Arc<Self> {
        static EMBEDDED: OnceLock<Arc<Network>> = OnceLock::new();
        let read =
            || Self::from_bytes(include_bytes!(env!("GLULAM_NET"))).expect("a test reads the embedded net");
        EMBEDDED.get_or_init(|| Arc::new(read()))
    }

    /// N: neurons of a view.
    pub fn neurons(&self) -> usize {
        self.chunks() * WIDTH
    }

    /// B: outputs, of which the number of men chooses one.
    pub(crate) fn buckets(&self) -> usize {
        self.output_bias.len()
    }

    /// The score that 1.0 of the output stands for.
    pub const fn scale(&self) -> i32 {
        self.scale
    }

    /// The hash of the data it was trained on.
    pub const fn data_hash(&self) -> u64 {
        self.data_hash
    }

    /// The CRC-32 of its weights: its name in records.
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Which output judges a board with so many men.
    pub(crate) fn bucket(&self, men: usize) -> usize {
        if self.buckets() == 1 { 0 } else { (men.saturating_sub(2) * 8 / 32).min(7) }
    }

    /// The value of a position from scratch, for the side to move: by the net, unless a king is [bare](side_against_bare_king).
    pub fn evaluate(&self, position: &Position) -> Score {
        bare_king_score(position).unwrap_or_else(|| self.judge(position.board(), position.turn()))
    }

    /// The value of a board from scratch, for side `us` to move.
    ///
    /// # Panics
    /// If a king is missing.
    pub fn judge(&self, board: &Board, us: Color) -> Score {
        self.forward(Path::best(), board, us)
    }

    /// The same, computed in this way.
    fn forward(&self, path: Path, board: &Board, us: Color) -> Score {
        let views = [us, !us].map(|side| self.accumulator(path, board, View::of(side, board)));
        let [own, theirs] = &views;
        self.output(path, [own, theirs], board.occupied().count())
    }

    /// The accumulator of one view, from scratch.
    fn accumulator(
        &self,
        path: Path,
        board: &Board,
        view: View,
    ) -> ArrayVec<Chunk, { MOST_NEURONS / WIDTH }> {
        let mut accumulator: ArrayVec<_, _> = self.bias.iter().copied().collect();
        for (square, piece) in board.clone() {
            path.change(&mut accumulator, None, [self.row(Man::new(piece, square).seen(view))], []);
        }
        accumulator
    }

    /// The score of two accumulators, the side to move's first.
    #[inline]
    fn output(&self, path: Path, views: [&[Chunk]; 2], men: usize) -> Score {
        let bucket = self.bucket(men);
        let sum = path.dot(views, self.output_row(bucket)) / QA;
        let output = i64::from(sum) + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(self.scale) / i64::from(QA * QB);
        Score::cp(score.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS) as i32)
    }

    /// Chunks of a row.
    #[inline]
    fn chunks(&self) -> usize {
        self.bias.len()
    }

    /// The weights of a feature.
    #[inline]
    fn row(&self, feature: usize) -> &[Chunk] {
        let chunks = self.chunks();
        &self.first[feature * chunks..][..chunks]
    }

    /// The weights of an output: for the side to move's view, and for the other.
    #[inline]
    pub(crate) fn output_row(&self, bucket: usize) -> [&[Chunk]; 2] {
        let chunks = self.chunks();
        let (own, theirs) = self.output[bucket * 2 * chunks..][..2 * chunks].split_at(chunks);
        [own, theirs]
    }
}

/// What needs no net: against a bare king the way to the mate is known, and self-play hardly ever gets there, since such games are
/// adjudicated long before. `classical` knows those endings.
#[inline]
fn bare_king_score(position: &Position) -> Option<Score> {
    side_against_bare_king(position.board())?;
    Some(classical::evaluate(position, Terms::ALL))
}

/// Its shape and its name.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(768 -> {})x2 -> {}, {:08x}", self.neurons(), self.buckets(), self.checksum)
    }
}

/// Not its half a million weights.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network {self}")
    }
}
