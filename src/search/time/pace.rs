//! How much of its planned time a search deserves, judged anew after each depth.
//!
//! A move that has been best for many depths, under which nearly all nodes lie and whose score stands still, will be
//! played whatever else is found: thinking on is a waste. A position in which moves change and the score falls has earned
//! more than its share. Floating point lives here and in the [clock](super::manager), and never reaches a score.
//!
//! Source: the four factors of Reckless' later clock (`search.rs`), Viridithas' hundredth for a forced move and its end at a mate.

use crate::score::Score;

/// Before this depth is done the judgement hangs on chance.
const MIN_DEPTH: i32 = 7;
/// Of the plan, where there is nothing to choose.
const FORCED: f64 = 0.01;
/// The longest run of depths that still counts as steadier.
const LONGEST_RUN: i32 = 8;
/// A score this close to its running mean stands still, in centipawns.
const STILL: i32 = 12;
/// Depths in a row that have to tell the same mate.
const SAME_MATES: i32 = 3;

/// The judgement on one search so far.
#[derive(Clone, Debug)]
pub struct Pace {
    forced: bool,
    /// The score of the search before this one in the same game.
    previous: Option<Score>,
    /// The running mean of the scores, the last counting half; in centipawns.
    mean: Option<i32>,
    /// Depths in a row with the same best move, a score near the mean, the same mate.
    same_move: i32,
    still: i32,
    same_mate: i32,
    mate: Option<i32>,
    factor: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            forced: false,
            previous: None,
            mean: None,
            same_move: 0,
            still: 0,
            same_mate: 0,
            mate: None,
            factor: 1.0,
        }
    }
}

impl Pace {
    /// A search among `choices` root moves; `previous` is the score of the last search in the game, if there was one.
    #[must_use]
    pub fn new(choices: usize, previous: Option<Score>) -> Self {
        Self { forced: choices <= 1, previous, ..Self::default() }
    }

    /// Another move than before is best.
    pub fn best_move_changed(&mut self) {
        self.same_move = -1;
    }

    /// A depth was finished with `score`; `share` of all nodes of the search so far, 0 to 1, lie below its best move.
    pub fn completed_depth(&mut self, depth: i32, score: Score, share: f64) {
        self.same_move += 1;
        let mean = self.mean.map_or(score.raw(), |mean| i32::midpoint(mean, score.raw()));
        self.mean = Some(mean);
        self.still = if (score.raw() - mean).abs() < STILL { self.still + 1 } else { 0 };
        self.same_mate =
            if score.mate().is_some() && score.mate() == self.mate { self.same_mate + 1 } else { 1 };
        self.mate = score.mate();
        if depth >= MIN_DEPTH {
            let fall = self.previous.map_or(0, |previous| previous.raw() - score.raw());
            self.factor = of_nodes(share) * of_moves(self.same_move) * of_scores(self.still) * of_trend(fall);
        }
    }

    /// What to multiply the planned time with.
    #[must_use]
    pub fn factor(&self) -> f64 {
        if self.forced { FORCED } else { self.factor }
    }

    /// Whether nothing is left to find: the same mate was told by several depths in a row.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.mate.is_some() && self.same_mate >= SAME_MATES
    }
}

/// The more of the nodes the best move took, the clearer it is best.
fn of_nodes(share: f64) -> f64 {
    2.15 - 1.5 * share
}

fn of_moves(run: i32) -> f64 {
    1.25 - 0.05 * f64::from(run.min(LONGEST_RUN))
}

fn of_scores(run: i32) -> f64 {
    1.20 - 0.04 * f64::from(run.min(LONGEST_RUN))
}

/// `fall` is how far the score lies below that of the last search in the game, in centipawns.
fn of_trend(fall: i32) -> f64 {
    (0.74 + 0.048 * f64::from(fall)).clamp(0.72, 1.40)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The factor after depths with these scores, the best move having changed at some of them.
    fn after(previous: i32, depths: &[(i32, bool)], share: f64) -> f64 {
        let mut pace = Pace::new(30, Some(Score::cp(previous)));
        for (index, (score, changed)) in depths.iter().enumerate() {
            if *changed {
                pace.best_move_changed();
            }
            pace.completed_depth(index as i32 + 1, Score::cp(*score), share);
        }
        pace.factor()
    }

    #[test]
    fn before_depth_seven_the_plan_stands() {
        let restless: Vec<_> = (0..6).map(|depth| (depth * 100, true)).collect();
        assert!((after(0, &restless, 0.1) - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_best_move_that_stays_ends_sooner_than_one_that_changes() {
        let (calm, restless) = ([(20, false); 12], [(20, true); 12]);
        assert!(after(20, &calm, 0.5) < after(20, &restless, 0.5));
        let late_change: Vec<_> = (1..=12).map(|depth| (20, depth == 11)).collect();
        assert!(after(20, &calm, 0.5) < after(20, &late_change, 0.5));
        assert!(after(20, &late_change, 0.5) < after(20, &restless, 0.5));
    }

    #[test]
    fn a_move_that_took_most_nodes_ends_sooner() {
        let calm = [(20, false); 10];
        assert!(after(20, &calm, 0.9) < after(20, &calm, 0.3));
    }

    #[test]
    fn a_score_that_stands_still_ends_sooner_than_one_that_swings() {
        let swinging: Vec<_> = (1..=12).map(|depth| (if depth % 2 == 0 { 20 } else { 120 }, false)).collect();
        assert!(after(20, &[(20, false); 12], 0.5) < after(20, &swinging, 0.5));
    }

    #[test]
    fn a_score_below_that_of_the_last_move_earns_time_and_one_above_saves_little() {
        let calm = [(0, false); 10];
        let (level, worse, better) = (after(0, &calm, 0.5), after(50, &calm, 0.5), after(-50, &calm, 0.5));
        assert!(worse > level && level > better);
        assert!(level / better < 1.1 && worse / level < 2.0);
    }

    #[test]
    fn whatever_happens_the_factor_stays_between_a_fifth_and_five() {
        for previous in [-32_000, 0, 32_000] {
            for score in [-32_000, -31_000, 0, 31_000, 32_000] {
                for share in [0.0, 1.0] {
                    for changed in [false, true] {
                        let factor = after(previous, &[(score, changed); 30], share);
                        assert!((0.2..5.0).contains(&factor), "{factor}");
                    }
                }
            }
        }
    }

    #[test]
    fn where_there_is_no_choice_there_is_nothing_to_think_about() {
        let mut pace = Pace::new(1, None);
        assert!(pace.factor() < 0.02);
        pace.completed_depth(9, Score::DRAW, 0.5);
        assert!(pace.factor() < 0.02);
    }

    #[test]
    fn the_same_mate_three_times_in_a_row_settles_it() {
        let tell = |scores: &[Score]| {
            let mut pace = Pace::new(30, None);
            for (index, score) in scores.iter().enumerate() {
                pace.completed_depth(index as i32 + 1, *score, 0.5);
            }
            pace.is_settled()
        };
        let (three, two, lost) = (Score::mate_in(5), Score::mate_in(3), Score::mated_in(4));
        assert!(tell(&[three; 3]) && tell(&[Score::DRAW, lost, lost, lost]));
        assert!(!tell(&[three; 2]) && !tell(&[three, three, two]) && !tell(&[three, three, Score::cp(900)]));
        assert!(!tell(&[Score::cp(900); 9]), "an evaluation settles nothing");
    }
}
