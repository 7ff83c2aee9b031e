//! What a move lost, and the glyph for it.
//!
//! A position is worth its expected score, 0 to 1: the chance to win and half the chance to draw, by
//! [`Evaluator::wdl`](crate::evaluate::Evaluator::wdl). A move loses the difference between that of the best move and its own.
//!
//! The thresholds are Lichess's: 0.1 an inaccuracy, 0.2 a mistake, 0.3 a blunder (lila, `Advice.scala`). There they are said of winning
//! chances between −1 and 1, on a curve fitted to games of people: from a level position 55, 110 and 168 centipawns lost.
//! Our curves are fitted to games of this engine and are about twice as steep, and so the same numbers, said of an expected score between 0
//! and 1, mark much the same moves: by `network` from the start position 42, 87 and 140 centipawns.

use crate::{
    evaluate::{Evaluator, Wdl},
    position::Position,
    score::Score,
};

/// From this loss on a move is an inaccuracy.
const INACCURACY: f64 = 0.1;
/// From this loss on it is a mistake.
const MISTAKE: f64 = 0.2;
/// From this loss on it is a blunder.
const BLUNDER: f64 = 0.3;

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgment {
    /// Dubious: `?!`.
    Inaccuracy,
    /// Bad: `?`.
    Mistake,
    /// Very bad: `??`.
    Blunder,
}

impl Judgment {
    /// The judgment of a move that lost so much of the expected score, 0 to 1; `None` for a good one.
    pub fn of(loss: f64) -> Option<Self> {
        if loss >= BLUNDER {
            Some(Self::Blunder)
        } else if loss >= MISTAKE {
            Some(Self::Mistake)
        } else if loss >= INACCURACY {
            Some(Self::Inaccuracy)
        } else {
            None
        }
    }

    /// The numeric glyph of the PGN standard.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// The sign people write.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The word, in JSON as well.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// The expected score of the side to move, 0 to 1.
pub fn expected(evaluator: Evaluator, score: Score, position: &Position) -> f64 {
    let Wdl { win, draw, .. } = evaluator.wdl(score, position);
    f64::from(win).midpoint(f64::from(win) + f64::from(draw)) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_mean_what_their_description_says() {
        let start = Position::start();
        let network = Evaluator::Network;
        let level = expected(network, Score::DRAW, &start);
        assert!((level - 0.5).abs() < 0.002);
        let least = |judgment| {
            let is_as_bad = |raw: &i32| {
                Judgment::of(level - expected(network, Score::cp(-raw), &start)) >= Some(judgment)
            };
            network.normalised(Score::cp((0..3000).find(is_as_bad).expect("some loss is that bad"))).raw()
        };
        assert_eq!([Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder].map(least), [42, 87, 140]);
    }

    #[test]
    fn a_good_move_gets_no_glyph_and_a_mate_thrown_away_the_worst() {
        assert_eq!(Judgment::of(0.0), None);
        let start = Position::start();
        let mate = expected(Evaluator::Material, Score::mate_in(3), &start);
        let level = expected(Evaluator::Material, Score::DRAW, &start);
        assert_eq!(Judgment::of(mate - level).map(Judgment::nag), Some(4));
    }
}
