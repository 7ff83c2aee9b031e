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
    t(126, 317), t(761, 897), t(822, 917), t(1009, 1598), t(2437, 2724),
    // PAWN_SQUARE: A pawn on a square: a1, b1 …, seen from its own end, its own king always on the files e to h.
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(-64, -30), t(-36, -26), t(-9, -57), t(1, -51), t(-9, -20), t(-23, -22), t(25, -4), t(-14, 16),
    t(-49, -20), t(-27, -26), t(10, -54), t(17, -5), t(14, -10), t(27, -19), t(20, -19), t(-5, -15),
    t(-35, -8), t(-14, -24), t(31, -9), t(49, -54), t(32, -58), t(27, 30), t(9, -28), t(-12, 17),
    t(-26, 59), t(2, -4), t(16, 20), t(61, -44), t(47, -28), t(10, 26), t(30, 16), t(-20, 64),
    t(34, 128), t(4, 114), t(-78, 111), t(77, 88), t(47, 156), t(34, 86), t(91, 103), t(22, 118),
    t(71, 163), t(72, 153), t(45, 192), t(79, 207), t(138, 197), t(130, 166), t(82, 116), t(67, 84),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    // KNIGHT_SQUARE: A knight on a square.
    t(-165, -86), t(-101, -67), t(-181, -31), t(3, -25), t(-7, 31), t(-90, -19), t(-64, -57), t(-151, -81),
    t(-76, -64), t(5, -1), t(-37, 4), t(-31, -5), t(-26, 65), t(-1, 3), t(7, -23), t(-33, 28),
    t(-58, 13), t(-45, -23), t(-32, 58), t(10, 62), t(8, -6), t(7, 13), t(2, 27), t(-5, -11),
    t(-9, 21), t(59, -13), t(2, 64), t(36, 47), t(45, 99), t(82, 59), t(60, 8), t(32, 11),
    t(59, 7), t(16, 36), t(91, 20), t(43, 101), t(80, 78), t(65, 73), t(25, 15), t(12, 27),
    t(41, -39), t(-40, 54), t(-67, 56), t(104, 6), t(59, 29), t(0, 82), t(15, 27), t(27, -19),
    t(1, -32), t(-21, -29), t(5, -57), t(48, 27), t(56, 88), t(55, -56), t(-16, -14), t(-61, -2),
    t(-102, -119), t(11, -15), t(18, -41), t(63, -17), t(48, 23), t(-9, 2), t(3, -30), t(-10, -42),
    // BISHOP_SQUARE: A bishop on a square.
    t(-126, -27), t(-55, -39), t(-32, -32), t(-36, -12), t(-82, -2), t(-75, -17), t(-9, 16), t(-42, 0),
    t(1, -58), t(-1, -23), t(-84, -12), t(-12, 41), t(-17, 15), t(4, -15), t(24, 2), t(-15, 5),
    t(-38, -24), t(80, -23), t(-5, 22), t(-24, 18), t(2, 14), t(23, 29), t(18, -55), t(-29, -6),
    t(64, -28), t(-10, 27), t(-9, 7), t(9, 33), t(31, 35), t(22, 24), t(-51, 27), t(113, -41),
    t(49, 5), t(-13, 30), t(0, 56), t(26, 27), t(57, 51), t(-30, 3), t(9, 42), t(-47, 1),
    t(21, 15), t(20, -1), t(53, 6), t(19, -32), t(64, 18), t(30, -24), t(-8, 14), t(34, -58),
    t(-53, 39), t(-15, -8), t(-8, 35), t(-18, 64), t(-26, 50), t(15, 46), t(-57, 48), t(-33, -3),
    t(-91, -43), t(-8, 24), t(-15, 9), t(-19, 47), t(11, 23), t(-23, -8), t(-5, 14), t(-47, -28),
    // ROOK_SQUARE: A rook on a square.
    t(-36, -25), t(-12, -22), t(-7, -29), t(9, -33), t(30, -16), t(-9, 4), t(1, -40), t(-22, -58),
    t(-58, -20), t(14, -20), t(-55, -18), t(13, -7), t(-25, 6), t(28, -45), t(14, -29), t(-22, -60),
    t(-58, 13), t(-55, 2), t(-66, 53), t(-52, 7), t(4, -19), t(-40, 25), t(48, 3), t(-35, 22),
    t(-75, 67), t(-79, 62), t(-30, 47), t(31, 29), t(-23, 38), t(-37, 30), t(-56, 42), t(-54, 27),
    t(-41, 54), t(-53, 55), t(-22, 77), t(-2, 31), t(-29, 45), t(36, 17), t(19, 21), t(-36, 30),
    t(4, 22), t(28, 2), t(-28, 34), t(54, 27), t(21, 21), t(52, -5), t(40, -5), t(-29, -1),
    t(32, 47), t(53, 13), t(48, 48), t(85, 27), t(97, -8), t(125, 21), t(103, 15), t(35, 38),
    t(20, 61), t(16, 58), t(8, 32), t(34, 25), t(49, 32), t(1, 30), t(15, 83), t(60, 35),
    // QUEEN_SQUARE: A queen on a square.
    t(-43, -79), t(-13, -66), t(-28, -78), t(-4, -153), t(6, -85), t(-33, -72), t(-13, -53), t(-70, -99),
    t(-60, -52), t(-41, -23), t(-24, -22), t(-13, -66), t(-3, -51), t(13, 28), t(12, -44), t(11, -53),
    t(-29, 1), t(2, 8), t(-43, 1), t(-1, 45), t(12, -15), t(-20, 77), t(35, -3), t(24, -3),
    t(-45, 7), t(-21, 10), t(-33, 41), t(-28, 73), t(-26, 74), t(12, 82), t(2, 44), t(14, 15),
    t(-53, 38), t(-23, 56), t(3, -36), t(7, 26), t(28, 59), t(-13, 133), t(11, 44), t(67, -48),
    t(-21, 1), t(15, -8), t(36, 67), t(41, 66), t(17, 68), t(77, 56), t(41, 51), t(-17, -7),
    t(-14, 27), t(-17, 18), t(17, 51), t(19, 72), t(20, 68), t(122, 64), t(47, 17), t(66, 42),
    t(-4, -8), t(6, 24), t(-28, 19), t(-3, 46), t(7, 42), t(17, 30), t(-18, 12), t(87, 7),
    // KING_SQUARE: The king on a square.
    t(256, -92), t(225, -67), t(195, -41), t(108, -15), t(110, -88), t(111, -96), t(185, -114), t(189, -145),
    t(133, -61), t(102, -36), t(72, -10), t(41, 15), t(46, -23), t(95, -40), t(92, -47), t(167, -95),
    t(67, -31), t(36, -5), t(5, 20), t(-26, 46), t(-45, 56), t(15, 13), t(164, -52), t(25, -19),
    t(0, 0), t(-31, 26), t(-61, 51), t(-92, 77), t(-129, 79), t(-69, 54), t(11, 23), t(-11, -13),
    t(-36, 5), t(-67, 31), t(-97, 56), t(-128, 82), t(-130, 109), t(-93, 65), t(-67, 55), t(-24, 10),
    t(-41, -15), t(-72, 10), t(-102, 36), t(-133, 61), t(-97, 149), t(-77, 84), t(-30, 75), t(-28, 24),
    t(-46, -36), t(-77, -10), t(-108, 15), t(-138, 41), t(-126, 120), t(-103, 76), t(-59, 81), t(-34, -21),
    t(-51, -56), t(-82, -31), t(-113, -5), t(-143, 20), t(-149, -18), t(-100, 36), t(-68, 9), t(-47, -120),
    // KNIGHT_MOBILITY: A knight, by the useful squares it can go to.
    t(-165, -138), t(-69, -94), t(-25, -61), t(-14, 32), t(-4, 43), t(13, 49), t(17, 90), t(29, 97),
    t(40, 73),
    // BISHOP_MOBILITY: A bishop, by the useful squares it can go to.
    t(-72, -129), t(-57, -34), t(-23, -30), t(-7, -9), t(2, 33), t(9, 51), t(8, 64), t(24, 55),
    t(30, 80), t(38, 64), t(15, 68), t(92, 45), t(73, 84), t(53, 45),
    // ROOK_MOBILITY: A rook, by the useful squares it can go to.
    t(-138, -187), t(-65, -110), t(-33, -76), t(-27, -11), t(-20, 15), t(-16, 44), t(-19, 93), t(-21, 89),
    t(-5, 93), t(16, 91), t(21, 96), t(30, 98), t(3, 115), t(64, 116), t(92, 38),
    // QUEEN_MOBILITY: A queen, by the useful squares it can go to.
    t(-51, -102), t(-55, -96), t(-13, -104), t(-28, -58), t(-26, -78), t(-16, -120), t(-9, -111), t(-10, -43),
    t(-8, 13), t(-9, 8), t(-5, 59), t(0, 64), t(13, 64), t(-4, 129), t(22, 125), t(21, 134),
    t(31, 156), t(36, 122), t(24, 142), t(61, 160), t(43, 114), t(75, 91), t(55, 75), t(6, -7),
    t(58, 45), t(27, 16), t(55, 93), t(52, 88),
    // ONLY_OURS: A square that only we attack: on our half, on theirs.
    t(-3, 6), t(0, 7),
    // PAWN_THREAT: A man attacked by a pawn: minor piece, rook, queen.
    t(142, 137), t(164, 86), t(129, 23),
    // MINOR_THREAT: A man attacked by a minor piece: unprotected pawn, minor piece, rook, queen.
    t(18, 17), t(38, 78), t(113, 92), t(139, 43),
    // ROOK_THREAT: A man attacked by a rook: minor piece, queen.
    t(55, 57), t(184, 40),
    // KING_THREAT: A man that nothing protects, attacked by the king.
    t(73, 63),
    // HANGING: A man attacked and not protected: pawn, piece.
    t(37, 74), t(43, 28),
    // PUSH_THREAT: A piece that a safe step of a pawn would attack.
    t(42, 45),
    // GIVES_CHECK: Our last move gave check.
    t(51, 26),
    // SAFE_CHECK: A square from which check could be given safely: by knight, bishop, rook, queen.
    t(83, 26), t(24, 85), t(132, 18), t(58, 47),
    // BISHOP_PAIR: Two bishops or more.
    t(26, 127),
    // KNIGHT_PAWNS: For each knight, our pawns beyond five.
    t(-4, 23),
    // ROOK_PAWNS: For each rook, our pawns beyond five.
    t(27, -16),
    // ISOLATED: A pawn without a neighbour: free to walk, stopped on its file.
    t(-21, 2), t(0, -6),
    // DOUBLED: A pawn behind one of its own.
    t(2, -28),
    // BACKWARD: A pawn that cannot step forward safely nor be supported: free to walk, stopped on its file.
    t(-18, 18), t(-12, 7),
    // PHALANX: A pawn beside another, by rank.
    t(0, 0), t(7, 17), t(7, 17), t(12, 34), t(7, 85), t(120, 149), t(174, 238), t(0, 0),
    // SUPPORTED: A pawn protected by another, by rank.
    t(0, 0), t(0, 0), t(24, 27), t(24, 23), t(38, 56), t(52, 90), t(105, 123), t(0, 0),
    // ROOK_FILE: A rook on a file without pawns of ours: with theirs, open.
    t(23, 2), t(87, -15),
    // OUTPOST: A minor piece protected by a pawn where no pawn can ever drive it away: knight, bishop.
    t(11, 45), t(20, 48),
    // BISHOP_PAWNS: For each bishop, our pawns on squares of its colour.
    t(-7, 1),
    // SHIELDED: A minor piece right behind a pawn.
    t(5, 5),
    // PASSED_RANK: A passed pawn, by rank.
    t(0, 0), t(-6, 22), t(-7, 41), t(11, 56), t(32, 123), t(67, 231), t(205, 339), t(0, 0),
    // PASSED_BLOCKED: A passed pawn with an enemy before it, by rank.
    t(0, 0), t(27, -4), t(60, -31), t(22, -50), t(33, -69), t(-37, -85), t(-68, -156), t(0, 0),
    // PASSED_FREE: A passed pawn whose next step is safe, by rank.
    t(0, 0), t(4, -21), t(-83, 19), t(-31, 17), t(-48, 85), t(-3, 125), t(102, 264), t(0, 0),
    // PASSED_OUR_KING: Steps from our king to the square before a passed pawn, times what its rank is worth.
    t(2, -16),
    // PASSED_THEIR_KING: Steps from their king to the square before a passed pawn, times what its rank is worth.
    t(-5, 22),
    // PASSED_ROOK: A rook behind a passed pawn: ours, theirs.
    t(8, 35), t(-11, -159),
    // UNSTOPPABLE: A passed pawn that a lone king cannot catch.
    t(-3, 673),
    // SHELTER: A file beside the king or its own, by its distance from the edge (0 to 3) and the rank of our first pawn (0: none).
    t(-32, 21), t(23, -93), t(12, 11), t(13, -29), t(-64, 24), t(-21, 10), t(-4, 33), t(-34, 12),
    t(26, -33), t(22, -32), t(3, -15), t(-42, 27), t(-68, 0), t(26, 21), t(-33, 9), t(41, 6),
    t(-17, 20), t(-4, -58), t(0, 1), t(-1, -7), t(3, 61), t(-21, 6), t(7, 14), t(4, -20),
    t(14, 16), t(10, 20), t(-74, -16), t(7, 62),
    // STORM: Such a file by the rank of their first pawn (0: none): free to come, blocked by ours.
    t(-32, 0), t(32, -31), t(-20, 0), t(-14, 25), t(-15, 5), t(-8, 19), t(-11, 11), t(0, 0),
    t(0, 0), t(-28, -24), t(-27, 7), t(-11, -5), t(-14, -28), t(-23, -32),
    // PRESSURE: The weight of the men that attack the squares around their king.
    t(35, -28), t(22, -21), t(28, -26), t(22, -13), t(30, -7), t(28, 19), t(42, 33), t(51, 58),
    t(91, 91), t(106, 121), t(146, 124), t(196, 100), t(272, 73), t(343, 94), t(386, 64), t(403, 60),
    t(482, 61), t(555, 71), t(623, 76), t(665, 77), t(666, 77), t(666, 77), t(666, 77), t(666, 77),
    t(666, 77), t(666, 77), t(666, 77), t(666, 77), t(666, 77), t(666, 77), t(666, 77), t(666, 77),
    // TEMPO: To have the move.
    t(70, 44),
];
