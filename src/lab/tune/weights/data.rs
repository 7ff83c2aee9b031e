//! Stores positions with game results in a compact form, because the tuner reads every position many times.

use shakmaty::CastlingMode;

use super::gradient::{fit_k, sigmoid};
use crate::{
    epd::{EpdError, Record},
    evaluate::classical::{
        self, Terms,
        attack_info::kings,
        endings,
        features::COUNT,
        piece_square::{FULL_PHASE, PieceSquareScore},
        term_sink::Counts,
    },
    lab::tune::fork_join::fork_join,
    lines::lines,
    position::{Position, Strictness},
};

/// Number of lines of the input file that a thread parses at a time.
const LINES_PER_THREAD: usize = 4096;

/// A feature of the `classical` evaluation that occurs in a position, with its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Index of the feature in the list of all features.
    pub feature: u16,
    /// Number of occurrences of the feature for White minus the number for Black; never 0.
    pub count: i16,
}

/// Factors, game result and training target of one position; the features are stored separately.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// End index of this position's features in the list of entries; they start at the end index of the
    /// previous sample.
    end: usize,
    /// Factor of the middlegame weights in the position's score: phase times [scale](endings::scale).
    pub middlegame: f32,
    /// Factor of the endgame weights in the position's score: (1 − phase) times scale.
    pub endgame: f32,
    /// White's game result: 0, ½ or 1.
    pub result: f32,
    /// Training target, 0 to 1: the game result, or its mix with the search score set by
    /// [`Data::blend_scores`].
    pub target: f32,
    /// White's search score in centipawns; NaN if unknown.
    search_score: f32,
}

/// A set of positions; 4 bytes per feature, about 250 bytes per position.
#[derive(Clone, Debug, Default)]
pub struct Data {
    entries: Vec<Entry>,
    samples: Vec<Sample>,
    /// Number of skipped positions: the side to move is in check, or the evaluator scores the ending without
    /// its weights.
    pub skipped: usize,
}

/// Reason why a line of the input file is not a position with a game result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is not a valid EPD record.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The EPD operation `c9` is missing or is not a game result.
    #[error("the result is missing: add c9 \"1-0\", \"0-1\" or \"1/2-1/2\" after the position")]
    Result,
}

/// The first invalid line of a file, with its error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct DataError {
    /// Number of the invalid line in its file, counted from 1.
    pub line: usize,
    /// Reason why the line is invalid.
    pub error: LineError,
}

impl Data {
    /// Returns the number of positions in the set.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Returns position `index` and its features.
    #[inline]
    pub fn get(&self, index: usize) -> (Sample, &[Entry]) {
        let sample = self.samples[index];
        let begin = if index == 0 { 0 } else { self.samples[index - 1].end };
        (sample, &self.entries[begin..sample.end])
    }

    /// Adds a position; `result` (0, ½ or 1) and `search_score` (centipawns) are from White's point of view.
    /// Positions in check and endings that are decided without weights are skipped.
    pub fn push(&mut self, position: &Position, result: f32, search_score: Option<f32>) {
        let board = position.board();
        let kings = kings(board);
        let decided = endings::lone_king(board, kings).is_some() || endings::won(board, kings) != 0;
        if position.is_check() || decided {
            self.skipped += 1;
            return;
        }
        let mut counts = Counts::default();
        classical::count(position, Terms::ALL, &mut counts);
        let phase = PieceSquareScore::of(board).phase() as f32 / FULL_PHASE as f32;
        let scale = classical::scale_of(position) as f32 / endings::FULL_SCALE as f32;
        for feature in 0..COUNT {
            let count = counts.0[feature] as i16;
            if count != 0 {
                self.entries.push(Entry { feature: feature as u16, count });
            }
        }
        let (middlegame, endgame) = (phase * scale, (1.0 - phase) * scale);
        let (end, target) = (self.entries.len(), result);
        let search_score = search_score.unwrap_or(f32::NAN);
        self.samples.push(Sample { end, middlegame, endgame, result, target, search_score });
    }

    /// Parses lines of the form `FIELDS c9 "1-0";`, where FIELDS are the first four or all six fields of a
    /// FEN. Apart from `c9` and `ce`, operations are ignored, as are empty lines and lines that start with
    /// `#`.
    ///
    /// # Errors
    /// Returns [`DataError`] with the first invalid line.
    pub fn read(text: &str, threads: usize) -> Result<Self, DataError> {
        let lines: Vec<_> = lines(text).collect();
        let mut data = Self::default();
        for (round, portions) in lines.chunks(LINES_PER_THREAD * threads.max(1)).enumerate() {
            let before = round * LINES_PER_THREAD * threads.max(1);
            let portions = portions.chunks(LINES_PER_THREAD).enumerate();
            let parts =
                fork_join(portions, |(index, lines)| read_lines(lines, before + index * LINES_PER_THREAD));
            for part in parts {
                data.append(part?);
            }
        }
        Ok(data)
    }

    /// Mixes the search score into the training target of every position that has one; `share` (0 to 1) is
    /// the weight of the score. A game gives one result to all its positions, but each position has its own
    /// score.
    ///
    /// Search scores are converted to expected results by sigmoid(K · score / 400). Returns the factor K of
    /// this formula, which is fitted to the game results.
    pub fn blend_scores(&mut self, share: f32) -> f64 {
        let with_score = self.samples.iter().filter(|sample| !sample.search_score.is_nan());
        let search_score: Vec<_> =
            with_score.map(|sample| (f64::from(sample.search_score), f64::from(sample.result))).collect();
        let factor = fit_k(&search_score);
        for sample in self.samples.iter_mut().filter(|sample| !sample.search_score.is_nan()) {
            let score = sigmoid(factor * f64::from(sample.search_score)) as f32;
            sample.target = share * score + (1.0 - share) * sample.result;
        }
        factor
    }

    /// Appends all positions of another set to this one.
    pub fn append(&mut self, other: Self) {
        let shift = self.entries.len();
        self.entries.extend(other.entries);
        self.samples
            .extend(other.samples.into_iter().map(|sample| Sample { end: sample.end + shift, ..sample }));
        self.skipped += other.skipped;
    }
}

fn read_lines(lines: &[&str], before: usize) -> Result<Data, DataError> {
    let mut data = Data::default();
    for (index, line) in lines.iter().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (position, result, search_score) =
            read_line(line).map_err(|error| DataError { line: before + index + 1, error })?;
        data.push(&position, result, search_score);
    }
    Ok(data)
}

fn read_line(line: &str) -> Result<(Position, f32, Option<f32>), LineError> {
    // Parse the position in Chess960 mode, which also accepts standard castling rights.
    let record = Record::parse_loosely(line, CastlingMode::Chess960, Strictness::Game)?;
    let result = match record.operand("c9") {
        Some("1-0") => 1.0,
        Some("0-1") => 0.0,
        Some("1/2-1/2") => 0.5,
        _ => return Err(LineError::Result),
    };
    let search_score = record.operand("ce").and_then(|score| score.parse::<i16>().ok()).map(f32::from);
    let white = record.position.turn().is_white();
    Ok((record.position, result, search_score.map(|score| if white { score } else { -score })))
}
