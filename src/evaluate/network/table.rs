//! What a net says of a position, as a person reads it: what each man adds to its value.

use std::fmt::Write as _;

use shakmaty::{File, Piece, Rank, Role, Square};

use super::Network;
use crate::{evaluate::Evaluator, position::Position, score::Score};

impl Network {
    /// A drawing of the board: under each man what the value for White would lose without it, in centipawns as they are
    /// [told](Evaluator::told); kings cannot be taken away. White stands below, ranks without such men have no second line.
    #[must_use]
    pub fn drawn(&self, position: &Position) -> String {
        let (board, turn) = (position.board(), position.turn());
        let white = |score: i32| if turn.is_white() { score } else { -score };
        let whole = white(self.judge(board, turn).raw());
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let (mut men, mut values) = (format!("{} ", rank.char()), "  ".to_owned());
            for file in File::ALL {
                let square = Square::from_coords(file, rank);
                let man = board.piece_at(square);
                let value = man.filter(|man| man.role != Role::King).map(|_| {
                    let mut without = board.clone();
                    without.discard_piece_at(square);
                    let adds = whole - white(self.judge(&without, turn).raw());
                    Evaluator::Network.told(Score::cp(adds)).raw()
                });
                let _ = write!(men, "{:>6}", man.map_or('.', Piece::char));
                let _ = write!(values, "{:>6}", value.map_or(String::new(), |value| format!("{value:+}")));
            }
            // No blank line: it would end the answer for some GUIs.
            for line in [men, values].iter().filter(|line| !line.trim().is_empty()) {
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
