//! Adjudication: ends a game early if the scores of both sides agree on the result.

use shakmaty::{Color, KnownOutcome};

use crate::{engine::game_result::GameResult, score::Score};

/// Rules that end a game before the rules of chess do.
///
/// A rule applies if the scores of a number of consecutive plies agree. Consecutive plies alternate between
/// the sides, so the scores of both sides agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Smallest score of a win, in centipawns for the same side; a mate score is always large enough.
    pub win: i32,
    /// Number of consecutive plies with such a score that end the game as a win; 0 disables the rule.
    pub win_plies: u32,
    /// Largest absolute score of a draw, in centipawns.
    pub draw: i32,
    /// Number of consecutive plies with such a score that end the game as a draw; 0 disables the rule.
    pub draw_plies: u32,
    /// The draw rule ignores this number of plies at the start of the game.
    pub draw_after: u32,
    /// Whether a mate score of one side ends the game at once.
    pub mate: bool,
    /// Maximum length of a game in plies; longer games are drawn; 0 for no limit.
    pub max_plies: u32,
}

impl Adjudication {
    /// Adjudication rules for matches.
    pub const MATCH: Self =
        Self { win: 600, win_plies: 6, draw: 10, draw_plies: 8, draw_after: 70, mate: false, max_plies: 0 };
    /// Rules for games that provide training positions. These rules require more evidence than those of a
    /// match, because a wrong result is a wrong label.
    pub const QUIET_POSITIONS: Self = Self {
        win: 1_500,
        win_plies: 4,
        draw: 10,
        draw_plies: 12,
        draw_after: 80,
        mate: false,
        max_plies: 0,
    };
    /// Rules for games that are stored completely. Moves after the first mate score have no training value.
    pub const SELF_PLAY: Self = Self { mate: true, ..Self::QUIET_POSITIONS };
    /// No adjudication: only the rules of chess end a game.
    pub const NONE: Self =
        Self { win: 0, win_plies: 0, draw: 0, draw_plies: 0, draw_after: 0, mate: false, max_plies: 0 };
}

/// Follows the scores of a game and applies the rules of [`Adjudication`].
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

    /// Adds the score of the move that `color` played. Returns the result if a rule ends the game.
    pub fn update(&mut self, color: Color, score: Score) -> Option<GameResult> {
        let Adjudication { win, win_plies, draw, draw_plies, draw_after, mate, max_plies } =
            self.adjudication;
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
            (max_plies > 0 && self.plies >= max_plies).then_some(GameResult::MaxPlies)
        }
    }
}

#[cfg(test)]
mod tests;
