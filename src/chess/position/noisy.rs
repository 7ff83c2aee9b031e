//! Generates the noisy moves: captures and queen promotions.
//!
//! The quiescence search needs only noisy moves. shakmaty's own `capture_moves` generates all moves and
//! filters them. This generator uses shakmaty's bitboards and attack tables and generates only noisy moves, in
//! less time (`cargo bench -- noisy_moves capture_moves`). In check, the evasions of shakmaty's
//! generator are filtered, because they are few.

use shakmaty::{Bitboard, Color, Position as _, Rank, Role, Square, attacks};

use super::{Move, MoveList, Position, is_noisy};

impl Position {
    /// Generates the noisy moves: writes the legal captures and queen promotions to `list`, in no particular
    /// order. The result is the same set as [`Position::legal_moves`] filtered by [`is_noisy`].
    #[doc(alias = "movegen", alias = "generate_captures")]
    pub fn noisy_moves(&self, list: &mut MoveList) {
        list.clear();
        if self.is_check() {
            list.extend(self.legal_moves().into_iter().filter(|mv| is_noisy(*mv)));
            return;
        }
        let pinned = self.pinned();
        let king = self.king();
        let pin_allows =
            |from: Square, to: Square| !pinned.contains(from) || attacks::aligned(from, to, king);
        let board = self.board();
        let us = self.turn();
        let targets = board.by_color(!us);

        if self.chess.maybe_ep_square().is_some() {
            list.extend(self.chess.en_passant_moves());
        }
        self.pawn_moves(targets, pin_allows, list);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in board.by_color(us) & board.by_role(role) {
                for to in attacks::attacks(from, role.of(us), board.occupied()) & targets {
                    if pin_allows(from, to) {
                        list.push(Move::Normal {
                            role,
                            from,
                            capture: board.role_at(to),
                            to,
                            promotion: None,
                        });
                    }
                }
            }
        }
        for to in attacks::king_attacks(king) & targets {
            if board.attacks_to(to, !us, board.occupied().without(king)).is_empty() {
                let capture = board.role_at(to);
                list.push(Move::Normal { role: Role::King, from: king, capture, to, promotion: None });
            }
        }
    }

    fn pawn_moves(
        &self,
        targets: Bitboard,
        pin_allows: impl Fn(Square, Square) -> bool,
        list: &mut MoveList,
    ) {
        let board = self.board();
        let us = self.turn();
        let (last_rank, forward) = match us {
            Color::White => (Rank::Eighth, 8),
            Color::Black => (Rank::First, -8),
        };
        for from in board.pawns() & board.by_color(us) {
            for to in attacks::pawn_attacks(us, from) & targets {
                if !pin_allows(from, to) {
                    continue;
                }
                let capture = board.role_at(to);
                let mut push = |promotion| {
                    list.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion });
                };
                if to.rank() == last_rank {
                    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
                        .into_iter()
                        .map(Some)
                        .for_each(push);
                } else {
                    push(None);
                }
            }
            if let Some(to) = from.offset(forward)
                && to.rank() == last_rank
                && !board.occupied().contains(to)
                && pin_allows(from, to)
            {
                let promotion = Some(Role::Queen);
                list.push(Move::Normal { role: Role::Pawn, from, capture: None, to, promotion });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::position::{PackedMove, random};

    #[test]
    fn noisy_moves_are_the_legal_captures_and_queen_promotions() {
        let mut list = MoveList::new();
        let mut count = 0;
        random::walks(9, 200, |position| {
            position.noisy_moves(&mut list);
            let code = |mv: &Move| PackedMove::pack(*mv).0;
            let mut ours: Vec<_> = list.iter().map(code).collect();
            let mut truth: Vec<_> =
                position.legal_moves().iter().filter(|mv| is_noisy(**mv)).map(code).collect();
            ours.sort_unstable();
            truth.sort_unstable();
            assert_eq!(ours, truth, "{position}");
            count += ours.len();
        });
        assert!(count > 5_000, "only {count} noisy moves");
    }
}
