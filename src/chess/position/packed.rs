//! Moves packed into 16 bits, for the transposition table and for killer moves.
//!
//! Bits 0–5 contain the origin square, bits 6–11 the destination square (the rook's square for castling), and
//! bits 12–15 the kind of move. Unpacking checks that the move is legal, because the code may come from
//! another position or from a transposition table entry damaged by concurrent writes.
//!
//! ```
//! use glulam::chess::position::{PackedMove, Position};
//!
//! let start = Position::start();
//! let e4 = start.parse_move("e2e4").unwrap();
//! let code = PackedMove::pack(e4);
//! assert_eq!(code.unpack(&start), Some(e4));
//! assert_eq!(code.unpack(&start.play(e4)), None); // not a legal move for Black
//! ```

use shakmaty::{Position as _, Role, Square, attacks};

use super::{Move, Position};

const NORMAL: u16 = 0;
const EN_PASSANT: u16 = 1;
const CASTLE: u16 = 2;
const PROMOTION: u16 = 4;
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A move packed into 16 bits. [`PackedMove::NONE`] means "no move" and is stored as a1 to a1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackedMove(pub u16);

impl PackedMove {
    /// The code for "no move".
    pub const NONE: Self = Self(0);

    /// Returns the code of `mv`. A drop, which chess does not have, gives [`PackedMove::NONE`].
    #[inline]
    pub fn pack(mv: Move) -> Self {
        let (from, to, kind) = match mv {
            // Most moves are neither promotions, castling, nor en passant captures, so this case comes first.
            Move::Normal { from, to, promotion: None, .. } => {
                return Self(u16::from(from) | u16::from(to) << 6 | NORMAL << 12);
            }
            Move::Normal { from, to, promotion: Some(role), .. } => {
                (from, to, PROMOTION + role as u16 - Role::Knight as u16)
            }
            Move::EnPassant { from, to } => (from, to, EN_PASSANT),
            Move::Castle { king, rook } => (king, rook, CASTLE),
            Move::Put { .. } => return Self::NONE,
        };
        Self(u16::from(from) | u16::from(to) << 6 | kind << 12)
    }

    /// Returns the origin and destination squares as one number below 4096, an index for tables of moves.
    /// Castling has the squares of the king and its own rook; no other move of the same position has both.
    pub const fn squares(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    /// Returns the move if it is legal in `position`, otherwise `None`.
    ///
    /// Unpacking a move takes five to eight nanoseconds; shakmaty's `is_legal` takes twenty-five nanoseconds.
    /// En passant captures and castling are rare; they are looked up in shakmaty's lists of legal en passant
    /// captures and legal castling moves.
    pub fn unpack(self, position: &Position) -> Option<Move> {
        if self == Self::NONE {
            return None;
        }
        let from = Square::new(u32::from(self.0 & 63));
        let to = Square::new(u32::from(self.0 >> 6 & 63));
        match self.0 >> 12 {
            EN_PASSANT => {
                let mv = Move::EnPassant { from, to };
                position.chess().en_passant_moves().contains(&mv).then_some(mv)
            }
            CASTLE => {
                let mv = Move::Castle { king: from, rook: to };
                let side = shakmaty::CastlingSide::from_queen_side(to < from);
                position.chess().castling_moves(side).contains(&mv).then_some(mv)
            }
            NORMAL => legal_move(position, from, to, None),
            kind => {
                let role = *PROMOTIONS.get(usize::from(kind.checked_sub(PROMOTION)?))?;
                legal_move(position, from, to, Some(role))
            }
        }
    }
}

/// Returns the move from `from` to `to` with the promotion `promotion` if the move is legal and neither
/// castling nor an en passant capture; otherwise `None`. [`PackedMove::unpack`] handles castling and en
/// passant captures itself.
fn legal_move(position: &Position, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
    let board = position.board();
    let us = position.turn();
    if !board.by_color(us).contains(from) || board.by_color(us).contains(to) {
        return None;
    }
    let role = board.role_at(from)?;
    let capture = board.role_at(to);
    let king = position.king();
    let reaches = match role {
        Role::Pawn => pawn_reaches(position, from, to, capture.is_some(), promotion.is_some()),
        _ if promotion.is_some() => false,
        _ => attacks::attacks(from, role.of(us), board.occupied()).contains(to),
    };
    if !reaches || capture == Some(Role::King) {
        return None;
    }
    let safe = if role == Role::King {
        board.attacks_to(to, !us, board.occupied().without(from)).is_empty()
    } else {
        resolves_check(position, king, to)
            && (!position.pinned().contains(from) || attacks::aligned(from, to, king))
    };
    safe.then_some(Move::Normal { role, from, capture, to, promotion })
}

fn pawn_reaches(position: &Position, from: Square, to: Square, capture: bool, promotes: bool) -> bool {
    let us = position.turn();
    let board = position.board();
    if promotes != (to.rank() == us.fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First)) {
        return false;
    }
    if capture {
        return attacks::pawn_attacks(us, from).contains(to);
    }
    let forward = us.fold_wb(8, -8);
    match i32::from(u8::from(to)) - i32::from(u8::from(from)) {
        one if one == forward => true,
        two if two == 2 * forward => {
            from.rank() == us.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh)
                && from.offset(forward).is_some_and(|middle| !board.occupied().contains(middle))
        }
        _ => false,
    }
}

/// Returns whether there is no check, or a move to `to` by a pawn or a piece other than the king blocks or
/// captures the only checking piece. Pins are not tested.
fn resolves_check(position: &Position, king: Square, to: Square) -> bool {
    let checkers = position.checkers();
    match checkers.first() {
        None => true,
        Some(_) if checkers.more_than_one() => false,
        Some(checker) => checker == to || attacks::between(king, checker).contains(to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::position::random;

    #[test]
    fn exactly_the_codes_of_legal_moves_unpack() {
        let mut left = 120;
        random::walks(6, 24, |position| {
            // Positions in check, and positions with a halfmove clock of 4, 13, 22, and so on. These occur in
            // openings, middlegames, and endings.
            if left == 0 || position.halfmoves() % 9 != 4 && !position.is_check() {
                return;
            }
            left -= 1;
            let mut legal: Vec<_> = position.legal_moves().into_iter().map(PackedMove::pack).collect();
            let mut found: Vec<_> =
                (0..=u16::MAX).map(PackedMove).filter(|code| code.unpack(position).is_some()).collect();
            legal.sort_by_key(|code| code.0);
            found.sort_by_key(|code| code.0);
            assert_eq!(found, legal, "{position}");
        });
        assert_eq!(left, 0, "too few positions");
    }

    #[test]
    fn every_legal_move_survives_packing_and_unpacking() {
        random::walks(7, 80, |position| {
            for mv in position.legal_moves() {
                assert_eq!(PackedMove::pack(mv).unpack(position), Some(mv), "{position}");
            }
        });
    }
}
