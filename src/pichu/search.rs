//! Deepening alpha-beta with a table: the small search of this game.
//!
//! Depth 1, 2, 3, … until time or nodes are used up, only one move is there, or the end of the game is seen. Each depth returns
//! the score of the frozen [`alphabeta`](crate::search::alphabeta); it is found sooner by trying the best move known first, then
//! what takes most with least, then quiet moves that have refuted something before.

use std::{cmp::Reverse, time::Instant};

use shakmaty::{Color, Role};

use super::{
    MAX_PLIES, Pichu,
    evaluate::value,
    moves::{self, Flight},
    table::{Entry, Table},
};
use crate::{
    game::Game as _,
    score::Score,
    search::{Stop, types::window::Window},
};

/// Nodes between two looks at the clock: about a tenth of a millisecond.
const NODES_PER_CLOCK_CHECK: u64 = 128;

/// When the search is to end. Without any limit it ends when it sees the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The greatest depth, in plies; at least 1.
    pub depth: Option<u8>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// When to have ended.
    pub deadline: Option<Instant>,
}

/// What the search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best move.
    pub best: Flight,
    /// Its score for the side to move; `None` if there was no time to find out.
    pub score: Option<Score>,
    /// Plies searched completely. A better move found on the way to the next depth counts already.
    pub depth: u8,
    /// Positions visited, the root not among them.
    pub nodes: u64,
}

/// Searches `game` within `limits`; `report` hears of each depth that was completed. `None` if the game is over.
pub fn search(
    game: &Pichu,
    limits: Limits,
    table: &mut Table,
    mut report: impl FnMut(&Answer),
) -> Option<Answer> {
    if game.ending().is_some() {
        return None;
    }
    table.grow_older();
    let mut search =
        Search { table, limits, nodes: 0, history: vec![0; 2 * 64 * 64], last_best: None, root: None };
    let candidates = search.ordered(game, None);
    let mut answer = Answer { best: *candidates.first()?, score: None, depth: 0, nodes: 0 };
    let deepest = limits.depth.unwrap_or(MAX_PLIES).clamp(1, MAX_PLIES - game.plies);
    for depth in 1..=deepest {
        search.last_best = search.root.take().map(|(best, _)| best);
        let ended = search.negamax(game, Window::OPEN, i32::from(depth), 0);
        if let Some((best, score)) = search.root {
            answer = Answer { best, score: Some(score), ..answer };
        }
        answer.nodes = search.nodes;
        let Ok(score) = ended else { break };
        answer.depth = depth;
        report(&answer);
        if score.is_mate() || candidates.len() == 1 && limits.depth.is_none() {
            break;
        }
    }
    Some(answer)
}

struct Search<'a> {
    table: &'a mut Table,
    limits: Limits,
    nodes: u64,
    /// How often a quiet move has refuted something, by side, from and to.
    history: Vec<u32>,
    /// The best move of the depth before.
    last_best: Option<Flight>,
    /// The best move of the depth under way.
    root: Option<(Flight, Score)>,
}

impl Search<'_> {
    /// The value of `game` in the sense of the frozen [`alphabeta`](crate::search::alphabeta::alphabeta): the true one inside
    /// the window, a bound on it outside.
    fn negamax(&mut self, game: &Pichu, window: Window, depth: i32, ply: usize) -> Result<Score, Stop> {
        self.enter(ply)?;
        if let Some(outcome) = game.outcome() {
            return Ok(outcome.score(ply));
        }
        if depth == 0 {
            return Ok(game.evaluate());
        }
        // The table knows nothing of how long a game has lasted: it is asked only where no line reaches the last ply.
        let is_timeless = i32::from(game.plies) + depth < i32::from(MAX_PLIES);
        let (known, known_best) = self.table.probe(game.key(), depth);
        let cutoff =
            known.filter(|_| is_timeless && ply > 0).and_then(|entry| entry.cutoff_score(window, ply));
        if let Some(score) = cutoff {
            return Ok(score);
        }

        let mut alpha = window.alpha;
        let mut best = None;
        let first = if ply == 0 { self.last_best.or(known_best) } else { known_best };
        for mv in self.ordered(game, first) {
            let below = -Window { alpha, beta: window.beta };
            let score = -self.negamax(&game.play(mv), below, depth - 1, ply + 1)?;
            if best.is_none_or(|(_, value)| score > value) {
                best = Some((mv, score));
                if ply == 0 {
                    self.root = best;
                }
            }
            if score >= window.beta {
                self.reward(game, mv, depth);
                break;
            }
            alpha = alpha.max(score);
        }
        // `outcome` has seen a move.
        let Some((best, score)) = best else { return Ok(Score::DRAW) };
        if is_timeless {
            let entry =
                Entry { depth: depth as u8, score: score.to_table(ply), bound: window.bound(score), best };
            self.table.store(game.key(), entry);
        }
        Ok(score)
    }

    /// A node below the root is counted, unless time or nodes are used up.
    fn enter(&mut self, ply: usize) -> Result<(), Stop> {
        if ply == 0 {
            return Ok(());
        }
        if self.limits.nodes.is_some_and(|max| self.nodes >= max) {
            return Err(Stop);
        }
        let checks_clock = self.nodes.is_multiple_of(NODES_PER_CLOCK_CHECK);
        if checks_clock && self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stop);
        }
        self.nodes += 1;
        Ok(())
    }

    /// The moves, the promising ones first.
    fn ordered(&self, game: &Pichu, first: Option<Flight>) -> Vec<Flight> {
        let mut moves: Vec<_> = moves::all(&game.board, game.turn).collect();
        moves.sort_by_cached_key(|mv| Reverse(self.move_order_key(game, *mv, first)));
        moves
    }

    /// Greater for moves to be tried sooner: the one known, then by what is won, then by history.
    fn move_order_key(&self, game: &Pichu, mv: Flight, first: Option<Flight>) -> (bool, i32, i32, u32) {
        let mover = game.board.role_at(mv.from).unwrap_or(Role::Pawn);
        let promotes = moves::is_promotion(mover.of(game.turn), mv.to);
        let taken = game.board.role_at(mv.to).map_or(0, value);
        let gain = taken + if promotes { value(Role::Queen) - value(Role::Pawn) } else { 0 };
        let risk = if gain > 0 { value(mover) } else { 0 };
        (first == Some(mv), gain, -risk, self.history[history_index(game.turn, mv)])
    }

    /// A quiet move that refutes something will be tried sooner elsewhere.
    fn reward(&mut self, game: &Pichu, mv: Flight, depth: i32) {
        if game.board.role_at(mv.to).is_none() {
            let reward = &mut self.history[history_index(game.turn, mv)];
            *reward = reward.saturating_add((depth * depth) as u32);
        }
    }
}

const fn history_index(side: Color, mv: Flight) -> usize {
    (side as usize * 64 + mv.from.to_usize()) * 64 + mv.to.to_usize()
}
