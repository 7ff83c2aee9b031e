//! Writes moves in standard algebraic notation (SAN), with move numbers.

use shakmaty::{Color, Position as _, san::SanPlus};

use super::{Move, Position};

impl Position {
    /// Returns a legal move in SAN, with the sign for check or checkmate: `Qxf7#`.
    pub fn san(&self, mv: Move) -> String {
        SanPlus::from_move(self.chess.clone(), mv).to_string()
    }

    /// Returns the number of the next move, with dots for the side to move: `12.` or `12...`.
    pub fn number(&self) -> String {
        move_number(self.move_number(), self.turn())
    }

    /// Returns a legal move in SAN with its number: `12. Nf3` or `12... Nf6`.
    pub fn numbered_san(&self, mv: Move) -> String {
        format!("{} {}", self.number(), self.san(mv))
    }

    /// Returns a sequence of legal moves in SAN, each with its number if it needs one: White's moves, and the first
    /// move.
    pub fn movetext(
        &self,
        moves: impl IntoIterator<Item = Move>,
    ) -> impl Iterator<Item = (Option<String>, String)> {
        let mut chess = self.chess.clone();
        moves.into_iter().enumerate().map(move |(index, mv)| {
            let (number, turn) = (chess.fullmoves().get(), chess.turn());
            let number = (turn.is_white() || index == 0).then(|| move_number(number, turn));
            (number, SanPlus::from_move_and_play_unchecked(&mut chess, mv).to_string())
        })
    }

    /// Returns a sequence of legal moves in SAN with move numbers: `12... Nf6 13. e5`.
    pub fn san_line(&self, moves: &[Move]) -> String {
        let words =
            self.movetext(moves.iter().copied()).flat_map(|(number, san)| number.into_iter().chain([san]));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Returns a move number with dots for the side to move: `12.` or `12...`.
pub fn move_number(number: u32, turn: Color) -> String {
    format!("{number}{}", turn.fold_wb(".", "..."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_numbers_are_correct_with_either_side_to_move() {
        let start = Position::start();
        let moves = ["e2e4", "e7e5", "g1f3"];
        let mut now = start.clone();
        let moves = moves.map(|text| {
            let mv = now.parse_move(text).expect("legal");
            now = now.play(mv);
            mv
        });
        assert_eq!(start.san_line(&moves), "1. e4 e5 2. Nf3");
        let after = start.play(moves[0]);
        assert_eq!(after.san_line(&moves[1..]), "1... e5 2. Nf3");
        assert_eq!(after.numbered_san(moves[1]), "1... e5");
        assert_eq!(start.san_line(&[]), "");
    }
}
