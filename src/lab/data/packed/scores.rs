//! Encodes the scores of consecutive plies with few bits if the evaluation of the game changes little from
//! ply to ply.
//!
//! If both sides evaluate the game alike, the scores of two consecutive plies have opposite signs and nearly
//! the same size, so their sum is usually small. The sum of the scores of two consecutive plies is folded to
//! a number from 0 up (0, −1, 1, −2, 2 become 0, 1, 2, 3, 4). The folded number is written as a Rice code:
//! the higher bits of the folded number as a unary number (ones followed by a zero), then the lowest bits of
//! the folded number unchanged. A folded number whose unary part would have 16 or more ones is written as 16
//! ones followed by 13 plain bits. The number of lowest bits, called the parameter of the Rice code, is
//! chosen per game: all parameters from 0 to 7 are tried, and the one that needs the fewest bits is used.

use super::bits::{BitReader, BitWriter};

/// Largest absolute score that is stored, in centipawns; larger scores, including mate scores, are clamped to
/// this value.
pub const MAX_SCORE: i32 = 3_000;
/// Absolute scores up to this value, in centipawns, are stored exactly; the part of a score above it is
/// stored in steps of [`STEP`].
pub(super) const MAX_EXACT: i32 = 400;
/// Precision of scores above [`MAX_EXACT`], in centipawns.
pub(super) const STEP: i32 = 2;
/// Width in bits of the field that stores the parameter of the Rice code of a game.
pub(super) const PARAMETER_BITS: u32 = 3;

/// Number of leading one bits after which a number is stored as plain bits instead of a Rice code.
const ESCAPE: u32 = 16;
/// Width in bits of a folded number stored as plain bits; the sum of two scores, in steps, is within ±3400.
const ESCAPED_BITS: u32 = 13;

/// Converts a score in centipawns to steps, the unit in which scores are stored.
pub const fn steps(centipawns: i32) -> i32 {
    let size = if centipawns.abs() > MAX_SCORE { MAX_SCORE } else { centipawns.abs() };
    let steps = if size > MAX_EXACT { MAX_EXACT + (size - MAX_EXACT) / STEP } else { size };
    steps * centipawns.signum()
}

/// Converts steps to a score in centipawns.
pub const fn centipawns(steps: i32) -> i32 {
    let size = steps.abs();
    let centipawns = if size > MAX_EXACT { MAX_EXACT + (size - MAX_EXACT) * STEP } else { size };
    centipawns * steps.signum()
}

/// Returns the parameter of the Rice code that encodes the scores `steps` of a game in the fewest bits.
pub(super) fn best_parameter(steps: &[i32]) -> u32 {
    let bits = |parameter: u32| -> u32 { folded(steps).map(|number| length(number, parameter)).sum() };
    (0..1 << PARAMETER_BITS).min_by_key(|parameter| bits(*parameter)).unwrap_or_default()
}

/// Adds each score to the score one ply earlier (0 for the first), and folds each sum to a number from 0 up:
/// 0, −1, 1, −2, 2 become 0, 1, 2, 3, 4.
pub fn folded(steps: &[i32]) -> impl Iterator<Item = u32> {
    let before = [0].into_iter().chain(steps.iter().copied());
    steps.iter().zip(before).map(|(now, before)| {
        let sum = now + before;
        ((sum << 1) ^ (sum >> 31)) as u32
    })
}

/// Returns the length in bits of the code that [`write()`] writes for a folded number.
const fn length(number: u32, parameter: u32) -> u32 {
    let high = number >> parameter;
    if high >= ESCAPE { ESCAPE + ESCAPED_BITS } else { high + 1 + parameter }
}

/// Writes a folded number as a Rice code, or as plain bits after 16 ones if the Rice code would be long.
pub fn write(bits: &mut BitWriter, number: u32, parameter: u32) {
    let high = number >> parameter;
    if high >= ESCAPE {
        bits.push((1 << ESCAPE) - 1, ESCAPE);
        bits.push(number, ESCAPED_BITS);
    } else {
        bits.push((1 << high) - 1, high + 1);
        bits.push(number & ((1 << parameter) - 1), parameter);
    }
}

/// Reads the next score of a game, which is stored as its sum with `before`, the opponent's score one ply
/// earlier; both scores are in steps. Returns `None` if the bits end or the score is out of range.
pub fn read(bits: &mut BitReader<'_>, before: i32, parameter: u32) -> Option<i32> {
    let high = bits.ones(ESCAPE)?;
    let number =
        if high == ESCAPE { bits.read(ESCAPED_BITS)? } else { high << parameter | bits.read(parameter)? };
    let sum = (number >> 1) as i32 ^ -((number & 1) as i32);
    let now = sum - before;
    (now.abs() <= steps(MAX_SCORE)).then_some(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_scores_are_exact_large_scores_are_rounded_and_the_largest_are_clamped() {
        for score in -3_500..=3_500_i32 {
            let stored = centipawns(steps(score));
            let near = score.clamp(-MAX_SCORE, MAX_SCORE);
            assert!(
                (stored - near).abs() < if score.abs() <= MAX_EXACT { 1 } else { STEP },
                "{score} as {stored}"
            );
            assert_eq!(
                centipawns(steps(stored)),
                stored,
                "{score}: a stored score is stored again unchanged"
            );
        }
        assert_eq!(steps(32_000), steps(MAX_SCORE));
    }

    #[test]
    fn a_score_out_of_range_is_rejected() {
        for (before, sum, read_back) in [(-3_000, 0, Some(3_000)), (-3_000, 2, None), (0, 4_000, None)] {
            let before = steps(before);
            let mut writer = BitWriter::default();
            write(&mut writer, (sum << 1) as u32, 3);
            let bytes = writer.finish();
            let read = read(&mut BitReader::new(&bytes), before, 3);
            assert_eq!(read.map(centipawns), read_back, "{before} and {sum}");
        }
    }

    #[test]
    fn scores_are_read_back_as_written_with_every_parameter() {
        let row: Vec<i32> =
            [0, 3, -4, 5, 3_000, -3_000, 3_000, 3_000, -3_000, -3_000, 399, 401, -400].map(steps).into();
        for parameter in 0..1 << PARAMETER_BITS {
            let mut writer = BitWriter::default();
            folded(&row).for_each(|number| write(&mut writer, number, parameter));
            let bytes = writer.finish();
            let (mut reader, mut before) = (BitReader::new(&bytes), 0);
            for steps in &row {
                before = read(&mut reader, before, parameter).expect("a score");
                assert_eq!(before, *steps);
            }
        }
        assert!(best_parameter(&[5, -5, 6, -7, 7]) <= 2, "small changes");
        assert!(best_parameter(&[300, 300, -200, 900]) >= 6, "large changes");
    }
}
