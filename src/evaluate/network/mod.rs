//! Network (`network`): an efficiently updatable neural network (NNUE) evaluates the position.
//!
//! **Idea.** Training fits a function with 4,826,504 parameters to the scores of
//! hundreds of millions of positions, instead of describing the evaluation by hand. The function is fast enough for a
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
//! instructions](simd) compute the other [layers]. If a king crosses between the files d and e or moves to another
//! [king bucket](features), all weights of the view of its side change; the [cache] of the last board per side,
//! wing and king bucket then saves most of the work.
//!
//! **Risk.** Nobody can say why the network returns a score; [`table`] at least shows the contribution of
//! each piece. The network may misjudge positions that differ from those of its training games.
//!
//! **Cost and gain.** Network 13 (games from played openings) against network 12: +24 ± 12 Elo (2,000 games at 10,000
//! nodes per move, noob_3moves openings, 2026-11-30). Network 12 (more games) against network 11: +17 ± 9 Elo (3,200
//! games at 10,000 nodes per move, noob_3moves openings, 2026-11-29). Network 11 (weights of 8 bits) against network 10:
//! +23 ± 13 Elo (1,782 games at 10,000 nodes per move, noob_3moves and 8moves_v3 openings, 2026-11-28). Network 10 (768
//! neurons, king buckets) against network 9 (512 neurons, one layer after the first): +191 ± 47 Elo (200 games at 10,000
//! nodes per move, noob_3moves openings, 2026-11-27). Network 9 against network 8 (256 neurons): +155 ± 19 Elo (1,200
//! games at 10,000 nodes per move, noob_3moves openings, 2026-11-26). Network 5 (256 neurons) against `classical` with
//! the same search: +158 ± 20 Elo (1,000 games at 20,000 nodes per move, openings not recorded, 2026-11-20).
//! `HISTORY.md` in the folder of this module has all matches, and what was tried without success.
//!
//! **Source.** Nasu 2018 introduced NNUE for shogi; Stockfish has used it since 2020. The layers after the first
//! follow Stockfish.
//!
//! Reading order: [`features`], [`accumulator`], [`cache`], [`simd`], [`layers`]; then [`mod@file`], [`choice`],
//! [`table`]. The trainer is [`tools::tune::network`](crate::tools::tune::network); `train.py` in the folder of this
//! module trains on a GPU.
#![doc = include_str!("README.md")]

pub mod accumulator;
pub mod cache;
pub mod choice;
pub mod chunk;
pub mod features;
pub mod file;
pub mod layers;
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
    chunk::{Chunk, WIDTH, WeightChunk},
    features::{FEATURES, KING_BUCKETS, PieceOnSquare, View},
    file::MOST_NEURONS,
    layers::{BLOCK_INPUTS, FloatLayers, OUTPUT_BUCKETS, SECOND, THIRD, WeightBlock},
    simd::SimdPath,
};
use super::{
    Terms,
    classical::{self, endings::side_against_bare_king},
    material,
};
use crate::chess::{position::Position, score::Score};

/// Greatest evaluation of a network, in internal units: less than a tablebase win and much less than a mate
/// score.
const MAX_CENTIPAWNS: i32 = 29_000;

/// Accumulator of one view: the sums of the first layer.
pub type AccumulatorRow = ArrayVec<Chunk, { MOST_NEURONS / WIDTH }>;

/// |Score| in internal units from which the material counts too: the expected result is 0.95.
const DECIDED: i32 = 900;
/// Range of |scores| above [`DECIDED`] in which the share of the material grows from 0 to 1.
const DECIDED_RANGE: i32 = 500;

/// Parameters of a network, as stored in the [network file](mod@file). The first layer consists of [`WeightChunk`]s
/// for the rows of weights and of [`Chunk`]s for the bias. The [layers] after the first exist once per output bucket.
#[derive(Clone, PartialEq)]
pub struct Network {
    pub(crate) first: Box<[WeightChunk]>,
    pub(crate) bias: Box<[Chunk]>,
    /// Weights of the second layer, for each output bucket a block for every four inputs.
    pub(crate) second: Box<[WeightBlock]>,
    /// Bias of the second layer and all later layers, indexed by output bucket.
    pub(crate) float_layers: Box<[FloatLayers]>,
    pub(crate) scale: i32,
    pub(crate) data_hash: u64,
    pub(crate) teacher: String,
    pub(crate) checksum: u32,
}

/// The floats of a network are finite: a file with other floats is rejected.
impl Eq for Network {}

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

    /// Returns N, the number of neurons of the first layer.
    pub fn neurons(&self) -> usize {
        self.chunks() * WIDTH
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
    pub(crate) fn output_bucket(piece_count: usize) -> usize {
        (piece_count.saturating_sub(2) * OUTPUT_BUCKETS / 32).min(OUTPUT_BUCKETS - 1)
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
        let [own, theirs] = &self.accumulators(path, board, us);
        with_material(self.output(path, [own, theirs], board.occupied().count()), board, us)
    }

    /// Computes the accumulators of both views from scratch, first that of side `us`.
    ///
    /// # Panics
    /// Panics if a king is missing on the board.
    pub fn accumulators(&self, path: SimdPath, board: &Board, us: Color) -> [AccumulatorRow; 2] {
        [us, !us].map(|side| self.accumulator(path, board, View::of(side, board)))
    }

    /// Computes the accumulator of one view from scratch.
    fn accumulator(&self, path: SimdPath, board: &Board, view: View) -> AccumulatorRow {
        let mut accumulator: AccumulatorRow = self.bias.iter().copied().collect();
        for (square, piece) in board.clone() {
            path.change(&mut accumulator, None, [self.row(PieceOnSquare::new(piece, square).row(view))], []);
        }
        accumulator
    }

    /// Computes the score from two accumulators, the side to move's first, of a board with `piece_count` pieces and
    /// pawns.
    #[inline]
    pub fn output(&self, path: SimdPath, views: [&[Chunk]; 2], piece_count: usize) -> Score {
        let bucket = Self::output_bucket(piece_count);
        let blocks = self.neurons() / BLOCK_INPUTS;
        let sums = path.second_layer(views, &self.second[bucket * blocks..][..blocks]);
        let output = path.float_layers(&sums, &self.float_layers[bucket]);
        let score = (output * self.scale as f32) as i32;
        Score::cp(score.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS))
    }

    /// Returns the number of chunks per row.
    #[inline]
    fn chunks(&self) -> usize {
        self.bias.len()
    }

    /// Returns the first-layer weights of a [row](PieceOnSquare::row).
    #[inline]
    fn row(&self, index: usize) -> &[WeightChunk] {
        let chunks = self.chunks();
        &self.first[index * chunks..][..chunks]
    }
}

/// Returns the score of the network for side `us`; where the position is almost decided, with material added. The
/// outputs of the network are bounded, so it scarcely distinguishes an extra queen from an extra queen and rook. With
/// the material, the greater of two decisive advantages has the greater score.
#[inline]
fn with_material(score: Score, board: &Board, us: Color) -> Score {
    let beyond = (score.raw().abs() - DECIDED).clamp(0, DECIDED_RANGE);
    if beyond == 0 {
        return score;
    }
    let sign = score.raw().signum();
    let lead = (sign * material::balance(board, us)).max(0);
    let score = score.raw() + sign * lead * beyond / DECIDED_RANGE;
    Score::cp(score.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS))
}

/// Returns the evaluation of `classical` if one side has only its king, otherwise `None`. `classical`
/// contains the known methods of giving checkmate to a bare king. The games that train the network hardly
/// ever reach a bare king, because these games are adjudicated long before.
#[inline]
fn bare_king_score(position: &Position) -> Option<Score> {
    side_against_bare_king(position.board())?;
    Some(classical::evaluate(position, Terms::ALL))
}

/// Architecture of a network with N neurons in the first layer, for display: `(768x8 -> 512)x2 -> 16 -> 32 -> 8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture(pub usize);

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({FEATURES}x{KING_BUCKETS} -> {})x2 -> {SECOND} -> {THIRD} -> {OUTPUT_BUCKETS}", self.0)
    }
}

/// Writes architecture and checksum: `(768x8 -> 512)x2 -> 16 -> 32 -> 8, 917548e7`.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:08x}", Architecture(self.neurons()), self.checksum)
    }
}

/// Writes architecture and checksum, without the weights.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network {self}")
    }
}
