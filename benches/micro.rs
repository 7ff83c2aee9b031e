//! Micro-benchmarks: time of each part of a node, and nodes per second of each rung.
//!
//! `cargo bench` runs all benchmarks; `cargo bench -- probe update` runs those whose names contain one of the
//! words. Each line shows the fastest and the median time of one call, and the number of items per second at
//! the median.
//!
//! One call of a part processes all positions of `positions/bench.epd`; an item is a position, a move, or a
//! key. The rungs search two of the classic positions to a fixed depth from an empty transposition table; an
//! item is a node. Timings on a busy machine are unreliable: to judge a change, count processor instructions.

use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

use shakmaty::Position as _;

use glulam::{
    chess::{
        position::{Move, MoveList, PackedMove, Position, perft::perft, see},
        positions,
        score::Score,
    },
    evaluate::{
        Evaluator, Network,
        network::{
            Accumulators,
            chunk::{Chunk, WeightChunk},
            simd::SimdPath,
        },
    },
    search::{
        self, Algorithm, Limits, RUNGS, Rung, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable, tt::entry::TtEntry, types::window::Bound,
    },
};

/// Maximum time per benchmark.
const TIME: Duration = Duration::from_millis(500);
/// Maximum number of samples per benchmark.
const SAMPLES: usize = 100;
/// Minimum time of a sample; the call is repeated until the sample takes this long.
const SAMPLE_TIME: Duration = Duration::from_micros(500);

/// Selection of the benchmarks to run.
struct Benches {
    words: Vec<String>,
    /// Whether every call is made only once: true without the flag `--bench`, as in `cargo test --benches`.
    once: bool,
}

impl Benches {
    /// Times `call`, which processes `items` items.
    fn time<R>(&self, name: &str, items: usize, mut call: impl FnMut() -> R) {
        self.time_with(name, || items as u64, || (), |()| call());
    }

    /// Times `call` on inputs that `make` prepares outside the measured time.
    fn time_with<I, R>(
        &self,
        name: &str,
        items: impl FnOnce() -> u64,
        mut make: impl FnMut() -> I,
        mut call: impl FnMut(&mut I) -> R,
    ) {
        if !self.words.is_empty() && !self.words.iter().any(|word| name.contains(word)) {
            return;
        }
        let mut sample = |calls: usize| {
            let mut inputs: Vec<I> = (0..calls).map(|_| make()).collect();
            let start = Instant::now();
            for input in &mut inputs {
                black_box(call(black_box(input)));
            }
            start.elapsed()
        };
        let first = sample(1);
        if self.once {
            return;
        }
        // Preparing an input takes longer than the call, so calls with inputs are not repeated.
        let calls = if size_of::<I>() > 0 {
            1
        } else {
            (SAMPLE_TIME.as_nanos() / first.as_nanos().max(1)).clamp(1, 100_000) as usize
        };
        let start = Instant::now();
        let mut times = Vec::new();
        while times.len() < SAMPLES && (times.len() < 3 || start.elapsed() < TIME) {
            times.push(sample(calls).as_secs_f64() / calls as f64);
        }
        times.sort_by(f64::total_cmp);
        let (fastest, median) = (times[0], times[times.len() / 2]);
        let rate = items() as f64 / median;
        print(&format!(
            "{name:<44} {:>11} {:>11} {rate:>14.0} items/s",
            format_time(fastest),
            format_time(median)
        ));
    }
}

/// Formats seconds with a suitable unit.
fn format_time(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        0.1.. => (1.0, "s"),
        1e-4.. => (1e3, "ms"),
        1e-7.. => (1e6, "µs"),
        _ => (1e9, "ns"),
    };
    format!("{:.2} {unit}", seconds * factor)
}

#[expect(clippy::print_stdout, reason = "the benchmark prints its results")]
fn print(line: &str) {
    println!("{line}");
}

fn main() {
    let (flags, words): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with('-'));
    let benches = Benches { words, once: !flags.iter().any(|flag| flag == "--bench") };
    position(&benches);
    for evaluator in Evaluator::ALL {
        each_position(&benches, &format!("evaluate {evaluator}"), |position| evaluator.evaluate(position));
    }
    output(&benches);
    update(&benches);
    leaf(&benches);
    table(&benches);
    for (name, depth) in [("kiwipete", 3), ("lucena", 5)] {
        for rung in RUNGS.iter().filter(|rung| rung.algorithm != Algorithm::Random) {
            search_rung(&benches, rung, name, depth);
        }
    }
}

fn bench_positions() -> Vec<Position> {
    positions::bench().into_iter().map(|record| record.position).collect()
}

/// Times `call` over every position.
fn each_position<R>(benches: &Benches, name: &str, call: impl Fn(&Position) -> R) {
    let positions = bench_positions();
    benches.time(name, positions.len(), || {
        for position in &positions {
            drop(black_box(call(black_box(position))));
        }
    });
}

/// Times `call` over every legal move of every position.
fn each_move<R>(benches: &Benches, name: &str, call: impl Fn(&Position, Move) -> R) {
    let positions = bench_positions().into_iter();
    let moves: Vec<(Position, MoveList)> =
        positions.map(|position| (position.clone(), position.legal_moves())).collect();
    benches.time(name, moves.iter().map(|(_, moves)| moves.len()).sum(), || {
        for (position, moves) in &moves {
            for mv in moves {
                drop(black_box(call(black_box(position), black_box(*mv))));
            }
        }
    });
}

fn position(benches: &Benches) {
    each_position(benches, "legal_moves", Position::legal_moves);
    each_position(benches, "noisy_moves", |position| {
        let mut list = MoveList::new();
        position.noisy_moves(&mut list);
        list
    });
    each_position(benches, "capture_moves of shakmaty", |position| position.chess().capture_moves());
    each_position(benches, "has_legal_move", Position::has_legal_move);
    each_move(benches, "play_with_keys", Position::play);
    each_move(benches, "see_at_least", |position, mv| see::at_least(position, mv, 0));
    each_move(benches, "pack_and_unpack_move", |position, mv| PackedMove::pack(mv).unpack(position));
    let start = Position::start();
    benches.time("perft_4", 197_281, || perft(start.chess(), 4));
}

/// Numbers of neurons per side of the timed networks.
const NEURONS: [usize; 4] = [64, 256, 512, 768];

/// Returns weight rows of a network with `neurons` neurons per side.
fn rows(neurons: usize, count: usize) -> Vec<Vec<WeightChunk>> {
    let number = |place: usize| (place * 7919 % 101) as i8 - 25;
    let chunk = |row: usize, chunk: usize| {
        WeightChunk(std::array::from_fn(|place| number(row * 331 + chunk * 32 + place)))
    };
    (0..count).map(|row| (0..neurons / 32).map(|place| chunk(row, place)).collect()).collect()
}

/// Times all layers after the first, with each SIMD path of this machine. Each network has the accumulators of
/// the bench positions.
fn output(benches: &Benches) {
    for neurons in NEURONS {
        let network = Network::random(neurons, 1);
        for path in SimdPath::all() {
            let positions: Vec<_> = bench_positions()
                .iter()
                .map(|position| {
                    let board = position.board();
                    (network.accumulators(path, board, position.turn()), board.occupied().count())
                })
                .collect();
            benches.time(&format!("output {path} {neurons}"), positions.len(), || {
                for ([own, theirs], count) in &positions {
                    black_box(network.output(path, black_box([own, theirs]), *count));
                }
            });
        }
    }
}

/// Times the update of one view after a capture: one row added, two rows removed, from a network larger than
/// the first-level cache.
fn update(benches: &Benches) {
    for neurons in NEURONS {
        let (path, rows) = (SimdPath::best(), rows(neurons, 8 * 768));
        let (mut sums, from) = (vec![Chunk::ZERO; neurons / 32], vec![Chunk::ZERO; neurons / 32]);
        let mut row = 0;
        benches.time(&format!("update {neurons}"), 1, || {
            row = (row * 5 + 331) % (8 * 768 - 2);
            let [added, gone, taken] = [&rows[row], &rows[row + 1], &rows[row + 2]].map(Vec::as_slice);
            path.change(black_box(&mut sums), Some(black_box(&from)), [added], [gone, taken]);
        });
    }
}

/// Times the cost of a leaf: the accumulators of every position are computed, and then changed and evaluated for every
/// legal move.
fn leaf(benches: &Benches) {
    for neurons in NEURONS {
        let network = Arc::new(Network::random(neurons, 1));
        let mut accumulators = Accumulators::default();
        let positions: Vec<_> = bench_positions()
            .into_iter()
            .map(|position| {
                let moves = position.legal_moves();
                let children: Vec<_> = moves.iter().map(|mv| (*mv, position.play(*mv))).collect();
                (position, children)
            })
            .collect();
        let leaves = positions.iter().map(|(_, children)| children.len()).sum();
        benches.time(&format!("leaf {neurons}"), leaves, || {
            for (position, children) in &positions {
                accumulators.begin(&network);
                black_box(accumulators.evaluate(position, 0));
                for (mv, child) in children {
                    accumulators.play(0, position.turn(), *mv);
                    black_box(accumulators.evaluate(child, 1));
                }
            }
        });
    }
}

/// Times probes of a transposition table for keys that it contains and for keys that it does not contain.
fn table(benches: &Benches) {
    const PROBES: u64 = 4096;
    // The multiplier spreads the keys over the table like those of positions.
    let keys = |salt: u64| -> Vec<u64> {
        (1..=PROBES).map(|number| (2 * number + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
    };
    let table = TranspositionTable::new(16).expect("16 MiB");
    let (mv, score, eval) = (PackedMove(796), Score::cp(25), None);
    for key in keys(0) {
        table.store(key, TtEntry { mv, score, eval, depth: 4, bound: Bound::Exact, pv: false });
    }
    for (name, keys, hit) in [("probe_hit", keys(0), true), ("probe_miss", keys(1), false)] {
        assert!(keys.iter().all(|key| table.probe(*key).is_some() == hit));
        benches.time(name, keys.len(), || {
            for key in &keys {
                black_box(table.probe(black_box(*key)));
            }
        });
    }
}

/// Times the search of a classic position from an empty table. Higher rungs search deeper, so that
/// the numbers of nodes differ less.
fn search_rung(benches: &Benches, rung: &Rung, name: &str, depth: i32) {
    let deeper = match rung.algorithm {
        Algorithm::Random | Algorithm::Minimax => 0,
        Algorithm::AlphaBeta => 1,
        Algorithm::Layers(_) => 2,
    };
    let position = positions::named(name).expect("a classic position").position;
    let task = SearchRequest::new(position, Limits::depth(depth + deeper), Setup::new(rung.algorithm));
    let fresh = || (TranspositionTable::new(4).expect("4 MiB"), ThreadState::default());
    let run = |table: &TranspositionTable, thread: &mut ThreadState| {
        search::search(&task, table, thread, &StopFlag::default(), |_| ())
    };
    let nodes = || {
        let (table, mut thread) = fresh();
        run(&table, &mut thread).report.nodes
    };
    let label = format!("{name} {}", rung.name);
    benches.time_with(&label, nodes, fresh, |(table, thread)| run(table, thread));
}
