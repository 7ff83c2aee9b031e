//! The line that is told is the reason for the move: it begins with it and goes on as far as was searched.
//!
//! A GUI shows it, a person believes it, and a mate that is announced is checked against it. This is a way in which a table
//! once broke it.

mod searching;

use glulam::{
    score::Score,
    search::{Algorithm, Layer},
};
use searching::{play_out, position, search};

/// With the window narrowed by `mate-distance`, a remembered mate looked as if it lay outside, and ended a node of the
/// principal variation, whose line then stopped short of the mate.
#[test]
fn a_remembered_mate_does_not_shorten_the_line() {
    let start = position("8/1P6/k1K5/8/8/8/5p2/8 w - - 0 1");
    let layers = [Layer::Deepening, Layer::Table, Layer::Aspiration, Layer::MateDistance];
    let (answer, _) = search(&start, Algorithm::Layers(layers.into_iter().collect()), 3);
    assert_eq!(answer.report.score, Score::mate_in(3));
    assert_eq!(answer.report.line.len(), 3);
    let end = play_out(&start, &answer.report.line);
    assert!(end.is_check() && !end.has_legal_move());
}
