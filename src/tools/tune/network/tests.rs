//! Tests of the training, on positions of random games whose score is their material balance.

mod reading;

use std::{ops::ControlFlow, sync::atomic::AtomicBool, time::Duration};

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use shakmaty::KnownOutcome;

use super::first_layer::{FirstBackward, FirstForward, FirstStep, SLICE, Slice};
use super::gradient::{LaterGradient, Scratch, Target};
use super::layers::LayerParts;
use super::records::WINDOW;
use super::*;
use crate::{
    chess::{
        position::{Position, random},
        score::Score,
    },
    evaluate::{
        Evaluator, Network,
        network::{
            features::{FEATURES, KING_BUCKETS, PieceOnSquare, View},
            layers::{SECOND, THIRD, THIRD_INPUTS},
            simd::{SimdPath, Work as _},
        },
    },
    tools::datagen::bulletformat::{RECORD_BYTES, TrainingRecord, record},
};

const TARGET: Target = Target { result: 0.3, scale: 400.0 };

/// Generates positions of random games with their records; the game results are random, with probabilities
/// that follow from the material.
fn positions(seed: u64, games: usize) -> Vec<(Position, TrainingRecord)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    random::walks(seed, games, |position| {
        let score = Evaluator::Material.evaluate(position).raw().clamp(-2_900, 2_900);
        let wins = rng.random_bool(1.0 / (1.0 + (-f64::from(score) / 400.0).exp()));
        let winner = if wins { position.turn() } else { !position.turn() };
        let outcome =
            if rng.random_ratio(1, 4) { KnownOutcome::Draw } else { KnownOutcome::Decisive { winner } };
        found.push((position.clone(), record(position, score, outcome)));
    });
    found
}

fn records(games: usize) -> Records {
    let bytes: Vec<_> = positions(5, games).into_iter().flat_map(|(_, record)| record).collect();
    let mut records = Records::default();
    records.read(&bytes[..], None, 0.1).expect("sound");
    records
}

fn plan() -> TrainingPlan {
    TrainingPlan {
        epochs: 6.0,
        batch: 256,
        rates: LearningRate { highest: 3e-3, last: 1e-5 },
        result_share: ResultShare { first: 0.2, last: 0.3 },
        scale: 400,
        threads: 2,
        seed: 1,
        time: None,
        path: SimdPath::best(),
    }
}

/// Trains a network and returns it with the last report.
fn trained(records: &Records, plan: &TrainingPlan) -> (Layers, TrainingReport) {
    let mut last = None;
    let on_report = |report: &TrainingReport, _: &Layers| {
        last = Some(*report);
        ControlFlow::Continue(())
    };
    let start = Layers::random(64, plan.seed);
    let layers = train(records, start, plan, &AtomicBool::new(false), on_report).expect("readable");
    (layers, last.expect("the last step is reported"))
}

#[test]
fn features_and_output_agree_with_the_evaluator() {
    let network = Network::random(64, 3);
    let layers = Layers::of(&network);
    let (mut scratch, mut sum) = (Scratch::new(&layers), 0.0);
    let positions = positions(1, 40);
    for (position, record) in &positions {
        let sample = Sample::of(record);
        let us = position.turn();
        for (side, features) in [us, !us].into_iter().zip(sample.views()) {
            let view = View::of(side, position.board());
            let pieces = position.board().clone().into_iter();
            let mut expected: Vec<_> =
                pieces.map(|(square, piece)| PieceOnSquare::new(piece, square).row(view) as u16).collect();
            let mut features = features.to_vec();
            expected.sort_unstable();
            features.sort_unstable();
            assert_eq!(features, expected, "{position}");
        }
        let value = scratch.forward(&layers, &sample) * network.scale() as f32;
        let (path, board) = (SimdPath::best(), position.board());
        let [own, theirs] = &network.accumulators(path, board, us);
        let played = network.output(path, [own, theirs], board.occupied().count()).raw() as f32;
        // Both round the same activations and weights; only the output of the evaluator is an integer.
        let difference = (value - played).abs();
        assert!(difference < 1.0, "{value} {played} {position}");
        sum += difference;
    }
    assert!(sum / (positions.len() as f32) < 0.6, "{}", sum / positions.len() as f32);
}

/// Returns the gradient of the sum of squared errors of some records.
fn gradient(layers: &Layers, records: &[TrainingRecord]) -> Layers {
    let samples: &Vec<_> = &records.iter().map(Sample::of).collect();
    let (slices, mut gradient) = (&mut Slice::all(layers), Layers::zero(layers.neurons()));
    FirstForward { slices, samples }.run();
    let sums = slices.iter_mut().map(|slice| &mut slice.sums[..]).collect();
    LaterGradient { layers, samples, sums, target: TARGET, gradient: &mut gradient }.run();
    FirstBackward { slices, samples }.run();
    let to = gradient.parts_mut();
    for (number, slice) in slices.iter().enumerate() {
        let first = number * SLICE;
        to.bias[first..][..SLICE].copy_from_slice(&slice.bias_gradient);
        for (row, gradients) in to.first.chunks_exact_mut(layers.neurons()).zip(&slice.gradient) {
            row[first..][..SLICE].copy_from_slice(gradients);
        }
    }
    gradient
}

/// Returns the sum of squared errors of some records in double precision. The pairwise products are rounded by as much
/// as those of `base`: the rounding is a constant, as the gradient assumes.
fn loss(layers: &Layers, base: &Layers, records: &[TrainingRecord]) -> f64 {
    let (neurons, parts) = (layers.neurons(), layers.parts());
    let clipped = |sum: f64| sum.clamp(0.0, 1.0);
    let error = |record: &TrainingRecord| {
        let sample = Sample::of(record);
        let bucket = Network::output_bucket(sample.piece_count());
        let products_of = |layers: &Layers| -> Vec<f64> {
            let LayerParts { first, bias, .. } = layers.parts();
            let products = sample.views().into_iter().flat_map(|rows| {
                let weight = |row: &u16, neuron| f64::from(first[usize::from(*row) * neurons + neuron]);
                let sum = |neuron| rows.iter().map(|row| weight(row, neuron)).sum::<f64>();
                let activation = |neuron| clipped(sum(neuron) + f64::from(bias[neuron]));
                let product = |neuron| activation(neuron) * activation(neurons / 2 + neuron);
                (0..neurons / 2).map(product).collect::<Vec<_>>()
            });
            products.collect()
        };
        let rounded = |product: f64| (product * 255.0 * 255.0 / 512.0 + 1e-4).floor() / 127.0;
        let pairs = products_of(layers).into_iter().zip(products_of(base));
        let products: Vec<_> = pairs.map(|(product, base)| product + rounded(base) - base).collect();
        let dot = |weights: &[f32]| products.iter().zip(weights).map(|(a, b)| a * f64::from(*b)).sum::<f64>();
        let second = (bucket * SECOND..(bucket + 1) * SECOND)
            .map(|row| dot(&parts.second[row * neurons..]) + f64::from(parts.second_bias[row]));
        let values: Vec<_> = second.map(clipped).collect();
        let inputs = values.iter().map(|value| value * value).chain(values.iter().copied());
        let mut third: Vec<_> =
            parts.third_bias[bucket * THIRD..][..THIRD].iter().copied().map(f64::from).collect();
        for (input, row) in inputs.zip(parts.third[bucket * THIRD_INPUTS * THIRD..].chunks_exact(THIRD)) {
            third.iter_mut().zip(row).for_each(|(sum, weight)| *sum += input * f64::from(*weight));
        }
        let weights = parts.output[bucket * THIRD..].iter().copied().map(f64::from);
        let output =
            third.into_iter().zip(weights).map(|(sum, weight)| clipped(sum).powi(2) * weight).sum::<f64>();
        let sigmoid = |output: f64| 1.0 / (1.0 + (-output).exp());
        let (score, result) = (sigmoid(f64::from(sample.score / TARGET.scale)), f64::from(sample.result));
        let target = score + f64::from(TARGET.result) * (result - score);
        (sigmoid(output + f64::from(parts.output_bias[bucket])) - target).powi(2)
    };
    records.iter().map(error).sum()
}

#[test]
fn the_gradient_agrees_with_finite_differences_of_the_loss() {
    let records = records(4);
    let records = &records.first_training_records().expect("readable")[..100];
    let mut layers = Layers::random(2 * SLICE, 2);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    // Activations of every kind: none, partial and full; none at 1, where the loss is not differentiable.
    for bias in layers.parts_mut().bias {
        *bias = [-1.0, 0.3, 2.2][rng.random_range(0..3)];
    }
    let layers = layers.rounded();
    let gradient = gradient(&layers, records);
    let mut steepest: Vec<_> = (0..gradient.parameters().len()).collect();
    steepest.sort_by(|one, other| {
        gradient.parameters()[*other].abs().total_cmp(&gradient.parameters()[*one].abs())
    });
    // The parameters with the largest gradients of every array.
    let all = layers.parts();
    let arrays = [
        (all.first, 60),
        (all.bias, 8),
        (all.second, 20),
        (all.second_bias, 8),
        (all.third, 20),
        (all.third_bias, 8),
        (all.output, 8),
        (all.output_bias, 4),
    ];
    let mut end = 0;
    let chosen = arrays.into_iter().flat_map(|(array, count)| {
        let within = end..end + array.len();
        end = within.end;
        steepest.iter().copied().filter(move |index| within.contains(index)).take(count)
    });
    for index in chosen.collect::<Vec<_>>() {
        let moved = |by: f32| {
            let mut moved = layers.clone();
            moved.parameters_mut()[index] += by;
            loss(&moved, &layers, records)
        };
        let measured = (moved(1e-3) - moved(-1e-3)) / 2e-3;
        let found = f64::from(gradient.parameters()[index]);
        assert!((measured - found).abs() < 0.02 * found.abs() + 2e-3, "{index}: {measured} {found}");
    }
}

#[test]
fn every_instruction_set_computes_the_same_bits() {
    let records = records(10);
    let mut plan = TrainingPlan { epochs: 1.0, ..plan() };
    let networks = SimdPath::all().into_iter().map(|path| {
        plan.path = path;
        trained(&records, &plan).0
    });
    let networks: Vec<_> = networks.collect();
    assert!(networks.iter().all(|network| *network == networks[0]));
}

#[test]
fn any_number_of_threads_gives_nearly_the_same_network() {
    let records = records(2);
    let network = |threads| {
        let plan = TrainingPlan { epochs: 0.2, batch: 3, threads, ..plan() };
        let go_on = |_: &TrainingReport, _: &Layers| ControlFlow::Continue(());
        train(&records, Layers::random(2 * SLICE, 1), &plan, &AtomicBool::new(false), go_on)
            .expect("readable")
    };
    let one = network(1);
    for threads in [2, 5] {
        let several = network(threads);
        let differences =
            one.parameters().iter().zip(several.parameters()).map(|(one, other)| (one - other).abs());
        assert!(differences.fold(0.0, f32::max) < 1e-4, "{threads} threads");
    }
    assert_ne!(one, Layers::random(2 * SLICE, 1));
}

#[test]
fn a_network_converted_to_floats_and_back_is_unchanged() {
    for neurons in [64, 192] {
        let network = Network::random(neurons, 9);
        let again = Layers::of(&network).network(network.scale(), network.data_hash()).expect("in bounds");
        assert_eq!(again.to_bytes(), network.to_bytes());
    }
    let embedded = Network::embedded();
    let again = Layers::of(embedded).network(embedded.scale(), embedded.data_hash()).expect("in bounds");
    let again = Network { teacher: embedded.teacher().to_owned(), ..again };
    assert_eq!(again.to_bytes(), embedded.to_bytes());
}

#[test]
fn clipped_parameters_always_make_a_valid_network() {
    for size in [0.9, 3.0, 1e9] {
        let mut layers = Layers::random(64, 4);
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for number in layers.parameters_mut() {
            *number = rng.random_range(-size..size);
        }
        assert!(layers.network(400, 1).is_err() || size < 1.0, "out of bounds");
        layers.clip();
        let network = layers.network(400, 1).expect("in bounds");
        assert_eq!((network.neurons(), network.data_hash()), (64, 1));
        assert_eq!(Layers::of(&network).network(400, 1).expect("in bounds"), network);
    }
}

#[test]
fn training_lowers_the_held_out_loss_and_the_network_values_a_queen() {
    let records = records(300);
    let (_, before) = trained(
        &records,
        &TrainingPlan { epochs: 0.001, rates: LearningRate { highest: 0.0, last: 0.0 }, ..plan() },
    );
    let (layers, after) = trained(&records, &plan());
    assert!(after.held_out[0] < before.held_out[0] * 0.7, "{before:?} {after:?}");
    assert!(after.held_out[1] < before.held_out[1], "{before:?} {after:?}");
    assert!(after.held_out[2] < before.held_out[2], "{before:?} {after:?}");
    let network = layers.network(400, records.hash()).expect("in bounds");
    let queen_up = "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1";
    let queen_up = Position::from_fen(queen_up, shakmaty::CastlingMode::Standard).expect("legal");
    assert!(network.evaluate(&queen_up) > Score::cp(150), "{:?}", network.evaluate(&queen_up));
}

#[test]
fn the_seed_determines_the_network_and_a_stop_or_time_limit_still_gives_one() {
    let records = records(10);
    let plan = TrainingPlan { epochs: 2.0, ..plan() };
    let (network, _) = trained(&records, &plan);
    assert_eq!(trained(&records, &plan).0, network);
    assert_ne!(trained(&records, &TrainingPlan { seed: 2, ..plan.clone() }).0, network);

    let endless = TrainingPlan { epochs: 1e6, time: Some(Duration::from_millis(50)), ..plan };
    let (_, ended) = trained(&records, &endless);
    assert!(ended.step < ended.steps, "{ended:?}");
    assert!(ended.rate < 1.1e-5, "the schedule ends with the time limit: {ended:?}");

    let mut reported = 0;
    let on_report = |report: &TrainingReport, _: &Layers| {
        reported += report.step;
        ControlFlow::Continue(())
    };
    train(&records, Layers::random(64, 1), &endless, &AtomicBool::new(true), on_report).expect("readable");
    assert_eq!(reported, 1, "only step 1 is reported");
}

#[test]
fn the_fitted_scale_is_near_the_scale_of_the_random_results() {
    let scale = fit_scale(&records(200)).expect("readable");
    assert!((250..=700).contains(&scale), "{scale}: draws make the estimate less precise");
}

#[test]
fn the_guide_states_the_size_of_a_record_and_of_the_records_in_memory() {
    let in_memory = (WINDOW * RECORD_BYTES) >> 20;
    for text in [
        format!("The export writes a record of {RECORD_BYTES} bytes per position"),
        format!("shuffles {in_memory} MiB of records at a time"),
    ] {
        crate::support::text::assert_states("src/tools/matches/README.md", &text);
    }
}

#[test]
fn added_neurons_do_not_change_a_score_before_they_are_trained() {
    let narrow = Layers::of(&Network::random(64, 3));
    let wide = narrow.clone().widened(192, 4);
    assert_eq!(wide.neurons(), 192);
    let [narrow, wide] = [narrow, wide].map(|layers| layers.network(400, 0).expect("within bounds"));
    for (position, _) in positions(7, 20) {
        assert_eq!(narrow.evaluate(&position), wide.evaluate(&position), "{position}");
    }
}

#[test]
fn every_valid_network_is_the_sum_of_the_parts_of_its_first_layer() {
    let mut layers = Layers::random(2 * SLICE, 6);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let most: f32 = 127.0 / 255.0;
    // Some weights are at their limits.
    for weight in layers.parts_mut().first {
        *weight = rng.random_range(-2.0 * most..2.0 * most).clamp(-most, most);
    }
    let before = layers.clone();
    let mut slices = Slice::all(&layers);
    FirstStep { slices: &mut slices, count: 1, rate: 0.0 }.run();
    layers.parameters_mut().fill(0.0);
    Slice::write(&slices, &mut layers);
    let (after, before) = (layers.parts(), before.parts());
    assert_eq!(after.first.len(), KING_BUCKETS * FEATURES * 2 * SLICE);
    for (after, before) in after.first.iter().chain(after.bias).zip(before.first.iter().chain(before.bias)) {
        assert!((after - before).abs() < 1e-6, "{after} {before}");
    }
}
