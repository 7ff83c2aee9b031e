//! The line that is told is the reason for the move: it begins with it and goes on as far as was searched.
//!
//! A GUI shows it, a person believes it, and a mate that is announced is checked against it. These are the two ways in
//! which a table and an aspiration window once broke it.

use glulam::{
    score::Score,
    search::{Algorithm, Layer, LayerSet, Limits, SearchRequest, Setup, types::window::Bound},
};

use crate::searching::{TACTICS, answer, assert_playable, play_out, position, search};

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

/// A move that fails high comes to the front at once. If the re-search for its score was then cut off, the move was
/// played, but the line of the move before it was told.
#[test]
fn a_move_that_failed_high_is_told_even_if_its_score_could_not_be_found_out() {
    let start = position(TACTICS);
    let exact = LayerSet::up_to(Layer::Aspiration);
    let depth_by_depth: Vec<_> =
        (1..=5).map(|depth| search(&start, Algorithm::Layers(exact), depth)).collect();
    let mut overruled = 0;
    for limit in (0..depth_by_depth[4].1).step_by(311) {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let cut = answer(&SearchRequest::new(start.clone(), limits, Setup::new(Algorithm::Layers(exact))));
        assert_playable(&start, &cut);
        let finished = depth_by_depth.iter().rfind(|(_, nodes)| *nodes <= limit);
        if let Some((finished, _)) = finished
            && cut.best != finished.best
        {
            overruled += 1;
            assert_eq!((cut.report.depth, cut.report.bound), (finished.report.depth + 1, Bound::Lower));
        }
    }
    assert!(overruled > 0, "no better move was found in a depth that was cut off");
}

/// A mate that failed high beyond the window and whose line was then cut off was announced with a line of one move.
#[test]
fn a_mate_is_announced_only_with_the_line_that_ends_in_it() {
    let start = position("4k3/8/8/8/8/8/1Q6/R3K3 w Q - 0 1");
    let whole = search(&start, Algorithm::FULL, 9).1;
    let mut announced = 0;
    for limit in 1..whole {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let cut = answer(&SearchRequest::new(start.clone(), limits, Setup::new(Algorithm::FULL)));
        if let Some(moves) = cut.report.score.mate() {
            announced += 1;
            let end = play_out(&start, &cut.report.line);
            assert!(end.is_check() && !end.has_legal_move(), "{limit} nodes: {:?}", cut.report);
            assert_eq!(i32::try_from(cut.report.line.len()), Ok(2 * moves - 1), "{limit} nodes");
        }
    }
    assert!(announced > 0);
}
