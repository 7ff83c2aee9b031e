//! Where a game begins in Chess960: one of 960 rows of pieces, numbered.

use std::str::FromStr;

use shakmaty::CastlingMode;

use crate::position::{FenError, Position};

/// How many there are.
pub const POSITIONS: usize = 960;

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// This one.
    Number(usize),
    /// One by chance.
    Any,
}

impl FromStr for Row {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "any" {
            return Ok(Self::Any);
        }
        let number = text.parse().ok().filter(|number| *number < POSITIONS);
        number.map(Self::Number).ok_or_else(|| "write a number from 0 to 959, or any".to_owned())
    }
}

/// Where the two knights stand among the five squares that are left, in the order of the numbers.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The first row of position `number`, 0 to 959, in Scharnagl's numbering: 518 is that of normal chess.
fn row(number: usize) -> String {
    let mut row = [None; 8];
    row[2 * (number % 4) + 1] = Some('B');
    row[2 * (number / 4 % 4)] = Some('B');
    let mut put = |index: usize, letter| {
        let free = row.iter_mut().filter(|square| square.is_none()).nth(index);
        if let Some(square) = free {
            *square = Some(letter);
        }
    };
    put(number / 16 % 6, 'Q');
    let (first, second) = KNIGHTS[number / 96 % KNIGHTS.len()];
    put(second, 'N');
    put(first, 'N');
    for letter in ['R', 'K', 'R'] {
        put(0, letter);
    }
    row.into_iter().flatten().collect()
}

/// Position `number` of Chess960.
///
/// # Errors
/// Never: every row has its king between its rooks.
pub fn chess960(number: usize) -> Result<Position, FenError> {
    let row = row(number);
    let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1", row.to_lowercase());
    Position::from_fen(&fen, CastlingMode::Chess960)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_960_rows_differ_and_keep_the_rules_of_the_game() {
        let rows: HashSet<_> = (0..960).map(row).collect();
        assert_eq!(rows.len(), 960);
        for row in &rows {
            let at = |letter| row.match_indices(letter).map(|(index, _)| index).collect::<Vec<_>>();
            assert_ne!(at('B')[0] % 2, at('B')[1] % 2, "{row}");
            assert!(at('R')[0] < at('K')[0] && at('K')[0] < at('R')[1], "{row}");
        }
        assert_eq!(
            (row(518).as_str(), row(0).as_str(), row(959).as_str()),
            ("RNBQKBNR", "BBQNNRKR", "RKRNNQBB")
        );
        assert!((0..960).all(|number| chess960(number).is_ok()));
    }
}
