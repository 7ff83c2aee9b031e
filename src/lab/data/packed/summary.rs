//! What is in packed games, counted block by block.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;
use shakmaty::{Color, KnownOutcome};

use super::{bits::BitReader, block::Block, game::replay, scored_positions::half_points};

/// Where the bands of scores begin, in centipawns either way; the last is the score that stands for all beyond, mates among them.
pub const BANDS: [i32; 10] = [0, 10, 25, 50, 100, 200, 400, 800, 1_500, 3_000];

/// Scores of a band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Band {
    /// Positions with such a score.
    pub positions: u64,
    /// Half points of the side that the score is for, in their games: twice as many as positions would be all won.
    pub half_points: u64,
}

/// What is in some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games that could be read.
    pub games: u64,
    /// Moves with scores.
    pub plies: u64,
    /// Games won by White.
    pub white: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games won by Black.
    pub black: u64,
    /// Moves with scores of the shortest and of the longest game.
    pub lengths: Option<(u64, u64)>,
    /// Scores by their size, see [`BANDS`].
    pub bands: [Band; BANDS.len()],
    /// The key of every position with a score, in the order of the games.
    pub keys: Vec<u64>,
    /// A hash of all that was played in a game, game by game.
    pub hashes: Vec<u64>,
    /// Blocks that could not be read to their end.
    pub unsound: u64,
}

/// Reads a block.
pub fn summarise(block: &Block<'_>) -> Summary {
    let mut summarise = Summary::default();
    let mut bits = BitReader::new(block.payload);
    let read = (0..block.games).all(|_| summarise.read(&mut bits).is_some());
    let sound = read && bits.is_empty() && summarise.plies == u64::from(block.plies);
    summarise.unsound = u64::from(!sound);
    summarise
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

    /// Adds what another block has; its keys and hashes behind those there are.
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
