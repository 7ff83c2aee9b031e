//! Tests of the arithmetic with random networks of several sizes, independent of the embedded network.

mod files;
mod reference;

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use shakmaty::{CastlingMode, Color};

use self::reference::Reference;
use super::{
    Network,
    chunk::{chunks, numbers, weight_chunks},
    features::{ROWS, View},
    file::{MOST_BIAS, MOST_FLOAT, MOST_SECOND},
    layers::{FloatLayers, OUTPUT_BUCKETS, SECOND, file_order, weight_blocks},
    simd::{SimdPath, Work},
};
use crate::{
    chess::{
        position::{Position, random},
        score::Score,
    },
    evaluate::{Evaluator, network::Accumulators},
};
use std::sync::Arc;

/// Returns random networks of several sizes.
pub(crate) fn networks() -> Vec<Network> {
    [64, 128, 192, 320, 512]
        .into_iter()
        .zip(1..)
        .map(|(neurons, seed)| Network::random(neurons, seed))
        .collect()
}

/// Returns `count` positions of random games.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut found = Vec::new();
    random::walks(seed, count / 40, |position| found.push(position.clone()));
    assert!(found.len() >= count, "{} positions", found.len());
    found.truncate(count);
    found
}

/// Returns a network with weights at the bounds of the file format. `sign` returns the sign of each number
/// from its index.
fn extreme(neurons: usize, sign: fn(usize) -> i16) -> Network {
    let first = |place: usize| if sign(place % neurons) > 0 { i8::MAX } else { i8::MIN };
    let first: Vec<_> = (0..ROWS * neurons).map(first).collect();
    let bias: Vec<_> = (0..neurons).map(|place| MOST_BIAS * sign(place)).collect();
    let second: Vec<_> =
        (0..OUTPUT_BUCKETS * SECOND * neurons).map(|place| MOST_SECOND * sign(place) as i8).collect();
    let mut layers = FloatLayers::ZERO;
    for (place, number) in layers.third.as_flattened_mut().iter_mut().chain(&mut layers.output).enumerate() {
        *number = MOST_FLOAT * f32::from(sign(place));
    }
    let network = Network {
        first: weight_chunks(&first),
        bias: chunks(&bias),
        second: weight_blocks(&second, neurons),
        float_layers: vec![layers; OUTPUT_BUCKETS].into(),
        scale: i32::MAX,
        data_hash: 0,
        teacher: String::new(),
        checksum: 0,
    };
    Network::from_bytes(&network.checked().to_bytes()).expect("within every bound")
}

#[test]
fn every_simd_path_agrees_with_the_reference() {
    let networks = networks();
    let references: Vec<_> = networks.iter().map(Reference::new).collect();
    for (number, position) in positions(1, 10_000).iter().enumerate() {
        let (network, reference) = (&networks[number % networks.len()], &references[number % networks.len()]);
        let expected = Score::cp(reference.evaluate(position));
        for path in SimdPath::all() {
            let found = network.forward(path, position.board(), position.turn());
            assert_eq!(found, expected, "{path}, {network}, {position}");
        }
    }
}

#[test]
fn no_sum_overflows_at_the_bounds() {
    let signs: [fn(usize) -> i16; 4] = [
        |_| 1,
        |_| -1,
        |place| if place % 2 == 0 { 1 } else { -1 },
        |place| if place % 3 == 0 { -1 } else { 1 },
    ];
    for (neurons, sign) in [192, 1024].into_iter().flat_map(|neurons| signs.map(|sign| (neurons, sign))) {
        let network = extreme(neurons, sign);
        let reference = Reference::new(&network);
        for position in &positions(2, 200) {
            let expected = reference.evaluate(position);
            for path in SimdPath::all() {
                let found = network.forward(path, position.board(), position.turn());
                assert_eq!(found.raw(), expected, "{path}, {network}, {position}");
                assert!(!found.is_mate() && found < Score::TABLE_WIN && found > -Score::TABLE_WIN);
            }
        }
    }
}

#[test]
fn every_simd_path_multiplies_extreme_sums_and_weights_correctly() {
    let values = [i16::MIN, -1, 0, 1, 2, 128, 254, 255, 256, 16_160, i16::MAX];
    let positive = [255, 300, i16::MAX];
    let weights = [-MOST_SECOND, MOST_SECOND, 0, 1, -1];
    for (neurons, step) in [(64, 1), (128, 2), (192, 7), (320, 3), (512, 5), (832, 3), (1024, 13)] {
        let row = |numbers: &[i16], step: usize| {
            chunks(&(0..neurons).map(|place| numbers[place * step % numbers.len()]).collect::<Vec<_>>())
        };
        for numbers in [&values[..], &positive, &[0], &[i16::MIN]] {
            let rows = [row(numbers, step), row(numbers, step + 1)];
            let views = [&*rows[0], &*rows[1]];
            for kinds in [&weights[..], &weights[..1], &weights[1..2]] {
                let weights: Vec<_> =
                    (0..SECOND * neurons).map(|place| kinds[place * (step + 2) % kinds.len()]).collect();
                let blocks = weight_blocks(&weights, neurons);
                let expected = reference::second_layer(views, &weights);
                for path in SimdPath::all() {
                    let sums = path.second_layer(views, &blocks).map(i64::from);
                    assert_eq!(sums, expected[..], "{path}, {neurons} neurons");
                }
            }
        }
    }
}

#[test]
fn every_simd_path_computes_the_same_bits_in_floats() {
    let network = Network::random(64, 8);
    let bits = |path: SimdPath| -> Vec<_> {
        let bits = (0..10_000_usize).map(|seed| {
            let sums = std::array::from_fn(|neuron| (seed * 7919 + neuron * 104_729) as i32 % 20_011 - 6_000);
            path.float_layers(&sums, &network.float_layers[seed % OUTPUT_BUCKETS]).to_bits()
        });
        bits.collect()
    };
    let expected = bits(SimdPath::SCALAR);
    assert!(expected.iter().any(|bits| *bits != expected[0]));
    for path in SimdPath::all() {
        assert_eq!(bits(path), expected, "{path}");
    }
}

#[test]
fn second_layer_weights_survive_the_change_of_their_order() {
    let weights: Vec<_> = (0..OUTPUT_BUCKETS * SECOND * 64).map(|place| (place * 31 % 255) as i8).collect();
    let blocks = weight_blocks(&weights, 64);
    assert_eq!(file_order(&blocks, 64), weights);
    // Output bucket 3, neuron 5, input 42.
    assert_eq!(blocks[3 * 16 + 10].0[4 * 5 + 2], weights[(3 * 16 + 5) * 64 + 42]);
}

#[test]
fn every_simd_path_adds_and_subtracts_rows_correctly() {
    let row =
        |seed: i16| chunks(&(0..96).map(|place: i16| place.wrapping_mul(977) ^ seed).collect::<Vec<_>>());
    let weights =
        |seed: i8| weight_chunks(&(0..96).map(|place: i8| place.wrapping_mul(77) ^ seed).collect::<Vec<_>>());
    let (a, b, c, d) = (weights(1), weights(-2), weights(0x55), weights(i8::MIN));
    let from = row(i16::MIN);
    let results = |path: SimdPath| {
        let mut rows = [row(9), row(9), row(9), row(9), row(9)];
        let [one, two, three, four, five] = &mut rows;
        path.change(one, None, [&a], []);
        path.change(two, None, [], [&a, &b, &c, &d]);
        path.change(three, Some(&from), [&a], [&b]);
        path.change(four, Some(&from), [&a], [&b, &c]);
        path.change(five, Some(&from), [&a, &b], [&c, &c]);
        rows
    };
    let expected = results(SimdPath::SCALAR);
    let [a, b] = [&a, &b].map(|row| row.iter().flat_map(|chunk| chunk.0).map(i16::from));
    let mut sums = numbers(&expected[2]).zip(numbers(&from)).zip(a.zip(b));
    assert!(sums.all(|((sum, from), (a, b))| sum == from.wrapping_add(a).wrapping_sub(b)));
    for path in SimdPath::all() {
        assert_eq!(results(path), expected, "{path}");
    }
}

#[test]
fn every_simd_path_runs_work_with_a_bit_identical_result() {
    struct Sum<'a>(&'a [f32]);
    impl Work for Sum<'_> {
        type Result = u32;

        #[expect(
            clippy::inline_always,
            reason = "must be inlined to be compiled for the instruction set of the caller"
        )]
        #[inline(always)]
        fn run(self) -> u32 {
            self.0.iter().fold(0.0_f32, |sum, number| sum * 0.75 + number * 1.1).to_bits()
        }
    }
    let terms: Vec<_> = (0..1000_u16).map(|number| f32::from(number).sqrt()).collect();
    let expected = SimdPath::SCALAR.run(Sum(&terms));
    for path in SimdPath::all() {
        assert_eq!(path.run(Sum(&terms)), expected, "{path}");
    }
}

#[test]
fn exchanging_colours_or_mirroring_files_keeps_the_evaluation() {
    let networks = networks();
    for (number, position) in positions(3, 3_000).iter().enumerate() {
        let network = &networks[number % networks.len()];
        let evaluate = |position: &Position| network.evaluate_board(position.board(), position.turn());
        let value = evaluate(position);
        let mirrored = position.mirrored().expect("legal");
        assert_eq!(evaluate(&mirrored), value, "{position}");
        assert_eq!(network.evaluate(&mirrored), network.evaluate(position), "{position}");
        // Mirroring the files loses castling rights, but the network does not use them.
        let mut board = position.board().clone();
        board.flip_horizontal();
        assert_eq!(network.evaluate_board(&board, position.turn()), value, "{position}");
    }
}

#[test]
fn the_number_of_pieces_and_pawns_selects_the_output_bucket() {
    let chosen: Vec<_> = [2, 5, 6, 9, 10, 13, 14, 29, 30, 32].map(Network::output_bucket).into();
    assert_eq!(chosen, [0, 0, 1, 1, 2, 2, 3, 6, 7, 7]);
    assert!((0..=64).all(|count| Network::output_bucket(count) <= 7));
}

#[test]
fn the_embedded_network_loads_and_is_symmetric_in_the_start_position() {
    let network = Network::embedded();
    let start = Position::start();
    let values = Color::ALL.map(|us| network.evaluate_board(start.board(), us));
    assert_eq!(values[0], values[1]);
    assert!(!values[0].is_mate());
}

#[test]
fn the_diagram_shows_the_contribution_of_each_piece_for_white() {
    let network = Network::random(64, 5);
    let position = Position::start();
    let without_queen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let without_queen = Position::from_fen(without_queen, shakmaty::CastlingMode::Standard).expect("legal");
    let queen = network.evaluate(&position) - network.evaluate(&without_queen).raw();
    let queen = Evaluator::Network.normalised(queen).raw();
    let diagram = network.board_diagram(&position);
    let lines: Vec<_> = diagram.lines().collect();
    assert_eq!(lines.len(), 13, "eight ranks, four of them with values, and the files\n{diagram}");
    let pieces: Vec<_> = lines[0].split_whitespace().collect();
    assert_eq!(pieces, ["8", "r", "n", "b", "q", "k", "b", "n", "r"]);
    let values: Vec<_> = lines[1].split_whitespace().collect();
    assert_eq!(values.len(), 7, "no value for the king\n{diagram}");
    assert_eq!(values[3], format!("{queen:+}"));
}

#[test]
fn changing_the_network_discards_the_old_accumulators() {
    let mut accumulators = Accumulators::default();
    let networks = networks().into_iter().map(Arc::new).collect::<Vec<_>>();
    for position in positions(5, 200) {
        for network in &networks {
            accumulators.begin(network);
            assert_eq!(accumulators.evaluate(&position, 0), network.evaluate(&position), "{position}");
        }
    }
}

#[test]
fn updated_accumulators_agree_with_new_ones_after_every_kind_of_move() {
    let networks = networks().into_iter().map(Arc::new).collect::<Vec<_>>();
    let mut accumulators = Accumulators::default();
    let mut kinds = [0; 6];
    for (game, (start, moves)) in random::games(11, 60).enumerate() {
        let network = &networks[game % 4];
        let mut rng = ChaCha8Rng::seed_from_u64(game as u64);
        let mut position = start;
        accumulators.begin(network);
        for (ply, mv) in moves.into_iter().enumerate() {
            let us = position.turn();
            let [before, after] =
                [position.clone(), position.play(mv)].map(|position| View::of(us, position.board()));
            for (kind, found) in kinds.iter_mut().zip([
                mv.is_castle(),
                before.mirrored != after.mirrored && !mv.is_castle(),
                before.mirrored == after.mirrored && before.king_bucket != after.king_bucket,
                mv.is_en_passant(),
                mv.is_promotion(),
            ]) {
                *kind += u32::from(found);
            }
            // A sibling of the move, and a null move with a reply, use the same plies before the move.
            if rng.random_ratio(1, 3) {
                let other = position.legal_moves()[0];
                accumulators.play(ply, us, other);
                let child = position.play(other);
                assert_eq!(accumulators.evaluate(&child, ply + 1), network.evaluate(&child), "{child}");
            }
            if let Some(passed) = position.pass() {
                accumulators.pass(ply);
                for reply in passed.legal_moves().into_iter().take(2) {
                    kinds[5] += 1;
                    accumulators.play(ply + 1, passed.turn(), reply);
                    let child = passed.play(reply);
                    assert_eq!(accumulators.evaluate(&child, ply + 2), network.evaluate(&child), "{child}");
                }
            }
            accumulators.play(ply, us, mv);
            position = position.play(mv);
            // Some evaluations follow several moves that were not evaluated.
            if rng.random_ratio(1, 2) {
                let value = accumulators.evaluate(&position, ply + 1);
                assert_eq!(value, network.evaluate(&position), "{position}");
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 0), "every kind of move occurs: {kinds:?}");
}

#[test]
fn the_greater_of_two_decisive_advantages_has_the_greater_score() {
    let scores = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "1nb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        "1nb1kbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    ]
    .map(|fen| {
        let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
        Network::embedded().evaluate(&position).raw()
    });
    assert!(scores.is_sorted_by(|less, more| less + 100 < *more), "{scores:?}");
}
