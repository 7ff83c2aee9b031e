//! Tests of the arithmetic with random networks of several sizes, independent of the embedded network.

mod files;
mod reference;

use shakmaty::Color;

use self::reference::Reference;
use super::{
    Network,
    chunk::{Chunk, chunks, numbers},
    file::{MOST_BIAS, MOST_FIRST, MOST_OUTPUT, MOST_OUTPUT_SUM},
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
    [(32, 1), (64, 8), (96, 1), (256, 8), (1024, 8)]
        .into_iter()
        .zip(1..)
        .map(|((neurons, buckets), seed)| Network::random(neurons, buckets, seed))
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

/// Returns a network with weights at the bounds of the file format. `weight` returns the sign of each number
/// from its index.
fn extreme(neurons: usize, weight: impl Fn(usize) -> i16) -> Network {
    let layer =
        |count: usize, number: &dyn Fn(usize) -> i16| chunks(&(0..count).map(number).collect::<Vec<_>>());
    // As many maximum weights as the sum allows, then one weight with the remainder.
    let full = MOST_OUTPUT_SUM as usize / MOST_OUTPUT as usize;
    let output = |place: usize| match place % (2 * neurons) {
        place if place < full => MOST_OUTPUT * weight(place),
        place if place == full => (MOST_OUTPUT_SUM as usize - full * MOST_OUTPUT as usize) as i16 * weight(0),
        _ => 0,
    };
    let network = Network {
        first: layer(768 * neurons, &|place| MOST_FIRST * weight(place % neurons)),
        bias: layer(neurons, &|place| MOST_BIAS * weight(place)),
        output: layer(2 * neurons, &output),
        output_bias: [i32::MAX].into(),
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
        let expected = Score::cp(reference.evaluate(position) as i32);
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
    for (neurons, sign) in [160, 512, 1024].into_iter().flat_map(|neurons| signs.map(|sign| (neurons, sign)))
    {
        let network = extreme(neurons, sign);
        let reference = Reference::new(&network);
        for position in &positions(2, 200) {
            let expected = reference.evaluate(position);
            for path in SimdPath::all() {
                let found = network.forward(path, position.board(), position.turn());
                assert_eq!(i64::from(found.raw()), expected, "{path}, {network}, {position}");
                assert!(!found.is_mate() && found < Score::TABLE_WIN && found > -Score::TABLE_WIN);
            }
        }
    }
}

#[test]
fn every_simd_path_multiplies_extreme_activations_and_weights_correctly() {
    let extremes = |numbers: &[i16], neurons: usize, step: usize| -> Box<[Chunk]> {
        chunks(&(0..neurons).map(|place| numbers[place * step % numbers.len()]).collect::<Vec<_>>())
    };
    let values = [i16::MIN, -1, 0, 1, 254, 255, 256, 16_160, i16::MAX];
    let weights = [-MOST_OUTPUT, MOST_OUTPUT, 0, 1, -1];
    for (neurons, step) in [(32, 1), (96, 2), (128, 7)] {
        let rows = [extremes(&values, neurons, step), extremes(&values, neurons, step + 1)];
        let weights = [extremes(&weights, neurons, step + 2), extremes(&weights, neurons, 1)];
        let sums = SimdPath::all()
            .into_iter()
            .map(|path| path.dot([&rows[0], &rows[1]], [&weights[0], &weights[1]]));
        let expected = reference::dot(&rows, &weights);
        sums.for_each(|sum| assert_eq!(i64::from(sum), expected));
    }
}

#[test]
fn every_simd_path_adds_and_subtracts_rows_correctly() {
    let row =
        |seed: i16| chunks(&(0..96).map(|place: i16| place.wrapping_mul(977) ^ seed).collect::<Vec<_>>());
    let (a, b, c, d) = (row(1), row(-2), row(0x55), row(i16::MIN));
    let results = |path: SimdPath| {
        let mut rows = [row(9), row(9), row(9), row(9), row(9)];
        let [one, two, three, four, five] = &mut rows;
        path.change(one, None, [&a], []);
        path.change(two, None, [], [&a, &b, &c, &d]);
        path.change(three, Some(&d), [&a], [&b]);
        path.change(four, Some(&d), [&a], [&b, &c]);
        path.change(five, Some(&d), [&a, &b], [&c, &c]);
        rows
    };
    let expected = results(SimdPath::SCALAR);
    let sums = numbers(&expected[2]).zip(numbers(&d)).zip(numbers(&a).zip(numbers(&b)));
    assert!(sums.into_iter().all(|((sum, d), (a, b))| sum == d.wrapping_add(a).wrapping_sub(b)));
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
    let [one, eight] = [1, 8].map(|buckets| Network::random(32, buckets, 1));
    let chosen: Vec<_> = [2, 5, 6, 9, 10, 13, 14, 29, 30, 32].map(|count| eight.bucket(count)).into();
    assert_eq!(chosen, [0, 0, 1, 1, 2, 2, 3, 6, 7, 7]);
    assert!((0..=64).all(|count| one.bucket(count) == 0 && eight.bucket(count) <= 7));
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
    let network = Network::random(64, 8, 5);
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
