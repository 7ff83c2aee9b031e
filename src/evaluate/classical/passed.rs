//! What pieces do for passed pawns and against them.

use shakmaty::{Bitboard, Color, Square, attacks};

use super::{
    attack_info::{AttackInfo, fill_forward, forward},
    features::{PASSED_BLOCKED, PASSED_FREE, PASSED_ROOK, UNSTOPPABLE},
    pawns::rank_of,
    term_sink::TermSink,
};

/// Counts for the passed pawns of both sides; `turn` is to move.
pub fn count(info: &AttackInfo<'_>, passed: Bitboard, turn: Color, sink: &mut impl TermSink) {
    for_both!(us, {
        for square in passed & info.all_pieces(us) {
            count_pawn(info, us, square, turn, sink);
        }
    });
}

fn count_pawn(info: &AttackInfo<'_>, us: Color, square: Square, turn: Color, sink: &mut impl TermSink) {
    let them = !us;
    let rank = rank_of(us, square);
    let stop = forward(us, square.into());
    if (stop & info.all_pieces(them)).any() {
        sink.add(us, PASSED_BLOCKED.at(rank), 1);
    } else if (stop & (info.board.occupied() | info.attacked[them as usize])).is_empty() {
        sink.add(us, PASSED_FREE.at(rank), 1);
    }
    let behind = fill_forward(them, forward(them, square.into()));
    let rooks = info.board.rooks() & behind;
    if rooks.any() && (rooks & attacks::rook_attacks(square, info.board.occupied())).any() {
        for (index, side) in [us, them].into_iter().enumerate() {
            if (rooks & info.all_pieces(side)).any() {
                sink.add(us, PASSED_ROOK.at(index), 1);
            }
        }
    }
    if is_unstoppable(info, us, square, turn) {
        sink.add(us, UNSTOPPABLE.at(0), 1);
    }
}

/// The rule of the square: the other side has nothing but king and pawns, and the king comes too late.
fn is_unstoppable(info: &AttackInfo<'_>, us: Color, square: Square, turn: Color) -> bool {
    let them = !us;
    let kings_and_pawns = info.board.pawns() | info.board.kings();
    if (info.all_pieces(them) & !kings_and_pawns).any() {
        return false;
    }
    let path = fill_forward(us, forward(us, square.into()));
    let path = path & Bitboard::from_file(square.file());
    if (path & info.board.occupied()).any() {
        return false;
    }
    let promotion_square = Square::from_coords(square.file(), them.backrank());
    // From its first square it may go two steps at once.
    let steps = path.count() as u32 - u32::from(rank_of(us, square) == 1);
    let lead = u32::from(turn != us);
    info.kings[them as usize].distance(promotion_square) > steps + lead
}
