//! Time for a whole game, as clocks give it.

use std::{fmt, time::Duration};

/// The longest time a side may be given.
pub const LONGEST: Duration = Duration::from_hours(100);

/// Units of time in seconds, and how they are written.
const SECOND: f64 = 1.0;
/// What a clock for people counts in, in seconds.
pub const MINUTE: f64 = 60.0;
const UNITS: [(char, f64); 3] = [('s', SECOND), ('m', MINUTE), ('h', 3600.0)];

/// Time for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For all moves together.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// What is left of `left` after a move that took `used`; `None` if that was more than there was.
    pub fn after(self, left: Duration, used: Duration) -> Option<Duration> {
        left.checked_sub(used).filter(|left| !left.is_zero()).map(|left| left + self.increment)
    }

    /// From the tag of a PGN: `300+3`, both in seconds.
    pub fn from_tag(text: &str) -> Option<Self> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Self::of_seconds(base.parse().ok()?, increment.parse().ok()?)
    }

    /// As people write it: `5+3`, where the first number counts so many seconds, as matches between engines count in one and games of
    /// people in sixty; or with a unit, `90s+1`, `5m+3s`, `1h`, which means the same everywhere. The second number counts seconds.
    pub fn parse(text: &str, unit: f64) -> Option<Self> {
        let seconds = |text: &str, unit: f64| {
            let named = UNITS.iter().find_map(|(letter, unit)| Some((text.strip_suffix(*letter)?, *unit)));
            let (number, unit) = named.unwrap_or((text, unit));
            Some(number.parse::<f64>().ok()? * unit)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Self::of_seconds(seconds(base, unit)?, seconds(increment, SECOND)?)
    }

    /// As [`TimeControl::parse`], counted in seconds.
    pub fn parse_seconds(text: &str) -> Option<Self> {
        Self::parse(text, SECOND)
    }

    /// So many seconds, and so many more after each move; `None` if no game can be played with them.
    pub fn of_seconds(base: f64, increment: f64) -> Option<Self> {
        let seconds = |number| Duration::try_from_secs_f64(number).ok().filter(|time| *time <= LONGEST);
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        (!base.is_zero()).then_some(Self { base, increment })
    }
}

/// As the tag of a PGN, in seconds.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_gives_seconds_and_is_written_back() {
        let control = TimeControl::from_tag("2+0.02").expect("two seconds and a fiftieth");
        assert_eq!((control.base, control.increment), (Duration::from_secs(2), Duration::from_millis(20)));
        assert_eq!(control.to_string(), "2+0.02");
        for text in ["", "-", "0", "0+1", "2+", "2+-1", "nan", "inf", "1e99", "40/9000"] {
            assert_eq!(TimeControl::from_tag(text), None, "{text}");
        }
    }

    #[test]
    fn a_unit_means_the_same_whatever_is_counted_in_without_one() {
        let parse = |text| [TimeControl::parse(text, SECOND), TimeControl::parse(text, MINUTE)];
        let seconds = |base, increment| TimeControl::of_seconds(base, increment);
        assert_eq!(parse("5+3"), [seconds(5.0, 3.0), seconds(300.0, 3.0)]);
        for (text, control) in
            [("120s+1", seconds(120.0, 1.0)), ("2m+1s", seconds(120.0, 1.0)), ("0.5h", seconds(1800.0, 0.0))]
        {
            assert_eq!(parse(text), [control; 2], "{text}");
            assert!(control.is_some());
        }
        for text in ["", "s", "+1", "0s", "1d", "5ms", "1s+", "-1m", "infs", "1h1m", "2 m"] {
            assert_eq!(parse(text), [None; 2], "{text}");
        }
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let control = TimeControl::from_tag("60+2").expect("legal");
        let seconds = Duration::from_secs;
        assert_eq!(control.after(seconds(10), seconds(4)), Some(seconds(8)));
        assert_eq!(control.after(seconds(10), seconds(10)), None);
        assert_eq!(control.after(seconds(10), seconds(11)), None);
    }
}
