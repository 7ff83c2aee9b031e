//! Whose answer is given where several threads have searched.
//!
//! Who has found first what was asked for, a depth or a mate, has the answer. Where the question is open each thread gives its
//! move a vote that grows with its depth and with its score: a deeper look counts more, and so does one that has found
//! something. Source: Stockfish' vote between threads, in the form of (score − lowest score + 10) · depth.

use std::cmp::Reverse;

use crate::search::types::{limits::Limits, report::Answer};

/// What the move of the lowest score still gets for each ply of depth, in centipawns.
const MIN_VOTE_WEIGHT: i32 = 10;

/// The index of the answer to give. A depth or a mate that was asked for is told by who has it, the first of them if several
/// have; lines that are to be compared are those of the first thread; otherwise all [vote](vote_winner).
pub(crate) fn choose_answer(limits: &Limits, answers: &[Answer]) -> usize {
    if limits.is_race() {
        answers.iter().position(|answer| !answer.cut_off).unwrap_or(0)
    } else if limits.asks_one_line() {
        vote_winner(answers)
    } else {
        0
    }
}

/// The index of the answer with most votes: among those with the move of most votes the one with the most of its own, among
/// equals the first. An answer without a search behind it has no vote; if none has, it is the first.
pub(crate) fn vote_winner(answers: &[Answer]) -> usize {
    let searched = || answers.iter().enumerate().filter(|(_, answer)| answer.report.is_searched());
    let lowest = searched().map(|(_, answer)| answer.report.score.raw()).min().unwrap_or(0);
    let weight = |answer: &Answer| {
        i64::from(answer.report.score.raw() - lowest + MIN_VOTE_WEIGHT) * i64::from(answer.report.depth)
    };
    let votes = |of: &Answer| -> i64 {
        searched().filter(|(_, answer)| answer.best == of.best).map(|(_, answer)| weight(answer)).sum()
    };
    let winner = searched().max_by_key(|(index, answer)| (votes(answer), weight(answer), Reverse(*index)));
    winner.map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{position::Position, score::Score, search::types::report::Report};

    /// The answer of a thread that found a move of the start position good to a depth; depth 0 is no search.
    fn answer((mv, score, depth): (&str, Score, i32)) -> Answer {
        let mv = Position::start().parse_move(mv).expect("legal");
        let deepest = usize::try_from(depth).expect("not negative");
        let report = Report { depth, deepest, ..Report::unsearched(score, vec![mv]) };
        Answer { best: Some(mv), report, cut_off: true }
    }

    fn winner<const N: usize>(answers: [(&str, Score, i32); N]) -> usize {
        vote_winner(&answers.map(answer))
    }

    #[test]
    fn one_thread_has_nobody_to_ask_and_equal_ones_follow_the_first() {
        let (e4, d4) = (("e2e4", Score::cp(30), 9), ("d2d4", Score::cp(30), 9));
        assert_eq!(winner([e4]), 0);
        assert_eq!(winner([e4, e4, e4]), 0);
        assert_eq!(winner([e4, d4]), 0);
    }

    #[test]
    fn two_threads_of_one_mind_overrule_a_third() {
        let (e4, d4) = (("e2e4", Score::cp(30), 9), ("d2d4", Score::cp(30), 9));
        assert_eq!(winner([e4, d4, d4]), 1);
    }

    #[test]
    fn a_deeper_look_and_a_better_score_count_more() {
        assert_eq!(winner([("e2e4", Score::cp(30), 9), ("d2d4", Score::cp(30), 10)]), 1);
        assert_eq!(winner([("e2e4", Score::cp(30), 9), ("d2d4", Score::cp(31), 9)]), 1);
        assert_eq!(winner([("e2e4", Score::cp(90), 9), ("d2d4", Score::cp(30), 10)]), 0);
        let d4 = ("d2d4", Score::cp(30), 9);
        assert_eq!(
            winner([("e2e4", Score::cp(30), 9), d4, ("d2d4", Score::cp(30), 11)]),
            2,
            "its best advocate"
        );
    }

    #[test]
    fn a_mate_beats_any_number_of_advantages_and_a_shorter_one_a_longer() {
        let better = ("e2e4", Score::cp(400), 30);
        assert_eq!(winner([better, better, better, better, ("d2d4", Score::mate_in(5), 12)]), 4);
        assert_eq!(winner([("e2e4", Score::mate_in(9), 12), ("d2d4", Score::mate_in(5), 12)]), 1);
    }

    #[test]
    fn a_depth_that_was_asked_for_is_told_by_who_has_finished_it() {
        let unfinished = answer(("e2e4", Score::cp(90), 8));
        let finished = Answer { cut_off: false, ..answer(("d2d4", Score::cp(30), 9)) };
        let chosen = |answers: [&Answer; 3]| choose_answer(&Limits::depth(9), &answers.map(Clone::clone));
        assert_eq!(chosen([&unfinished, &unfinished, &finished]), 2);
        assert_eq!(chosen([&unfinished, &finished, &finished]), 1);
        assert_eq!(chosen([&unfinished; 3]), 0, "stopped before anybody had");
        let open = [unfinished, finished];
        assert_eq!(choose_answer(&Limits::default(), &open), 0, "the better score has more votes");
        assert_eq!(choose_answer(&Limits { multi_pv: 2, ..Limits::default() }, &open), 0);
    }

    #[test]
    fn a_thread_that_came_to_nothing_has_no_vote() {
        let unsearched = ("e2e4", Score::cp(900), 0);
        assert_eq!(winner([unsearched, ("d2d4", Score::cp(-50), 1)]), 1);
        assert_eq!(winner([("d2d4", Score::cp(-50), 1), unsearched]), 0);
        assert_eq!(winner([unsearched, unsearched]), 0);
        assert_eq!(vote_winner(&[]), 0);
    }
}
