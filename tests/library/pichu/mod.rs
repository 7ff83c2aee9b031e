//! Pichu: the rules compared with a second implementation, the search compared with the chess rungs, and
//! complete games.

mod brute_force;
mod games;
mod memory;
mod rules;
mod search;

use glulam::tools::pichu::{
    Pichu, board,
    moves::Flight,
    search::{PichuAnswer, PichuLimits, search},
    table::PichuTable,
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::IndexedRandom as _};
use shakmaty::{Color, Square};

/// Two example boards of the student program: side to move, board, and board after its move.
const EXAMPLES: [(Color, &str, &str); 2] = [
    (
        Color::White,
        "RNBQKBNRPPPP.PPP............P......p............ppp.pppprnbqkbnr",
        "RNBQKBNRPPPP.PPP...................P............ppp.pppprnbqkbnr",
    ),
    (
        Color::Black,
        "RNBQKBNRPPPP.PPP...................P............ppp.pppprnbqkbnr",
        "RNBQKBNRPPPP.PPP...................q............ppp.pppprnb.kbnr",
    ),
];

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn game(text: &str, turn: Color) -> Pichu {
    Pichu::new(board::read(text).unwrap_or_else(|error| panic!("{text}: {error}")), turn, 0)
}

/// Returns the 64 characters of a board with these birds, given by row and column.
fn with(birds: &[(char, usize, usize)]) -> String {
    let mut squares = ['.'; 64];
    for (bird, row, column) in birds {
        squares[row * 8 + column] = *bird;
    }
    squares.iter().collect()
}

/// Returns the square with this row and column.
fn square(row: u32, column: u32) -> Square {
    Square::new(row * 8 + column)
}

fn flight(from: (u32, u32), to: (u32, u32)) -> Flight {
    Flight { from: square(from.0, from.1), to: square(to.0, to.1) }
}

/// Returns a random board with both Kingfishers and up to 30 other birds, without Parakeets on their last
/// row.
fn random_board(rng: &mut ChaCha8Rng) -> String {
    let mut squares = ['.'; 64];
    let mut place = |rng: &mut ChaCha8Rng, bird: char| {
        loop {
            let at = rng.random_range(0..64);
            let is_far = bird == 'P' && at >= 56 || bird == 'p' && at < 8;
            if squares[at] == '.' && !is_far {
                squares[at] = bird;
                return;
            }
        }
    };
    place(rng, 'K');
    place(rng, 'k');
    for _ in 0..rng.random_range(0..=30) {
        let bird = *b"PPPNBRQpppnbrq".choose(rng).expect("birds");
        place(rng, char::from(bird));
    }
    squares.iter().collect()
}

fn to_depth(game: &Pichu, depth: u8, table: &mut PichuTable) -> PichuAnswer {
    let limits = PichuLimits { depth: Some(depth), ..PichuLimits::default() };
    search(game, limits, table, |_| ()).expect("the game is not over")
}
