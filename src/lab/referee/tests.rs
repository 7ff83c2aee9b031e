use super::*;

const ADJUDICATION: Adjudication = Adjudication {
    win: 600,
    win_plies: 3,
    draw: 10,
    draw_plies: 2,
    draw_after: 6,
    mate: false,
    max_plies: 0,
};

/// The scores are White's; they are told in turn, White first.
fn verdict(scores: &[i32]) -> Option<(usize, GameResult)> {
    let mut referee = Referee::new(ADJUDICATION);
    scores.iter().enumerate().find_map(|(ply, &score)| {
        let (color, sign) = if ply % 2 == 0 { (Color::White, 1) } else { (Color::Black, -1) };
        Some((ply + 1, referee.update(color, Score::cp(sign * score))?))
    })
}

#[test]
fn a_game_is_won_when_both_sides_have_called_it_so_long_enough() {
    let won = |winner| GameResult::Adjudicated(KnownOutcome::Decisive { winner });
    assert_eq!(verdict(&[0, 700, 650, 600, 0]), Some((4, won(Color::White))));
    assert_eq!(verdict(&[-600, -600, -600]), Some((3, won(Color::Black))));
    assert_eq!(verdict(&[700, 700, 599, 700, 700]), None, "one doubt begins the count anew");
    assert_eq!(verdict(&[700, 700, -700, 700, 700]), None, "they do not agree on who wins");
}

#[test]
fn a_game_is_drawn_when_both_sides_call_it_even_late_enough() {
    let drawn = GameResult::Adjudicated(KnownOutcome::Draw);
    assert_eq!(verdict(&[0; 20]), Some((8, drawn)));
    assert_eq!(verdict(&[50, 50, 50, 50, 50, 50, 0, 50, 0, 50, -10, 11]), None);
}

#[test]
fn a_mate_ends_a_stored_game_at_once_for_who_gives_it() {
    let update = |adjudication, score| Referee::new(adjudication).update(Color::Black, score);
    let won = |winner| GameResult::Adjudicated(KnownOutcome::Decisive { winner });
    assert_eq!(update(Adjudication::QUIET_POSITIONS, Score::mate_in(5)), None);
    assert_eq!(update(Adjudication::SELF_PLAY, Score::mate_in(5)), Some(won(Color::Black)));
    assert_eq!(update(Adjudication::SELF_PLAY, Score::mated_in(4)), Some(won(Color::White)));
    assert_eq!(update(Adjudication::SELF_PLAY, Score::TABLE_WIN), None);
}

#[test]
fn games_that_are_played_out_are_ended_by_the_rules_alone() {
    let mut referee = Referee::new(Adjudication::NONE);
    for score in [0, 30_000].repeat(200) {
        assert_eq!(referee.update(Color::White, Score::cp(score)), None);
    }
}

#[test]
fn a_game_may_last_only_so_long() {
    let mut referee = Referee::new(Adjudication { max_plies: 3, ..Adjudication::NONE });
    let mut update = || referee.update(Color::White, Score::cp(900));
    assert_eq!((update(), update()), (None, None));
    assert_eq!(update(), Some(GameResult::MaxPlies));
}
