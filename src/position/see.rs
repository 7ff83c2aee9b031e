//! Static exchange evaluation: what a move wins or loses if both sides keep taking on its square, least valuable man
//! first, and each may stop.
//!
//! The question is always "at least so much?", because every caller asks that and the answer comes sooner than the
//! number. Promotion and en passant count; pins do not, but a king never takes what is defended.
//!
//! ```
//! use glulam::position::{Position, see::at_least};
//! use shakmaty::CastlingMode;
//!
//! // The pawn on d5 is protected: the queen wins a pawn and is lost for it.
//! let position = Position::from_fen("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", CastlingMode::Standard)?;
//! let takes = position.parse_move("d1d5").expect("legal");
//! let pawn_for_queen = 100 - 900;
//! assert!(at_least(&position, takes, pawn_for_queen));
//! assert!(!at_least(&position, takes, pawn_for_queen + 1));
//! # Ok::<(), glulam::position::FenError>(())
//! ```

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use super::{Move, Position};

/// What a man counts in an exchange, in centipawns. A king is never lost, so its value only has to exceed all others.
pub const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 10_000,
    }
}

const PROMOTION_GAIN: i32 = value(Role::Queen) - value(Role::Pawn);

/// Whether the exchange that `mv` begins wins at least `threshold` centipawns for the mover.
pub fn at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let board = position.board();
    let us = position.turn();
    let (from, to, occupied) = match mv {
        Move::Normal { from, to, .. } => (from, to, board.occupied()),
        Move::EnPassant { from, to } => {
            (from, to, board.occupied().without(Square::from_coords(to.file(), from.rank())))
        }
        Move::Castle { .. } | Move::Put { .. } => return threshold <= 0,
    };
    // `balance` is what the side that took last has above what it needs, should everybody stop now.
    let mut balance = gain(mv) - threshold;
    if balance < 0 {
        return false;
    }
    let mut next_victim = value(mv.promotion().unwrap_or(mv.role()));
    if balance >= next_victim + promotion_gain(Role::Pawn, to, !us) {
        return true; // Even if the man is lost for nothing.
    }
    let mut occupied = occupied.without(from).with(to);
    let mut attackers = attackers(board, to, occupied);
    let mut side = !us;
    loop {
        // Whoever took last is content, and answers for the verdict unless `side` can take back and change it.
        let verdict = side != us;
        let Some((role, square)) = least_valuable(board, attackers & board.by_color(side)) else {
            return verdict;
        };
        occupied = occupied.without(square);
        attackers = (attackers | xray_attackers(board, role, to, occupied)) & occupied;
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            return verdict;
        }
        let promotion = promotion_gain(role, to, side);
        balance -= next_victim + promotion;
        if balance >= 0 {
            return verdict;
        }
        balance = -balance - 1;
        next_victim = value(role) + promotion;
        side = !side;
    }
}

/// All men of both sides that look at a square.
fn attackers(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    let [black, white] = [board.black(), board.white()];
    let pawns =
        (attacks::pawn_attacks(Color::Black, to) & white) | (attacks::pawn_attacks(Color::White, to) & black);
    let near = (pawns & board.pawns())
        | (attacks::knight_attacks(to) & board.knights())
        | (attacks::king_attacks(to) & board.kings());
    let far = (attacks::bishop_attacks(to, occupied) & board.bishops_and_queens())
        | (attacks::rook_attacks(to, occupied) & board.rooks_and_queens());
    (near | far) & occupied
}

/// The sliders that look at the square once a man of this role has left their way.
#[inline]
fn xray_attackers(board: &Board, role: Role, to: Square, occupied: Bitboard) -> Bitboard {
    let diagonal = || attacks::bishop_attacks(to, occupied) & board.bishops_and_queens();
    let straight = || attacks::rook_attacks(to, occupied) & board.rooks_and_queens();
    match role {
        Role::Pawn | Role::Bishop => diagonal(),
        Role::Rook => straight(),
        Role::Queen | Role::King => diagonal() | straight(),
        Role::Knight => Bitboard::EMPTY,
    }
}

/// What the move itself takes, with what a promotion adds.
pub(crate) fn gain(mv: Move) -> i32 {
    mv.capture().map_or(0, value) + mv.promotion().map_or(0, |role| value(role) - value(Role::Pawn))
}

/// What a man of `side` wins by taking on `to` beside what it takes.
fn promotion_gain(role: Role, to: Square, side: Color) -> i32 {
    if role == Role::Pawn && to.rank() == last_rank(side) { PROMOTION_GAIN } else { 0 }
}

const fn last_rank(side: Color) -> Rank {
    match side {
        Color::White => Rank::Eighth,
        Color::Black => Rank::First,
    }
}

fn least_valuable(board: &Board, attackers: Bitboard) -> Option<(Role, Square)> {
    if attackers.is_empty() {
        return None;
    }
    Role::ALL.into_iter().find_map(|role| {
        let square = (attackers & board.by_role(role)).first()?;
        Some((role, square))
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::position::{changes, random};

    /// The exchange told by its definition on a board whose men are really moved.
    fn brute_force(board: &Board, side: Color, to: Square) -> i32 {
        let mut options: Vec<_> = board
            .attacks_to(to, side, board.occupied())
            .into_iter()
            .filter_map(|square| board.role_at(square).map(|role| (role, square)))
            .collect();
        // Knights before bishops, then by square: both sides of the comparison must break ties alike.
        options.sort_unstable();
        let Some(&(role, square)) = options.first() else { return 0 };
        let victim = board.role_at(to).map_or(0, value);
        let mut after = board.clone();
        let mut man = after.remove_piece_at(square).expect("an attacker");
        let mut won = victim;
        if man.role == Role::Pawn && to.rank() == last_rank(side) {
            man = side.queen();
            won += PROMOTION_GAIN;
        }
        after.set_piece_at(to, man);
        if role == Role::King && after.attacks_to(to, !side, after.occupied()).any() {
            return 0;
        }
        (won - brute_force(&after, !side, to)).max(0)
    }

    fn exchange(position: &Position, mv: Move) -> i32 {
        let mut board = position.board().clone();
        changes::changes(position.turn(), mv, |change, piece, square| match change {
            changes::Change::Remove => {
                board.discard_piece_at(square);
            }
            changes::Change::Add => board.set_piece_at(square, piece),
        });
        if mv.is_castle() { 0 } else { gain(mv) - brute_force(&board, !position.turn(), mv.to()) }
    }

    #[test]
    fn the_quick_answer_is_the_one_of_an_exchange_played_out() {
        let mut moves = 0;
        random::walks(8, 60, |position| {
            for mv in position.legal_moves() {
                let truth = exchange(position, mv);
                assert!(at_least(position, mv, truth), "{position} {mv:?} wins {truth}");
                assert!(!at_least(position, mv, truth + 1), "{position} {mv:?} wins only {truth}");
                moves += 1;
            }
        });
        assert!(moves > 50_000, "only {moves} moves were tried");
    }

    #[test]
    fn textbook_exchanges() {
        for (fen, mv, won) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 400),
        ] {
            let position = Position::from_fen(fen, CastlingMode::Standard).expect("legal");
            let mv = position.parse_move(mv).expect("legal");
            assert!(at_least(&position, mv, won) && !at_least(&position, mv, won + 1), "{fen}");
        }
    }
}
