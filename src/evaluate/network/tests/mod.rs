//! What is promised of nets, shown on nets of many sizes that nobody trained: none of it hangs on the numbers of the embedded one.

mod files;
mod reference;

use shakmaty::Color;

use self::reference::Reference;
use super::{
    Network,
    chunk::{Chunk, chunks, numbers},
    file::{MOST_BIAS, MOST_FIRST, MOST_OUTPUT, MOST_OUTPUT_SUM},
    simd::{Path, Work},
};
use crate::{
    evaluate::{Evaluator, network::Accumulators},
    position::{Position, random},
    score::Score,
};
use std::sync::Arc;

/// Nets of several sizes.
pub(crate) fn nets() -> Vec<Network> {
    [(32, 1), (64, 8), (96, 1), (256, 8), (1024, 8)]
        .into_iter()
        .zip(1..)
        .map(|((neurons, buckets), seed)| Network::random(neurons, buckets, seed))
        .collect()
}

/// So many positions of random games.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut found = Vec::new();
    random::walks(seed, count / 40, |position| found.push(position.clone()));
    assert!(found.len() >= count, "{} positions", found.len());
    found.truncate(count);
    found
}

/// A net as far out as files may be: the signs of `weight` decide on each number, by its place.
fn extreme(neurons: usize, weight: impl Fn(usize) -> i16) -> Network {
    let layer =
        |count: usize, number: &dyn Fn(usize) -> i16| chunks(&(0..count).map(number).collect::<Vec<_>>());
    // As many of the largest weights as the sum allows, and a rest.
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
        checksum: 0,
    };
    Network::from_bytes(&network.checked().to_bytes()).expect("within every bound")
}

#[test]
fn every_path_gives_what_the_formulas_give() {
    let nets = nets();
    let references: Vec<_> = nets.iter().map(Reference::new).collect();
    for (number, position) in positions(1, 10_000).iter().enumerate() {
        let (network, reference) = (&nets[number % nets.len()], &references[number % nets.len()]);
        let expected = Score::cp(reference.evaluate(position) as i32);
        for path in Path::all() {
            let found = network.judge_by(path, position.board(), position.turn());
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
            for path in Path::all() {
                let found = network.judge_by(path, position.board(), position.turn());
                assert_eq!(i64::from(found.raw()), expected, "{path}, {network}, {position}");
                assert!(!found.is_mate() && found < Score::TABLE_WIN && found > -Score::TABLE_WIN);
            }
        }
    }
}

#[test]
fn every_path_multiplies_activations_and_weights_at_the_ends_alike() {
    let ends = |numbers: &[i16], neurons: usize, step: usize| -> Box<[Chunk]> {
        chunks(&(0..neurons).map(|place| numbers[place * step % numbers.len()]).collect::<Vec<_>>())
    };
    let values = [i16::MIN, -1, 0, 1, 254, 255, 256, 16_160, i16::MAX];
    let weights = [-MOST_OUTPUT, MOST_OUTPUT, 0, 1, -1];
    for (neurons, step) in [(32, 1), (96, 2), (128, 7)] {
        let rows = [ends(&values, neurons, step), ends(&values, neurons, step + 1)];
        let weights = [ends(&weights, neurons, step + 2), ends(&weights, neurons, 1)];
        let sums =
            Path::all().into_iter().map(|path| path.dot([&rows[0], &rows[1]], [&weights[0], &weights[1]]));
        let expected = reference::dot(&rows, &weights);
        sums.for_each(|sum| assert_eq!(i64::from(sum), expected));
    }
}

#[test]
fn every_path_adds_and_subtracts_rows_as_the_scalar_path_does() {
    let row =
        |seed: i16| chunks(&(0..96).map(|place: i16| place.wrapping_mul(977) ^ seed).collect::<Vec<_>>());
    let (a, b, c, d) = (row(1), row(-2), row(0x55), row(i16::MIN));
    let results = |path: Path| {
        let mut rows = [row(9), row(9), row(9), row(9), row(9)];
        let [one, two, three, four, five] = &mut rows;
        path.change(one, None, [&a], []);
        path.change(two, None, [], [&a, &b, &c, &d]);
        path.change(three, Some(&d), [&a], [&b]);
        path.change(four, Some(&d), [&a], [&b, &c]);
        path.change(five, Some(&d), [&a, &b], [&c, &c]);
        rows
    };
    let expected = results(Path::SCALAR);
    let sums = numbers(&expected[2]).zip(numbers(&d)).zip(numbers(&a).zip(numbers(&b)));
    assert!(sums.into_iter().all(|((sum, d), (a, b))| sum == d.wrapping_add(a).wrapping_sub(b)));
    Path::all().into_iter().for_each(|path| assert_eq!(results(path), expected, "{path}"));
}

#[test]
fn every_path_runs_work_with_the_same_result_to_the_last_bit() {
    struct Sum<'a>(&'a [f32]);
    impl Work for Sum<'_> {
        type Result = u32;

        #[expect(
            clippy::inline_always,
            reason = "only inlined is it compiled for the registers of its caller"
        )]
        #[inline(always)]
        fn run(self) -> u32 {
            self.0.iter().fold(0.0_f32, |sum, number| sum * 0.75 + number * 1.1).to_bits()
        }
    }
    let terms: Vec<_> = (0..1000_u16).map(|number| f32::from(number).sqrt()).collect();
    let expected = Path::SCALAR.run(Sum(&terms));
    Path::all().into_iter().for_each(|path| assert_eq!(path.run(Sum(&terms)), expected, "{path}"));
}

#[test]
fn the_value_is_the_same_with_colours_exchanged_and_with_files_exchanged() {
    let nets = nets();
    for (number, position) in positions(3, 3_000).iter().enumerate() {
        let network = &nets[number % nets.len()];
        let judge = |position: &Position| network.judge(position.board(), position.turn());
        let value = judge(position);
        let mirrored = position.mirrored().expect("legal");
        assert_eq!(judge(&mirrored), value, "{position}");
        assert_eq!(network.evaluate(&mirrored), network.evaluate(position), "{position}");
        // Where no castling right is lost by it this is a position, too; the net does not know of them.
        let mut board = position.board().clone();
        board.flip_horizontal();
        assert_eq!(network.judge(&board, position.turn()), value, "{position}");
    }
}

#[test]
fn the_number_of_men_chooses_the_output() {
    let [one, eight] = [1, 8].map(|buckets| Network::random(32, buckets, 1));
    let chosen: Vec<_> = [2, 5, 6, 9, 10, 13, 14, 29, 30, 32].map(|men| eight.bucket(men)).into();
    assert_eq!(chosen, [0, 0, 1, 1, 2, 2, 3, 6, 7, 7]);
    assert!((0..=64).all(|men| one.bucket(men) == 0 && eight.bucket(men) <= 7));
}

#[test]
fn the_embedded_net_can_be_read_and_judges_the_start_alike_for_both_sides() {
    let network = Network::embedded();
    let start = Position::start();
    let values = Color::ALL.map(|us| network.judge(start.board(), us));
    assert_eq!(values[0], values[1]);
    assert!(!values[0].is_mate());
}

#[test]
fn a_drawing_shows_what_each_man_adds_for_white() {
    let network = Network::random(64, 8, 5);
    let position = Position::start();
    let without_queen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let without_queen = Position::from_fen(without_queen, shakmaty::CastlingMode::Standard).expect("legal");
    let queen = network.evaluate(&position) - network.evaluate(&without_queen).raw();
    let queen = Evaluator::Network.told(queen).raw();
    let drawing = network.drawn(&position);
    let lines: Vec<_> = drawing.lines().collect();
    assert_eq!(lines.len(), 13, "eight ranks, four of them with values, and the files\n{drawing}");
    let men: Vec<_> = lines[0].split_whitespace().collect();
    assert_eq!(men, ["8", "r", "n", "b", "q", "k", "b", "n", "r"]);
    let values: Vec<_> = lines[1].split_whitespace().collect();
    assert_eq!(values.len(), 7, "not the king\n{drawing}");
    assert_eq!(values[3], format!("{queen:+}"));
}

#[test]
fn a_search_by_another_net_knows_nothing_of_the_one_before() {
    let mut accumulators = Accumulators::default();
    let networks = nets().into_iter().map(Arc::new).collect::<Vec<_>>();
    for position in positions(5, 200) {
        for network in &networks {
            accumulators.begin(network);
            assert_eq!(accumulators.evaluate(&position, 0), network.evaluate(&position), "{position}");
        }
    }
}
