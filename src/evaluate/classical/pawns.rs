//! Features that depend only on pawns and kings (pawn structure, passed pawns, pawn shelter and pawn storm),
//! and features of pieces that depend on pawns (`count_pieces`).
//!
//! Few moves change pawns or kings, so [`PawnTable`](super::pawn_table::PawnTable) stores the weighted sum of
//! the features that depend only on pawns and kings.

use shakmaty::{Bitboard, Board, Color, File, Role, Square, attacks};

use super::{
    attack_info::{AttackInfo, fill_forward, forward, pawn_attacks},
    features::{
        BACKWARD, BISHOP_PAWNS, DOUBLED, ISOLATED, OUTPOST, PASSED_OUR_KING, PASSED_RANK, PASSED_THEIR_KING,
        PHALANX, ROOK_FILE, SHELTER, SHIELDED, STORM, SUPPORTED,
    },
    term_sink::TermSink,
    terms::{Term, Terms},
};

/// Weight of the kings' distances to a passed pawn, by the rank of the pawn.
const RANK_WEIGHT: [i32; 8] = [0, 0, 0, 1, 2, 4, 6, 0];
/// Ranks of outposts: the fourth to the sixth from the own side, `[Black, White]`.
const OUTPOST_RANKS: [u64; 2] = [0x0000_00ff_ffff_0000, 0x0000_ffff_ff00_0000];
/// Maximum king distance to a passed pawn; greater distances count as this maximum.
const MAX_KING_DISTANCE: u32 = 5;

/// Returns the rank of a square, counted from 0 on the first rank of side `us`.
#[inline]
pub(super) fn rank_of(us: Color, square: Square) -> usize {
    us.relative_rank(square.rank()).to_usize()
}

/// Returns the squares of all ranks ahead of a square, in the direction in which `us` advances.
#[inline]
fn ahead(us: Color, square: Square) -> Bitboard {
    let from = 8 * square.rank().to_u32();
    Bitboard(if us.is_white() { !0 << 7 << (from + 1) } else { (1 << from) - 1 })
}

/// Returns the files directly beside a file.
#[inline]
fn adjacent_files(file: File) -> Bitboard {
    let neighbours = [file.offset(-1), file.offset(1)];
    neighbours.into_iter().flatten().fold(Bitboard::EMPTY, |files, file| files | Bitboard::from_file(file))
}

/// Counts the features of pawns and kings, and returns the passed pawns of both sides.
pub fn count(board: &Board, kings: [Square; 2], terms: Terms, sink: &mut impl TermSink) -> Bitboard {
    let mut passed = Bitboard::EMPTY;
    for us in Color::ALL {
        let ours = board.by_piece(us.pawn());
        let theirs = board.by_piece((!us).pawn());
        for square in ours {
            let file = Bitboard::from_file(square.file());
            let ahead = ahead(us, square);
            let stoppers = theirs & ahead & (file | adjacent_files(square.file()));
            if (stoppers | (ours & ahead & file)).is_empty() {
                passed.add(square);
                if terms.has(Term::Passed) {
                    count_passed(us, square, kings, sink);
                }
            }
            if terms.has(Term::Pawns) {
                count_pawn(us, square, ours, theirs, sink);
            }
        }
        if terms.has(Term::King) {
            count_shelter(us, kings[us as usize], ours, theirs, sink);
        }
    }
    passed
}

fn count_passed(us: Color, square: Square, kings: [Square; 2], sink: &mut impl TermSink) {
    let rank = rank_of(us, square);
    sink.add(us, PASSED_RANK.at(rank), 1);
    let weight = RANK_WEIGHT[rank];
    if let (1.., Some(stop)) = (weight, forward(us, square.into()).first()) {
        let steps = |king: Square| king.distance(stop).min(MAX_KING_DISTANCE) as i32;
        sink.add(us, PASSED_OUR_KING.at(0), weight * steps(kings[us as usize]));
        sink.add(us, PASSED_THEIR_KING.at(0), weight * steps(kings[!us as usize]));
    }
}

fn count_pawn(us: Color, square: Square, ours: Bitboard, theirs: Bitboard, sink: &mut impl TermSink) {
    let rank = rank_of(us, square);
    let (file, ahead) = (Bitboard::from_file(square.file()), ahead(us, square));
    let neighbours = ours & adjacent_files(square.file());
    let beside = neighbours & Bitboard::from_rank(square.rank());
    let supporters = ours & attacks::pawn_attacks(!us, square);
    let stopped = usize::from((theirs & file & ahead).any());
    if (ours & file & ahead).any() {
        sink.add(us, DOUBLED.at(0), 1);
    }
    if beside.any() {
        sink.add(us, PHALANX.at(rank), 1);
    }
    if supporters.any() {
        sink.add(us, SUPPORTED.at(rank), 1);
    }
    if neighbours.is_empty() {
        sink.add(us, ISOLATED.at(stopped), 1);
    } else if (neighbours & !ahead).is_empty() && {
        let stop = forward(us, square.into());
        (pawn_attacks(us, stop) & theirs).any()
    } {
        sink.add(us, BACKWARD.at(stopped), 1);
    }
}

/// Counts pawn shelter and pawn storm on the king's file and the files beside it: the ranks of the first own
/// pawn and of the first enemy pawn.
fn count_shelter(us: Color, king: Square, ours: Bitboard, theirs: Bitboard, sink: &mut impl TermSink) {
    let middle = king.file().to_u32().clamp(1, 6);
    let behind = if us.is_white() { ahead(Color::Black, king) } else { ahead(Color::White, king) };
    let rank_of_first = |pawns: Bitboard| {
        let first = if us.is_white() { pawns.first() } else { pawns.last() };
        first.map_or(0, |square| rank_of(us, square))
    };
    for file in middle - 1..=middle + 1 {
        let here = Bitboard::from_file(File::new(file)) & !behind;
        let own = rank_of_first(ours & here);
        let their = rank_of_first(theirs & here);
        let blocked = usize::from(own != 0 && own + 1 == their);
        sink.add(us, SHELTER.at(file.min(7 - file) as usize * 7 + own), 1);
        sink.add(us, STORM.at(blocked * 7 + their), 1);
    }
}

/// Counts the features of pieces that depend on pawns: rooks on open and half-open files, outposts, shielded
/// minor pieces, and pawns on the bishop's colour.
pub(crate) fn count_pieces(info: &AttackInfo<'_>, sink: &mut impl TermSink) {
    let board = info.board;
    for_both!(us, {
        let (ours, theirs) = (info.pieces(us, Role::Pawn), info.pieces(!us, Role::Pawn));
        for rook in info.pieces(us, Role::Rook) {
            let file = Bitboard::from_file(rook.file());
            if (ours & file).is_empty() {
                sink.add(us, ROOK_FILE.at(usize::from((theirs & file).is_empty())), 1);
            }
        }
        let (knights, bishops) = (info.pieces(us, Role::Knight), info.pieces(us, Role::Bishop));
        let outpost_squares = info.attacked_by(us, Role::Pawn)
            & Bitboard(OUTPOST_RANKS[us as usize])
            & !fill_forward(!us, info.attacked_by(!us, Role::Pawn));
        for (index, minors) in [knights, bishops].into_iter().enumerate() {
            let outposts = minors & outpost_squares;
            if outposts.any() {
                sink.add(us, OUTPOST.at(index), outposts.count() as i32);
            }
        }
        let shielded = (knights | bishops) & forward(!us, board.pawns());
        if shielded.any() {
            sink.add(us, SHIELDED.at(0), shielded.count() as i32);
        }
        for squares in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
            let count = (bishops & squares).count();
            if count != 0 {
                sink.add(us, BISHOP_PAWNS.at(0), (count * (ours & squares).count()) as i32);
            }
        }
    });
}
