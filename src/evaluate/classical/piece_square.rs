//! Piece-square tables and material, updated after each move.
//!
//! The tables are relative to the side and to the wing of its king. Ranks are counted from the side's own end
//! of the board. If the side's king is on the files a to d, the files are mirrored. Pawns in front of the
//! king and pieces around the king then have the same score on either wing. As a result, each table entry is
//! tuned on twice as many games. Mirroring by the wing of the king is the cheap part of akimbo's
//! king-relative tables (#73). [`PieceSquareScore`] updates the mirrored and the unmirrored sum of each side
//! after each move, so nothing needs to be recomputed when a king crosses the middle.
//!
//! **Gain.** Mirrored tables score −3 ± 33 Elo against unmirrored tables (300 games at 10,000 nodes per move,
//! openings not recorded, 2026-11-20); their [loss](crate::search::experiments#piece-square-tables) is smaller.

use shakmaty::{Board, Color, File, Piece, Role, Square};

use super::{
    features::{
        BISHOP_SQUARE, Group, KING_SQUARE, KNIGHT_SQUARE, MATERIAL, PAWN_SQUARE, QUEEN_SQUARE, ROOK_SQUARE,
    },
    tapered::Tapered,
    term_sink::TermSink,
    terms::{Term, Terms},
    weights::WEIGHTS,
};
use crate::chess::position::{
    Move,
    changes::{Change, changes},
};

/// Game phase with all pieces on the board. Each minor piece counts 1, each rook 2, and each queen 4.
pub const FULL_PHASE: i32 = 24;

/// Piece-square tables, pawn to king.
const SQUARES: [Group; 6] =
    [PAWN_SQUARE, KNIGHT_SQUARE, BISHOP_SQUARE, ROOK_SQUARE, QUEEN_SQUARE, KING_SQUARE];

const fn phase(role: Role) -> i32 {
    match role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    }
}

/// Material plus piece-square score of a white piece, indexed by role and square: `[not mirrored, mirrored]`.
static TABLES: [[[Tapered; 2]; 64]; 6] = build();

const fn build() -> [[[Tapered; 2]; 64]; 6] {
    let mut tables = [[[Tapered::ZERO; 2]; 64]; 6];
    let mut role = 0;
    while role < 6 {
        let material = if role < MATERIAL.len { WEIGHTS[MATERIAL.at(role)] } else { Tapered::ZERO };
        let mut square = 0;
        while square < 64 {
            let unmirrored = WEIGHTS[SQUARES[role].at(square)];
            let mirrored = WEIGHTS[SQUARES[role].at(square ^ 7)];
            tables[role][square] = [material.plus(unmirrored), material.plus(mirrored)];
            square += 1;
        }
        role += 1;
    }
    tables
}

/// Returns the square with ranks counted from the own end of side `us`.
#[inline]
fn relative_square(us: Color, square: Square) -> Square {
    if us.is_white() { square } else { square.flip_vertical() }
}

/// Returns the index for the position of the own king: 1 (mirrored) on the files a to d, otherwise 0.
#[inline]
fn mirror_index(king: Square) -> usize {
    usize::from(king.file() < File::E)
}

/// Piece-square score including material for each side, both not mirrored and mirrored, and the game phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceSquareScore {
    by_side: [[Tapered; 2]; 2],
    phase: i32,
}

impl PieceSquareScore {
    /// Computes the piece-square score of a board from scratch.
    pub fn of(board: &Board) -> Self {
        let mut score = Self::default();
        for (square, piece) in board.clone() {
            score.update(piece, square, 1);
        }
        score
    }

    /// Returns the score after the move `mv` of side `us`.
    #[inline]
    #[must_use]
    pub fn after(mut self, us: Color, mv: Move) -> Self {
        changes(us, mv, |change, piece, square| {
            self.update(piece, square, if change == Change::Add { 1 } else { -1 });
        });
        self
    }

    #[inline]
    fn update(&mut self, piece: Piece, square: Square, sign: i32) {
        let relative = usize::from(relative_square(piece.color, square));
        let [unmirrored, mirrored] = TABLES[piece.role as usize - Role::Pawn as usize][relative];
        let side = &mut self.by_side[piece.color as usize];
        side[0] += unmirrored * sign;
        side[1] += mirrored * sign;
        self.phase += sign * phase(piece.role);
    }

    /// Returns White's piece-square score minus Black's for the given squares of the kings.
    #[inline]
    pub(crate) fn balance(self, white_king: Square, black_king: Square) -> Tapered {
        self.by_side[Color::White as usize][mirror_index(white_king)]
            - self.by_side[Color::Black as usize][mirror_index(black_king)]
    }

    /// Returns the game phase, from 0 (no pieces except kings and pawns) to [`FULL_PHASE`] (all pieces on the
    /// board).
    #[inline]
    pub(crate) fn phase(self) -> i32 {
        self.phase.min(FULL_PHASE)
    }
}

/// Counts material and piece-square features piece by piece.
pub fn count(board: &Board, kings: [Square; 2], terms: Terms, sink: &mut impl TermSink) {
    for (square, piece) in board.clone() {
        let (us, role) = (piece.color, piece.role as usize - Role::Pawn as usize);
        if terms.has(Term::Material) && role < MATERIAL.len {
            sink.add(us, MATERIAL.at(role), 1);
        }
        if terms.has(Term::Squares) {
            let relative = relative_square(us, square);
            let relative =
                if mirror_index(kings[us as usize]) == 1 { relative.flip_horizontal() } else { relative };
            sink.add(us, SQUARES[role].at(usize::from(relative)), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::position::random,
        evaluate::classical::{attack_info::kings, term_sink::Total},
    };

    #[test]
    fn scores_updated_move_by_move_equal_scores_from_scratch() {
        random::walks(21, 80, |position| {
            let score = PieceSquareScore::of(position.board());
            for mv in position.legal_moves() {
                let after = position.play(mv);
                assert_eq!(
                    score.after(position.turn(), mv),
                    PieceSquareScore::of(after.board()),
                    "{position} {mv:?}"
                );
            }
        });
    }

    #[test]
    fn the_tables_agree_with_counting_features() {
        random::walks(22, 40, |position| {
            let kings = kings(position.board());
            let mut total = Total::default();
            count(position.board(), kings, Terms::ALL, &mut total);
            let [black, white] = kings;
            assert_eq!(PieceSquareScore::of(position.board()).balance(white, black), total.0, "{position}");
        });
    }
}
