use super::*;

const ADJUDICATION: Adjudication =
    Adjudication { win: 600, win_plies: 3, draw: 10, draw_plies: 2, draw_after: 6, mate: false };

/// Returns the ply and the result of the adjudication. Scores are from White's point of view; White moves
/// first.
fn verdict(scores: &[i32]) -> Option<(usize, GameResult)> {
    let mut referee = Referee::new(ADJUDICATION);
    scores.iter().enumerate().find_map(|(ply, &score)| {
        let (color, sign) = if ply % 2 == 0 { (Color::White, 1) } else { (Color::Black, -1) };
        Some((ply + 1, referee.update(color, Score::cp(sign * score))?))
    })
}

#[test]
fn a_win_is_adjudicated_when_the_scores_of_both_sides_agree_long_enough() {
    let won = |winner| GameResult::Adjudicated(KnownOutcome::Decisive { winner });
    assert_eq!(verdict(&[0, 700, 650, 600, 0]), Some((4, won(Color::White))));
    assert_eq!(verdict(&[-600, -600, -600]), Some((3, won(Color::Black))));
    assert_eq!(verdict(&[700, 700, 599, 700, 700]), None, "a smaller score restarts the count");
    assert_eq!(verdict(&[700, 700, -700, 700, 700]), None, "the two sides disagree about the winner");
}

#[test]
fn a_draw_is_adjudicated_when_scores_are_small_late_in_the_game() {
    let drawn = GameResult::Adjudicated(KnownOutcome::Draw);
    assert_eq!(verdict(&[0; 20]), Some((8, drawn)));
    assert_eq!(verdict(&[50, 50, 50, 50, 50, 50, 0, 50, 0, 50, -10, 11]), None);
}

#[test]
fn a_mate_score_ends_a_self_play_game_at_once() {
    let update = |adjudication, score| Referee::new(adjudication).update(Color::Black, score);
    let won = |winner| GameResult::Adjudicated(KnownOutcome::Decisive { winner });
    assert_eq!(update(Adjudication::MATCH, Score::mate_in(5)), None);
    assert_eq!(update(Adjudication::SELF_PLAY, Score::mate_in(5)), Some(won(Color::Black)));
    assert_eq!(update(Adjudication::SELF_PLAY, Score::mated_in(4)), Some(won(Color::White)));
    assert_eq!(update(Adjudication::SELF_PLAY, Score::TABLE_WIN), None);
}

#[test]
fn without_adjudication_no_score_ends_a_game() {
    let mut referee = Referee::new(Adjudication::NONE);
    for score in [0, 30_000].repeat(200) {
        assert_eq!(referee.update(Color::White, Score::cp(score)), None);
    }
}

#[test]
fn the_guide_states_the_rules_of_matches_and_of_self_play() {
    let Adjudication { win, win_plies, draw, draw_plies, draw_after, .. } = Adjudication::MATCH;
    for text in [
        format!(
            "| `--resign {win}:{win_plies}` | adjudicates a win when both sides report at least {win} centipawns for \
             the same side during {win_plies} plies;"
        ),
        format!(
            "| `--draw {draw}:{draw_plies}:{draw_after}` | adjudicates a draw when both sides report at most {draw} \
             centipawns for either side during {draw_plies} plies, not counting the first {draw_after} plies"
        ),
    ] {
        crate::support::text::assert_states("src/tools/matches/README.md", &text);
    }
    let Adjudication { win, win_plies, draw, draw_plies, draw_after, .. } = Adjudication::SELF_PLAY;
    assert_eq!((win_plies, draw_plies), (4, 12), "the guide has these numbers as words");
    let text = format!(
        "after four plies in a row with {win} or more for the same side, or after twelve plies in a row with \
         at most {draw} for either side, not counting the first {draw_after} plies"
    );
    crate::support::text::assert_states("src/tools/matches/README.md", &text);
}
