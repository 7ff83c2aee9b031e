//! The 960 start positions of Chess960.

use shakmaty::CastlingMode;

use super::{FenError, Position};

/// Number of different start positions in Chess960.
pub const CHESS960_POSITIONS: usize = 960;

/// Indices of the two knights among the five squares that bishops and queen leave free, in the order of
/// Scharnagl's numbering.
const KNIGHT_SQUARES: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Returns White's back rank for start position `number` (0 to 959) in Scharnagl's numbering; 518 is standard
/// chess.
fn back_rank(number: usize) -> String {
    let mut back_rank = [None; 8];
    back_rank[2 * (number % 4) + 1] = Some('B');
    back_rank[2 * (number / 4 % 4)] = Some('B');
    let mut put = |index: usize, letter| {
        let free = back_rank.iter_mut().filter(|square| square.is_none()).nth(index);
        if let Some(square) = free {
            *square = Some(letter);
        }
    };
    put(number / 16 % 6, 'Q');
    let (first, second) = KNIGHT_SQUARES[number / 96 % KNIGHT_SQUARES.len()];
    put(second, 'N');
    put(first, 'N');
    for letter in ['R', 'K', 'R'] {
        put(0, letter);
    }
    back_rank.into_iter().flatten().collect()
}

/// Returns start position `number` (0 to 959) of Chess960.
///
/// # Errors
/// No number from 0 to 959 causes an error: all these positions are valid.
pub fn chess960(number: usize) -> Result<Position, FenError> {
    let back_rank = back_rank(number);
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{back_rank} w KQkq - 0 1", back_rank.to_lowercase());
    Position::from_fen(&fen, CastlingMode::Chess960)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_960_back_ranks_differ_and_are_valid() {
        let back_ranks: HashSet<_> = (0..960).map(back_rank).collect();
        assert_eq!(back_ranks.len(), 960);
        for back_rank in &back_ranks {
            let at = |letter| back_rank.match_indices(letter).map(|(index, _)| index).collect::<Vec<_>>();
            assert_ne!(at('B')[0] % 2, at('B')[1] % 2, "{back_rank}");
            assert!(at('R')[0] < at('K')[0] && at('K')[0] < at('R')[1], "{back_rank}");
        }
        assert_eq!(
            (back_rank(518).as_str(), back_rank(0).as_str(), back_rank(959).as_str()),
            ("RNBQKBNR", "BBQNNRKR", "RKRNNQBB")
        );
        assert!((0..960).all(|number| chess960(number).is_ok()));
    }
}
