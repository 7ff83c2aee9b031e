//! Converts a move to its index in the list of legal moves, sorted by origin square, target square and
//! promotion piece, and back. The index of a move does not depend on the order in which the move generator
//! produces the moves.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Role, Square};

use crate::position::{Move, Position};

/// Upper limit of the number of legal moves of one piece or pawn: a queen has at most 27 moves, a promoting
/// pawn 12.
const MAX_MOVES_PER_PIECE: usize = 32;

/// Returns the sort key of a move: by origin square, then target square (for castling the square of the
/// rook), then promotion piece from knight to queen.
fn code(mv: Move) -> u16 {
    let (to, promotion) = match mv {
        Move::Normal { to, promotion, .. } => (to, promotion.map_or(0, rank)),
        Move::EnPassant { to, .. } | Move::Put { to, .. } => (to, 0),
        Move::Castle { rook, .. } => (rook, 0),
    };
    u16::from(from(mv)) << 9 | u16::from(to) << 3 | promotion
}

const fn rank(role: Role) -> u16 {
    role as u16 - 1
}

/// Returns the number of bits needed to store the index of one of `count` moves.
pub(super) const fn bit_width(count: usize) -> u32 {
    if count < 2 { 0 } else { (count - 1).ilog2() + 1 }
}

/// Returns the index of `mv` among the sorted legal moves of `position`, counted from 0, and the number of
/// legal moves.
pub(super) fn index_of(position: &Position, mv: Move) -> (usize, usize) {
    let moves = position.legal_moves();
    let own = code(mv);
    (moves.iter().filter(|other| code(**other) < own).count(), moves.len())
}

/// Returns the legal move with the index that `choose` returns, counted from 0 in the order of the sorted
/// legal moves; `choose` receives the number of legal moves. Returns `None` if `choose` returns `None`, or if
/// the index is not less than the number of legal moves.
///
/// Instead of sorting all moves, this function counts the moves per origin square and compares only the moves
/// of one square.
pub fn nth(position: &Position, choose: impl FnOnce(usize) -> Option<u32>) -> Option<Move> {
    let moves = position.legal_moves();
    let mut wanted = choose(moves.len())? as usize;
    let (mut leaving, mut squares) = ([0_u8; 64], Bitboard::EMPTY);
    for mv in &moves {
        let from = from(*mv);
        leaving[usize::from(from)] += 1;
        squares.add(from);
    }
    let from = squares.into_iter().find(|from| {
        let count = usize::from(leaving[usize::from(*from)]);
        wanted.checked_sub(count).map(|rest| wanted = rest).is_none()
    })?;
    let mut candidates: ArrayVec<Move, MAX_MOVES_PER_PIECE> =
        moves.into_iter().filter(|mv| self::from(*mv) == from).collect();
    let (_, chosen, _) = candidates.select_nth_unstable_by_key(wanted, |mv| code(*mv));
    Some(*chosen)
}

fn from(mv: Move) -> Square {
    match mv {
        Move::Normal { from, .. } | Move::EnPassant { from, .. } => from,
        Move::Castle { king, .. } => king,
        Move::Put { to, .. } => to,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::position::random;

    #[test]
    fn every_legal_move_has_a_different_index_that_decodes_to_it() {
        random::walks(21, 40, |position| {
            let moves = position.legal_moves();
            assert_eq!(moves.iter().map(|mv| code(*mv)).collect::<BTreeSet<_>>().len(), moves.len());
            for mv in &moves {
                let (index_of, count) = index_of(position, *mv);
                assert!(count == moves.len() && index_of < count);
                assert_eq!(nth(position, |_| Some(index_of as u32)), Some(*mv), "{position}");
            }
            assert_eq!(nth(position, |count| Some(count as u32)), None);
        });
    }

    #[test]
    fn a_forced_move_needs_no_bits() {
        assert_eq!([1, 2, 3, 4, 5, 32, 33, 218].map(bit_width), [0, 1, 2, 2, 3, 5, 6, 8]);
    }
}
