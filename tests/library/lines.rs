//! Principal variations: the reported PV begins with the best move and has its full length.
//!
//! GUIs show the PV to users and check a reported mate against it. Each test reproduces a past bug that broke
//! the PV.

use glulam::{
    chess::score::Score,
    search::{Algorithm, Layer, LayerSet, Limits, SearchRequest, Setup, types::window::Bound},
};

use crate::searching::{TACTICS, answer, assert_playable, play_out, position, search};

/// Past bug: `mate-distance` narrowed the window so far that a stored mate score was outside. The stored
/// score then ended a PV node, and the PV stopped before the checkmate.
#[test]
fn a_stored_mate_score_does_not_shorten_the_pv() {
    let start = position("8/1P6/k1K5/8/8/8/5p2/8 w - - 0 1");
    let layers = [Layer::Deepening, Layer::Table, Layer::Aspiration, Layer::MateDistance];
    let (answer, _) = search(&start, Algorithm::Layers(layers.into_iter().collect()), 3);
    assert_eq!(answer.report.score, Score::mate_in(3));
    assert_eq!(answer.report.line.len(), 3);
    let end = play_out(&start, &answer.report.line);
    assert!(end.is_check() && !end.has_legal_move());
}

/// Past bug: a root move failed high and became the best move, but its re-search was cut off. The engine then
/// played the move with the PV of the previous best move.
#[test]
fn a_root_move_that_failed_high_begins_the_pv_even_if_its_re_search_is_cut_off() {
    let start = position(TACTICS);
    let exact = LayerSet::up_to(Layer::Aspiration);
    let by_depth: Vec<_> = (1..=5).map(|depth| search(&start, Algorithm::Layers(exact), depth)).collect();
    let mut changed = 0;
    for limit in (0..by_depth[4].1).step_by(311) {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let partial =
            answer(&SearchRequest::new(start.clone(), limits, Setup::new(Algorithm::Layers(exact))));
        assert_playable(&start, &partial);
        let finished = by_depth.iter().rfind(|(_, nodes)| *nodes <= limit);
        if let Some((finished, _)) = finished
            && partial.best != finished.best
        {
            changed += 1;
            assert_eq!(
                (partial.report.depth, partial.report.bound),
                (finished.report.depth + 1, Bound::Lower)
            );
        }
    }
    assert!(changed > 0, "no unfinished iteration changed the best move");
}

/// Past bug: a mate score failed high, and the re-search that finds its PV was cut off. The engine then
/// reported the mate with a PV of one move.
#[test]
fn a_mate_is_reported_only_with_a_pv_that_ends_in_checkmate() {
    let start = position("4k3/8/8/8/8/8/1Q6/R3K3 w Q - 0 1");
    let nodes_to_depth_9 = search(&start, Algorithm::FULL, 9).1;
    let mut reported = 0;
    for limit in 1..nodes_to_depth_9 {
        let limits = Limits { nodes: Some(limit), ..Limits::default() };
        let partial = answer(&SearchRequest::new(start.clone(), limits, Setup::new(Algorithm::FULL)));
        if let Some(moves) = partial.report.score.mate() {
            reported += 1;
            let end = play_out(&start, &partial.report.line);
            assert!(end.is_check() && !end.has_legal_move(), "{limit} nodes: {:?}", partial.report);
            assert_eq!(i32::try_from(partial.report.line.len()), Ok(2 * moves - 1), "{limit} nodes");
        }
    }
    assert!(reported > 0);
}
