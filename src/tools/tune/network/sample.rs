//! A training record, converted to the input features of the network.

use shakmaty::{Color, Square};

use crate::{
    evaluate::network::features::{PieceOnSquare, View},
    tools::datagen::bulletformat::{self, MAX_PIECES, RecordPiece, TrainingRecord},
};

/// One training position: the first-layer rows of its active features in both views, its score, and the game result.
#[derive(Clone, Debug)]
pub struct Sample {
    own: [u16; MAX_PIECES],
    theirs: [u16; MAX_PIECES],
    piece_count: usize,
    /// Search score of the position in internal units, for the side to move.
    pub score: f32,
    /// Game result of the side to move: 0, 0.5 or 1.
    pub result: f32,
}

impl Sample {
    /// Decodes a valid record.
    #[inline]
    pub fn of(record: &TrainingRecord) -> Self {
        let [own_king, their_king] = bulletformat::kings(record).map(|king| Square::new(king.into()));
        // The side to move takes the role of White: its pieces come first, and its pawns move up the board.
        let own_view = View::new(Color::White, own_king);
        let their_view = View::new(Color::Black, their_king);
        let (mut own, mut theirs, mut piece_count) = ([0; MAX_PIECES], [0; MAX_PIECES], 0);
        for (RecordPiece { piece, square }, (own, theirs)) in
            bulletformat::pieces(record).zip(own.iter_mut().zip(&mut theirs))
        {
            let piece = PieceOnSquare::numbered(piece, square);
            (*own, *theirs) = (piece.row(own_view) as u16, piece.row(their_view) as u16);
            piece_count += 1;
        }
        let (score, result) = (bulletformat::score(record), bulletformat::result(record));
        Self { own, theirs, piece_count, score: score.into(), result: f32::from(result) / 2.0 }
    }

    /// Returns the rows of the active features of each view; the side to move's view comes first.
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
