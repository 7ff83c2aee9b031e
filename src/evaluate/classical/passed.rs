//! What pieces do for passed pawns and against them.

use shakmaty::{Bitboard, Color, Square, attacks};

use super::{
    attack_info::{AttackInfo, fill_forward, forward},
    features::{PASSED_BLOCKED, PASSED_FREE, PASSED_ROOK, UNSTOPPABLE},
    pawns::rank_of,
    term_sink::TermSink,
};

/// Counts for the passed pawns of both sides; `turn` is to move.
pub fn count(scene: &AttackInfo<'_>, passed: Bitboard, turn: Color, sink: &mut impl TermSink) {
    for_both!(us, {
        for square in passed & scene.men(us) {
            count_pawn(scene, us, square, turn, sink);
        }
    });
}

fn count_pawn(scene: &AttackInfo<'_>, us: Color, square: Square, turn: Color, sink: &mut impl TermSink) {
    let them = !us;
    let rank = rank_of(us, square);
    let stop = forward(us, square.into());
    if (stop & scene.men(them)).any() {
        sink.add(us, PASSED_BLOCKED.at(rank), 1);
    } else if (stop & (scene.board.occupied() | scene.attacked[them as usize])).is_empty() {
        sink.add(us, PASSED_FREE.at(rank), 1);
    }
    let behind = fill_forward(them, forward(them, square.into()));
    let rooks = scene.board.rooks() & behind;
    if rooks.any() && (rooks & attacks::rook_attacks(square, scene.board.occupied())).any() {
        for (index, side) in [us, them].into_iter().enumerate() {
            if (rooks & scene.men(side)).any() {
                sink.add(us, PASSED_ROOK.at(index), 1);
            }
        }
    }
    if runs_away(scene, us, square, turn) {
        sink.add(us, UNSTOPPABLE.at(0), 1);
    }
}

/// The rule of the square: the other side has nothing but king and pawns, and the king comes too late.
fn runs_away(scene: &AttackInfo<'_>, us: Color, square: Square, turn: Color) -> bool {
    let them = !us;
    let bare = scene.board.pawns() | scene.board.kings();
    if (scene.men(them) & !bare).any() {
        return false;
    }
    let path = fill_forward(us, forward(us, square.into()));
    let path = path & Bitboard::from_file(square.file());
    if (path & scene.board.occupied()).any() {
        return false;
    }
    let goal = Square::from_coords(square.file(), them.backrank());
    // From its first square it may go two steps at once.
    let steps = path.count() as u32 - u32::from(rank_of(us, square) == 1);
    let lead = u32::from(turn != us);
    scene.kings[them as usize].distance(goal) > steps + lead
}
