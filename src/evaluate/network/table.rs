//! What a net says of a position, as a person reads it: what each man adds to its value.

use std::fmt::Write as _;

use shakmaty::{File, Piece, Rank, Role, Square};

use super::Network;
use crate::{evaluate::Evaluator, position::Position, score::Score};

impl Network {
    /// A drawing of the board: under each man what the value for White would lose without it, in centipawns as they are
    /// [told](Evaluator::normalised); kings cannot be taken away. White stands below, ranks without such men have no second line.
    pub(crate) fn board_diagram(&self, position: &Position) -> String {
        let (board, turn) = (position.board(), position.turn());
        let white = |score: i32| if turn.is_white() { score } else { -score };
        let total = white(self.judge(board, turn).raw());
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let (mut pieces, mut values) = (format!("{} ", rank.char()), "  ".to_owned());
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let piece = board.piece_at(square);
                let value = piece.filter(|piece| piece.role != Role::King).map(|_| {
                    let mut without = board.clone();
                    without.discard_piece_at(square);
                    let contribution = total - white(self.judge(&without, turn).raw());
                    Evaluator::Network.normalised(Score::cp(contribution)).raw()
                });
                let _ = write!(pieces, "{:>6}", piece.map_or('.', Piece::char));
                let _ = write!(values, "{:>6}", value.map_or(String::new(), |value| format!("{value:+}")));
            }
            // No blank line: it would end the answer for some GUIs.
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
