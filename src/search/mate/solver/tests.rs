use super::*;
use crate::{
    chess::{
        position::{Strictness, random},
        positions,
    },
    search::time::stop_flag::StopFlag,
};

/// Result of a mate search that decided whether there is a mate.
#[derive(Debug, PartialEq, Eq)]
enum Decision {
    Proved(MateLine),
    Disproved,
}

use Decision::{Disproved, Proved};

/// Searches for a mate. Panics if `nodes` nodes neither prove nor disprove it.
fn solve(position: &Position, moves: u32, is_defender: bool, nodes: u64) -> Decision {
    let flag = StopFlag::default();
    let mut stop = StopCondition::new(&flag, 1, None, None);
    let mut solver = Solver::new(&mut stop, nodes, 16);
    if let Some(line) = solver.mate(position, moves, is_defender).expect("not stopped") {
        return Proved(line);
    }
    let root = solver.proofs.get(key(position.key(), solver.root_plies)).expect("the root is stored last");
    assert_eq!(root.disproof, 0, "neither proved nor disproved after {nodes} nodes: {position} {root:?}");
    Disproved
}

/// Returns the line of a proved mate.
fn proved(decision: Decision) -> MateLine {
    match decision {
        Proved(line) => line,
        Disproved => panic!("the mate is disproved"),
    }
}

fn position(fen: &str) -> Position {
    Position::read_fen(fen, shakmaty::CastlingMode::Standard, Strictness::Game).expect("legal").0
}

/// Plays the line and asserts that it ends in checkmate.
fn assert_mates(start: &Position, line: &[Move]) {
    let end = line.iter().fold(start.clone(), |position, mv| {
        assert!(position.legal_moves().contains(mv), "{position}");
        position.play(*mv)
    });
    assert!(end.is_check() && !end.has_legal_move(), "no mate: {end}");
}

#[test]
fn every_mate_of_the_suite_is_proved_with_the_minimum_number_of_moves() {
    let mut mates = 0;
    for record in positions::bench().iter().filter(|record| record.id().starts_with("mate in ")) {
        let moves: u32 =
            record.id()["mate in ".len()..].chars().take(1).collect::<String>().parse().expect("moves");
        let line = proved(solve(&record.position, moves, false, 200_000));
        assert_eq!(line.len(), 2 * moves as usize - 1, "{}", record.id());
        assert_mates(&record.position, &line);
        assert_eq!(solve(&record.position, moves - 1, false, 2_000_000), Disproved, "{}", record.id());
        mates += 1;
    }
    assert!(mates >= 4, "the suite has mates");
}

#[test]
fn a_mate_against_the_side_to_move_is_proved_with_the_longest_defence() {
    let defender = position("7k/8/5QK1/8/8/8/8/8 b - - 0 1");
    let line = proved(solve(&defender, 1, true, 10_000));
    assert_eq!(line.len(), 2);
    assert_mates(&defender, &line);
    assert_eq!(solve(&defender, 2, false, 10_000), Disproved, "a bare king cannot mate");
}

#[test]
fn the_solver_agrees_with_exhaustive_search() {
    /// Whether the attacker mates within `plies` plies, by exhaustive search.
    fn mates(position: &Position, plies: i32, is_attacker: bool) -> bool {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return !is_attacker && position.is_check();
        }
        if plies <= 0 || position.halfmoves() >= 100 || position.is_insufficient_material() {
            return false;
        }
        let after = |mv: &Move| mates(&position.play(*mv), plies - 1, !is_attacker);
        if is_attacker { moves.iter().any(after) } else { moves.iter().all(after) }
    }
    let (mut positions, mut proved) = (0, 0);
    random::walks(21, 60, |position| {
        positions += 1;
        if positions % 11 != 0 {
            return;
        }
        let decision = solve(position, 2, false, u64::MAX);
        assert_eq!(decision != Disproved, mates(position, 3, true), "{position}");
        if let Proved(line) = decision {
            assert_mates(position, &line);
            proved += 1;
        }
    });
    assert!(proved > 0, "no mate among the {positions} positions");
}

#[test]
fn the_node_budget_is_a_part_of_the_nodes_and_of_the_time() {
    assert_eq!(node_budget(Some(100), None), 95);
    assert_eq!(node_budget(Some(100), Some(Duration::MAX)), 95);
    assert_eq!(node_budget(Some(u64::MAX), Some(Duration::from_millis(10))), 1_500);
    assert_eq!(node_budget(None, Some(Duration::from_millis(u64::MAX))), node_budget(None, None));
}
