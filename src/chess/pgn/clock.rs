//! Clock times from comments and headers.

use std::time::Duration;

use super::game::{Item, PgnPly};

impl PgnPly {
    /// Returns the clock time after the move from a comment such as `[%clk 1:02:03.4]`, or `None` without a
    /// valid clock time. If several comments contain clock times, the last comment counts.
    pub fn clock(&self) -> Option<Duration> {
        let clock = |item: &Item| match item {
            Item::Comment(comment) => in_comment(&String::from_utf8_lossy(comment)),
            _ => None,
        };
        self.items.iter().rev().find_map(clock)
    }
}

fn in_comment(text: &str) -> Option<Duration> {
    let (_, rest) = text.split_once("[%clk")?;
    let (clock, _) = rest.split_once(']')?;
    parse_clock_time(clock)
}

/// Parses a clock time such as `1:02:03.4`, `2:03` or `3`: hours, minutes and seconds. Returns `None` for other
/// text.
pub fn parse_clock_time(text: &str) -> Option<Duration> {
    let is_number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b':');
    let text = Some(text.trim()).filter(|text| text.bytes().all(is_number))?;
    let parts: Vec<f64> = text.split(':').map(str::parse).collect::<Result<_, _>>().ok()?;
    let seconds = parts.iter().fold(0.0, |sum, part| 60.0 * sum + part);
    Duration::try_from_secs_f64(seconds).ok().filter(|_| parts.len() <= 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_times_have_hours_minutes_and_seconds() {
        assert_eq!(in_comment("good [%eval 0.1] [%clk 1:02:03.4] x"), Some(Duration::from_millis(3_723_400)));
        assert_eq!(in_comment("[%clk 0:09]"), Some(Duration::from_secs(9)));
        for none in ["", "[%clk", "[%clk]", "[%clk 0:09", "[%clk x:1]", "[%clk 1:1:1:1]", "[%clk inf]"] {
            assert_eq!(in_comment(none), None, "{none}");
        }
        for none in ["-1:00:00", "1:-30:00", "1e2", "1e99", "+3", "0:", "."] {
            assert_eq!(parse_clock_time(none), None, "{none}");
        }
    }
}
