use super::*;

fn roots(count: usize) -> (Vec<Move>, RootMoves) {
    let moves: Vec<_> = Position::start().legal_moves().into_iter().take(count).collect();
    (moves.clone(), RootMoves::new(moves))
}

#[test]
fn a_finished_search_puts_its_best_move_first_and_keeps_the_others_in_order() {
    let (moves, mut root) = roots(4);
    root.begin();
    for (index, score) in [0, -50, 30, 10].into_iter().enumerate() {
        root.record(moves[index], Score::cp(score), index == 0 || index == 2, &[], 1);
    }
    assert!(root.sort_by_score());
    assert_eq!(root.moves().as_slice(), [moves[2], moves[0], moves[1], moves[3]]);
}

#[test]
fn a_move_that_failed_high_and_then_low_is_not_the_answer_of_a_stopped_search() {
    let (moves, mut root) = roots(3);
    root.begin();
    root.record(moves[0], Score::cp(0), false, &[], 1);
    root.record(moves[1], Score::cp(50), true, &[], 1);
    root.sort_by_score();
    root.begin();
    root.record(moves[1], Score::cp(-70), false, &[], 1);
    root.sort_after_stop(Some(moves[0]));
    assert_eq!(
        root.moves().first(),
        Some(&moves[0]),
        "the best move of the last complete iteration is the answer"
    );

    root.begin();
    root.record(moves[0], Score::cp(-80), false, &[], 1);
    root.record(moves[2], Score::cp(-20), true, &[], 1);
    root.sort_after_stop(Some(moves[0]));
    assert_eq!(
        root.moves().first(),
        Some(&moves[2]),
        "another move raised alpha after the best move failed low"
    );
}

#[test]
fn a_root_move_reaches_mate_only_with_a_variation_of_full_length() {
    let (moves, mut root) = roots(2);
    root.begin();
    root.record(moves[0], Score::mated_in(4), true, &[], 1);
    assert!(!root.first().expect("a move").reaches_mate(), "the score is only a bound, without a variation");
    root.set_proved(moves.clone(), Score::mate_in(2));
    assert!(root.first().expect("a move").reaches_mate());
    root.move_to_front(Some(moves[1]));
    assert_eq!(root.first().map(|best| best.mv), Some(moves[1]));
    root.move_to_front(None);
    assert_eq!(root.first().map(|best| best.mv), Some(moves[1]), "without a move the order does not change");
}

#[test]
fn the_answer_is_the_first_move_of_a_proved_mate_even_if_the_tablebases_left_it_out() {
    let (moves, _) = roots(3);
    for listed in [&moves[..], &moves[1..]] {
        let mut root = RootMoves::new(listed.iter().copied());
        root.set_proved(vec![moves[0]], Score::mate_in(1));
        assert_eq!(root.moves().as_slice(), moves);
        assert_eq!(
            root.first().map(|best| (best.line.clone(), best.score)),
            Some((vec![moves[0]], Score::mate_in(1)))
        );
    }
}

#[test]
fn a_search_stopped_during_its_first_move_does_not_change_the_order() {
    let (moves, mut root) = roots(3);
    root.begin();
    assert!(!root.sort_by_score());
    assert_eq!(root.moves().as_slice(), moves);
}
