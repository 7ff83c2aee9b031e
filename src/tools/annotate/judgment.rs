//! Judges a move by the expected score that it lost: inaccuracy, mistake, blunder, or no judgment.
//!
//! The expected score of a position is the win probability plus half the draw probability, 0 to 1, from
//! [`Evaluator::wdl`](crate::evaluate::Evaluator::wdl). The loss of a move is the expected score of the best
//! move minus the expected score of the move itself.
//!
//! The thresholds come from Lichess (`Advice.scala` in lila, AGPL-3.0-or-later): 0.1 inaccuracy, 0.2 mistake,
//! 0.3 blunder. Lichess applies the thresholds to winning chances between −1 and 1, on a curve fitted to
//! games of humans. On Lichess, the thresholds correspond to losses of 54, 110 and 168 centipawns from an
//! equal position. The win probability curves of this engine are fitted to its own games and are steeper: from
//! the start position with the evaluator `network`, the same thresholds, applied to an expected score between
//! 0 and 1, correspond to losses of 35, 68 and 105 centipawns.

use crate::{
    chess::{position::Position, score::Score},
    evaluate::{Evaluator, Wdl},
};

/// Loss of expected score from which a move is an inaccuracy.
const INACCURACY: f64 = 0.1;
/// Loss of expected score from which a move is a mistake.
const MISTAKE: f64 = 0.2;
/// Loss of expected score from which a move is a blunder.
const BLUNDER: f64 = 0.3;

/// Judgment of a bad move. The variants are in order from the least to the most severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgment {
    /// Inaccuracy: `?!`.
    Inaccuracy,
    /// Mistake: `?`.
    Mistake,
    /// Blunder: `??`.
    Blunder,
}

impl Judgment {
    /// Returns the judgment of a move that lost `loss` of the expected score (0 to 1); `None` if the loss is
    /// below 0.1.
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

    /// Returns the numeric annotation glyph (NAG) of the PGN standard for this judgment.
    pub const fn nag(self) -> u32 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Returns the annotation symbol that is written after the move: `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the name of the judgment in messages and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Returns the expected score (0 to 1) of the side to move: win probability plus half the draw probability.
pub fn expected(evaluator: Evaluator, score: Score, position: &Position) -> f64 {
    let Wdl { win, draw, .. } = evaluator.wdl(score, position);
    f64::from(win).midpoint(f64::from(win) + f64::from(draw)) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{support::text::assert_states, tools::annotate::accuracy};

    #[test]
    fn the_guide_and_the_module_docs_state_the_thresholds_in_pawns() {
        let start = Position::start();
        let network = Evaluator::Network;
        let level = expected(network, Score::DRAW, &start);
        assert!((level - 0.5).abs() < 0.002);
        let least = |judgment| {
            let is_as_bad = |raw: &i32| {
                Judgment::of(level - expected(network, Score::cp(-raw), &start)) >= Some(judgment)
            };
            network
                .normalised(Score::cp((0..3000).find(is_as_bad).expect("a loss above the threshold")))
                .raw()
        };
        let judgments = [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder];
        let guide = "src/tools/annotate/README.md";
        for (judgment, threshold) in judgments.into_iter().zip([INACCURACY, MISTAKE, BLUNDER]) {
            let (nag, sign, name) = (judgment.nag(), judgment.sign(), judgment.name());
            let pawns = f64::from(least(judgment)) / 100.0;
            let row = format!("| {threshold} | `${nag}` {sign} | {name} | {pawns:.2} pawns |");
            assert_states(guide, &row);
        }
        let [first, second, third] = judgments.map(least);
        let docs = "src/tools/annotate/judgment.rs";
        assert_states(docs, &format!("losses of {first}, {second} and {third} centipawns."));

        // Winning chances from −1 to 1 are 2 / (1 + exp(−SLOPE · centipawns)) − 1.
        let on_lichess = |chances: f64| ((1.0 + chances) / (1.0 - chances)).ln() / accuracy::SLOPE / 100.0;
        let [first, second, third] = [INACCURACY, MISTAKE, BLUNDER].map(on_lichess);
        assert_states(
            guide,
            &format!("losses of {first:.2}, {second:.2} and {third:.2} pawns from an equal"),
        );
        let [first, second, third] = [first, second, third].map(|pawns| (100.0 * pawns).round());
        assert_states(docs, &format!("losses of {first}, {second} and {third} centipawns from an"));
    }

    #[test]
    fn a_good_move_has_no_judgment_and_a_missed_mate_is_a_blunder() {
        assert_eq!(Judgment::of(0.0), None);
        let start = Position::start();
        let mate = expected(Evaluator::Material, Score::mate_in(3), &start);
        let level = expected(Evaluator::Material, Score::DRAW, &start);
        assert_eq!(Judgment::of(mate - level).map(Judgment::nag), Some(4));
    }
}
