//! Random games for property tests, in standard chess and Chess960. The games depend only on a seed, so every
//! failure can be reproduced.

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};
use shakmaty::CastlingMode;

use super::{Move, Position};

/// Start positions. Random games from the usual start position rarely contain promotions, en passant pins,
/// endings with few pieces, or castling with rooks on unusual files.
const STARTS: [(&str, CastlingMode); 10] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", CastlingMode::Standard),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", CastlingMode::Standard),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", CastlingMode::Standard),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", CastlingMode::Standard),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", CastlingMode::Standard),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", CastlingMode::Standard),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", CastlingMode::Chess960),
    ("1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", CastlingMode::Chess960),
    ("qrkr1bbn/pppppppp/5n2/8/8/5N2/PPPPPPPP/QRKR1BBN w DBdb - 0 1", CastlingMode::Chess960),
    ("rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1", CastlingMode::Chess960),
];

/// Calls `visit` with the positions of `games` random games of at most 120 plies each. The last position of a
/// game is visited only if it has no legal moves.
///
/// # Panics
/// Never panics: the start positions are legal.
pub fn walks(seed: u64, games: usize, mut visit: impl FnMut(&Position)) {
    for (mut position, moves) in self::games(seed, games) {
        for mv in moves {
            visit(&position);
            position = position.play(mv);
        }
        if !position.has_legal_move() {
            visit(&position);
        }
    }
}

/// Returns `count` random games, each with its start position and at most 120 moves.
///
/// # Panics
/// Never panics: the start positions are legal.
pub fn games(seed: u64, count: usize) -> impl Iterator<Item = (Position, Vec<Move>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    STARTS.into_iter().cycle().take(count).map(move |(fen, mode)| {
        let start = Position::from_fen(fen, mode).expect("a legal start position");
        let (mut position, mut moves_played) = (start.clone(), Vec::new());
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            position = position.play(mv);
            moves_played.push(mv);
        }
        (start, moves_played)
    })
}
