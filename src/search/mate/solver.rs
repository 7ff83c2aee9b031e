//! Mate solver for `go mate N`: depth-first proof-number search (df-pn) that only answers whether there is a
//! mate in N moves.
//!
//! **Idea.** To prove a mate, the attacker needs one good move at each of his turns, against all moves of the
//! defender. The proof number of a node estimates the minimum number of open leaves that must be proved to
//! prove the mate. The disproof number of a node estimates the minimum number of open leaves that must be
//! disproved to show that there is no mate. The mate search expands leaves that can change the proof number
//! or the disproof number of the root. Forced lines have small proof numbers, so the mate search follows
//! forced lines to depths that a fixed-depth search of all moves cannot reach.
//!
//! **When.** The mate search runs before the normal search if `go` has a mate limit, `MultiPV` is 1,
//! `searchmoves` is not given, and the layer `check-evasion` is on. Every node of the mate search has a
//! number of remaining plies. A proved mate therefore has at most N moves, and the mate search cannot run in
//! a circle when a position repeats. The estimated proof number of an attacker's move that gives check is the
//! number of replies. The estimated proof numbers of the attacker's noisy moves and quiet moves without check
//! are fixed: 4 and 8.
//!
//! **Where.** The [driver](crate::search::root::driver) calls the mate solver before iterative deepening.
//!
//! **Risk.** The nodes of an unsuccessful mate search are lost for the normal search.
//!
//! **Gain.** `go mate` finds 672 of 739 mates in one to eight moves of the collection matetrack, 670 of them with
//! the minimum number of moves; the normal search with `classical` finds 342 (1,000,000 nodes per position, `Hash`
//! 64). See [experiments](crate::search::experiments#mate-solver).
//!
//! **Source.** Proof-number search: Allis 1994. Depth-first proof-number search (df-pn) with little memory:
//! Nagai 2002. Weak proof numbers (Ueda, Hashimoto and Iida 2008): instead of the sum over the children, a
//! node takes the maximum plus one for each other open child, because transpositions would be counted several
//! times.

use std::time::Duration;

use super::proof_table::{INFINITE, ProofNumbers, ProofTable, key};
use crate::{
    chess::{
        position::{Move, Position, game_end::FIFTY_MOVES, is_noisy},
        score::Score,
    },
    search::{time::stop_condition::StopCondition, types::stop::Stop},
};

/// Estimated proof number after a capture or queen promotion of the attacker that does not give check.
const CAPTURE_COST: u32 = 4;
/// Estimated proof number after a quiet move of the attacker that does not give check.
const QUIET_COST: u32 = 8;
/// Divisor of the switch margin: the mate search leaves a child when the child's proof number (attacker) or
/// disproof number (defender) exceeds that of the second-best child by more than a quarter. Without the
/// switch margin, the mate search would often switch between two children.
const SWITCH_MARGIN: u32 = 4;

/// Maximum number of nodes of one mate search, for both sides together.
const MAX_NODES: u64 = 4_000_000;
/// Number of mate search nodes per millisecond of the hard time limit; with this number the mate search takes
/// about half of the hard time limit.
const NODES_PER_MS: u64 = 150;
/// Divisor of the node limit: 1/20 of the node limit of `go` is reserved for the normal search after the mate
/// search.
const SEARCH_PART: u64 = 20;
/// Divisor of the mate search nodes: 1/32 of the mate search nodes is reserved for the search for a mate
/// against the side to move.
const DEFENCE_PART: u64 = 32;

/// Mating line: the moves of a proved mate from the root to checkmate.
pub type MateLine = Vec<Move>;

/// Returns the maximum number of nodes for the mate search, computed from the node limit and the hard time
/// limit of the whole search.
pub(crate) fn node_budget(nodes: Option<u64>, time: Option<Duration>) -> u64 {
    let nodes = nodes.map_or(MAX_NODES, |nodes| nodes / SEARCH_PART * (SEARCH_PART - 1));
    let by_time = |time: Duration| {
        u64::try_from(time.as_millis()).map_or(MAX_NODES, |ms| ms.saturating_mul(NODES_PER_MS))
    };
    let in_time = time.map_or(MAX_NODES, by_time);
    nodes.min(in_time).min(MAX_NODES)
}

/// Searches for a mate in `moves` moves or fewer: first by the side to move, then by its opponent. Returns
/// the mating line and its score, or `None` if at most `nodes` nodes do not prove a mate. `megabytes` is the
/// size of the proof table in MiB.
///
/// # Errors
/// [`Stop`] if the whole search must stop.
pub(crate) fn find_mate(
    stop: &mut StopCondition<'_>,
    position: &Position,
    moves: u32,
    nodes: u64,
    megabytes: usize,
) -> Result<Option<(MateLine, Score)>, Stop> {
    let attack_limit = nodes / DEFENCE_PART * (DEFENCE_PART - 1);
    for (is_defender, limit) in [(false, attack_limit), (true, nodes)] {
        if let Some(line) = Solver::new(stop, limit, megabytes).mate(position, moves, is_defender)? {
            let plies = line.len();
            return Ok(Some((
                line,
                if is_defender { Score::mated_in(plies) } else { Score::mate_in(plies) },
            )));
        }
    }
    Ok(None)
}

/// State of the search for a mate by one side.
struct Solver<'a, 'b> {
    stop: &'a mut StopCondition<'b>,
    proofs: ProofTable,
    /// Node count of the search thread at which the mate search gives up.
    node_limit: u64,
    /// Number of plies left for the mate at the root.
    root_plies: i32,
}

/// Child of a mate search node: a move and the position after the move.
struct Child {
    mv: Move,
    position: Position,
    key: u64,
    /// Estimated proof numbers of the child, used until the proof table has an entry for the child.
    estimate: ProofNumbers,
}

impl<'a, 'b> Solver<'a, 'b> {
    /// Creates a mate search that counts its nodes with `stop` and has a proof table of `megabytes` MiB.
    fn new(stop: &'a mut StopCondition<'b>, node_limit: u64, megabytes: usize) -> Self {
        Self { stop, proofs: ProofTable::new(megabytes), node_limit, root_plies: 0 }
    }

    /// Searches for a mate in `moves` moves or fewer by the side to move or, if `is_defender`, by its
    /// opponent. Returns the mating line; `None` if there is no mate in `moves` moves, if the node limit is
    /// reached first, or if the proof table no longer contains the whole line.
    ///
    /// # Errors
    /// [`Stop`] if the whole search must stop.
    fn mate(&mut self, position: &Position, moves: u32, is_defender: bool) -> Result<Option<MateLine>, Stop> {
        let moves = i32::try_from(moves).unwrap_or(i32::MAX).min(crate::search::MAX_DEPTH / 2);
        let plies = if is_defender { 2 * moves } else { 2 * moves - 1 };
        self.root_plies = plies;
        let found = self.search(position, plies, !is_defender, ProofNumbers::UNREACHED)?;
        // If the proof table has overwritten a part of the proof, `line` returns `None`.
        Ok(if found.is_proved() { self.line(position, plies, !is_defender) } else { None })
    }

    /// Returns the proof numbers of a child: from the proof table, or else the estimated ones.
    fn proof_of(&self, child: &Child) -> ProofNumbers {
        self.proofs.get(child.key).unwrap_or(child.estimate)
    }

    /// Searches the subtree of `position` until its proof number or its disproof number reaches `bound`, the
    /// node is proved or disproved, or the node limit is reached. Returns the proof numbers of `position`.
    ///
    /// `is_attacker` is whether the attacker is to move; `plies` is the number of plies left for the mate.
    fn search(
        &mut self,
        position: &Position,
        plies: i32,
        is_attacker: bool,
        bound: ProofNumbers,
    ) -> Result<ProofNumbers, Stop> {
        self.stop.count(usize::try_from(self.root_plies - plies).unwrap_or(0))?;
        let key = key(position.key(), plies);
        let children = match Self::expand(position, plies, is_attacker) {
            Ok(children) => children,
            Err(settled) => {
                self.proofs.store(key, settled);
                return Ok(settled);
            }
        };
        loop {
            let (current, best, second) = self.combine(&children, is_attacker);
            self.proofs.store(key, current);
            let is_over = self.stop.nodes() >= self.node_limit;
            if current.proof >= bound.proof
                || current.disproof >= bound.disproof
                || current.is_settled()
                || is_over
            {
                return Ok(current);
            }
            let child = &children[best];
            let numbers = self.proof_of(child);
            // The search of the child stops when this node would reach its own bounds, or when the child is
            // no longer the best child by more than the switch margin.
            let child_bound = if is_attacker {
                let second_best = second.proof.saturating_add(second.proof / SWITCH_MARGIN + 1);
                let disproof = bound.disproof - current.disproof + numbers.disproof;
                ProofNumbers {
                    proof: bound.proof.min(second_best),
                    disproof: disproof.min(INFINITE),
                    plies: 0,
                }
            } else {
                let second_best = second.disproof.saturating_add(second.disproof / SWITCH_MARGIN + 1);
                let proof = bound.proof - current.proof + numbers.proof;
                ProofNumbers {
                    proof: proof.min(INFINITE),
                    disproof: bound.disproof.min(second_best),
                    plies: 0,
                }
            };
            self.search(&child.position, plies - 1, !is_attacker, child_bound)?;
        }
    }

    /// Generates the children of a position. If there are no children to search, returns the final proof
    /// numbers of the position as the error value.
    fn expand(position: &Position, plies: i32, is_attacker: bool) -> Result<Vec<Child>, ProofNumbers> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Err(if !is_attacker && position.is_check() {
                ProofNumbers::MATE
            } else {
                ProofNumbers::NONE
            });
        }
        if plies <= 0 || position.halfmoves() >= FIFTY_MOVES || position.is_insufficient_material() {
            return Err(ProofNumbers::NONE);
        }
        let checks = is_attacker.then(|| position.checks());
        let child = |mv: &Move| {
            let is_check = checks.as_ref().is_some_and(|checks| position.gives_check(*mv, checks));
            // With one ply left, only a move that gives check can be checkmate.
            if is_attacker && plies == 1 && !is_check {
                return None;
            }
            let after = position.play(*mv);
            let cost = match is_attacker {
                true if is_check => after.legal_moves().len() as u32,
                true if is_noisy(*mv) => CAPTURE_COST,
                true => QUIET_COST,
                false => 1,
            };
            let (key, estimate) = (key(after.key(), plies - 1), ProofNumbers::estimate(cost));
            Some(Child { mv: *mv, position: after, key, estimate })
        };
        let children: Vec<_> = moves.iter().filter_map(child).collect();
        if children.is_empty() { Err(ProofNumbers::NONE) } else { Ok(children) }
    }

    /// Computes the proof numbers of a node from its children. Also returns the index of the best child,
    /// which is searched next, and the proof numbers of the second-best child.
    fn combine(&self, children: &[Child], is_attacker: bool) -> (ProofNumbers, usize, ProofNumbers) {
        let (mut best, mut first, mut second) = (0, ProofNumbers::UNREACHED, ProofNumbers::UNREACHED);
        // For the weak proof number: the largest summand, and the number of children with a summand above
        // zero.
        let (mut largest, mut open_children, mut plies) = (0, 0, None);
        for (index, child) in children.iter().enumerate() {
            let numbers = self.proof_of(child);
            let (minimum, summand) = numbers.min_and_sum(is_attacker);
            if minimum < first.min_and_sum(is_attacker).0 {
                (best, second, first) = (index, first, numbers);
            } else if minimum < second.min_and_sum(is_attacker).0 {
                second = numbers;
            }
            if summand > 0 {
                largest = largest.max(summand);
                open_children += 1;
            }
            if numbers.is_proved() && plies.is_none_or(|plies| is_attacker == (numbers.plies < plies)) {
                plies = Some(numbers.plies);
            }
        }
        let minimum = first.min_and_sum(is_attacker).0;
        let sum = if largest >= INFINITE {
            INFINITE
        } else {
            (largest + u32::max(open_children, 1) - 1).min(INFINITE - 1)
        };
        let sum = if open_children == 0 { 0 } else { sum };
        let (proof, disproof) = if is_attacker { (minimum, sum) } else { (sum, minimum) };
        (ProofNumbers { proof, disproof, plies: plies.map_or(0, |plies| plies + 1) }, best, second)
    }

    /// Reads the mating line of a proved position from the proof table; returns `None` if the table no longer
    /// contains the whole line. At each node, the mating line follows the child whose distance to mate
    /// determined the node's distance to mate.
    ///
    /// The search may later find a shorter mate for one move of the defender. The mating line ignores this
    /// shorter mate, because other moves of the defender still last longer.
    fn line(&self, root: &Position, plies: i32, is_attacker: bool) -> Option<MateLine> {
        let (mut position, mut plies, mut is_attacker) = (root.clone(), plies, is_attacker);
        let mut line = MateLine::new();
        let mut left = self.proofs.get(key(position.key(), plies))?.plies;
        while let Ok(children) = Self::expand(&position, plies, is_attacker) {
            left = left.checked_sub(1)?;
            let is_on_line = |child: &Child| {
                let numbers = self.proof_of(child);
                numbers.is_proved() && numbers.plies == left
            };
            let child = children.into_iter().find(is_on_line)?;
            line.push(child.mv);
            (position, plies, is_attacker) = (child.position, plies - 1, !is_attacker);
        }
        Some(line).filter(|_| position.is_check() && !position.has_legal_move())
    }
}

#[cfg(test)]
mod tests;
