//! Mate solver for `go mate N`: depth-first proof-number search (df-pn) that only answers whether there is a mate in
//! N moves.
//!
//! **Idea.** To prove a mate, the attacker needs one good move at each of his turns, against all moves of the
//! defender. The proof number of a node is the minimum number of open leaves that must be proved to prove the mate.
//! The disproof number of a node is the minimum number of open leaves that must be disproved to show that there is no
//! mate. The search always expands the leaf that reduces one of the two numbers of the root. Forced lines have small
//! proof numbers, so the search follows them very deep. A fixed-depth search of all moves cannot reach such depths.
//!
//! **When.** Before the normal search, if `go` has a mate limit, with `MultiPV` 1, without `searchmoves`, and with
//! the layer `check-evasion`. Every node has a number of remaining plies. A proved mate therefore has at most N
//! moves, and no position can repeat on its own path. The estimated proof number of a checking move is the number of
//! replies. The estimates of captures and quiet moves are fixed and higher.
//!
//! **Where.** Called by the [driver](crate::search::root::driver) before iterative deepening.
//!
//! **Risk.** The nodes of an unsuccessful mate search are lost for the normal search.
//!
//! **Cost and gain.** Test suite: 739 mates in one to eight moves from matetrack, 1,000,000 nodes per position,
//! 2026-11-21. `go mate` finds 670 mates, all with the minimum number of moves. `go nodes` finds 342 mates, 260 of
//! them with the minimum number of moves. A node is an expanded position. The child positions of a node are also
//! generated but not counted, so a node of the mate solver takes about three times as long as a node of the normal
//! search.
//!
//! **Tried without success.** Cost 1 for every check, independent of the number of replies: 124 of 148 mates found,
//! instead of 136 of 148. Costs 2 and 4 for captures and quiet moves: three mates fewer; costs 8 and 20: two fewer.
//! Twice as many nodes for the normal search (a tenth) and for the mate against the side to move (a sixteenth): eight
//! mates fewer.
//!
//! **Source.** Proof-number search: Allis 1994. Depth-first search with little memory: Nagai 2002. Weak proof numbers
//! (Ueda, Hashimoto and Iida 2008): instead of the sum over the children, a node takes the maximum plus one for each
//! other open child, because transpositions would be counted several times.

use std::time::Duration;

use super::proof_table::{INFINITE, ProofNumbers, ProofTable, key};
use crate::{
    position::{Move, Position, game_end::FIFTY_MOVES, is_noisy},
    score::Score,
    search::{time::stop_condition::StopCondition, types::stop::Stop},
};

/// Estimated proof number after a capture or promotion of the attacker that does not give check.
const CAPTURE_COST: u32 = 4;
/// Estimated proof number after a quiet move of the attacker that does not give check.
const QUIET_COST: u32 = 8;
/// Divisor: the search leaves a child when its proof number exceeds the second-best proof number by more than a
/// quarter. Without a margin the search would often switch between two children.
const SWITCH_MARGIN: u32 = 4;

/// Maximum number of nodes of a mate search.
const MAX_NODES: u64 = 4_000_000;
/// Nodes of the mate search per millisecond of the hard time limit: takes about half of the time.
const NODES_PER_MS: u64 = 150;
/// Divisor of the node limit: 1/20 of the nodes is reserved for the normal search.
const SEARCH_PART: u64 = 20;
/// Divisor of the mate search nodes: 1/32 is reserved for the search for a mate against the side to move.
const DEFENCE_PART: u64 = 32;

/// Moves of a proved mate, up to checkmate.
pub type Mate = Vec<Move>;

/// Returns the number of nodes for the mate search, from the node limit and the time limit of the whole search.
pub(crate) fn node_budget(nodes: Option<u64>, time: Option<Duration>) -> u64 {
    let nodes = nodes.map_or(MAX_NODES, |nodes| nodes / SEARCH_PART * (SEARCH_PART - 1));
    let by_time = |time: Duration| {
        u64::try_from(time.as_millis()).map_or(MAX_NODES, |ms| ms.saturating_mul(NODES_PER_MS))
    };
    let in_time = time.map_or(MAX_NODES, by_time);
    nodes.min(in_time).min(MAX_NODES)
}

/// Searches for a mate in `moves` moves or fewer: first by the side to move, then by its opponent. Returns the line
/// and its score, or `None` if `nodes` nodes prove no mate. `megabytes` is the size of the proof table in MiB.
///
/// # Errors
/// [`Stop`] if the whole search must stop.
pub(crate) fn find_mate(
    stop: &mut StopCondition<'_>,
    position: &Position,
    moves: u32,
    nodes: u64,
    megabytes: usize,
) -> Result<Option<(Mate, Score)>, Stop> {
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

/// State of a mate search for one side.
struct Solver<'a, 'b> {
    stop: &'a mut StopCondition<'b>,
    proofs: ProofTable,
    /// Total node count of the stop condition at which the mate search gives up.
    node_limit: u64,
    /// Number of plies left at the root.
    root_plies: i32,
}

/// A move and the position after it.
struct Child {
    mv: Move,
    position: Position,
    key: u64,
    /// Estimated proof numbers, used until the table has an entry for this child.
    estimate: ProofNumbers,
}

impl<'a, 'b> Solver<'a, 'b> {
    /// Creates a mate search that counts its nodes with `stop` and has a proof table of `megabytes` MiB.
    fn new(stop: &'a mut StopCondition<'b>, node_limit: u64, megabytes: usize) -> Self {
        Self { stop, proofs: ProofTable::new(megabytes), node_limit, root_plies: 0 }
    }

    /// Searches for a mate in `moves` moves or fewer by the side to move or, if `is_defender`, by its opponent.
    /// Returns the line, or `None` if there is no mate or the node limit was reached.
    ///
    /// # Errors
    /// [`Stop`] if the whole search must stop.
    fn mate(&mut self, position: &Position, moves: u32, is_defender: bool) -> Result<Option<Mate>, Stop> {
        let moves = i32::try_from(moves).unwrap_or(i32::MAX).min(crate::search::MAX_DEPTH / 2);
        let plies = if is_defender { 2 * moves } else { 2 * moves - 1 };
        self.root_plies = plies;
        let found = self.search(position, plies, !is_defender, ProofNumbers::UNREACHED)?;
        // If the table lost a part of the proof, the mating line is unknown.
        Ok(if found.is_proved() { self.line(position, plies, !is_defender) } else { None })
    }

    /// Proof numbers of a child: from the table, or else estimated.
    fn proof_of(&self, child: &Child) -> ProofNumbers {
        self.proofs.get(child.key).unwrap_or(child.estimate)
    }

    /// Searches the subtree of `position` until one of its two numbers reaches `bound`, and returns its proof numbers.
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
            // Bounds of the child: this node must stay below its own bounds, and the child must stay the best child,
            // with the switch margin.
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

    /// Generates the children of a position. Returns the final proof numbers as an error if there are no children to
    /// search.
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
            // The last move must give checkmate.
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

    /// Computes the proof numbers of a node from its children. Also returns the index of the best child, which is
    /// searched next, and the proof numbers of the second-best child.
    fn combine(&self, children: &[Child], is_attacker: bool) -> (ProofNumbers, usize, ProofNumbers) {
        let (mut best, mut first, mut second) = (0, ProofNumbers::UNREACHED, ProofNumbers::UNREACHED);
        // For the weak proof number: the largest summand, and the number of children with a summand above zero.
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

    /// Reads the mating line of a proved position from the table. The line follows, at each node, the child whose
    /// distance to mate determined the distance of the node.
    ///
    /// The search may later find a shorter mate for one move of the defender. The mating line ignores this shorter
    /// mate, because other moves of the defender still last longer.
    fn line(&self, root: &Position, plies: i32, is_attacker: bool) -> Option<Mate> {
        let (mut position, mut plies, mut is_attacker) = (root.clone(), plies, is_attacker);
        let mut line = Mate::new();
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
