//! The chances as two logistic curves, for winning and for losing, whose middle and width hang on the material left.
//!
//! The form is that of Stockfish's model of win rates; its polynomials of the third degree are lines here.

use shakmaty::Role;

use crate::{evaluate::material, position::Position};

/// All men of the start position together, in pawns; more, by promotions, count as many.
pub(crate) const ALL_MEN: u32 = 78;

/// The material at which a pawn that is told is measured, as Stockfish has it: a middlegame with some men exchanged.
pub const PAWN_MEN: f64 = 58.0;

/// How chances hang on a score and on the material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score at which a win is as likely as not, with no material.
    pub even: f64,
    /// What each pawn's worth of material adds to that.
    pub even_by_pawn: f64,
    /// The width of the curve, with no material: from e to 1 against to e to 1 on.
    pub width: f64,
    /// What each pawn's worth of material adds to that.
    pub width_by_pawn: f64,
}

/// Chances to win, to draw, to lose; their sum is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// To win.
    pub win: f64,
    /// To draw.
    pub draw: f64,
    /// To lose.
    pub loss: f64,
}

impl Curve {
    /// The score at which a win is as likely as not, with so much material.
    pub const fn even(&self, men: f64) -> f64 {
        self.even + self.even_by_pawn * men
    }

    /// The width of the curve with so much material.
    pub(crate) const fn width(&self, men: f64) -> f64 {
        self.width + self.width_by_pawn * men
    }

    /// The score that is told as a pawn: with which half the games are won at [`PAWN_MEN`].
    pub const fn pawn(&self) -> f64 {
        self.even(PAWN_MEN)
    }

    /// Whether it is one: a draw has some chance whatever the material, and the curve rises.
    pub(crate) fn is_sound(&self) -> bool {
        [0.0, f64::from(ALL_MEN)].into_iter().all(|men| self.even(men) > 0.0 && self.width(men) > 0.0)
    }

    /// The chances of the side to move, whose score is `units` in the units of the evaluator.
    pub fn chances(&self, units: f64, men: f64) -> Chances {
        let (even, width) = (self.even(men), self.width(men));
        let chance = |units: f64| 1.0 / (1.0 + ((even - units) / width).exp());
        let (win, loss) = (chance(units), chance(-units));
        Chances { win, draw: 1.0 - win - loss, loss }
    }
}

/// The men of both sides, in pawns.
pub fn men(position: &Position) -> u32 {
    let board = position.board();
    let value = |role| material::piece_value(role) * board.by_role(role).count() as i32;
    let centipawns: i32 = Role::ALL.into_iter().map(value).sum();
    (centipawns as u32 / 100).min(ALL_MEN)
}
