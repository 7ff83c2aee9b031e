//! Positions with the results of their games, packed for a tuner that reads them many times.

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
    position::{Position, Strictness},
};

/// Lines a thread reads at a time.
const LINES_PER_THREAD: usize = 4096;

/// One feature of one position: which, and how often for White less how often for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The feature.
    pub feature: u16,
    /// Never 0.
    pub count: i16,
}

/// One position without its features.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Where its features end; they begin where those of the sample before end.
    end: usize,
    /// What a middlegame weight counts here: phase and [scale](endings::scale) together.
    pub middlegame: f32,
    /// What an endgame weight counts here.
    pub endgame: f32,
    /// White's points: 0, ½ or 1.
    pub result: f32,
    /// What is learned from: the result, or what [`Data::blend_scores`] made of it.
    pub target: f32,
    /// White's score as a search told it, in centipawns; not a number where none did.
    search_score: f32,
}

/// Many positions; 4 bytes a feature that is there, some 250 bytes a position.
#[derive(Clone, Debug, Default)]
pub struct Data {
    entries: Vec<Entry>,
    samples: Vec<Sample>,
    /// Positions left out: in check, or decided by an ending that no weight moves.
    pub skipped: usize,
}

/// Why a line is no position with a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line as EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// No operation `c9`, or one that tells no result.
    #[error("the result is missing: write c9 \"1-0\", \"0-1\" or \"1/2-1/2\" after the position")]
    Result,
}

/// The first line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {error}")]
pub struct DataError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: LineError,
}

impl Data {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Position `index` and its features.
    #[inline]
    pub fn get(&self, index: usize) -> (Sample, &[Entry]) {
        let sample = self.samples[index];
        let begin = if index == 0 { 0 } else { self.samples[index - 1].end };
        (sample, &self.entries[begin..sample.end])
    }

    /// Adds a position that brought White `result` points, unless no weight moves its value. `told` is a search's score for
    /// White.
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

    /// Reads lines of `FIELDS c9 "1-0";` with four position fields or six; other operations are passed over, and so are empty
    /// lines and those that begin with `#`.
    ///
    /// # Errors
    /// [`DataError`] with the first line that is neither.
    pub fn read(text: &str, threads: usize) -> Result<Self, DataError> {
        let lines: Vec<_> = text.lines().collect();
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

    /// Learns from scores as well: they are made the share `share` of the target where there is one, each weighing as the
    /// results say that it should. One game is one result, but each of its positions has a score of its own.
    /// The factor K in sigmoid(K · score / 400) that fits them.
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

    /// Adds all positions of another.
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
    // In this mode rooks may castle from anywhere, the corners included.
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
