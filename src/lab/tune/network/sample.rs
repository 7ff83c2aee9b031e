//! A record as the net sees it.

use shakmaty::{Color, Square};

use crate::{
    evaluate::network::features::{PieceOnSquare, View, mirrors},
    lab::data::packed::training::RECORD_BYTES,
};

/// The features of a board in both views, and what it is worth.
#[derive(Clone, Debug)]
pub struct Sample {
    own: [u16; 32],
    theirs: [u16; 32],
    men: usize,
    /// The score that a search gave it, for the side to move.
    pub score: f32,
    /// What the side to move reached: 0, 0.5 or 1.
    pub result: f32,
}

impl Sample {
    /// Reads a record: one with one king a side and 32 men at most.
    #[inline]
    pub fn of(record: &[u8; RECORD_BYTES]) -> Self {
        let mut men = [(0, 0); 32];
        let mut count = 0;
        let mut kings = [0; 2];
        for (place, byte) in record[..32].iter().enumerate().filter(|(_, byte)| **byte != 0) {
            for (code, square) in [(byte & 15, 2 * place as u16), (byte >> 4, 2 * place as u16 + 1)] {
                if code == 0 {
                    continue;
                }
                // 1 to 6 become 0 to 5, and 9 to 14 become 6 to 11.
                let piece = u16::from(code) - if code < 8 { 1 } else { 3 };
                men[count % 32] = (piece, square);
                count += 1;
                if piece % 6 == 5 {
                    kings[usize::from(piece / 6)] = square;
                }
            }
        }
        let mirrored = kings.map(|king| mirrors(Square::new(king.into())));
        // The side to move is as White: its men come first, and it plays up the board.
        let views = [(Color::White, 0), (Color::Black, 1)];
        let [own, theirs] = views.map(|(side, index)| {
            let view = View { side, mirrored: mirrored[index] };
            men.map(|(piece, square)| PieceOnSquare::numbered(piece, square).feature(view) as u16)
        });
        let score = f32::from(i16::from_le_bytes([record[32], record[33]]));
        Self { own, theirs, men: count.min(32), score, result: f32::from(record[34]) / 2.0 }
    }

    /// The features that are set in each view, the side to move's first.
    #[inline]
    pub fn views(&self) -> [&[u16]; 2] {
        [&self.own[..self.men], &self.theirs[..self.men]]
    }

    /// Men on the board.
    #[inline]
    pub const fn men(&self) -> usize {
        self.men
    }
}
