//! Positions for proving that the exact rungs return minimax's score, with the size of their search trees.

use glulam::{
    chess::position::{Move, Position, perft::perft},
    search::{
        self, Algorithm, Limits, SearchRequest, Setup, StopFlag, ThreadState, TranspositionTable,
        observe::{
            event::{Left, Visit},
            observer::Observer,
            reason::Reason,
        },
    },
};

use crate::searching::{position, suite};

/// Positions with trees small enough for hundreds of searches. They contain rare rules, in which errors are
/// most likely.
pub const SMALL: [&str; 10] = [
    "endgame",                                // mate in one
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",         // mate in two, with stalemates nearby
    "8/8/8/8/8/2qk4/8/1K6 w - - 0 1",         // the side to move will be checkmated
    "k7/8/1K6/P7/8/8/8/8 w - - 0 1",          // rook pawn: stalemate at the end of every line
    "8/1P6/k1K5/8/8/8/5p2/8 w - - 0 1",       // both sides can promote
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",     // en passant captures the checking pawn
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",       // en passant would expose the king to check
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",   // castling, and rooks that capture rooks
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", // back-rank mate
    "8/4PP2/7k/8/8/8/3pp3/4K3 w - - 0 1",     // in check from a pawn that can promote
];

/// Maximum number of minimax nodes of a tree at depth 4; positions with larger trees are searched to depth 3.
const AFFORDABLE: u64 = 500_000;

/// Returns the number of minimax nodes: the sum of the perft counts of depths 1 to `depth`.
pub fn nodes(position: &Position, depth: i32) -> u64 {
    (1..=depth as u32).map(|depth| perft(position.chess(), depth)).sum()
}

/// Returns the test positions with their search depth: 4 plies if the tree is small enough, otherwise 3.
pub fn proving_grounds() -> Vec<(Position, i32)> {
    let suites =
        ["classic", "bench", "bench960", "mates"].into_iter().flat_map(suite).map(|record| record.position);
    SMALL
        .into_iter()
        .map(position)
        .chain(suites)
        .filter(|position| position.outcome().is_none())
        .map(|position| {
            let depth = if nodes(&position, 4) <= AFFORDABLE { 4 } else { 3 };
            (position, depth)
        })
        .collect()
}

/// Number of rare events in a tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub checkmates: usize,
    pub stalemates: usize,
    pub en_passant: usize,
    pub promotions: usize,
    pub castlings: usize,
}

impl Tally {
    pub fn add(&mut self, other: Self) {
        self.checkmates += other.checkmates;
        self.stalemates += other.stalemates;
        self.en_passant += other.en_passant;
        self.promotions += other.promotions;
        self.castlings += other.castlings;
    }
}

/// Counts checkmates and stalemates. Other rare events are not visible to an observer.
struct Ends<'a>(&'a mut Tally);

impl Observer<Move> for Ends<'_> {
    fn enter(&mut self, _visit: Visit) {}

    fn leave(&mut self, _ply: usize, left: Left) {
        match left.reason {
            Reason::Checkmate => self.0.checkmates += 1,
            Reason::Stalemate => self.0.stalemates += 1,
            _ => {}
        }
    }
}

/// Counts checkmates and stalemates in minimax's tree, and rare moves at its root.
pub fn tally(position: &Position, depth: i32) -> Tally {
    let mut tally = Tally::default();
    for mv in position.legal_moves() {
        tally.en_passant += usize::from(mv.is_en_passant());
        tally.promotions += usize::from(mv.is_promotion());
        tally.castlings += usize::from(mv.is_castle());
    }
    let task = SearchRequest::new(position.clone(), Limits::depth(depth), Setup::new(Algorithm::Minimax));
    let table = TranspositionTable::new(1).expect("1 MiB");
    let (mut thread_state, stop_flag) = (ThreadState::default(), StopFlag::default());
    search::search_observed(&task, &table, &mut thread_state, &stop_flag, &mut Ends(&mut tally));
    tally
}
