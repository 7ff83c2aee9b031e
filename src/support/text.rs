//! Formatting for text and HTML output: numbers, shortened strings, and text escaped for HTML and XML. Parsing
//! of the numbers and durations that people write in arguments, such as `500k` and `250ms`.

use std::{fmt::Display, time::Duration};

/// Escapes `&`, `<`, `>` and `"` for HTML and XML. Control characters, U+FFFE and U+FFFF are dropped, because
/// XML forbids most of them.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in
        text.chars().filter(|letter| !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}'))
    {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Converts a command line to HTML in which no line break divides a word at its hyphens, such as
/// `--selective-depth`. Long words, such as paths, can be divided, because they could be wider than the window.
pub fn command_html(command: &str) -> String {
    let word = |word: &str| {
        let escaped = escape(word);
        let is_whole = word.contains('-') && word.chars().count() <= LONGEST_WHOLE_WORD;
        if is_whole { format!("<span class=\"word\">{escaped}</span>") } else { escaped }
    };
    command.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Number of characters in the longest word that [`command_html`] keeps on one line.
const LONGEST_WHOLE_WORD: usize = 36;

/// Shortens text to at most `most` characters; `most` is at least 1. If the text is longer, the last of these
/// characters is an ellipsis.
pub fn shorten(text: &str, most: usize) -> String {
    if text.char_indices().nth(most).is_none() {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Maximum number of characters of a user's text that an error message repeats.
const MAX_QUOTE_LENGTH: usize = 200;

/// Returns a user's text for an error message: at most 200 characters.
pub fn quoted(text: &str) -> String {
    shorten(text, MAX_QUOTE_LENGTH)
}

/// Formats a number with its sign and `places` decimal places. A number that is rounded to zero has no sign.
pub fn signed(value: f64, places: usize) -> String {
    let text = format!("{value:+.places$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'0' | b'.'));
    if is_zero { text[1..].to_owned() } else { text }
}

/// Formats a whole number with commas between the thousands: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Formats a number of 0 or more with the unit k, M or G from 999.5 on (which is rounded to 1k) and at most one
/// decimal below 100 units, for the axes of charts: 25, 3k, 1.5M.
pub fn short(value: f64) -> String {
    let (value, unit) = match value {
        value if value >= 999.5e6 => (value / 1e9, "G"),
        value if value >= 999.5e3 => (value / 1e6, "M"),
        value if value >= 999.5 => (value / 1e3, "k"),
        value => (value, ""),
    };
    let digits = if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.1}") };
    format!("{}{unit}", digits.strip_suffix(".0").unwrap_or(&digits))
}

/// Formats centipawns as pawns with a sign: `+0.35`.
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

/// Formats a value, or returns `missing` if there is none.
pub fn or<T: Display>(value: Option<T>, missing: &str) -> String {
    value.map_or_else(|| missing.to_owned(), |value| value.to_string())
}

/// Formats a value, or returns a hyphen if there is none.
pub fn or_dash<T: Display>(value: Option<T>) -> String {
    or(value, "-")
}

/// Formats a number with `places` decimals, or returns a hyphen if there is none.
pub fn decimals(value: Option<f64>, places: usize) -> String {
    or_dash(value.map(|value| format!("{value:.places$}")))
}

/// Parses a whole number: `20000`, `1e6`, `1M`, `2.5M` or `500k`. Returns `None` if the text has another form,
/// or if the number is negative, not whole, or too large.
pub fn parse_number(text: &str) -> Option<u64> {
    let suffixes = [("k", 3), ("K", 3), ("M", 6)];
    let suffix = suffixes.iter().find_map(|(suffix, power)| Some((text.strip_suffix(suffix)?, *power)));
    let (text, power) = suffix.unwrap_or((text, 0));
    let (digits, exponent) = parse_decimal(text)?;
    let exponent = exponent.checked_add(power)?;
    let scale = 10_u128.checked_pow(exponent.unsigned_abs())?;
    let number = if exponent < 0 {
        (digits % scale == 0).then_some(digits / scale)?
    } else {
        digits.checked_mul(scale)?
    };
    u64::try_from(number).ok()
}

/// Units of durations by suffix. `ms` comes before `s`, because it also ends in `s`.
const UNITS: [(&str, Duration); 4] = [
    ("ms", Duration::from_millis(1)),
    ("s", Duration::from_secs(1)),
    ("m", Duration::from_mins(1)),
    ("h", Duration::from_hours(1)),
];

/// Parses a duration: `10s`, `250ms`, `2m`, `1.5h`, or a number without a unit, which is in the unit `bare`.
/// Parts of a nanosecond are dropped. Returns `None` if the text has another form, or if the duration is
/// negative or too large.
pub fn parse_duration(text: &str, bare: Duration) -> Option<Duration> {
    let named = UNITS.iter().find_map(|(suffix, unit)| Some((text.strip_suffix(suffix)?, *unit)));
    let (number, unit) = named.unwrap_or((text, bare));
    let (digits, exponent) = parse_decimal(number)?;
    let nanoseconds = digits.checked_mul(unit.as_nanos())?;
    let scale = 10_u128.checked_pow(exponent.unsigned_abs())?;
    let nanoseconds = if exponent < 0 { nanoseconds / scale } else { nanoseconds.checked_mul(scale)? };
    // Times of arguments and JSON are counted in milliseconds.
    let is_short = nanoseconds / 1_000_000 <= u128::from(u64::MAX);
    is_short.then(|| Duration::from_nanos_u128(nanoseconds))
}

/// Parses `12`, `1.5`, `.5` or `1e6` without a sign. Returns the digits and the power of ten by which they are
/// multiplied.
fn parse_decimal(text: &str) -> Option<(u128, i32)> {
    let (text, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{whole}{fraction}");
    let is_decimal = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_decimal(&digits) || !is_decimal(exponent) {
        return None;
    }
    // The zeros at the end of a fraction do not change the number.
    let zeros = fraction.bytes().rev().take_while(|byte| *byte == b'0').count();
    let significant = &digits[..digits.len() - zeros];
    let number = if significant.is_empty() { 0 } else { significant.parse().ok()? };
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(fraction.len() - zeros).ok()?)?;
    Some((number, exponent))
}

/// Fails if a document of the repository does not contain `text`. Line breaks count as spaces,
/// and comment markers are left out.
#[cfg(test)]
pub(crate) fn assert_states(document: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let found = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{document}: {error}"));
    let joined = |text: &str| {
        let words = text.split_whitespace().filter(|word| !["//!", "///", "//"].contains(word));
        words.collect::<Vec<_>>().join(" ")
    };
    assert!(joined(&found).contains(&joined(text)), "{document} does not contain: {text}");
}

/// Breaks a text between words into lines of at most `width` characters; a longer word gets its own line. A text of at
/// most `width` characters does not change.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            word.clone_into(&mut lines[last]);
        } else if lines[last].chars().count() + 1 + word.chars().count() <= width {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_in_html_keeps_short_words_whole() {
        let long = format!("pages/{}.html", "long-name".repeat(5));
        let html = command_html(&format!("engine bench --html {long} 'a<b'"));
        assert_eq!(html, format!("engine bench <span class=\"word\">--html</span> {long} 'a&lt;b'"));
    }

    #[test]
    fn whole_numbers_are_parsed_with_an_exponent_or_a_suffix() {
        let numbers = ["0", "20000", "500k", "500K", "1M", "2.5M", "1e6", "1.25e3", "1.500k", "0.0", ".5k"];
        let values = [0, 20_000, 500_000, 500_000, 1_000_000, 2_500_000, 1_000_000, 1_250, 1_500, 0, 500];
        assert_eq!(numbers.map(parse_number), values.map(Some));
        assert_eq!(parse_number("18446744073709551615"), Some(u64::MAX));
        for text in [
            "",
            ".",
            "k",
            "1m",
            "-1",
            "+1",
            "1_000",
            "1,000",
            "1.5",
            "1.2345k",
            "1e",
            "e6",
            "1e-3",
            "1e+3",
            "0x10",
            "1k5",
            "1 k",
            "nan",
            "inf",
            "18446744073709551616",
            "1e20",
            "1e999999999999",
            "1e2147483647",
        ] {
            assert_eq!(parse_number(text), None, "{text}");
        }
    }

    #[test]
    fn durations_have_a_unit_or_are_in_the_unit_of_the_option() {
        let millis = Duration::from_millis;
        let parse = |text| parse_duration(text, millis(1));
        for (text, duration) in [
            ("250", millis(250)),
            ("250ms", millis(250)),
            ("0.5", Duration::from_micros(500)),
            ("10s", millis(10_000)),
            ("1.5s", millis(1_500)),
            ("2m", millis(120_000)),
            ("0.5h", millis(1_800_000)),
            ("1e3", millis(1_000)),
            ("0", Duration::ZERO),
            ("18446744073709551615", millis(u64::MAX)),
        ] {
            assert_eq!(parse(text), Some(duration), "{text}");
        }
        assert_eq!(parse_duration("90", Duration::from_secs(1)), Some(millis(90_000)));
        for text in ["", "s", "ms", "1d", "1h1m", "-1s", "2 m", "1k", "infs", "nan", "1e99", "1ss"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn markup_is_escaped_and_control_characters_are_dropped() {
        assert_eq!(
            escape("<a href=\"x\">&\u{1}\u{ffff}é</a>"),
            "&lt;a href=&quot;x&quot;&gt;&amp;é&lt;/a&gt;"
        );
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let numbers = [0, 999, 1_000, 1_234_567, 2_851_743].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "1,234,567", "2,851,743"]);
    }

    #[test]
    fn shortened_text_ends_with_an_ellipsis() {
        assert_eq!([shorten("½ 12", 4), shorten("½ 123", 4)], ["½ 12", "½ 1…"]);
    }

    #[test]
    fn a_number_that_is_rounded_to_zero_has_no_sign() {
        let texts = [(1.25, 1), (-3.0, 0), (-0.04, 1), (-0.0, 1), (0.3, 0)]
            .map(|(value, places)| signed(value, places));
        assert_eq!(texts, ["+1.2", "-3", "0.0", "0.0", "0"]);
    }

    #[test]
    fn large_numbers_get_a_unit_and_missing_numbers_a_hyphen() {
        assert_eq!([25.0, 3_000.0, 1_500_000.0, 2.25].map(short), ["25", "3k", "1.5M", "2.2"]);
        assert_eq!([999.4, 999.5, 999_950.0, 999_999_999.0].map(short), ["999", "1k", "1M", "1G"]);
        assert_eq!([35, -5, 0].map(pawns), ["+0.35", "-0.05", "+0.00"]);
        assert_eq!([or_dash::<u64>(None), decimals(Some(1.25), 1)], ["-", "1.2"]);
    }

    #[test]
    fn text_is_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("unbreakable", 3), ["unbreakable"]);
        assert_eq!(wrapped("a  b", 4), ["a  b"]);
    }
}
