//! Writes games as PGN. The comment after each move contains the score for the side that played the move, the
//! search depth if it is known, and the time used if at least one side had a clock. The last comment contains
//! the reason why the game ended.

use std::fmt;

use shakmaty::{ByColor, CastlingMode};

use super::{
    game::{MatchGame, MatchPly},
    game_clock::TimeControl,
};
use crate::{
    chess::{
        pgn::{
            headers::Tag,
            write::{self, Movetext},
        },
        score::Score,
    },
    support::text,
};

/// A game to be written as PGN, with the values of its PGN tags.
#[derive(Clone, Debug)]
pub struct MatchPgn<'a> {
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
    pub game: &'a MatchGame,
}

impl fmt::Display for MatchPgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&write::game(&self.tags(), self.movetext())))
    }
}

impl MatchPgn<'_> {
    fn tags(&self) -> Vec<Tag> {
        let MatchGame { opening, result, .. } = self.game;
        let mut tags = vec![
            Tag::new("Event", "engine match"),
            Tag::new("Site", "?"),
            Tag::new("Date", "????.??.??"),
            Tag::new("Round", &self.round),
            Tag::new("White", self.white),
            Tag::new("Black", self.black),
            Tag::new("Result", result.outcome().as_str()),
            Tag::new("SetUp", "1"),
            Tag::new("FEN", &opening.position().to_string()),
            Tag::new("Termination", result.termination()),
        ];
        // PGN has no header for different time controls; fastchess writes these two.
        let ByColor { white, black } = self.clocks;
        if white == black {
            tags.extend(white.map(|clock| Tag::new("TimeControl", &clock.to_string())));
        } else {
            let value = |clock: Option<TimeControl>| clock.map_or("-".to_owned(), |clock| clock.to_string());
            tags.push(Tag::new("WhiteTimeControl", &value(white)));
            tags.push(Tag::new("BlackTimeControl", &value(black)));
        }
        if opening.position().castling_mode() == CastlingMode::Chess960 {
            tags.push(Tag::new("Variant", "Chess960"));
        }
        tags
    }

    fn movetext(&self) -> Movetext {
        let MatchGame { opening, plies, result } = self.game;
        let start = opening.position();
        let mut text = Movetext::new(start.move_number(), start.turn());
        let timed = self.clocks.iter().any(Option::is_some);
        let moves = start.movetext(plies.iter().map(|ply| ply.mv));
        for (index, ((_, san), ply)) in moves.zip(plies).enumerate() {
            text.mv(index, &san);
            text.comment(search_comment(ply, timed).as_bytes());
        }
        text.comment(result.to_string().as_bytes());
        text.word(result.outcome().as_str().as_bytes());
        text
    }
}

/// Formats the PGN comment of a move of an engine game: the score in pawns; the search depth in plies, if it
/// is above 0; and, if `timed` is true, the time of the move in seconds. Examples: `+0.35`, `+0.35/12`,
/// `+0.35/12 0.041s`.
fn search_comment(ply: &MatchPly, timed: bool) -> String {
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
    use crate::chess::{
        game_result::GameResult,
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
            plies.push(MatchPly { mv, score, depth: 4, nodes: 100, time });
            line.play(mv);
        }
        let result = GameResult::by_rules(&line).expect("mate");
        let game = MatchGame { opening, plies, result };
        let mut game = MatchPgn {
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
        assert!(
            pgn.ends_with("\n\n1... e5 {+0.35/4} 2. g4 {-M1/4} 2... Qh4# {+M1/4} {checkmate} 0-1\n"),
            "{pgn}"
        );
        assert!(!pgn.contains("TimeControl"), "{pgn}");
        game.clocks.black = TimeControl::of_seconds(2.0, 0.02);
        let pgn = game.to_string();
        assert!(pgn.contains("[WhiteTimeControl \"-\"]\n[BlackTimeControl \"2+0.02\"]\n"), "{pgn}");
        assert!(pgn.contains("1... e5 {+0.35/4 0.041s} 2. g4"), "{pgn}");
        game.clocks.white = game.clocks.black;
        assert!(game.to_string().contains("[TimeControl \"2+0.02\"]\n"));
    }
}
