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
fn a_move_that_failed_high_and_then_fell_does_not_decide_a_search_that_is_cut_off() {
    let (moves, mut root) = roots(3);
    root.begin();
    root.record(moves[0], Score::cp(0), false, &[], 1);
    root.record(moves[1], Score::cp(50), true, &[], 1);
    root.sort_by_score();
    root.begin();
    root.record(moves[1], Score::cp(-70), false, &[], 1);
    root.sort_after_stop(Some(moves[0]));
    assert_eq!(root.moves().first(), Some(&moves[0]), "the last complete iteration decides");

    root.begin();
    root.record(moves[0], Score::cp(-80), false, &[], 1);
    root.record(moves[2], Score::cp(-20), true, &[], 1);
    root.sort_after_stop(Some(moves[0]));
    assert_eq!(root.moves().first(), Some(&moves[2]), "a better move was found after the best one fell");
}

#[test]
fn a_mate_is_told_only_with_the_line_to_its_end() {
    let (moves, mut root) = roots(2);
    root.begin();
    root.record(moves[0], Score::mated_in(4), true, &[], 1);
    assert!(!root.first().expect("a move").reaches_mate(), "only a bound, and no line");
    root.set_proved(moves.clone(), Score::mate_in(2));
    assert!(root.first().expect("a move").reaches_mate());
    root.move_to_front(Some(moves[1]));
    assert_eq!(root.first().map(|best| best.mv), Some(moves[1]));
    root.move_to_front(None);
    assert_eq!(root.first().map(|best| best.mv), Some(moves[1]), "nothing to prefer");
}

#[test]
fn a_search_cut_off_before_its_first_move_was_done_changes_nothing() {
    let (moves, mut root) = roots(3);
    root.begin();
    assert!(!root.sort_by_score());
    assert_eq!(root.moves().as_slice(), moves);
}
