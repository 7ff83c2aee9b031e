//! What a score means to people: centipawns of the usual size, and the chances to win, to draw and to lose.
//!
//! Evaluators count in units of their own. Told to people their scores are divided so that with a pawn, 100 centipawns, half the games
//! are won when 58 pawns' worth of men are on the board, kings aside and counted 1, 3, 3, 5, 9: a middlegame. That is Stockfish's
//! convention since version 15.1, and so what GUIs and their users are used to; and told scores and told chances never contradict each
//! other. The chances are two [logistic curves](curve), for winning and for losing, whose middle and width hang on the material left.
//! `material` is told as it counts, and promises what `classical` would that tells the same.
//!
//! | | games | nodes a move | positions | log-likelihood, held out: before | after | pawn |
//! |---|--:|--:|--:|--:|--:|--:|
//! | `network`, net `8e95d811` | 447 (seeds 5001, 5002) | 5,000 | 56,054 | −0.797 | −0.491 | 232 ± 29 |
//! | `classical` | 114 (seed 5101) | 5,000 | 14,378 | −2.043 | −0.781 | 288 ± 48 |
//!
//! Each row was `engine datagen --packed --nodes 5000`, then `engine tune outlook`, 2026-11-20; ± is 95 %, by drawing games anew. *Before*
//! is one curve for both, fitted to quiet positions of `classical` at 2,000 nodes, with a pawn of 200. All of it hangs on who plays: at 400
//! nodes a move (37,062 games of the first generation in [`network`](super::network)'s history) half the games are won with 330, and where
//! more is seen than at 5,000 less should do. On 181 positions at 20,000 nodes Stockfish 15.1 tells 1.4 times as much as `network`
//! does: it is fitted to games of minutes, not of milliseconds.

pub mod curve;

pub use self::curve::{Chances, Curve, men};
use super::Evaluator;
use crate::{position::Position, score::Score};

/// How scores are told, and what they promise.
struct Scale {
    /// The score that is told as a pawn.
    pawn: i32,
    curve: Curve,
}

const CLASSICAL: Scale =
    Scale { pawn: 288, curve: Curve { even: 576.5, even_by_pawn: -4.97, width: 107.6, width_by_pawn: 1.41 } };
const NETWORK: Scale =
    Scale { pawn: 232, curve: Curve { even: 402.3, even_by_pawn: -2.94, width: 62.5, width_by_pawn: 1.82 } };
const PERMILLE: f64 = 1000.0;

/// Chances in permille of the side to move: to win, to draw, to lose. Their sum is 1,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl Evaluator {
    /// A score as it is told to people: a mate as it is, else centipawns.
    pub(crate) fn normalised(self, score: Score) -> Score {
        match self.scale() {
            Some(scale) if !score.is_mate() => Score::cp(score.raw() * 100 / scale.pawn),
            _ => score,
        }
    }

    /// What a score of this evaluator promises in a position.
    pub fn wdl(self, score: Score, position: &Position) -> Wdl {
        if score.is_mate() {
            let win = if score > Score::DRAW { PERMILLE as u16 } else { 0 };
            return Wdl { win, draw: 0, loss: PERMILLE as u16 - win };
        }
        let Chances { win, loss, .. } =
            self.curve().chances(f64::from(score.raw()) * self.curve_units(), f64::from(men(position)));
        // Two numbers that add up to less than a thousand do so when rounded as well.
        let (win, loss) = ((PERMILLE * win).round() as u16, (PERMILLE * loss).round() as u16);
        Wdl { win, draw: PERMILLE as u16 - win - loss, loss }
    }

    /// How its scores promise wins and losses.
    pub(crate) const fn curve(self) -> Curve {
        match self.scale() {
            Some(scale) => scale.curve,
            None => CLASSICAL.curve,
        }
    }

    /// The units of the curve in a unit of this evaluator: a pawn of `material` is read as what `classical` tells as one.
    fn curve_units(self) -> f64 {
        self.scale().map_or(f64::from(CLASSICAL.pawn) / 100.0, |_| 1.0)
    }

    /// `material` counts in centipawns, and nothing was fitted to it.
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

    /// From bare kings to nine queens a side.
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
    fn chances_add_up_and_follow_the_score_for_every_evaluator_and_material() {
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
                assert_eq!((win, loss), (ours, theirs), "the other side sees the same");
            }
            let level = evaluator.wdl(Score::DRAW, &position);
            assert!(level.win == level.loss && level.draw > 100, "{level:?}");
        }
        let lost = Evaluator::Material.wdl(Score::mated_in(3), &Position::start());
        assert_eq!(lost, Wdl { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn a_pawn_that_is_told_wins_half_the_games_of_a_middlegame() {
        for evaluator in [Evaluator::Classical, Evaluator::Network] {
            let pawn = evaluator.scale().expect("one was fitted").pawn;
            let told = evaluator.normalised(Score::cp(pawn));
            assert_eq!(told, Score::cp(100));
            let Chances { win, .. } = evaluator.curve().chances(f64::from(pawn), curve::PAWN_MEN);
            assert!((win - 0.5).abs() < 0.005, "{evaluator}: {win}");
        }
    }

    #[test]
    fn a_score_is_told_in_pawns_of_the_usual_size_and_a_mate_as_it_is() {
        assert_eq!(Evaluator::Material.normalised(Score::cp(100)), Score::cp(100));
        assert_eq!(Evaluator::Classical.normalised(Score::cp(CLASSICAL.pawn)), Score::cp(100));
        assert_eq!(Evaluator::Classical.normalised(Score::mate_in(3)), Score::mate_in(3));
    }
}
