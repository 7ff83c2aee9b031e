//! Attack bitboards of a position, computed once and used by all terms.
//!
//! Arrays of two elements are indexed by `Color as usize`: `[Black, White]`.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::{
    features::{BISHOP_MOBILITY, Group, KNIGHT_MOBILITY, QUEEN_MOBILITY, ROOK_MOBILITY},
    term_sink::TermSink,
    terms::{Term, Terms},
};

/// Weight of a piece that attacks a square around the enemy king: knight, bishop, rook, queen.
const KING_ATTACK_WEIGHT: [i32; 4] = [2, 2, 3, 4];

/// Feature groups for mobility, in the order knight, bishop, rook, queen.
const MOBILITY: [Group; 4] = [KNIGHT_MOBILITY, BISHOP_MOBILITY, ROOK_MOBILITY, QUEEN_MOBILITY];

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The board with its attack bitboards.
pub struct AttackInfo<'a> {
    /// Board that the bitboards describe.
    pub board: &'a Board,
    /// Squares of the two kings: `[Black, White]`.
    pub kings: [Square; 2],
    /// Squares attacked by the pieces of each side and role, indexed by side and then by role, pawn first.
    pub by_role: [[Bitboard; 6]; 2],
    /// Squares attacked by any piece or pawn of a side.
    pub attacked: [Bitboard; 2],
    /// Squares attacked at least twice by a side; the pawns of a side count as one attacker.
    pub attacked_twice: [Bitboard; 2],
    /// King ring: the squares around the king of a side, and the same squares shifted one rank in the
    /// direction in which that side advances.
    pub king_ring: [Bitboard; 2],
    /// For each side, sum of `KING_ATTACK_WEIGHT` over its pieces that attack the enemy king's ring.
    pub king_attack: [i32; 2],
}

/// Returns the squares of the two kings: `[Black, White]`.
///
/// # Panics
/// Never panics: shakmaty accepts only positions in which each side has exactly one king.
#[inline]
pub fn kings(board: &Board) -> [Square; 2] {
    [Color::Black, Color::White].map(|color| board.king_of(color).expect("each side has one king"))
}

/// Shifts squares one rank forward, in the direction in which `us` advances.
#[inline]
pub(crate) const fn forward(us: Color, squares: Bitboard) -> Bitboard {
    Bitboard(if us.is_white() { squares.0 << 8 } else { squares.0 >> 8 })
}

/// Returns the squares that `pawns` of side `us` attack.
#[inline]
pub(crate) const fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    let ahead = forward(us, pawns).0;
    Bitboard((ahead & !FILE_H) << 1 | (ahead & !FILE_A) >> 1)
}

/// Returns the given squares and all squares ahead of them on the same files, in the direction in which `us`
/// advances.
#[inline]
pub(crate) const fn fill_forward(us: Color, squares: Bitboard) -> Bitboard {
    let mut fill = squares.0;
    if us.is_white() {
        fill |= fill << 8;
        fill |= fill << 16;
        fill |= fill << 32;
    } else {
        fill |= fill >> 8;
        fill |= fill >> 16;
        fill |= fill >> 32;
    }
    Bitboard(fill)
}

impl<'a> AttackInfo<'a> {
    /// Computes the king rings and the attacks of pawns and kings; `AttackInfo::add_pieces` adds the other
    /// pieces.
    pub fn new(board: &'a Board) -> Self {
        let kings = kings(board);
        let mut info = Self {
            board,
            kings,
            by_role: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            attacked_twice: [Bitboard::EMPTY; 2],
            king_ring: [Bitboard::EMPTY; 2],
            king_attack: [0; 2],
        };
        for_both!(us, {
            let side = us as usize;
            let king = attacks::king_attacks(kings[side]);
            let pawns = pawn_attacks(us, board.by_piece(us.pawn()));
            info.by_role[side][0] = pawns;
            info.by_role[side][5] = king;
            info.attacked[side] = pawns | king;
            info.attacked_twice[side] = pawns & king;
            info.king_ring[side] = king | forward(us, king);
        });
        info
    }

    /// Returns the pieces and pawns of a side.
    #[inline]
    pub(crate) fn all_pieces(&self, us: Color) -> Bitboard {
        self.board.by_color(us)
    }

    /// Returns the pieces of a side and role.
    #[inline]
    pub fn pieces(&self, us: Color, role: Role) -> Bitboard {
        self.board.by_color(us) & self.board.by_role(role)
    }

    /// Returns the squares that the pieces of a side and role attack.
    pub(crate) const fn attacked_by(&self, us: Color, role: Role) -> Bitboard {
        self.by_role[us as usize][role as usize - Role::Pawn as usize]
    }

    /// Computes the attacks of knights, bishops, rooks and queens, and counts mobility (if the term is on)
    /// and attacks on the king ring.
    pub(crate) fn add_pieces(&mut self, terms: Terms, sink: &mut impl TermSink) {
        for_both!(us, {
            let occupied = self.board.occupied();
            let queens = self.pieces(us, Role::Queen);
            // X-ray attacks: bishops attack through own queens, and rooks through own queens and rooks.
            let through_queens = occupied ^ queens;
            let through_rooks = through_queens ^ self.pieces(us, Role::Rook);
            let mobility_area = terms.has(Term::Mobility).then(|| self.mobility_area(us));
            self.add_role(us, Role::Knight, mobility_area, sink, attacks::knight_attacks);
            self.add_role(us, Role::Bishop, mobility_area, sink, |at| {
                attacks::bishop_attacks(at, through_queens)
            });
            self.add_role(us, Role::Rook, mobility_area, sink, |at| attacks::rook_attacks(at, through_rooks));
            self.add_role(us, Role::Queen, mobility_area, sink, |at| attacks::queen_attacks(at, occupied));
        });
    }

    #[inline]
    fn add_role(
        &mut self,
        us: Color,
        role: Role,
        mobility_area: Option<Bitboard>,
        sink: &mut impl TermSink,
        attacks_from: impl Fn(Square) -> Bitboard,
    ) {
        let (side, index) = (us as usize, role as usize - Role::Knight as usize);
        let their_king_ring = self.king_ring[!us as usize];
        let (mut attacked, mut attacked_twice, mut by_role) =
            (self.attacked[side], self.attacked_twice[side], Bitboard::EMPTY);
        for square in self.pieces(us, role) {
            let attacks = attacks_from(square);
            attacked_twice |= attacked & attacks;
            attacked |= attacks;
            by_role |= attacks;
            if let Some(mobility_area) = mobility_area {
                sink.add(us, MOBILITY[index].at((attacks & mobility_area).count()), 1);
            }
            if (attacks & their_king_ring).any() {
                self.king_attack[side] += KING_ATTACK_WEIGHT[index];
            }
        }
        (self.attacked[side], self.attacked_twice[side], self.by_role[side][index + 1]) =
            (attacked, attacked_twice, by_role);
    }

    /// Returns the squares that count for mobility. Squares attacked by enemy pawns, the square of the own
    /// king, and squares of own blocked pawns do not count.
    #[inline]
    fn mobility_area(&self, us: Color) -> Bitboard {
        let blocked_pawns = self.pieces(us, Role::Pawn) & forward(!us, self.board.occupied());
        !(self.attacked_by(!us, Role::Pawn) | blocked_pawns | Bitboard::from_square(self.kings[us as usize]))
    }
}
