//! What a man is worth where it stands: one value for the middlegame, one for the endgame.
//!
//! The location tables of the student programs, made from a few plain thoughts instead of typed in: pieces like the centre,
//! pawns like to advance, a king hides early and walks late. Each thought is a number times a measure of the square;
//! the tables are summed up once, at compile time.

use shakmaty::{Color, Piece, Role, Square};

/// A value that changes as the pieces come off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// With all pieces on the board, in centipawns.
    pub middlegame: i32,
    /// With none left.
    pub endgame: i32,
}

const fn tapered(middlegame: i32, endgame: i32) -> Tapered {
    Tapered { middlegame, endgame }
}

/// What the men are worth by themselves, pawn to king.
const WORTH: [Tapered; 6] = [
    tapered(85, 110),
    tapered(330, 300),
    tapered(345, 315),
    tapered(470, 535),
    tapered(960, 970),
    tapered(0, 0),
];

/// What a step nearer to the centre is worth (a corner is six steps off the middle, an inner square none).
const CENTRE: [Tapered; 6] =
    [tapered(6, 0), tapered(9, 7), tapered(5, 4), tapered(2, 0), tapered(2, 7), tapered(-12, 10)];

/// What a rank forward is worth.
const ADVANCE: [Tapered; 6] =
    [tapered(2, 6), tapered(5, 1), tapered(2, 1), tapered(2, 3), tapered(0, 3), tapered(-14, 2)];

/// A pawn near its goal, by rank; the first and last never happen.
const PAWN_RANK: [Tapered; 8] = [
    tapered(0, 0),
    tapered(0, 0),
    tapered(0, 0),
    tapered(0, 0),
    tapered(5, 8),
    tapered(20, 30),
    tapered(55, 75),
    tapered(0, 0),
];

/// A rook on the rank from which it eats pawns.
const SEVENTH: Tapered = tapered(18, 14);
/// A king or rook that has not left the shelter of its wing: files a to c and f to h on the first rank.
const SHELTER: Tapered = tapered(22, 0);
/// A minor piece that has not moved.
const UNDEVELOPED: Tapered = tapered(-14, 0);

/// Steps from the four central squares, along files and ranks together: 0 to 6.
const fn steps_to_centre(file: i32, rank: i32) -> i32 {
    let from_file = if file < 4 { 3 - file } else { file - 4 };
    let from_rank = if rank < 4 { 3 - rank } else { rank - 4 };
    from_file + from_rank
}

const fn scaled(value: Tapered, by: i32) -> Tapered {
    tapered(value.middlegame * by, value.endgame * by)
}

const fn plus(a: Tapered, b: Tapered) -> Tapered {
    tapered(a.middlegame + b.middlegame, a.endgame + b.endgame)
}

/// The value of a white man of `role` (0 pawn … 5 king) on a square.
const fn value(role: usize, square: i32) -> Tapered {
    let (file, rank) = (square % 8, square / 8);
    let mut sum = plus(WORTH[role], scaled(CENTRE[role], 3 - steps_to_centre(file, rank)));
    sum = plus(sum, scaled(ADVANCE[role], rank - 3));
    match role {
        0 => sum = plus(sum, PAWN_RANK[rank as usize]),
        1 | 2 if rank == 0 => sum = plus(sum, UNDEVELOPED),
        3 if rank == 6 => sum = plus(sum, SEVENTH),
        5 if rank == 0 && (file < 3 || file > 5) => sum = plus(sum, SHELTER),
        _ => {}
    }
    sum
}

const fn build() -> [[Tapered; 64]; 6] {
    let mut tables = [[tapered(0, 0); 64]; 6];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            tables[role][square] = value(role, square as i32);
            square += 1;
        }
        role += 1;
    }
    tables
}

static TABLES: [[Tapered; 64]; 6] = build();

/// What `piece` on `square` is worth to its own side.
#[inline]
#[must_use]
pub fn worth(piece: Piece, square: Square) -> Tapered {
    let seen = match piece.color {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    };
    TABLES[piece.role as usize - Role::Pawn as usize][usize::from(seen)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_board_from_their_own_end() {
        for role in Role::ALL {
            for square in Square::ALL {
                assert_eq!(
                    worth(role.of(Color::White), square),
                    worth(role.of(Color::Black), square.flip_vertical())
                );
            }
        }
    }

    #[test]
    fn the_thoughts_behind_the_tables_can_be_read_off_them() {
        let white = |role: Role, square| worth(role.of(Color::White), square);
        assert!(white(Role::Knight, Square::E5).middlegame > white(Role::Knight, Square::A1).middlegame + 40);
        assert!(white(Role::Pawn, Square::A7).endgame > white(Role::Pawn, Square::A6).endgame);
        assert!(white(Role::King, Square::G1).middlegame > white(Role::King, Square::E4).middlegame);
        assert!(white(Role::King, Square::E4).endgame > white(Role::King, Square::G1).endgame);
    }
}
