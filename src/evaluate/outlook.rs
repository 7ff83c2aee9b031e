//! What a score means to people: centipawns of the usual size, and the chances to win, to draw and to lose.
//!
//! `classical` counts in units of its own: its weights are fitted so that a score of 400 stands for odds of e to 1. Told to a GUI they are
//! divided so that a pawn of a quiet middlegame is about a hundred; `network` is trained to count in the same units. The chances are two logistic curves, for winning and for losing,
//! whose middle and width hang on the material left (Stockfish's form), fitted to 33,000 quiet positions of self-play games at
//! 2,000 nodes a move (2026-11-20); between players who see more, draws are more frequent.

use shakmaty::Role;

use super::{Evaluator, material};
use crate::{position::Position, score::Score};

/// What a pawn is worth in the units of `classical`.
const PAWN: i32 = 200;
/// The score at which a win is as likely as not, and the width of the curve: with no material, and more for each pawn's worth of it.
const EVEN: f64 = 165.0;
const EVEN_BY_PAWN: f64 = -1.5;
const WIDTH: f64 = 70.0;
const WIDTH_BY_PAWN: f64 = 1.6;
/// All men of the start position together, in pawns.
const ALL_MEN: f64 = 78.0;
const PERMILLE: f64 = 1000.0;

/// Chances in permille of the side to move: to win, to draw, to lose. Their sum is 1,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl Evaluator {
    /// A score as it is told to people: a mate as it is, else centipawns of the usual size.
    #[must_use]
    pub fn told(self, score: Score) -> Score {
        match self {
            Self::Classical | Self::Network if !score.is_mate() => Score::cp(score.raw() * 100 / PAWN),
            _ => score,
        }
    }

    /// What a score of this evaluator promises in a position.
    #[must_use]
    pub fn outlook(self, score: Score, position: &Position) -> Outlook {
        if score.is_mate() {
            let win = if score > Score::DRAW { PERMILLE as u16 } else { 0 };
            return Outlook { win, draw: 0, loss: PERMILLE as u16 - win };
        }
        let units = match self {
            Self::Classical | Self::Network => score.raw(),
            Self::Material => score.raw() * PAWN / 100,
        };
        let men = men(position);
        let (even, width) = (EVEN + EVEN_BY_PAWN * men, WIDTH + WIDTH_BY_PAWN * men);
        let chance = |units: i32| PERMILLE / (1.0 + ((even - f64::from(units)) / width).exp());
        let (win, loss) = (chance(units).round() as u16, chance(-units).round() as u16);
        Outlook { win, draw: PERMILLE as u16 - win - loss, loss }
    }
}

/// The men of both sides, in pawns.
fn men(position: &Position) -> f64 {
    let board = position.board();
    let worth = |role| material::worth(role) * board.by_role(role).count() as i32;
    let centipawns: i32 = Role::ALL.into_iter().map(worth).sum();
    (f64::from(centipawns) / 100.0).min(ALL_MEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let start = Position::start();
        let mut before = 0;
        for raw in (-3000..=3000).step_by(50) {
            let Outlook { win, draw, loss } = Evaluator::Classical.outlook(Score::cp(raw), &start);
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= before);
            before = win;
        }
        let level = Evaluator::Classical.outlook(Score::DRAW, &start);
        assert!(level.win == level.loss && level.draw > 100, "{level:?}");
        let lost = Evaluator::Material.outlook(Score::mated_in(3), &start);
        assert_eq!(lost, Outlook { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn a_score_is_told_in_pawns_of_the_usual_size_and_a_mate_as_it_is() {
        assert_eq!(Evaluator::Material.told(Score::cp(100)), Score::cp(100));
        assert_eq!(Evaluator::Classical.told(Score::cp(PAWN)), Score::cp(100));
        assert_eq!(Evaluator::Classical.told(Score::mate_in(3)), Score::mate_in(3));
    }
}
