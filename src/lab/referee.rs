//! When a game is over before the rules end it: because both sides know how it will end.

use shakmaty::{Color, KnownOutcome};

use crate::{engine::game_result::GameResult, score::Score};

/// Scores that end a game before the rules do, when all of so many plies in a row agree: then both sides do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Centipawns for the same side, at least; a mate is more than any.
    pub win: i32,
    /// For so many plies; 0 plays wins out.
    pub win_plies: u32,
    /// Centipawns for either side, at most.
    pub draw: i32,
    /// For so many plies; 0 plays draws out.
    pub draw_plies: u32,
    /// But only of those after so many plies of the game.
    pub draw_after: u32,
    /// Whether a mate that one side sees ends the game at once.
    pub mate: bool,
    /// A game that has lasted so many plies is drawn; 0 is no limit.
    pub max_plies: u32,
}

impl Adjudication {
    /// Of matches.
    pub const MATCH: Self =
        Self { win: 600, win_plies: 6, draw: 10, draw_plies: 8, draw_after: 70, mate: false, max_plies: 0 };
    /// Of games to learn from: surer, since a wrong result teaches what is wrong.
    pub const QUIET_POSITIONS: Self = Self {
        win: 1_500,
        win_plies: 4,
        draw: 10,
        draw_plies: 12,
        draw_after: 80,
        mate: false,
        max_plies: 0,
    };
    /// Of games that are stored whole: what comes after a mate was seen teaches nothing.
    pub const SELF_PLAY: Self = Self { mate: true, ..Self::QUIET_POSITIONS };
    /// Only the rules of chess.
    pub const NONE: Self =
        Self { win: 0, win_plies: 0, draw: 0, draw_plies: 0, draw_after: 0, mate: false, max_plies: 0 };
}

/// Hears the scores of both sides, ply by ply.
#[derive(Clone, Debug)]
pub struct Referee {
    adjudication: Adjudication,
    plies: u32,
    ahead: Option<Color>,
    ahead_for: u32,
    even_for: u32,
}

impl Referee {
    /// A referee at the beginning of a game.
    pub const fn new(adjudication: Adjudication) -> Self {
        Self { adjudication, plies: 0, ahead: None, ahead_for: 0, even_for: 0 }
    }

    /// `color` gives its move this score. Whether that ends the game.
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
