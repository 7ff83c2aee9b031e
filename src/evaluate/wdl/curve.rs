//! The WDL model: two logistic curves, one for winning and one for losing.
//!
//! The midpoint and the width of the curves depend on the remaining material. The form follows the win rate
//! model of Stockfish (GPL-3.0), with straight lines in place of its third-degree polynomials.

use shakmaty::Role;

use crate::{chess::position::Position, evaluate::material};

/// Material of the start position, in pawns, for both sides without kings. More material, after promotions,
/// counts the same.
pub(crate) const MAX_MATERIAL: u32 = 78;

/// Material at which the displayed pawn is defined, in pawns: a middlegame with some pieces exchanged.
/// The value is Stockfish's (GPL-3.0).
pub const REFERENCE_MATERIAL: f64 = 58.0;

/// Parameters of the curves. Scores are in the internal units of an evaluator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Score with a win probability of 50 %, extrapolated to no material.
    pub even: f64,
    /// Change of `even` per pawn of material.
    pub even_by_pawn: f64,
    /// Width of the curve, extrapolated to no material: the score difference that multiplies the odds by e.
    pub width: f64,
    /// Change of `width` per pawn of material.
    pub width_by_pawn: f64,
}

/// Win, draw, and loss probabilities; their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Win probability, from 0 to 1.
    pub win: f64,
    /// Draw probability, from 0 to 1.
    pub draw: f64,
    /// Loss probability, from 0 to 1.
    pub loss: f64,
}

impl Curve {
    /// Returns the score with a win probability of 50 % at `material` pawns.
    pub const fn even(&self, material: f64) -> f64 {
        self.even + self.even_by_pawn * material
    }

    /// Returns the width of the curve at `material` pawns.
    pub(crate) const fn width(&self, material: f64) -> f64 {
        self.width + self.width_by_pawn * material
    }

    /// Returns the score that is displayed as one pawn: its win probability at [`REFERENCE_MATERIAL`] is 50
    /// %.
    pub const fn pawn(&self) -> f64 {
        self.even(REFERENCE_MATERIAL)
    }

    /// Returns whether the parameters are valid: for every amount of material, the draw probability is
    /// positive and the win probability rises with the score.
    pub fn is_sound(&self) -> bool {
        [0.0, f64::from(MAX_MATERIAL)]
            .into_iter()
            .all(|material| self.even(material) > 0.0 && self.width(material) > 0.0)
    }

    /// Returns the probabilities of the side to move for a score of `units` internal units at `material`
    /// pawns.
    pub fn chances(&self, units: f64, material: f64) -> Chances {
        let (even, width) = (self.even(material), self.width(material));
        let chance = |units: f64| 1.0 / (1.0 + ((even - units) / width).exp());
        let (win, loss) = (chance(units), chance(-units));
        Chances { win, draw: 1.0 - win - loss, loss }
    }
}

/// Returns the material of both sides without kings, in pawns, at most 78.
pub fn material_in_pawns(position: &Position) -> u32 {
    let board = position.board();
    let value = |role| material::piece_value(role) * board.by_role(role).count() as i32;
    let centipawns: i32 = Role::ALL.into_iter().map(value).sum();
    (centipawns as u32 / 100).min(MAX_MATERIAL)
}
