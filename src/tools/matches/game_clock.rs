//! Time controls for games: a base time for the whole game or for a number of moves, and an increment added
//! after each move.

use std::{fmt, num::NonZero, time::Duration};

use crate::support::text::parse_duration;

/// Upper limit of the base time and of the increment of a time control.
pub const LONGEST: Duration = Duration::from_hours(100);

/// Unit of a base time without a suffix in matches between engines, and of all increments without a suffix.
const SECOND: Duration = Duration::from_secs(1);
/// Unit of a base time without a suffix in games against a person.
pub const MINUTE: Duration = Duration::from_mins(1);

/// Base time and increment of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Number of moves after which the clock gains the base time again; `None` if the base time is for the whole
    /// game.
    pub moves: Option<NonZero<u32>>,
    /// Time on the clock at the start of the game.
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

    /// Returns the base time if a period ends with move number `moves` of a side, and otherwise zero.
    pub fn next_period(self, moves: u32) -> Duration {
        let is_end = self.moves.is_some_and(|period| moves.is_multiple_of(period.get()));
        if is_end { self.base } else { Duration::ZERO }
    }

    /// Returns the number of moves that a side must still play with the time on its clock, after `moves` moves;
    /// `None` if the time is for the whole game.
    pub fn moves_to_go(self, moves: u32) -> Option<u32> {
        self.moves.map(|period| period.get() - moves % period)
    }

    /// Parses the PGN tag `TimeControl`, such as `300+3`, in seconds. The increment may be missing. Returns
    /// `None` for a tag in any other form, also for a tag with a number of moves.
    pub fn from_tag(text: &str) -> Option<Self> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Self::of_seconds(base.parse().ok()?, increment.parse().ok()?)
    }

    /// Parses a time control such as `5+3`, `90s+1`, `5m+3s` or `1h`.
    ///
    /// `unit` is the unit of a base time without a suffix: a second for matches between engines, a minute for
    /// games against a person. An increment without a suffix is always in seconds. Returns `None` if the text
    /// is invalid.
    pub fn parse(text: &str, unit: Duration) -> Option<Self> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Self::new(parse_duration(base, unit)?, parse_duration(increment, SECOND)?)
    }

    /// Parses a time control whose base time without a suffix is in seconds. The text may start with a number
    /// of moves and a slash, as in `40/60+0.5`. Returns `None` if the text is invalid.
    pub fn parse_seconds(text: &str) -> Option<Self> {
        let Some((moves, rest)) = text.split_once('/') else { return Self::parse(text, SECOND) };
        Some(Self { moves: Some(moves.parse().ok()?), ..Self::parse(rest, SECOND)? })
    }

    /// Creates a time control from a base time and an increment, both in seconds. Returns `None` if the base
    /// time is zero, or if a value is negative, not a number, or above [`LONGEST`].
    pub fn of_seconds(base: f64, increment: f64) -> Option<Self> {
        let seconds = |number| Duration::try_from_secs_f64(number).ok();
        Self::new(seconds(base)?, seconds(increment)?)
    }

    fn new(base: Duration, increment: Duration) -> Option<Self> {
        let is_valid = !base.is_zero() && base <= LONGEST && increment <= LONGEST;
        is_valid.then_some(Self { moves: None, base, increment })
    }
}

/// Writes the time control as the value of a PGN tag: base time plus increment in seconds, such as `2+0.02`, or
/// `40/60+0.5` with a number of moves.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
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
        for (text, control) in [
            ("120s+1", seconds(120.0, 1.0)),
            ("2m+1s", seconds(120.0, 1.0)),
            ("0.5h+500ms", seconds(1800.0, 0.5)),
        ] {
            assert_eq!(parse(text), [control; 2], "{text}");
            assert!(control.is_some());
        }
        for text in ["", "s", "+1", "0s", "1d", "1s+", "-1m", "infs", "1h1m", "2 m", "40/5"] {
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
        assert_eq!(control.moves_to_go(7), None);
    }

    #[test]
    fn a_period_of_moves_ends_with_the_base_time_of_the_next() {
        let control = TimeControl::parse_seconds("40/60+0.5").expect("valid");
        assert_eq!(control.to_string(), "40/60+0.5");
        let minute = Duration::from_mins(1);
        let gains = [39, 40, 41, 80].map(|moves| control.next_period(moves));
        assert_eq!(gains, [Duration::ZERO, minute, Duration::ZERO, minute]);
        let left = [0, 39, 40, 41].map(|moves| control.moves_to_go(moves));
        assert_eq!(left, [40, 1, 40, 39].map(Some));
        for text in ["0/60", "/60", "40/", "40/0", "-1/60", "40/60/60", "1.5/60"] {
            assert_eq!(TimeControl::parse_seconds(text), None, "{text}");
        }
    }
}
