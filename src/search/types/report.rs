//! Results of a search: a [`Report`] after each finished depth, and an [`Answer`] at the end.

use std::time::Duration;

use super::window::Bound;
use crate::chess::{
    position::{Line, Move},
    score::Score,
};

/// Result of the search after a finished depth, after an interrupted iteration with a better root move, or
/// without a search.
#[derive(Clone, Debug)]
pub struct Report {
    /// Depth of the iteration, in plies, or number of plies of a mate that the mate solver proved; 0 if there
    /// is no root move.
    pub depth: i32,
    /// Selective depth (`seldepth`): the greatest ply that the last iteration reached.
    pub deepest: usize,
    /// Score of the root, from the side to move's point of view.
    pub score: Score,
    /// Whether the score is exact or a bound. The score of an interrupted iteration is only a lower bound.
    pub bound: Bound,
    /// Principal variation from the root. All moves of the principal variation are legal.
    pub line: Vec<Move>,
    /// Variations of the second best and further root moves, if
    /// [`Limits::multi_pv`](crate::search::Limits::multi_pv) is greater than 1.
    pub others: Vec<Variation>,
    /// Number of nodes visited so far in this search, by all threads in all iterations.
    pub nodes: u64,
    /// Number of successful tablebase probes in the tree of this search so far (`tbhits`), by all threads.
    pub tb_hits: u64,
    /// Time since the search was requested.
    pub elapsed: Duration,
    /// Share of transposition table slots whose entry this search stored (`hashfull`), in permille, from a
    /// sample.
    pub permille_full: u16,
}

/// One of the second best and further variations of a search with several principal variations (`MultiPV`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Score of the first move of the variation, from the point of view of the side to move at the root.
    pub score: Score,
    /// Moves of the variation; the first move is a move of the root position.
    pub line: Vec<Move>,
}

impl Report {
    /// Creates the report of a position that was not searched, from its static evaluation and a variation.
    /// The depth of the report is 1, or 0 if `line` is empty.
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

    /// Whether the report comes from a search of at least one move, which reaches at least ply 1.
    pub const fn is_searched(&self) -> bool {
        self.deepest > 0
    }

    /// Returns the nodes per second of the search; 0 if less than a microsecond has passed.
    pub fn nodes_per_second(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// Returns `nodes` divided by `elapsed`, in nodes per second, as a whole number; 0 if less than a microsecond
/// has passed.
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let rate = (u128::from(nodes) * 1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Answer: the final result of a search.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Best move at the root; `None` if there is no legal or allowed move.
    pub best: Option<Move>,
    /// Last report of the search. The principal variation of the last report begins with the best move.
    pub report: Report,
    /// Whether the node limit, the hard time limit or a stop ended the search. The soft limits do not count.
    pub cut_off: bool,
}

/// Returns the second move of `line`: the expected reply, on which the engine can ponder. Returns `None` if
/// `line` has no reply, or if the game is over before or after the reply.
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
    use crate::chess::position::Position;

    #[test]
    fn there_is_no_ponder_move_if_the_game_is_over() {
        let parse_moves = |moves: &str| {
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
        let moves = parse_moves("e2e4 e7e5 g1f3");
        assert_eq!(ponder_move(&moves, &start), Some(moves[1]));
        assert_eq!(ponder_move(&moves[..1], &start), None);
        let fools_mate = parse_moves("f2f3 e7e5 g2g4 d8h4");
        let mut before = start.clone();
        fools_mate[..2].iter().for_each(|mv| before.play(*mv));
        assert_eq!(ponder_move(&fools_mate[2..], &before), None, "the reply is checkmate");
    }
}
