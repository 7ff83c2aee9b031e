//! What no sum of features knows: how to mate a bare king, and which advantages do not win.
//!
//! Against a bare king material says nothing any more: what counts is how near the edge it stands (for bishop and
//! knight: how near a corner of the bishop's colour) and how near our king is. The rest shrinks what looks like an advantage and
//! is none: no pawns left, bishops of opposite colours, a rook's pawn that the bishop cannot lead home.
//! The cases are those every endgame primer has; the form is Stockfish's of the years before networks (`endgame.cpp`).

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use super::{features::MATERIAL, pawns::rank_of, weights::WEIGHTS};
use crate::evaluate::material;

/// What is added to a win that only has to be carried out.
const KNOWN_WIN: i32 = 1000;
/// The whole of a score, for [`scale`].
pub const FULL_SCALE: i32 = 64;

/// What few pawns leave of an advantage, in parts of the whole: with none, and for each.
const PAWNLESS_SCALE: i32 = 40;
const SCALE_PER_PAWN: i32 = 8;
/// What is left with one pawn and nothing else, where its king does not lead it home.
const LONE_PAWN_SCALE: i32 = 24;

const EDGE_BONUS: i32 = 12;
const CORNER_BONUS: i32 = 30;
const KING_PROXIMITY_BONUS: i32 = 5;
const ROOK_FILES: Bitboard = Bitboard(0x8181_8181_8181_8181);

/// The value for White where one side has nothing but its king and the other can mate without a pawn's help; `None` elsewhere.
pub(crate) fn lone_king(board: &Board, kings: [Square; 2]) -> Option<i32> {
    let us = side_against_bare_king(board)?;
    if board.pawns().any() {
        return None;
    }
    let [loser, winner] = [kings[!us as usize], kings[us as usize]];
    let drive = match mate(board) {
        Mate::Impossible => return None,
        Mate::Edge => EDGE_BONUS * centre_distance(loser),
        Mate::Corner => CORNER_BONUS * corner_drive(loser, board.bishops()),
    };
    let pieces: i32 = (board.by_color(us)).into_iter().map(|square| endgame_value(board, square)).sum();
    let value = KNOWN_WIN + pieces + drive + KING_PROXIMITY_BONUS * (14 - king_distance(loser, winner));
    Some(if us.is_white() { value } else { -value })
}

/// What comes on top of the features where a bare king faces enough to mate it, and pawns: for White.
pub fn won(board: &Board, kings: [Square; 2]) -> i32 {
    let Some(us) = side_against_bare_king(board) else { return 0 };
    let value = if mate(board) != Mate::Impossible {
        KNOWN_WIN + EDGE_BONUS * centre_distance(kings[!us as usize])
    } else if lone_pawn(board).is_some_and(|pawn| is_escorted(us, pawn, kings[us as usize])) {
        KNOWN_WIN / 2
    } else {
        0
    };
    if us.is_white() { value } else { -value }
}

/// The pawn, if there is nothing else beside the kings.
fn lone_pawn(board: &Board) -> Option<Square> {
    if board.occupied().count() == 3 { board.pawns().single_square() } else { None }
}

/// Whether the king stands on a key square of its only pawn: then it wins, whoever is to move, unless the pawn falls at once
/// (514 of 15,868 placements, by the tables of Syzygy). From the fifth rank on these are the squares one and two
/// ranks before the pawn, else two; a rook's pawn has none of this kind.
fn is_escorted(us: Color, pawn: Square, king: Square) -> bool {
    let ahead = rank_of(us, king) as i32 - rank_of(us, pawn) as i32;
    let is_advanced = rank_of(us, pawn) >= 4;
    let is_adjacent = !ROOK_FILES.contains(pawn) && pawn.file().distance(king.file()) <= 1;
    is_adjacent && (ahead == 2 || is_advanced && ahead == 1)
}

/// The side that faces a bare king.
pub fn side_against_bare_king(board: &Board) -> Option<Color> {
    Color::ALL.into_iter().find(|us| !board.by_color(!*us).more_than_one())
}

/// Where a bare king can be mated by the pieces there are, pawns apart.
#[derive(PartialEq, Eq)]
enum Mate {
    Edge,
    Corner,
    Impossible,
}

fn mate(board: &Board) -> Mate {
    let (bishops, knights) = (board.bishops(), board.knights());
    let both_colours = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    if board.rooks_and_queens().any() || both_colours || knights.count() > 2 {
        Mate::Edge
    } else if bishops.any() && knights.any() {
        Mate::Corner
    } else {
        Mate::Impossible
    }
}

/// What a man counts once only the mate is left to be found: as its weight says, so that another queen is still welcome.
fn endgame_value(board: &Board, square: Square) -> i32 {
    let role = board.role_at(square).map_or(0, |role| role as usize - Role::Pawn as usize);
    if role < MATERIAL.len { WEIGHTS[MATERIAL.at(role)].endgame() } else { 0 }
}

/// Steps from the four central squares, along files and ranks together: 0 to 6.
fn centre_distance(square: Square) -> i32 {
    let away = |line: i32| if line < 4 { 3 - line } else { line - 4 };
    away(square.file().to_u32() as i32) + away(square.rank().to_u32() as i32)
}

/// 7 in a corner of the bishops' colour, 0 on the diagonal between the two others.
fn corner_drive(square: Square, bishops: Bitboard) -> i32 {
    let dark = (bishops & Bitboard::DARK_SQUARES).any();
    let square = if dark { square } else { square.flip_horizontal() };
    (7 - square.file().to_u32() as i32 - square.rank().to_u32() as i32).abs()
}

fn king_distance(a: Square, b: Square) -> i32 {
    (a.file().distance(b.file()) + a.rank().distance(b.rank())) as i32
}

/// How much of an advantage of `us` is real, in parts of [`FULL_SCALE`].
#[inline]
pub fn scale(board: &Board, us: Color, kings: [Square; 2]) -> i32 {
    let pawns = board.pawns() & board.by_color(us);
    if pawns.is_empty() {
        return pawnless_scale(board, us);
    }
    if (pawns & !ROOK_FILES).is_empty() && is_wrong_rook_pawn(board, us, kings[!us as usize]) {
        return 0;
    }
    if lone_pawn(board).is_some_and(|pawn| !is_escorted(us, pawn, kings[us as usize])) {
        return LONE_PAWN_SCALE;
    }
    let pawn_scale = PAWNLESS_SCALE + SCALE_PER_PAWN * pawns.count() as i32;
    pawn_scale.min(if has_opposite_bishops(board) { opposite_bishops_scale(board) } else { FULL_SCALE })
}

/// Whether there are two bishops, one a side, that never meet.
#[inline]
fn has_opposite_bishops(board: &Board) -> bool {
    let bishops = board.bishops();
    let alone = |part: Bitboard| (bishops & part).single_square().is_some();
    alone(Bitboard::LIGHT_SQUARES) && alone(Bitboard::DARK_SQUARES) && alone(board.white())
}

fn opposite_bishops_scale(board: &Board) -> i32 {
    let others = board.knights() | board.rooks_and_queens();
    if others.is_empty() { 24 } else { 52 }
}

/// The pieces of a side, in the values of the first textbooks.
fn piece_material(board: &Board, side: Color) -> i32 {
    let own = board.by_color(side);
    let count = |role| (own & board.by_role(role)).count() as i32 * material::piece_value(role);
    count(Role::Knight) + count(Role::Bishop) + count(Role::Rook) + count(Role::Queen)
}

/// Without a pawn a minor piece more does not win, and two knights do not either.
fn pawnless_scale(board: &Board, us: Color) -> i32 {
    let minor = material::piece_value(Role::Bishop);
    let [weak, strong] = [!us, us].map(|side| piece_material(board, side));
    let only_knights = strong == 2 * minor && (board.knights() & board.by_color(us)).count() == 2;
    if only_knights && (board.pawns().is_empty() || weak > 0) {
        0
    } else if strong - weak > minor {
        FULL_SCALE
    } else if strong < material::piece_value(Role::Rook) {
        0
    } else if weak <= minor {
        6
    } else {
        14
    }
}

/// Whether all that is left are pawns on one rook's file, with or without bishops of the wrong colour, and the enemy king
/// stands where they want to go.
fn is_wrong_rook_pawn(board: &Board, us: Color, their_king: Square) -> bool {
    let own = board.by_color(us);
    let (pawns, bishops) = (own & board.pawns(), own & board.bishops());
    if (own & !board.kings()) != (pawns | bishops) {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::from_coords(file, (!us).backrank());
        let colour = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        (pawns & !Bitboard::from_file(file)).is_empty()
            && (bishops & colour).is_empty()
            && their_king.distance(corner) <= 1
    })
}
