//! The rules of chess that end a game, including the draws that a player may claim.
//!
//! The search has a separate draw test for each node, the layer [`draws`](crate::search::layers::draws), in
//! which a second occurrence of a position can be enough.

use serde::Serialize;

use super::Line;
use crate::chess::game::Outcome;

/// Occurrences of a position after which a player may claim a draw.
pub const THREEFOLD: usize = 3;
/// Occurrences of a position after which the game is drawn without a claim.
pub const FIVEFOLD: usize = 5;
/// Plies without a capture or a pawn move after which a player may claim a draw.
pub const FIFTY_MOVES: u32 = 100;
/// Plies without a capture or a pawn move after which the game is drawn without a claim.
pub const SEVENTY_FIVE_MOVES: u32 = 150;

// The JSON schema of `engine analyse` contains the doc comments, the order, and the two renamed identifiers
// of this type.
/// Rule that ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "tools", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "tools", schemars(rename = "Terminal"))]
pub enum GameEnd {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Insufficient material: neither side can give checkmate by any sequence of legal moves.
    InsufficientMaterial,
    /// The fifty-move rule: fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// Threefold repetition: the position occurs for the third time.
    #[serde(rename = "threefold")]
    Repetition,
}

impl GameEnd {
    /// The draws other than stalemate, in the order of [`GameEnd::all`].
    const DRAWS: [Self; 3] = [Self::Repetition, Self::FiftyMoves, Self::InsufficientMaterial];

    /// Returns the rule that ends the game, or `None` if the game continues. A draw that a player may claim
    /// ends the game even if no player claims it. If several draws apply, the result is the first of
    /// [`GameEnd::all`].
    pub fn of(line: &Line) -> Option<Self> {
        Self::all(line).next()
    }

    /// Returns every rule that ends the game. Checkmate and stalemate exclude all other rules. Draws other
    /// than stalemate are in the order threefold repetition, fifty-move rule, insufficient material.
    pub fn all(line: &Line) -> impl DoubleEndedIterator<Item = Self> {
        let without_move = Self::without_move(line);
        let draws = Self::DRAWS.into_iter();
        without_move.into_iter().chain(draws.filter(move |draw| without_move.is_none() && draw.draws(line)))
    }

    /// Returns the rule that ends the game even if no player claims a draw, or `None` if the game continues.
    /// Repetition then needs five occurrences of the position, and the fifty-move rule seventy-five moves.
    pub fn without_claim(line: &Line) -> Option<Self> {
        let position = line.position();
        let draw = || {
            if position.is_insufficient_material() {
                Some(Self::InsufficientMaterial)
            } else if line.occurrences() >= FIVEFOLD {
                Some(Self::Repetition)
            } else {
                (position.halfmoves() >= SEVENTY_FIVE_MOVES).then_some(Self::FiftyMoves)
            }
        };
        Self::without_move(line).or_else(draw)
    }

    /// Returns the draw that the side to move may claim, or `None`: threefold repetition before the
    /// fifty-move rule. The position must not be checkmate.
    pub fn claim(line: &Line) -> Option<Self> {
        [Self::Repetition, Self::FiftyMoves].into_iter().find(|draw| draw.draws(line))
    }

    fn without_move(line: &Line) -> Option<Self> {
        line.position().outcome().map(|outcome| match outcome {
            Outcome::Lost => Self::Checkmate,
            Outcome::Drawn => Self::Stalemate,
        })
    }

    /// Returns whether this rule draws the game.
    fn draws(self, line: &Line) -> bool {
        let position = line.position();
        match self {
            Self::Checkmate | Self::Stalemate => false,
            Self::Repetition => line.occurrences() >= THREEFOLD,
            Self::FiftyMoves => position.halfmoves() >= FIFTY_MOVES,
            Self::InsufficientMaterial => position.is_insufficient_material(),
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::chess::position::Position;

    const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

    fn line(fen: &str, moves: &str) -> Line {
        let mut line = Line::new(Position::from_fen(fen, CastlingMode::Standard).expect("legal"));
        for word in moves.split_whitespace() {
            line.play(line.position().parse_move(word).expect("legal"));
        }
        line
    }

    #[test]
    fn each_of_the_five_rules_ends_a_game() {
        let end = |fen: &str, moves: &str| GameEnd::of(&line(fen, moves));
        let start = Position::start().to_string();
        assert_eq!(end(&start, "f2f3 e7e5 g2g4 d8h4"), Some(GameEnd::Checkmate));
        assert_eq!(end("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", ""), Some(GameEnd::Stalemate));
        assert_eq!(end(&start, SHUFFLE), None);
        assert_eq!(end(&start, &SHUFFLE.repeat(2)), Some(GameEnd::Repetition));
        assert_eq!(end("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2b2"), Some(GameEnd::FiftyMoves));
        assert_eq!(end("7k/8/8/8/8/8/N7/K7 w - - 0 1", ""), Some(GameEnd::InsufficientMaterial));
        assert_eq!(
            end("7k/5KQ1/8/8/8/8/8/8 b - - 100 80", ""),
            Some(GameEnd::Checkmate),
            "checkmate has priority"
        );
    }

    #[test]
    fn several_draws_are_listed_in_the_order_of_claims_and_none_with_checkmate() {
        let all = |fen: &str, moves: &str| GameEnd::all(&line(fen, moves)).collect::<Vec<_>>();
        let shuffle = "a1b1 h8g8 b1a1 g8h8 ".repeat(2);
        assert_eq!(
            all("7k/8/8/8/8/8/8/N1K5 w - - 92 80", &shuffle.replace("a1", "c1")),
            [GameEnd::Repetition, GameEnd::FiftyMoves, GameEnd::InsufficientMaterial]
        );
        assert_eq!(
            all("7k/8/8/8/8/8/R7/K7 w - - 92 80", &shuffle),
            [GameEnd::Repetition, GameEnd::FiftyMoves]
        );
        assert_eq!(all("7k/5KQ1/8/8/8/8/8/8 b - - 100 80", ""), [GameEnd::Checkmate]);
    }

    #[test]
    fn without_a_claim_five_occurrences_or_seventy_five_moves_are_needed() {
        let start = Position::start().to_string();
        let ends = |fen: &str, moves: &str| {
            let line = line(fen, moves);
            (GameEnd::claim(&line), GameEnd::without_claim(&line))
        };
        let (repetition, fifty_moves) = (Some(GameEnd::Repetition), Some(GameEnd::FiftyMoves));
        assert_eq!(ends(&start, &SHUFFLE.repeat(2)), (repetition, None));
        assert_eq!(ends(&start, &SHUFFLE.repeat(4)), (repetition, repetition));
        assert_eq!(ends("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2b2"), (fifty_moves, None));
        assert_eq!(ends("7k/8/8/8/8/8/R7/K7 w - - 149 130", "a2b2"), (fifty_moves, fifty_moves));
        assert_eq!(ends("7k/8/8/8/8/8/N7/K7 w - - 0 1", ""), (None, Some(GameEnd::InsufficientMaterial)));
        assert_eq!(
            GameEnd::without_claim(&line("7k/8/6K1/8/8/8/R7/8 w - - 149 130", "a2a8")),
            Some(GameEnd::Checkmate)
        );
    }
}
