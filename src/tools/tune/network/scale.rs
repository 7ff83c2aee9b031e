//! Fits the scale of scores: the score in internal units that stands for an expected game result of 73 %.

use std::{borrow::Cow, collections::BTreeMap, io};

use super::{records::Records, sample::Sample};

/// Range of the scale in internal units; every second value is tried.
const CANDIDATES: std::ops::RangeInclusive<i32> = 40..=800;
/// The scale is fitted to the held-out positions if there are more than this number or no training positions,
/// otherwise to the first training positions.
const MIN_HELD_OUT: usize = 10_000;

/// Returns the scale K in internal units for which sigmoid(score / K) predicts the game results best (least
/// squares).
///
/// # Errors
/// An I/O error if a file of training positions cannot be read.
pub fn fit_scale(records: &Records) -> io::Result<i32> {
    let held_out = records.held_out();
    let records: Cow<'_, [_]> = if held_out.len() > MIN_HELD_OUT || records.training_count() == 0 {
        held_out.into()
    } else {
        records.first_training_records()?.into()
    };
    // Group by score: there are only a few thousand different scores.
    let mut tally: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
    for record in &*records {
        let sample = Sample::of(record);
        let (count, results) = tally.entry(sample.score as i32).or_default();
        *count += 1.0;
        *results += f64::from(sample.result);
    }
    // The squared error of a scale, without the terms that are equal for all scales.
    let loss = |scale: i32| -> f64 {
        let one = |(score, (count, results)): (&i32, &(f64, f64))| {
            let expected = 1.0 / (1.0 + (-f64::from(*score) / f64::from(scale)).exp());
            count * expected * expected - 2.0 * expected * results
        };
        tally.iter().map(one).sum()
    };
    let losses = CANDIDATES.step_by(2).map(|scale| (scale, loss(scale)));
    Ok(losses.min_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(400, |(scale, _)| scale))
}
