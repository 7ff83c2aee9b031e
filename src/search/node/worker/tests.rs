//! Accumulators carried along a line equal those from scratch, whatever is played, passed over and taken back.

use std::{path::Path as FilePath, sync::Arc};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use shakmaty::{CastlingMode, Role};

use crate::{
    evaluate::{
        EvalConfig, EvalFile, Evaluator, Network,
        network::tests::{nets, positions},
    },
    position::{Move, Position, changes::destination},
    search::{
        node::testing::{TestWorker, with_worker_by},
        types::request::Setup,
    },
};

/// What has been met.
#[derive(Debug, Default)]
struct Met {
    castles: usize,
    castles960: usize,
    en_passant: usize,
    promotions: usize,
    passes: usize,
    crossings: usize,
    evaluations: usize,
}

impl Met {
    fn note(&mut self, position: &Position, mv: Move) {
        let crosses = mv.role() == Role::King && {
            let from = mv.from().expect("a king comes from somewhere");
            from.file().distance(shakmaty::File::A) / 4
                != destination(position.turn(), mv).file().distance(shakmaty::File::A) / 4
        };
        self.crossings += usize::from(crosses);
        self.castles += usize::from(mv.is_castle());
        let chess960 = position.castling_mode() == CastlingMode::Chess960;
        self.castles960 += usize::from(mv.is_castle() && chess960);
        self.en_passant += usize::from(mv.is_en_passant());
        self.promotions += usize::from(mv.is_promotion());
    }
}

/// Nets as they are chosen by a setup.
fn setups() -> Vec<Setup> {
    let read = |network| EvalFile::Read { path: FilePath::new("random").into(), network: Arc::new(network) };
    nets()
        .into_iter()
        .map(|network| Setup {
            eval: EvalConfig { eval_file: read(network), ..Evaluator::Network.into() },
            ..Setup::default()
        })
        .collect()
}

#[test]
fn values_carried_along_any_line_of_a_search_equal_those_from_scratch() {
    let setups = setups();
    let mut met = Met::default();
    let roots = positions(4, 4_000);
    for (number, setup) in setups.iter().enumerate() {
        let mut dice = ChaCha8Rng::seed_from_u64(number as u64);
        with_worker_by(setup, |worker| {
            // One after the other by one worker: what the last search left behind is there.
            for root in roots.iter().skip(number).step_by(3 * setups.len()) {
                worker.begin(root);
                wander(root, 0, &mut dice, &mut met, worker, setup.eval.eval_file.network());
            }
        });
    }
    let Met { castles, castles960, en_passant, promotions, passes, crossings, evaluations } = met;
    let least = [castles, castles960, en_passant, promotions].into_iter().min();
    assert!(least >= Some(20) && passes > 500 && crossings > 500 && evaluations > 10_000, "{met:?}");
}

/// Goes on from a position in a few ways, one after the other, and asks for values here and there.
fn wander(
    position: &Position,
    ply: usize,
    dice: &mut ChaCha8Rng,
    met: &mut Met,
    worker: &mut TestWorker<'_>,
    network: &Network,
) {
    let ask = |dice: &mut ChaCha8Rng, met: &mut Met, worker: &mut TestWorker<'_>| {
        if dice.random_ratio(2, 5) {
            assert_eq!(worker.evaluate(position, ply), network.evaluate(position), "{position}");
            met.evaluations += 1;
        }
    };
    ask(dice, met, worker);
    if ply >= 16 {
        return;
    }
    let branches = if ply < 2 { 2 } else { 1 };
    for _ in 0..branches {
        if dice.random_ratio(1, 6)
            && let Some(child) = worker.play_null_move(position, ply)
        {
            met.passes += 1;
            wander(&child, ply + 1, dice, met, worker, network);
            ask(dice, met, worker);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        // Rare in random games; where they can be had they are played often.
        let special = moves.iter().position(|mv| mv.is_castle() || mv.is_en_passant());
        let mv =
            moves[special.filter(|_| dice.random()).unwrap_or_else(|| dice.random_range(0..moves.len()))];
        met.note(position, mv);
        let child = worker.play(position, mv, ply);
        wander(&child, ply + 1, dice, met, worker, network);
        ask(dice, met, worker);
    }
}
