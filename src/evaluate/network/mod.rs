//! Network (`network`): an efficiently updatable neural network (NNUE) evaluates the position.
//!
//! **Idea.** Training fits a function with 401,928 parameters to the scores of
//! millions of positions, instead of describing the evaluation by hand. The function is fast enough for a
//! search, because a move changes only a few of its inputs. The positions come from games that Glulam played
//! against itself and from its searches. The scores come from a teacher, the network of Stockfish 15.1.
//!
//! **When.** The network is used if the evaluator is `network`, which is the default for play. If one side
//! has only its king, [`classical`](super::classical) evaluates the position instead, because `classical`
//! contains the known methods of giving checkmate to a bare king. Training games hardly ever contain
//! positions with a bare king, because the games are adjudicated earlier.
//!
//! **Where.** The search calls [`Accumulators::play`] for every move. [`Accumulators::evaluate`] runs only
//! where the [static evaluation](crate::search::node::static_eval) is needed. A move changes two to four of
//! 768 features, so the first layer is [updated](accumulator) instead of computed from scratch. [SIMD
//! instructions](simd) compute the output. If a king crosses between the files d and e, the view of its side
//! is mirrored and all features of that view change; the [cache] of the last board per side and wing then
//! saves most of the work.
//!
//! **Risk.** Nobody can say why the network returns a score; [`table`] at least shows the contribution of
//! each piece. The network may misjudge positions that differ from those of its training games.
//!
//! **Cost and gain.** Network 9 (512 neurons, 8 outputs) against network 8 (256 neurons): +155 ± 19 Elo
//! (1,200 games at 10,000 nodes per move, noob_3moves openings, 2026-11-26). Network 5 (256 neurons)
//! against `classical` with the same search: +158 ± 20 Elo (1,000 games at 20,000 nodes per move, openings
//! not recorded, 2026-11-20). `HISTORY.md` in the folder of this module has all matches, and what was tried
//! without success.
//!
//! **Source.** Nasu 2018 introduced NNUE for shogi; Stockfish has used it since 2020.
//!
//! Reading order: [`features`], [`accumulator`], [`cache`], [`simd`]; then [`mod@file`], [`choice`],
//! [`table`]. The trainer is [`tools::tune::network`](crate::tools::tune::network).
#![doc = include_str!("README.md")]

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
    features::{PieceOnSquare, View},
    file::{MOST_NEURONS, QA, QB},
    simd::SimdPath,
};
use super::{
    Terms,
    classical::{self, endings::side_against_bare_king},
};
use crate::chess::{position::Position, score::Score};

/// Greatest evaluation of a network, in internal units: less than a tablebase win and much less than a mate
/// score.
const MAX_CENTIPAWNS: i64 = 29_000;

/// Parameters of a network, as stored in the [network file](mod@file). The rows of weights and the bias of
/// the first layer consist of [`Chunk`]s.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(crate) first: Box<[Chunk]>,
    pub(crate) bias: Box<[Chunk]>,
    pub(crate) output: Box<[Chunk]>,
    pub(crate) output_bias: Box<[i32]>,
    pub(crate) scale: i32,
    pub(crate) data_hash: u64,
    pub(crate) teacher: String,
    pub(crate) checksum: u32,
}

impl Network {
    /// Returns the embedded network, parsed on first use.
    ///
    /// # Panics
    /// Panics if the program was built with a damaged network (`EVALFILE`). A build that passes its tests has
    /// a valid network.
    pub fn embedded() -> &'static Arc<Self> {
        static EMBEDDED: OnceLock<Arc<Network>> = OnceLock::new();
        let read = || {
            Self::from_bytes(include_bytes!(env!("GLULAM_NET"))).expect("a test loads the embedded network")
        };
        EMBEDDED.get_or_init(|| Arc::new(read()))
    }

    /// Returns N, the number of neurons per side.
    pub fn neurons(&self) -> usize {
        self.chunks() * WIDTH
    }

    /// Returns B, the number of output buckets.
    pub(crate) fn buckets(&self) -> usize {
        self.output_bias.len()
    }

    /// Returns the score for an output of 1.0, in internal units.
    pub const fn scale(&self) -> i32 {
        self.scale
    }

    /// Returns the hash of the training data.
    pub const fn data_hash(&self) -> u64 {
        self.data_hash
    }

    /// Returns the name of the engine whose evaluations were the training labels; empty if the labels came from
    /// Glulam's own searches.
    pub fn teacher(&self) -> &str {
        &self.teacher
    }

    /// Returns the CRC-32 of the weights, which identifies the network in records.
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Returns the output bucket for a board with `piece_count` pieces and pawns.
    pub(crate) fn bucket(&self, piece_count: usize) -> usize {
        if self.buckets() == 1 { 0 } else { (piece_count.saturating_sub(2) * 8 / 32).min(7) }
    }

    /// Computes the evaluation of a position from scratch, from the side to move's point of view. If one side
    /// has [only its king](side_against_bare_king), `classical` evaluates the position.
    pub fn evaluate(&self, position: &Position) -> Score {
        bare_king_score(position).unwrap_or_else(|| self.evaluate_board(position.board(), position.turn()))
    }

    /// Computes the network's evaluation of a board from scratch, from the point of view of side `us`, which
    /// is to move.
    ///
    /// # Panics
    /// Panics if a king is missing on the board.
    pub fn evaluate_board(&self, board: &Board, us: Color) -> Score {
        self.forward(SimdPath::best(), board, us)
    }

    /// Computes the network's evaluation of `board` from scratch with the given SIMD path.
    fn forward(&self, path: SimdPath, board: &Board, us: Color) -> Score {
        let views = [us, !us].map(|side| self.accumulator(path, board, View::of(side, board)));
        let [own, theirs] = &views;
        self.output(path, [own, theirs], board.occupied().count())
    }

    /// Computes the accumulator of one view from scratch.
    fn accumulator(
        &self,
        path: SimdPath,
        board: &Board,
        view: View,
    ) -> ArrayVec<Chunk, { MOST_NEURONS / WIDTH }> {
        let mut accumulator: ArrayVec<_, _> = self.bias.iter().copied().collect();
        for (square, piece) in board.clone() {
            path.change(
                &mut accumulator,
                None,
                [self.row(PieceOnSquare::new(piece, square).feature(view))],
                [],
            );
        }
        accumulator
    }

    /// Computes the score from two accumulators, the side to move's first.
    #[inline]
    fn output(&self, path: SimdPath, views: [&[Chunk]; 2], piece_count: usize) -> Score {
        let bucket = self.bucket(piece_count);
        let sum = path.dot(views, self.output_row(bucket)) / QA;
        let output = i64::from(sum) + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(self.scale) / i64::from(QA * QB);
        Score::cp(score.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS) as i32)
    }

    /// Returns the number of chunks per row.
    #[inline]
    fn chunks(&self) -> usize {
        self.bias.len()
    }

    /// Returns the first-layer weights of a feature.
    #[inline]
    fn row(&self, feature: usize) -> &[Chunk] {
        let chunks = self.chunks();
        &self.first[feature * chunks..][..chunks]
    }

    /// Returns the weights of an output bucket: those for the side to move's view, then those for the
    /// opponent's view.
    #[inline]
    pub(crate) fn output_row(&self, bucket: usize) -> [&[Chunk]; 2] {
        let chunks = self.chunks();
        let (own, theirs) = self.output[bucket * 2 * chunks..][..2 * chunks].split_at(chunks);
        [own, theirs]
    }
}

/// Returns the evaluation of `classical` if one side has only its king, otherwise `None`. `classical`
/// contains the known methods of giving checkmate to a bare king. The games that train the network hardly
/// ever reach a bare king, because these games are adjudicated long before.
#[inline]
fn bare_king_score(position: &Position) -> Option<Score> {
    side_against_bare_king(position.board())?;
    Some(classical::evaluate(position, Terms::ALL))
}

/// Writes architecture and checksum: `(768 -> 512)x2 -> 8, 917548e7`.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(768 -> {})x2 -> {}, {:08x}", self.neurons(), self.buckets(), self.checksum)
    }
}

/// Writes architecture and checksum, without the weights.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network {self}")
    }
}
