//! Weights of `classical`: material, piece-square tables, and all other terms.
//!
//! Fitted to the results of games; do not edit by hand. Each [feature](super::features) has two weights in
//! internal centipawns: one for the middlegame (all pieces on the board) and one for the endgame (no pieces).

use super::{features::COUNT, tapered::Tapered};

const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// Weights as `t(middlegame, endgame)`, in the order of the features.
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; COUNT] = [
    // MATERIAL: Material of a pawn, knight, bishop, rook, queen.
    t(114, 319), t(743, 942), t(801, 952), t(976, 1665), t(2459, 2752),
    // PAWN_SQUARE: Piece-square table of the pawn: a1, b1 … from its own side, with its king on files e to h.
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(-57, -31), t(-34, -28), t(-18, -61), t(-14, -34), t(-1, -28), t(-29, -8), t(27, -16), t(-11, -8),
    t(-44, -31), t(-23, -34), t(-6, -48), t(3, -2), t(9, -17), t(26, -15), t(22, -1), t(-4, -15),
    t(-28, -7), t(-13, -18), t(24, -15), t(36, -42), t(31, -47), t(22, 28), t(6, -10), t(-2, 9),
    t(-16, 39), t(-1, 4), t(17, 14), t(61, -36), t(42, -32), t(12, 27), t(28, 27), t(5, 47),
    t(38, 102), t(-4, 127), t(-58, 108), t(78, 88), t(36, 136), t(20, 88), t(97, 128), t(3, 97),
    t(70, 170), t(99, 162), t(27, 182), t(60, 203), t(149, 186), t(133, 176), t(108, 120), t(59, 71),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    // KNIGHT_SQUARE: Piece-square table of the knight.
    t(-177, -114), t(-93, -87), t(-119, -27), t(-21, -9), t(-10, 20), t(-129, -1), t(-61, -11), t(-122, -89),
    t(-81, -68), t(12, -2), t(-53, -32), t(-31, -8), t(-6, 52), t(-9, 22), t(-3, -54), t(-44, 17),
    t(-50, 14), t(-23, -31), t(-34, 55), t(14, 38), t(0, 5), t(3, 13), t(16, 40), t(4, -22),
    t(-7, 2), t(47, 23), t(1, 96), t(29, 78), t(40, 83), t(81, 65), t(76, 10), t(29, -12),
    t(27, 23), t(25, 60), t(79, 26), t(57, 77), t(83, 73), t(57, 65), t(31, 37), t(7, 29),
    t(27, -39), t(-57, 37), t(-54, 33), t(107, 26), t(60, 32), t(14, 57), t(22, 46), t(33, -18),
    t(-11, -42), t(-42, -19), t(22, -42), t(53, 14), t(60, 72), t(59, -17), t(-55, -27), t(-53, 5),
    t(-130, -87), t(15, 4), t(-16, -46), t(76, -20), t(43, 39), t(-16, 23), t(7, -11), t(-137, -90),
    // BISHOP_SQUARE: Piece-square table of the bishop.
    t(-36, -13), t(2, -45), t(-24, -33), t(-53, -18), t(-42, 0), t(-82, 2), t(-26, 15), t(-66, -1),
    t(-2, -44), t(3, -1), t(-61, -11), t(-5, 36), t(-22, 5), t(-6, 5), t(27, 22), t(1, -1),
    t(-17, -3), t(55, -42), t(10, -3), t(-27, 19), t(7, 33), t(27, 9), t(8, -2), t(-21, -11),
    t(61, -69), t(-13, 45), t(-15, 34), t(24, 31), t(11, 49), t(28, 40), t(-40, 26), t(69, -42),
    t(19, -15), t(-13, 5), t(-16, 36), t(29, 28), t(49, 64), t(-15, 12), t(21, 44), t(-52, 6),
    t(-39, 25), t(16, -13), t(7, 39), t(44, -13), t(42, 1), t(10, 1), t(-9, 8), t(31, -65),
    t(-36, 16), t(-29, -9), t(-28, 38), t(-16, 43), t(-6, 39), t(-14, 6), t(-69, 25), t(-64, -3),
    t(-81, -36), t(5, 34), t(-2, 28), t(-28, 17), t(-6, 15), t(-31, 12), t(-57, -12), t(15, -44),
    // ROOK_SQUARE: Piece-square table of the rook.
    t(-42, -15), t(-25, -10), t(-16, -39), t(-10, -21), t(34, -21), t(-12, -19), t(-8, -27), t(-26, -51),
    t(-51, -21), t(-8, -19), t(-54, -20), t(-9, -9), t(9, -25), t(25, -46), t(-9, -41), t(-44, -42),
    t(-61, 15), t(-49, 16), t(-78, 80), t(-48, 7), t(33, -18), t(-23, 35), t(53, -25), t(-31, 27),
    t(-93, 75), t(-80, 68), t(-70, 69), t(-7, 30), t(23, 26), t(-31, 59), t(-40, 39), t(-64, 31),
    t(-33, 32), t(-58, 52), t(-21, 65), t(-20, 35), t(3, 31), t(46, 18), t(-21, 59), t(-17, 18),
    t(17, 28), t(37, 8), t(-21, 42), t(26, 30), t(38, 23), t(65, -11), t(31, 0), t(-30, 12),
    t(19, 51), t(46, 16), t(42, 54), t(72, 42), t(99, 5), t(105, 25), t(113, 8), t(56, 11),
    t(58, 34), t(13, 69), t(2, 46), t(-6, 47), t(31, 31), t(26, 15), t(-7, 81), t(110, -14),
    // QUEEN_SQUARE: Piece-square table of the queen.
    t(-57, -91), t(-1, -126), t(-19, -69), t(2, -169), t(-8, -101), t(-32, -79), t(-25, -48), t(-52, -102),
    t(-66, -51), t(-44, -43), t(-8, -26), t(-18, -61), t(4, -68), t(1, -24), t(2, -53), t(2, -39),
    t(-33, -20), t(-5, -12), t(-52, 22), t(-8, 27), t(12, -13), t(-17, 58), t(26, -3), t(26, -23),
    t(-39, 4), t(-38, 30), t(-35, 62), t(-17, 78), t(-24, 91), t(0, 42), t(-17, 41), t(17, 4),
    t(-48, 28), t(-32, 55), t(5, -17), t(15, 43), t(23, 84), t(-11, 142), t(6, 37), t(63, -53),
    t(-22, 31), t(22, 16), t(15, 81), t(49, 73), t(37, 64), t(105, 55), t(68, 46), t(8, 17),
    t(-5, 35), t(-14, 49), t(18, 56), t(0, 79), t(12, 78), t(112, 47), t(63, 3), t(40, 53),
    t(-25, -14), t(12, 49), t(-6, 40), t(-6, 62), t(7, 30), t(13, 28), t(-15, 23), t(97, 11),
    // KING_SQUARE: Piece-square table of the king.
    t(258, -93), t(227, -67), t(196, -41), t(108, -15), t(101, -87), t(91, -76), t(187, -108), t(181, -155),
    t(134, -62), t(103, -36), t(72, -10), t(41, 15), t(52, -20), t(89, -39), t(95, -50), t(162, -98),
    t(67, -31), t(36, -5), t(5, 21), t(-26, 46), t(-6, 37), t(26, 11), t(159, -64), t(42, -54),
    t(0, 0), t(-31, 26), t(-62, 52), t(-93, 77), t(-125, 78), t(-73, 50), t(22, 10), t(-14, -23),
    t(-36, 5), t(-67, 31), t(-98, 57), t(-129, 83), t(-136, 101), t(-93, 47), t(-53, 70), t(-27, 16),
    t(-41, -15), t(-72, 10), t(-103, 36), t(-134, 62), t(-122, 121), t(-65, 92), t(-35, 91), t(-34, 39),
    t(-46, -36), t(-77, -10), t(-108, 15), t(-139, 41), t(-124, 123), t(-101, 76), t(-57, 83), t(-36, -36),
    t(-52, -57), t(-83, -31), t(-114, -5), t(-144, 21), t(-143, 18), t(-99, 44), t(-73, 24), t(-52, -120),
    // KNIGHT_MOBILITY: Knight, by number of mobility squares.
    t(-129, -136), t(-76, -65), t(-40, -31), t(-21, 30), t(-14, 52), t(8, 53), t(17, 99), t(33, 91),
    t(46, 72),
    // BISHOP_MOBILITY: Bishop, by number of mobility squares.
    t(-71, -126), t(-60, -65), t(-33, -33), t(-14, -13), t(2, 22), t(3, 59), t(9, 63), t(20, 76),
    t(21, 92), t(42, 81), t(42, 84), t(85, 60), t(77, 78), t(43, 38),
    // ROOK_MOBILITY: Rook, by number of mobility squares.
    t(-143, -174), t(-82, -120), t(-42, -82), t(-32, -25), t(-23, 6), t(-14, 34), t(-16, 82), t(-22, 93),
    t(-8, 105), t(8, 101), t(7, 111), t(22, 116), t(3, 137), t(15, 141), t(128, 65),
    // QUEEN_MOBILITY: Queen, by number of mobility squares.
    t(-52, -103), t(-57, -97), t(10, -97), t(-28, -90), t(-22, -111), t(-16, -156), t(-12, -103), t(-15, -41),
    t(-6, 10), t(-10, 15), t(-8, 87), t(1, 66), t(13, 102), t(-2, 147), t(18, 148), t(20, 145),
    t(36, 176), t(23, 179), t(39, 162), t(53, 174), t(52, 137), t(96, 74), t(76, 51), t(36, -24),
    t(44, 14), t(17, -36), t(57, 86), t(46, 69),
    // ONLY_OURS: Square attacked only by this side: in its own half, in the opponent's half.
    t(-3, 4), t(2, 2),
    // PAWN_THREAT: Enemy piece attacked by a pawn: minor piece, rook, queen.
    t(153, 142), t(176, 86), t(132, 27),
    // MINOR_THREAT: Attacked by a minor piece: unprotected pawn, minor piece, rook, queen.
    t(16, 11), t(46, 89), t(126, 114), t(144, 57),
    // ROOK_THREAT: Enemy piece attacked by a rook: minor piece, queen.
    t(42, 77), t(199, 26),
    // KING_THREAT: Unprotected enemy piece or pawn attacked by the king.
    t(102, 67),
    // HANGING: Attacked and unprotected: pawn, piece.
    t(41, 82), t(38, 30),
    // PUSH_THREAT: Enemy piece that a safe pawn push would attack.
    t(39, 52),
    // GIVES_CHECK: The last move of this side gave check.
    t(52, 26),
    // SAFE_CHECK: Square from which a safe check is possible: by knight, bishop, rook, queen.
    t(99, 18), t(22, 84), t(139, 16), t(62, 37),
    // BISHOP_PAIR: Bishop pair: two or more bishops.
    t(37, 145),
    // KNIGHT_PAWNS: Own pawns minus five, for each knight.
    t(1, 29),
    // ROOK_PAWNS: Own pawns minus five, for each rook.
    t(29, -9),
    // ISOLATED: Isolated pawn: without, with an enemy pawn ahead on its file.
    t(-15, -7), t(-2, -5),
    // DOUBLED: Doubled pawn: a pawn with an own pawn ahead on its file.
    t(0, -43),
    // BACKWARD: Backward pawn (no safe advance, no support): without, with an enemy pawn ahead on its file.
    t(-14, 1), t(-9, -20),
    // PHALANX: Pawn directly beside an own pawn, by rank.
    t(0, 0), t(7, 19), t(7, 20), t(14, 31), t(26, 82), t(83, 146), t(179, 288), t(0, 0),
    // SUPPORTED: Pawn protected by a pawn, by rank.
    t(0, 0), t(0, 0), t(26, 36), t(23, 28), t(40, 54), t(94, 67), t(123, 147), t(0, 0),
    // ROOK_FILE: Rook on a file without own pawns: half-open, open.
    t(34, 18), t(99, -16),
    // OUTPOST: Outpost: protected by a pawn and never attackable by a pawn: knight, bishop.
    t(20, 59), t(22, 56),
    // BISHOP_PAWNS: Own pawns on squares of the bishop's colour, for each bishop.
    t(-3, -4),
    // SHIELDED: Minor piece directly behind a pawn.
    t(8, 7),
    // PASSED_RANK: Passed pawn, by rank.
    t(0, 0), t(-15, 16), t(-2, 35), t(-3, 76), t(29, 139), t(66, 239), t(218, 337), t(0, 0),
    // PASSED_BLOCKED: Passed pawn blocked by an enemy piece, by rank.
    t(0, 0), t(-2, 4), t(39, -18), t(38, -53), t(15, -47), t(-24, -51), t(-126, -133), t(0, 0),
    // PASSED_FREE: Passed pawn whose next square is empty and not attacked, by rank.
    t(0, 0), t(15, -22), t(-37, 1), t(-11, 14), t(-21, 78), t(4, 144), t(110, 308), t(0, 0),
    // PASSED_OUR_KING: Distance from the own king to the square ahead of a passed pawn, times a weight by rank.
    t(2, -16),
    // PASSED_THEIR_KING: Distance from the enemy king to the square ahead of a passed pawn, times a weight by rank.
    t(-5, 25),
    // PASSED_ROOK: Rook behind a passed pawn: own rook, enemy rook.
    t(4, 46), t(-18, -148),
    // UNSTOPPABLE: Passed pawn outside the square of the enemy king; the enemy has only king and pawns.
    t(-2, 675),
    // SHELTER: Pawn shelter on a file near the king, by distance from the edge and rank of the first own pawn (0: none).
    t(-35, 8), t(20, -74), t(18, -13), t(-5, -18), t(-58, 30), t(-10, 9), t(14, 32), t(-42, 15),
    t(29, -15), t(21, -23), t(3, -18), t(-42, 14), t(-63, -9), t(40, 47), t(-38, 12), t(46, -9),
    t(-22, 24), t(-5, -59), t(-3, -3), t(14, -6), t(6, 66), t(-27, -3), t(4, 16), t(8, -5),
    t(12, -2), t(0, 25), t(-14, -11), t(16, 37),
    // STORM: Pawn storm on a file near the king, by rank of the first enemy pawn (0: none): free, blocked.
    t(-35, 9), t(7, -22), t(-21, 1), t(-20, 26), t(-20, 7), t(-4, 16), t(-10, 7), t(0, 0),
    t(0, 0), t(-18, -31), t(-22, -5), t(-5, 3), t(-2, -23), t(-26, -50),
    // PRESSURE: King safety: weight of the attacks on the squares around the enemy king, plus weakly protected squares there.
    t(32, -32), t(15, -30), t(22, -29), t(20, -18), t(23, -7), t(25, 10), t(46, 33), t(55, 56),
    t(104, 67), t(112, 133), t(168, 126), t(211, 132), t(277, 69), t(331, 114), t(409, 69), t(405, 58),
    t(488, 63), t(550, 71), t(623, 76), t(671, 78), t(671, 77), t(671, 77), t(671, 77), t(671, 77),
    t(671, 77), t(671, 77), t(671, 77), t(671, 77), t(671, 77), t(671, 77), t(671, 77), t(671, 77),
    // TEMPO: Side to move.
    t(72, 45),
];
