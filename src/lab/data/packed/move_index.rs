//! A move as its number among the legal ones, ordered by squares: whatever generator finds them, the number is the same.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Role, Square};

use crate::position::{Move, Position};

/// More moves than any man has on any board: a queen has 27, a pawn that promotes 12.
const MAX_MOVES_PER_PIECE: usize = 32;

/// What moves are ordered by: from, to (castling: the rook's square), promotion from knight to queen.
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

/// Bits that tell one of `count` moves.
pub(super) const fn bit_width(count: usize) -> u32 {
    if count < 2 { 0 } else { (count - 1).ilog2() + 1 }
}

/// The number of a legal move, and how many there are.
pub(super) fn index_of(position: &Position, mv: Move) -> (usize, usize) {
    let moves = position.legal_moves();
    let own = code(mv);
    (moves.iter().filter(|other| code(**other) < own).count(), moves.len())
}

/// The legal move with the number that `choose` gives when it is told how many there are; `None` if there is no such.
///
/// Not all moves are sorted: the squares left are counted, and only the moves from the one that is meant are looked at closely.
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
    fn every_legal_move_has_a_number_of_its_own_that_leads_back_to_it() {
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
    fn a_move_without_a_choice_costs_nothing() {
        assert_eq!([1, 2, 3, 4, 5, 32, 33, 218].map(bit_width), [0, 1, 2, 2, 3, 5, 6, 8]);
    }
}
