//! Board diagram with the contribution of each piece to the network's evaluation.

use std::fmt::Write as _;

use shakmaty::{File, Piece, Rank, Role, Square};

use super::Network;
use crate::{
    chess::{position::Position, score::Score},
    evaluate::Evaluator,
};

impl Network {
    /// Returns a diagram of the board with a number below each piece: the evaluation for White minus the
    /// evaluation without this piece, in [normalised](Evaluator::normalised) centipawns. Kings have no
    /// number, because a board without a king has no evaluation. White is at the bottom of the diagram. A
    /// rank without numbers has no second line.
    pub(crate) fn board_diagram(&self, position: &Position) -> String {
        let (board, turn) = (position.board(), position.turn());
        let white = |score: i32| if turn.is_white() { score } else { -score };
        let total = white(self.evaluate_board(board, turn).raw());
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let (mut pieces, mut values) = (format!("{} ", rank.char()), "  ".to_owned());
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let piece = board.piece_at(square);
                let value = piece.filter(|piece| piece.role != Role::King).map(|_| {
                    let mut without = board.clone();
                    without.discard_piece_at(square);
                    let contribution = total - white(self.evaluate_board(&without, turn).raw());
                    Evaluator::Network.normalised(Score::cp(contribution)).raw()
                });
                let _ = write!(pieces, "{:>6}", piece.map_or('.', Piece::char));
                let _ = write!(values, "{:>6}", value.map_or(String::new(), |value| format!("{value:+}")));
            }
            // Blank lines are omitted: some GUIs take them for the end of the output.
            for line in [pieces, values].iter().filter(|line| !line.trim().is_empty()) {
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        text.push_str("  ");
        for file in File::ALL {
            let _ = write!(text, "{:>6}", file.char());
        }
        text
    }
}
