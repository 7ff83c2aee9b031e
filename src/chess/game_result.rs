//! The result of a game between two players: by the rules, resignation, agreement, adjudication, the clock,
//! the maximum length, or a failed search.

use std::fmt;

use shakmaty::{Color, KnownOutcome};

use crate::chess::position::{GameEnd, Line, Position};

/// How a game between two players ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The rules of chess ended the game.
    Rules {
        /// The rule.
        end: GameEnd,
        /// The side to move in the final position of the game.
        turn: Color,
    },
    /// This side resigned.
    Resigned(Color),
    /// Both sides agreed on a draw.
    DrawAgreed,
    /// Adjudication: the scores of the required number of consecutive plies agreed on this outcome, or a mate
    /// score decided the game.
    Adjudicated(KnownOutcome),
    /// A side ran out of time.
    TimeForfeit {
        /// The side that ran out of time.
        flagged: Color,
        /// Whether the game is drawn although a side ran out of time, because the opponent has no mating
        /// material.
        drawn: bool,
    },
    /// The search of a side failed, so this side loses.
    SearchFailed {
        /// The side whose search failed.
        color: Color,
        /// Error message of the search.
        message: String,
    },
}

impl GameResult {
    /// Returns the result if the rules of chess end the game, `None` if the game continues. A draw that a
    /// player may claim ends the game.
    pub fn by_rules(line: &Line) -> Option<Self> {
        GameEnd::of(line).map(|end| Self::Rules { end, turn: line.position().turn() })
    }

    /// Returns the result if `flagged` runs out of time in `position`.
    pub fn time_forfeit(position: &Position, flagged: Color) -> Self {
        let drawn = shakmaty::Position::has_insufficient_material(position.chess(), !flagged);
        Self::TimeForfeit { flagged, drawn }
    }

    /// Returns which side won, or a draw.
    pub const fn outcome(&self) -> KnownOutcome {
        let loser = match *self {
            Self::Adjudicated(outcome) => return outcome,
            Self::Rules { end: GameEnd::Checkmate, turn } => turn,
            Self::Resigned(color) | Self::SearchFailed { color, .. } => color,
            Self::TimeForfeit { flagged, drawn: false } => flagged,
            Self::Rules { .. } | Self::DrawAgreed | Self::TimeForfeit { .. } => {
                return KnownOutcome::Draw;
            }
        };
        KnownOutcome::Decisive { winner: loser.other() }
    }

    /// Returns the name of the reason, as used in JSON and in counts. Programs read the names, so a name must
    /// not change.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Rules { end: GameEnd::Checkmate, .. } => "checkmate",
            Self::Rules { end: GameEnd::Stalemate, .. } => "stalemate",
            Self::Rules { end: GameEnd::Repetition, .. } => "repetition",
            Self::Rules { end: GameEnd::FiftyMoves, .. } => "fifty_moves",
            Self::Rules { end: GameEnd::InsufficientMaterial, .. } => "material",
            Self::Resigned(_) => "resignation",
            Self::DrawAgreed => "draw_agreed",
            Self::Adjudicated(KnownOutcome::Decisive { .. }) => "agreed_win",
            Self::Adjudicated(KnownOutcome::Draw) => "agreed_draw",
            Self::TimeForfeit { .. } => "time",
            Self::SearchFailed { .. } => "fault",
        }
    }

    /// Returns the value of the PGN tag `Termination`.
    pub const fn termination(&self) -> &'static str {
        match self {
            Self::Rules { .. } | Self::Resigned(_) | Self::DrawAgreed => "normal",
            Self::Adjudicated(_) => "adjudication",
            Self::TimeForfeit { .. } => "time forfeit",
            Self::SearchFailed { .. } => "emergency",
        }
    }
}

/// Writes the reason in words, as in the last comment of a PGN game.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rules { end: GameEnd::Checkmate, .. } => "checkmate",
            Self::Rules { end: GameEnd::Stalemate, .. } => "stalemate",
            Self::Rules { end: GameEnd::Repetition, .. } => "threefold repetition",
            Self::Rules { end: GameEnd::FiftyMoves, .. } => "fifty-move rule",
            Self::Rules { end: GameEnd::InsufficientMaterial, .. } => "insufficient material",
            Self::Resigned(_) => "resignation",
            Self::DrawAgreed => "draw by agreement",
            Self::Adjudicated(KnownOutcome::Decisive { .. }) => "win by adjudication",
            Self::Adjudicated(KnownOutcome::Draw) => "draw by adjudication",
            Self::TimeForfeit { .. } => "time forfeit",
            Self::SearchFailed { message, .. } => return write!(f, "the search failed: {message}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    #[test]
    fn the_flagged_side_loses_unless_the_opponent_has_no_mating_material() {
        let outcome = |fen: &str, flagged| {
            let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
            GameResult::time_forfeit(&position, flagged).outcome()
        };
        let fen = "7k/8/8/8/8/8/8/K6q w - - 0 1";
        assert_eq!(outcome(fen, Color::White), KnownOutcome::Decisive { winner: Color::Black });
        assert_eq!(outcome(fen, Color::Black), KnownOutcome::Draw);
    }

    #[test]
    fn the_checkmated_side_loses_and_all_other_rules_give_a_draw() {
        let outcome = |end| GameResult::Rules { end, turn: Color::White }.outcome();
        assert_eq!(outcome(GameEnd::Checkmate), KnownOutcome::Decisive { winner: Color::Black });
        for end in
            [GameEnd::Stalemate, GameEnd::Repetition, GameEnd::FiftyMoves, GameEnd::InsufficientMaterial]
        {
            assert_eq!(outcome(end), KnownOutcome::Draw);
        }
    }
}
