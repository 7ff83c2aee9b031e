//! Beginnings of games: a few random moves, and a look whether there is still something to play for.
//!
//! Random moves lead to positions that no engine would choose, but evaluators have to know them all the same; a search then
//! leaves out those where the game is decided.

use std::ops::RangeInclusive;

use rand::{Rng, RngExt as _};

use crate::position::{Line, Position};

/// A game from the start by random legal moves, as many as the dice choose from `plies`. `None` if it ended on the way, or if a position
/// came up twice.
pub fn random(dice: &mut impl Rng, plies: RangeInclusive<u32>) -> Option<Line> {
    let mut line = Line::new(Position::start());
    for _ in 0..dice.random_range(plies) {
        let moves = line.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        line.play(moves[dice.random_range(0..moves.len())]);
        if line.occurrences() > 1 {
            return None;
        }
    }
    line.position().has_legal_move().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::dice;

    #[test]
    fn the_same_dice_give_the_same_opening_and_other_dice_another() {
        let key = |seed, number| random(&mut dice(seed, number), 8..=9).map(|line| line.position().key());
        assert_eq!(key(1, 7), key(1, 7));
        assert_ne!(key(1, 7), key(1, 8));
        assert_ne!(key(1, 7), key(2, 7));
    }

    #[test]
    fn either_number_of_plies_comes_up() {
        let plies: Vec<_> = (0..100)
            .filter_map(|number| random(&mut dice(3, number), 8..=9))
            .map(|line| line.position().turn().fold_wb(8, 9))
            .collect();
        assert!(plies.contains(&8) && plies.contains(&9) && plies.len() > 80);
    }
}
