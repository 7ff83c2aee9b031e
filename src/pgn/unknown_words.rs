//! Finds words in the movetext that the crate pgn-reader skips silently.

use shakmaty::san::SanPlus;

use super::problem::quoted;

/// Maximum number of characters of an unknown word that an error message quotes.
const MAX_QUOTE_LENGTH: usize = 20;

/// Returns the first word outside comments that is not a move, a number, a NAG, a result, or part of `e.p.`,
/// with the number of plies before the word in the main line. Words after a comment that is not closed are
/// not read.
pub(super) fn first_unknown_word(movetext: &[u8]) -> Option<(usize, String)> {
    let (mut plies, mut depth, mut rest) = (0, 0_usize, movetext);
    while let Some((&byte, after)) = rest.split_first() {
        match byte {
            b'{' => {
                let end = after.iter().position(|&byte| byte == b'}')?;
                rest = &after[end + 1..];
                continue;
            }
            b'}' => return Some((plies, "}".to_owned())),
            b'$' => {
                let (glyph, after) = after.split_at(length(after));
                if str::from_utf8(glyph).is_ok_and(|number| number.parse::<u8>().is_ok()) {
                    rest = after;
                    continue;
                }
                return Some((plies, format!("${}", quoted(glyph, MAX_QUOTE_LENGTH))));
            }
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ if ends_word(byte) => {}
            _ => {
                let (word, after) = rest.split_at(length(rest));
                if is_move(word) {
                    plies += usize::from(depth == 0);
                } else if !is_known(word) {
                    return Some((plies, quoted(word, MAX_QUOTE_LENGTH)));
                }
                rest = after;
                continue;
            }
        }
        rest = after;
    }
    None
}

/// Returns the length of the word at the start of `text`, in bytes.
fn length(text: &[u8]) -> usize {
    text.iter().position(|&byte| ends_word(byte)).unwrap_or(text.len())
}

fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}()!?$.;*".contains(&byte)
}

/// Returns whether pgn-reader accepts the word as a move. Castling with zeros is accepted, and a move number
/// may precede the move without a space.
fn is_move(word: &[u8]) -> bool {
    let castles = [&b"0-0-0"[..], b"0-0"].iter().find_map(|castling| word.strip_prefix(*castling));
    if let Some(suffix) = castles {
        return matches!(suffix, b"" | b"+" | b"#");
    }
    let number = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &word[number..];
    // After a number, pgn-reader takes a dash for part of a result.
    !(number > 0 && rest.starts_with(b"-")) && SanPlus::from_ascii(rest).is_ok()
}

fn is_known(word: &[u8]) -> bool {
    let results = ["1-0", "0-1", "1/2-1/2", "½-½", "1–0", "0–1", "1/2–1/2", "½–½", "1—0", "0—1", "½—½"];
    word.iter().all(u8::is_ascii_digit)
        || results.iter().any(|result| result.as_bytes() == word)
        // The words of "e.p." after an en passant capture.
        || matches!(word, b"e" | b"p" | b"ep")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_numbers_nags_comments_and_results_are_known() {
        let text =
            "1. e4! e5$71 2.Nf3 {zz} Nc6 (2... d6 3. O-O) 3... 0-0 4. exd6 e.p. Z0 -- a8=Q+ Rd1xd8# 1/2-1/2";
        assert_eq!(first_unknown_word(text.as_bytes()), None);
    }

    #[test]
    fn the_first_unknown_word_is_returned_with_its_ply() {
        for (text, ply, word) in [
            ("1. e4 zz e5", 1, "zz"),
            ("1. e4 e5 2. e4e9", 2, "e4e9"),
            ("1. e4 (1. d4 d5 2. Zf3) e5", 1, "Zf3"),
            ("1. e4 e5 2. Qh5++", 2, "Qh5++"),
            ("1. é4", 0, "é4"),
            ("1e4 e5 2x", 2, "2x"),
            ("1. e4 }Nf3", 1, "}"),
            ("1. e4 $e5", 1, "$e5"),
            ("1. e4 $256", 1, "$256"),
            ("\x7fELF\x02\x1b[2J\0 1. e4", 0, "�ELF��[2J�"),
        ] {
            assert_eq!(first_unknown_word(text.as_bytes()), Some((ply, word.to_owned())), "{text}");
        }
    }
}
