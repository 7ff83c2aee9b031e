//! Static exchange evaluation (SEE): the material that a move wins or loses if both sides keep capturing on
//! its destination square.
//!
//! Each side captures with its least valuable piece first and may stop capturing at any time. The function
//! [`at_least`] only compares the result with a threshold: every caller needs no more, and the comparison is
//! faster than computing the exact value. X-ray attackers behind a capturing piece are included, and so are
//! promotions. The first move may be an en passant capture; castling wins and loses nothing. Pins are
//! ignored, but a king never captures a protected piece.
//!
//! ```
//! use glulam::chess::position::{Position, see::at_least};
//! use shakmaty::CastlingMode;
//!
//! // The pawn on d5 is protected: the queen captures it and is captured.
//! let position = Position::from_fen("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", CastlingMode::Standard)?;
//! let takes = position.parse_move("d1d5").expect("legal");
//! let pawn_for_queen = 100 - 900;
//! assert!(at_least(&position, takes, pawn_for_queen));
//! assert!(!at_least(&position, takes, pawn_for_queen + 1));
//! # Ok::<(), glulam::chess::position::FenError>(())
//! ```

use shakmaty::{Bitboard, Board, Color, Rank, Role, Square, attacks};

use super::{Move, Position};

/// Returns the value of a piece or pawn in an exchange, in centipawns. A king is never lost; its value only
/// has to be higher than that of every other piece.
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

/// Returns whether the exchange that starts with the legal move `mv` wins at least `threshold` centipawns for
/// the side to move. A negative threshold is a loss that is accepted.
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
    // `balance` is the material beyond the threshold from the point of view of the side that captured last,
    // if the exchange stops now.
    let mut balance = gain(mv) - threshold;
    if balance < 0 {
        return false;
    }
    let mut victim_value = value(mv.promotion().unwrap_or(mv.role()));
    if balance >= victim_value + promotion_gain(Role::Pawn, to, !us) {
        return true; // The threshold is reached even if the moved piece is lost without compensation.
    }
    let mut occupied = occupied.without(from).with(to);
    let mut attackers = attackers(board, to, occupied);
    let mut side = !us;
    loop {
        // The side that captured last has reached its required material. The function returns `result` unless
        // `side` can recapture profitably.
        let result = side != us;
        let Some((role, square)) = least_valuable(board, attackers & board.by_color(side)) else {
            return result;
        };
        occupied = occupied.without(square);
        attackers = (attackers | xray_attackers(board, role, to, occupied)) & occupied;
        if role == Role::King && (attackers & board.by_color(!side)).any() {
            return result;
        }
        let promotion = promotion_gain(role, to, side);
        balance -= victim_value + promotion;
        if balance >= 0 {
            return result;
        }
        balance = -balance - 1;
        victim_value = value(role) + promotion;
        side = !side;
    }
}

/// Returns the pieces and pawns of both sides in `occupied` that attack the square `to`.
fn attackers(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    let [black, white] = [board.black(), board.white()];
    let pawns =
        (attacks::pawn_attacks(Color::Black, to) & white) | (attacks::pawn_attacks(Color::White, to) & black);
    let leapers = (pawns & board.pawns())
        | (attacks::knight_attacks(to) & board.knights())
        | (attacks::king_attacks(to) & board.kings());
    let sliders = (attacks::bishop_attacks(to, occupied) & board.bishops_and_queens())
        | (attacks::rook_attacks(to, occupied) & board.rooks_and_queens());
    (leapers | sliders) & occupied
}

/// Returns the sliders that attack the square `to` along a line on which a piece of this role may have stood:
/// diagonals for a pawn or bishop, ranks and files for a rook, all lines for a queen or king, none for a
/// knight.
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

/// Returns the value of the captured piece or pawn plus the gain of a promotion, in centipawns; 0 for other
/// moves.
pub(crate) fn gain(mv: Move) -> i32 {
    mv.capture().map_or(0, value) + mv.promotion().map_or(0, |role| value(role) - value(Role::Pawn))
}

/// Returns the additional gain in centipawns if a piece of this role captures on `to`: the gain of promoting
/// to a queen for a pawn on the last rank, otherwise 0.
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
    use crate::chess::position::{changes, random};

    /// Computes the exchange by its definition: every capture is made on a board.
    fn brute_force(board: &Board, side: Color, to: Square) -> i32 {
        let mut options: Vec<_> = board
            .attacks_to(to, side, board.occupied())
            .into_iter()
            .filter_map(|square| board.role_at(square).map(|role| (role, square)))
            .collect();
        // Knights before bishops, then by square. Ties must be broken in the same way as in the tested
        // function.
        options.sort_unstable();
        let Some(&(role, square)) = options.first() else { return 0 };
        let victim = board.role_at(to).map_or(0, value);
        let mut after = board.clone();
        let mut piece = after.remove_piece_at(square).expect("an attacker");
        let mut won = victim;
        if piece.role == Role::Pawn && to.rank() == last_rank(side) {
            piece = side.queen();
            won += PROMOTION_GAIN;
        }
        after.set_piece_at(to, piece);
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
    fn see_agrees_with_an_exchange_played_on_a_board() {
        let mut moves = 0;
        random::walks(8, 60, |position| {
            for mv in position.legal_moves() {
                let truth = exchange(position, mv);
                assert!(at_least(position, mv, truth), "{position} {mv:?} wins {truth}");
                assert!(!at_least(position, mv, truth + 1), "{position} {mv:?} wins only {truth}");
                moves += 1;
            }
        });
        assert!(moves > 50_000, "only {moves} moves");
    }

    #[test]
    fn see_of_textbook_exchanges_is_correct() {
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
