//! Time of the parts of a node, and nodes per second of each rung.
//!
//! `cargo bench` runs all, `cargo bench -- probe update` those whose names contain one of the words.
//! Each line shows the fastest and the median time of one call, and items per second at the median.
//!
//! The parts run over all positions of `positions/bench.epd` in one call; an item is a position, a move, or a key. The
//! rungs search two of the classic positions to a fixed depth from an empty table; an item is a node. Timings on a busy
//! machine mean little: to judge a change, count instructions.

use std::{
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

use glulam::{
    evaluate::{
        Evaluator, Network,
        network::{Accumulators, chunk::Chunk, simd::Path},
    },
    position::{Move, MoveList, PackedMove, Position, perft::perft, see},
    positions,
    score::Score,
    search::{
        self, Algorithm, Limits, RUNGS, Rung, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable, tt::entry::TtEntry, types::window::Bound,
    },
};

/// Time spent on one benchmark, at most.
const TIME: Duration = Duration::from_millis(500);
/// Samples of one benchmark, at most.
const SAMPLES: usize = 100;
/// A sample repeats the call until it takes at least this long.
const SAMPLE_TIME: Duration = Duration::from_micros(500);

/// The benchmarks to run.
struct Benches {
    words: Vec<String>,
    /// Without the flag `--bench`, as `cargo test --benches` starts it, every call is made once.
    once: bool,
}

impl Benches {
    /// Times `call`, which handles this many items.
    fn time<R>(&self, name: &str, items: usize, mut call: impl FnMut() -> R) {
        self.time_with(name, || items as u64, || (), |()| call());
    }

    /// Times `call` on an input that `make` prepares outside the measured time.
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
            let begun = Instant::now();
            for input in &mut inputs {
                black_box(call(black_box(input)));
            }
            begun.elapsed()
        };
        let first = sample(1);
        if self.once {
            return;
        }
        // Inputs that are large cost more than the calls are worth.
        let calls = if size_of::<I>() > 0 {
            1
        } else {
            (SAMPLE_TIME.as_nanos() / first.as_nanos().max(1)).clamp(1, 100_000) as usize
        };
        let begun = Instant::now();
        let mut times = Vec::new();
        while times.len() < SAMPLES && (times.len() < 3 || begun.elapsed() < TIME) {
            times.push(sample(calls).as_secs_f64() / calls as f64);
        }
        times.sort_by(f64::total_cmp);
        let (fastest, median) = (times[0], times[times.len() / 2]);
        let rate = items() as f64 / median;
        print(&format!("{name:<44} {:>11} {:>11} {rate:>14.0} items/s", told(fastest), told(median)));
    }
}

/// Seconds in a unit that suits them.
fn told(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        0.1.. => (1.0, "s"),
        1e-4.. => (1e3, "ms"),
        1e-7.. => (1e6, "µs"),
        _ => (1e9, "ns"),
    };
    format!("{:.2} {unit}", seconds * factor)
}

#[expect(clippy::print_stdout, reason = "the results are for a person")]
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
    dot(&benches);
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
    each_position(benches, "has_legal_move", Position::has_legal_move);
    each_move(benches, "play_with_keys", Position::play);
    each_move(benches, "see_at_least", |position, mv| see::at_least(position, mv, 0));
    each_move(benches, "pack_and_unpack_move", |position, mv| PackedMove::pack(mv).unpack(position));
    let start = Position::start();
    benches.time("perft_4", 197_281, || perft(start.chess(), 4));
}

/// Sizes of the networks that are timed.
const NEURONS: [usize; 4] = [64, 128, 256, 512];

/// Rows of a network with `neurons`.
fn rows(neurons: usize, count: usize) -> Vec<Vec<Chunk>> {
    let number = |place: usize| (place * 7919 % 401) as i16 - 100;
    let chunk = |row: usize, chunk: usize| {
        Chunk(std::array::from_fn(|place| number(row * 331 + chunk * 32 + place) / 4))
    };
    (0..count).map(|row| (0..neurons / 32).map(|place| chunk(row, place)).collect()).collect()
}

/// The output of both views, by each SIMD path of this machine.
fn dot(benches: &Benches) {
    for path in Path::all() {
        for neurons in NEURONS {
            let rows = rows(neurons, 4);
            let [own, theirs, own_weights, their_weights] = [0, 1, 2, 3].map(|row| rows[row].as_slice());
            benches.time(&format!("dot {path} {neurons}"), 1, || {
                black_box(path).dot(black_box([own, theirs]), black_box([own_weights, their_weights]))
            });
        }
    }
}

/// One view after a capture: one row added, two removed, of a network that does not fit the first-level cache.
fn update(benches: &Benches) {
    for neurons in NEURONS {
        let (path, rows) = (Path::best(), rows(neurons, 768));
        let (mut sums, from) = (rows[0].clone(), rows[1].clone());
        let mut row = 0;
        benches.time(&format!("update {neurons}"), 1, || {
            row = (row * 5 + 331) % 766;
            let [added, gone, taken] = [&rows[row], &rows[row + 1], &rows[row + 2]].map(Vec::as_slice);
            path.change(black_box(&mut sums), Some(black_box(&from)), [added], [gone, taken]);
        });
    }
}

/// Every legal move of every position, made and evaluated: the cost of a leaf.
fn leaf(benches: &Benches) {
    for neurons in NEURONS {
        let network = Arc::new(Network::random(neurons, 8, 1));
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
                for (mv, child) in children {
                    accumulators.play(0, position.turn(), *mv);
                    black_box(accumulators.evaluate(child, 1));
                }
            }
        });
    }
}

/// Probes of a table that holds every key, and of one that holds none of them.
fn table(benches: &Benches) {
    const PROBES: u64 = 4096;
    // Keys are spread over the table as those of positions are.
    let keys = |salt: u64| -> Vec<u64> {
        (1..=PROBES).map(|number| (2 * number + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
    };
    let table = TranspositionTable::new(16).expect("16 MB");
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

/// Searches a classic position from an empty table. Higher rungs search deeper, so that each visits some ten thousand nodes.
fn search_rung(benches: &Benches, rung: &Rung, name: &str, depth: i32) {
    let deeper = match rung.algorithm {
        Algorithm::Random | Algorithm::Minimax => 0,
        Algorithm::AlphaBeta => 1,
        Algorithm::Layers(_) => 2,
    };
    let position = positions::named(name).expect("a classic position").position;
    let task = SearchRequest::new(position, Limits::depth(depth + deeper), Setup::new(rung.algorithm));
    let fresh = || (TranspositionTable::new(4).expect("4 MB"), ThreadState::default());
    let run = |table: &TranspositionTable, memory: &mut ThreadState| {
        search::search(&task, table, memory, &StopFlag::default(), |_| ())
    };
    let nodes = || {
        let (table, mut memory) = fresh();
        run(&table, &mut memory).report.nodes
    };
    let label = format!("{name} {}", rung.name);
    benches.time_with(&label, nodes, fresh, |(table, memory)| run(table, memory));
}
