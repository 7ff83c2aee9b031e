//! Adjudication: ends a game early if the scores of both sides agree on the result, or at a mate score.

use shakmaty::{Color, KnownOutcome};

use crate::chess::{game_result::GameResult, score::Score};

/// Adjudication rules, which end a game before the rules of chess do.
///
/// The win rule and the draw rule apply if the scores of a number of consecutive plies agree. Consecutive
/// plies are played by alternating sides, so a rule with two or more plies needs the agreement of both sides.
/// The scores are in displayed centipawns in a match, and in internal units of the evaluator in self-play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Smallest score for the winning side that counts for a win; a mate score is always large enough.
    pub win: i32,
    /// Number of consecutive plies with a score of at least `win` for the same side that end the game as a
    /// win; 0 disables the rule.
    pub win_plies: u32,
    /// Largest absolute score that counts for a draw.
    pub draw: i32,
    /// Number of consecutive plies with an absolute score of at most `draw` that end the game as a draw; 0
    /// disables the rule.
    pub draw_plies: u32,
    /// Number of plies after the opening that the draw rule ignores.
    pub draw_after: u32,
    /// Whether a mate score of one side ends the game at once.
    pub mate: bool,
}

impl Adjudication {
    /// Default adjudication rules of `engine match`.
    pub const MATCH: Self =
        Self { win: 600, win_plies: 6, draw: 10, draw_plies: 8, draw_after: 70, mate: false };
    /// Adjudication rules for self-play games that give training data. These rules require larger scores or more
    /// plies than the rules for matches, because a wrong result would be a wrong training label. A mate score
    /// ends the game at once, because moves after it have no training value.
    pub const SELF_PLAY: Self =
        Self { win: 1_500, win_plies: 4, draw: 10, draw_plies: 12, draw_after: 80, mate: true };
    /// No adjudication: only the rules of chess end a game.
    pub const NONE: Self = Self { win: 0, win_plies: 0, draw: 0, draw_plies: 0, draw_after: 0, mate: false };
}

/// Counts the scores of a game move by move and ends the game when a rule of [`Adjudication`] applies.
#[derive(Clone, Debug)]
pub struct Referee {
    adjudication: Adjudication,
    plies: u32,
    ahead: Option<Color>,
    ahead_for: u32,
    even_for: u32,
}

impl Referee {
    /// Creates a referee for a new game.
    pub const fn new(adjudication: Adjudication) -> Self {
        Self { adjudication, plies: 0, ahead: None, ahead_for: 0, even_for: 0 }
    }

    /// Adds the score of the move that `color` played. Returns the result of the game if an adjudication rule
    /// ends it.
    pub fn update(&mut self, color: Color, score: Score) -> Option<GameResult> {
        let Adjudication { win, win_plies, draw, draw_plies, draw_after, mate } = self.adjudication;
        self.plies += 1;
        let ahead = (score.raw().abs() >= win).then(|| if score > Score::DRAW { color } else { !color });
        self.ahead_for = if ahead.is_none() || ahead != self.ahead { 0 } else { self.ahead_for };
        self.ahead_for += u32::from(ahead.is_some());
        self.ahead = ahead;
        let even = score.raw().abs() <= draw && self.plies > draw_after;
        self.even_for = if even { self.even_for + 1 } else { 0 };
        if mate && score.is_mate() || win_plies > 0 && self.ahead_for >= win_plies {
            ahead.map(|winner| GameResult::Adjudicated(KnownOutcome::Decisive { winner }))
        } else if draw_plies > 0 && self.even_for >= draw_plies {
            Some(GameResult::Adjudicated(KnownOutcome::Draw))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
