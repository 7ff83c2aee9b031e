//! Incrementally updated accumulators equal accumulators computed from scratch, after moves, null moves and
//! takebacks.

use std::{path::Path as FilePath, sync::Arc};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use shakmaty::{CastlingMode, Role};

use crate::{
    chess::position::{Move, Position, changes::destination},
    evaluate::{
        EvalConfig, EvalFile, Evaluator, Network,
        network::tests::{networks, positions},
    },
    search::{
        node::testing::{TestWorker, with_worker_by},
        types::request::Setup,
    },
};

/// Number of special cases that occurred in the random walks.
#[derive(Debug, Default)]
struct Coverage {
    castles: usize,
    castles960: usize,
    en_passant: usize,
    promotions: usize,
    passes: usize,
    crossings: usize,
    evaluations: usize,
}

impl Coverage {
    fn count(&mut self, position: &Position, mv: Move) {
        let crosses_center = mv.role() == Role::King && {
            let from = mv.from().expect("a king move has an origin square");
            from.file().distance(shakmaty::File::A) / 4
                != destination(position.turn(), mv).file().distance(shakmaty::File::A) / 4
        };
        self.crossings += usize::from(crosses_center);
        self.castles += usize::from(mv.is_castle());
        let chess960 = position.castling_mode() == CastlingMode::Chess960;
        self.castles960 += usize::from(mv.is_castle() && chess960);
        self.en_passant += usize::from(mv.is_en_passant());
        self.promotions += usize::from(mv.is_promotion());
    }
}

/// Setups that use the test networks.
fn setups() -> Vec<Setup> {
    let read = |network| EvalFile::Read { path: FilePath::new("random").into(), network: Arc::new(network) };
    networks()
        .into_iter()
        .map(|network| Setup {
            eval: EvalConfig { eval_file: read(network), ..Evaluator::Network.into() },
            ..Setup::default()
        })
        .collect()
}

#[test]
fn incremental_evaluation_equals_evaluation_from_scratch() {
    let setups = setups();
    let mut coverage = Coverage::default();
    let roots = positions(4, 4_000);
    for (number, setup) in setups.iter().enumerate() {
        let mut rng = ChaCha8Rng::seed_from_u64(number as u64);
        with_worker_by(setup, |worker| {
            // One worker walks from all roots, so each walk starts with the state left by the walk before.
            for root in roots.iter().skip(number).step_by(3 * setups.len()) {
                worker.begin(root);
                walk(root, 0, &mut rng, &mut coverage, worker, setup.eval.eval_file.network());
            }
        });
    }
    let Coverage { castles, castles960, en_passant, promotions, passes, crossings, evaluations } = coverage;
    let least = [castles, castles960, en_passant, promotions].into_iter().min();
    assert!(least >= Some(20) && passes > 500 && crossings > 500 && evaluations > 10_000, "{coverage:?}");
}

/// Plays random moves and null moves from a position, and compares evaluations at random nodes.
fn walk(
    position: &Position,
    ply: usize,
    rng: &mut ChaCha8Rng,
    coverage: &mut Coverage,
    worker: &mut TestWorker<'_>,
    network: &Network,
) {
    let compare = |rng: &mut ChaCha8Rng, coverage: &mut Coverage, worker: &mut TestWorker<'_>| {
        if rng.random_ratio(2, 5) {
            assert_eq!(worker.evaluate(position, ply), network.evaluate(position), "{position}");
            coverage.evaluations += 1;
        }
    };
    compare(rng, coverage, worker);
    if ply >= 16 {
        return;
    }
    let branches = if ply < 2 { 2 } else { 1 };
    for _ in 0..branches {
        if rng.random_ratio(1, 6)
            && let Some(child) = worker.play_null_move(position, ply)
        {
            coverage.passes += 1;
            walk(&child, ply + 1, rng, coverage, worker, network);
            compare(rng, coverage, worker);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        // Castling and en passant are rare in random games, so the walk often prefers them when they are
        // legal.
        let special = moves.iter().position(|mv| mv.is_castle() || mv.is_en_passant());
        let mv = moves[special.filter(|_| rng.random()).unwrap_or_else(|| rng.random_range(0..moves.len()))];
        coverage.count(position, mv);
        let child = worker.play(position, mv, ply);
        walk(&child, ply + 1, rng, coverage, worker, network);
        compare(rng, coverage, worker);
    }
}
