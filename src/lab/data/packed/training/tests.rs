//! Tests of every reason to skip a position.

use shakmaty::{CastlingMode, Color, KnownOutcome};

use super::*;

fn scored(ply: u32, fen: &str, mv: &str, score: i32) -> ScoredPosition {
    let position = Position::from_fen(fen, CastlingMode::Standard).expect(fen);
    ScoredPosition { ply, mv: position.parse_move(mv).expect(mv), position, score }
}

#[test]
fn each_reason_to_skip_a_position_is_counted_separately() {
    let fen = "r3k3/1P6/8/8/8/8/7P/R3K2Q w - - 0 1";
    let (default, quiet) = (Filter::default(), "h1e4");
    let reason = |filter: &Filter, ply, fen, mv: &str, score| {
        let (scored, mut counts) = (scored(ply, fen, mv, score), Counts::default());
        let outcome = KnownOutcome::Decisive { winner: Color::Black };
        if let Some(count) = counts.reason(filter, &scored, outcome) {
            *count += 1;
        }
        let Counts { early, checks, noisy, decided, few_men, contradicted, .. } = counts;
        [early, checks, noisy, decided, few_men, contradicted].iter().position(|count| *count == 1)
    };
    assert_eq!(reason(&default, 16, fen, quiet, 2_999), None);
    assert_eq!(reason(&default, 15, fen, quiet, 0), Some(0));
    assert_eq!(reason(&default, 16, "r3k3/8/8/8/8/8/4r2P/R3K2Q w - - 0 1", "e1e2", 0), Some(1));
    assert_eq!(reason(&default, 16, fen, "a1a8", 0), Some(2));
    assert_eq!(reason(&default, 16, fen, "b7b8n", 0), Some(2));
    assert_eq!(reason(&default, 16, fen, quiet, -3_000), Some(3));
    assert_eq!(reason(&default, 16, "4k3/8/8/8/8/8/7P/4K3 w - - 0 1", "h2h3", 0), Some(4));
    let strict = Filter { contradiction: Some(500), ..default };
    assert_eq!(reason(&strict, 16, fen, quiet, 500), Some(5), "Black won the game");
    assert_eq!(reason(&strict, 16, fen, quiet, -500), None);
    let all =
        Filter { min_ply: 0, checks: true, noisy: true, score_below: 9_999, min_men: 0, contradiction: None };
    assert_eq!(reason(&all, 0, fen, "b7a8q", -3_000), None);
}

#[test]
fn a_score_is_averaged_with_the_following_scores_up_to_the_next_capture() {
    let fen = "r3k3/1P6/8/8/8/8/7P/R3K2Q w - - 0 1";
    let scores = [(100, "h1e4"), (-60, "h1e4"), (20, "a1a8"), (-400, "h1e4"), (500, "h1e4")];
    let game = scores.map(|(score, mv)| scored(16, fen, mv, score));
    assert_eq!(averaged_scores(&game, 0.0), scores.map(|(score, _)| score));
    // From the end: 500; (-400 - 500) / 2; the capture keeps its own score; (-60 - 20) / 2; (100 + 40) / 2.
    assert_eq!(averaged_scores(&game, 0.5), [70, -40, 20, -450, 500]);
}
