//! Tests of the complete evaluation.

use shakmaty::{CastlingMode, Position as _};

use super::*;
use crate::chess::position::random;

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).expect("legal")
}

/// Returns the position with colours exchanged and ranks mirrored.
fn flipped(position: &Position) -> Option<Position> {
    let mut setup = position.chess().to_setup(shakmaty::EnPassantMode::Legal);
    setup.mirror();
    setup.position(position.chess().castles().mode()).ok().map(Position::new)
}

/// Returns the tested sets of terms: all, none, each single term, and all except one.
fn sets() -> Vec<Terms> {
    let single = Term::ALL.iter().map(|term| Terms::NONE.with(*term));
    let without = Term::ALL.iter().map(|term| Terms::ALL.without(*term));
    [Terms::ALL, Terms::NONE].into_iter().chain(single).chain(without).collect()
}

#[test]
fn exchanging_the_colours_keeps_the_evaluation() {
    let mut tested = 0;
    random::walks(31, 60, |position| {
        if let Some(flipped) = flipped(position) {
            tested += 1;
            for terms in sets() {
                assert_eq!(evaluate(position, terms), evaluate(&flipped, terms), "{terms} {position}");
            }
        }
    });
    assert!(tested > 2000, "only {tested} positions");
}

#[test]
fn the_pawn_table_does_not_change_the_evaluation() {
    let mut pawns = PawnTable::default();
    let sets = sets();
    random::walks(32, 60, |position| {
        let sums = PieceSquareScore::of(position.board());
        for &terms in &sets {
            let with = evaluate_with(position, sums, terms, &mut pawns);
            assert_eq!(with, evaluate(position, terms), "{terms} {position}");
        }
    });
}

#[test]
fn without_terms_the_evaluation_is_zero_and_the_start_position_has_only_tempo() {
    random::walks(33, 10, |position| assert_eq!(evaluate(position, Terms::NONE), Score::cp(0)));
    let tempo = Terms::NONE.with(Term::Tempo);
    assert_eq!(evaluate(&Position::start(), Terms::ALL), evaluate(&Position::start(), tempo));
    assert!(evaluate(&Position::start(), tempo) > Score::cp(0));
}

#[test]
fn switching_off_a_term_removes_exactly_its_features() {
    random::walks(34, 20, |position| {
        let mut all = term_sink::Counts::default();
        count(position, Terms::ALL, &mut all);
        for &term in Term::ALL {
            let mut some = term_sink::Counts::default();
            count(position, Terms::ALL.without(term), &mut some);
            for group in features::GROUPS {
                for feature in group.first..group.first + group.len {
                    let expected = if group.term == term { 0 } else { all.0[feature] };
                    assert_eq!(some.0[feature], expected, "{} without {term}: {position}", group.name);
                }
            }
        }
    });
}

#[test]
fn the_evaluation_is_the_weighted_sum_of_the_counts() {
    random::walks(35, 40, |position| {
        let mut counts = term_sink::Counts::default();
        let terms = Terms::ALL.without(Term::Endgame);
        count(position, terms, &mut counts);
        let weighted = counts.0.iter().zip(weights::WEIGHTS.iter());
        let total = weighted.fold(Tapered::ZERO, |sum, (count, weight)| sum + *weight * *count);
        let white = taper(total, PieceSquareScore::of(position.board()).phase());
        let white = if position.turn().is_white() { white } else { -white };
        assert_eq!(evaluate(position, terms), Score::cp(white), "{position}");
    });
}

#[test]
fn each_term_prefers_the_position_it_is_meant_to_prefer() {
    for (better, worse, term) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", Term::Material),
        ("4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", Term::Squares),
        ("4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/PP6/B3K3 w - - 0 1", Term::Mobility),
        ("4k3/8/8/2n5/3P4/8/8/4K3 w - - 0 1", "4k3/8/8/2n5/8/3P4/8/4K3 w - - 0 1", Term::Attacks),
        ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/N7/4K3 w - - 0 1", Term::Check),
        ("4k3/8/8/8/8/8/2p5/B1B1K3 w - - 0 1", "4k3/8/8/8/8/8/2p5/B1N1K3 w - - 0 1", Term::Endgame),
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", Term::Pawns),
        ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/1p6/P7/8/8/8/8/4K3 w - - 0 1", Term::Passed),
        ("4k3/8/8/8/8/8/5PPP/QR4K1 w - - 0 1", "4k3/8/8/8/5PPP/8/8/QR4K1 w - - 0 1", Term::King),
    ] {
        let terms = Terms::NONE.with(term);
        let [better, worse] = [better, worse].map(|fen| evaluate(&position(fen), terms));
        assert!(better > worse, "{term}: {better:?} is not better than {worse:?}");
    }
}

/// Returns the endgame scale factor of a position.
fn scale(fen: &str) -> i32 {
    let position = position(fen);
    let mut total = Total::default();
    count(&position, Terms::ALL, &mut total);
    let value = taper(total.0, PieceSquareScore::of(position.board()).phase());
    endings::scale(position.board(), Color::from_white(value >= 0), kings(position.board()))
}

#[test]
fn drawish_endgames_are_scaled_down() {
    for (fen, expected) in [
        ("4k3/8/8/8/8/8/3NN3/4K3 w - - 0 1", 0),
        ("4k3/4p3/8/8/8/8/3B4/4K3 w - - 0 1", 0),
        ("4k3/4b3/8/8/8/8/3R4/4K3 w - - 0 1", 6),
        ("4k3/4r3/8/8/8/8/3RB3/4K3 w - - 0 1", 14),
        ("4k3/4b3/4p3/8/8/3PP3/4B3/4K3 w - - 0 1", 24),
        ("1k6/8/P7/K7/8/8/8/2B5 w - - 0 1", 0),
        ("1k6/8/P7/K7/8/8/8/8 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 24),
    ] {
        assert_eq!(scale(fen), expected, "{fen}");
    }
}

#[test]
fn won_endgames_are_not_scaled_down_much() {
    for fen in [
        "4k3/8/8/8/8/8/2RR4/4K3 w - - 0 1",
        "4k3/4r3/8/8/8/8/3Q4/4K3 w - - 0 1",
        "8/k7/P7/K7/8/8/8/5B2 w - - 0 1",
        "4k3/8/8/8/4K3/8/4P3/8 w - - 0 1",
        "4k3/4bp2/4p3/8/8/2PPP3/3B4/4K3 w - - 0 1",
    ] {
        let scale = scale(fen);
        assert!(scale > 40, "{fen}: {scale}");
    }
}

#[test]
fn driving_a_bare_king_towards_checkmate_raises_the_evaluation() {
    for (better, worse) in [
        ("k7/8/8/8/8/8/8/K6R w - - 0 1", "8/8/8/3k4/8/8/8/K6R w - - 0 1"),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", "k7/8/8/8/8/8/8/K6R w - - 0 1"),
        ("7k/8/5K2/8/8/8/8/2B4N w - - 0 1", "k7/8/2K5/8/8/8/8/2B4N w - - 0 1"),
        ("k7/8/2K5/8/8/8/8/5B1N w - - 0 1", "7k/8/5K2/8/8/8/8/5B1N w - - 0 1"),
        ("k7/8/2K5/8/8/8/8/2QQ4 w - - 0 1", "k7/8/2K5/8/8/8/2P5/2Q5 w - - 0 1"),
    ] {
        let [better, worse] = [better, worse].map(|fen| evaluate(&position(fen), Terms::ALL));
        assert!(better > worse, "{better:?} is not better than {worse:?}");
    }
}

#[test]
fn no_evaluation_is_a_mate_score() {
    let queens = position("6rk/6pp/8/8/8/8/QQQQ4/QQQQQK2 w - - 0 1");
    for terms in sets() {
        let score = evaluate(&queens, terms);
        assert_eq!(score.mate(), None, "{terms}");
    }
    assert!(evaluate(&queens, Terms::ALL) > Score::cp(5000));
}
