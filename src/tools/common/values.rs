//! Values of command-line options that several commands share: numbers such as `500k` and `1e6`, and durations
//! such as `250ms` and `10s`.

use std::{ops::RangeInclusive, time::Duration};

use clap::builder::TypedValueParser;

use crate::support::text::{parse_duration, parse_number};

/// Default unit of an option that limits the time of a search.
pub const MILLISECOND: Duration = Duration::from_millis(1);
/// Default unit of an option that limits the time of a run.
pub const SECOND: Duration = Duration::from_secs(1);
/// Range of numbers from 1 to the largest `u64`.
pub const AT_LEAST_1: RangeInclusive<u64> = 1..=u64::MAX;

/// Returns the parser of a whole number in `range`, such as `20000`, `500k`, `1M` or `1e6`. `T` must be able to
/// hold all numbers of the range.
pub fn number<T>(range: RangeInclusive<u64>) -> impl TypedValueParser<Value = T>
where
    T: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = parse_number(text).ok_or_else(|| match (range.start(), range.end()) {
            (_, &u64::MAX) => "write a whole number such as 20000, 500k, 1M or 1e6".to_owned(),
            (least, most) => format!("write a whole number from {least} to {most}"),
        })?;
        let converted = T::try_from(number).ok().filter(|_| range.contains(&number));
        converted.ok_or_else(|| match (range.start(), range.end()) {
            (least, &u64::MAX) => format!("{number} is too small: write at least {least}"),
            (least, most) => format!("choose {least} to {most}"),
        })
    }
}

/// Returns the parser of a duration of at least `least`, such as `10s`, `250ms` or `2m`. A number without a unit
/// is in the unit `bare`, which is [`MILLISECOND`] or [`SECOND`].
pub fn duration(bare: Duration, least: Duration) -> impl TypedValueParser<Value = Duration> {
    move |text: &str| {
        let unit = if bare == SECOND { "seconds" } else { "milliseconds" };
        let duration = parse_duration(text, bare).ok_or_else(|| {
            format!("write a time such as 250ms, 10s or 2m; a number without a unit is in {unit}")
        })?;
        if duration < least {
            return Err(format!("the time is too short: write at least {} ms", least.as_millis()));
        }
        Ok(duration)
    }
}
