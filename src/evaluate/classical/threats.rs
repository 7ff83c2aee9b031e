//! Threats: attacks on insufficiently protected pieces and pawns, safe checks, and attacks on the king ring.

use shakmaty::{Bitboard, Color, Rank, Role, attacks};

use super::{
    attack_info::{AttackInfo, forward, pawn_attacks},
    features::{
        GIVES_CHECK, Group, HANGING, KING_THREAT, MINOR_THREAT, ONLY_OURS, PAWN_THREAT, PRESSURE,
        PUSH_THREAT, ROOK_THREAT, SAFE_CHECK,
    },
    term_sink::TermSink,
};

const BOARD_HALVES: [u64; 2] = [!0 << 32, !0 >> 32];
const MAX_KING_ATTACK: i32 = PRESSURE.len as i32 - 1;

#[inline]
fn count_if_any(us: Color, group: Group, index: usize, squares: Bitboard, sink: &mut impl TermSink) {
    if squares.any() {
        sink.add(us, group.at(index), squares.count() as i32);
    }
}

/// Counts squares attacked by one side only, and threats against pieces and pawns.
pub(crate) fn count_attacks(info: &AttackInfo<'_>, sink: &mut impl TermSink) {
    let board = info.board;
    for_both!(us, {
        let them = !us;
        let (ours, theirs) = (info.attacked[us as usize], info.attacked[them as usize]);
        let targets = info.all_pieces(them);
        let minors = targets & (board.knights() | board.bishops());
        let (rooks, queens) = (targets & board.rooks(), targets & board.queens());

        let only_ours = ours & !theirs;
        let half = Bitboard(BOARD_HALVES[us as usize]);
        sink.add(us, ONLY_OURS.at(0), (only_ours & half).count() as i32);
        sink.add(us, ONLY_OURS.at(1), (only_ours & !half).count() as i32);

        let by_pawn = info.attacked_by(us, Role::Pawn) & targets;
        if by_pawn.any() {
            for (index, victims) in [minors, rooks, queens].into_iter().enumerate() {
                count_if_any(us, PAWN_THREAT, index, by_pawn & victims, sink);
            }
        }
        let by_minor = (info.attacked_by(us, Role::Knight) | info.attacked_by(us, Role::Bishop)) & targets;
        if by_minor.any() {
            let pawns = targets & board.pawns() & !theirs;
            for (index, victims) in [pawns, minors, rooks, queens].into_iter().enumerate() {
                count_if_any(us, MINOR_THREAT, index, by_minor & victims, sink);
            }
        }
        let by_rook = info.attacked_by(us, Role::Rook) & targets;
        count_if_any(us, ROOK_THREAT, 0, by_rook & minors, sink);
        count_if_any(us, ROOK_THREAT, 1, by_rook & queens, sink);

        let hanging = targets & only_ours;
        if hanging.any() {
            count_if_any(us, HANGING, 0, hanging & board.pawns(), sink);
            count_if_any(us, HANGING, 1, hanging & !board.pawns(), sink);
            count_if_any(us, KING_THREAT, 0, hanging & info.attacked_by(us, Role::King), sink);
        }
        count_if_any(us, PUSH_THREAT, 0, push_threats(info, us) & targets & !board.pawns(), sink);
    });
}

/// Returns the squares that the own pawns would attack after a safe push.
fn push_threats(info: &AttackInfo<'_>, us: Color) -> Bitboard {
    let them = !us;
    let free = !info.board.occupied();
    let step = forward(us, info.pieces(us, Role::Pawn)) & free;
    let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
    let step = step | (forward(us, step & third) & free);
    let safe =
        !info.attacked_by(them, Role::Pawn) & (info.attacked[us as usize] | !info.attacked[them as usize]);
    pawn_attacks(us, step & safe)
}

/// Counts squares from which a safe check is possible, and a check that the last move gave.
pub(crate) fn count_checks(info: &AttackInfo<'_>, in_check: Option<Color>, sink: &mut impl TermSink) {
    if let Some(them) = in_check {
        sink.add(!them, GIVES_CHECK.at(0), 1);
    }
    let occupied = info.board.occupied();
    for_both!(us, {
        let them = !us;
        let king = info.kings[them as usize];
        let (by_bishop, by_rook) = (info.attacked_by(us, Role::Bishop), info.attacked_by(us, Role::Rook));
        let (by_knight, by_queen) = (info.attacked_by(us, Role::Knight), info.attacked_by(us, Role::Queen));
        let safe = !info.all_pieces(us) & !info.attacked[them as usize];
        let line = attacks::rook_attacks(king, occupied) & safe;
        let diagonal = attacks::bishop_attacks(king, occupied) & safe;
        let checks = [
            attacks::knight_attacks(king) & safe & by_knight,
            diagonal & by_bishop,
            line & by_rook,
            (line | diagonal) & by_queen,
        ];
        for (index, squares) in checks.into_iter().enumerate() {
            count_if_any(us, SAFE_CHECK, index, squares, sink);
        }
    });
}

/// Counts the attack on each king (king safety): the weights of the pieces that attack the king ring, plus
/// the attacked squares of the ring that no piece or pawn except the king protects. If the attacking side has
/// no queen, the attack counts half.
pub(crate) fn count_king_attack(info: &AttackInfo<'_>, sink: &mut impl TermSink) {
    for_both!(us, {
        let them = !us as usize;
        let protected =
            info.attacked_twice[them] | (info.attacked[them] & !info.attacked_by(!us, Role::King));
        let weak = info.king_ring[them] & info.attacked[us as usize] & !protected;
        let king_attack = info.king_attack[us as usize] + weak.count() as i32;
        let king_attack = if info.pieces(us, Role::Queen).any() { king_attack } else { king_attack / 2 };
        sink.add(us, PRESSURE.at(king_attack.min(MAX_KING_ATTACK) as usize), 1);
    });
}
