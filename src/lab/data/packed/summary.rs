//! Statistics of packed games for `engine datagen inspect`, collected block by block.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;
use shakmaty::{Color, KnownOutcome};

use super::{bits::BitReader, block::Block, game::replay, scored_positions::half_points};

/// Smallest absolute score of each score band, in centipawns. The last band contains the scores clamped to
/// ±3,000 centipawns, including mate scores.
pub const BANDS: [i32; 10] = [0, 10, 25, 50, 100, 200, 400, 800, 1_500, 3_000];

/// Number and results of the positions whose absolute score lies in one band of [`BANDS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Band {
    /// Number of positions in the band.
    pub positions: u64,
    /// Sum of the game results, in half points, of the side with the positive score (of the side to move for
    /// a score of 0), over all positions of the band.
    pub half_points: u64,
}

/// Statistics of a set of packed games: one block, or the sum of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of games that could be decoded.
    pub games: u64,
    /// Number of plies with a score in all games; opening plies have none.
    pub plies: u64,
    /// Number of games won by White.
    pub white: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games won by Black.
    pub black: u64,
    /// Number of plies with a score in the shortest and in the longest game; `None` if there is no game.
    pub lengths: Option<(u64, u64)>,
    /// Counts of positions per band of the absolute score, in the order of [`BANDS`].
    pub bands: [Band; BANDS.len()],
    /// Zobrist key of every position with a score, in the order of the games.
    pub keys: Vec<u64>,
    /// One hash per game, of all its positions and moves: equal games have equal hashes.
    pub hashes: Vec<u64>,
    /// Number of blocks that could not be decoded to the end because another version of the engine wrote
    /// them.
    pub unsound: u64,
}

/// Decodes a block and returns the statistics of its games.
pub fn summarise(block: &Block<'_>) -> Summary {
    let mut summary = Summary::default();
    let mut bits = BitReader::new(block.payload);
    let read = (0..block.games).all(|_| summary.read(&mut bits).is_some());
    let sound = read && bits.is_empty() && summary.plies == u64::from(block.plies);
    summary.unsound = u64::from(!sound);
    summary
}

impl Summary {
    fn read(&mut self, bits: &mut BitReader<'_>) -> Option<()> {
        let (mut length, mut hasher) = (0, FxHasher::default());
        let outcome = replay(bits, |position, mv, scored| {
            (position.key(), mv).hash(&mut hasher);
            if let Some((score, outcome)) = scored {
                length += 1;
                self.keys.push(position.key());
                self.count(score, position.turn(), outcome);
            }
        })?;
        self.hashes.push(hasher.finish());
        self.games += 1;
        self.plies += length;
        *match outcome {
            KnownOutcome::Decisive { winner: Color::White } => &mut self.white,
            KnownOutcome::Decisive { winner: Color::Black } => &mut self.black,
            KnownOutcome::Draw => &mut self.draws,
        } += 1;
        self.lengths = span(self.lengths, Some((length, length)));
        Some(())
    }

    fn count(&mut self, score: i32, turn: Color, outcome: KnownOutcome) {
        let band = BANDS.iter().rposition(|least| score.abs() >= *least).unwrap_or_default();
        let better = if score < 0 { !turn } else { turn };
        self.bands[band].positions += 1;
        self.bands[band].half_points += half_points(outcome, better) as u64;
    }

    /// Adds the statistics of another block and appends its keys and hashes.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.lengths = span(self.lengths, other.lengths);
        for (band, other) in self.bands.iter_mut().zip(other.bands) {
            band.positions += other.positions;
            band.half_points += other.half_points;
        }
        self.keys.extend(other.keys);
        self.hashes.extend(other.hashes);
        self.unsound += other.unsound;
    }
}

fn span(one: Option<(u64, u64)>, other: Option<(u64, u64)>) -> Option<(u64, u64)> {
    let (Some((least, most)), Some((low, high))) = (one, other) else { return one.or(other) };
    Some((least.min(low), most.max(high)))
}
