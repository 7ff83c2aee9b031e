//! Displayed scores: normalised centipawns and win/draw/loss probabilities (WDL).
//!
//! Each evaluator returns scores in its own internal units. A displayed score is the internal score divided
//! by a constant. The constant is chosen so that a displayed score of 100 centipawns means a win probability
//! of 50 % if the material on the board is worth 58 pawns. Material is counted 1-3-3-5-9 for both sides,
//! without kings; 58 pawns is a middlegame. Stockfish has defined 100 centipawns in the same way since
//! version 15.1, so GUIs and users are familiar with this scale. The same curves define displayed scores and
//! displayed probabilities.
//!
//! The probabilities are two [logistic curves](curve), one for winning and one for losing. The midpoint and
//! the width of a curve depend on the remaining material. Scores of `material` are displayed unchanged, with
//! the probabilities of `classical` for the same displayed score.
//!
//! | evaluator | games | limit | positions | held-out log-likelihood before | after | units per pawn |
//! |---|--:|---|--:|--:|--:|--:|
//! | `network` | 4,002 | 10+0.1, and 100,000 nodes | 386,019 | −0.453 | −0.453 | 177 |
//! | `classical` | 114 (seed 5101) | 5,000 nodes | 14,378 | −2.043 | −0.781 | 288 ± 48 |
//!
//! The games of `network` were played by two nearly equal versions, until 2026-11-29: 300 at 10+0.1 with network
//! `10f81599`, and 3,702 at 100,000 nodes per move with network `b67785b4`. `src/tools/tune/wdl/network_games.tsv` has their
//! counts and conditions, and a test fits the curve to these counts again. The games of `classical` were played with
//! `engine datagen games --nodes 5000`, 2026-11-20, and its curve was fitted with `engine tune wdl`.
//!
//! The columns "before" and "after" compare the curve before with this curve, on games that the fit did not use. For
//! `classical` these are every tenth game. For `network` they are 1,000 games at 100,000 nodes per move, and the curve before
//! came from 1,689 of the games. The sign ± gives the 95 % interval from resampling the games.
//!
//! In the 1,000 other games of `network`, the curve expects 67.2 % of the points for the side with the better score and
//! 60.4 % draws; 67.5 % and 60.7 % were observed (the curve before: 66.9 % and 61.2 %).
//! `src/tools/tune/wdl/kept_games.tsv` has their counts, and a test limits the differences.
//!
//! A fit of the 1,000 other games of `network` alone gives 176 units per pawn.
//!
//! In 304 games of network 13 (100,000 nodes per move, the same openings, 2026-11-30), the curve expects 68.5 % of the
//! points for the side with the better score and 58.4 % draws; 69.4 % and 58.3 % were observed.
//!
//! The fitted curves depend on the strength of the players: with more nodes per move, fewer internal units are enough
//! for a win probability of 50 %, and more games are drawn.

pub mod curve;

pub use self::curve::{Chances, Curve, material_in_pawns};
use super::Evaluator;
use crate::chess::{position::Position, score::Score};

/// Normalisation constant and WDL curve of an evaluator.
struct Scale {
    /// Internal units that are displayed as one pawn.
    pawn: i32,
    curve: Curve,
}

const CLASSICAL: Scale =
    Scale { pawn: 288, curve: Curve { even: 576.5, even_by_pawn: -4.97, width: 107.6, width_by_pawn: 1.41 } };
const NETWORK: Scale =
    Scale { pawn: 177, curve: Curve { even: 287.7, even_by_pawn: -1.90, width: 52.5, width_by_pawn: 0.47 } };
const PERMILLE: f64 = 1000.0;

/// Win/draw/loss probabilities of the side to move, in permille. Their sum is 1,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Win probability, in permille.
    pub win: u16,
    /// Draw probability, in permille.
    pub draw: u16,
    /// Loss probability, in permille.
    pub loss: u16,
}

impl Evaluator {
    /// Returns the number of internal units that are displayed as one pawn.
    #[cfg(feature = "tools")]
    pub(crate) fn units_per_pawn(self) -> i32 {
        self.scale().map_or(100, |scale| scale.pawn)
    }

    /// Converts an internal score to the displayed score. Mate scores do not change.
    pub(crate) fn normalised(self, score: Score) -> Score {
        match self.scale() {
            Some(scale) if !score.is_mate() => Score::cp(score.raw() * 100 / scale.pawn),
            _ => score,
        }
    }

    /// Returns the win/draw/loss probabilities of the side to move for its internal score `score`. They also
    /// depend on the material that is left in `position`. Stalemate and insufficient material are certain draws.
    pub fn wdl(self, score: Score, position: &Position) -> Wdl {
        if score.is_mate() {
            let win = if score > Score::DRAW { PERMILLE as u16 } else { 0 };
            return Wdl { win, draw: 0, loss: PERMILLE as u16 - win };
        }
        if position.is_insufficient_material() || !position.has_legal_move() {
            return Wdl { win: 0, draw: PERMILLE as u16, loss: 0 };
        }
        let Chances { win, loss, .. } = self
            .curve()
            .chances(f64::from(score.raw()) * self.curve_units(), f64::from(material_in_pawns(position)));
        // Win and loss sum to less than 1,000 permille before rounding, and to at most 1,000 after rounding.
        let (win, loss) = ((PERMILLE * win).round() as u16, (PERMILLE * loss).round() as u16);
        Wdl { win, draw: PERMILLE as u16 - win - loss, loss }
    }

    /// Returns the WDL curve of the evaluator.
    pub(crate) const fn curve(self) -> Curve {
        match self.scale() {
            Some(scale) => scale.curve,
            None => CLASSICAL.curve,
        }
    }

    /// Returns the number of curve units per internal unit of this evaluator. One pawn of `material`
    /// corresponds to one displayed pawn of `classical`.
    fn curve_units(self) -> f64 {
        self.scale().map_or(f64::from(CLASSICAL.pawn) / 100.0, |_| 1.0)
    }

    /// Returns the fitted normalisation, or `None` for `material`, which counts in centipawns.
    const fn scale(self) -> Option<Scale> {
        match self {
            Self::Material => None,
            Self::Classical => Some(CLASSICAL),
            Self::Network => Some(NETWORK),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns positions with material from bare kings to nine queens for each side.
    fn positions() -> Vec<Position> {
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r2q1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R2Q1RK1 w - - 0 1",
            "8/5pk1/8/8/8/6P1/5P2/6K1 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "k1qqqqqq/qqq5/8/8/8/8/5QQQ/QQQQQQ1K w - - 0 1",
        ]
        .map(|fen| Position::from_fen(fen, shakmaty::CastlingMode::Standard).expect("legal"))
        .into()
    }

    #[test]
    fn probabilities_sum_to_one_and_the_win_probability_never_falls_with_the_score() {
        for (evaluator, position) in
            Evaluator::ALL.into_iter().flat_map(|one| positions().into_iter().map(move |at| (one, at)))
        {
            assert!(evaluator.curve().is_sound());
            let mut before = 0;
            for raw in -5_000..=5_000 {
                let Wdl { win, draw, loss } = evaluator.wdl(Score::cp(raw), &position);
                assert_eq!(win + draw + loss, 1000, "{evaluator} {raw} {position}");
                assert!(win >= before);
                before = win;
                let Wdl { win: theirs, loss: ours, .. } = evaluator.wdl(Score::cp(-raw), &position);
                assert_eq!((win, loss), (ours, theirs), "both sides have consistent probabilities");
            }
            let level = evaluator.wdl(Score::DRAW, &position);
            assert!(level.win == level.loss && level.draw > 100, "{level:?}");
        }
        let lost = Evaluator::Material.wdl(Score::mated_in(3), &Position::start());
        assert_eq!(lost, Wdl { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn one_displayed_pawn_means_a_win_probability_of_one_half_in_a_middlegame() {
        for evaluator in [Evaluator::Classical, Evaluator::Network] {
            let pawn = evaluator.scale().expect("fitted evaluator").pawn;
            let displayed = evaluator.normalised(Score::cp(pawn));
            assert_eq!(displayed, Score::cp(100));
            let Chances { win, .. } = evaluator.curve().chances(f64::from(pawn), curve::REFERENCE_MATERIAL);
            assert!((win - 0.5).abs() < 0.005, "{evaluator}: {win}");
        }
    }

    #[test]
    fn a_level_game_of_the_network_is_most_likely_drawn_and_more_so_with_little_material() {
        let draws = |position: &Position| Evaluator::Network.wdl(Score::DRAW, position).draw;
        let [start, middlegame, ending] = [0, 1, 2].map(|index| draws(&positions()[index]));
        assert!(500 < start && start < middlegame && middlegame < ending, "{start} {middlegame} {ending}");
    }

    #[test]
    fn evaluations_are_normalised_and_mate_scores_are_unchanged() {
        assert_eq!(Evaluator::Material.normalised(Score::cp(100)), Score::cp(100));
        assert_eq!(Evaluator::Classical.normalised(Score::cp(CLASSICAL.pawn)), Score::cp(100));
        assert_eq!(Evaluator::Classical.normalised(Score::mate_in(3)), Score::mate_in(3));
    }
}
