//! Trees whose size is known before they are searched, and what stands in them: where the exact rungs are proved.

// Every file of tests compiles this for itself and uses a part of it.
#![allow(dead_code)]

use glulam::{
    position::{Move, Position, perft::perft},
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

/// Trees so small that they can be searched hundreds of times, with what goes wrong most easily in them.
pub const SMALL: [&str; 10] = [
    "1K6/8/qk6/8/8/8/8/8 b - - 0 1",          // mate in one
    "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",         // mate in two, stalemates beside it
    "8/8/8/8/8/2qk4/8/1K6 w - - 0 1",         // about to be mated
    "k7/8/1K6/P7/8/8/8/8 w - - 0 1",          // a rook's pawn: stalemate at the end of every line
    "8/1P6/k1K5/8/8/8/5p2/8 w - - 0 1",       // both sides promote
    "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",     // en passant takes the man that gives check
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",       // en passant would uncover the king
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",   // castling, and rooks that take rooks
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", // mate on the back rank
    "8/4PP2/7k/8/8/8/3pp3/4K3 w - - 0 1",     // in check from a pawn about to promote
];

/// Minimax's nodes on the deepest trees taken.
const AFFORDABLE: u64 = 1_500_000;

/// What minimax visits: every position that perft counts, ply by ply.
pub fn nodes(position: &Position, depth: i32) -> u64 {
    (1..=depth as u32).map(|depth| perft(position.chess(), depth)).sum()
}

/// Positions with the depth at which they are to be proved: four plies where minimax can afford them, else three.
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

/// How often what is rare stands in a tree.
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

/// Counts how games end; nothing else can be seen from outside.
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

/// What stands in minimax's tree (ends of games) and at its root (moves of a rare kind).
pub fn tally(position: &Position, depth: i32) -> Tally {
    let mut tally = Tally::default();
    for mv in position.legal_moves() {
        tally.en_passant += usize::from(mv.is_en_passant());
        tally.promotions += usize::from(mv.is_promotion());
        tally.castlings += usize::from(mv.is_castle());
    }
    let task = SearchRequest::new(position.clone(), Limits::depth(depth), Setup::new(Algorithm::Minimax));
    let table = TranspositionTable::new(1).expect("a megabyte");
    let (mut memory, signal) = (ThreadState::default(), StopFlag::default());
    search::search_observed(&task, &table, &mut memory, &signal, &mut Ends(&mut tally));
    tally
}
