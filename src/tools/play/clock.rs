//! Clocks of a game: parses `--clock`, formats clock times, and computes the remaining time of both sides.

use std::{
    io,
    time::{Duration, Instant},
};

use shakmaty::Color;

use super::session::Session;
pub use crate::tools::matches::game_clock::TimeControl;
use crate::{chess::game_result::GameResult, tools::matches::game_clock::MINUTE};

/// Remaining time below which a clock shows tenths of a second.
const TENTHS_BELOW: Duration = Duration::from_secs(20);

/// Parses a time control such as `5+3`, `5` or `90s+1`: the base time, in minutes unless it has a unit, and
/// the increment, in seconds unless it has a unit.
///
/// # Errors
/// If `text` is not a time control, returns a message that describes the format.
pub fn parse_time_control(text: &str) -> Result<TimeControl, String> {
    TimeControl::parse(text, MINUTE).ok_or_else(|| {
        "write minutes and an increment in seconds, as in 5+3 or 0.5+0, or add a unit, as in 90s+1".to_owned()
    })
}

/// Formats a remaining time for display: `4:05`, `1:00:00`, and below twenty seconds with tenths, `0:07.3`. Rounds
/// up, as chess clocks do: a clock shows zero only if no time is left.
pub fn format_clock(time: Duration) -> String {
    let unit_millis = if time < TENTHS_BELOW { 100 } else { 1000 };
    let rounded = time.as_nanos().div_ceil(unit_millis * 1_000_000) * unit_millis;
    let time = Duration::from_millis(u64::try_from(rounded).unwrap_or(u64::MAX));
    let (hours, minutes, seconds) = hours_minutes_seconds(time);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else if time < TENTHS_BELOW {
        format!("{minutes}:{seconds:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Formats a remaining time as the content of a PGN comment: `[%clk 0:04:05]`.
pub fn clk_comment(time: Duration) -> String {
    format!("[%clk {}]", pgn_time(time))
}

/// Formats a remaining time as PGN does: `0:04:05`, with tenths of a second unless they are zero.
pub fn pgn_time(time: Duration) -> String {
    let (hours, minutes, seconds) = hours_minutes_seconds(time);
    let tenths = time.subsec_millis() / 100;
    let fraction = if tenths > 0 { format!(".{tenths}") } else { String::new() };
    format!("{hours}:{minutes:02}:{seconds:02}{fraction}")
}

fn hours_minutes_seconds(time: Duration) -> (u64, u64, u64) {
    let seconds = time.as_secs();
    (seconds / 3600, seconds / 60 % 60, seconds % 60)
}

impl Session {
    /// Returns the time that a side had left after its last move, or the base time if it has not moved yet;
    /// `None` in a game without clocks.
    pub(super) fn clock_after_last_move(&self, color: Color) -> Option<Duration> {
        let control = self.time_control?;
        let first = self.game.start().turn();
        let plies = self.game.plies().iter().enumerate().rev();
        let own =
            plies.filter(|(index, _)| (index % 2 == 0) == (first == color)).find_map(|(_, ply)| ply.clock);
        Some(own.unwrap_or(control.base))
    }

    /// Returns the time that a side has left at this moment, zero if it has run out of time; `None` in a game
    /// without clocks.
    pub(super) fn clock_now(&self, color: Color) -> Option<Duration> {
        let time = self.clock_after_last_move(color)?;
        if matches!(self.game.ending(), Some(GameResult::TimeForfeit { flagged, .. }) if flagged == color) {
            return Some(Duration::ZERO);
        }
        let runs = color == self.game.turn() && self.game.ending().is_none();
        Some(if runs { time.saturating_sub(self.clock_started.elapsed()) } else { time })
    }

    /// Starts the clock of the side to move.
    pub(super) fn start_clock(&mut self) {
        self.clock_started = Instant::now();
    }

    /// Ends the game if the clock of the side to move has run out.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(super) fn check_clock(&mut self) -> io::Result<()> {
        let turn = self.game.turn();
        if self.game.ending().is_none() && self.clock_now(turn) == Some(Duration::ZERO) {
            self.end_game(GameResult::time_forfeit(self.game.position(), turn))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_control_is_parsed_and_formatted() {
        let control = parse_time_control("5+3").expect("five and three");
        assert_eq!((control.base, control.increment), (Duration::from_mins(5), Duration::from_secs(3)));
        assert_eq!(control.to_string(), "300+3");
        assert_eq!(TimeControl::from_tag("300+3"), Some(control));
        assert_eq!(parse_time_control("300s+3s"), Ok(control));
        let short = parse_time_control("0.5").expect("half a minute");
        assert_eq!((short.to_string().as_str(), TimeControl::from_tag("-")), ("30+0", None));
        for text in ["", "0", "five", "5+", "+3", "-1+3", "5+-3", "inf", "nan+1", "1e9", "5+3+1"] {
            assert!(parse_time_control(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_is_formatted_for_display_and_for_pgn() {
        let time = Duration::from_millis(3_665_400);
        assert_eq!(
            (format_clock(time).as_str(), clk_comment(time).as_str()),
            ("1:01:06", "[%clk 1:01:05.4]")
        );
        assert_eq!(format_clock(Duration::from_secs(245)), "4:05");
    }

    #[test]
    fn a_displayed_clock_is_rounded_up_and_shows_zero_only_if_no_time_is_left() {
        for (millis, expected) in [
            (299_999, "5:00"),
            (3_599_001, "1:00:00"),
            (20_001, "0:21"),
            (20_000, "0:20"),
            (19_950, "0:20"),
            (7_350, "0:07.4"),
            (1, "0:00.1"),
            (0, "0:00.0"),
        ] {
            assert_eq!(format_clock(Duration::from_millis(millis)), expected, "{millis} ms");
        }
        assert_eq!(format_clock(Duration::from_nanos(1)), "0:00.1");
    }
}
