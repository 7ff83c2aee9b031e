//! Time controls for games: a base time for the whole game, and an increment added after each move.

use std::{fmt, time::Duration};

/// Upper limit of the base time and of the increment of a time control.
pub const LONGEST: Duration = Duration::from_hours(100);

/// Length of a second in seconds.
const SECOND: f64 = 1.0;
/// Length of a minute in seconds. `engine play` reads a base time without a unit in minutes.
pub const MINUTE: f64 = 60.0;
/// Suffixes of times (second, minute, hour), with the length of each unit in seconds.
const UNITS: [(char, f64); 3] = [('s', SECOND), ('m', MINUTE), ('h', 3600.0)];

/// Base time and increment of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time on the clock at the start of the game, for all moves together.
    pub base: Duration,
    /// Time added to the clock after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Returns the remaining time after a move that took `used`, including the increment. Returns `None` if
    /// the time is up.
    pub fn after(self, left: Duration, used: Duration) -> Option<Duration> {
        left.checked_sub(used).filter(|left| !left.is_zero()).map(|left| left + self.increment)
    }

    /// Parses the PGN tag `TimeControl`, such as `300+3`, in seconds. The increment may be missing. Returns
    /// `None` for a tag in any other form.
    pub fn from_tag(text: &str) -> Option<Self> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Self::of_seconds(base.parse().ok()?, increment.parse().ok()?)
    }

    /// Parses a time control such as `5+3`, `90s+1`, `5m+3s` or `1h`.
    ///
    /// `unit` is the length in seconds of a base time without a suffix: 1 for matches between engines, 60 for
    /// games against a person. An increment without a suffix is always in seconds. Returns `None` if the text
    /// is invalid.
    pub fn parse(text: &str, unit: f64) -> Option<Self> {
        let seconds = |text: &str, unit: f64| {
            let named = UNITS.iter().find_map(|(letter, unit)| Some((text.strip_suffix(*letter)?, *unit)));
            let (number, unit) = named.unwrap_or((text, unit));
            Some(number.parse::<f64>().ok()? * unit)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Self::of_seconds(seconds(base, unit)?, seconds(increment, SECOND)?)
    }

    /// Parses a time control whose base time without a suffix is in seconds.
    pub fn parse_seconds(text: &str) -> Option<Self> {
        Self::parse(text, SECOND)
    }

    /// Creates a time control from a base time and an increment, both in seconds. Returns `None` if the base
    /// time is zero, or if a value is negative, not a number, or above [`LONGEST`].
    pub fn of_seconds(base: f64, increment: f64) -> Option<Self> {
        let seconds = |number| Duration::try_from_secs_f64(number).ok().filter(|time| *time <= LONGEST);
        let (base, increment) = (seconds(base)?, seconds(increment)?);
        (!base.is_zero()).then_some(Self { base, increment })
    }
}

/// Writes the time control as the value of a PGN tag: base time plus increment in seconds, such as `2+0.02`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pgn_tag_is_parsed_in_seconds_and_written_back_unchanged() {
        let control = TimeControl::from_tag("2+0.02").expect("valid");
        assert_eq!((control.base, control.increment), (Duration::from_secs(2), Duration::from_millis(20)));
        assert_eq!(control.to_string(), "2+0.02");
        for text in ["", "-", "0", "0+1", "2+", "2+-1", "nan", "inf", "1e99", "40/9000"] {
            assert_eq!(TimeControl::from_tag(text), None, "{text}");
        }
    }

    #[test]
    fn a_suffix_overrides_the_default_unit() {
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
    fn a_move_uses_its_time_and_gains_the_increment() {
        let control = TimeControl::from_tag("60+2").expect("valid");
        let seconds = Duration::from_secs;
        assert_eq!(control.after(seconds(10), seconds(4)), Some(seconds(8)));
        assert_eq!(control.after(seconds(10), seconds(10)), None);
        assert_eq!(control.after(seconds(10), seconds(11)), None);
    }
}
