//! Endgame knowledge that a sum of features cannot express: checkmating a bare king, and advantages that do
//! not win.
//!
//! Against a bare king, two distances matter. One is the distance of the bare king from the edge of the board
//! or, if the opponent has only bishop and knight, from a corner of the bishop's colour. The other distance
//! is the distance between the two kings. In drawish endgames, a scale factor reduces an advantage that does
//! not win: few or no pawns left, opposite-coloured bishops, or a rook pawn with a bishop that does not
//! control the promotion square. Endgame textbooks describe the endgames of this module. The form of this
//! module follows `endgame.cpp` of Stockfish (GPL-3.0) before Stockfish used networks.

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use super::{features::MATERIAL, pawns::rank_of, weights::WEIGHTS};
use crate::evaluate::material;

/// Bonus for a position that is won by technique, in internal centipawns.
const KNOWN_WIN: i32 = 1000;
/// Scale factor that leaves a score unchanged; [`scale`] returns fractions of it.
pub const FULL_SCALE: i32 = 64;

/// Base of the scale factor of a side with pawns, to which each pawn adds [`SCALE_PER_PAWN`].
const PAWNLESS_SCALE: i32 = 40;
const SCALE_PER_PAWN: i32 = 8;
/// Scale factor of king and pawn against king if the king of the side with the pawn is not on a key square of
/// the pawn.
const LONE_PAWN_SCALE: i32 = 24;

const EDGE_BONUS: i32 = 12;
const CORNER_BONUS: i32 = 30;
const KING_PROXIMITY_BONUS: i32 = 5;
const ROOK_FILES: Bitboard = Bitboard(0x8181_8181_8181_8181);

/// Returns the evaluation from White's point of view if one side has only its king, there are no pawns, and
/// the other side can force checkmate. Otherwise returns `None`.
pub(crate) fn lone_king(board: &Board, kings: [Square; 2]) -> Option<i32> {
    let us = side_against_bare_king(board)?;
    if board.pawns().any() {
        return None;
    }
    let [loser, winner] = [kings[!us as usize], kings[us as usize]];
    let drive = match mate(board) {
        MateDrive::Impossible => return None,
        MateDrive::Edge => EDGE_BONUS * centre_distance(loser),
        MateDrive::Corner => CORNER_BONUS * corner_drive(loser, board.bishops()),
    };
    let pieces: i32 = (board.by_color(us)).into_iter().map(|square| endgame_value(board, square)).sum();
    let value = KNOWN_WIN + pieces + drive + KING_PROXIMITY_BONUS * (14 - king_distance(loser, winner));
    Some(if us.is_white() { value } else { -value })
}

/// Returns the bonus, from White's point of view, of the side that plays against a bare king: if its pieces
/// can force checkmate, or if its king is on a key square of its only pawn. Otherwise returns 0.
pub fn won(board: &Board, kings: [Square; 2]) -> i32 {
    let Some(us) = side_against_bare_king(board) else { return 0 };
    let value = if mate(board) != MateDrive::Impossible {
        KNOWN_WIN + EDGE_BONUS * centre_distance(kings[!us as usize])
    } else if lone_pawn(board).is_some_and(|pawn| is_escorted(us, pawn, kings[us as usize])) {
        KNOWN_WIN / 2
    } else {
        0
    };
    if us.is_white() { value } else { -value }
}

/// Returns the only pawn if there are no other pieces or pawns beside the kings.
fn lone_pawn(board: &Board) -> Option<Square> {
    if board.occupied().count() == 3 { board.pawns().single_square() } else { None }
}

/// Returns whether the king is on a key square of its only pawn. The pawn then wins with either side to move,
/// unless it is captured at once (514 of 15,868 placements, by the Syzygy tablebases). For a pawn on the
/// fifth rank or beyond, the key squares are one and two ranks ahead of the pawn; for other pawns, two ranks
/// ahead. Rook pawns have no such key squares.
fn is_escorted(us: Color, pawn: Square, king: Square) -> bool {
    let ahead = rank_of(us, king) as i32 - rank_of(us, pawn) as i32;
    let is_advanced = rank_of(us, pawn) >= 4;
    let is_adjacent = !ROOK_FILES.contains(pawn) && pawn.file().distance(king.file()) <= 1;
    is_adjacent && (ahead == 2 || is_advanced && ahead == 1)
}

/// Returns the side whose opponent has only its king.
pub fn side_against_bare_king(board: &Board) -> Option<Color> {
    Color::ALL.into_iter().find(|us| !board.by_color(!*us).more_than_one())
}

/// Where the pieces on the board, pawns not counted, can force checkmate against a bare king.
#[derive(PartialEq, Eq)]
enum MateDrive {
    Edge,
    Corner,
    Impossible,
}

fn mate(board: &Board) -> MateDrive {
    let (bishops, knights) = (board.bishops(), board.knights());
    let both_colours = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    if board.rooks_and_queens().any() || both_colours || knights.count() > 2 {
        MateDrive::Edge
    } else if bishops.any() && knights.any() {
        MateDrive::Corner
    } else {
        MateDrive::Impossible
    }
}

/// Returns the value of a piece or pawn against a bare king: its endgame weight, so that promoting another
/// queen still raises the evaluation.
fn endgame_value(board: &Board, square: Square) -> i32 {
    let role = board.role_at(square).map_or(0, |role| role as usize - Role::Pawn as usize);
    if role < MATERIAL.len { WEIGHTS[MATERIAL.at(role)].endgame() } else { 0 }
}

/// Returns the distance from the four central squares, summed over files and ranks: 0 to 6.
fn centre_distance(square: Square) -> i32 {
    let away = |line: i32| if line < 4 { 3 - line } else { line - 4 };
    away(square.file().to_u32() as i32) + away(square.rank().to_u32() as i32)
}

/// Returns 7 in a corner of the bishop's colour, decreasing to 0 on the diagonal between the two other
/// corners.
fn corner_drive(square: Square, bishops: Bitboard) -> i32 {
    let dark = (bishops & Bitboard::DARK_SQUARES).any();
    let square = if dark { square } else { square.flip_horizontal() };
    (7 - square.file().to_u32() as i32 - square.rank().to_u32() as i32).abs()
}

fn king_distance(a: Square, b: Square) -> i32 {
    (a.file().distance(b.file()) + a.rank().distance(b.rank())) as i32
}

/// Returns the scale factor for an advantage of side `us`, from 0 (draw) to [`FULL_SCALE`] (score unchanged).
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

/// Returns whether each side has exactly one bishop and the bishops are on opposite colours.
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

/// Returns the value of a side's pieces without pawns, in the values of `material`.
fn piece_material(board: &Board, side: Color) -> i32 {
    let own = board.by_color(side);
    let count = |role| (own & board.by_role(role)).count() as i32 * material::piece_value(role);
    count(Role::Knight) + count(Role::Bishop) + count(Role::Rook) + count(Role::Queen)
}

/// Returns the scale factor of a side without pawns. Without pawns, an advantage of one minor piece does not
/// win, and two knights do not win either.
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

/// Returns whether the side has only rook pawns on one file, and possibly bishops that do not control the
/// promotion square, and the enemy king controls the promotion square.
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
