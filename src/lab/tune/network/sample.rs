//! A training record, converted to the input features of the network.

use shakmaty::{Color, Square};

use crate::{
    evaluate::network::features::{PieceOnSquare, View, mirrors},
    lab::data::packed::training::RECORD_BYTES,
};

/// One training position: its active features in both views, its score, and the game result.
#[derive(Clone, Debug)]
pub struct Sample {
    own: [u16; 32],
    theirs: [u16; 32],
    piece_count: usize,
    /// Search score of the position in centipawns, for the side to move.
    pub score: f32,
    /// Game result of the side to move: 0, 0.5 or 1.
    pub result: f32,
}

impl Sample {
    /// Decodes a record, which must have one king per side and at most 32 pieces and pawns.
    #[inline]
    pub fn of(record: &[u8; RECORD_BYTES]) -> Self {
        let mut pieces = [(0, 0); 32];
        let mut count = 0;
        let mut kings = [0; 2];
        for (place, byte) in record[..32].iter().enumerate().filter(|(_, byte)| **byte != 0) {
            for (code, square) in [(byte & 15, 2 * place as u16), (byte >> 4, 2 * place as u16 + 1)] {
                if code == 0 {
                    continue;
                }
                // Piece codes 1 to 6 of the record become 0 to 5 (own pieces), and codes 9 to 14 become 6 to
                // 11 (opponent's pieces).
                let piece = u16::from(code) - if code < 8 { 1 } else { 3 };
                pieces[count % 32] = (piece, square);
                count += 1;
                if piece % 6 == 5 {
                    kings[usize::from(piece / 6)] = square;
                }
            }
        }
        let mirrored = kings.map(|king| mirrors(Square::new(king.into())));
        // The side to move takes the role of White: its pieces come first, and its pawns move up the board.
        let views = [(Color::White, 0), (Color::Black, 1)];
        let [own, theirs] = views.map(|(side, index)| {
            let view = View { side, mirrored: mirrored[index] };
            pieces.map(|(piece, square)| PieceOnSquare::numbered(piece, square).feature(view) as u16)
        });
        let score = f32::from(i16::from_le_bytes([record[32], record[33]]));
        Self { own, theirs, piece_count: count.min(32), score, result: f32::from(record[34]) / 2.0 }
    }

    /// Returns the active features of each view; the side to move's view comes first.
    #[inline]
    pub fn views(&self) -> [&[u16]; 2] {
        [&self.own[..self.piece_count], &self.theirs[..self.piece_count]]
    }

    /// Returns the number of pieces and pawns on the board.
    #[inline]
    pub const fn piece_count(&self) -> usize {
        self.piece_count
    }
}
