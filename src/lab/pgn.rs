//! Writes games as PGN. The comment after each move contains the score for the side that played the move, the
//! search depth if it is known, and the time used if at least one side had a clock. The last comment contains
//! the reason why the game ended.

use std::fmt;

use shakmaty::{ByColor, CastlingMode, EnPassantMode, fen::Fen, san::SanPlus};

use super::{
    game::{Game, Ply},
    game_clock::TimeControl,
};
use crate::{score::Score, text};

/// Maximum length of a line of moves in characters.
const MAX_LINE_LENGTH: usize = 80;

/// A game to be written as PGN, with the values of its PGN tags.
#[derive(Clone, Debug)]
pub struct Pgn<'a> {
    /// Value of the tag `Round`, such as `12.1` for the first game of pair 12.
    pub round: String,
    /// Value of the tag `White`: name of the player with White.
    pub white: &'a str,
    /// Value of the tag `Black`: name of the player with Black.
    pub black: &'a str,
    /// Time controls of both sides. If at least one side has a clock, each move comment contains the time
    /// used.
    pub clocks: ByColor<Option<TimeControl>>,
    /// The game that is written.
    pub game: &'a Game,
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Game { opening, result, .. } = self.game;
        let start = opening.position().chess();
        let fen = Fen::from_position(start, EnPassantMode::Legal).to_string();
        for (name, value) in [
            ("Event", "engine match"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", &self.round),
            ("White", self.white),
            ("Black", self.black),
            ("Result", result.outcome().as_str()),
            ("SetUp", "1"),
            ("FEN", &fen),
            ("Termination", result.termination()),
        ] {
            write_tag(f, name, value)?;
        }
        self.write_clocks(f)?;
        if opening.position().castling_mode() == CastlingMode::Chess960 {
            writeln!(f, "[Variant \"Chess960\"]")?;
        }
        writeln!(f)?;
        self.moves(f)
    }
}

impl Pgn<'_> {
    /// Writes the tag `TimeControl` if both sides have the same time control, and no tag if neither side has
    /// a clock. PGN has no tags for different time controls, so `WhiteTimeControl` and `BlackTimeControl` are
    /// written if the time controls differ, as fastchess does.
    fn write_clocks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor { white, black } = self.clocks;
        if white == black {
            return white.map_or(Ok(()), |clock| write_tag(f, "TimeControl", &clock.to_string()));
        }
        for (name, clock) in [("WhiteTimeControl", white), ("BlackTimeControl", black)] {
            write_tag(f, name, &clock.map_or("-".to_owned(), |clock| clock.to_string()))?;
        }
        Ok(())
    }

    fn moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chess = self.game.opening.position().chess().clone();
        let mut words: Vec<String> = Vec::new();
        let timed = self.clocks.iter().any(Option::is_some);
        for (index, ply) in self.game.plies.iter().enumerate() {
            let number = shakmaty::Position::fullmoves(&chess);
            match shakmaty::Position::turn(&chess) {
                shakmaty::Color::White => words.push(format!("{number}.")),
                shakmaty::Color::Black if index == 0 => words.push(format!("{number}...")),
                shakmaty::Color::Black => (),
            }
            words.push(SanPlus::from_move_and_play_unchecked(&mut chess, ply.mv).to_string());
            let comment = search_comment(ply, timed);
            words.extend(format!("{{{comment}}}").split(' ').map(str::to_owned));
        }
        // A PGN comment must not contain braces, so braces are replaced by apostrophes.
        let reason = self.game.result.to_string().replace(['{', '}'], "'");
        let result = self.game.result.outcome();
        words.extend(format!("{{{reason}}} {result}").split(' ').map(str::to_owned));
        write_words(f, words.iter().map(String::as_str))
    }
}

/// Writes a tag pair on one line, with backslashes before quotation marks and backslashes of the value.
///
/// # Errors
/// Returns an error if the formatter fails.
pub fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes words separated by spaces, in lines of at most 80 characters. A longer word has a line of its own.
///
/// # Errors
/// Returns an error if the formatter fails.
pub fn write_words<'a>(f: &mut fmt::Formatter<'_>, words: impl Iterator<Item = &'a str>) -> fmt::Result {
    let mut used = 0;
    for word in words {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > MAX_LINE_LENGTH {
            writeln!(f)?;
            used = 0;
        }
        write!(f, "{}{word}", if used > 0 { " " } else { "" })?;
        used += length + usize::from(used > 0);
    }
    writeln!(f)
}

/// Formats the PGN comment of a move of an engine game: the score in pawns; the search depth in plies, if it
/// is above 0; and, if `timed` is true, the time of the move in seconds. Examples: `+0.35`, `+0.35/12`,
/// `+0.35/12 0.041s`.
fn search_comment(ply: &Ply, timed: bool) -> String {
    let depth = if ply.depth > 0 { format!("/{}", ply.depth) } else { String::new() };
    let time = if timed { format!(" {:.3}s", ply.time.as_secs_f64()) } else { String::new() };
    format!("{}{depth}{time}", format_score(ply.score))
}

/// Formats a score as match runners do: in pawns with a sign, such as `+0.35`, or as a mate, such as `+M3`.
fn format_score(score: Score) -> String {
    match score.mate() {
        Some(moves) if score > Score::DRAW => format!("+M{moves}"),
        Some(moves) => format!("-M{}", -moves),
        None => text::pawns(score.raw()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        engine::game_result::GameResult,
        position::{Line, Position},
    };

    #[test]
    fn a_game_is_written_with_tags_moves_and_search_comments() {
        let mut line = Line::new(Position::start());
        line.play(line.position().parse_move("f2f3").expect("legal"));
        let opening = line.clone();
        let (mut plies, time) = (Vec::new(), Duration::from_micros(41_300));
        for (word, score) in
            [("e7e5", Score::cp(35)), ("g2g4", Score::mated_in(2)), ("d8h4", Score::mate_in(1))]
        {
            let mv = line.position().parse_move(word).expect("legal");
            plies.push(Ply { mv, score, exact: true, depth: 4, nodes: 100, time });
            line.play(mv);
        }
        let result = GameResult::by_rules(&line).expect("mate");
        let game = Game { opening, plies, result };
        let mut game = Pgn {
            round: "1.2".to_owned(),
            white: "a \"b\"",
            black: "full",
            clocks: ByColor::default(),
            game: &game,
        };
        let pgn = game.to_string();
        assert!(pgn.contains("[White \"a \\\"b\\\"\"]\n"), "{pgn}");
        assert!(pgn.contains("[Result \"0-1\"]\n"), "{pgn}");
        assert!(pgn.contains("PPPPP1PP/RNBQKBNR b KQkq - 0 1\"]\n"), "{pgn}");
        assert!(pgn.ends_with("\n\n1... e5 {+0.35/4} 2. g4 {-M1/4} Qh4# {+M1/4} {checkmate} 0-1\n"), "{pgn}");
        assert!(!pgn.contains("TimeControl"), "{pgn}");
        game.clocks.black = TimeControl::of_seconds(2.0, 0.02);
        let pgn = game.to_string();
        assert!(pgn.contains("[WhiteTimeControl \"-\"]\n[BlackTimeControl \"2+0.02\"]\n"), "{pgn}");
        assert!(pgn.contains("1... e5 {+0.35/4 0.041s} 2. g4"), "{pgn}");
        game.clocks.white = game.clocks.black;
        assert!(game.to_string().contains("[TimeControl \"2+0.02\"]\n"));
    }
}
