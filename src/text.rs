//! Formatting for text and HTML output: numbers, shortened strings, and text escaped for HTML and XML.

use std::fmt::Display;

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

/// Shortens text to at most `most` characters; `most` is at least 1. If the text is longer, the last of these
/// characters is an ellipsis.
pub fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Formats a whole number with commas between the thousands: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Formats a number of 0 or more with the unit k, M or G from 1,000 on and at most one decimal below 100
/// units, for the axes of charts: 25, 3k, 1.5M.
pub fn short(value: f64) -> String {
    let (value, unit) = match value {
        value if value >= 1e9 => (value / 1e9, "G"),
        value if value >= 1e6 => (value / 1e6, "M"),
        value if value >= 1e3 => (value / 1e3, "k"),
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn large_numbers_get_a_unit_and_missing_numbers_a_hyphen() {
        assert_eq!([25.0, 3_000.0, 1_500_000.0, 2.25].map(short), ["25", "3k", "1.5M", "2.2"]);
        assert_eq!([35, -5, 0].map(pawns), ["+0.35", "-0.05", "+0.00"]);
        assert_eq!([or_dash::<u64>(None), decimals(Some(1.25), 1)], ["-", "1.2"]);
    }
}
