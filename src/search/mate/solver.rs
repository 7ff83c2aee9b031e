//! `go mate N`: is there a mate in N moves? A search by proof numbers, which asks nothing else.
//!
//! *Idea.* The attacker needs one good move at each turn, the defender fails only if none of his helps. To prove a mate
//! costs as many positions as are still open on the cheapest way; that number is kept for every position, and its
//! counterpart for the proof that there is none. Always the position is looked at next that makes one of the two
//! numbers of the root smaller. Forced lines are cheap, so the search runs down them as far as they go, while one that
//! looks at everything up to a depth drowns.
//!
//! *Source.* Proof-number search: Allis 1994; depth first and in little memory: Nagai 2002. Numbers of positions that
//! are reached on several ways are not added up but the greatest is taken, and one for each of the others (weak proof
//! numbers: Ueda, Hashimoto and Iida 2008).
//!
//! *When.* Before the usual search, if a mate is asked for. Plies are counted down, so that a proof is a mate in time
//! and no position can lie on the way to itself; a check is thought to cost as much as it has replies, a capture and a
//! quiet move more.
//!
//! *Cost and gain.* Of the 739 mates in one to eight of matetrack 670 are found by `go mate` with 1,000,000 nodes, all
//! of them in as few moves as there are, where `go nodes` finds 342 and 260 (2026-11-21). A node is a position looked
//! into; the positions after its moves are made as well and not counted, so that it takes about three times the time of
//! one of the usual search.
//!
//! *Tried and lost.* Checks at a price of 1 whatever the replies: 124 of 148 instead of 136. Captures and quiet moves
//! at 2 and 4, or at 8 and 20: three and two fewer. A tenth of the nodes for the usual search and a sixteenth for the
//! defence, twice as much as now: eight fewer.

use std::time::Duration;

use super::proof_table::{INFINITE, ProofNumbers, ProofTable, key};
use crate::{
    position::{Move, Position, game_end::FIFTY_MOVES, is_noisy},
    score::Score,
    search::{time::stop_condition::StopCondition, types::stop::Stop},
};

/// What it is thought to cost to prove an unknown position after a move of the attacker: after a check as much as there are
/// replies, else after a capture this much, after another move that.
const CAPTURE_COST: u32 = 4;
const QUIET_COST: u32 = 8;
/// A child is left only when it has become this part worse than the next best, lest the search jump to and fro.
const SWITCH_MARGIN: u32 = 4;

/// Nodes of a search that nothing else limits, and for each millisecond there is: about half the time.
const MAX_NODES: u64 = 4_000_000;
const NODES_PER_MS: u64 = 150;
/// A twentieth of the nodes is left to the usual search, a thirty-second of the others to asking whether one is mated.
const SEARCH_PART: u64 = 20;
const DEFENCE_PART: u64 = 32;

/// A mate that has been proved: the moves, to the last.
pub type Mate = Vec<Move>;

/// The nodes that may be spent on proofs where a search has so many, and so much time.
pub(crate) fn node_budget(nodes: Option<u64>, time: Option<Duration>) -> u64 {
    let nodes = nodes.map_or(MAX_NODES, |nodes| nodes / SEARCH_PART * (SEARCH_PART - 1));
    let by_time = |time: Duration| {
        u64::try_from(time.as_millis()).map_or(MAX_NODES, |ms| ms.saturating_mul(NODES_PER_MS))
    };
    let in_time = time.map_or(MAX_NODES, by_time);
    nodes.min(in_time).min(MAX_NODES)
}

/// The line of a mate in `moves` moves or fewer by the side to move, or else by the other, and the score it stands for; `None` if
/// `nodes` nodes do not prove one.
///
/// # Errors
/// [`Stop`] if the search is to end altogether.
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

/// A search for mates.
struct Solver<'a, 'b> {
    stop: &'a mut StopCondition<'b>,
    proofs: ProofTable,
    /// It stops when so many nodes have been visited in all.
    node_limit: u64,
    root_plies: i32,
}

/// A move, and the position it leads to.
struct Child {
    mv: Move,
    position: Position,
    key: u64,
    /// What is taken for its proof numbers as long as nothing is known.
    guess: ProofNumbers,
}

impl<'a, 'b> Solver<'a, 'b> {
    /// A search that counts its nodes with `stop`, visits at most so many and remembers within so many megabytes.
    fn new(stop: &'a mut StopCondition<'b>, node_limit: u64, megabytes: usize) -> Self {
        Self { stop, proofs: ProofTable::new(megabytes), node_limit, root_plies: 0 }
    }

    /// The line of a mate in `moves` moves or fewer by the side to move or, if `is_defender`, by the other side; `None` if there is
    /// none, or none was found in time.
    ///
    /// # Errors
    /// [`Stop`] if the search is to end altogether.
    fn mate(&mut self, position: &Position, moves: u32, is_defender: bool) -> Result<Option<Mate>, Stop> {
        let moves = i32::try_from(moves).unwrap_or(i32::MAX).min(crate::search::MAX_DEPTH / 2);
        let plies = if is_defender { 2 * moves } else { 2 * moves - 1 };
        self.root_plies = plies;
        let found = self.search(position, plies, !is_defender, ProofNumbers::UNREACHED)?;
        // Should the proof have been forgotten in part, there is no line to tell.
        Ok(if found.is_proved() { self.line(position, plies, !is_defender) } else { None })
    }

    /// What is known of a child, or guessed.
    fn proof_of(&self, child: &Child) -> ProofNumbers {
        self.proofs.get(child.key).unwrap_or(child.guess)
    }

    /// Looks at a position, and below it, until one of its numbers reaches the bound. `is_attacker` says that the attacker is to move;
    /// `plies` are left to mate.
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
            // The child may use what keeps this node below its bound, and it the best of its kind.
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

    /// The positions after the moves that come into question, or the verdict if there is nothing to search.
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
            // The last move has to mate.
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
            let (key, guess) = (key(after.key(), plies - 1), ProofNumbers::guess(cost));
            Some(Child { mv: *mv, position: after, key, guess })
        };
        let children: Vec<_> = moves.iter().filter_map(child).collect();
        if children.is_empty() { Err(ProofNumbers::NONE) } else { Ok(children) }
    }

    /// The numbers of a node by those of its children; which of them to look at, and the numbers of the one after it.
    fn combine(&self, children: &[Child], is_attacker: bool) -> (ProofNumbers, usize, ProofNumbers) {
        let (mut best, mut first, mut second) = (0, ProofNumbers::UNREACHED, ProofNumbers::UNREACHED);
        // The number of which one child is enough, and the greatest of the other and how many there are beside it.
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

    /// The line of a proved position, as long as its proof says: at each node the child whose proof was the one that counted. A
    /// quicker way found since, for one move of the defender, says nothing of his other moves, and must not shorten the mate.
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
