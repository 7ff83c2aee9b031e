//! Passed pawn features that depend on pieces: blocked and free pawns, rooks behind pawns, and the rule of
//! the square.

use shakmaty::{Bitboard, Color, Square, attacks};

use super::{
    attack_info::{AttackInfo, fill_forward, forward},
    features::{PASSED_BLOCKED, PASSED_FREE, PASSED_ROOK, UNSTOPPABLE},
    pawns::rank_of,
    term_sink::TermSink,
};

/// Counts the features of the passed pawns of both sides; `turn` is the side to move.
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

/// Returns whether the rule of the square decides for the passed pawn on `square`: the opponent has only king
/// and pawns, the pawn's path is empty, and the enemy king cannot catch the pawn.
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
    // A pawn on its start square can advance two squares in one move.
    let steps = path.count() as u32 - u32::from(rank_of(us, square) == 1);
    let lead = u32::from(turn != us);
    info.kings[them as usize].distance(promotion_square) > steps + lead
}
