//! A move as its number among the legal ones, ordered by squares: whatever generator finds them, the number is the same.

use arrayvec::ArrayVec;
use shakmaty::Role;

use crate::position::{Move, Position};

/// More moves than any legal position has (218).
const MOST: usize = 256;

/// What moves are ordered by: from, to (castling: the rook's square), promotion from knight to queen.
fn code(mv: Move) -> u16 {
    let (from, to, promotion) = match mv {
        Move::Normal { from, to, promotion, .. } => (from, to, promotion.map_or(0, rank)),
        Move::EnPassant { from, to } => (from, to, 0),
        Move::Castle { king, rook } => (king, rook, 0),
        Move::Put { to, .. } => (to, to, 0),
    };
    u16::from(from) << 9 | u16::from(to) << 3 | promotion
}

const fn rank(role: Role) -> u16 {
    role as u16 - 1
}

/// Bits that tell one of `count` moves.
#[must_use]
pub const fn width(count: usize) -> u32 {
    if count < 2 { 0 } else { (count - 1).ilog2() + 1 }
}

/// The number of a legal move, and how many there are.
#[must_use]
pub fn number(position: &Position, mv: Move) -> (usize, usize) {
    let moves = position.legal_moves();
    let own = code(mv);
    (moves.iter().filter(|other| code(**other) < own).count(), moves.len())
}

/// The legal moves in the order of their numbers, read by `choose`, which is told how many there are and says which.
pub fn numbered(position: &Position, choose: impl FnOnce(usize) -> Option<u32>) -> Option<Move> {
    let moves = position.legal_moves();
    let wanted = choose(moves.len())? as usize;
    // The place in the generator's order travels in the low half.
    let mut codes: ArrayVec<u32, MOST> =
        moves.iter().zip(0..).map(|(mv, place)| u32::from(code(*mv)) << 16 | place).collect();
    if wanted >= codes.len() {
        return None;
    }
    let (_, chosen, _) = codes.select_nth_unstable(wanted);
    moves.get((*chosen & 0xffff) as usize).copied()
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
                let (number, count) = number(position, *mv);
                assert!(count == moves.len() && number < count);
                assert_eq!(numbered(position, |_| Some(number as u32)), Some(*mv), "{position}");
            }
            assert_eq!(numbered(position, |count| Some(count as u32)), None);
        });
    }

    #[test]
    fn a_move_without_a_choice_costs_nothing() {
        assert_eq!([1, 2, 3, 4, 5, 32, 33, 218].map(width), [0, 1, 2, 2, 3, 5, 6, 8]);
    }
}
