//! Words that the PGN reader passes over in silence: they would be missing from what is written back.

use shakmaty::san::SanPlus;

/// Letters of a word that are quoted.
const QUOTED: usize = 20;

/// The first word outside comments that is no move, no number, no glyph and no result, with the number of plies before it in the main
/// line.
pub(super) fn unread(movetext: &[u8]) -> Option<(usize, String)> {
    let (mut plies, mut depth, mut rest) = (0, 0_usize, movetext);
    while let Some((&byte, after)) = rest.split_first() {
        match byte {
            b'{' => {
                let end = after.iter().position(|&byte| byte == b'}')?;
                rest = &after[end + 1..];
                continue;
            }
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ if ends_word(byte) => {}
            _ => {
                let length = rest.iter().position(|&byte| ends_word(byte)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(length);
                if is_move(word) {
                    plies += usize::from(depth == 0);
                } else if !is_known(word) {
                    let quoted = String::from_utf8_lossy(word).chars().take(QUOTED).collect();
                    return Some((plies, quoted));
                }
                rest = after;
                continue;
            }
        }
        rest = after;
    }
    None
}

fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}()!?$.;*".contains(&byte)
}

/// As the reader takes it: castling with noughts as well, and a number may stand right before the move.
fn is_move(word: &[u8]) -> bool {
    let castles = [&b"0-0-0"[..], b"0-0"].iter().find_map(|castling| word.strip_prefix(*castling));
    if let Some(suffix) = castles {
        return matches!(suffix, b"" | b"+" | b"#");
    }
    let number = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    SanPlus::from_ascii(&word[number..]).is_ok()
}

fn is_known(word: &[u8]) -> bool {
    let results = ["1-0", "0-1", "1/2-1/2", "½-½", "1–0", "0–1", "1/2–1/2", "½–½", "1—0", "0—1", "½—½"];
    word.iter().all(u8::is_ascii_digit)
        || results.iter().any(|result| result.as_bytes() == word)
        // "e.p." behind a capture en passant.
        || matches!(word, b"e" | b"p" | b"ep")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_numbers_glyphs_comments_and_results_are_read() {
        let text =
            "1. e4! e5$71 2.Nf3 {zz} Nc6 (2... d6 3. O-O) 3... 0-0 4. exd6 e.p. Z0 -- a8=Q+ Rd1xd8# 1/2-1/2";
        assert_eq!(unread(text.as_bytes()), None);
    }

    #[test]
    fn what_would_be_passed_over_is_named_with_its_place() {
        for (text, ply, word) in [
            ("1. e4 zz e5", 1, "zz"),
            ("1. e4 e5 2. e4e9", 2, "e4e9"),
            ("1. e4 (1. d4 d5 2. Zf3) e5", 1, "Zf3"),
            ("1. e4 e5 2. Qh5++", 2, "Qh5++"),
            ("1. é4", 0, "é4"),
            ("1e4 e5 2x", 2, "2x"),
        ] {
            assert_eq!(unread(text.as_bytes()), Some((ply, word.to_owned())), "{text}");
        }
    }
}
