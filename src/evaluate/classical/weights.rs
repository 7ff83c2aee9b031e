//! The weights of `classical`: written by `engine tune`, not by hand.
//!
//! One pair for each [feature](super::features), in centipawns: with all pieces on the board, and with none left.

use super::{features::COUNT, tapered::Tapered};

const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// The weights, in the order of the features.
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; COUNT] = [
    // MATERIAL: A man: pawn, knight, bishop, rook, queen.
    t(85, 110), t(330, 300), t(345, 315), t(470, 535), t(960, 970),
    // PAWN_SQUARE: A pawn on a square: a1, b1 …, seen from its own end, its own king always on the files e to h.
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(-16, -12), t(-10, -12), t(-4, -12), t(2, -12), t(2, -12), t(-4, -12), t(-10, -12), t(-16, -12),
    t(-8, -6), t(-2, -6), t(4, -6), t(10, -6), t(10, -6), t(4, -6), t(-2, -6), t(-8, -6),
    t(0, 0), t(6, 0), t(12, 0), t(18, 0), t(18, 0), t(12, 0), t(6, 0), t(0, 0),
    t(4, 10), t(10, 10), t(16, 10), t(22, 10), t(22, 10), t(16, 10), t(10, 10), t(4, 10),
    t(8, 27), t(14, 27), t(20, 27), t(26, 27), t(26, 27), t(20, 27), t(14, 27), t(8, 27),
    t(21, 55), t(27, 55), t(33, 55), t(39, 55), t(39, 55), t(33, 55), t(27, 55), t(21, 55),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    // KNIGHT_SQUARE: A knight on a square.
    t(-56, -24), t(-47, -17), t(-38, -10), t(-29, -3), t(-29, -3), t(-38, -10), t(-47, -17), t(-56, -24),
    t(-28, -16), t(-19, -9), t(-10, -2), t(-1, 5), t(-1, 5), t(-10, -2), t(-19, -9), t(-28, -16),
    t(-14, -8), t(-5, -1), t(4, 6), t(13, 13), t(13, 13), t(4, 6), t(-5, -1), t(-14, -8),
    t(0, 0), t(9, 7), t(18, 14), t(27, 21), t(27, 21), t(18, 14), t(9, 7), t(0, 0),
    t(5, 1), t(14, 8), t(23, 15), t(32, 22), t(32, 22), t(23, 15), t(14, 8), t(5, 1),
    t(1, -5), t(10, 2), t(19, 9), t(28, 16), t(28, 16), t(19, 9), t(10, 2), t(1, -5),
    t(-3, -11), t(6, -4), t(15, 3), t(24, 10), t(24, 10), t(15, 3), t(6, -4), t(-3, -11),
    t(-7, -17), t(2, -10), t(11, -3), t(20, 4), t(20, 4), t(11, -3), t(2, -10), t(-7, -17),
    // BISHOP_SQUARE: A bishop on a square.
    t(-35, -15), t(-30, -11), t(-25, -7), t(-20, -3), t(-20, -3), t(-25, -7), t(-30, -11), t(-35, -15),
    t(-14, -10), t(-9, -6), t(-4, -2), t(1, 2), t(1, 2), t(-4, -2), t(-9, -6), t(-14, -10),
    t(-7, -5), t(-2, -1), t(3, 3), t(8, 7), t(8, 7), t(3, 3), t(-2, -1), t(-7, -5),
    t(0, 0), t(5, 4), t(10, 8), t(15, 12), t(15, 12), t(10, 8), t(5, 4), t(0, 0),
    t(2, 1), t(7, 5), t(12, 9), t(17, 13), t(17, 13), t(12, 9), t(7, 5), t(2, 1),
    t(-1, -2), t(4, 2), t(9, 6), t(14, 10), t(14, 10), t(9, 6), t(4, 2), t(-1, -2),
    t(-4, -5), t(1, -1), t(6, 3), t(11, 7), t(11, 7), t(6, 3), t(1, -1), t(-4, -5),
    t(-7, -8), t(-2, -4), t(3, 0), t(8, 4), t(8, 4), t(3, 0), t(-2, -4), t(-7, -8),
    // ROOK_SQUARE: A rook on a square.
    t(-12, -9), t(-10, -9), t(-8, -9), t(-6, -9), t(-6, -9), t(-8, -9), t(-10, -9), t(-12, -9),
    t(-8, -6), t(-6, -6), t(-4, -6), t(-2, -6), t(-2, -6), t(-4, -6), t(-6, -6), t(-8, -6),
    t(-4, -3), t(-2, -3), t(0, -3), t(2, -3), t(2, -3), t(0, -3), t(-2, -3), t(-4, -3),
    t(0, 0), t(2, 0), t(4, 0), t(6, 0), t(6, 0), t(4, 0), t(2, 0), t(0, 0),
    t(2, 3), t(4, 3), t(6, 3), t(8, 3), t(8, 3), t(6, 3), t(4, 3), t(2, 3),
    t(2, 6), t(4, 6), t(6, 6), t(8, 6), t(8, 6), t(6, 6), t(4, 6), t(2, 6),
    t(20, 23), t(22, 23), t(24, 23), t(26, 23), t(26, 23), t(24, 23), t(22, 23), t(20, 23),
    t(2, 12), t(4, 12), t(6, 12), t(8, 12), t(8, 12), t(6, 12), t(4, 12), t(2, 12),
    // QUEEN_SQUARE: A queen on a square.
    t(-6, -30), t(-4, -23), t(-2, -16), t(0, -9), t(0, -9), t(-2, -16), t(-4, -23), t(-6, -30),
    t(-4, -20), t(-2, -13), t(0, -6), t(2, 1), t(2, 1), t(0, -6), t(-2, -13), t(-4, -20),
    t(-2, -10), t(0, -3), t(2, 4), t(4, 11), t(4, 11), t(2, 4), t(0, -3), t(-2, -10),
    t(0, 0), t(2, 7), t(4, 14), t(6, 21), t(6, 21), t(4, 14), t(2, 7), t(0, 0),
    t(0, 3), t(2, 10), t(4, 17), t(6, 24), t(6, 24), t(4, 17), t(2, 10), t(0, 3),
    t(-2, -1), t(0, 6), t(2, 13), t(4, 20), t(4, 20), t(2, 13), t(0, 6), t(-2, -1),
    t(-4, -5), t(-2, 2), t(0, 9), t(2, 16), t(2, 16), t(0, 9), t(-2, 2), t(-4, -5),
    t(-6, -9), t(-4, -2), t(-2, 5), t(0, 12), t(0, 12), t(-2, 5), t(-4, -2), t(-6, -9),
    // KING_SQUARE: The king on a square.
    t(100, -36), t(88, -26), t(76, -16), t(42, -6), t(42, -6), t(54, -16), t(88, -26), t(100, -36),
    t(52, -24), t(40, -14), t(28, -4), t(16, 6), t(16, 6), t(28, -4), t(40, -14), t(52, -24),
    t(26, -12), t(14, -2), t(2, 8), t(-10, 18), t(-10, 18), t(2, 8), t(14, -2), t(26, -12),
    t(0, 0), t(-12, 10), t(-24, 20), t(-36, 30), t(-36, 30), t(-24, 20), t(-12, 10), t(0, 0),
    t(-14, 2), t(-26, 12), t(-38, 22), t(-50, 32), t(-50, 32), t(-38, 22), t(-26, 12), t(-14, 2),
    t(-16, -6), t(-28, 4), t(-40, 14), t(-52, 24), t(-52, 24), t(-40, 14), t(-28, 4), t(-16, -6),
    t(-18, -14), t(-30, -4), t(-42, 6), t(-54, 16), t(-54, 16), t(-42, 6), t(-30, -4), t(-18, -14),
    t(-20, -22), t(-32, -12), t(-44, -2), t(-56, 8), t(-56, 8), t(-44, -2), t(-32, -12), t(-20, -22),
    // KNIGHT_MOBILITY: A knight, by the useful squares it can go to.
    t(-45, -50), t(-28, -28), t(-10, -12), t(-2, -3), t(4, 4), t(9, 10), t(14, 12), t(18, 12),
    t(22, 12),
    // BISHOP_MOBILITY: A bishop, by the useful squares it can go to.
    t(-40, -50), t(-25, -35), t(-12, -20), t(-5, -10), t(2, 0), t(8, 7), t(13, 13), t(17, 17),
    t(20, 20), t(22, 22), t(24, 24), t(26, 24), t(28, 24), t(30, 24),
    // ROOK_MOBILITY: A rook, by the useful squares it can go to.
    t(-35, -60), t(-22, -40), t(-14, -22), t(-9, -12), t(-5, -4), t(-2, 2), t(2, 8), t(5, 14),
    t(8, 19), t(11, 23), t(14, 27), t(17, 30), t(20, 33), t(22, 34), t(24, 35),
    // QUEEN_MOBILITY: A queen, by the useful squares it can go to.
    t(-20, -40), t(-18, -36), t(-16, -32), t(-14, -28), t(-12, -24), t(-10, -20), t(-8, -16), t(-6, -12),
    t(-4, -8), t(-2, -4), t(0, 0), t(2, 4), t(4, 8), t(6, 12), t(8, 16), t(10, 20),
    t(12, 24), t(14, 28), t(16, 32), t(18, 36), t(20, 40), t(22, 40), t(22, 40), t(22, 40),
    t(22, 40), t(22, 40), t(22, 40), t(22, 40),
    // ONLY_OURS: A square that only we attack: on our half, on theirs.
    t(1, 0), t(3, 2),
    // PAWN_THREAT: A man attacked by a pawn: minor piece, rook, queen.
    t(45, 30), t(55, 30), t(50, 20),
    // MINOR_THREAT: A man attacked by a minor piece: unprotected pawn, minor piece, rook, queen.
    t(3, 10), t(18, 22), t(38, 25), t(35, 20),
    // ROOK_THREAT: A man attacked by a rook: minor piece, queen.
    t(18, 20), t(38, 15),
    // KING_THREAT: A man that nothing protects, attacked by the king.
    t(10, 25),
    // HANGING: A man attacked and not protected: pawn, piece.
    t(6, 16), t(25, 18),
    // PUSH_THREAT: A piece that a safe step of a pawn would attack.
    t(14, 10),
    // GIVES_CHECK: Our last move gave check.
    t(20, 10),
    // SAFE_CHECK: A square from which check could be given safely: by knight, bishop, rook, queen.
    t(35, 3), t(10, 6), t(30, 5), t(12, 8),
    // BISHOP_PAIR: Two bishops or more.
    t(25, 45),
    // KNIGHT_PAWNS: For each knight, our pawns beyond five.
    t(3, 4),
    // ROOK_PAWNS: For each rook, our pawns beyond five.
    t(-3, -2),
    // ISOLATED: A pawn without a neighbour: free to walk, stopped on its file.
    t(-12, -14), t(-6, -10),
    // DOUBLED: A pawn behind one of its own.
    t(-6, -20),
    // BACKWARD: A pawn that cannot step forward safely nor be supported: free to walk, stopped on its file.
    t(-13, -13), t(-5, -8),
    // PHALANX: A pawn beside another, by rank.
    t(0, 0), t(3, 0), t(7, 4), t(12, 9), t(22, 24), t(40, 50), t(60, 80), t(0, 0),
    // SUPPORTED: A pawn protected by another, by rank.
    t(0, 0), t(0, 0), t(11, 6), t(10, 8), t(16, 16), t(34, 36), t(60, 50), t(0, 0),
    // ROOK_FILE: A rook on a file without pawns of ours: with theirs, open.
    t(12, 6), t(28, 6),
    // OUTPOST: A minor piece protected by a pawn where no pawn can ever drive it away: knight, bishop.
    t(24, 16), t(20, 8),
    // BISHOP_PAWNS: For each bishop, our pawns on squares of its colour.
    t(-2, -5),
    // SHIELDED: A minor piece right behind a pawn.
    t(6, 2),
    // PASSED_RANK: A passed pawn, by rank.
    t(0, 0), t(-4, 4), t(-4, 6), t(-2, 18), t(14, 38), t(35, 65), t(55, 95), t(0, 0),
    // PASSED_BLOCKED: A passed pawn with an enemy before it, by rank.
    t(0, 0), t(0, -3), t(0, -5), t(-3, -10), t(-8, -20), t(-15, -38), t(-25, -60), t(0, 0),
    // PASSED_FREE: A passed pawn whose next step is safe, by rank.
    t(0, 0), t(0, 2), t(0, 4), t(0, 8), t(4, 14), t(10, 28), t(20, 50), t(0, 0),
    // PASSED_OUR_KING: Steps from our king to the square before a passed pawn, times what its rank is worth.
    t(0, -3),
    // PASSED_THEIR_KING: Steps from their king to the square before a passed pawn, times what its rank is worth.
    t(0, 6),
    // PASSED_ROOK: A rook behind a passed pawn: ours, theirs.
    t(8, 16), t(-8, -16),
    // UNSTOPPABLE: A passed pawn that a lone king cannot catch.
    t(0, 250),
    // SHELTER: A file beside the king or its own, by its distance from the edge (0 to 3) and the rank of our first pawn (0: none).
    t(-12, 0), t(10, 0), t(6, 0), t(-2, 0), t(-6, 0), t(-8, 0), t(-8, 0), t(-22, 0),
    t(18, 0), t(12, 0), t(-4, 0), t(-8, 0), t(-10, 0), t(-10, 0), t(-14, 0), t(10, 0),
    t(4, 0), t(0, 0), t(-4, 0), t(-6, 0), t(-6, 0), t(-10, 0), t(6, 0), t(2, 0),
    t(0, 0), t(-2, 0), t(-4, 0), t(-4, 0),
    // STORM: Such a file by the rank of their first pawn (0: none): free to come, blocked by ours.
    t(-4, 0), t(-8, 0), t(-30, 0), t(-22, 0), t(-8, 0), t(0, 0), t(0, 0), t(0, 0),
    t(0, 0), t(-10, 0), t(-8, 0), t(-3, 0), t(0, 0), t(0, 0),
    // PRESSURE: The weight of the men that attack the squares around their king.
    t(0, 0), t(0, 2), t(3, 4), t(6, 6), t(12, 8), t(18, 10), t(27, 12), t(36, 14),
    t(48, 16), t(60, 18), t(75, 20), t(90, 22), t(108, 24), t(126, 26), t(147, 28), t(168, 30),
    t(192, 30), t(216, 30), t(243, 30), t(260, 30), t(260, 30), t(260, 30), t(260, 30), t(260, 30),
    t(260, 30), t(260, 30), t(260, 30), t(260, 30), t(260, 30), t(260, 30), t(260, 30), t(260, 30),
    // TEMPO: To have the move.
    t(14, 10),
];
