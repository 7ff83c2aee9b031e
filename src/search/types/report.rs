//! What a search tells: after each depth a [`Report`], at the end an [`Answer`].

use std::time::Duration;

use super::window::Bound;
use crate::{
    position::{Line, Move},
    score::Score,
};

/// What is known after a depth was finished.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched; 0 for a position without a move.
    pub depth: i32,
    /// The greatest ply reached in the last iteration.
    pub deepest: usize,
    /// The value of the root for the side to move.
    pub score: Score,
    /// Whether the score is exact; a search that was cut off knows only that its move is worth at least so much.
    pub bound: Bound,
    /// The principal variation, from the root; legal to its end.
    pub line: Vec<Move>,
    /// The next best moves, if [`Limits::multi_pv`](crate::search::Limits::multi_pv) asks for more than one.
    pub others: Vec<Variation>,
    /// Nodes visited so far, all iterations together.
    pub nodes: u64,
    /// Positions looked up in the endgame tables.
    pub tb_hits: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
    /// How full the table is with entries of this search, in permille.
    pub permille_full: u16,
}

/// A line beside the principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The exact value of its first move, for the side to move at the root.
    pub score: Score,
    /// The line, from the root.
    pub line: Vec<Move>,
}

impl Report {
    /// What can be said without a search: a static score, and the move in front if there is one.
    pub fn unsearched(score: Score, line: Vec<Move>) -> Self {
        let (deepest, nodes, elapsed, permille_full) = (0, 0, Duration::ZERO, 0);
        let depth = i32::from(!line.is_empty());
        Self {
            depth,
            deepest,
            score,
            bound: Bound::Exact,
            line,
            others: Vec::new(),
            nodes,
            tb_hits: 0,
            elapsed,
            permille_full,
        }
    }

    /// Whether a search stands behind it, if only of one move; any search goes below the root.
    pub const fn is_searched(&self) -> bool {
        self.deepest > 0
    }

    /// Nodes a second; 0 for a search too short to tell.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// Nodes a second, whole; 0 where no time has passed.
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let rate = (u128::from(nodes) * 1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The move to play; `None` if there is none.
    pub best: Option<Move>,
    /// The last report; its line begins with the move to play.
    pub report: Report,
    /// Whether the limits ended the search before the depth that was asked for was finished.
    pub cut_off: bool,
}

/// The reply to expect, if the game goes on after it.
pub fn ponder_move(line: &[Move], game: &Line) -> Option<Move> {
    let [best, reply, ..] = line else { return None };
    let mut game = game.clone();
    game.play(*best);
    let over = game.is_over();
    game.play(*reply);
    (!over && !game.is_over()).then_some(*reply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn a_move_is_pondered_on_only_if_the_game_goes_on_after_it() {
        let game = |moves: &str| {
            let mut game = Line::new(Position::start());
            let moves: Vec<_> = moves
                .split(' ')
                .map(|word| {
                    let mv = game.position().parse_move(word).expect("legal");
                    game.play(mv);
                    mv
                })
                .collect();
            moves
        };
        let start = Line::new(Position::start());
        let moves = game("e2e4 e7e5 g1f3");
        assert_eq!(ponder_move(&moves, &start), Some(moves[1]));
        assert_eq!(ponder_move(&moves[..1], &start), None);
        let fools_mate = game("f2f3 e7e5 g2g4 d8h4");
        let mut before = start.clone();
        fools_mate[..2].iter().for_each(|mv| before.play(*mv));
        assert_eq!(ponder_move(&fools_mate[2..], &before), None, "mate: nothing to ponder on");
    }
}
