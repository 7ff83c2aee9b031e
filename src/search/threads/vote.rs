//! Thread voting: chooses the answer of a search with several threads.
//!
//! With a depth limit or a mate limit, the answer comes from a thread that reached the depth or found the
//! mate. With one principal variation and neither a depth limit nor a mate limit, every thread that searched
//! at least one move votes for its best move, with the weight (score − lowest score of all threads + 10) ·
//! depth, scores in centipawns. A deeper search and a better score therefore have more weight in the vote.
//!
//! **Source.** The formula follows the vote between threads in Stockfish (GPL-3.0).

use std::cmp::Reverse;

use crate::search::types::{limits::Limits, report::Answer};

/// Weight of the vote of the thread with the lowest score, per ply of depth (the constant 10 in the formula).
const MIN_VOTE_WEIGHT: i32 = 10;

/// Returns the index of the thread's answer that becomes the answer of the search.
///
/// With a depth limit or a mate limit, the first answer in thread order that reached the depth or the mate is
/// chosen, or the answer of the main thread if none did. With `MultiPV` above 1, the answer of the main
/// thread is chosen, because all variations must come from one search. In all other cases, the answer of the
/// [vote winner](vote_winner) is chosen.
pub(crate) fn choose_answer(limits: &Limits, answers: &[Answer]) -> usize {
    if limits.is_race() {
        answers.iter().position(|answer| !answer.cut_off).unwrap_or(0)
    } else if limits.is_single_pv() {
        vote_winner(answers)
    } else {
        0
    }
}

/// Returns the index of the winner of the vote. The winning move is the move with the largest total weight of
/// all answers. Among the answers with the winning move, the answer with the largest weight wins; if weights
/// are equal, the first of them. An answer does not vote if its report does not come from a search of at
/// least one move. If no answer votes, the first answer wins.
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
    use crate::{
        chess::{position::Position, score::Score},
        search::types::report::Report,
    };

    /// Answer of a thread for the start position: move, score and depth. Depth 0 means that nothing was
    /// searched.
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
    fn a_single_thread_wins_and_equal_threads_elect_the_first() {
        let (e4, d4) = (("e2e4", Score::cp(30), 9), ("d2d4", Score::cp(30), 9));
        assert_eq!(winner([e4]), 0);
        assert_eq!(winner([e4, e4, e4]), 0);
        assert_eq!(winner([e4, d4]), 0);
    }

    #[test]
    fn two_equal_votes_outweigh_a_third() {
        let (e4, d4) = (("e2e4", Score::cp(30), 9), ("d2d4", Score::cp(30), 9));
        assert_eq!(winner([e4, d4, d4]), 1);
    }

    #[test]
    fn greater_depth_and_a_better_score_count_more() {
        assert_eq!(winner([("e2e4", Score::cp(30), 9), ("d2d4", Score::cp(30), 10)]), 1);
        assert_eq!(winner([("e2e4", Score::cp(30), 9), ("d2d4", Score::cp(31), 9)]), 1);
        assert_eq!(winner([("e2e4", Score::cp(90), 9), ("d2d4", Score::cp(30), 10)]), 0);
        let d4 = ("d2d4", Score::cp(30), 9);
        assert_eq!(
            winner([("e2e4", Score::cp(30), 9), d4, ("d2d4", Score::cp(30), 11)]),
            2,
            "of the threads with the best move, the one with the largest weight"
        );
    }

    #[test]
    fn a_mate_score_outweighs_many_votes_and_a_shorter_mate_a_longer() {
        let better = ("e2e4", Score::cp(400), 30);
        assert_eq!(winner([better, better, better, better, ("d2d4", Score::mate_in(5), 12)]), 4);
        assert_eq!(winner([("e2e4", Score::mate_in(9), 12), ("d2d4", Score::mate_in(5), 12)]), 1);
    }

    #[test]
    fn with_a_depth_limit_the_first_finished_thread_gives_the_answer() {
        let unfinished = answer(("e2e4", Score::cp(90), 8));
        let finished = Answer { cut_off: false, ..answer(("d2d4", Score::cp(30), 9)) };
        let chosen = |answers: [&Answer; 3]| choose_answer(&Limits::depth(9), &answers.map(Clone::clone));
        assert_eq!(chosen([&unfinished, &unfinished, &finished]), 2);
        assert_eq!(chosen([&unfinished, &finished, &finished]), 1);
        assert_eq!(chosen([&unfinished; 3]), 0, "stopped before any thread finished");
        let open = [unfinished, finished];
        assert_eq!(choose_answer(&Limits::default(), &open), 0, "the better score has more votes");
        assert_eq!(choose_answer(&Limits { multi_pv: 2, ..Limits::default() }, &open), 0);
    }

    #[test]
    fn a_thread_without_a_search_has_no_vote() {
        let unsearched = ("e2e4", Score::cp(900), 0);
        assert_eq!(winner([unsearched, ("d2d4", Score::cp(-50), 1)]), 1);
        assert_eq!(winner([("d2d4", Score::cp(-50), 1), unsearched]), 0);
        assert_eq!(winner([unsearched, unsearched]), 0);
        assert_eq!(vote_winner(&[]), 0);
    }
}
