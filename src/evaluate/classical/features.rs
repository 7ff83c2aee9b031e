//! The features of `classical`: a list of groups of features, each feature with one weight.
//!
//! All features are numbered in one sequence. Three parts of the program rely on this numbering: the
//! evaluation adds `weight × count` ([`Total`](super::term_sink::Total)), the tuner collects the counts of
//! many positions and adjusts the weights, and [`weights`](super::weights) stores the weights in this order.

use super::terms::Term;

/// A group of features of the same kind, with consecutive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name, as in the comments of the weights.
    pub name: &'static str,
    /// Description of the features and of the index within the group.
    pub idea: &'static str,
    /// Term that contains the group.
    pub term: Term,
    /// Number of the first feature of the group.
    pub first: usize,
    /// Number of features in the group.
    pub len: usize,
}

impl Group {
    /// Returns the number of the feature at `index` in the group, from 0.
    #[inline]
    pub const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.first + index
    }
}

/// Declares the groups in order: constant, number of features, term, description in one line.
macro_rules! features {
    ($($name:ident $len:literal $term:ident $idea:literal;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the variants have the names of the constants")]
        enum Index { $($name,)* }
        const LENGTHS: &[usize] = &[$($len,)*];
        $(
            #[doc = $idea]
            pub const $name: Group = Group {
                name: stringify!($name),
                idea: $idea,
                term: Term::$term,
                first: lengths_before(Index::$name as usize),
                len: $len,
            };
        )*
        /// All groups, in the order of their features.
        pub(crate) const GROUPS: &[Group] = &[$($name,)*];
    };
}

const fn lengths_before(index: usize) -> usize {
    let (mut sum, mut group) = (0, 0);
    while group < index {
        sum += LENGTHS[group];
        group += 1;
    }
    sum
}

/// Total number of features.
pub const COUNT: usize = lengths_before(LENGTHS.len());

features! {
    MATERIAL 5 Material "Material of a pawn, knight, bishop, rook, queen.";
    PAWN_SQUARE 64 Squares "Piece-square table of the pawn: a1, b1 … from its own side, with its king on files e to h.";
    KNIGHT_SQUARE 64 Squares "Piece-square table of the knight.";
    BISHOP_SQUARE 64 Squares "Piece-square table of the bishop.";
    ROOK_SQUARE 64 Squares "Piece-square table of the rook.";
    QUEEN_SQUARE 64 Squares "Piece-square table of the queen.";
    KING_SQUARE 64 Squares "Piece-square table of the king.";
    KNIGHT_MOBILITY 9 Mobility "Knight, by number of mobility squares.";
    BISHOP_MOBILITY 14 Mobility "Bishop, by number of mobility squares.";
    ROOK_MOBILITY 15 Mobility "Rook, by number of mobility squares.";
    QUEEN_MOBILITY 28 Mobility "Queen, by number of mobility squares.";
    ONLY_OURS 2 Attacks "Square attacked only by this side: in its own half, in the opponent's half.";
    PAWN_THREAT 3 Attacks "Enemy piece attacked by a pawn: minor piece, rook, queen.";
    MINOR_THREAT 4 Attacks "Attacked by a minor piece: unprotected pawn, minor piece, rook, queen.";
    ROOK_THREAT 2 Attacks "Enemy piece attacked by a rook: minor piece, queen.";
    KING_THREAT 1 Attacks "Unprotected enemy piece or pawn attacked by the king.";
    HANGING 2 Attacks "Attacked and unprotected: pawn, piece.";
    PUSH_THREAT 1 Attacks "Enemy piece that a safe pawn push would attack.";
    GIVES_CHECK 1 Check "The last move of this side gave check.";
    SAFE_CHECK 4 Check "Square from which a safe check is possible: by knight, bishop, rook, queen.";
    BISHOP_PAIR 1 Endgame "Bishop pair: two or more bishops.";
    KNIGHT_PAWNS 1 Endgame "Own pawns minus five, for each knight.";
    ROOK_PAWNS 1 Endgame "Own pawns minus five, for each rook.";
    ISOLATED 2 Pawns "Isolated pawn: without, with an enemy pawn ahead on its file.";
    DOUBLED 1 Pawns "Doubled pawn: a pawn with an own pawn ahead on its file.";
    BACKWARD 2 Pawns "Backward pawn (no safe advance, no support): without, with an enemy pawn ahead on its file.";
    PHALANX 8 Pawns "Pawn directly beside an own pawn, by rank.";
    SUPPORTED 8 Pawns "Pawn protected by a pawn, by rank.";
    ROOK_FILE 2 Pawns "Rook on a file without own pawns: half-open, open.";
    OUTPOST 2 Pawns "Outpost: protected by a pawn and never attackable by a pawn: knight, bishop.";
    BISHOP_PAWNS 1 Pawns "Own pawns on squares of the bishop's colour, for each bishop.";
    SHIELDED 1 Pawns "Minor piece directly behind a pawn.";
    PASSED_RANK 8 Passed "Passed pawn, by rank.";
    PASSED_BLOCKED 8 Passed "Passed pawn blocked by an enemy piece, by rank.";
    PASSED_FREE 8 Passed "Passed pawn whose next square is empty and not attacked, by rank.";
    PASSED_OUR_KING 1 Passed "Distance from the own king to the square ahead of a passed pawn, times a weight by rank.";
    PASSED_THEIR_KING 1 Passed "Distance from the enemy king to the square ahead of a passed pawn, times a weight by rank.";
    PASSED_ROOK 2 Passed "Rook behind a passed pawn: own rook, enemy rook.";
    UNSTOPPABLE 1 Passed "Passed pawn outside the square of the enemy king; the enemy has only king and pawns.";
    SHELTER 28 King "Pawn shelter on a file near the king, by distance from the edge and rank of the first own pawn (0: none).";
    STORM 14 King "Pawn storm on a file near the king, by rank of the first enemy pawn (0: none): free, blocked.";
    PRESSURE 32 King "King safety: weight of the attacks on the squares around the enemy king, plus weakly protected squares there.";
    TEMPO 1 Tempo "Side to move.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_cover_all_features_without_gaps() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.first, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
    }
}
