//! Conversion of a file that bullet wrote.
//!
//! `bullet-32x8.bin` was written by bullet's own code (commit cebc78a0: `ModelWeights::to_quantised_buffer` with
//! the save format of the network guide), from weights that follow from their layer, row and column: see
//! `first`, `bias`, `output` and `output_bias`.

use crate::{
    evaluate::{
        Network,
        network::{
            chunk::{Chunk, numbers},
            file::{FileError, QA, QB},
        },
    },
    tools::tune::network::{
        Layers,
        bullet::{ImportError, MOST_BYTES, import},
    },
};

const FILE: &[u8] = include_bytes!("bullet-32x8.bin");
const NEURONS: usize = 32;
const BUCKETS: usize = 8;

fn first(feature: usize, neuron: usize) -> i16 {
    ((feature * 31 + neuron * 17 + feature * neuron * 7) % 201) as i16 - 100
}

fn bias(neuron: usize) -> i16 {
    (neuron * 5 % 64) as i16 - 10
}

fn output(bucket: usize, input: usize) -> i16 {
    ((bucket * 37 + input * 11 + bucket * input * 3) % 127) as i16 - 63
}

fn output_bias(bucket: usize) -> i32 {
    bucket as i32 * 321 - 1000
}

#[test]
fn every_weight_of_a_file_of_bullet_has_its_place_in_the_network() {
    let network = import(FILE, 400).expect("bullet's own file");
    assert_eq!((network.neurons(), network.buckets(), network.scale()), (NEURONS, BUCKETS, 400));
    let all = |layer: &[Chunk]| numbers(layer).collect::<Vec<_>>();
    let [first_layer, biases, outputs] =
        [&network.first, &network.bias, &network.output].map(|layer| all(layer));
    for feature in 0..768 {
        for neuron in 0..NEURONS {
            assert_eq!(first_layer[feature * NEURONS + neuron], first(feature, neuron), "{feature} {neuron}");
        }
    }
    assert_eq!(biases, (0..NEURONS).map(bias).collect::<Vec<_>>());
    for bucket in 0..BUCKETS {
        for input in 0..2 * NEURONS {
            let found = outputs[bucket * 2 * NEURONS + input];
            assert_eq!(found, output(bucket, input), "{bucket} {input}");
        }
    }
    assert_eq!(network.output_bias[..], (0..BUCKETS).map(output_bias).collect::<Vec<_>>());
}

#[test]
fn the_same_weights_from_our_own_trainer_give_the_same_file() {
    let mut layers = Layers::zero(NEURONS, BUCKETS);
    let parts = layers.parts_mut();
    let [qa, qb] = [QA, QB].map(|unit| unit as f32);
    for (index, weight) in parts.first.iter_mut().enumerate() {
        *weight = f32::from(first(index / NEURONS, index % NEURONS)) / qa;
    }
    for (neuron, weight) in parts.bias.iter_mut().enumerate() {
        *weight = f32::from(bias(neuron)) / qa;
    }
    for (index, weight) in parts.output.iter_mut().enumerate() {
        *weight = f32::from(output(index / (2 * NEURONS), index % (2 * NEURONS))) / qb;
    }
    for (bucket, weight) in parts.output_bias.iter_mut().enumerate() {
        *weight = output_bias(bucket) as f32 / (qa * qb);
    }
    let own = layers.network(400, 0).expect("in bounds");
    let imported = import(FILE, 400).expect("bullet's own file");
    assert_eq!(imported.to_bytes(), own.to_bytes());
    assert_eq!(Network::from_bytes(&imported.to_bytes()).expect("a network"), own);
}

#[test]
fn output_biases_may_have_16_or_32_bits() {
    // The last 64 bytes of the file that bullet writes with `SavedFormat::id("l1b").round().quantise::<i32>(255 * 64)`.
    let mut wide = FILE[..FILE.len() - 64].to_vec();
    (0..BUCKETS).for_each(|bucket| wide.extend(output_bias(bucket).to_le_bytes()));
    wide.extend(b"bulletbulletbulletbulletbulletbu");
    let network = import(&wide, 400).expect("the same network");
    assert_eq!(network, import(FILE, 400).expect("bullet's own file"));
}

#[test]
fn files_of_another_size_padding_or_range_are_refused_with_a_remedy() {
    for bytes in [&[][..], &FILE[..64], &FILE[1..], &FILE[..FILE.len() - 64], &[FILE, &[0; 64]].concat()] {
        let error = import(bytes, 400).expect_err("another size");
        assert!(matches!(error, ImportError::Size(size) if size == bytes.len()), "{error}");
    }
    let changed = |at: usize, number: i16| {
        let mut file = FILE.to_vec();
        file[at..at + 2].copy_from_slice(&number.to_le_bytes());
        import(&file, 400)
    };
    assert!(matches!(changed(FILE.len() - 2, 0), Err(ImportError::Padding)));
    assert!(matches!(changed(FILE.len() - 48, 0), Err(ImportError::Padding)));
    let first_bytes = 2 * 768 * NEURONS;
    for (at, most) in [(0, 505), (first_bytes, 16_000), (first_bytes + 2 * NEURONS, 127)] {
        assert!(changed(at, most).is_ok() && changed(at, -most).is_ok(), "{at}");
        let error = changed(at, most + 1).expect_err("out of bounds");
        assert!(matches!(error, ImportError::Bounds(FileError::Bound(_, 0, _, _))), "{error}");
    }
    assert!(matches!(import(FILE, 0), Err(ImportError::Bounds(FileError::Scale(0)))));
    // 512 weights of 127 in each output row exceed the sum of a row.
    let mut large = vec![0; 2 * 256 * 769];
    large.extend([127, 0].repeat(8 * 512));
    large.extend([0; 16]);
    large.extend(b"bullet".iter().cycle().take(48));
    assert!(matches!(import(&large, 400), Err(ImportError::Bounds(FileError::Sum(0, 65_024)))));
    let mut largest = vec![0; 2 * 1024 * (769 + 16) + 16];
    largest.extend(b"bullet".iter().cycle().take(48));
    assert_eq!(largest.len(), MOST_BYTES);
    assert_eq!(import(&largest, 400).expect("zeros").neurons(), 1024);
}
