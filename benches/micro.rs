//! What the parts of a node cost, and what a rung makes of them: `cargo bench`, or `cargo bench -- probe` for some;
//! `cargo bench -- --sort location` keeps the order of the source and of the ladder.
//!
//! The parts are measured over all positions of `positions/bench.epd` at once, so divide by their number or read the
//! items a second. The rungs search two of the classic positions to a fixed depth from an empty table; their items
//! are nodes. Timings on a busy machine are worth little: for a verdict on a change count instructions.

use divan::{Bencher, black_box, counter::ItemsCount};
use glulam::{
    epd::{self, Record},
    evaluate::{
        Evaluator, Network,
        network::{Accumulators, chunk::Chunk, simd::Path},
    },
    position::{Move, MoveList, PackedMove, Position, Strictness, perft::perft, see},
    score::Score,
    search::{
        self, Algorithm, Answer, Limits, RUNGS, SearchRequest, Setup, StopFlag, ThreadState,
        TranspositionTable, rungs, tt::entry::TtEntry, types::window::Bound,
    },
};
use shakmaty::CastlingMode;

fn main() {
    divan::main();
}

fn suite(text: &str) -> Vec<Record> {
    epd::read_suite(text, CastlingMode::Standard, Strictness::Game).expect("a suite")
}

fn positions() -> Vec<Position> {
    suite(include_str!("../positions/bench.epd")).into_iter().map(|record| record.position).collect()
}

fn classic(name: &str) -> Position {
    let found =
        suite(include_str!("../positions/classic.epd")).into_iter().find(|record| record.id() == name);
    found.expect("a classic position").position
}

/// Times `work` over every position.
fn each_position<R>(bencher: Bencher, work: impl Fn(&Position) -> R) {
    let positions = positions();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().for_each(|position| drop(black_box(work(black_box(position))))));
}

/// Times `work` over every legal move of every position.
fn each_move<R>(bencher: Bencher, work: impl Fn(&Position, Move) -> R) {
    let positions = positions();
    let moves: Vec<(Position, MoveList)> =
        positions.into_iter().map(|position| (position.clone(), position.legal_moves())).collect();
    bencher.counter(ItemsCount::new(moves.iter().map(|(_, moves)| moves.len()).sum::<usize>())).bench_local(
        || {
            for (position, moves) in &moves {
                for mv in moves {
                    drop(black_box(work(black_box(position), black_box(*mv))));
                }
            }
        },
    );
}

mod position {
    use super::{
        Bencher, ItemsCount, Move, MoveList, PackedMove, Position, each_move, each_position, perft, see,
    };

    #[divan::bench]
    fn legal_moves(bencher: Bencher) {
        each_position(bencher, Position::legal_moves);
    }

    #[divan::bench]
    fn noisy_moves(bencher: Bencher) {
        each_position(bencher, |position| {
            let mut list = MoveList::new();
            position.noisy_moves(&mut list);
            list
        });
    }

    #[divan::bench]
    fn has_legal_move(bencher: Bencher) {
        each_position(bencher, Position::has_legal_move);
    }

    #[divan::bench]
    fn play_with_keys(bencher: Bencher) {
        each_move(bencher, Position::play);
    }

    #[divan::bench]
    fn exchange_at_least(bencher: Bencher) {
        each_move(bencher, |position, mv| see::at_least(position, mv, 0));
    }

    #[divan::bench]
    fn pack_and_unpack_move(bencher: Bencher) {
        each_move(bencher, |position, mv: Move| PackedMove::pack(mv).unpack(position));
    }

    #[divan::bench(max_time = 1)]
    fn perft_4(bencher: Bencher) {
        let start = Position::start();
        bencher.counter(ItemsCount::new(197_281_u32)).bench_local(|| perft(start.chess(), 4));
    }
}

#[divan::bench(args = Evaluator::ALL)]
fn evaluate(bencher: Bencher, evaluator: Evaluator) {
    each_position(bencher, |position| evaluator.evaluate(position));
}

/// The network's parts for nets of several sizes; times are of one call.
mod network {
    use std::sync::Arc;

    use super::{Accumulators, Bencher, Chunk, ItemsCount, Network, Path, black_box, positions};

    const NEURONS: [usize; 4] = [64, 128, 256, 512];

    /// So many rows of a net with `neurons`.
    fn rows(neurons: usize, count: usize) -> Vec<Vec<Chunk>> {
        let number = |place: usize| (place * 7919 % 401) as i16 - 100;
        let chunk = |row: usize, chunk: usize| {
            Chunk(std::array::from_fn(|place| number(row * 331 + chunk * 32 + place) / 4))
        };
        (0..count).map(|row| (0..neurons / 32).map(|place| chunk(row, place)).collect()).collect()
    }

    /// The output of both views, by each path of this machine.
    #[divan::bench(args = Path::all(), consts = NEURONS)]
    fn dot<const N: usize>(bencher: Bencher, path: Path) {
        let rows = rows(N, 4);
        let [own, theirs, own_weights, their_weights] = [0, 1, 2, 3].map(|row| rows[row].as_slice());
        bencher.bench_local(|| {
            black_box(path).dot(black_box([own, theirs]), black_box([own_weights, their_weights]))
        });
    }

    /// One view after a capture: a row added, two taken away, of a net that does not fit the nearest cache.
    #[divan::bench(args = NEURONS)]
    fn update(bencher: Bencher, neurons: usize) {
        let (path, rows) = (Path::best(), rows(neurons, 768));
        let (mut sums, from) = (rows[0].clone(), rows[1].clone());
        let mut row = 0;
        bencher.bench_local(|| {
            row = (row * 5 + 331) % 766;
            let [added, gone, taken] = [&rows[row], &rows[row + 1], &rows[row + 2]].map(Vec::as_slice);
            path.change(black_box(&mut sums), Some(black_box(&from)), [added], [gone, taken]);
        });
    }

    /// Every legal move of every position, played and judged: what a leaf costs.
    #[divan::bench(args = NEURONS)]
    fn leaf(bencher: Bencher, neurons: usize) {
        let network = Arc::new(Network::random(neurons, 8, 1));
        let mut accumulators = Accumulators::default();
        let positions: Vec<_> = positions()
            .into_iter()
            .map(|position| {
                let moves = position.legal_moves();
                let children: Vec<_> = moves.iter().map(|mv| (*mv, position.play(*mv))).collect();
                (position, children)
            })
            .collect();
        let leaves: usize = positions.iter().map(|(_, children)| children.len()).sum();
        bencher.counter(ItemsCount::new(leaves)).bench_local(|| {
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

mod table {
    use super::{Bencher, Bound, ItemsCount, PackedMove, Score, TranspositionTable, TtEntry, black_box};

    const PROBES: u64 = 4096;

    /// Keys that fall all over the table, as those of positions do.
    fn keys(salt: u64) -> impl Iterator<Item = u64> {
        (1..=PROBES).map(move |number| (2 * number + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn filled() -> TranspositionTable {
        let table = TranspositionTable::new(16).expect("16 MB");
        let (mv, score, eval) = (PackedMove(796), Score::cp(25), None);
        keys(0).for_each(|key| {
            table.store(key, TtEntry { mv, score, eval, depth: 4, bound: Bound::Exact, pv: false });
        });
        table
    }

    fn probe(bencher: Bencher, table: &TranspositionTable, keys: &[u64]) {
        bencher.counter(ItemsCount::new(PROBES)).bench_local(|| {
            for key in keys {
                black_box(table.probe(black_box(*key)));
            }
        });
    }

    #[divan::bench]
    fn probe_hit(bencher: Bencher) {
        let (table, keys) = (filled(), keys(0).collect::<Vec<_>>());
        assert!(keys.iter().all(|key| table.probe(*key).is_some()));
        probe(bencher, &table, &keys);
    }

    #[divan::bench]
    fn probe_miss(bencher: Bencher) {
        let (table, keys) = (filled(), keys(1).collect::<Vec<_>>());
        assert!(keys.iter().all(|key| table.probe(*key).is_none()));
        probe(bencher, &table, &keys);
    }
}

/// The depth above that of minimax at which a rung visits some ten thousand nodes.
fn deeper(algorithm: Algorithm) -> i32 {
    match algorithm {
        Algorithm::Random | Algorithm::Minimax => 0,
        Algorithm::AlphaBeta => 1,
        Algorithm::Layers(_) => 2,
    }
}

fn run(task: &SearchRequest, table: &TranspositionTable, memory: &mut ThreadState) -> Answer {
    search::search(task, table, memory, &StopFlag::default(), |_| ())
}

fn thinking() -> impl Iterator<Item = &'static str> {
    RUNGS.iter().map(|rung| rung.name).filter(|name| *name != "random")
}

mod nodes_per_second {
    use super::{
        Bencher, ItemsCount, Limits, SearchRequest, Setup, ThreadState, TranspositionTable, classic, deeper,
        run, rungs, thinking,
    };

    fn rung(bencher: Bencher, name: &str, position: &str, depth: i32) {
        let algorithm = rungs::find(name).expect("a rung").algorithm;
        let limits = Limits::depth(depth + deeper(algorithm));
        let task = SearchRequest::new(classic(position), limits, Setup::new(algorithm));
        let fresh = || (TranspositionTable::new(4).expect("4 MB"), ThreadState::default());
        let (table, mut memory) = fresh();
        let nodes = run(&task, &table, &mut memory).report.nodes;
        bencher
            .with_inputs(fresh)
            .counter(ItemsCount::new(nodes))
            .bench_local_refs(|(table, memory)| run(&task, table, memory));
    }

    #[divan::bench(args = thinking(), max_time = 1, sample_size = 1)]
    fn kiwipete(bencher: Bencher, name: &str) {
        rung(bencher, name, "kiwipete", 3);
    }

    #[divan::bench(args = thinking(), max_time = 1, sample_size = 1)]
    fn lucena(bencher: Bencher, name: &str) {
        rung(bencher, name, "lucena", 5);
    }
}
