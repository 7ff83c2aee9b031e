//! What a score means: how often it wins.

use std::collections::BTreeMap;

use super::{records::Records, sample::Sample};

/// Scales that are tried.
const CANDIDATES: std::ops::RangeInclusive<i32> = 40..=800;
/// So many records held out are enough to go by; else those that are learned from are asked.
const MIN_HELD_OUT: usize = 10_000;

/// The scale K for which sigmoid(score / K) tells the results best.
pub fn fit_scale(records: &Records) -> i32 {
    let held_out = records.held_out();
    let rows = if held_out.len() > MIN_HELD_OUT { held_out } else { records.training() };
    // There are a few thousand scores, however many records.
    let mut tally: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
    for row in rows {
        let sample = Sample::of(records.get(*row));
        let (count, results) = tally.entry(sample.score as i32).or_default();
        *count += 1.0;
        *results += f64::from(sample.result);
    }
    // The squared error but for what no scale changes.
    let loss = |scale: i32| -> f64 {
        let one = |(score, (count, results)): (&i32, &(f64, f64))| {
            let expected = 1.0 / (1.0 + (-f64::from(*score) / f64::from(scale)).exp());
            count * expected * expected - 2.0 * expected * results
        };
        tally.iter().map(one).sum()
    };
    let losses = CANDIDATES.step_by(2).map(|scale| (scale, loss(scale)));
    losses.min_by(|(_, one), (_, other)| one.total_cmp(other)).map_or(400, |(scale, _)| scale)
}
