use shakmaty::CastlingMode;

use super::*;
use crate::position::Position;

const RULES: Rules =
    Rules { win: 600, win_plies: 3, draw: 10, draw_plies: 2, draw_after: 6, mate: false, max_plies: 0 };

/// The scores are White's; they are told in turn, White first.
fn verdict(scores: &[i32]) -> Option<(usize, Ending)> {
    let mut referee = Referee::new(RULES);
    scores.iter().enumerate().find_map(|(ply, &score)| {
        let (color, sign) = if ply % 2 == 0 { (Color::White, 1) } else { (Color::Black, -1) };
        Some((ply + 1, referee.hear(color, Score::cp(sign * score))?))
    })
}

#[test]
fn a_game_is_won_when_both_sides_have_called_it_so_long_enough() {
    let won = |color| Ending::won(color, Reason::AgreedWin);
    assert_eq!(verdict(&[0, 700, 650, 600, 0]), Some((4, won(Color::White))));
    assert_eq!(verdict(&[-600, -600, -600]), Some((3, won(Color::Black))));
    assert_eq!(verdict(&[700, 700, 599, 700, 700]), None, "one doubt begins the count anew");
    assert_eq!(verdict(&[700, 700, -700, 700, 700]), None, "they do not agree on who wins");
}

#[test]
fn a_game_is_drawn_when_both_sides_call_it_even_late_enough() {
    let drawn = Ending::drawn(Reason::AgreedDraw);
    assert_eq!(verdict(&[0; 20]), Some((8, drawn)));
    assert_eq!(verdict(&[50, 50, 50, 50, 50, 50, 0, 50, 0, 50, -10, 11]), None);
}

#[test]
fn a_mate_ends_a_stored_game_at_once_for_who_gives_it() {
    let hear = |rules, score| Referee::new(rules).hear(Color::Black, score);
    assert_eq!(hear(Rules::LEARNING, Score::mate_in(5)), None);
    assert_eq!(hear(Rules::STORED, Score::mate_in(5)), Some(Ending::won(Color::Black, Reason::AgreedWin)));
    assert_eq!(hear(Rules::STORED, Score::mated_in(4)), Some(Ending::won(Color::White, Reason::AgreedWin)));
    assert_eq!(hear(Rules::STORED, Score::TABLE_WIN), None);
}

#[test]
fn games_that_are_played_out_are_ended_by_the_rules_alone() {
    let mut referee = Referee::new(Rules::PLAY_OUT);
    for score in [0, 30_000].repeat(200) {
        assert_eq!(referee.hear(Color::White, Score::cp(score)), None);
    }
}

#[test]
fn a_game_may_last_only_so_long() {
    let mut referee = Referee::new(Rules { max_plies: 3, ..Rules::PLAY_OUT });
    let mut hear = || referee.hear(Color::White, Score::cp(900));
    assert_eq!((hear(), hear()), (None, None));
    assert_eq!(hear(), Some(Ending::drawn(Reason::Length)));
}

#[test]
fn the_rules_end_a_game_in_five_ways() {
    let by_rules = |fen: &str, moves: &str| {
        let mut line = Line::new(Position::from_fen(fen, CastlingMode::Standard).expect("legal"));
        for word in moves.split_whitespace() {
            line.play(line.position().parse_move(word).expect("legal"));
        }
        Ending::by_rules(&line).map(|ending| ending.reason)
    };
    let start = Position::start().to_string();
    assert_eq!(by_rules(&start, "f2f3 e7e5 g2g4 d8h4"), Some(Reason::Checkmate));
    assert_eq!(by_rules("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", ""), Some(Reason::Stalemate));
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    assert_eq!(by_rules(&start, shuffle), None);
    assert_eq!(by_rules(&start, &shuffle.repeat(2)), Some(Reason::Repetition));
    assert_eq!(by_rules("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2b2"), Some(Reason::FiftyMoves));
    assert_eq!(by_rules("7k/8/8/8/8/8/N7/K7 w - - 0 1", ""), Some(Reason::Material));
    assert_eq!(by_rules("7k/5KQ1/8/8/8/8/8/8 b - - 100 80", ""), Some(Reason::Checkmate), "mate goes first");
}
