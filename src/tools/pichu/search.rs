//! The search of Pichu: iterative deepening alpha-beta with a transposition table.
//!
//! The search runs depth 1, 2, 3, … until a limit is reached or it finds a forced win or loss. Without a
//! depth limit, it stops after depth 1 if there is only one move. Each depth returns the same score as
//! [`alphabeta`](crate::search::alphabeta). Move ordering makes the search faster: the best move found so
//! far, then captures and promotions by gain (of equal gains, the least valuable attacker first), then quiet
//! moves by history.

use std::{cmp::Reverse, time::Instant};

use shakmaty::{Color, Role};

use super::{
    MAX_PLIES, Pichu,
    evaluate::value,
    moves::{self, Flight},
    table::{PichuEntry, PichuTable},
};
use crate::{
    chess::{game::Game as _, score::Score},
    search::{Stop, types::window::Window},
};

/// Number of nodes between two checks of the clock: about a tenth of a millisecond.
const NODES_PER_CLOCK_CHECK: u64 = 128;

/// Limits of a search. A search without limits ends when it finds a forced win or loss, at the depth of the
/// last ply of the game, or after depth 1 if there is only one move.
#[derive(Clone, Copy, Debug, Default)]
pub struct PichuLimits {
    /// Maximum search depth in plies, at least 1; `None` for no depth limit.
    pub depth: Option<u8>,
    /// Maximum number of nodes that the search visits; `None` for no node limit.
    pub nodes: Option<u64>,
    /// Moment from which the search stops at the next check of the clock; `None` for no time limit.
    pub deadline: Option<Instant>,
}

/// The result of a search: best move, score, depth and number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PichuAnswer {
    /// Best move found.
    pub best: Flight,
    /// Score of the best move from the side to move's point of view; `None` if the time ran out before any
    /// move was searched.
    pub score: Option<Score>,
    /// Depth of the last completed iteration, in plies. `best` can come from the incomplete iteration after
    /// it.
    pub depth: u8,
    /// Number of visited nodes, without the root.
    pub nodes: u64,
}

/// Searches `game` within `limits`, and calls `report` after each completed depth. Returns `None` if the game
/// is over.
pub fn search(
    game: &Pichu,
    limits: PichuLimits,
    table: &mut PichuTable,
    mut report: impl FnMut(&PichuAnswer),
) -> Option<PichuAnswer> {
    if game.ending().is_some() {
        return None;
    }
    table.increment_age();
    let mut search =
        Search { table, limits, nodes: 0, history: vec![0; 2 * 64 * 64], last_best: None, root: None };
    let candidates = search.ordered(game, None);
    let mut answer = PichuAnswer { best: *candidates.first()?, score: None, depth: 0, nodes: 0 };
    let deepest = limits.depth.unwrap_or(MAX_PLIES).clamp(1, MAX_PLIES - game.plies);
    for depth in 1..=deepest {
        search.last_best = search.root.take().map(|(best, _)| best);
        let ended = search.negamax(game, Window::OPEN, i32::from(depth), 0);
        if let Some((best, score)) = search.root {
            answer = PichuAnswer { best, score: Some(score), ..answer };
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
    table: &'a mut PichuTable,
    limits: PichuLimits,
    nodes: u64,
    /// History heuristic: sum of depth² over the beta cutoffs by a quiet move, indexed by side, from and to.
    history: Vec<u32>,
    /// Best move of the previous iteration.
    last_best: Option<Flight>,
    /// Best move and score that the current iteration has found so far; `None` before its first result.
    root: Option<(Flight, Score)>,
}

impl Search<'_> {
    /// Returns the score of `game` like [`alphabeta`](crate::search::alphabeta::alphabeta): exact inside the
    /// window, a bound outside (fail-soft).
    fn negamax(&mut self, game: &Pichu, window: Window, depth: i32, ply: usize) -> Result<Score, Stop> {
        self.enter(ply)?;
        if let Some(outcome) = game.outcome() {
            return Ok(outcome.score(ply));
        }
        if depth == 0 {
            return Ok(game.evaluate());
        }
        // The key does not contain the number of played plies, so scores are stored and used only if no line
        // of the remaining depth reaches the ply limit.
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
                self.update_history(game, mv, depth);
                break;
            }
            alpha = alpha.max(score);
        }
        // `best` is set: `game.outcome()` returned `None`, so the position has at least one legal move.
        let Some((best, score)) = best else { return Ok(Score::DRAW) };
        if is_timeless {
            let entry = PichuEntry {
                depth: depth as u8,
                score: score.to_table(ply),
                bound: window.bound(score),
                best,
            };
            self.table.store(game.key(), entry);
        }
        Ok(score)
    }

    /// Counts a node below the root.
    ///
    /// # Errors
    /// [`Stop`] if the time or node limit is reached.
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

    /// Returns all moves of the side to move in search order, beginning with the move `first`.
    fn ordered(&self, game: &Pichu, first: Option<Flight>) -> Vec<Flight> {
        let mut moves: Vec<_> = moves::all(&game.board, game.turn).collect();
        moves.sort_by_cached_key(|mv| Reverse(self.move_order_key(game, *mv, first)));
        moves
    }

    /// Returns the sort key of a move; larger keys are searched first. The key is: `first` move, material
    /// gain, attacker value (smaller is better), history.
    fn move_order_key(&self, game: &Pichu, mv: Flight, first: Option<Flight>) -> (bool, i32, i32, u32) {
        let mover = game.board.role_at(mv.from).unwrap_or(Role::Pawn);
        let promotes = moves::is_promotion(mover.of(game.turn), mv.to);
        let taken = game.board.role_at(mv.to).map_or(0, value);
        let gain = taken + if promotes { value(Role::Queen) - value(Role::Pawn) } else { 0 };
        let risk = if gain > 0 { value(mover) } else { 0 };
        (first == Some(mv), gain, -risk, self.history[history_index(game.turn, mv)])
    }

    /// Adds depth² to the history of a quiet move that caused a beta cutoff.
    fn update_history(&mut self, game: &Pichu, mv: Flight, depth: i32) {
        if game.board.role_at(mv.to).is_none() {
            let entry = &mut self.history[history_index(game.turn, mv)];
            *entry = entry.saturating_add((depth * depth) as u32);
        }
    }
}

const fn history_index(side: Color, mv: Flight) -> usize {
    (side as usize * 64 + mv.from.to_usize()) * 64 + mv.to.to_usize()
}
