//! What `classical` counts: groups of features, each feature with one weight, in one long row.
//!
//! The row is the contract between three readers: the evaluation adds `weight × count` ([`Total`](super::term_sink::Total)), the tuner
//! collects the counts of many positions and moves the weights, and [`weights`](super::weights) is the row written down.

use super::terms::Term;

/// Features of one kind, side by side in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name, as it stands above the weights.
    pub name: &'static str,
    /// What is counted, and by what the group is indexed.
    pub idea: &'static str,
    /// The term it belongs to.
    pub term: Term,
    /// Its first feature in the row.
    pub first: usize,
    /// How many features it has.
    pub len: usize,
}

impl Group {
    /// Feature `index` of the group, from 0.
    #[inline]
    pub const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.first + index
    }
}

/// Declares the groups in the order of the row: constant, length, term, and the idea in one line.
macro_rules! features {
    ($($name:ident $len:literal $term:ident $idea:literal;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the constants, counted")]
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
        /// Every group, in the order of the row.
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

/// The length of the row.
pub const COUNT: usize = lengths_before(LENGTHS.len());

features! {
    MATERIAL 5 Material "A man: pawn, knight, bishop, rook, queen.";
    PAWN_SQUARE 64 Squares "A pawn on a square: a1, b1 …, seen from its own end, its own king always on the files e to h.";
    KNIGHT_SQUARE 64 Squares "A knight on a square.";
    BISHOP_SQUARE 64 Squares "A bishop on a square.";
    ROOK_SQUARE 64 Squares "A rook on a square.";
    QUEEN_SQUARE 64 Squares "A queen on a square.";
    KING_SQUARE 64 Squares "The king on a square.";
    KNIGHT_MOBILITY 9 Mobility "A knight, by the useful squares it can go to.";
    BISHOP_MOBILITY 14 Mobility "A bishop, by the useful squares it can go to.";
    ROOK_MOBILITY 15 Mobility "A rook, by the useful squares it can go to.";
    QUEEN_MOBILITY 28 Mobility "A queen, by the useful squares it can go to.";
    ONLY_OURS 2 Attacks "A square that only we attack: on our half, on theirs.";
    PAWN_THREAT 3 Attacks "A man attacked by a pawn: minor piece, rook, queen.";
    MINOR_THREAT 4 Attacks "A man attacked by a minor piece: unprotected pawn, minor piece, rook, queen.";
    ROOK_THREAT 2 Attacks "A man attacked by a rook: minor piece, queen.";
    KING_THREAT 1 Attacks "A man that nothing protects, attacked by the king.";
    HANGING 2 Attacks "A man attacked and not protected: pawn, piece.";
    PUSH_THREAT 1 Attacks "A piece that a safe step of a pawn would attack.";
    GIVES_CHECK 1 Check "Our last move gave check.";
    SAFE_CHECK 4 Check "A square from which check could be given safely: by knight, bishop, rook, queen.";
    BISHOP_PAIR 1 Endgame "Two bishops or more.";
    KNIGHT_PAWNS 1 Endgame "For each knight, our pawns beyond five.";
    ROOK_PAWNS 1 Endgame "For each rook, our pawns beyond five.";
    ISOLATED 2 Pawns "A pawn without a neighbour: free to walk, stopped on its file.";
    DOUBLED 1 Pawns "A pawn behind one of its own.";
    BACKWARD 2 Pawns "A pawn that cannot step forward safely nor be supported: free to walk, stopped on its file.";
    PHALANX 8 Pawns "A pawn beside another, by rank.";
    SUPPORTED 8 Pawns "A pawn protected by another, by rank.";
    ROOK_FILE 2 Pawns "A rook on a file without pawns of ours: with theirs, open.";
    OUTPOST 2 Pawns "A minor piece protected by a pawn where no pawn can ever drive it away: knight, bishop.";
    BISHOP_PAWNS 1 Pawns "For each bishop, our pawns on squares of its colour.";
    SHIELDED 1 Pawns "A minor piece right behind a pawn.";
    PASSED_RANK 8 Passed "A passed pawn, by rank.";
    PASSED_BLOCKED 8 Passed "A passed pawn with an enemy before it, by rank.";
    PASSED_FREE 8 Passed "A passed pawn whose next step is safe, by rank.";
    PASSED_OUR_KING 1 Passed "Steps from our king to the square before a passed pawn, times what its rank is worth.";
    PASSED_THEIR_KING 1 Passed "Steps from their king to the square before a passed pawn, times what its rank is worth.";
    PASSED_ROOK 2 Passed "A rook behind a passed pawn: ours, theirs.";
    UNSTOPPABLE 1 Passed "A passed pawn that a lone king cannot catch.";
    SHELTER 28 King "A file beside the king or its own, by its distance from the edge (0 to 3) and the rank of our first pawn (0: none).";
    STORM 14 King "Such a file by the rank of their first pawn (0: none): free to come, blocked by ours.";
    PRESSURE 32 King "The weight of the men that attack the squares around their king.";
    TEMPO 1 Tempo "To have the move.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_lie_side_by_side_and_fill_the_row() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.first, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
    }
}
